"""The net: from what is seen of a position to each player's chance to win.

Every player goes through the same tower (`TOWER` units), which sees the numbers about that player and about the table.
Then come the player's own tower and the mean of all towers, `HEAD` units, and one number; the chances are the softmax
of these numbers over those still in the game. So players have no seats here, only an order of throws, which
is among the numbers.

The weights are one row of float32: the tower's by input, its biases, the head's by input, its biases, the last
layer's and its bias.
"""

from passgo.bots.judgement.layout import EACH, ROW, SEATS, TABLE
from passgo.machine.decorators import apart, entry, inner, part
from passgo.machine.rooms import Floats, FloatsAt, floats_at
from passgo.machine.vectors import combiner_of, rectifier_of, weigher_of

INPUTS = EACH + TABLE
TOWER = 96
HEAD = 64

TOWER_BIAS = INPUTS * TOWER
HEAD_WEIGHTS = TOWER_BIAS + TOWER
HEAD_BIAS = HEAD_WEIGHTS + 2 * TOWER * HEAD
LAST_WEIGHTS = HEAD_BIAS + HEAD
LAST_BIAS = LAST_WEIGHTS + HEAD
WEIGHTS = LAST_BIAS + 1
"""How many weights there are."""

SHARED = SEATS * TOWER
SUM = SHARED + TOWER
COMMON = SUM + TOWER
HIDDEN = COMMON + HEAD
SCRATCH = HIDDEN + HEAD
"""How many numbers the net needs to reckon with: the towers of all players, what the table brings to each of them,
their sum, what all together bring to each head, and one head."""

HALVINGS = 8

to_tower, table_to_tower, to_head = weigher_of(TOWER, EACH), weigher_of(TOWER, TABLE), weigher_of(HEAD, TOWER)
cut_tower, last_layer = rectifier_of(TOWER), combiner_of(HEAD)


@part
def exponential(x: float) -> float:
    """The exponential of a number not above 0. The mathematical library's is not in machine code that is shipped."""
    small = max(x, -60.0) / (1 << HALVINGS)
    power = 1.0 + small * (1.0 + small * (0.5 + small * (1 / 6 + small / 24)))
    for _ in range(HALVINGS):
        power *= power
    return power


@part
def begin(row: FloatsAt, weights: FloatsAt, scratch: FloatsAt) -> None:
    """Reckon what the table brings to the towers of all players."""
    table_to_tower(scratch, SHARED, weights, TOWER_BIAS, row, SEATS * EACH, 1.0, weights, EACH * TOWER)
    for n in range(TOWER):
        scratch[SUM + n] = 0


@apart
def climb(row: FloatsAt, player: int, weights: FloatsAt, scratch: FloatsAt) -> None:
    """Reckon the tower of a player, and add it to the sum of all."""
    tower = player * TOWER
    to_tower(scratch, tower, scratch, SHARED, row, player * EACH, 1.0, weights, 0)
    cut_tower(scratch, tower, scratch, SUM)


@part
def gather(players: int, weights: FloatsAt, scratch: FloatsAt) -> None:
    """Reckon what the mean of all towers brings to the heads of all."""
    of_all = HEAD_WEIGHTS + TOWER * HEAD
    to_head(scratch, COMMON, weights, HEAD_BIAS, scratch, SUM, 1 / max(1, players), weights, of_all)


@apart
def score(player: int, weights: FloatsAt, scratch: FloatsAt) -> float:
    """The number of a player, from its own tower and the mean of all."""
    to_head(scratch, HIDDEN, scratch, COMMON, scratch, player * TOWER, 1.0, weights, HEAD_WEIGHTS)
    return float(weights[LAST_BIAS]) + last_layer(scratch, HIDDEN, weights, LAST_WEIGHTS)


@inner(within="judge")
def judge_row(row: FloatsAt, weights: FloatsAt, scratch: FloatsAt, values: FloatsAt) -> None:
    """Write each player's chance in one position; 0 for those who have left."""
    left = 0
    begin(row, weights, scratch)
    for player in range(SEATS):
        if row[player * EACH] > 0:
            climb(row, player, weights, scratch)
            left += 1
    gather(left, weights, scratch)
    most = -1e30
    for player in range(SEATS):
        if row[player * EACH] > 0:
            values[player] = score(player, weights, scratch)
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
