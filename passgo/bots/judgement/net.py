"""The net: from what is seen of a position to each player's chance to win.

Every player goes through the same tower (`TOWER` units), which sees the numbers about that player and about the table.
Then come the player's own tower and the mean of the opponents' towers, `HEAD` units, and one number; the chances are
the softmax of these numbers over those still in the game. So players have no seats here, only an order of throws, which
is among the numbers.

The weights are one row of float32: the tower's by input, its biases, the head's by input, its biases, the last
layer's and its bias.
"""

from passgo.bots.judgement.features import EACH, ROW, SEATS, TABLE
from passgo.machine.decorators import apart, entry, part
from passgo.machine.rooms import Floats, FloatsAt, adder_of, floats_at

INPUTS = EACH + TABLE
TOWER = 64
HEAD = 32

TOWER_BIAS = INPUTS * TOWER
HEAD_WEIGHTS = TOWER_BIAS + TOWER
HEAD_BIAS = HEAD_WEIGHTS + 2 * TOWER * HEAD
LAST_WEIGHTS = HEAD_BIAS + HEAD
LAST_BIAS = LAST_WEIGHTS + HEAD
WEIGHTS = LAST_BIAS + 1
"""How many weights there are."""

SUM = SEATS * TOWER
HIDDEN = SUM + TOWER
SCRATCH = HIDDEN + HEAD
"""How many numbers the net needs to reckon with: the towers of all players, their sum, and the head of one."""

HALVINGS = 8

add_tower, add_head = adder_of(TOWER), adder_of(HEAD)
"""Add what one input, or one unit of a tower, brings to all units above it."""


@part
def exponential(x: float) -> float:
    """The exponential of a number not above 0. The mathematical library's is not in machine code that is shipped."""
    small = max(x, -60.0) / (1 << HALVINGS)
    power = 1.0 + small * (1.0 + small * (0.5 + small * (1 / 6 + small / 24)))
    for _ in range(HALVINGS):
        power *= power
    return power


@apart
def climb(row: FloatsAt, player: int, weights: FloatsAt, scratch: FloatsAt) -> None:
    """Reckon the tower of a player, and add it to the sum of all."""
    tower = player * TOWER
    for n in range(TOWER):
        scratch[tower + n] = weights[TOWER_BIAS + n]
    for k in range(INPUTS):
        seen = row[player * EACH + k] if k < EACH else row[(SEATS - 1) * EACH + k]
        if seen != 0:
            add_tower(scratch, tower, seen, weights, k * TOWER)
    for n in range(TOWER):
        if scratch[tower + n] < 0:
            scratch[tower + n] = 0
    add_tower(scratch, SUM, 1.0, scratch, tower)


@apart
def score(player: int, others: float, weights: FloatsAt, scratch: FloatsAt) -> float:
    """The number of a player, from its own tower and the mean of its opponents'."""
    tower = player * TOWER
    for n in range(HEAD):
        scratch[HIDDEN + n] = weights[HEAD_BIAS + n]
    for k in range(TOWER):
        seen = scratch[tower + k]
        if seen != 0:
            add_head(scratch, HIDDEN, seen, weights, HEAD_WEIGHTS + k * HEAD)
    for k in range(TOWER):
        scratch[tower + k] = (scratch[SUM + k] - scratch[tower + k]) / others
    for k in range(TOWER):
        seen = scratch[tower + k]
        if seen != 0:
            add_head(scratch, HIDDEN, seen, weights, HEAD_WEIGHTS + (TOWER + k) * HEAD)
    total = float(weights[LAST_BIAS])
    for n in range(HEAD):
        if scratch[HIDDEN + n] > 0:
            total += scratch[HIDDEN + n] * weights[LAST_WEIGHTS + n]
    return total


@part
def judge_row(row: FloatsAt, weights: FloatsAt, scratch: FloatsAt, values: FloatsAt) -> None:
    """Write each player's chance in one position; 0 for those who have left."""
    left = 0
    for n in range(TOWER):
        scratch[SUM + n] = 0
    for player in range(SEATS):
        if row[player * EACH] > 0:
            climb(row, player, weights, scratch)
            left += 1
    most = -1e30
    for player in range(SEATS):
        if row[player * EACH] > 0:
            values[player] = score(player, float(max(1, left - 1)), weights, scratch)
            most = max(most, float(values[player]))
    total = 0.0
    for player in range(SEATS):
        chance = exponential(values[player] - most) if row[player * EACH] > 0 else 0.0
        values[player] = chance
        total += chance
    for player in range(SEATS):
        values[player] = values[player] / max(total, 1e-30)


@entry
def judge(rows: Floats, weights: Floats, scratch: Floats, values: Floats) -> None:
    """Write the chance of every player to win, `SEATS` numbers for each of the positions that were seen."""
    for i in range(len(values) // SEATS):
        row, chances = floats_at(rows, i * ROW), floats_at(values, i * SEATS)
        judge_row(row, floats_at(weights, 0), floats_at(scratch, 0), chances)
