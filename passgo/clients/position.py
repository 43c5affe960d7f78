"""From what a server tells a seat back to a position: what a bot of Python or a compiled one decides by.

A seat is told all that it may know, so that what is missing is what is secret, or has no effect on its choice. Others'
cash is 0 where it is secret; the ledger tells it, if all payments were heard. Which cards were seen is known as far as
events told it; the rest is taken for unseen.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from passgo.bots.reasons import Reason
from passgo.game.engine import EMPTY
from passgo.machine import records
from passgo.notation.actions import DEALS, DECKS, KINDS, WITH_AMOUNT, WITH_OTHER, WITH_SQUARE
from passgo.notation.events import EVENT_KINDS, OFFER_KINDS, RawEvent
from passgo.notation.names import LOT_NUMBERS
from passgo.notation.position_line import PHASES
from passgo.rules import codes, ids
from passgo.rules.state import State
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import types
from passgo.server.wire.actions import legal_list, read_record
from passgo.server.wire.types import DECK_SETS

READ_ACTIONS = msgspec.json.Decoder(list[types.Action]).decode


class Decks:
    """Which cards of the two decks were seen, and in which order they lie at the bottom."""

    def __init__(self, edition: EditionEngine) -> None:
        self._sizes = [len(deck) for deck in edition.ruleset.cards]
        self._seen: list[list[int]] = [[], []]
        self._held: list[set[int]] = [set(), set()]

    def hear(self, event: types.Event) -> None:
        """Note what an event says of a card."""
        if event.card is None or event.deck is None:
            return
        deck = DECKS.index(event.deck)
        if event.kind == "CardDrawn":
            self._seen[deck] = [card for card in self._seen[deck] if card != event.card]
            self._held[deck].add(event.card)
        elif event.kind == "CardReturned":
            self._held[deck].discard(event.card)
            self._seen[deck] = [*(card for card in self._seen[deck] if card != event.card), event.card]

    def write(self, g: State) -> None:
        """Put the decks into a position."""
        for deck, size in enumerate(self._sizes):
            seen = self._seen[deck]
            unseen = set(range(size)) - set(seen) - self._held[deck]
            g.unseen[deck] = sum(1 << card for card in unseen)
            g.seen_count[deck] = len(seen)
            for place, card in enumerate(seen):
                g.seen[deck * codes.DECK + place] = card


class Payments:
    """What payments tell of everybody's cash: all of it, for whoever has heard them from the beginning."""

    def __init__(self) -> None:
        self._balance = [0] * codes.ACCOUNTS

    def hear(self, event: types.Event) -> None:
        """Book a payment."""
        if event.kind == "Paid" and event.player is not None and event.other is not None:
            self._balance[event.player] -= event.amount
            self._balance[event.other] += event.amount

    def write(self, g: State, seat: int) -> None:
        """Put the ledger into a position. What does not add up for oneself tells nothing of others."""
        if self._balance[seat] == g.cash[seat]:
            g.ledger[:] = self._balance
            g.uncounted = 0


def read_position(
    edition: EditionEngine, view: types.View, hand: types.Hand, decks: Decks, payments: Payments | None, first: int = 0
) -> bytes:
    """The position that a seat is told; who was `first` to play, it has heard. No `payments`: not all were heard."""
    memory = bytearray(EMPTY)
    g: Any = records.plain(State, memory)
    g.first = first
    write_turn(g, view)
    write_players(g, view, hand)
    write_deeds(g, view)
    decks.write(g)
    g.uncounted = 1
    if payments is not None:
        payments.write(g, hand.seat)
    g.offer_to[:] = [codes.NOBODY] * codes.OFFERS
    for offer in view.offers:
        write_offer(g, edition, offer)
    write_claims(g, view.claims)
    g.matters = len(view.matters)
    for m, matter in enumerate(view.matters):
        write_matter(g, edition, m, matter)
    if g.matters:
        write_order(g, view)
    if len(view.dice) == len(g.dice):  # whether Mr. M has moved on already, only the list of actions tells
        g.mr_m = int(legal_in(edition, bytes(memory), hand.seat) != hand.legal)
    return bytes(memory)


def legal_in(edition: EditionEngine, position: bytes, seat: int) -> list[types.Action]:
    """What a seat may do in a position."""
    with edition.at(position) as opened:
        return READ_ACTIONS(legal_list(opened, seat))


def write_turn(g: Any, view: types.View) -> None:
    """The turn, as far as everybody sees it."""
    g.turn, g.round, g.phase, g.on_turn = view.turn, view.round, PHASES.index(view.phase), view.on_turn
    g.doubles, g.throws, g.hour_struck = view.doubles, view.throws, int(view.hour_struck)
    g.winners = set_of(view.winners)
    for n, die in enumerate(view.dice):
        g.dice[n] = die
    g.rent_throw = min(sum(view.dice[:2]), 15)
    g.arrived = codes.BY_DICE
    if view.deck is not None:
        g.deck, g.card = DECKS.index(view.deck), view.card or 0


def write_players(g: Any, view: types.View, hand: types.Hand) -> None:
    """The players and their money: every dollar that they have, the Bank has paid."""
    g.players = len(view.players)
    for seat, player in enumerate(view.players):
        g.cash[seat] = hand.cash if seat == hand.seat else player.cash or 0
        g.square[seat], g.jail[seat], g.out[seat] = player.square, player.jail, int(player.out)
        g.speeding[seat], g.resigning[seat] = int(player.speed_die), int(player.resigning)
    g.cash[codes.POT] = view.pot
    g.cash[codes.BANK] = -sum(g.cash[:])


def write_deeds(g: Any, view: types.View) -> None:
    """Deeds, buildings and jail cards."""
    g.owner[:], g.level[:] = view.owner, view.level
    g.mortgaged = sum(1 << deed for deed, pledged in enumerate(view.mortgaged) if pledged)
    g.houses, g.hotels = view.houses, view.hotels
    g.jail_card[:] = view.jail_cards


def write_offer(g: Any, edition: EditionEngine, offer: types.Offer) -> None:
    """An open offer. One that was made before a mortgage changed has lapsed, so none such is told."""
    p = offer.proposer
    g.offers_made = max(g.offers_made, offer.number)
    g.offer_to[p], g.offer_number[p] = offer.partner, offer.number
    g.offer_give_deeds[p], g.offer_take_deeds[p] = deeds_of(edition, offer.give), deeds_of(edition, offer.take)
    g.offer_mortgaged[p] = (g.offer_give_deeds[p] | g.offer_take_deeds[p]) & g.mortgaged
    g.offer_give_cash[p], g.offer_take_cash[p] = offer.give_cash, offer.take_cash
    g.offer_give_cards[p], g.offer_take_cards[p] = decks_of(offer.give_cards), decks_of(offer.take_cards)
    g.offer_settles[p] = int(offer.settles)


def write_claims(g: Any, claims: Sequence[types.Claim]) -> None:
    """The rents that may be claimed."""
    g.claims = len(claims)
    for n, claim in enumerate(claims):
        g.claim_owner[n], g.claim_lander[n], g.claim_square[n] = claim.owner, claim.lander, claim.square
        g.claim_amount[n], g.claim_said[n] = claim.amount, int(claim.said)


def write_matter(g: Any, edition: EditionEngine, m: int, matter: types.Matter) -> None:
    """A matter at its place."""
    g.matter_other[m] = g.matter_last[m] = codes.NOBODY
    match matter:
        case types.Debt():
            g.matter_kind[m], g.matter_player[m] = codes.MATTER_DEBT, matter.debtor
            g.matter_other[m], g.matter_amount[m] = matter.creditor, matter.amount
            g.matter_rule[m] = ids.NAMES.index(matter.rule)
        case types.Auction():
            g.matter_kind[m], g.matter_set[m] = codes.MATTER_AUCTION, set_of(matter.bidders)
            g.matter_square[m] = LOT_NUMBERS[matter.lot] if matter.lot is not None else matter.square
            g.matter_amount[m] = matter.bid
            g.matter_other[m] = codes.NOBODY if matter.highest is None else matter.highest
            g.matter_player[m] = g.on_turn
        case types.KeepOrLift():
            g.matter_kind[m], g.matter_set[m] = codes.MATTER_KEEP_OR_LIFT, deeds_of(edition, matter.squares)
            g.matter_player[m] = matter.seat
        case types.Shortage():
            g.matter_kind[m], g.matter_other[m] = codes.MATTER_SHORTAGE, LOT_NUMBERS[matter.building]
            g.matter_set[m], g.matter_wants[m] = set_of(matter.asked), set_of(matter.wanted)
            g.matter_player[m] = g.on_turn
            if matter.placing is not None:
                g.matter_stage[m], g.matter_last[m] = codes.STAGE_PLACING, matter.placing
                g.matter_amount[m] = matter.price
        case types.Estate():
            g.matter_kind[m], g.matter_player[m] = codes.MATTER_ESTATE, matter.player
            g.matter_set[m], g.matter_wants[m] = deeds_of(edition, matter.squares), decks_of(matter.cards)


def write_order(g: Any, view: types.View) -> None:
    """Whose call it is, where one asks round the table: the seat before that one called last."""
    m = g.matters - 1
    if view.next is None or g.matter_stage[m] == codes.STAGE_PLACING:
        return
    before = (view.next - 1) % g.players
    if g.matter_kind[m] == codes.MATTER_AUCTION:
        g.matter_last[m] = before
    elif g.matter_kind[m] == codes.MATTER_SHORTAGE:
        g.matter_player[m] = before


def set_of(seats: Sequence[int]) -> int:
    """Seats as a set."""
    return sum(1 << seat for seat in seats)


def deeds_of(edition: EditionEngine, squares: Sequence[int]) -> int:
    """The deeds of squares as a set."""
    return sum(1 << edition.deed_at[square] for square in squares)


def decks_of(decks: Sequence[str]) -> int:
    """Decks as a set."""
    return sum(1 << DECKS.index(deck) for deck in decks)


def message_action(edition: EditionEngine, record: bytes) -> types.Action:
    """The action of a record as it is sent: `write_action` is the inverse."""
    a = read_record(record)
    kind = KINDS[a.kind]
    deal = kind in DEALS
    return types.Action(
        kind,
        square=a.square if kind in WITH_SQUARE else None,
        other=a.other if kind in WITH_OTHER else None,
        amount=a.amount if kind in WITH_AMOUNT else 0,
        give=edition.squares_of(a.give_deeds) if deal else [],
        take=edition.squares_of(a.take_deeds) if deal else [],
        give_cash=a.give_cash if deal else 0,
        take_cash=a.take_cash if deal else 0,
        give_cards=DECK_SETS[a.give_cards] if deal else [],
        take_cards=DECK_SETS[a.take_cards] if deal else [],
        card=DECKS[a.card] if kind == "UseCard" else None,  # type: ignore[arg-type]
    )


def read_event(edition: EditionEngine, event: types.Event) -> RawEvent:
    """An event in numbers: `event_of` is the inverse."""
    kind = EVENT_KINDS.index(event.kind)
    other, amount, card = number(event.other), event.amount, number(event.card)
    if event.deck is not None and event.kind in ("CardDrawn", "CardReturned"):
        other = DECKS.index(event.deck)
    elif event.deck is not None:
        amount = DECKS.index(event.deck)
    elif kind in OFFER_KINDS:
        amount, card = int(event.settles), decks_of(event.give_cards)
    elif event.choice is not None:
        amount = KINDS.index(event.choice)
    elif event.asked:
        amount = set_of(event.asked)
    if event.level is not None:
        card = event.level
    square = LOT_NUMBERS[event.lot] if event.lot is not None else number(event.square)
    dice = [*event.dice, 0, 0, 0][:3]
    deal = (deeds_of(edition, event.give), deeds_of(edition, event.take), event.give_cash, event.take_cash)
    rule = ids.NAMES.index(event.rule)
    player, taken = number(event.player), decks_of(event.take_cards)
    return (amount, *deal, rule, kind, player, other, square, card, taken, *dice)


def read_reason(edition: EditionEngine, reason: types.AnswerReason) -> Reason:
    """A bot's reason by its number: `reason_of` is the inverse."""
    if reason.group:
        return Reason(reason.kind, next(g.index for g in edition.ruleset.groups if g.key == reason.group))
    if reason.square is not None:
        return Reason(reason.kind, next(d.index for d in edition.ruleset.deeds if d.square == reason.square))
    return Reason(reason.kind, reason.amount)


def number(value: int | None) -> int:
    """A number of the log, in which NOBODY stands for none."""
    return codes.NOBODY if value is None else value
