"""What bots did unlawfully, or for ever: read from a tally, and told by seat or by entrant."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from passgo.rules import ids
from passgo.rules.codes import PLAYERS
from passgo.simulate.runs.batch import Array
from passgo.simulate.runs.counts import REFUSALS, RULES, STALLS


def refusals_in(tally: Array) -> Array:
    """Refused actions, by seat and rule."""
    return tally[REFUSALS:STALLS].reshape(PLAYERS, RULES)


def stalls_in(tally: Array) -> Array:
    """Turns that were cut short, by seat."""
    return tally[STALLS : STALLS + PLAYERS]


def misplays(players: Sequence[dict[str, Any]], refusals: Array, stalls: Array) -> list[dict[str, Any]]:
    """What each of these did wrong, and how often; those without fault are left out.

    >>> refusals = np.zeros((2, RULES), np.int64)
    >>> refusals[1, ids.BUILD_EVENLY] = 3
    >>> misplays([{"bot": "a"}, {"bot": "b"}], refusals, np.zeros(2, np.int64))
    [{'bot': 'b', 'refused': 3, 'by_rule': {'build.evenly': 3}, 'stalled_turns': 0}]
    """
    return [
        {
            **player,
            "refused": int(refused.sum()),
            "by_rule": {ids.NAMES[rule]: int(refused[rule]) for rule in np.flatnonzero(refused)},
            "stalled_turns": int(stalled),
        }
        for player, refused, stalled in zip(players, refusals, stalls, strict=False)  # empty seats have rows too
        if refused.any() or stalled
    ]
