"""What a game was decided by: the chances of every player along it, and where they came from.

Every step of a record changes what the players' chances are, as many looks ahead find them. What dice and cards changed
is luck: before them, chances are the mean over all that might come. What an accepted offer changed is the deal's; what
any other action changed, against what a trader would have done, is the decision of whoever acted. What is left, the
decisions of others, is unexplained. For every player these four add up to the result less the chance at the start,
exactly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from passgo.analysis.advice import LABEL, behind, interval_of, model_error, options_of
from passgo.analysis.judge import Judge
from passgo.analysis.table import Array
from passgo.game import Game
from passgo.game.corrections import is_correction, position_after
from passgo.game.course import time_of
from passgo.game.engine import Engine
from passgo.notation.actions import Action
from passgo.notation.events import Event, dated_events
from passgo.notation.text import format_action, format_words
from passgo.rules import codes

PARTS = ("luck", "decisions", "deals", "unexplained")
"""What a game is decided by, for each player."""

LEAST_LOSS, BLUNDER = 0.01, 0.04
"""A mistake costs more than this, and a blunder more than that."""
SURE = 2.0
"""A mistake costs more than so many of its standard errors."""
SUSPECTED = 0.015
"""A decision is looked at further if the net thinks that another is better by so much."""
LOOKS = 128
"""Looks ahead from every position."""
MISTAKE_LOOKS = 400
"""Looks by which a suspected mistake is judged, on either side."""
MOST_SUSPECTS = 40
SET_RIGHT = -1
"""The kind of a step that no action is."""
TURNING = 5
"""So many moments are told that turned the game most."""

Tell = Callable[[str, int, int], None]
"""Hears what is being done, how far it is, and how far it goes."""


@dataclass(frozen=True)
class Point:
    """The chances when a turn begins, after so many steps of the game, with the ends of their intervals."""

    step: int
    turn: int
    round: int
    chances: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Change:
    """What happened at one step of the game, counted from 0, and by how much it changed each player's chance."""

    step: int
    turn: int
    kind: str
    """`luck`, `decisions` or `deals`."""
    player: str
    """Who threw, drew, decided or accepted."""
    says: str
    effects: tuple[float, ...]


@dataclass(frozen=True)
class Mistake:
    """A decision that cost its player more than it may have done by chance, and what was better."""

    step: int
    turn: int
    player: str
    played: str
    better: str
    loss: float
    error: float
    action: Action
    """What was played."""
    instead: Action
    """What was better."""

    @property
    def is_blunder(self) -> bool:
        """Did it cost much?"""
        return self.loss > BLUNDER


@dataclass
class Decisions:
    """How a player decided, where there was a choice: what was best, what cannot be told from it, and mistakes."""

    best: int = 0
    fine: int = 0
    mistakes: int = 0


@dataclass
class Analysis:
    """What a game was decided by."""

    names: tuple[str, ...]
    edition: str
    label: str
    over: bool
    winners: tuple[str, ...]
    start: tuple[float, ...]
    end: tuple[float, ...]
    parts: dict[str, dict[str, float]]
    """For each player the four parts, which add up to `end` less `start`."""
    others: dict[str, float]
    """How much of what is unexplained came from the decisions of the others."""
    points: list[Point] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    """Every step that changed somebody's chance by a tenth of a point, and every deal."""
    turning: list[Change] = field(default_factory=list)
    deals: list[Change] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    decisions: dict[str, Decisions] = field(default_factory=dict)
    """How everybody decided; empty, if mistakes were not looked for."""

    @property
    def verdict(self) -> str:
        """One sentence about the game."""
        from passgo.analysis.words import verdict_of

        return verdict_of(self)

    def to_dict(self) -> dict[str, Any]:
        """The analysis as JSON has it."""
        from passgo.analysis.words import format_dict

        return format_dict(self)


@dataclass(frozen=True)
class Step:
    """A step of the record: the positions around it, what was done, and what came of it."""

    before: bytes
    after: bytes
    record: bytes
    kind: int
    player: int
    events: list[Event]


def read_steps(game: Game) -> list[Step]:
    """The steps of a game, each with the positions around it."""
    engine, names = Engine(game.ruleset), game._names
    engine.position = game._start
    steps = []
    for record in game._course.steps:
        before = engine.position
        if is_correction(record):  # at a real table something was set right: nobody decided it, and nobody threw it
            engine.position = position_after(record)
            steps.append(Step(before, engine.position, record, SET_RIGHT, codes.CLOCK, []))
            continue
        engine.played = record
        kind, player = engine.action.kind, engine.action.player
        if kind == codes.DICE or kind == codes.CARD or kind == codes.DEED:
            player = engine.g.on_turn
        engine.step()
        after = engine.position
        events = dated_events(names, engine.read_events(), time_of(before), time_of(after))
        steps.append(Step(before, after, record, kind, player, events))
    return steps


def analyse(game: Game, tell: Tell = lambda what, done, of: None, *, mistakes: bool = True) -> Analysis:
    """What a game was decided by, as far as it was played; `tell` hears how far it is.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    >>> _ = game.play_out(rounds=3)
    >>> analysis = passgo.analysis.analyse(game)
    >>> parts = analysis.parts["Ann"]
    >>> abs(sum(parts.values()) - (analysis.end[0] - analysis.start[0])) < 1e-9
    True
    """
    judge, steps = Judge(game.ruleset, len(game.names)), read_steps(game)
    positions = [game._start, *(step.after for step in steps)]
    values = judge.closely(positions, LOOKS, partial(tell, "judging positions"))
    changes, parts, others = share_out(game.names, steps, values)
    outcome = game.outcome
    analysis = Analysis(
        names=game.names,
        edition=game.ruleset.edition,
        label=LABEL,
        over=outcome is not None,
        winners=tuple(outcome.winners) if outcome else (),
        start=as_numbers(values[0]),
        end=as_numbers(values[-1]),
        parts=parts,
        others=others,
        points=points_of(steps, values),
        changes=changes,
        deals=[change for change in changes if change.kind == "deals"],
        turning=sorted(changes, key=lambda change: -max(map(abs, change.effects)))[:TURNING],
    )
    analysis.turning.sort(key=lambda change: change.turn)
    if mistakes:
        analysis.decisions = {name: Decisions() for name in game.names}
        analysis.mistakes = find_mistakes(game, judge, steps, tell, analysis.decisions)
    return analysis


def as_numbers(row: Array) -> tuple[float, ...]:
    """A row as Python's numbers."""
    return tuple(float(number) for number in row)


def share_out(
    names: Sequence[str], steps: Sequence[Step], values: Array
) -> tuple[list[Change], dict[str, dict[str, float]], dict[str, float]]:
    """Each step's change of every player's chance, and the sums of the four parts."""
    sums = {part: np.zeros(len(names)) for part in (*PARTS, "others")}
    changes = []
    for number, step in enumerate(steps):
        change = values[number + 1] - values[number]
        if step.kind in (codes.DICE, codes.CARD, codes.DEED):
            kind = "luck"
            sums["luck"] += change
        elif step.kind == codes.ACCEPT:
            kind = "deals"
            sums["deals"] += change
        elif step.player < len(names):
            kind = "decisions"
            own = np.arange(len(names)) == step.player
            sums["decisions"] += change * own
            sums["unexplained"] += change * ~own
            sums["others"] += change * ~own
        else:  # the clock
            sums["unexplained"] += change
            continue
        if np.abs(change).max() > 0.001 or kind == "deals":
            turn = time_of(step.before).turn
            changes.append(Change(number, turn, kind, names[step.player], says_of(step), as_numbers(change)))
    parts = {name: {part: float(sums[part][seat]) for part in PARTS} for seat, name in enumerate(names)}
    return changes, parts, {name: float(sums["others"][seat]) for seat, name in enumerate(names)}


DULL = ("TurnBegan", "TurnEnded", "Moved", "Paid", "OfferLapsed")
"""Events that say little about why a moment mattered."""


def says_of(step: Step) -> str:
    """What happened at a step, in at most three sentences."""
    told = [str(event) for event in step.events if event.kind not in DULL]
    return " ".join((told or [str(event) for event in step.events])[:3])


def points_of(steps: Sequence[Step], values: Array) -> list[Point]:
    """The chances at the beginning of each turn, and at the end."""
    points, last = [], -1
    for number, step in enumerate(steps):
        now = time_of(step.after)
        if now.turn != last or number == len(steps) - 1:
            last = now.turn
            chances = as_numbers(values[number + 1])
            spans = [interval_of(chance, model_error(chance, looked_ahead=True)) for chance in chances]
            low, high = tuple(span.low for span in spans), tuple(span.high for span in spans)
            points.append(Point(number + 1, now.turn, now.round, chances, low, high))
    return points


def find_mistakes(
    game: Game, judge: Judge, steps: Sequence[Step], tell: Tell, decisions: dict[str, Decisions]
) -> list[Mistake]:
    """The decisions that cost their players more than chance explains, in the order of the game; all are counted."""
    suspects = suspected(judge, game, steps, tell, decisions)
    found = []
    for done, (number, played, better) in enumerate(suspects):
        tell("looking at decisions", done, len(suspects))
        step = steps[number]
        looked = (judge.looks(after, MISTAKE_LOOKS, offers=True)[:, step.player] for after in (better[1], played))
        seen = dict(enumerate(looked))
        loss, error = behind(seen, [0], 1)
        if loss > LEAST_LOSS and loss > SURE * error:
            deck = deck_of(game, step.before)
            action, instead = (game._names.action(record, deck) for record in (step.record, better[0]))
            did, turn, who = format_action(action), time_of(step.before).turn, game.names[step.player]
            did, said = did.partition(": ")[2] or did, format_words(instead)
            found.append(Mistake(number, turn, who, did, said, loss, error, action, instead))
    worst = worst_of_turns(found)
    for mistake in worst:
        counted = decisions[mistake.player]
        counted.mistakes, counted.fine = counted.mistakes + 1, counted.fine - 1
    return worst


def worst_of_turns(found: Sequence[Mistake]) -> list[Mistake]:
    """The worst mistake of each player in each turn: what follows from one is not told again."""
    worst: dict[tuple[int, str], Mistake] = {}
    for mistake in sorted(found, key=lambda mistake: -mistake.loss):
        worst.setdefault((mistake.turn, mistake.player), mistake)
    return sorted(worst.values(), key=lambda mistake: mistake.turn)


def deck_of(game: Game, position: bytes) -> int:
    """The deck that is being drawn from in a position."""
    engine = Engine(game.ruleset)
    engine.position = position
    return int(engine.g.deck)


def is_judged(steps: Sequence[Step], number: int) -> bool:
    """May a decision be called a mistake? Of offers only those that were accepted at once, and no throw."""
    if steps[number].kind not in (codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT):
        return steps[number].kind != codes.THROW
    return number + 1 < len(steps) and steps[number + 1].kind == codes.ACCEPT


def suspected(
    judge: Judge, game: Game, steps: Sequence[Step], tell: Tell, decisions: dict[str, Decisions]
) -> list[tuple[int, bytes, tuple[bytes, bytes]]]:
    """The decisions for which the net knows a better one: the step, the position after it, and the better choice.

    Every decision with a choice is counted: as the best, or as one that may be as good.
    """
    engine = Engine(game.ruleset)
    found = []
    for number, step in enumerate(steps):
        if step.player >= len(game.names) or step.kind >= codes.DICE or not is_judged(steps, number):
            continue
        engine.position = step.before
        options = [option for option in options_of(engine, step.player, judge, offers=False) if option[1] != step.after]
        if not options:
            continue
        tell("comparing decisions", number, len(steps))
        values = judge.values([step.after, *(after for _, after in options)], offers=True)[:, step.player]
        best = int(np.argmax(values[1:]))
        counted = decisions[game.names[step.player]]
        if values[best + 1] <= values[0]:
            counted.best += 1
        else:
            counted.fine += 1
        if values[best + 1] - values[0] > SUSPECTED:
            found.append((float(values[best + 1] - values[0]), number, step.after, options[best]))
    found.sort(key=lambda suspect: -suspect[0])
    return [(number, after, option) for _, number, after, option in found[:MOST_SUSPECTS]]
