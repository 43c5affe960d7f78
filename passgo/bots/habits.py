"""What all sensible bots do in the same way: raise money, place buildings, bid in an auction, claim rent."""

from passgo.bots import holdings
from passgo.machine.bits import places
from passgo.machine.decorators import apart, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import is_any_open
from passgo.rules.deeds import can_stand, free_cash, held_by, lot_kind, mortgage_value, raisable
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import in_debt, seats


@part
def proposer_to(g: State, player: int) -> int:
    """The proposer of the oldest open offer to the player, or NOBODY."""
    proposer = codes.NOBODY
    left = places(g.offer_to, player) & seats(g) if is_any_open(g) else 0
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        if proposer == codes.NOBODY or g.offer_number[p] < g.offer_number[proposer]:
            proposer = p
    return proposer


@part
def offers_open(g: State) -> bool:
    """May offers be answered now? They may if no matter is open, or if the matter on top is a debt."""
    return g.matters == 0 or g.matter_kind[g.matters - 1] == codes.MATTER_DEBT


@part
def refuse(a: Action, player: int, proposer: int) -> None:
    """Write that the player refuses the offer."""
    blank(a, codes.REFUSE, player)
    a.other = proposer


@part
def act_on_deed(e: Edition, a: Action, kind: int, player: int, deed: int) -> None:
    """Write an action about a deed or its lot."""
    blank(a, kind, player)
    a.square = e.square_of[deed]


@part
def claim_rent(g: State, a: Action, player: int) -> bool:
    """Claim rent, if the player has rent to claim. Is there such rent?"""
    for n in range(g.claims):
        if g.claim_owner[n] == player:
            blank(a, codes.CLAIM_RENT, player)
            a.other = g.claim_lander[n]
            a.square = g.claim_square[n]
            return True
    return False


@part
def go_on(g: State, a: Action, player: int) -> None:
    """Make a simple choice where little is at stake: flat tax, fine, the whole Bus ride, one square on, end of turn."""
    phase = g.phase
    if phase == codes.PHASE_CHOOSE_TAX:
        blank(a, codes.PAY_FLAT_TAX, player)
    elif phase == codes.PHASE_FINE_OR_CHANCE:
        blank(a, codes.PAY_CARD_FINE, player)
    elif phase == codes.PHASE_CHOOSE_BUS:
        blank(a, codes.CHOOSE_STEPS, player)
        a.amount = g.dice[0] + g.dice[1]
    elif phase == codes.PHASE_CHOOSE_SQUARE:
        blank(a, codes.CHOOSE_SQUARE, player)
        a.square = (g.square[player] + 1) % codes.SQUARES
    else:
        blank(a, codes.END_TURN, player)


@apart
def throw_or_leave_jail(g: State, e: Edition, a: Action, player: int, keep: int) -> None:
    """Throw. While the Bank has deeds to sell, leave Jail first, by a card or by the fine if `keep` dollars remain."""
    blank(a, codes.THROW, player)
    if g.jail[player] == 0 or held_by(g, codes.BANK) == 0:
        return
    for deck in range(2):
        if g.jail_card[deck] == player:
            a.kind = codes.USE_CARD
            a.card = deck
            return
    if g.jail[player] <= e.jail_fine_before and g.cash[player] >= e.jail_fine + keep:
        a.kind = codes.PAY_FINE


@part
def raise_money(g: State, e: Edition, a: Action, player: int) -> None:
    """In debt: mortgage single deeds, then sell buildings, then mortgage the rest; go bankrupt only if it must."""
    if raisable(g, e, player) < g.matter_amount[g.matters - 1]:
        blank(a, codes.GO_BANKRUPT, player)
        return
    deed = holdings.least_useful_deed(g, e, player)
    if deed == codes.NOBODY or holdings.is_of_complete_group(g, e, deed):
        lot = holdings.least_needed_building(g, e, player)
        if lot != codes.NOBODY:
            act_on_deed(e, a, codes.SELL_BUILDING, player, lot)
            return
    act_on_deed(e, a, codes.MORTGAGE, player, deed)


@part
def keep_or_lift(g: State, e: Edition, a: Action, player: int, keep: int) -> None:
    """Lift the mortgage of a received deed if `keep` dollars remain; otherwise keep it and pay only the interest."""
    deed = lowest(g.matter_set[g.matters - 1])
    rich = free_cash(g, e, player) - mortgage_value(e, deed) >= keep
    act_on_deed(e, a, codes.LIFT_MORTGAGE if rich and not in_debt(g, player) else codes.KEEP_MORTGAGE, player, deed)


@part
def bid_up_to(g: State, e: Edition, a: Action, player: int, limit: int) -> None:
    """Open at half of the printed price, raise by a quarter of it, and withdraw beyond the limit or the player's cash.

    So a deed that nobody else wants is cheap. A building is wanted by the others too: bid the limit at once.
    """
    m = g.matters - 1
    lot = g.matter_square[m]
    building = lot >= codes.LOT_HOUSE
    opening = e.build_shortage_auction if building else e.auction_opening
    least = opening if g.matter_other[m] == codes.NOBODY else g.matter_amount[m] + e.auction_raise
    limit = min(limit, free_cash(g, e, player))
    if least > limit:
        blank(a, codes.WITHDRAW, player)
        return
    blank(a, codes.BID, player)
    if g.matter_set[m] == 1 << player:  # all others have withdrawn
        a.amount = least
        return
    usual = min(limit, e.price[e.deed_at[lot]]) if lot < codes.SQUARES else limit
    a.amount = limit if building else min(limit, max(least, usual // 2, g.matter_amount[m] + usual // 4))


@part
def place_building(g: State, e: Edition, a: Action, player: int) -> None:
    """Place the building of a shortage on the lot where it earns most; pass if it can be placed nowhere."""
    m = g.matters - 1
    kind = g.matter_other[m]
    paid = g.matter_amount[m] > 0
    cash = free_cash(g, e, player)
    chosen = codes.NOBODY
    most = -1
    left = held_by(g, player) & ~g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if can_stand(g, e, player, e.square_of[d]) == ids.LAWFUL:
            rents = e.square_of[d] * 6 + g.level[d]
            gain = e.rent[rents + 1] - e.rent[rents]
            if lot_kind(g, d) == kind and gain > most and (paid or e.house_cost[d] <= cash):
                most = gain
                chosen = d
    if chosen == codes.NOBODY:
        blank(a, codes.PASS_BUILDING, player)
    else:
        act_on_deed(e, a, codes.PLACE_BUILDING, player, chosen)
