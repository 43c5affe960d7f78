"""Section 2 and the first half of section 3: turns, throws, moves, arriving, buying."""

from tests.reference.auctions import open_auction
from tests.reference.bankruptcy import lapse_claim
from tests.reference.contract import BANK, MR_M, POT, Arrived, Phase
from tests.reference.jail import thrown_in_jail
from tests.reference.setup import thrown_for_first
from tests.reference.table import Action, Table


def on_turn_in(table: Table, action: Action, phases: set[Phase], rule: str) -> str | None:
    """The player on turn, no matter being open, when the turn waits for this."""
    if action["player"] != table.on_turn:
        return "setup.turn-order"
    if table.matters:
        return "table.one-matter"
    return None if table.phase in phases else rule


def begin_turn(table: Table) -> None:
    table.turn += 1
    table.doubles = table.throws = 0
    table.again = table.salaried = table.mr_m = False
    table.end_rule = "move.turn-end"
    table.tell("TURN_BEGAN", "setup.turn-order", player=table.on_turn, square=table.mover.square, amount=table.turn)
    table.phase = Phase.BEFORE_THROW


def may_throw(table: Table, action: Action) -> str | None:
    return on_turn_in(table, action, {Phase.BEFORE_THROW}, "move.throw")


def throw(table: Table, action: Action) -> None:
    """speed.from-first-salary: this is the next throw after the first salary."""
    if table.mover.speeding == 2:
        table.mover.speeding = 1
    table.phase = Phase.THROW


def throws_speed_die(table: Table) -> bool:
    """speed.jail-white: white dice only to leave Jail; rent is measured with all three (rent.utility-by-card)."""
    if table.phase == Phase.THROW_FOR_FIRST or table.mover.speeding != 1:
        return False
    return not (table.phase == Phase.THROW and table.mover.jail)


def may_fall(table: Table, action: Action) -> str | None:
    """Which dice chance may throw now."""
    if table.matters or table.phase not in (Phase.THROW_FOR_FIRST, Phase.THROW, Phase.THROW_FOR_RENT):
        return "move.throw"
    first, second, third = action["dice"]
    if not (1 <= first <= 6 and 1 <= second <= 6):
        return "move.throw"
    if not 0 <= third <= 6:
        return "speed.faces"
    if throws_speed_die(table) == (third > 0):
        return None
    if not table.option("speed_die"):
        return "speed.faces"
    if table.phase == Phase.THROW and table.mover.jail and third:
        return "speed.jail-white"
    return "speed.from-first-salary"


def total_of(dice: tuple[int, int, int]) -> int:
    """rent.utility: all dice; Bus and Mr. M count nothing."""
    return dice[0] + dice[1] + (dice[2] if dice[2] <= 3 else 0)


def fall(table: Table, action: Action) -> None:
    first, second, third = (int(die) for die in action["dice"])
    table.dice = (first, second, third)
    total = total_of(table.dice)
    rule = {Phase.THROW_FOR_FIRST: "setup.first-player", Phase.THROW: "move.throw"}.get(table.phase, "rent.throw")
    table.tell("DICE_THROWN", rule, player=table.on_turn, die_1=first, die_2=second, die_3=third, amount=total)
    if table.phase == Phase.THROW_FOR_FIRST:
        thrown_for_first(table)
    elif table.phase == Phase.THROW_FOR_RENT:  # rent.throw: moves nothing, is never doubles
        table.rent_throw = total
        table.phase = Phase.CHARGE_RENT
    else:
        thrown_to_move(table, total)


def thrown_to_move(table: Table, total: int) -> None:
    table.throws += 1
    if table.throws == 1:
        claims_age(table)
    table.moving_total = table.rent_throw = total
    table.salaried = False
    table.arrived = Arrived.BY_DICE
    if table.mover.jail:
        thrown_in_jail(table)
        return
    first, second, third = table.dice
    table.again = first == second  # move.doubles-again, speed.doubles-white
    if table.again:
        table.doubles += 1
        if table.doubles == 3:  # move.three-doubles, before anything the Speed Die says
            table.again = False
            table.phase, table.jail_rule = Phase.TO_JAIL, "move.three-doubles"
            return
    else:
        table.doubles = 0
    table.steps = first + second
    table.phase, table.move_rule = Phase.MOVE, "move.throw"
    if third >= MR_M:
        table.mr_m = True  # speed.mr-m: the white dice first
    elif third == 4:
        table.phase = Phase.CHOOSE_BUS
    elif first == second == third:
        table.phase = Phase.CHOOSE_SQUARE
    elif third:
        table.steps, table.move_rule = total, "speed.number"


def claims_age(table: Table) -> None:
    """rent.claim-window: until the first throw of the second player's turn after the lander's."""
    for claim in list(table.claims):
        claim.age += 1
        if claim.age == 2:
            lapse_claim(table, claim, "rent.claim-window")


def move(table: Table) -> None:
    """move.throw: forward, or by a card back; move.salary on the way."""
    player = table.mover
    there = player.square + table.steps
    player.square = there % 40
    table.tell("MOVED", table.move_rule, player=player.seat, square=player.square, amount=table.steps)
    table.phase = Phase.LAND
    if there >= 40:  # move.no-salary-backward: below zero never pays
        salary(table)


def salary(table: Table) -> None:
    """move.salary; move.salary-twice: a second one in the same throw, by option none."""
    player = table.mover
    if table.salaried and not table.option("move_salary_twice"):
        return
    amount = table.option("move_salary")
    table.pay(BANK, player.seat, amount, "move.salary-twice" if table.salaried else "move.salary")
    if player.square == 0 and table.option("double_salary_on_go"):
        table.pay(BANK, player.seat, amount, "table.no-house-rules")
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


def may_buy(table: Table, action: Action) -> str | None:
    refusal = on_turn_in(table, action, {Phase.BUY}, "buy.option")
    if refusal:
        return refusal
    if table.cash[table.on_turn] < table.deed_at[table.mover.square].price:
        return "buy.raise-first"
    return None


def buy(table: Table, action: Action) -> None:
    """buy.option: the printed price, in cash."""
    deed = table.deed_at[table.mover.square]
    deed.owner = table.on_turn
    table.tell("DEED_BOUGHT", "buy.option", player=table.on_turn, square=deed.where, amount=deed.price)
    table.pay(table.on_turn, BANK, deed.price, "buy.option")
    table.phase = Phase.SQUARE_DONE


def may_decline(table: Table, action: Action) -> str | None:
    return on_turn_in(table, action, {Phase.BUY}, "buy.option")


def decline(table: Table, action: Action) -> None:
    """auction.declined: the Bank auctions it at once (a house rule: it stays with the Bank)."""
    where = table.mover.square
    table.tell("BUY_DECLINED", "buy.option", player=table.on_turn, square=where)
    table.phase = Phase.SQUARE_DONE
    if table.option("auction_declined"):
        open_auction(table, table.on_turn, where, "auction.declined")


def may_end_turn(table: Table, action: Action) -> str | None:
    return on_turn_in(table, action, {Phase.END_TURN}, "move.turn-end")


def end_turn(table: Table, action: Action) -> None:
    table.phase, table.end_rule = Phase.NEXT_TURN, "move.turn-end"


def next_turn(table: Table) -> None:
    """setup.turn-order: the next seat still in; a round is over when the first seat is reached or passed."""
    table.tell("TURN_ENDED", table.end_rule, player=table.on_turn)
    seat = table.on_turn
    while True:
        seat = (seat + 1) % len(table.players)
        if seat == table.first:
            table.round += 1
        if table.is_in(seat):
            break
    table.on_turn = seat
    table.phase = Phase.BEGIN_TURN
