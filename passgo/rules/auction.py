"""Auctions: open outcry for deeds, for jail cards of an estate, and for buildings in short supply."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import close_matter, open_matter, return_card, tell, transfer
from passgo.rules.deeds import free_cash, jail_free
from passgo.rules.sets import has
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import next_to_left, top_matter


@rule("auction.anyone", "auction.open-outcry", "auction.reserve")
def can_call(g: State, player: int) -> int:
    """Anyone still in may raise or withdraw at any time, except the highest bidder. Who withdrew stays out."""
    if top_matter(g) != codes.MATTER_AUCTION:
        return ids.AUCTION_DECLINED if g.matters == 0 else ids.TABLE_ONE_MATTER
    m = g.matters - 1
    if not has(g.matter_set[m], player):
        return ids.BUILD_SHORTAGE_AUCTION if g.matter_square[m] >= codes.LOT_HOUSE else ids.AUCTION_OPEN_OUTCRY
    return ids.AUCTION_RESERVE if g.matter_other[m] == player else ids.LAWFUL


@rule("auction.opening", "auction.raise", "build.shortage-auction")
def lowest_bid(g: State, e: Edition) -> int:
    """The opening price, or the highest bid and the smallest raise."""
    m = g.matters - 1
    if g.matter_other[m] != codes.NOBODY:
        return g.matter_amount[m] + e.auction_raise
    return e.build_shortage_auction if g.matter_square[m] >= codes.LOT_HOUSE else e.auction_opening


@rule("auction.opening", "auction.raise", "auction.cash", "build.shortage-auction")
def can_bid(g: State, e: Edition, a: Action) -> int:
    """At least the lowest bid, at most one's cash at that moment."""
    refusal = can_call(g, a.player)
    if refusal != ids.LAWFUL:
        return refusal
    m = g.matters - 1
    if a.amount < lowest_bid(g, e):
        if g.matter_other[m] != codes.NOBODY:
            return ids.AUCTION_RAISE
        return ids.BUILD_SHORTAGE_AUCTION if g.matter_square[m] >= codes.LOT_HOUSE else ids.AUCTION_OPENING
    return ids.LAWFUL if a.amount <= free_cash(g, e, a.player) else ids.AUCTION_CASH


@rule("auction.open-outcry")
def bid(g: State, log: Log, a: Action) -> None:
    """Call a higher price."""
    m = g.matters - 1
    g.matter_other[m] = a.player
    g.matter_amount[m] = a.amount
    g.matter_last[m] = a.player
    tell(log, codes.BID_MADE, ids.AUCTION_OPEN_OUTCRY, player=a.player, square=g.matter_square[m], amount=a.amount)


@rule("auction.open-outcry")
def withdraw(g: State, log: Log, player: int) -> None:
    """Stay out of this auction."""
    m = g.matters - 1
    g.matter_set[m] &= ~(1 << player)
    g.matter_last[m] = player
    tell(log, codes.WITHDREW, ids.AUCTION_OPEN_OUTCRY, player=player, square=g.matter_square[m])


@rule("auction.open-outcry", "auction.no-bid")
def knock_down(g: State, e: Edition, log: Log) -> bool:
    """It ends when all but the highest bidder have withdrawn, or all have with no bid. Did it end?"""
    m = g.matters - 1
    winner = g.matter_other[m]
    lot = g.matter_square[m]
    if winner == codes.NOBODY and g.matter_set[m] == 0:
        cause = g.matter_player[m]
        close_matter(g, m)
        leave_unsold(g, e, log, lot, cause)
        return True
    if winner != codes.NOBODY and g.matter_set[m] == 1 << winner:
        amount = g.matter_amount[m]
        close_matter(g, m)
        sell_lot(g, e, log, lot, winner, amount)
        return True
    return False


@rule("auction.no-bid", "bankrupt.cards", "bankrupt.to-bank")
def leave_unsold(g: State, e: Edition, log: Log, lot: int, cause: int) -> None:
    """Nobody pays, the Bank keeps it, a deed as unowned as at the start; a jail card goes to the bottom of its deck."""
    tell(log, codes.AUCTION_UNSOLD, ids.AUCTION_NO_BID, player=codes.BANK, square=lot)
    if lot < codes.SQUARES:
        g.mortgaged &= ~(1 << e.deed_at[lot])  # nobody is left who owes the Bank the mortgage
    if lot == codes.LOT_CHANCE_CARD or lot == codes.LOT_CHEST_CARD:
        deck = lot - codes.LOT_CHANCE_CARD
        return_card(g, log, deck, jail_free(e, deck), cause, ids.BANKRUPT_CARDS)


@rule("auction.cash", "bankrupt.mortgages-cancelled", "build.shortage-auction")
def sell_lot(g: State, e: Edition, log: Log, lot: int, winner: int, amount: int) -> None:
    """The winner pays in cash and takes the lot; a building is paid when it is placed."""
    tell(log, codes.AUCTION_WON, ids.AUCTION_CASH, player=winner, square=lot, amount=amount)
    if lot >= codes.LOT_HOUSE:
        shortage = g.matters - 1
        g.matter_stage[shortage] = codes.STAGE_PLACING
        g.matter_last[shortage] = winner
        g.matter_amount[shortage] = amount
        return
    transfer(g, log, winner, codes.BANK, amount, ids.AUCTION_CASH)
    if lot >= codes.SQUARES:
        g.jail_card[lot - codes.LOT_CHANCE_CARD] = winner
        return
    deed = e.deed_at[lot]
    g.owner[deed] = winner
    if has(g.mortgaged, deed):
        m = open_matter(g, codes.MATTER_KEEP_OR_LIFT, winner, codes.NOBODY, 0, 0, 1 << deed)
        g.matter_rule[m] = ids.MORTGAGE_TRANSFER


@rule("auction.order")
def next_caller(g: State) -> int:
    """For players who answer one by one: on from whoever called last, beginning left of the one who caused it."""
    m = g.matters - 1
    highest = g.matter_other[m]
    callers = g.matter_set[m] & ~(1 << highest) if highest != codes.NOBODY else g.matter_set[m]
    return next_to_left(g, callers, g.matter_last[m])
