"""The walk itself: every action of whoever decides next, and every outcome of chance, to a depth."""

from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.dealer import ALL_BITS, STRIDE, Word, Words, mixed, word
from passgo.machine.decorators import entry, part
from passgo.machine.kinds import Numbers
from passgo.rules import codes, ids
from passgo.rules.pointers import Legal, NextToDecide, Step
from passgo.rules.state import STATE, Actions, Editions, Games, Logs

if TYPE_CHECKING:
    Bytes = np.ndarray[Any, np.dtype[np.uint32]]
    Counts = np.ndarray[Any, np.dtype[np.int64]]
else:
    Bytes, Counts = Numbers("uint32", dimensions=2), Numbers("int64")

WORDS = STATE.itemsize // 4
assert STATE.itemsize == WORDS * 4


@part
def is_walked(kind: int) -> bool:
    """Is the kind walked? Offers are without number and resigning is always possible: neither is."""
    return kind != codes.RESIGN and not codes.OFFER <= kind <= codes.OFFER_SETTLEMENT


@part
def fingerprint(positions: Bytes, k: int) -> Word:
    """A hash of every byte of position k."""
    total: Word = STRIDE
    for n in range(WORDS):
        total = mixed((total ^ word(positions[k, n])) + STRIDE & ALL_BITS)
    return total


@entry
def walk(
    step: Step, legal: Legal, next_to_decide: NextToDecide,
    games: Games, positions: Bytes, editions: Editions, logs: Logs, actions: Actions, left: Counts, depth: int,
    sums: Words,
) -> int:  # fmt: skip
    """How many games lie `depth` actions below game 0; their fingerprints are added to `sums[0]`.

    `games` and `positions` are the same bytes, a game for each depth; so are `left`, the entries of each list that
    are still to be walked, and `actions`, a list for each depth.
    """
    leaves = 0
    k = 0
    left[0] = legal(games, 0, editions, 0, next_to_decide(games, 0), actions[: codes.ACTIONS])
    while k >= 0:
        if left[k] == 0:
            k -= 1
            continue
        left[k] -= 1
        j = k * codes.ACTIONS + left[k]
        if not is_walked(actions[j].kind):
            continue
        games[k + 1] = games[k]
        refused = step(games, k + 1, editions, 0, logs, 0, actions, j)
        assert refused == ids.LAWFUL
        if k + 1 == depth or games[k + 1].phase == codes.PHASE_GAME_OVER:
            leaves += 1
            sums[0] = (word(sums[0]) + fingerprint(positions, k + 1)) & ALL_BITS
        else:
            k += 1
            decides = next_to_decide(games, k)
            left[k] = legal(games, k, editions, 0, decides, actions[k * codes.ACTIONS : (k + 1) * codes.ACTIONS])
    return leaves
