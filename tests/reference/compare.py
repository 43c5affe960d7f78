"""One game in both readings of the law, compared after every step.

Compared, and nothing left out: whom the game waits for; the legal lists; every field of the State record; every event
with every field, in order, with its rule; and whether an action is refused. Of a refusal the rule is compared too: the
engine names one, the reference knows every rule that forbids the action, and the engine's must be among them. So it is
fixed wherever one rule alone forbids, and free only where the law does not say which of several comes first.
"""

import struct
from typing import Any, Literal

import numpy as np

from passgo.editions import Ruleset
from passgo.machine.records import DTYPES, arrays, fields_of, new
from passgo.rules import codes, ids
from passgo.rules.legal import legal
from passgo.rules.state import ACTION, LOG, STATE, Edition, Log, State
from passgo.rules.state import Action as ActionRecord
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide, to_act
from tests.reference import Reference, options_of
from tests.reference.contract import ACTION_NAMES, CHANCE, Action
from tests.reference.coverage import Coverage
from tests.reference.position import from_record
from tests.reference.snapshot import FIELDS, by_name, to_record

LETTERS: dict[int, Literal["b", "h", "i"]] = {1: "b", 2: "h", 4: "i"}
EDITION_NUMBERS = [name for name, f in fields_of(Edition).items() if f.count == 1 and name != "jail_square"]
RULE_NUMBERS = {name: number for number, name in enumerate(ids.NAMES)}
EVENT_FIELDS = (
    "kind", "rule", "player", "other", "square", "amount", "card", "give_deeds", "take_deeds", "give_cash", "take_cash",
    "take_cards", "die_1", "die_2", "die_3",
)  # fmt: skip

assert tuple(FIELDS) == STATE.names
assert ACTION_NAMES == codes.ACTION_KINDS


def row_format(dtype: "np.dtype[Any]") -> struct.Struct:
    """How the bytes of a record are read as one row of numbers."""
    assert dtype.fields is not None
    text, size = "=", 0
    for field, offset, *_ in dtype.fields.values():
        assert offset == size  # nothing lies between the fields
        base, shape = field.subdtype or (field, (1,))
        text += f"{shape[0]}{LETTERS[base.itemsize]}"
        size += field.itemsize
    return struct.Struct(text + f"{dtype.itemsize - size}x")


STATE_ROW, ACTION_ROW = row_format(DTYPES[State]), row_format(DTYPES[ActionRecord])


SAME: dict[bytes, list[Action]] = {}
"""Lists of throws that were found to be the same: the reference always gives the same object for them."""


class Difference(Exception):
    """The readings differ. `where` names what was compared, so that a shorter game is known to have the same."""

    def __init__(self, where: str, detail: str) -> None:
        super().__init__(f"{where}: {detail}")
        self.where = where


class Pair:
    """A game in both readings, from the beginning or from the bytes of a position."""

    def __init__(self, ruleset: Ruleset, players: int, start: bytes | None = None) -> None:
        self.ruleset, self.players = ruleset, players
        self.open_engine(ruleset)
        record = ruleset.record[0]
        options = options_of(ruleset.edition, **{name: int(record[name]) for name in EDITION_NUMBERS})
        self.reference = Reference(options, players)
        self.coverage = Coverage()
        self.played: list[Action] = []
        refused = setup(self.games, 0, self.editions, 0, self.logs, 0, players)
        assert refused == ids.LAWFUL
        self.compare_events()
        if start is not None:
            self._state[:] = start
            from_record(self.reference.table, STATE_ROW.unpack(start), ids.NAMES)
        self.start = bytes(self._state)
        self.compare_state()

    def open_engine(self, ruleset: Ruleset) -> None:
        """The engine's own records, and how to look at their bytes."""
        games, logs, actions, listed = new(State, 1), new(Log), new(ActionRecord, 1), new(ActionRecord, codes.ACTIONS)
        logs["listening"] = 1
        self.games, self.logs = arrays(State, games), arrays(Log, logs)
        self.actions, self.listed = arrays(ActionRecord, actions), arrays(ActionRecord, listed)
        self.editions = ruleset.rows
        self._state, self._action = games.view(np.uint8).data, actions.view(np.uint8).data
        self._listed, log = listed.view(np.uint8).data, logs.view(np.uint8).data
        self._events, self._count = [], log[0:0]
        for name in (*EVENT_FIELDS, "count"):
            assert LOG.fields is not None
            field, offset, *_ = LOG.fields[name]
            width = (field.subdtype[0] if field.subdtype else field).itemsize
            part = log[offset : offset + field.itemsize].cast(LETTERS[width])
            if name == "count":
                self._count = part
            else:
                self._events.append(part)

    # Looking

    def position(self) -> bytes:
        """The bytes of the game as it stands."""
        return bytes(self._state)

    def next_to_decide(self) -> int:
        """Whom a driver asks now; the same in both, and both wait for the same players."""
        mine = int(to_act(self.games, 0))
        theirs = sum(1 << seat for seat in self.reference.waited_for())
        if mine != theirs:
            raise Difference("to_act", f"the engine waits for {mine:b}, the reference for {theirs:b}")
        asked, theirs = int(next_to_decide(self.games, 0)), self.reference.next_to_decide()
        if asked != theirs:
            raise Difference("next_to_decide", f"the engine asks {asked}, the reference {theirs}")
        return asked

    def legal(self, player: int) -> list[Action]:
        """The legal list of a player, the same in both."""
        count = legal(self.games, 0, self.editions, 0, player, self.listed)
        written = bytes(self._listed[: count * ACTION.itemsize])
        theirs = self.reference.legal(player)
        if player == CHANCE and SAME.get(written) is theirs:
            return theirs  # all throws of the dice, compared before
        mine = list(ACTION_ROW.iter_unpack(written))
        if set(mine) != set(theirs) or len(mine) != len(theirs):
            engine = [format_fields(Action(*a)) for a in mine if a not in theirs]
            reference = [format_fields(a) for a in theirs if a not in mine]
            raise Difference("legal", f"of {player}: only the engine {engine}, only the reference {reference}")
        if len(theirs) in (36, 216):
            SAME[written] = theirs
        return theirs

    def compare_state(self) -> None:
        """Every field of the record."""
        mine, theirs = STATE_ROW.unpack(self._state), to_record(self.reference.table, RULE_NUMBERS)
        if mine == theirs:
            return
        one, two = by_name(mine), by_name(theirs)
        wrong = [name for name in FIELDS if one[name] != two[name]]
        detail = "; ".join(f"{name} is {one[name]} in the engine, {two[name]} in the reference" for name in wrong)
        raise Difference(f"state {wrong[0]}", detail)

    def compare_events(self) -> None:
        """Every event, in order, with every field and its rule."""
        count = self._count[0]
        rows = zip(*(part[:count].tolist() for part in self._events), strict=True)
        mine = [(codes.EVENT_KINDS[row[0]], ids.NAMES[row[1]], *row[2:]) for row in rows]
        theirs = self.reference.events
        if mine == theirs:
            self.coverage.events.update([event[:2] for event in theirs])
            return
        for n in range(max(len(mine), len(theirs))):
            if mine[n : n + 1] != theirs[n : n + 1]:
                detail = f"event {n} is {mine[n : n + 1]} in the engine, {theirs[n : n + 1]} in the reference"
                raise Difference("events", detail)

    # Playing

    def play(self, action: Action) -> bool:
        """The action in both, compared. Was it lawful?"""
        ACTION_ROW.pack_into(self._action, 0, *action)
        top = self.reference.table.top
        key = (top.kind if top else -1, len(self.reference.table.matters), action.kind)
        refused = step(self.games, 0, self.editions, 0, self.logs, 0, self.actions, 0)
        objection = self.reference.judge(action)
        if refused != ids.LAWFUL or objection is not None:
            self.compare_refusals(action, ids.NAMES[refused] if refused else "", objection)
            return False
        self.played.append(action)
        self.reference.perform(action)
        self.coverage.played[key] += 1
        self.compare_events()
        self.compare_state()
        return True

    def compare_refusals(self, action: Action, refused: str, objection: str | None) -> None:
        """Both refuse, and the rule the engine names is one that forbids."""
        rules = set(self.reference.objections(action))
        if not refused or objection is None or refused not in rules:
            self.played.append(action)
            engine, reference = refused or "lawful", sorted(rules) or "lawful"
            raise Difference("refusal", f"{format_fields(action)}: the engine says {engine}, the reference {reference}")
        self.coverage.refused[action.kind, refused] += 1
        self.coverage.by_one_rule += len(rules) == 1


def format_fields(action: Action) -> str:
    """An action with the fields that say something."""
    kind = ACTION_NAMES[action.kind] if 0 <= action.kind < len(ACTION_NAMES) else f"kind {action.kind}"
    fields = {name: value for name, value in action._asdict().items() if value and name not in ("kind", "player")}
    return f"{kind} by {action.player} {fields or ''}".strip()
