"""One game in which every step is checked, and which keeps all that was played."""

from typing import Any, cast

import numpy as np

from passgo.dev.contract.events import BY_NAME, rules_of
from passgo.editions import Ruleset
from passgo.machine.records import STRUCTURES, arrays, new, plain
from passgo.notation.names import Names
from passgo.notation.position_line import format_position
from passgo.notation.text import format_action
from passgo.rules import checks, codes, ids
from passgo.rules.actions import ALWAYS, KINDS
from passgo.rules.legal import allowed, legal
from passgo.rules.state import ACTION, STATE, Action, Edition, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide

GAME, COPY = 0, 1
"""The game itself, and a copy on which things are tried."""

EVENT_RULES = [frozenset(ids.NUMBERS[rule] for rule in rules_of(BY_NAME[name])) for name in codes.EVENT_KINDS]
"""The rules by which each kind of event can happen, by number."""

SEAT_NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
"""Names of the seats, so that a failure can be read."""


class Failure(Exception):
    """Something that must never happen; the message says what."""


class Match:
    """One game, its copy, and the lists of actions that are tried on them."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        games: Any = new(State, 2)
        logs: Any = new(Log)
        actions: Any = new(Action, 1)
        listed: Any = new(Action, codes.ACTIONS)
        edition: Any = ruleset.record
        logs["listening"] = 1
        self.ruleset, self.players = ruleset, players
        self.games, self.logs = arrays(State, games), arrays(Log, logs)
        self.actions, self.listed = arrays(Action, actions), arrays(Action, listed)
        self.editions = arrays(Edition, edition)
        self.g = plain(State, games)
        self.e = plain(Edition, edition)
        self.a = plain(Action, actions)
        self.list = cast("list[Action]", (STRUCTURES[Action] * codes.ACTIONS).from_buffer(listed))
        self.log = plain(Log, logs)
        self._bytes = memoryview(games.view(np.uint8))
        self._action, self._listed = memoryview(actions.view(np.uint8)), memoryview(listed.view(np.uint8))
        self.played: list[tuple[bytes, int]] = []
        self.refused_by: set[int] = set()
        self.happened: set[int] = set()
        self.start = b""
        if setup(self.games, GAME, self.editions, 0, self.logs, 0, players) != ids.LAWFUL:
            raise Failure(f"{players} players were refused")
        self.begin_here()

    def begin_here(self) -> None:
        """What stands now is where the record of the game begins."""
        self.start, self.played = self.position(GAME), []
        self.check(GAME)

    def position(self, i: int) -> bytes:
        """The bytes of the game, or of its copy."""
        return bytes(self._bytes[i * STATE.itemsize : (i + 1) * STATE.itemsize])

    def set_position(self, i: int, position: bytes) -> None:
        """Make the game, or its copy, these bytes."""
        self._bytes[i * STATE.itemsize : (i + 1) * STATE.itemsize] = position

    def next_to_decide(self) -> int:
        """Who is asked now."""
        return int(next_to_decide(self.games, GAME))

    def legal(self, player: int) -> int:
        """Write the legal list of a player; how long it is."""
        return int(legal(self.games, GAME, self.editions, 0, player, self.listed))

    def take(self, n: int) -> None:
        """Make entry n of the list the action to be played."""
        self._action[:] = self._listed[n * ACTION.itemsize : (n + 1) * ACTION.itemsize]

    def allowed(self) -> int:
        """Would the action be refused, and by which rule?"""
        return int(allowed(self.games, GAME, self.editions, 0, self.actions, 0))

    def check(self, i: int) -> None:
        """Every invariant, of the game or of its copy."""
        number = checks.broken(self.games, i, self.editions, 0)
        if number:
            raise Failure(checks.NAMES[number])
        wrong = checks.out_of_range(self.position(i))
        if wrong:
            raise Failure(f"out of range: {', '.join(wrong)}")

    def play(self, i: int = GAME) -> int:
        """Play the action in the game, or on its copy: 0, or the rule that refuses it with not a byte changed."""
        before = self.position(i)
        foreseen = self.allowed() if i == GAME else None
        if i == GAME:
            self.played.append((bytes(self._action), self.g.deck))
        refused = int(step(self.games, i, self.editions, 0, self.logs, 0, self.actions, 0))
        if foreseen is not None and foreseen != refused:
            raise Failure(f"allowed says {ids.NAMES[foreseen]!r}, step says {ids.NAMES[refused]!r}")
        if refused == ids.LAWFUL:
            self.check(i)
            self.check_events()
            self.happened.update(self.log.kind[: self.log.count])
            return refused
        if not 0 < refused < len(ids.NAMES):
            raise Failure(f"refused by {refused}, which is no rule")
        if self.position(i) != before:
            raise Failure(f"refused by {ids.NAMES[refused]}, and yet changed the game")
        self.check_refusal(refused)
        self.refused_by.add(refused)
        if i == GAME:
            self.played.pop()
        return refused

    def check_events(self) -> None:
        """A kind of event happens by the rules that its row in the table names, and by no others."""
        for kind, rule in zip(self.log.kind[: self.log.count], self.log.rule[: self.log.count], strict=True):
            if rule not in EVENT_RULES[kind]:
                named = f"{codes.EVENT_KINDS[kind]} happened by {ids.NAMES[rule]}"
                raise Failure(f"{named}, which `dev/contract/events.py` does not name for it")

    def check_refusal(self, refused: int) -> None:
        """A kind of action is refused by the rules that its row in the table names, and by no others."""
        kind, rule = self.a.kind, ids.NAMES[refused]
        if rule not in ALWAYS and not (0 <= kind < len(KINDS) and rule in KINDS[kind].refused_by):
            name = KINDS[kind].name if 0 <= kind < len(KINDS) else kind
            raise Failure(f"{name} was refused by {rule}, which `rules/actions.py` does not name for it")

    def try_on_copy(self) -> int:
        """Play the action on a copy of the game, which is left as it is."""
        self.set_position(COPY, self.position(GAME))
        return self.play(COPY)

    def format_action(self) -> str:
        """The action that was played or tried last."""
        return format_played(Names(self.ruleset, SEAT_NAMES[: self.players]), bytes(self._action), self.g.deck)

    def line(self) -> str:
        """The position as one line of text."""
        return format_position(self.ruleset, self.g)

    def transcript(self) -> str:
        """Where the game began and all that was played, as text, so that it can be played again."""
        here = self.position(GAME)
        self.set_position(GAME, self.start)
        start = self.line()
        self.set_position(GAME, here)
        names = Names(self.ruleset, SEAT_NAMES[: self.players])
        return "\n".join([start, *(format_played(names, record, deck) for record, deck in self.played)])


def format_played(names: Names, record: bytes, deck: int) -> str:
    """An action as text; one that has no text is shown field by field."""
    try:
        return format_action(names.read(record, deck))
    except (ValueError, LookupError, TypeError, AttributeError):
        fields: Any = STRUCTURES[Action].from_buffer_copy(record)
        return " ".join(f"{name}={getattr(fields, name)}" for name, *_ in fields._fields_ if name != "dice")
