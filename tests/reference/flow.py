"""What happens by itself, until a player or chance must act."""

from tests.reference import (
    auctions,
    bankruptcy,
    cards,
    debts,
    jail,
    moving,
    rent,
    setup,
    short_game,
    shortage,
    speed_die,
    taxes,
)
from tests.reference.contract import CHANCE, NOBODY, OF_CHANCE, OF_PLAYERS, MatterKind, Phase, Stage
from tests.reference.deals import sweep
from tests.reference.meanwhile import may_take_effect, take_effect
from tests.reference.mortgages import asked_about
from tests.reference.table import Matter, Table


def settle(table: Table, after_chance: bool = False) -> None:
    """table.one-matter: the top matter first, all matters and what was said meanwhile before the turn goes on."""
    while table.phase != Phase.GAME_OVER:
        if table.top:
            if not settle_matter(table, table.top):
                break
        elif may_take_effect(table, after_chance) and take_effect(table):
            continue
        elif short_game.at_an_end(table):
            short_game.count_up(table)
        elif table.phase == Phase.DEAL_DEEDS:
            setup.next_to_be_dealt(table)
            if table.phase == Phase.DEAL_DEEDS:
                break
        elif table.phase in OF_CHANCE or table.phase in OF_PLAYERS:
            break
        else:
            automatic(table)
    sweep(table)


def settle_matter(table: Table, matter: Matter) -> bool:
    """Let a matter go as far as it can by itself; False when somebody must answer."""
    if matter.kind == MatterKind.DEBT:
        if debts.pay_if_covered(table, matter):
            return True
        if not debts.is_given_up(table, matter):
            return False
        table.matters.remove(matter)
        bankruptcy.leave(table, matter.player, matter.other)
        return True
    if matter.kind == MatterKind.AUCTION:
        return auctions.end_if_decided(table, matter)
    if matter.kind == MatterKind.KEEP_OR_LIFT:
        if matter.members:
            return False
        table.matters.remove(matter)
        return True
    if matter.kind == MatterKind.SHORTAGE:
        return shortage.all_answered(table, matter)
    bankruptcy.auction_estate(table, matter)
    return True


def automatic(table: Table) -> None:
    """One automatic phase of the turn."""
    phase = table.phase
    if phase == Phase.BEGIN_TURN:
        moving.begin_turn(table)
    elif phase == Phase.PAID_FINE:
        jail.paid_fine(table)
    elif phase == Phase.MOVE:
        moving.move(table)
    elif phase == Phase.TO_JAIL:
        jail.to_jail(table)
    elif phase == Phase.LAND:
        moving.land(table)
    elif phase == Phase.RENT:
        rent.ask_rent(table)
    elif phase == Phase.CHARGE_RENT:
        rent.charge_rent(table)
    elif phase == Phase.CARD:
        cards.follow(table)
    elif phase == Phase.TAX:
        taxes.arrive(table)
    elif phase in (Phase.PAY_EACH, Phase.COLLECT_FROM_EACH):
        cards.each_player(table)
    elif phase == Phase.SQUARE_DONE:
        square_done(table)
    elif phase == Phase.NEXT_TURN:
        moving.next_turn(table)
        short_game.rounds_over(table)


def square_done(table: Table) -> None:
    """Mr. M, another throw (move.doubles-again), or the end of the turn (move.turn-end)."""
    if table.mr_m:
        speed_die.mr_m(table)
    elif table.again:
        table.again = False
        table.phase = Phase.BEFORE_THROW
    else:
        table.phase = Phase.END_TURN


def next_to_decide(table: Table) -> int:
    """Whom a driver asks that asks one by one: an open choice, a bidder, an offer's receiver, then who must act."""
    if table.phase == Phase.GAME_OVER:
        return NOBODY
    waiting, matter = waited_for(table), table.top
    if matter and matter.kind in (MatterKind.AUCTION, MatterKind.SHORTAGE):
        return next(seat for seat in auction_order(table, matter) if seat in waiting)
    if not matter or matter.kind == MatterKind.DEBT:
        heard = [o for o in table.offers.values() if table.may_deal(o.proposer, o.partner)]
        if CHANCE not in waiting and heard:
            return min(heard, key=lambda offer: offer.number).partner
    return min(waiting)


def auction_order(table: Table, matter: Matter) -> list[int]:
    """auction.order: from the left of the player who caused it, or who called last; that player last."""
    first = matter.last if matter.kind == MatterKind.AUCTION else matter.player
    if matter.kind == MatterKind.SHORTAGE and matter.stage == Stage.PLACING:
        return [matter.last]
    return [*table.to_the_left(first), first]


def waited_for(table: Table) -> set[int]:
    """Everyone the game waits for; chance is 10."""
    if table.phase == Phase.GAME_OVER:
        return set()
    matter = table.top
    if matter is None:
        return {CHANCE} if table.phase in OF_CHANCE else {table.on_turn}
    if matter.kind == MatterKind.DEBT:
        return {matter.player}
    if matter.kind == MatterKind.AUCTION:
        return matter.members - {matter.other}
    if matter.kind == MatterKind.KEEP_OR_LIFT:
        deed = asked_about(table)
        return {deed.owner if deed else NOBODY}
    return {matter.last} if matter.stage == Stage.PLACING else set(matter.members)
