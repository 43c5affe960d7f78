"""Section 3, second half: the Bank auctions a lot by open outcry."""

from tests.reference.contract import BANK, LOT_CHANCE_CARD, LOT_HOUSE, NOBODY, Action, MatterKind, Stage
from tests.reference.mortgages import ask_keep_or_lift
from tests.reference.table import Matter, Objections, Table


def open_auction(table: Table, caused_by: int, lot: int, rule: str, bidders: set[int] | None = None) -> None:
    """auction.anyone: every player still in may bid; for a building, those who want it."""
    members = set(table.still_in()) if bidders is None else set(bidders)
    auction = Matter(MatterKind.AUCTION, caused_by, other=NOBODY, square=lot, members=members, last=caused_by)
    table.matters.append(auction)
    table.tell("AUCTION_OPENED", rule, player=caused_by, square=lot)


def lowest_opening(table: Table, auction: Matter) -> int:
    """auction.opening, build.shortage-auction."""
    return table.option("build_shortage_auction" if auction.square >= LOT_HOUSE else "auction_opening")


def lowest_bid(table: Table, auction: Matter) -> int:
    """The lowest opening bid, or a raise (auction.raise)."""
    if auction.other != NOBODY:
        return auction.amount + table.option("auction_raise")
    return lowest_opening(table, auction)


def against_call(table: Table, action: Action) -> Objections:
    """Who may bid or withdraw: any bidder still in but the highest."""
    auction = table.top
    if auction is None or auction.kind != MatterKind.AUCTION:
        yield "table.one-matter" if auction else "auction.declined"
        return
    if action.player not in auction.members:
        yield "build.shortage-auction" if auction.square >= LOT_HOUSE else "auction.open-outcry"
    if action.player == auction.other:
        yield "auction.reserve"


def against_bid(table: Table, action: Action) -> Objections:
    yield from against_call(table, action)
    auction = table.top
    if auction is None or auction.kind != MatterKind.AUCTION:
        return
    if action.amount < lowest_opening(table, auction):
        yield "build.shortage-auction" if auction.square >= LOT_HOUSE else "auction.opening"
    if auction.other != NOBODY and action.amount < lowest_bid(table, auction):
        yield "auction.raise"
    if action.amount > table.free_cash(action.player):
        yield "auction.cash"
        if action.amount <= table.cash[action.player]:
            yield "auction.reserve"


def bid(table: Table, action: Action) -> None:
    auction = table.top
    assert auction is not None
    auction.other, auction.amount, auction.last = action.player, action.amount, action.player
    table.tell("BID_MADE", "auction.open-outcry", player=action.player, square=auction.square, amount=action.amount)


def withdraw(table: Table, action: Action) -> None:
    """auction.open-outcry: who withdrew stays out."""
    auction = table.top
    assert auction is not None
    auction.members.remove(action.player)
    auction.last = action.player
    table.tell("WITHDREW", "auction.open-outcry", player=action.player, square=auction.square)


def end_if_decided(table: Table, auction: Matter) -> bool:
    """auction.open-outcry: it ends when only the highest bidder is left, or nobody."""
    if auction.other == NOBODY:
        if auction.members:
            return False
        table.matters.remove(auction)
        unsold(table, auction)
        return True
    if auction.members != {auction.other}:
        return False
    table.matters.remove(auction)
    sold(table, auction)
    return True


def unsold(table: Table, auction: Matter) -> None:
    """auction.no-bid: the Bank keeps it."""
    lot = auction.square
    table.tell("AUCTION_UNSOLD", "auction.no-bid", player=BANK, square=lot)
    if lot < LOT_CHANCE_CARD:
        table.deed_at[lot].mortgaged = False  # unowned again, free of mortgage
    elif lot < LOT_HOUSE:  # bankrupt.cards: to the bottom of their deck
        deck = table.decks[lot - LOT_CHANCE_CARD]
        table.return_card(deck, deck.jail_free, auction.player, "bankrupt.cards")
    else:  # a shortage auction without a bid ends the shortage
        table.matters.pop()


def sold(table: Table, auction: Matter) -> None:
    """auction.cash: the winner pays the Bank in cash; a building is paid for when it is placed."""
    lot, winner, price = auction.square, auction.other, auction.amount
    table.tell("AUCTION_WON", "auction.cash", player=winner, square=lot, amount=price)
    if lot >= LOT_HOUSE:
        shortage = table.top
        assert shortage is not None
        shortage.stage, shortage.last, shortage.amount = Stage.PLACING, winner, price
        return
    table.pay(winner, BANK, price, "auction.cash")
    if lot >= LOT_CHANCE_CARD:
        table.decks[lot - LOT_CHANCE_CARD].holder = winner
        return
    deed = table.deed_at[lot]
    deed.owner = winner
    if deed.mortgaged:  # where mortgages are not cancelled, mortgage.transfer applies
        ask_keep_or_lift(table, winner, {deed.number}, "mortgage.transfer")
