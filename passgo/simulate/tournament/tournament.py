"""Tournaments: duplicate matches of a field of bots, the same dice for every seating.

A match is one lineup in all its rotations, dealt by `deal_duplicate`: each seat has the same luck, whoever sits in
it. What is kept of the matches has a size that does not grow with their number, so that it can be written down after
each batch.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from passgo.editions import Ruleset
from passgo.simulate.runs.batch import Array, Batch, play_batch
from passgo.simulate.runs.counts import FINISHED, RULES, WINNERS
from passgo.simulate.runs.faults import Fault, Faults
from passgo.simulate.runs.fingerprint import sources
from passgo.simulate.runs.misplays import misplays, refusals_in, stalls_in
from passgo.simulate.runs.plan import MOST_GAMES, ROUNDS, Bot, Plan, named_apart
from passgo.simulate.runs.workers import Crew, batches_of, on_ctrl_c
from passgo.simulate.tournament.duplicate import deal_duplicate, match_counters
from passgo.simulate.tournament.lineups import Lineup, rotations, schedule
from passgo.simulate.tournament.standings import SHARES, Result, Standings

__all__ = ["Found", "Tournament", "hold", "named_apart", "play_matches", "seats_for"]

USUAL_SEATS = 4
BATCH, SMALL_BATCH, PLAIN_BATCH = 1000, 8, 1
"""Matches that are played, and written down, at a time; the second where a bot is a user's own, the third where it is
plain Python, and a match may take long."""


def seats_for(table: Ruleset, entrants: int) -> int:
    """How many sit at a table unless told: all entrants, or as many as usual."""
    return entrants if entrants in table.players else min(max(USUAL_SEATS, table.players[0]), table.players[-1])


@dataclass(frozen=True)
class Tournament:
    """A tournament before it is played."""

    table: Ruleset
    entrants: tuple[Bot, ...]
    seats: int
    matches: int
    seed: int = 1
    rounds: int = ROUNDS

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise ValueError(f"a tournament needs at least two entrants, not {len(self.entrants)}")
        if self.matches < 1:
            raise ValueError(f"expected at least one match, not {self.matches}")
        if self.matches > MOST_GAMES:
            raise ValueError(f"expected at most {MOST_GAMES:,} matches, not {self.matches:,}")
        self.plan((0,) * self.seats, 1)  # says what is wrong with the rest
        _ = self.lineups

    @cached_property
    def lineups(self) -> list[Lineup]:
        """Match m is played with lineup m of these, counted round and round."""
        return schedule(len(self.entrants), self.seats, self.seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names."""
        return tuple(bot.name for bot in self.entrants)

    @property
    def attended(self) -> bool:
        """Is an entrant more than compiled code?"""
        return any(bot.attend is not None for bot in self.entrants)

    @property
    def usual_size(self) -> int:
        """How many matches make a batch."""
        if any(bot.plain for bot in self.entrants):
            return PLAIN_BATCH
        return SMALL_BATCH if self.attended else BATCH

    def plan(self, lineup: Lineup, games: int) -> Plan:
        """Games in one seating."""
        return Plan(self.table, tuple(self.entrants[n] for n in lineup), games, self.seed, self.rounds)

    def named(self) -> dict[str, Any]:
        """What makes it this tournament and no other; its length is no part of that."""
        return {
            "edition": self.table.edition,
            "options": self.table.options_text,
            "entrants": [[bot.name, fingerprint(bot)] for bot in self.entrants],
            "seats": self.seats,
            "seed": self.seed,
            "rounds": self.rounds,
            "data": hashlib.sha256(self.table.record.tobytes()).hexdigest()[:16],
            "code": sources(),
        }


def fingerprint(bot: Bot) -> str:
    """What tells the bot from another of its name: that of its file, or the notebook it begins with."""
    return bot.fingerprint or hashlib.sha256(repr(bot.notebook).encode()).hexdigest()[:16]


@dataclass
class Found:
    """What is known of the matches played so far, which are always the first so many."""

    tournament: Tournament
    matches: int = 0
    results: Counter[Result] = field(default_factory=Counter)
    refusals: Array = field(default_factory=lambda: np.zeros((0, RULES), np.int64))
    stalls: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        entrants = len(self.tournament.entrants)
        if len(self.refusals) == 0:
            self.refusals, self.stalls = np.zeros((entrants, RULES), np.int64), np.zeros(entrants, np.int64)

    def merge(self, later: "Found") -> None:
        """Add the matches that follow those known here."""
        self.matches += later.matches
        self.results += later.results
        self.refusals = self.refusals + later.refusals
        self.stalls = self.stalls + later.stalls
        self.faults.merge(later.faults)

    def count_misplays(self, lineup: Lineup, batch: Batch) -> None:
        """Add what the entrants did unlawfully, or for ever."""
        refusals, stalls = refusals_in(batch.tally), stalls_in(batch.tally)
        for seat, entrant in enumerate(lineup):
            self.refusals[entrant] += refusals[seat]
            self.stalls[entrant] += stalls[seat]

    def standings(self) -> Standings:
        """What follows from the results."""
        return Standings(self.tournament.names, self.results, self.tournament.seed)

    def misplays(self) -> list[dict[str, Any]]:
        """By entrant: what the rules refused, and turns that would not end; those without fault are left out."""
        return misplays([{"bot": name} for name in self.tournament.names], self.refusals, self.stalls)

    def to_dict(self) -> dict[str, Any]:
        """Everything, for programs."""
        standings, told = self.standings(), self.tournament
        return {
            **told.named(),
            "entrants": list(told.names),
            "matches": self.matches,
            "matches_wanted": told.matches,
            "games": standings.games,
            "finished": standings.finished,
            "finished_share": standings.finished / max(1, standings.games),
            "standings": standings.entrants(),
            "pairs": standings.pairs(),
            "misplays": self.misplays(),
            "faults": self.faults.to_list(),
        }


def parts_won(winners: Array, entrants: int, lineup: Lineup) -> Array:
    """What each entrant won of each game, in parts of a win; a shared win is divided."""
    seats = np.arange(len(lineup))
    won = winners[:, np.newaxis] >> seats & 1
    each = SHARES // np.maximum(1, won.sum(axis=1))
    parts = np.zeros((len(winners), entrants), np.int64)
    for seat, entrant in enumerate(lineup):
        parts[:, entrant] += won[:, seat] * each
    return parts


def play_lineup(tournament: Tournament, lineup: Lineup, numbers: range, found: Found) -> list[Fault]:
    """Play these matches, which have the same lineup, and count their results; the faults that occurred."""
    entrants = len(tournament.entrants)
    seatings = rotations(lineup)
    parts, ended = np.zeros((len(numbers), entrants), np.int64), np.zeros(len(numbers), np.int64)
    faults: list[Fault] = []
    for seating in seatings:
        batch = play_batch(tournament.plan(seating, len(numbers)), numbers, deal_duplicate, match_counters)
        parts += parts_won(batch.rows[:, WINNERS], entrants, seating)
        ended += batch.rows[:, FINISHED]
        found.count_misplays(seating, batch)
        faults += batch.faults.all()
    present = tuple(sorted(set(lineup)))
    seats = tuple(lineup.count(n) for n in present)
    for won, finished in zip(parts[:, list(present)].tolist(), ended.tolist(), strict=True):
        found.results[Result(present, seats, len(seatings), finished, tuple(won))] += 1
    return faults


def play_matches(tournament: Tournament, numbers: range) -> Found:
    """Play these matches, lineup by lineup: a call of the compiled loop costs more than a game, so it plays several."""
    found = Found(tournament, len(numbers))
    lineups, faults = tournament.lineups, []
    for first in numbers[: len(lineups)]:
        alike = range(first, numbers.stop, len(lineups))
        faults += play_lineup(tournament, lineups[first % len(lineups)], alike, found)
    found.faults = Faults(sorted(faults, key=lambda fault: (fault.game, fault.bot, fault.kind, fault.what)))
    return found


def hold(
    tournament: Tournament,
    threads: int = 1,
    found: Found | None = None,
    keep: Callable[[Found], None] = lambda found: None,
    batch: int | None = None,
) -> Found:
    """Play a tournament, or go on with it from what was found before. The result does not depend on the threads.

    `keep` is given everything found so far, after each batch. After Ctrl-C the matches being played are finished;
    after a second one they are given up.
    """
    found = Found(tournament) if found is None else found
    if tournament.attended:  # Python runs one thread at a time
        threads = 1
    remaining = batches_of(tournament.matches, batch or tournament.usual_size, found.matches)
    crew = Crew(lambda numbers: play_matches(tournament, numbers), remaining, threads)
    with on_ctrl_c(crew.stop, crew.give_up):
        for later in crew.results():
            found.merge(later)
            keep(found)
    return found
