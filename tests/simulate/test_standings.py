"""Ratings and intervals against what is known: strengths that are given, and how often an interval holds the truth."""

import tracemalloc
from collections import Counter

import numpy as np
import pytest

from passgo.simulate.tournament import standings
from passgo.simulate.tournament.elo import ratings
from passgo.simulate.tournament.standings import BLOCK, LEAST_MATCHES, SHARES, MatchResult, Standings


def test_ratings_of_two_are_elos() -> None:
    """Ten wins to one are 400 points, but for the one drawn game that everyone has beside."""
    (found,) = ratings(np.array([[10_000.0, 1_000.0]]), np.array([[11_000.0]]), np.array([[1.0, 1.0]]))
    assert found[0] - found[1] == pytest.approx(400, abs=1)
    assert found.mean() == pytest.approx(1500)


def test_ratings_find_the_strengths_that_the_games_were_drawn_from() -> None:
    strong = np.array([8.0, 4.0, 2.0, 1.0, 1.0])
    seats = np.array([[1, 1, 1, 0, 0], [0, 1, 1, 1, 1], [2, 0, 0, 1, 1]], np.float64)
    games = np.array([[30_000.0, 30_000.0, 30_000.0]])
    wins = (games.T * seats * strong / (seats @ strong)[:, np.newaxis]).sum(axis=0)[np.newaxis]
    (found,) = ratings(wins, games, seats)
    expected = 400 * np.log10(strong)
    assert found == pytest.approx(1500 + expected - expected.mean(), abs=0.5)


def test_who_never_wins_or_never_loses_has_a_rating() -> None:
    (found,) = ratings(np.array([[100.0, 0.0]]), np.array([[100.0]]), np.array([[1.0, 1.0]]))
    assert np.isfinite(found).all()
    assert found[0] - found[1] > 500


def draw_matches(chance: np.random.Generator, matches: int) -> Counter[MatchResult]:
    """Matches of two bots: in half of them luck decides both games for one seat, so that each bot wins one."""
    results: Counter[MatchResult] = Counter()
    for _ in range(matches):
        won = 1 if chance.random() < 0.5 else int(chance.binomial(2, 0.6))
        results[MatchResult((0, 1), (1, 1), 2, 2, (won * SHARES, (2 - won) * SHARES))] += 1
    return results


def test_an_interval_holds_the_truth_as_often_as_it_says_and_uses_the_blocks() -> None:
    chance = np.random.default_rng(3)
    true_share, held, widths = 0.55, 0, []
    for trial in range(200):
        first = next(e for e in Standings(("a", "b"), draw_matches(chance, 150), trial).entrants() if e["bot"] == "a")
        held += first["low"] <= true_share <= first["high"]
        widths.append(first["high"] - first["low"])
    assert 180 <= held <= 199
    independent = 2 * 1.96 * (0.55 * 0.45 / 300) ** 0.5
    assert np.mean(widths) < 0.8 * independent


def test_shares_pairs_and_games_add_up() -> None:
    results = Counter(
        {
            MatchResult((0, 1), (1, 1), 2, 2, (2 * SHARES, 0)): 10,
            MatchResult((0, 2), (1, 1), 2, 1, (0, SHARES)): 10,
            MatchResult((1, 2), (1, 1), 2, 2, (SHARES // 2, 3 * SHARES // 2)): 10,
        }
    )
    found = Standings(("a", "b", "c"), results, 1)
    assert (found.matches, found.games, found.finished) == (30, 60, 50)
    by_name = {entrant["bot"]: entrant for entrant in found.entrants()}
    assert (by_name["a"]["wins"], by_name["b"]["wins"], by_name["c"]["wins"]) == (20, 5, 25)
    assert by_name["a"]["share"] == 0.5
    pairs = {(pair["bot"], pair["against"]): pair["share"] for pair in found.pairs()}
    assert pairs == {("a", "b"): 1.0, ("a", "c"): 0.0, ("b", "c"): 0.25}


def test_too_few_matches_have_no_interval() -> None:
    results = Counter({MatchResult((0, 1), (1, 1), 2, 2, (SHARES, SHARES)): LEAST_MATCHES - 1})
    assert Standings(("a", "b"), results, 1).entrants()[0]["low"] is None


def large_field(entrants: int, seats: int, tables: int) -> Counter[MatchResult]:
    """Matches at many different tables of a large field, in which the first entrants are the strongest."""
    chance = np.random.default_rng(5)
    strong = np.geomspace(4, 1, entrants)
    results: Counter[MatchResult] = Counter()
    for _ in range(tables):
        table = np.sort(chance.choice(entrants, seats, replace=False))
        won = chance.multinomial(seats, strong[table] / strong[table].sum())
        parts = tuple(int(wins) * SHARES for wins in won)
        results[MatchResult(tuple(table.tolist()), (1,) * seats, seats, seats, parts)] += 3
    return results


def test_a_large_field_is_rated_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty entrants at thousands of different tables: a matrix of tables by tables would need 72 MB, twice."""
    monkeypatch.setattr(standings, "RESAMPLINGS", 2 * BLOCK)
    results = large_field(60, 4, 3000)
    assert len({kind.entrants for kind in results}) > 2900
    tracemalloc.start()
    found = Standings(tuple(str(n) for n in range(60)), results, 1)
    rated, pairs = found.entrants(), found.pairs()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000, f"{peak:,} bytes"
    assert len(pairs) == 60 * 59 // 2
    assert found.matches == 9000
    best = [int(entrant["bot"]) for entrant in rated]
    assert np.corrcoef(best, range(60))[0, 1] > 0.9
    assert next(pair for pair in pairs if (pair["bot"], pair["against"]) == ("0", "59"))["share"] > 0.6
