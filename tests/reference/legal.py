"""The list of what a player, chance or the clock may do now."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.reference.auctions import lowest_bid, may_call
from tests.reference.contract import BANK, BLANK_ACTION, CHANCE, CLOCK, MatterKind, Phase
from tests.reference.deals import may_answer
from tests.reference.moving import throws_speed_die
from tests.reference.table import Action, Table

if TYPE_CHECKING:
    from tests.reference.reference import Reference

PLAIN = (
    "THROW", "PAY_FINE", "BUY", "DECLINE", "WITHDRAW", "PAY_FLAT_TAX", "PAY_WORTH_TAX", "PAY_CARD_FINE",
    "TAKE_CHANCE", "WITHDRAW_OFFER", "WANT_BUILDING", "PASS_BUILDING", "GO_BANKRUPT", "RESIGN", "END_TURN",
)  # fmt: skip
BY_DEED = ("BUILD", "SELL_BUILDING", "SELL_HOTELS", "MORTGAGE", "LIFT_MORTGAGE", "KEEP_MORTGAGE", "PLACE_BUILDING")


def legal(game: "Reference", player: int) -> list[Action]:
    table = game.table
    if table.phase == Phase.GAME_OVER or (player < BANK and not table.is_in(player)):
        return []
    if player == CHANCE:
        tried = of_chance(table)
    elif player == CLOCK:
        tried = iter([{"kind": "STRIKE_HOUR"}])
    else:
        tried = of_player(table, player)
    actions = ({**BLANK_ACTION, "player": player, **action} for action in tried)
    listed = [a for a in actions if game.judge(a) is None]
    if player < BANK:
        listed += [{**BLANK_ACTION, "player": player, **action} for action in composed_ones(table, player)]
    return listed


def of_chance(table: Table) -> Iterator[Action]:
    """Every outcome, all equally likely."""
    if table.phase == Phase.DRAW:
        yield from ({"kind": "CARD", "card": card} for card in range(16))
    elif table.phase == Phase.DEAL_DEEDS:
        yield from ({"kind": "DEED", "square": square} for square in table.deed_at)
    else:
        thirds = range(1, 7) if throws_speed_die(table) else [0]
        for one in range(1, 7):
            for two in range(1, 7):
                yield from ({"kind": "DICE", "dice": (one, two, third)} for third in thirds)


def of_player(table: Table, player: int) -> Iterator[Action]:
    """All that could be finite and lawful; the rules decide which is."""
    yield from ({"kind": kind} for kind in PLAIN)
    yield from ({"kind": "USE_CARD", "card": deck} for deck in (0, 1))
    by_deed = BY_DEED if table.any_time(player) is None else ("PLACE_BUILDING",)
    for deed in table.deeds_of(player):
        yield from ({"kind": kind, "square": deed.where} for kind in by_deed)
    if table.phase == Phase.CHOOSE_BUS:
        yield from ({"kind": "CHOOSE_STEPS", "amount": steps} for steps in range(1, 13))
    if table.phase == Phase.CHOOSE_SQUARE:
        yield from ({"kind": "CHOOSE_SQUARE", "square": square} for square in range(40))
    mine = [(c.lander, c.square) for c in table.claims if c.owner == player]
    for lander, square in dict.fromkeys(mine):
        yield {"kind": "CLAIM_RENT", "other": lander, "square": square}
    for other in sorted(table.offers):
        yield {"kind": "ACCEPT", "other": other}
        yield {"kind": "REFUSE", "other": other}


def composed_ones(table: Table, player: int) -> Iterator[Action]:
    """BID with its lowest and highest; OFFER, COUNTER and OFFER_SETTLEMENT with nothing in them."""
    auction = table.top
    if auction and may_call(table, {"player": player}) is None:
        lowest, highest = lowest_bid(table, auction), table.free_cash(player)
        if lowest <= highest:
            yield {"kind": "BID", "amount": lowest, "most": highest}
    if table.any_time(player) or table.hour_struck:
        return
    for other in table.still_in():
        if other != player:
            yield {"kind": "OFFER", "other": other}
            if may_answer(table, {"player": player, "other": other}) is None:
                yield {"kind": "COUNTER", "other": other}
    debt = table.top
    if table.option("deal_settlement") and debt and debt.kind == MatterKind.DEBT:
        if debt.player == player and debt.other < BANK:
            yield {"kind": "OFFER_SETTLEMENT", "other": debt.other}
