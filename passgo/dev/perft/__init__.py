"""Exact counts: how many games lie so many actions below a position, and a hash of them all (`passgo dev perft`).

What is walked: at each position the actions of whoever decides next (`next_to_decide`), as the legal list has them,
and every outcome of chance. A bid is the lowest one alone. Offers, counter-offers and settlements, which are without
number, and resignation, which is always possible, are left out. A game that is over is counted where it ended.

A file is TOML: `what` it is about, a `position` as `Game.from_dict` takes it, and `counts`, each with its depth, the
number of games there, and the sum of their fingerprints:

    what = "..."
    counts = [{ depth = 2, games = 36, hash = "5f0c9a21b6d7e812" }]
    [position]
    edition = "classic"
"""

import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.dev.perft.walk import is_walked, walk
from passgo.editions import Ruleset
from passgo.game import Game
from passgo.machine.records import arrays, new
from passgo.notation.names import Names
from passgo.notation.position_line import parse_position
from passgo.notation.text import format_action
from passgo.rules import codes
from passgo.rules.legal import legal
from passgo.rules.state import ACTION, STATE, Action, Edition, Log, State
from passgo.rules.step import step
from passgo.rules.waiting import next_to_decide

__all__ = ["Count", "Verdict", "check", "count", "divide", "set_up"]


@dataclass(frozen=True)
class Count:
    """How many games there are, and the sum of their fingerprints."""

    games: int
    hash: str


@dataclass(frozen=True)
class Verdict:
    """Whether a file's counts are right, and the same as text; of a wrong count the text has its split by action."""

    right: bool
    text: str


class Walk:
    """The records of a walk to a depth, from one position."""

    def __init__(self, ruleset: Ruleset, position: bytes, depth: int) -> None:
        states: Any = np.zeros((depth + 1, STATE.itemsize), np.uint8)
        listed: Any = new(Action, codes.ACTIONS * depth)
        edition: Any = ruleset.record
        states[0] = np.frombuffer(position, np.uint8)
        self.states, self.depth = states, depth
        self.games = arrays(State, states.reshape(-1).view(STATE))
        self.listed = memoryview(listed.view(np.uint8))
        self.actions, self.logs = arrays(Action, listed), arrays(Log, new(Log))
        self.editions = arrays(Edition, edition)

    def count(self, depth: int) -> Count:
        """The games that lie so many actions below."""
        sums, left = np.zeros(1, np.uint64), np.zeros(self.depth + 1, np.int64)
        found = walk(
            step, legal, next_to_decide, self.games, self.states.view(np.uint32), self.editions, self.logs,
            self.actions, left, depth, sums,
        )  # fmt: skip
        return Count(found, f"{int(sums[0]):016x}")

    def below(self) -> list[tuple[bytes, bytes]]:
        """Each action that is walked from here, and the position it leads to."""
        found = []
        for n in range(legal(self.games, 0, self.editions, 0, next_to_decide(self.games, 0), self.actions)):
            action = bytes(self.listed[n * ACTION.itemsize : (n + 1) * ACTION.itemsize])
            if is_walked(int(np.frombuffer(action, ACTION)["kind"][0])):
                self.states[1] = self.states[0]
                step(self.games, 1, self.editions, 0, self.logs, 0, self.actions, n)
                found.append((action, self.states[1].tobytes()))
        return found


def count(ruleset: Ruleset, position: bytes, depth: int) -> Count:
    """The games that lie `depth` actions, of players and chance, below a position; a depth is at least 1."""
    return Walk(ruleset, position, depth).count(depth)


def divide(names: Names, position: bytes, depth: int) -> list[tuple[str, Count]]:
    """The same as `count`, split by the first action."""
    deck = int(np.frombuffer(position, STATE)["deck"][0])
    ruleset = names.ruleset
    split = []
    for action, child in Walk(ruleset, position, max(depth, 1)).below():
        counted = count(ruleset, child, depth - 1) if depth > 1 else Count(1, "")
        split.append((format_action(names.read(action, deck)), counted))
    return split


def set_up(position: dict[str, Any]) -> tuple[Names, bytes]:
    """The names and the bytes of a position as `Game.from_dict` takes it."""
    game = Game.from_dict(position, dealer="typed")
    ruleset, records = parse_position(game.position)
    return Names(ruleset, game.names), records.tobytes()


def check(text: str, edition: str = "classic") -> Verdict:
    """Count what a file says, and compare; `edition` is that of a position that names none."""
    file = tomllib.loads(text)
    if not isinstance(file.get("position"), dict) or not isinstance(file.get("counts"), list):
        raise ValueError("expected TOML with a [position] and a list of counts")
    counts = [(depth_of(expected), Count(expected["games"], expected["hash"])) for expected in file["counts"]]
    names, position = set_up({"edition": edition, **file["position"]})
    games = 0
    for depth, wanted in counts:
        found = count(names.ruleset, position, depth)
        games += found.games
        if found != wanted:
            return Verdict(False, format_mismatch(names, position, depth, wanted, found))
    return Verdict(True, f"{games:,} games as expected ({file.get('what', '')})")


def depth_of(expected: Any) -> int:
    """The depth of a count, if it is one."""
    if not isinstance(expected, dict) or not {"depth", "games", "hash"} <= expected.keys():
        raise ValueError(f"expected a count with depth, games and hash, not {expected!r}")
    if type(expected["depth"]) is not int or expected["depth"] < 1:
        raise ValueError(f"a depth is a whole number from 1 on, not {expected['depth']!r}")
    return int(expected["depth"])


def format_mismatch(names: Names, position: bytes, depth: int, wanted: Count, found: Count) -> str:
    """What is wrong, with the split by action that shows where."""
    split = "\n".join(f"  {action}: {part.games:,} {part.hash}" for action, part in divide(names, position, depth))
    return (
        f"depth {depth}: expected {wanted.games:,} games, hash {wanted.hash}; "
        f"found {found.games:,}, hash {found.hash}\n{split}"
    )
