"""The player of the benchmark: simple, deterministic, and always lawful.

It repeats habits of `cautious` on purpose: bots may improve, but this player must not change, or the measurements of
different days would be of different games.

- It throws (in Jail too) and ends its turn. It never deals and never resigns.
- Before a throw it builds on the first lot in board order that can take a building, while `RESERVE` dollars remain;
  then it lifts mortgages, while `PLENTY` dollars remain.
- It buys the deed on which it lands if `RESERVE` dollars remain; otherwise it declines.
- In an auction it raises by a fifth of its limit, and withdraws if the bid would exceed the limit or leave less than
  `RESERVE` dollars. The limit is the printed price of a deed, `HOUSE_BID` for a building, and nothing for a card.
- It keeps the mortgages of deeds that it receives, and wants no building in a shortage.
- In debt it mortgages deeds in board order; then it sells buildings; then it goes bankrupt.
- It pays the flat tax and the fine of a card, takes the Bus as far as it goes, and moves one square after a triple.
"""

from passgo.machine.decorators import entry, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.deeds import held_by, interest, lots_above, mortgage_value
from passgo.rules.sets import has, lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

RESERVE = 100
PLENTY = 500
HOUSE_BID = 100


@part
def lot_to_build(g: State, e: Edition, player: int, spend: int) -> int:
    """The first lot in board order that can take a building for at most `spend` dollars; or NOBODY."""
    deeds = held_by(g, player) & ~g.mortgaged
    for group in range(codes.GROUPS):
        members = e.group_set[group]
        if members & ~deeds == 0 and members != 0 and e.kind[lowest(members)] == codes.STREET:
            fewest = codes.HOTEL
            lot = codes.NOBODY
            for d in range(lowest(members), codes.DEEDS):
                if has(members, d) and g.level[d] < fewest:
                    fewest = g.level[d]
                    lot = d
            stock = g.hotels if fewest == codes.HOTEL - 1 else g.houses
            if lot != codes.NOBODY and stock > 0 and e.house_cost[lot] <= spend:
                return lot
    return codes.NOBODY


@part
def deed_to_lift(g: State, e: Edition, player: int, spend: int) -> int:
    """The first mortgaged deed of the player, if lifting costs at most `spend` dollars; or NOBODY."""
    deeds = held_by(g, player) & g.mortgaged
    if deeds == 0:
        return codes.NOBODY
    deed = lowest(deeds)
    return deed if mortgage_value(e, deed) + interest(e, deed) <= spend else codes.NOBODY


@part
def before_throw(g: State, e: Edition, a: Action, player: int) -> None:
    """Build, lift a mortgage, or throw."""
    cash = g.cash[player]
    lot = lot_to_build(g, e, player, cash - RESERVE) if cash > RESERVE and g.hour_struck == 0 else codes.NOBODY
    if lot != codes.NOBODY:
        blank(a, codes.BUILD, player)
        a.square = e.square_of[lot]
        return
    deed = deed_to_lift(g, e, player, cash - PLENTY) if g.mortgaged != 0 and cash > PLENTY else codes.NOBODY
    if deed != codes.NOBODY:
        blank(a, codes.LIFT_MORTGAGE, player)
        a.square = e.square_of[deed]
        return
    blank(a, codes.THROW, player)


@part
def in_auction(g: State, e: Edition, a: Action, player: int) -> None:
    """Raise by a fifth of the limit, or withdraw."""
    m = g.matters - 1
    lot = g.matter_square[m]
    limit = HOUSE_BID if lot >= codes.LOT_HOUSE else 0
    if lot < codes.SQUARES:
        limit = e.price[e.deed_at[lot]]
    opening = e.build_shortage_auction if lot >= codes.LOT_HOUSE else e.auction_opening
    least = opening if g.matter_other[m] == codes.NOBODY else g.matter_amount[m] + e.auction_raise
    bid = max(least, g.matter_amount[m] + limit // 5)
    if bid <= min(limit, g.cash[player] - RESERVE):
        blank(a, codes.BID, player)
        a.amount = bid
    else:
        blank(a, codes.WITHDRAW, player)


@part
def in_debt(g: State, e: Edition, a: Action, player: int) -> None:
    """Mortgage a deed without buildings in its group; then sell the highest building; then go bankrupt."""
    built = codes.NOBODY
    for d in range(codes.DEEDS):
        if g.owner[d] == player:
            if lots_above(g, e, e.group[d], 0) == 0 and not has(g.mortgaged, d):
                blank(a, codes.MORTGAGE, player)
                a.square = e.square_of[d]
                return
            if built == codes.NOBODY and g.level[d] > 0 and lots_above(g, e, e.group[d], g.level[d]) == 0:
                built = d
    if built != codes.NOBODY:
        blank(a, codes.SELL_BUILDING, player)
        a.square = e.square_of[built]
    else:
        blank(a, codes.GO_BANKRUPT, player)


@part
def in_shortage(g: State, e: Edition, a: Action, player: int) -> None:
    """Want no building; place a building that was won on the first lot that can take it."""
    m = g.matters - 1
    if g.matter_stage[m] == codes.STAGE_PLACING:
        blank(a, codes.PLACE_BUILDING, player)
        a.square = e.square_of[lot_to_build(g, e, player, g.cash[player])]
    else:
        blank(a, codes.PASS_BUILDING, player)


@part
def in_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer the matter on top."""
    kind = g.matter_kind[g.matters - 1]
    if kind == codes.MATTER_AUCTION:
        in_auction(g, e, a, player)
    elif kind == codes.MATTER_DEBT:
        in_debt(g, e, a, player)
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        blank(a, codes.KEEP_MORTGAGE, player)
        a.square = e.square_of[lowest(g.matter_set[g.matters - 1])]
    else:
        in_shortage(g, e, a, player)


@part
def in_turn(g: State, e: Edition, a: Action, player: int) -> None:
    """Write what the player on turn does in each phase."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        before_throw(g, e, a, player)
    elif phase == codes.PHASE_BUY:
        price = e.price[e.deed_at[g.square[player]]]
        blank(a, codes.BUY if g.cash[player] - price >= RESERVE else codes.DECLINE, player)
    elif phase == codes.PHASE_CHOOSE_TAX:
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


@entry
def choose(games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int) -> None:
    """Write the action of the player, who is next to decide, to action j."""
    g = games[i]
    if g.matters > 0:
        in_matter(g, editions[e], actions[j], player)
    else:
        in_turn(g, editions[e], actions[j], player)
