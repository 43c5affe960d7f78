"""The two readings of the law play the same random games; the first difference is told as a readable game.

Compared after every step: whether the action was lawful, the legal lists, who is in Jail, and the fields in COMPARED.
Not yet compared: events, which rule refuses, the matters, claims and cash of offers field by field, resignations, and
the Free Parking pot, whose payments the two define differently (it is a house rule).
"""

from random import Random
from typing import Any

from passgo import editions
from passgo.editions import Table
from passgo.fuzz.choosing import Temper, write_nonsense
from passgo.fuzz.match import Match
from passgo.fuzz.tables import random_table
from passgo.rules import codes, ids
from passgo.rules.codes import CHANCE, CLOCK
from passgo.rules.state import ACTION, fields_of
from passgo.rules.state import Edition as EditionRecord
from passgo.rules.state import State as StateRecord
from tests.reference import Reference, options_of

NUMBERS = [name for name, f in fields_of(EditionRecord).items() if f.count == 1 and name != "jail_square"]


COMPARED = [
    "cash",
    "turn",
    "round",
    "mortgaged",
    "unseen",
    "winners",
    "houses",
    "hotels",
    "on_turn",
    "phase",
    "square",
    "out",
    "speeding",
    "owner",
    "level",
    "seen",
    "seen_count",
    "jail_card",
    "offer_to",
    "offer_give_deeds",
    "offer_take_deeds",
    "hour_struck",
    "first",
]


class Difference(Exception):
    """The readings differ; the message says where."""


def as_dict(a: Any) -> dict[str, Any]:
    """An action of the engine as the reference takes it."""
    said = {name: getattr(a, name) for name in ACTION.names or () if name != "dice"}
    return {**said, "kind": codes.ACTION_KINDS[a.kind], "dice": tuple(a.dice)}


def state_of(match: Match) -> dict[str, Any]:
    """The engine's record, field by field."""
    g = match.g
    return {
        name: list(getattr(g, name)) if f.count > 1 else getattr(g, name) for name, f in fields_of(StateRecord).items()
    }


def key_of(action: dict[str, Any]) -> tuple[Any, ...]:
    """An entry of a legal list, so that lists can be compared as sets."""
    return tuple(action[name] for name in ("kind", "player", "other", "square", "card", "amount", "most", "dice"))


class Pair:
    """One game in both readings."""

    def __init__(self, table: Table, players: int) -> None:
        self.match = Match(table, players)
        record = table.record[0]
        self.reference = Reference(options_of(table.edition, **{name: int(record[name]) for name in NUMBERS}), players)
        self.compare_state()

    def compare_state(self) -> None:
        """Every field of the record."""
        mine, theirs = state_of(self.match), self.reference.snapshot()
        inmates = [[jail for jail, out in zip(s["jail"], s["out"], strict=True) if not out] for s in (mine, theirs)]
        if inmates[0] != inmates[1]:  # of those still in: the two leave a leaver's place in Jail differently
            raise Difference(f"jail: the engine has {inmates[0]}, the reference {inmates[1]}")
        for name, value in mine.items():
            if name not in COMPARED:
                continue
            other = theirs[name]
            other = list(other) if isinstance(value, list) else other
            if value != other:
                raise Difference(f"{name}: the engine has {value}, the reference {other}")

    def compare_legal(self, player: int) -> int:
        """The legal lists of one player; how long the engine's is."""
        count = self.match.legal(player)
        mine = sorted(map(str, (key_of(as_dict(self.match.list[n])) for n in range(count))))
        theirs = sorted(map(str, (key_of(action) for action in self.reference.legal(player))))
        if mine != theirs:
            only = [a for a in mine if a not in theirs], [a for a in theirs if a not in mine]
            raise Difference(f"legal actions of {player}: only the engine {only[0]}, only the reference {only[1]}")
        return count

    def play(self) -> int:
        """The action in both: refused by the same rule, or the same events and the same state."""
        action = as_dict(self.match.a)
        refused = self.match.play()
        theirs = self.reference.play(action)
        if (refused == 0) != (theirs is None):
            raise Difference(f"{action}: the engine says {ids.NAMES[refused]}, the reference {theirs}")
        if not refused:
            self.compare_state()
        return refused


def play_pair(seed: int, edition: str | None = None, steps: int = 400) -> tuple[Pair | None, int, str]:
    """One random game in both readings: how many steps agreed, and what differed, if anything."""
    dice = Random(seed)
    table = random_table(dice, edition or dice.choice(editions.NAMES))
    while table.record[0]["free_parking_pot"]:
        table = random_table(dice, table.edition)
    pair = None
    done = 0
    try:
        pair = Pair(table, dice.choice(table.players))
        temper = Temper(dice)
        temper.weights[codes.RESIGN] = 0
        while done < steps and pair.match.next_to_decide() >= 0:
            one_step(dice, pair, temper)
            done += 1
    except Difference as difference:
        return pair, done, str(difference)
    except Exception as error:  # the reference fell over
        return pair, done, f"{type(error).__name__}: {error}"
    return pair, done, ""


def one_step(dice: Random, pair: Pair, temper: Temper) -> None:
    """Compare everybody's lists, try some nonsense, then play one action."""
    match = pair.match
    player = match.next_to_decide()
    if player != CHANCE and dice.random() < temper.out_of_turn:
        player = dice.randrange(match.players)
    if dice.random() < 0.2:
        pair.compare_legal(dice.randrange(match.players))
    if dice.random() < temper.nonsense:
        write_nonsense(dice, match, extreme=False)
        if match.a.kind != codes.RESIGN:
            pair.play()
        return
    if dice.random() < temper.hour and pair.compare_legal(CLOCK):
        match.take(0)
        pair.play()
        return
    count = pair.compare_legal(player)
    if count == 0:
        return
    if player == CHANCE:
        temper.choose_chance(dice, match, count)
    else:
        temper.choose(dice, match, count)
    pair.play()
