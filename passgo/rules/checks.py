"""Every invariant of the game as a named function; `broken` asks them all.

They hold whenever a step is done and a player or chance is to act. They apply no rule: they look at what the rules
left behind, so that a mistake in any rule is found at the step that made it. `NAMES` says in words what is broken.
"""

from typing import Any

import numpy as np

from passgo.machine.decorators import apart, entry
from passgo.machine.records import STORED, fields_of
from passgo.rules import codes
from passgo.rules.checks_matters import (
    broken_matter,
    claims_are_between_players,
    offers_are_between_players,
    sayings_wait_in_order,
)
from passgo.rules.deeds import jail_free
from passgo.rules.sets import has
from passgo.rules.state import STATE, Edition, Editions, Games, State
from passgo.rules.turns import chance_to_act, playing
from passgo.rules.waiting import next_one, waited_for

NAMES = (
    "",
    "a number is outside of its range",
    "money is not conserved: all accounts together must be 0, and no player below 0",
    "payments do not tell the cash of everybody",
    "houses are not conserved: Bank and board together must be the edition's",
    "hotels are not conserved: Bank and board together must be the edition's",
    "cards are not conserved: each of a deck's 16 is unseen, seen or held, once",
    "buildings stand where they may not: on a mortgage, unevenly, or on a group that is not complete",
    "one who is not in the game has something",
    "a prisoner is not in Jail, or a Speed Die, pot, hour or rent claim is used though the edition has none",
    "the turn waits for nothing, or for somebody who is not in the game",
    "the game is over and something is pending, or it is not over and somebody has won",
    "a debt is not owed, or could be paid at once",
    "an auction has bidders who cannot bid, or nobody left to ask",
    "a keep-or-lift choice is about deeds that are not mortgaged, or not a player's",
    "a shortage waits for nobody",
    "the auctions of an estate have stopped",
    "an offer is not one between two players of what they have, as it stood when the offer was made",
    "a rent claim is not one between two players",
    "a rent claim or resignation is kept though nothing is pending, or two have the same number",
    "something settled is still in the record",
    "nobody is waited for though the game is not over",
)
"""What each number of `broken` means; those of matters, from DEBT on, in the order of their kinds."""
(
    RANGE, MONEY, LEDGER, HOUSES, HOTELS, CARDS, BUILDINGS, GONE, PLACES, TURN, OVER, DEBT, AUCTION, CHOICE, SHORTAGE,
    ESTATE, OFFER, CLAIM, KEPT, REMAINS, WAITING,
) = range(1, len(NAMES))  # fmt: skip


@apart
def within(n: int, least: int, most: int) -> bool:
    """Is n within its range?"""
    return least <= n <= most


@apart
def indices_are_in_range(g: State) -> bool:
    """What other checks use as an index or a count is one. `out_of_range` looks at every field, more slowly."""
    fine = (
        within(g.players, 2, codes.PLAYERS)
        and within(g.on_turn, 0, g.players - 1)
        and within(g.first, 0, g.players - 1)
    )
    fine = fine and within(g.phase, 0, codes.PHASE_GAME_OVER) and within(g.matters, 0, codes.MATTERS)
    fine = fine and within(g.claims, 0, codes.CLAIMS) and g.houses >= 0 and g.hotels >= 0
    fine = fine and within(g.mortgaged, 0, (1 << codes.DEEDS) - 1) and within(g.deck, 0, 1) and within(g.doubles, 0, 3)
    for p in range(codes.PLAYERS):
        fine = fine and within(g.square[p], 0, codes.SQUARES - 1) and within(g.jail[p], 0, 3) and within(g.out[p], 0, 1)
        fine = fine and within(g.offer_to[p], codes.NOBODY, g.players - 1) and within(g.speeding[p], 0, 2)
        fine = fine and within(g.resigning[p], 0, codes.SAYINGS)
    for d in range(codes.DEEDS):
        fine = fine and within(g.owner[d], 0, codes.BANK) and within(g.level[d], 0, codes.HOTEL)
    for deck in range(2):
        fine = fine and within(g.seen_count[deck], 0, codes.DECK) and within(g.jail_card[deck], 0, codes.BANK)
        fine = fine and within(g.unseen[deck], 0, (1 << codes.DECK) - 1)
    for k in range(2 * codes.DECK):
        fine = fine and within(g.seen[k], 0, codes.DECK - 1)
    for m in range(codes.MATTERS):
        fine = (
            fine
            and within(g.matter_kind[m], 0, codes.MATTER_ESTATE)
            and within(g.matter_player[m], 0, codes.PLAYERS - 1)
        )
        fine = (
            fine
            and within(g.matter_set[m], 0, (1 << codes.DEEDS) - 1)
            and within(g.matter_square[m], 0, codes.LOT_HOTEL)
        )
    for n in range(codes.CLAIMS):
        fine = fine and within(g.claim_owner[n], 0, g.players - 1) and within(g.claim_lander[n], 0, g.players - 1)
        fine = fine and within(g.claim_said[n], 0, codes.SAYINGS)
    return fine


@apart
def money_is_conserved(g: State) -> bool:
    """Every dollar is in exactly one account, and only the Bank's may fall below zero."""
    total = 0
    for account in range(codes.ACCOUNTS):
        total += g.cash[account]
        if account != codes.BANK and g.cash[account] < 0:
            return False
    return total == 0


@apart
def ledger_is_true(g: State) -> bool:
    """Payments tell every account to the dollar."""
    for account in range(codes.ACCOUNTS):
        if g.ledger[account] != g.cash[account]:
            return False
    return True


@apart
def houses_are_conserved(g: State, e: Edition) -> bool:
    """Houses in the Bank and on the board."""
    total = 0
    for d in range(codes.DEEDS):
        total += g.level[d] if g.level[d] < codes.HOTEL else 0
    return g.houses + total == e.setup_houses


@apart
def hotels_are_conserved(g: State, e: Edition) -> bool:
    """Hotels in the Bank and on the board."""
    total = 0
    for d in range(codes.DEEDS):
        total += 1 if g.level[d] == codes.HOTEL else 0
    return g.hotels + total == e.setup_hotels


@apart
def is_under_the_hammer(g: State, deck: int) -> bool:
    """Is the deck's jail card being auctioned, or about to be?"""
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_ESTATE and has(g.matter_wants[m], deck):
            return True
        if g.matter_kind[m] == codes.MATTER_AUCTION and g.matter_square[m] == codes.LOT_CHANCE_CARD + deck:
            return True
    return False


@apart
def cards_are_conserved(g: State, e: Edition) -> bool:
    """Each card of a deck is unseen, or seen once, or held; only the jail card is ever held."""
    for deck in range(2):
        cards = g.unseen[deck]
        for k in range(g.seen_count[deck]):
            card = g.seen[deck * codes.DECK + k]
            if has(cards, card):
                return False
            cards |= 1 << card
        kept = jail_free(e, deck)
        if g.jail_card[deck] != codes.BANK or is_under_the_hammer(g, deck):
            if kept == codes.NOBODY or has(cards, kept):
                return False
            cards |= 1 << kept
        if cards != (1 << codes.DECK) - 1:
            return False
    return True


@apart
def buildings_stand_well(g: State, e: Edition) -> bool:
    """Only on complete groups of one player, evenly where they are sold so, and on no mortgage.

    Where a hotel is sold whole, selling leaves a group as uneven as it likes. A group with a mortgage is bare where
    the edition bars both building beside a mortgage and mortgaging beside a building.
    """
    even = e.build_sell_evenly == 1 and e.build_sell_hotel != 0
    bare = e.build_not_mortgaged == 1 and e.mortgage_buildings_first == 1
    for group in range(codes.GROUPS):
        fewest, most, mortgaged, first, shared = codes.HOTEL, 0, 0, codes.NOBODY, True
        for d in range(codes.DEEDS):
            if e.group[d] == group:
                fewest, most = min(fewest, g.level[d]), max(most, g.level[d])
                mortgaged |= g.mortgaged & (1 << d)
                if g.level[d] > 0 and (has(g.mortgaged, d) or e.kind[d] != codes.STREET or g.owner[d] == codes.BANK):
                    return False
                first = g.owner[d] if first == codes.NOBODY else first
                shared = shared and g.owner[d] == first
        if most > 0 and (not shared or (bare and mortgaged != 0) or (even and most > fewest + 1)):
            return False
    return True


@apart
def the_gone_have_nothing(g: State, e: Edition) -> bool:
    """Who has left, or never sat down: no cash, deeds, cards, place in Jail, or part in any matter."""
    here = playing(g)
    for p in range(codes.PLAYERS):
        if not has(here, p) and (
            g.cash[p] != 0 or g.jail[p] != 0 or g.resigning[p] != 0 or g.offer_to[p] != codes.NOBODY
        ):
            return False
    for d in range(codes.DEEDS):
        if g.owner[d] != codes.BANK and not has(here, g.owner[d]):
            return False
        if g.owner[d] == codes.BANK and has(g.mortgaged, d) and e.bankrupt_mortgages_cancelled == 1:
            return False
    for deck in range(2):
        if g.jail_card[deck] != codes.BANK and not has(here, g.jail_card[deck]):
            return False
    return True


@apart
def places_fit(g: State, e: Edition) -> bool:
    """Prisoners stand in Jail; what only some editions have is used only there."""
    for p in range(g.players):
        if (g.jail[p] > 0 and g.square[p] != e.jail_square) or (g.speeding[p] > 0 and e.speed_die == 0):
            return False
    fine = (g.cash[codes.POT] == 0 or e.free_parking_pot == 1) and (g.hour_struck == 0 or e.short_game == 1)
    return fine and (g.claims == 0 or e.rent_claims == 1)


@apart
def turn_waits(g: State) -> bool:
    """With no matter open the turn stands where chance or the player on turn, who is in the game, must act."""
    if g.phase == codes.PHASE_GAME_OVER:
        return True
    if g.out[g.on_turn] == 1 and g.matters == 0:
        return False
    phase = g.phase
    chooses = (
        phase == codes.PHASE_BEFORE_THROW
        or phase == codes.PHASE_CHOOSE_BUS
        or phase == codes.PHASE_CHOOSE_SQUARE
        or phase == codes.PHASE_BUY
        or phase == codes.PHASE_FINE_OR_CHANCE
        or phase == codes.PHASE_CHOOSE_TAX
        or phase == codes.PHASE_END_TURN
    )
    return g.matters > 0 or chooses or chance_to_act(g)


@apart
def end_is_clean(g: State) -> bool:
    """There are winners when the game is over, and only then, and nothing is pending."""
    here = playing(g)
    if g.phase != codes.PHASE_GAME_OVER:
        return g.winners == 0 and here & (here - 1) != 0
    for p in range(codes.PLAYERS):
        if g.offer_to[p] != codes.NOBODY or g.resigning[p] != 0:
            return False
    return g.matters == 0 and g.claims == 0 and g.winners != 0 and g.winners & ~here == 0


@apart
def nothing_settled_remains(g: State) -> bool:
    """Beyond what is open the lists are zero, so that equal games are equal bytes."""
    rest = 0
    for m in range(g.matters, codes.MATTERS):
        rest |= g.matter_kind[m] | g.matter_player[m] | g.matter_other[m] | g.matter_square[m] | g.matter_amount[m]
        rest |= g.matter_set[m] | g.matter_wants[m] | g.matter_rule[m] | g.matter_last[m] | g.matter_stage[m]
    for n in range(g.claims, codes.CLAIMS):
        rest |= g.claim_lander[n] | g.claim_owner[n] | g.claim_square[n] | g.claim_amount[n] | g.claim_age[n]
        rest |= g.claim_said[n]
    for p in range(codes.OFFERS):
        if g.offer_to[p] == codes.NOBODY:
            rest |= g.offer_number[p] | g.offer_give_deeds[p] | g.offer_take_deeds[p] | g.offer_give_cash[p]
            rest |= g.offer_take_cash[p] | g.offer_give_cards[p] | g.offer_take_cards[p] | g.offer_settles[p]
            rest |= g.offer_mortgaged[p]
    for deck in range(2):
        for k in range(g.seen_count[deck], codes.DECK):
            rest |= g.seen[deck * codes.DECK + k]
    return rest == 0


@apart
def somebody_is_waited_for(g: State) -> bool:
    """Somebody in the game, or chance, must act until the game is over; and one of them is asked first."""
    waiting, asked = waited_for(g), next_one(g)
    if g.phase == codes.PHASE_GAME_OVER:
        return waiting == 0 and asked == codes.NOBODY
    if chance_to_act(g):
        return waiting != 0
    return waiting != 0 and waiting & ~playing(g) == 0 and asked != codes.NOBODY and g.out[asked] == 0


@entry
def broken(games: Games, i: int, editions: Editions, e: int) -> int:
    """0, or the number of the first invariant that game i breaks; `NAMES` says it in words."""
    g = games[i]
    ed = editions[e]
    if not indices_are_in_range(g):
        return RANGE
    if not money_is_conserved(g):
        return MONEY
    if not ledger_is_true(g):
        return LEDGER
    if not houses_are_conserved(g, ed):
        return HOUSES
    if not hotels_are_conserved(g, ed):
        return HOTELS
    if not cards_are_conserved(g, ed):
        return CARDS
    if not buildings_stand_well(g, ed):
        return BUILDINGS
    if not the_gone_have_nothing(g, ed):
        return GONE
    if not places_fit(g, ed):
        return PLACES
    if not turn_waits(g):
        return TURN
    if not end_is_clean(g):
        return OVER
    matter = broken_matter(g)
    if matter != codes.NOBODY:
        return DEBT + matter
    if not offers_are_between_players(g):
        return OFFER
    if not claims_are_between_players(g):
        return CLAIM
    if not sayings_wait_in_order(g):
        return KEPT
    if not nothing_settled_remains(g):
        return REMAINS
    return 0 if somebody_is_waited_for(g) else WAITING


STORED_AT: Any = STATE.fields
"""The stored type of each field and where its bytes begin."""


def bounds(bits: int) -> tuple[Any, Any, Any]:
    """Of the fields of a width: their places in the record, counted in that width, and the least and most of each."""
    places: list[int] = []
    least: list[int] = []
    most: list[int] = []
    for name, field in fields_of(State).items():
        if field.bits == bits:
            first = STORED_AT[name][1] * 8 // bits
            places += range(first, first + field.count)
            least += [field.least] * field.count
            most += [field.most] * field.count
    return np.array(places), np.array(least), np.array(most)


BOUNDS = {bits: bounds(bits) for bits in STORED}


def out_of_range(record: bytes) -> list[str]:
    """The fields of a STATE record that are outside of their declared range."""
    wrong: list[str] = []
    for bits, (places, least, most) in BOUNDS.items():
        values = np.frombuffer(record, STORED[bits][0])[places]
        beyond = {int(place) * bits // 8 for place in places[(values < least) | (values > most)]}
        for name in fields_of(State) if beyond else ():
            kind, first, *_ = STORED_AT[name]
            if any(first <= place < first + kind.itemsize for place in beyond):
                wrong.append(name)
    return wrong
