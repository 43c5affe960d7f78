"""What is open on the table, checked: debts, auctions, choices, shortages, offers and rent claims."""

from passgo.machine.decorators import apart
from passgo.rules import codes
from passgo.rules.sets import has
from passgo.rules.state import State
from passgo.rules.turns import chance_to_act, playing


@apart
def debt_is_owed(g: State, m: int, here: int) -> bool:
    """By a player in the game to another, the Bank or the pot; more than the debtor has, if it is being settled."""
    debtor, creditor = g.matter_player[m], g.matter_other[m]
    owed = debtor != creditor and has(here, debtor) and g.matter_amount[m] > 0
    settled_now = m == g.matters - 1
    if settled_now and g.cash[debtor] >= g.matter_amount[m]:
        return False
    return owed and (
        creditor == codes.BANK or creditor == codes.POT or (0 <= creditor < codes.BANK and has(here, creditor))
    )


@apart
def auction_goes_on(g: State, m: int, here: int) -> bool:
    """Bidders are in the game; the highest is among them, has the money, and is not the only one left."""
    bidders, highest = g.matter_set[m], g.matter_other[m]
    if bidders & ~here != 0 or bidders == 0:
        return False
    if highest == codes.NOBODY:
        return g.matter_amount[m] == 0
    fine = 0 <= highest < codes.BANK and has(bidders, highest) and bidders != 1 << highest
    return fine and 0 < g.matter_amount[m] <= g.cash[highest]


@apart
def choice_is_open(g: State, m: int) -> bool:
    """Mortgaged deeds of players, at least one while it is being settled."""
    for d in range(codes.DEEDS):
        if has(g.matter_set[m], d) and (g.owner[d] == codes.BANK or not has(g.mortgaged, d)):
            return False
    return g.matter_set[m] != 0 or m < g.matters - 1


@apart
def shortage_goes_on(g: State, m: int, here: int) -> bool:
    """Somebody is asked, or places, or an auction of a building lies on top."""
    stage = g.matter_stage[m]
    kind = g.matter_other[m]
    if not (kind == codes.LOT_HOUSE or kind == codes.LOT_HOTEL) or (g.matter_set[m] | g.matter_wants[m]) & ~here != 0:
        return False
    top = m == g.matters - 1
    if stage == codes.STAGE_AUCTION:
        return not top and g.matter_kind[m + 1] == codes.MATTER_AUCTION and g.matter_square[m + 1] == kind
    if stage == codes.STAGE_PLACING:
        return top and has(here, g.matter_last[m])
    return top and (stage == codes.STAGE_ASKING or stage == codes.STAGE_ASKING_AGAIN) and g.matter_set[m] != 0


@apart
def matter_is_open(g: State, m: int, here: int) -> bool:
    """Does the matter wait for somebody, and is it about something?"""
    kind = g.matter_kind[m]
    if kind == codes.MATTER_DEBT:
        return debt_is_owed(g, m, here)
    if kind == codes.MATTER_AUCTION:
        return auction_goes_on(g, m, here)
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return choice_is_open(g, m)
    if kind == codes.MATTER_SHORTAGE:
        return shortage_goes_on(g, m, here)
    return m < g.matters - 1  # an estate always has an auction on top


@apart
def broken_matter(g: State) -> int:
    """The kind of the first matter that is not open, or NOBODY."""
    here = playing(g)
    for m in range(g.matters):
        if not matter_is_open(g, m, here):
            return g.matter_kind[m]
    return codes.NOBODY


@apart
def offers_are_between_players(g: State) -> bool:
    """To another player in the game, each side giving what it has, numbered no later than the last one made."""
    here = playing(g)
    for p in range(g.players):
        partner = g.offer_to[p]
        if partner == codes.NOBODY:
            continue
        if partner == p or not has(here, partner) or not 0 < g.offer_number[p] <= g.offers_made:
            return False
        for d in range(codes.DEEDS):
            if has(g.offer_give_deeds[p], d) and g.owner[d] != p:
                return False
            if has(g.offer_take_deeds[p], d) and g.owner[d] != partner:
                return False
        for deck in range(2):
            if has(g.offer_give_cards[p], deck) and g.jail_card[deck] != p:
                return False
            if has(g.offer_take_cards[p], deck) and g.jail_card[deck] != partner:
                return False
        if g.offer_mortgaged[p] != (g.offer_give_deeds[p] | g.offer_take_deeds[p]) & g.mortgaged:
            return False
    return True


@apart
def claims_are_between_players(g: State) -> bool:
    """By one player on another, both in the game, not yet too old."""
    here = playing(g)
    for n in range(g.claims):
        owner, lander = g.claim_owner[n], g.claim_lander[n]
        if owner == lander or not (has(here, owner) and has(here, lander)) or not 0 <= g.claim_age[n] <= 1:
            return False
    return True


@apart
def sayings_wait_in_order(g: State) -> bool:
    """A rent claim is kept only during a matter, a resignation also while chance acts; each has its own number."""
    numbers = 0
    for p in range(g.players):
        if g.resigning[p] > 0:
            if has(numbers, g.resigning[p]) or not (g.matters > 0 or chance_to_act(g)):
                return False
            numbers |= 1 << g.resigning[p]
    for n in range(g.claims):
        if g.claim_said[n] > 0:
            if has(numbers, g.claim_said[n]) or g.matters == 0:
                return False
            numbers |= 1 << g.claim_said[n]
    return True
