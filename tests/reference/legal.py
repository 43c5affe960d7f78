"""The list of what a player, chance or the clock may do now."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from tests.reference.auctions import against_call, lowest_bid
from tests.reference.building import could_build
from tests.reference.contract import BANK, CHANCE, CLOCK, HOTEL, OF_CHANCE, Act, Action, MatterKind, Phase, plain_action
from tests.reference.deals import against_addressing
from tests.reference.moving import throws_speed_die
from tests.reference.speed_die import bus_steps
from tests.reference.table import Deed, Table

if TYPE_CHECKING:
    from tests.reference.reference import Reference

IN_TURN = {
    Phase.BEFORE_THROW: (Act.THROW, Act.PAY_FINE),
    Phase.BUY: (Act.BUY, Act.DECLINE),
    Phase.CHOOSE_TAX: (Act.PAY_FLAT_TAX, Act.PAY_WORTH_TAX),
    Phase.FINE_OR_CHANCE: (Act.PAY_CARD_FINE, Act.TAKE_CHANCE),
    Phase.END_TURN: (Act.END_TURN,),
}
ON_A_MATTER = {
    MatterKind.DEBT: (Act.GO_BANKRUPT,),
    MatterKind.AUCTION: (Act.WITHDRAW,),
    MatterKind.KEEP_OR_LIFT: (),
    MatterKind.SHORTAGE: (Act.WANT_BUILDING, Act.PASS_BUILDING),
    MatterKind.ESTATE: (),
}
WITH_A_MORTGAGE, TO_LIFT, WITH_A_DEED = [Act.LIFT_MORTGAGE, Act.KEEP_MORTGAGE], [Act.LIFT_MORTGAGE], [Act.MORTGAGE]
WITH_A_GROUP = [Act.MORTGAGE, Act.BUILD]
WITH_HOUSES = [Act.MORTGAGE, Act.BUILD, Act.SELL_BUILDING]
WITH_A_HOTEL = [Act.MORTGAGE, Act.BUILD, Act.SELL_BUILDING, Act.SELL_HOTELS]


def legal(game: "Reference", player: int) -> list[Action]:
    table = game.table
    if table.phase == Phase.GAME_OVER or (player < BANK and not table.is_in(player)):
        return []
    if player == CHANCE:
        return of_chance(table)
    if player == CLOCK:
        tried: Iterator[Action] = iter([plain_action(Act.STRIKE_HOUR, CLOCK)])
    else:
        tried = of_player(table, player)
    listed = [action for action in tried if game.is_lawful(action)]
    if player < BANK:
        listed += composed_ones(table, player)
    return listed


def of_chance(table: Table) -> list[Action]:
    """Every outcome, all equally likely."""
    if table.matters or table.phase not in OF_CHANCE:
        return []
    if table.phase == Phase.DRAW:
        cards = table.decks[table.deck].possible()
        return [plain_action(Act.CARD, CHANCE, card=card) for card in cards]
    if table.phase == Phase.DEAL_DEEDS:
        unsold = table.deeds_of(BANK)
        return [plain_action(Act.DEED, CHANCE, square=deed.where) for deed in unsold]
    return throws(throws_speed_die(table))


@cache
def throws(speed_die: bool) -> list[Action]:
    """Two dice, and the six faces of the third if it is thrown."""
    six, thirds = range(1, 7), range(1, 7) if speed_die else [0]
    return [
        Action(kind=Act.DICE, player=CHANCE, die_1=one, die_2=two, die_3=third)
        for one in six
        for two in six
        for third in thirds
    ]


def of_player(table: Table, player: int) -> Iterator[Action]:
    """All that could be finite and lawful; the rules decide which is."""
    if table.top:
        plain: tuple[Act, ...] = ON_A_MATTER[table.top.kind]
    else:
        plain = IN_TURN.get(table.phase, ()) if player == table.on_turn else ()
    for kind in (*plain, Act.RESIGN):
        yield plain_action(kind, player)
    if table.mover.jail:
        yield from (plain_action(Act.USE_CARD, player, card=deck) for deck in (0, 1))
    if table.phase == Phase.CHOOSE_BUS:
        yield from (plain_action(Act.CHOOSE_STEPS, player, amount=steps) for steps in bus_steps(table))
    if table.phase == Phase.CHOOSE_SQUARE:
        yield from (plain_action(Act.CHOOSE_SQUARE, player, square=square) for square in range(40))
    if table.in_shortage():
        for deed in table.deeds_of(player):
            yield plain_action(Act.PLACE_BUILDING, player, square=deed.where)
    mine = [(claim.lander, claim.square) for claim in table.claims if claim.owner == player]
    for lander, square in dict.fromkeys(mine):
        yield plain_action(Act.CLAIM_RENT, player, other=lander, square=square)
    if table.against_business():
        return
    for deed in table.deeds_of(player):
        for kind in on_a_deed(table, deed):
            yield plain_action(kind, player, square=deed.where)
    if player in table.offers:
        yield plain_action(Act.WITHDRAW_OFFER, player)
    for other in table.offers:
        yield plain_action(Act.ACCEPT, player, other=other)
        yield plain_action(Act.REFUSE, player, other=other)


def on_a_deed(table: Table, deed: Deed) -> list[Act]:
    """What an owner could think of doing with a deed."""
    if deed.mortgaged:
        return WITH_A_MORTGAGE if table.matters else TO_LIFT
    if deed.level:
        return WITH_A_HOTEL if deed.level == HOTEL else WITH_HOUSES
    return WITH_A_GROUP if could_build(table, deed.owner, deed) else WITH_A_DEED


def composed_ones(table: Table, player: int) -> Iterator[Action]:
    """BID with its lowest and highest; OFFER, COUNTER and OFFER_SETTLEMENT with nothing in them."""
    auction = table.top
    if auction and not any(against_call(table, Action(player=player))):
        lowest, highest = lowest_bid(table, auction), table.free_cash(player)
        if lowest <= highest:
            yield Action(kind=Act.BID, player=player, amount=lowest, most=highest)
    if table.against_business() or table.hour_struck:
        return
    for other in table.still_in():
        for kind in (Act.OFFER, Act.COUNTER, Act.OFFER_SETTLEMENT):
            if kind == Act.COUNTER and other not in table.offers:
                continue
            if kind == Act.OFFER_SETTLEMENT and not table.debt_of(player):
                continue
            action = plain_action(kind, player, other=other)
            if not any(against_addressing(table, action)):
                yield action
