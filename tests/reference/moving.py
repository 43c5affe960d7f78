"""Section 2 and the first half of section 3: turns, throws, moves, arriving, buying."""

from tests.reference.auctions import open_auction
from tests.reference.bankruptcy import lapse_claim
from tests.reference.contract import BANK, BUS, MR_M, POT, Action, Arrived, Phase
from tests.reference.jail import thrown_in_jail
from tests.reference.rent import total_of
from tests.reference.setup import thrown_for_first
from tests.reference.table import Objections, Table


def against_in_turn(table: Table, action: Action, phase: Phase, rule: str) -> Objections:
    """Only the player on turn, no matter being open, when the turn waits for this."""
    if action.player != table.on_turn:
        yield "setup.turn-order"
    if table.matters:
        yield "table.one-matter"
    if table.phase != phase:
        yield rule


def begin_turn(table: Table) -> None:
    table.turn += 1
    table.doubles = table.throws = 0
    table.again = table.salaried = table.mr_m = False
    table.tell("TURN_BEGAN", "setup.turn-order", player=table.on_turn, square=table.mover.square, amount=table.turn)
    table.phase = Phase.BEFORE_THROW


def against_throw(table: Table, action: Action) -> Objections:
    return against_in_turn(table, action, Phase.BEFORE_THROW, "move.throw")


def throw(table: Table, action: Action) -> None:
    """The dice are taken up. speed.from-first-salary: this is the next throw after the first salary."""
    if table.mover.speeding == 2:
        table.mover.speeding = 1
    table.throws += 1
    table.salaried = False
    if table.throws == 1:
        claims_age(table)
    table.phase = Phase.THROW


def throws_speed_die(table: Table) -> bool:
    """speed.jail-white: white dice only to leave Jail; rent is measured with all three (rent.utility-by-card)."""
    if table.phase == Phase.THROW_FOR_FIRST or table.mover.speeding != 1:
        return False
    return not (table.phase == Phase.THROW and table.mover.jail)


def against_fall(table: Table, action: Action) -> Objections:
    """Which dice chance may throw now."""
    if table.matters or table.phase not in (Phase.THROW_FOR_FIRST, Phase.THROW, Phase.THROW_FOR_RENT):
        yield "move.throw"
        return
    third = action.die_3
    if not (1 <= action.die_1 <= 6 and 1 <= action.die_2 <= 6):
        yield "move.throw"
    if not 0 <= third <= 6 or (third and not table.option("speed_die")):
        yield "speed.faces"
    if throws_speed_die(table):
        if third == 0:  # no face shows nothing, and the player does use it
            yield "speed.faces"
            yield "speed.from-first-salary"
    elif third:
        if table.phase == Phase.THROW and table.mover.jail and table.option("speed_die"):
            yield "speed.jail-white"
        if table.mover.speeding != 1 or table.phase == Phase.THROW_FOR_FIRST:
            yield "speed.from-first-salary"


def fall(table: Table, action: Action) -> None:
    first, second, third = dice = action.die_1, action.die_2, action.die_3
    total = total_of(dice)
    rule = {Phase.THROW_FOR_FIRST: "setup.first-player", Phase.THROW: "move.throw"}.get(table.phase, "rent.throw")
    table.tell("DICE_THROWN", rule, player=table.on_turn, die_1=first, die_2=second, die_3=third, amount=total)
    if table.phase == Phase.THROW_FOR_FIRST:
        thrown_for_first(table, first + second)
    elif table.phase == Phase.THROW_FOR_RENT:  # rent.throw: moves nothing, is never doubles
        table.rent_throw = total
        table.phase = Phase.CHARGE_RENT
    else:
        table.dice = dice
        thrown_to_move(table, total)


def thrown_to_move(table: Table, total: int) -> None:
    table.arrived = Arrived.BY_DICE
    if table.mover.jail:
        thrown_in_jail(table)
        return
    first, second, third = table.dice
    table.steps = first + second
    table.again = first == second  # move.doubles-again, speed.doubles-white
    if table.again:
        table.doubles += 1
        if table.doubles == 3:  # move.three-doubles, before anything the Speed Die says
            table.again = False
            table.phase, table.jail_rule = Phase.TO_JAIL, "move.three-doubles"
            return
    table.phase, table.move_rule = Phase.MOVE, "move.throw"
    if third >= MR_M:
        table.mr_m = True  # speed.mr-m: the white dice first
    elif third == BUS:
        table.phase = Phase.CHOOSE_BUS
    elif first == second == third:
        table.phase = Phase.CHOOSE_SQUARE
        table.again = bool(table.option("speed_triple_again"))  # speed.triple: white doubles, or the turn is over
    elif third:
        table.steps, table.move_rule = total, "speed.number"


def claims_age(table: Table) -> None:
    """rent.claim-window: until the second following player takes up the dice for the first time."""
    for claim in list(table.claims):
        if claim.said:
            continue  # asked for already
        claim.age += 1
        if claim.age == 2:
            lapse_claim(table, claim, "rent.claim-window")


def move(table: Table) -> None:
    """move.throw: forward, or by a card back; move.salary on the way."""
    player = table.mover
    there = player.square + table.steps
    player.square = there % 40
    table.tell("MOVED", table.move_rule, player=player.seat, square=player.square, amount=table.steps)
    table.phase, table.steps = Phase.LAND, 0
    if there >= 40:  # move.no-salary-backward: below zero never pays
        salary(table)


def salary(table: Table) -> None:
    """move.salary; move.salary-twice: a second one in the same throw, by option none."""
    player = table.mover
    if table.salaried and not table.option("move_salary_twice"):
        return
    amount = table.option("move_salary")
    if player.square == 0 and table.option("double_salary_on_go"):  # table.no-house-rules
        amount *= 2
    table.pay(BANK, player.seat, amount, "move.salary-twice" if table.salaried else "move.salary")
    table.salaried = True
    if table.option("speed_die") and player.speeding == 0:
        player.speeding = 2
        table.tell("SPEED_DIE_GAINED", "speed.from-first-salary", player=player.seat)


def land(table: Table) -> None:
    """The square takes effect (cards.move-effective: however it was reached)."""
    player = table.mover
    square = table.printed.squares[player.square]
    table.phase = Phase.SQUARE_DONE  # GO, move.just-visiting, move.free-parking: nothing happens
    if square.kind == "go_to_jail":
        table.phase, table.jail_rule = Phase.TO_JAIL, "jail.sent"
    elif square.kind == "tax":
        table.phase = Phase.TAX
    elif square.kind in ("chance", "chest"):
        table.deck = ("chance", "chest").index(square.kind)
        table.phase = Phase.DRAW
    elif square.kind == "free_parking":
        if table.option("free_parking_pot"):
            table.pay(POT, player.seat, table.cash[POT], "table.no-house-rules")
    elif square.price:
        owner = table.deed_at[square.number].owner
        if owner == BANK:
            table.phase = Phase.BUY  # buy.option
        elif owner != player.seat:
            table.phase = Phase.RENT


def against_buy(table: Table, action: Action) -> Objections:
    yield from against_in_turn(table, action, Phase.BUY, "buy.option")
    if table.phase == Phase.BUY and table.cash[action.player] < table.deed_at[table.mover.square].price:
        yield "buy.raise-first"


def buy(table: Table, action: Action) -> None:
    """buy.option: the printed price, in cash."""
    deed = table.deed_at[table.mover.square]
    deed.owner = table.on_turn
    table.tell("DEED_BOUGHT", "buy.option", player=table.on_turn, square=deed.where, amount=deed.price)
    table.pay(table.on_turn, BANK, deed.price, "buy.option")
    table.phase = Phase.SQUARE_DONE


def against_decline(table: Table, action: Action) -> Objections:
    return against_in_turn(table, action, Phase.BUY, "buy.option")


def decline(table: Table, action: Action) -> None:
    """auction.declined: the Bank auctions it at once (a house rule: it stays with the Bank)."""
    where = table.mover.square
    table.tell("BUY_DECLINED", "buy.option", player=table.on_turn, square=where)
    table.phase = Phase.SQUARE_DONE
    if table.option("auction_declined"):
        open_auction(table, table.on_turn, where, "auction.declined")


def against_end_turn(table: Table, action: Action) -> Objections:
    return against_in_turn(table, action, Phase.END_TURN, "move.turn-end")


def end_turn(table: Table, action: Action) -> None:
    table.end_turn("move.turn-end")


def next_turn(table: Table) -> None:
    """setup.turn-order: the next seat still in; a round is over when the first seat is reached or passed."""
    seat = table.on_turn
    while True:
        seat = (seat + 1) % len(table.players)
        if seat == table.first:
            table.round += 1
        if table.is_in(seat):
            break
    table.on_turn = seat
    table.phase = Phase.BEGIN_TURN
