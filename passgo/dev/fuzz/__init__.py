"""Random games of every edition and option, in which every step is checked (`passgo dev fuzz`).

A game is made by its seed alone, so that a failure can be played again: `fuzz(games=1, seed=123)`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

from passgo import editions
from passgo.dev.fuzz.checked_game import Failure, Match
from passgo.dev.fuzz.player import Temper, is_listed, whose_list, write_nonsense
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes, ids
from passgo.rules.actions import DEALS

__all__ = ["Failure", "Report", "fuzz", "play_game"]

STEPS = 1200
"""The most steps of one game."""


@dataclass
class Report:
    """What random games met. `failure` is empty, or says what went wrong and how to play it again."""

    games: int = 0
    steps: int = 0
    refusals: int = 0
    tried: int = 0
    kinds: set[int] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    rules: set[int] = field(default_factory=set)
    failure: str = ""

    def to_dict(self) -> dict[str, object]:
        """The report in names."""
        return {
            "games": self.games,
            "steps": self.steps,
            "refusals": self.refusals,
            "tried": self.tried,
            "actions_met": sorted(codes.ACTION_KINDS[kind] for kind in self.kinds),
            "actions_not_met": sorted(set(codes.ACTION_KINDS) - {codes.ACTION_KINDS[kind] for kind in self.kinds}),
            "events_not_met": sorted(set(codes.EVENT_KINDS) - {codes.EVENT_KINDS[kind] for kind in self.events}),
            "rules_that_refused": sorted(ids.NAMES[rule] for rule in self.rules),
            "failure": self.failure,
        }


def fuzz(
    games: int | None,
    seed: int = 1,
    edition: str | None = None,
    minutes: float | None = None,
    after_game: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Play random games with seeds from `seed` on, for at most so many minutes; stop at the first failure.

    No number of games means as many as there is time for. `after_game` is called with the report after every game.
    """
    report = Report()
    until = None if minutes is None else time.monotonic() + 60 * minutes
    for number in count(seed) if games is None else range(seed, seed + games):
        if until is not None and time.monotonic() >= until:
            break
        play_seed(number, edition, report)
        report.games += 1
        after_game(report)
        if report.failure:
            break
    return report


def play_seed(seed: int, edition: str | None, report: Report) -> None:
    """Play the game of one seed; a failure goes into the report, with all that led to it."""
    chosen = edition or editions.NAMES[seed % len(editions.NAMES)]
    dice = Random(seed)
    ruleset = random_ruleset(dice, chosen)
    match: Match | None = None
    try:
        match = random_match(dice, ruleset)
        play_game(dice, match, report)
    except (Failure, AssertionError, LookupError, ArithmeticError) as problem:
        what = f"{type(problem).__name__}: {problem}" if not isinstance(problem, Failure) else str(problem)
        again = f"passgo dev fuzz --games 1 --seed {seed} --edition {chosen}"
        what += f"\nlast action: {match.format_action()}" if match else ""
        played = match.transcript() if match else f"edition {chosen} {ruleset.options_text}: it did not begin"
        report.failure = f"{what}\nseed {seed}; play it again with: {again}\n{played}"


def play_game(dice: Random, match: Match, report: Report, steps: int = STEPS) -> None:
    """Play a random game to its end, or for so many steps."""
    temper = Temper(dice)
    for _ in range(steps):
        player = match.next_to_decide()
        if player == codes.NOBODY:
            break
        if dice.random() < temper.nonsense:
            check_nonsense(dice, match, report)
        if dice.random() < 0.02:
            try_everything(match, player, report)
        move(dice, match, temper, player, report)
    report.refusals += len(match.refused_by)
    report.rules |= match.refused_by
    report.events |= match.happened


def move(dice: Random, match: Match, temper: Temper, player: int, report: Report) -> None:
    """One action of chance, of whoever is asked, or of somebody else at the table."""
    if match.ruleset.record[0]["short_game"] and dice.random() < temper.hour and match.legal(codes.CLOCK):
        match.take(0)
        play_listed(match, report)
        return
    if player != codes.CHANCE and dice.random() < temper.out_of_turn:
        player = dice.randrange(match.players)
    count = match.legal(player)
    if player == codes.CHANCE:
        temper.choose_chance(dice, match, count)
    elif count:
        temper.choose(dice, match, count)
    else:
        return
    play_listed(match, report)


def play_listed(match: Match, report: Report) -> None:
    """Play what was listed: only an offer, filled at random, may be refused."""
    kind = match.a.kind
    refused = match.play()
    if refused == ids.LAWFUL:
        report.kinds.add(kind)
        report.steps += 1
    elif kind not in DEALS:
        raise Failure(f"{codes.ACTION_KINDS[kind]} was listed, and refused by {ids.NAMES[refused]}")


def try_everything(match: Match, player: int, report: Report) -> None:
    """Each finite action listed is accepted, and leaves a lawful game."""
    for n in range(match.legal(player)):
        match.take(n)
        kind = match.a.kind
        if kind in DEALS:
            continue
        refused = match.try_on_copy()
        report.tried += 1
        if refused != ids.LAWFUL:
            raise Failure(f"{codes.ACTION_KINDS[kind]} was listed, and refused by {ids.NAMES[refused]}")


def check_nonsense(dice: Random, match: Match, report: Report) -> None:
    """Any action whatever: what the legal list holds is accepted, everything else refused."""
    extreme = dice.random() < 0.3
    write_nonsense(dice, match, extreme)
    whose = whose_list(match)
    count = match.legal(whose) if whose != codes.NOBODY else 0
    listed = is_listed(match, count)
    refused = match.try_on_copy()
    report.tried += 1
    if listed is not None and listed != (refused == ids.LAWFUL):
        kind = codes.ACTION_KINDS[match.a.kind] if 0 <= match.a.kind < len(codes.ACTION_KINDS) else match.a.kind
        verdict = "accepted" if refused == ids.LAWFUL else f"refused by {ids.NAMES[refused]}"
        raise Failure(f"{kind} was {'' if listed else 'not '}listed, and {verdict}")
