"""Buying an unowned property at its printed price, or letting it go to auction."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import open_auction, tell, transfer
from passgo.rules.deeds import free_cash
from passgo.rules.state import Edition, Log, State
from passgo.rules.turns import not_now, playing


@rule("buy.option", "buy.raise-first")
def can_buy(g: State, e: Edition, player: int) -> int:
    """The printed price is paid in cash, which may be raised first."""
    refusal = not_now(g, player, codes.PHASE_BUY, ids.BUY_OPTION)
    if refusal != ids.LAWFUL:
        return refusal
    price = e.price[e.deed_at[g.square[player]]]
    return ids.LAWFUL if free_cash(g, e, player) >= price else ids.BUY_RAISE_FIRST


@rule("buy.option")
def buy(g: State, e: Edition, log: Log, player: int) -> None:
    """Pay the Bank and take the deed."""
    square = g.square[player]
    deed = e.deed_at[square]
    g.owner[deed] = player
    tell(log, codes.DEED_BOUGHT, ids.BUY_OPTION, player=player, square=square, amount=e.price[deed])
    transfer(g, log, player, codes.BANK, e.price[deed], ids.BUY_OPTION)
    g.phase = codes.PHASE_SQUARE_DONE


@rule("buy.option")
def can_decline(g: State, player: int) -> int:
    """Nobody must buy."""
    return not_now(g, player, codes.PHASE_BUY, ids.BUY_OPTION)


@rule("auction.declined", "auction.anyone", "table.no-house-rules")
def decline(g: State, e: Edition, log: Log, player: int) -> None:
    """The Bank auctions it at once, to whoever bids most, the decliner included; a house rule skips that."""
    square = g.square[player]
    g.phase = codes.PHASE_SQUARE_DONE
    tell(log, codes.BUY_DECLINED, ids.BUY_OPTION, player=player, square=square)
    if e.auction_declined == 1:
        open_auction(g, log, player, square, playing(g), ids.AUCTION_DECLINED)
