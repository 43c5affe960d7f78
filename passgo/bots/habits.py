"""What every sensible bot does alike: raising money, placing buildings, answering in an auction, claiming rent."""

from passgo.machine.bits import places
from passgo.machine.decorators import part
from passgo.rules import ids
from passgo.rules.chance import blank
from passgo.rules.codes import (
    BANK,
    BID,
    CHOOSE_SQUARE,
    CHOOSE_STEPS,
    CLAIM_RENT,
    DEEDS,
    END_TURN,
    GO_BANKRUPT,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    LOT_HOUSE,
    MATTER_DEBT,
    MORTGAGE,
    NOBODY,
    PASS_BUILDING,
    PAY_CARD_FINE,
    PAY_FLAT_TAX,
    PHASE_CHOOSE_BUS,
    PHASE_CHOOSE_SQUARE,
    PHASE_CHOOSE_TAX,
    PHASE_FINE_OR_CHANCE,
    PLACE_BUILDING,
    RAILROAD,
    REFUSE,
    SELL_BUILDING,
    SQUARES,
    STREET,
    WITHDRAW,
)
from passgo.rules.deeds import (
    can_stand,
    free_cash,
    half_price,
    held_by,
    lot_kind,
    mortgage_value,
    most_in_group,
    owns_group,
    raisable,
)
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import in_debt, seats

A_GROUP = 10_000
"""Added to what the mortgage of a deed costs if its group is complete: such deeds go last."""


@part
def proposer_to(g: State, player: int) -> int:
    """Whose open offer to the player is the oldest, or NOBODY."""
    left = places(g.offer_to, player) & seats(g)
    proposer = NOBODY
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        if proposer == NOBODY or g.offer_number[p] < g.offer_number[proposer]:
            proposer = p
    return proposer


@part
def offers_open(g: State) -> bool:
    """May offers be answered now: is no matter open, or only a debt on top?"""
    return g.matters == 0 or g.matter_kind[g.matters - 1] == MATTER_DEBT


@part
def refuse(a: Action, player: int, proposer: int) -> None:
    """Refuse the offer."""
    blank(a, REFUSE, player)
    a.other = proposer


@part
def act_on_deed(e: Edition, a: Action, kind: int, player: int, deed: int) -> None:
    """Do something with a deed or its lot."""
    blank(a, kind, player)
    a.square = e.square_of[deed]


@part
def claim_rent(g: State, a: Action, player: int) -> bool:
    """Ask for rent where one must ask. Was there any to ask for?"""
    for n in range(g.claims):
        if g.claim_owner[n] == player:
            blank(a, CLAIM_RENT, player)
            a.other = g.claim_lander[n]
            a.square = g.claim_square[n]
            return True
    return False


@part
def go_on(g: State, a: Action, player: int) -> None:
    """Where little is at stake: the flat tax, the fine, the Bus as far as it goes, one square on, the end of a turn."""
    phase = g.phase
    if phase == PHASE_CHOOSE_TAX:
        blank(a, PAY_FLAT_TAX, player)
    elif phase == PHASE_FINE_OR_CHANCE:
        blank(a, PAY_CARD_FINE, player)
    elif phase == PHASE_CHOOSE_BUS:
        blank(a, CHOOSE_STEPS, player)
        a.amount = g.dice[0] + g.dice[1]
    elif phase == PHASE_CHOOSE_SQUARE:
        blank(a, CHOOSE_SQUARE, player)
        a.square = (g.square[player] + 1) % SQUARES
    else:
        blank(a, END_TURN, player)


@part
def built_lots(g: State) -> int:
    """The lots with a building on them."""
    return ((1 << DEEDS) - 1) & ~places(g.level, 0)


@part
def built_groups(g: State, e: Edition) -> int:
    """The groups with a building on any lot."""
    groups = 0
    left = built_lots(g)
    while left != 0:
        groups |= 1 << e.group[lowest(left)]
        left = without_lowest(left)
    return groups


@part
def least_useful(g: State, e: Edition, player: int) -> int:
    """The deed whose mortgage costs least: single ones by price, those of complete groups last; or NOBODY."""
    held = held_by(g, player)
    left = held & ~g.mortgaged
    chosen = NOBODY
    least = 0
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if most_in_group(g, e, e.group[d]) == 0:
            loss = e.price[d] * count_of(held & e.group_set[e.group[d]])
            if e.kind[d] == STREET and e.group_set[e.group[d]] & ~held == 0:
                loss += A_GROUP
            if chosen == NOBODY or loss < least:
                least = loss
                chosen = d
    return chosen


@part
def of_complete_group(g: State, e: Edition, deed: int) -> bool:
    """Is the deed a street of a group that one player holds completely?"""
    return e.kind[deed] == STREET and owns_group(g, e, g.owner[deed], e.group[deed])


@part
def least_needed_building(g: State, e: Edition, player: int) -> int:
    """The lot whose next building gives up the least rent for the money; or NOBODY."""
    chosen = NOBODY
    fewest = 0
    left = held_by(g, player)
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if g.level[d] > 0:
            rents = e.square_of[d] * 6 + g.level[d]
            loss = 100 * (e.rent[rents] - e.rent[rents - 1]) // max(1, half_price(e, d))
            if (chosen == NOBODY or loss < fewest) and g.level[d] == most_in_group(g, e, e.group[d]):
                fewest = loss
                chosen = d
    return chosen


@part
def raise_money(g: State, e: Edition, a: Action, player: int) -> None:
    """In debt: mortgage single deeds, sell buildings, mortgage the rest; bankrupt only if all of it is not enough."""
    if raisable(g, e, player) < g.matter_amount[g.matters - 1]:
        blank(a, GO_BANKRUPT, player)
        return
    deed = least_useful(g, e, player)
    if deed == NOBODY or of_complete_group(g, e, deed):
        lot = least_needed_building(g, e, player)
        if lot != NOBODY:
            act_on_deed(e, a, SELL_BUILDING, player, lot)
            return
    act_on_deed(e, a, MORTGAGE, player, deed)


@part
def keep_or_lift(g: State, e: Edition, a: Action, player: int, keep: int) -> None:
    """Lift the mortgage just received if so much cash is kept; otherwise pay the interest alone."""
    deed = lowest(g.matter_set[g.matters - 1])
    rich = free_cash(g, e, player) - mortgage_value(e, deed) >= keep
    act_on_deed(e, a, LIFT_MORTGAGE if rich and not in_debt(g, player) else KEEP_MORTGAGE, player, deed)


@part
def bid_up_to(g: State, e: Edition, a: Action, player: int, limit: int) -> None:
    """Open at half of the printed price, raise by a quarter of it; withdraw beyond the limit, or beyond one's cash.

    What nobody else wants is had for less than it is worth. For a building, which others want as much, call the
    limit at once.
    """
    m = g.matters - 1
    lot = g.matter_square[m]
    building = lot >= LOT_HOUSE
    opening = e.build_shortage_auction if building else e.auction_opening
    least = opening if g.matter_other[m] == NOBODY else g.matter_amount[m] + e.auction_raise
    limit = min(limit, free_cash(g, e, player))
    if least > limit:
        blank(a, WITHDRAW, player)
        return
    blank(a, BID, player)
    if g.matter_set[m] == 1 << player:  # all others have withdrawn
        a.amount = least
        return
    usual = min(limit, e.price[e.deed_at[lot]]) if lot < SQUARES else limit
    a.amount = limit if building else min(limit, max(least, usual // 2, g.matter_amount[m] + usual // 4))


@part
def place_building(g: State, e: Edition, a: Action, player: int) -> None:
    """Put the building of a shortage onto the lot where it earns most; left alone and too poor, pass."""
    m = g.matters - 1
    kind = g.matter_other[m]
    paid = g.matter_amount[m] > 0
    cash = free_cash(g, e, player)
    chosen = NOBODY
    most = -1
    for d in range(DEEDS):
        if g.owner[d] == player and can_stand(g, e, player, e.square_of[d]) == ids.LAWFUL:
            rents = e.square_of[d] * 6 + g.level[d]
            gain = e.rent[rents + 1] - e.rent[rents]
            if lot_kind(g, d) == kind and gain > most and (paid or e.house_cost[d] <= cash):
                most = gain
                chosen = d
    if chosen == NOBODY:
        blank(a, PASS_BUILDING, player)
    else:
        act_on_deed(e, a, PLACE_BUILDING, player, chosen)


@part
def rent_likely(g: State, e: Edition, deed: int, player: int, held: int) -> int:
    """What landing on the deed would about cost the player; `held` is how many of its group the owner has."""
    owner = g.owner[deed]
    if owner == player or owner == BANK or has(g.mortgaged, deed) or (e.rent_in_jail == 0 and g.jail[owner] > 0):
        return 0
    if e.kind[deed] == STREET:
        rent = e.rent[e.square_of[deed] * 6 + g.level[deed]]
        return 2 * rent if g.level[deed] == 0 and held == e.group_size[e.group[deed]] else rent
    if e.kind[deed] == RAILROAD:
        return e.railroad_rent[max(0, held - 1)]
    return 7 * e.utility_factor[max(0, held - 1)]
