"""What `trader` pays to the Bank for deeds and buildings: purchases, and bids in auctions."""

from passgo.bots import habits
from passgo.bots.holdings import from_single_deeds, single_deed
from passgo.bots.policy import Notes
from passgo.bots.trader.mistakes import A_LOT, misjudge
from passgo.bots.trader.parameters import (
    BUYING_RESERVE,
    CARD_WORTH,
    COMPLETE,
    EAGER,
    MINE_AFTER,
    MOST_BID,
    NEEDED,
    PLAYERS_LEFT,
    POOR,
    RIVALRY,
    SHORT_BID,
    STRENGTH,
)
from passgo.bots.trader.powers import know_holdings, known_cash, note_side, power_after, power_of
from passgo.bots.trader.values import held_of
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.deeds import lots_below
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Edition, State

HALVINGS = 7
"""Steps of the search for the highest price that is worth paying."""


@part
def lacks_only(e: Edition, notes: Notes, player: int, deed: int) -> bool:
    """Does the player lack only this deed of a street group?"""
    group = e.group[deed]
    return e.kind[deed] == codes.STREET and held_of(e, notes, player, group) == e.group_size[group] - 1


@apart
def harm_by_rivals(g: State, e: Edition, player: int, notes: Notes, deed: int) -> int:
    """What it would cost me if the others who lack only this deed had it, each by the houses they could pay for."""
    group, harm = e.group[deed], 0
    need, poor = int(notes[NEEDED + group]), int(notes[POOR])
    for q in range(g.players):
        if q != player and g.out[q] == 0 and lacks_only(e, notes, q, deed):
            cash = max(0, min(need, known_cash(g, e, notes, player, q)))
            share = poor + (100 - poor) * cash // max(1, need)
            harm += int(notes[STRENGTH + group]) * share // 100
    return harm * int(notes[RIVALRY]) // (100 * max(1, int(notes[PLAYERS_LEFT]) - 1))


@apart
def worth_paying(g: State, e: Edition, player: int, notes: Notes, deed: int, cash: int) -> int:
    """The highest price at which the deed leaves the player no weaker, with this much cash to pay and to build with."""
    know_holdings(g, e, notes)
    note_side(g, e, notes, player, 1 << deed, 0, MINE_AFTER)
    least = power_of(notes, player, cash) - harm_by_rivals(g, e, player, notes, deed)
    low, high = 0, cash
    for _ in range(HALVINGS):  # what is paid cannot be built with, and the last dollars are the dearest
        middle = (low + high) // 2
        if power_after(notes, MINE_AFTER, cash - middle) >= least:
            low = middle
        else:
            high = middle
    return low


@part
def choose_to_buy(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Buy a deed that is worth its price if a little cash remains; for one that completes a group, raise money."""
    deed = e.deed_at[g.square[player]]
    cash, price = g.cash[player], e.price[deed]
    single = from_single_deeds(g, e, player) if cash < price else 0
    value = misjudge(g, notes, deed, worth_paying(g, e, player, notes, deed, max(cash, min(price, cash + single))))
    dear = lacks_only(e, notes, player, deed) or harm_by_rivals(g, e, player, notes, deed) > 0
    kept = 0 if dear else int(notes[BUYING_RESERVE])
    if (dear or 100 * value >= price * int(notes[EAGER])) and cash >= price + kept:
        blank(a, codes.BUY, player)
        return
    if dear and cash + single >= price:
        pledge = single_deed(g, e, player)
        if pledge != codes.NOBODY:
            habits.act_on_deed(e, a, codes.MORTGAGE, player, pledge)
            return
    blank(a, codes.DECLINE, player)


@apart
def dearest_lot(g: State, e: Edition, notes: Notes) -> int:
    """The highest price of a building among my complete groups that can still take one."""
    dearest = 0
    groups = int(notes[COMPLETE])
    while groups != 0:
        group = lowest(groups)
        groups = without_lowest(groups)
        if lots_below(g, e, group, codes.HOTEL) != 0 and g.mortgaged & e.group_set[group] == 0:
            dearest = max(dearest, e.house_cost[lowest(e.group_set[group])])
    return dearest


@apart
def most_for_building(g: State, e: Edition, player: int, notes: Notes) -> int:
    """The highest bid for a building in short supply."""
    limit = misjudge(g, notes, A_LOT, dearest_lot(g, e, notes) * int(notes[SHORT_BID]) // 100)
    return min(limit, g.cash[player] - int(notes[BUYING_RESERVE]))


@part
def wants_building(g: State, e: Edition, player: int, notes: Notes) -> bool:
    """Would I bid as much for a building in short supply as it costs whoever asked for it?

    Who wants one and bids less turns a sale at the printed price into a cheap one.
    """
    printed = e.house_cost[e.deed_at[g.matter_square[g.matters - 1]]]
    return most_for_building(g, e, player, notes) >= printed


@part
def bid(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Bid up to what the lot is worth, and keep a little cash."""
    lot = g.matter_square[g.matters - 1]
    cash = g.cash[player] - int(notes[BUYING_RESERVE])
    if lot < codes.SQUARES:
        deed = e.deed_at[lot]
        limit = worth_paying(g, e, player, notes, deed, cash)
        # A bot that bids all its cash for a deed that completes no group of its own is easily tricked.
        if not lacks_only(e, notes, player, deed):
            most = e.price[deed] * int(notes[MOST_BID]) // 100
            limit = min(limit, most if harm_by_rivals(g, e, player, notes, deed) == 0 else 2 * most)
        limit = misjudge(g, notes, deed, limit)
    elif lot >= codes.LOT_HOUSE:
        limit = most_for_building(g, e, player, notes)
    else:
        limit = int(notes[CARD_WORTH])
    habits.bid_up_to(g, e, a, player, min(limit, cash))
