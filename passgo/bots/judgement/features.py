"""What the net sees of a position in which dice are about to be thrown: numbers about each player, and about the table.

`layout` says what stands where, `prospects` which groups could still be completed.
"""

from math import sqrt

from passgo.bots.holdings import HOUSES_FIRST, is_street_group, likely_rent
from passgo.bots.judgement import layout
from passgo.bots.judgement.layout import EACH, GROUP, ROW, SEATS, WIDTH, about
from passgo.bots.judgement.prospects import note_prospects
from passgo.bots.landing_odds import LANDINGS
from passgo.bots.policy import Notes
from passgo.machine.decorators import apart, entry, inner, part
from passgo.machine.rooms import Floats, FloatsAt, floats_at, room_for
from passgo.rules import codes
from passgo.rules.deeds import held_by, raisable, worth_at_end
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Edition, Editions, Games, State
from passgo.rules.turns import playing

THROWS = 36
EVER = 10_000
"""In so many throws a square is landed on as often as `LANDINGS` says."""
LEAST_STEPS, MOST_STEPS = 2, 12

room_for_rents = room_for(codes.DEEDS, "int64")


@part
def note_deeds(g: State, e: Edition, player: int, row: FloatsAt, rents: Notes, mine: int) -> None:
    """Note what a player holds, group by group: rents to be expected from a throw of another, buildings, mortgages.

    What landing on each deed costs another player is noted, too.
    """
    held = held_by(g, player)
    income, with_houses, complete, houses, price, levels = 0, 0, 0, 0, 0, 0
    left = held
    while left != 0:
        group = e.group[lowest(left)]
        members = held & e.group_set[group]
        left &= ~members
        count, lots = count_of(members), e.group_size[group]
        place = mine + GROUP + group * WIDTH
        row[place + layout.HELD] = count / lots
        row[place + layout.PLEDGED] = count_of(members & g.mortgaged) / lots
        to_build = count == lots and is_street_group(e, group)
        complete += 1 if to_build else 0
        row[place + layout.WHOLE] = 1 if count == lots else 0
        earned = 0
        while members != 0:
            deed = lowest(members)
            members = without_lowest(members)
            level, landings = g.level[deed], int(LANDINGS[e.square_of[deed]])
            rents[deed] = likely_rent(g, e, deed, codes.NOBODY, count)
            earned += landings * int(rents[deed])
            levels += level
            if to_build and level < HOUSES_FIRST:
                with_houses += landings * (e.rent[e.square_of[deed] * 6 + HOUSES_FIRST] - int(rents[deed]))
                houses += HOUSES_FIRST - level
                price += (HOUSES_FIRST - level) * e.house_cost[deed]
        row[place + layout.EARNED] = earned / (20 * EVER)
        income += earned
    row[mine + layout.INCOME] = income / (30 * EVER)
    row[mine + layout.BUILT_INCOME] = (income + with_houses) / (100 * EVER)
    row[mine + layout.DEEDS] = count_of(held) / 10
    row[mine + layout.BUILDINGS] = levels / 10
    row[mine + layout.COMPLETE] = complete / 3
    row[mine + layout.HOUSES_TO_THREE] = houses / 10
    row[mine + layout.MORTGAGED] = count_of(held & g.mortgaged) / 10
    row[mine + layout.CAN_PAY] = min(g.cash[player] / price, 1.5) if price > 0 else 0.0


@part
def fee(g: State, e: Edition, player: int, square: int, rents: Notes) -> int:
    """What landing on a square costs a player, as tax or rent."""
    deed = e.deed_at[square]
    if deed < 0:
        return e.tax[square] if e.square_kind[square] == codes.TAX else 0
    return int(rents[deed]) if g.owner[deed] != player else 0


@apart
def note_throw(g: State, e: Edition, player: int, most: int, row: FloatsAt, rents: Notes, mine: int) -> None:
    """Note the rents that the next throw of a player may cost; `most` is what the player could raise."""
    cash, expected, worst, above, ruin = g.cash[player], 0, 0, 0, 0
    for steps in range(LEAST_STEPS, MOST_STEPS + 1):
        square = g.square[player] + steps
        if square >= codes.SQUARES:
            square -= codes.SQUARES
        rent = fee(g, e, player, square, rents)
        if rent > 0:
            ways = steps - 1 if steps <= 7 else 13 - steps
            expected += rent * ways
            worst = max(worst, rent)
            above += ways if rent > cash else 0
            ruin += ways if rent > most else 0
    row[mine + layout.RENT_AHEAD] = min(expected / THROWS / 50, 8.0)
    row[mine + layout.WORST_RENT] = min(worst / 500, 4.0)
    row[mine + layout.ABOVE_CASH] = above / THROWS
    row[mine + layout.RUIN] = ruin / THROWS


@apart
def note_player(g: State, e: Edition, player: int, row: FloatsAt, rents: Notes, mine: int) -> None:
    """Note a player's cash, worth and place."""
    cash, most = g.cash[player], raisable(g, e, player)
    row[mine + layout.PLAYS] = 1
    row[mine + layout.CASH] = min(cash / 1500, 6.0)
    row[mine + layout.CASH_UP_TO_500] = min(cash, 500) / 500
    row[mine + layout.CASH_ROOT] = min(sqrt(max(0, cash)) / 50, 4.0)
    row[mine + layout.IN_JAIL] = 1 if g.jail[player] > 0 else 0
    row[mine + layout.JAIL_TRIES] = g.jail[player] / 3
    for deck in range(2):
        row[mine + layout.JAIL_CARDS] += 1 if g.jail_card[deck] == player else 0
    row[mine + layout.RAISABLE] = min(most / 2000, 6.0)
    row[mine + layout.WORTH] = min(worth_at_end(g, e, player) / 3000, 6.0)
    row[mine + layout.SPEED_DIE] = 1 if g.speeding[player] == 1 else 0
    row[mine + layout.TO_GO] = (codes.SQUARES - g.square[player]) / codes.SQUARES
    note_throw(g, e, player, most, row, rents, mine)


@part
def note_order(g: State, row: FloatsAt) -> None:
    """Note who throws, and how many throw before each of the others."""
    left = count_of(playing(g))
    waits = 0
    for n in range(g.players):
        player = (g.on_turn + n) % g.players
        if g.out[player] == 0:
            row[about(player) + layout.ON_THROW] = 1 if n == 0 else 0
            row[about(player) + layout.WAITS] = waits / left
            waits += 1


@part
def total_of(members: int, row: FloatsAt, amount: int, total: float) -> float:
    """A sum that grows by a number of each of these players."""
    while members != 0:
        total += row[about(lowest(members)) + amount]
        members = without_lowest(members)
    return total


@part
def share_out(members: int, row: FloatsAt, amount: int, share: int) -> None:
    """Note the share of each player in the sum over all."""
    total = total_of(members, row, amount, 0.001)
    left = members
    while left != 0:
        mine = about(lowest(left))
        row[mine + share] = row[mine + amount] / total
        left = without_lowest(left)


@part
def note_others(members: int, row: FloatsAt) -> None:
    """Note what the others earn by a throw of a player: all income but the player's own."""
    total = total_of(members, row, layout.INCOME, 0.0)
    left = members
    while left != 0:
        mine = about(lowest(left))
        row[mine + layout.INCOME_OF_OTHERS] = min(total - row[mine + layout.INCOME], 8.0)
        left = without_lowest(left)


@part
def note_table(g: State, e: Edition, row: FloatsAt) -> None:
    """Note what is the same for all players."""
    at = SEATS * EACH
    left = count_of(playing(g))
    row[at] = g.houses / 32
    row[at + 1] = g.hotels / 12
    row[at + 2] = count_of(held_by(g, codes.BANK)) / codes.DEEDS
    row[at + 3] = left / SEATS
    row[at + 4] = 1 / max(1, left)
    row[at + 5] = min(g.round / 50, 3.0)
    row[at + 6] = min(sqrt(g.round) / 10, 2.0)
    row[at + 7] = g.doubles / 3
    row[at + 8] = e.speed_die
    row[at + 9] = e.short_game
    row[at + 10] = 0
    if e.short_game == 1 and e.short_rounds > 0:
        row[at + 10] = min(max(0, e.short_rounds - g.round) / 30, 3.0)
    row[at + 11] = 1 - e.auction_declined
    row[at + 12] = min(g.cash[codes.POT] / 1000, 3.0)
    row[at + 13] = 1 - e.deal_swaps


@inner(within="see")
def note_position(g: State, e: Edition, row: FloatsAt) -> None:
    """Write the numbers of a position; of a seat that nobody has, only that nobody plays there."""
    for n in range(g.players * EACH):
        row[n] = 0
    for seat in range(g.players, SEATS):
        row[about(seat) + layout.PLAYS] = 0
    rents = room_for_rents()
    for deed in range(codes.DEEDS):
        rents[deed] = 0
    members = playing(g)
    left = members
    while left != 0:
        player = lowest(left)
        left = without_lowest(left)
        note_deeds(g, e, player, row, rents, about(player))
    note_prospects(g, e, row)
    left = members
    while left != 0:
        player = lowest(left)
        left = without_lowest(left)
        note_player(g, e, player, row, rents, about(player))
    note_order(g, row)
    note_others(members, row)
    share_out(members, row, layout.CASH, layout.CASH_SHARE)
    share_out(members, row, layout.WORTH, layout.WORTH_SHARE)
    share_out(members, row, layout.INCOME, layout.INCOME_SHARE)
    share_out(members, row, layout.BUILT_INCOME, layout.BUILT_SHARE)
    note_table(g, e, row)


@entry
def see(games: Games, editions: Editions, rows: Floats) -> None:
    """Write what is seen of each game: `ROW` numbers, one game after the other."""
    for i in range(len(games)):
        note_position(games[i], editions[0], floats_at(rows, i * ROW))
