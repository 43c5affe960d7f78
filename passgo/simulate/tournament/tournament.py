"""Tournaments: duplicate matches of a field of bots, with the same dice for every seating.

A match is one lineup in all its rotations, dealt by `deal_duplicate`: each seat has the same luck, whichever bot sits
there. The size of the results does not grow with the number of matches, so they can be written to a file after each
batch.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from passgo.duplicate import deal_duplicate, match_counters
from passgo.editions import Ruleset
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.counts import FINISHED, REASONS, WINNERS, Array
from passgo.simulate.runs.faults import Fault, Faults, misplays, refusals_in, stalls_in
from passgo.simulate.runs.fingerprint import source_hash
from passgo.simulate.runs.plan import MOST_GAMES, ROUNDS, Bot, Plan, finish, number_duplicates
from passgo.simulate.runs.workers import Workers, batches_of, on_ctrl_c
from passgo.simulate.tournament.lineups import Lineup, rotations, schedule
from passgo.simulate.tournament.standings import SHARES, MatchResult, Standings

__all__ = ["Results", "Tournament", "hold", "number_duplicates", "play_matches", "seats_for"]

USUAL_SEATS = 4
BATCH, SMALL_BATCH, PLAIN_BATCH = 1000, 8, 1
"""Matches of a batch, after which the results are written. The second number is for users' compiled bots and those that
ponder, the third for plain Python, with which a match may take long."""


def seats_for(ruleset: Ruleset, entrants: int) -> int:
    """The number of seats if none is given: one for each entrant or, where the rules do not allow that, four."""
    allowed = ruleset.players
    return entrants if entrants in allowed else min(max(USUAL_SEATS, allowed[0]), allowed[-1])


@dataclass(frozen=True)
class Tournament:
    """The plan of a tournament."""

    ruleset: Ruleset
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
        self.plan((0,) * self.seats, 1)  # the plan checks everything else
        _ = self.lineups

    @cached_property
    def lineups(self) -> list[Lineup]:
        """Match m is played with lineup m of these; after the last lineup the first one follows."""
        return schedule(len(self.entrants), self.seats, self.seed)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(bot.name for bot in self.entrants)

    @property
    def has_user_bots(self) -> bool:
        """Is an entrant one of a user's own? Its code may call Python, which runs one thread at a time."""
        return any(bot.prepare is not None for bot in self.entrants)

    @property
    def usual_size(self) -> int:
        """How many matches a batch has."""
        if any(bot.plain for bot in self.entrants):
            return PLAIN_BATCH
        is_slow = self.has_user_bots or any(bot.ponders for bot in self.entrants)
        return SMALL_BATCH if is_slow else BATCH

    def plan(self, lineup: Lineup, games: int) -> Plan:
        """The plan of some games with this lineup."""
        return Plan(self.ruleset, tuple(self.entrants[n] for n in lineup), games, self.seed, self.rounds)

    def identity(self) -> dict[str, Any]:
        """What makes it this tournament and no other. The number of matches is no part of it."""
        return {
            "edition": self.ruleset.edition,
            "options": self.ruleset.options_text,
            "entrants": [[bot.name, fingerprint(bot)] for bot in self.entrants],
            "seats": self.seats,
            "seed": self.seed,
            "rounds": self.rounds,
            "data": hashlib.sha256(self.ruleset.record.tobytes()).hexdigest()[:16],
            "code": source_hash(),
        }


def fingerprint(bot: Bot) -> str:
    """A hash that tells the bot from others of the same name: of its file, or of its notebook."""
    return bot.fingerprint or hashlib.sha256(repr(bot.notebook).encode()).hexdigest()[:16]


@dataclass
class Results:
    """The results of the matches played so far. These are always the first matches of the tournament."""

    tournament: Tournament
    matches: int = 0
    results: Counter[MatchResult] = field(default_factory=Counter)
    refusals: Array = field(default_factory=lambda: np.zeros((0, REASONS), np.int64))
    stalls: Array = field(default_factory=lambda: np.zeros(0, np.int64))
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        entrants = len(self.tournament.entrants)
        if len(self.refusals) == 0:
            self.refusals, self.stalls = np.zeros((entrants, REASONS), np.int64), np.zeros(entrants, np.int64)

    def merge(self, later: "Results") -> None:
        """Add the results of the matches that follow."""
        self.matches += later.matches
        self.results += later.results
        self.refusals = self.refusals + later.refusals
        self.stalls = self.stalls + later.stalls
        self.faults.merge(later.faults)

    def add_misplays(self, lineup: Lineup, batch: Batch) -> None:
        """Add the refused actions and the stalled turns of a batch."""
        refusals, stalls = refusals_in(batch.tally), stalls_in(batch.tally)
        for seat, entrant in enumerate(lineup):
            self.refusals[entrant] += refusals[seat]
            self.stalls[entrant] += stalls[seat]

    def standings(self) -> Standings:
        """Shares, pairs and ratings, computed from the results."""
        return Standings(self.tournament.names, self.results, self.tournament.seed)

    def misplays(self) -> list[dict[str, Any]]:
        """Refused actions and stalled turns by entrant. Entrants without any are left out."""
        return misplays([{"bot": name} for name in self.tournament.names], self.refusals, self.stalls)

    def to_dict(self) -> dict[str, Any]:
        """Everything, for programs."""
        standings, tournament = self.standings(), self.tournament
        return {
            **tournament.identity(),
            "entrants": list(tournament.names),
            "matches": self.matches,
            "matches_wanted": tournament.matches,
            "games": standings.games,
            "finished": standings.finished,
            "finished_share": standings.finished / max(1, standings.games),
            "standings": standings.entrants(),
            "pairs": standings.pairs(),
            "misplays": self.misplays(),
            "faults": self.faults.to_list(),
        }


def parts_won(winners: Array, entrants: int, lineup: Lineup) -> Array:
    """What each entrant won in each game, in parts of a win. A shared win is divided."""
    seats = np.arange(len(lineup))
    won = winners[:, np.newaxis] >> seats & 1
    each = SHARES // np.maximum(1, won.sum(axis=1))
    parts = np.zeros((len(winners), entrants), np.int64)
    for seat, entrant in enumerate(lineup):
        parts[:, entrant] += won[:, seat] * each
    return parts


def play_lineup(tournament: Tournament, lineup: Lineup, numbers: range, found: Results) -> list[Fault]:
    """Play these matches, which have the same lineup, and add their results; returns the faults that occurred."""
    entrants = len(tournament.entrants)
    seatings = rotations(lineup)
    parts, ended = np.zeros((len(numbers), entrants), np.int64), np.zeros(len(numbers), np.int64)
    faults: list[Fault] = []
    for seating in seatings:
        batch = play_batch(tournament.plan(seating, len(numbers)), numbers, deal_duplicate, match_counters)
        parts += parts_won(batch.rows[:, WINNERS], entrants, seating)
        ended += batch.rows[:, FINISHED]
        found.add_misplays(seating, batch)
        faults += batch.faults.all()
    present = tuple(sorted(set(lineup)))
    seats = tuple(lineup.count(n) for n in present)
    for won, finished in zip(parts[:, list(present)].tolist(), ended.tolist(), strict=True):
        found.results[MatchResult(present, seats, len(seatings), finished, tuple(won))] += 1
    return faults


def play_matches(tournament: Tournament, numbers: range) -> Results:
    """Play these matches, lineup by lineup: a call of the compiled loop takes longer than a game, so it plays many."""
    found = Results(tournament, len(numbers))
    lineups, faults = tournament.lineups, []
    for first in numbers[: len(lineups)]:
        alike = range(first, numbers.stop, len(lineups))
        faults += play_lineup(tournament, lineups[first % len(lineups)], alike, found)
    found.faults = Faults(sorted(faults, key=lambda fault: (fault.game, fault.bot, fault.kind, fault.what)))
    return found


def hold(
    tournament: Tournament,
    threads: int = 1,
    found: Results | None = None,
    keep: Callable[[Results], None] = lambda found: None,
    batch: int | None = None,
) -> Results:
    """Play a tournament, or continue it from the results `found` before. The results do not depend on the threads.

    After each batch `keep` is given all results so far. Ctrl-C ends the tournament after the matches that are being
    played; a second Ctrl-C does not wait for those.
    """
    found = Results(tournament) if found is None else found
    if tournament.has_user_bots:
        threads = 1
    remaining = batches_of(tournament.matches, batch or tournament.usual_size, found.matches)
    workers = Workers(lambda numbers: play_matches(tournament, numbers), remaining, threads)
    try:
        with on_ctrl_c(workers.stop, workers.give_up):
            for later in workers.results():
                found.merge(later)
                keep(found)
    finally:
        finish(tournament.entrants)
    return found
