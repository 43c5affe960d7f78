"""The tuner: fair games for all candidates, the same run for the same seed, and nothing lost by an interruption."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from passgo.bots.trader.files import read_parameters
from passgo.bots.trader.parameters import TABLE, by_hand
from passgo.cli import run
from passgo.cli.dev import tune_search as tune
from passgo.dev.tuning import Interrupted, Judge, Tuning, TuningPlan, TuningResult, verify
from passgo.dev.tuning.journal import Journal
from passgo.dev.tuning.opponents import TABLE_KINDS, Field, ruleset_of, trader
from passgo.dev.tuning.sanity import PROPOSER, RECEIVER, questions, silly_share
from passgo.dev.tuning.scoring import Comparison, Score, compare, matches_against, weighted_score
from passgo.dev.tuning.search import Search
from passgo.notation.actions import Action
from passgo.simulate import bot_named

TINY = {"seed": 3, "population": 4, "games": 100, "verification": 400}


def run_tuning(path: Path, generations: int, threads: int = 1) -> Tuning:
    """A tiny run."""
    plan = TuningPlan(generations=generations, **TINY)
    found = Tuning(plan, Judge(threads), Journal(path, plan.heading))
    found.run()
    return found


def figures(found: Tuning) -> list[Any]:
    """The figures of a run, without the time that it took."""
    return [(entry["scores"], entry["games"]) for entry in found.journal.entries] + [found.search.mean]


def test_the_same_seed_gives_the_same_run_whatever_the_threads(tmp_path: Path) -> None:
    assert figures(run_tuning(tmp_path / "one", 2)) == figures(run_tuning(tmp_path / "two", 2, threads=2))


def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = run_tuning(tmp_path / "whole", 3)
    run_tuning(tmp_path / "broken", 1)
    with (tmp_path / "broken").open("a") as file:
        file.write('{"scores": [1.0, 0.')  # killed in the middle of a line
    assert figures(run_tuning(tmp_path / "broken", 3)) == figures(whole)


def test_a_champion_of_an_interrupted_run_reigns_again(tmp_path: Path) -> None:
    first = run_tuning(tmp_path / "journal", 1)
    crowned = {**first.search.mean, "horizon": 77}
    lines = (tmp_path / "journal").read_text().splitlines()
    entry = {**json.loads(lines[1]), "crowned": crowned}
    (tmp_path / "journal").write_text(f"{lines[0]}\n{json.dumps(entry)}\n")
    again = run_tuning(tmp_path / "journal", 1)
    assert (again.field.champion, again.champions) == (crowned, 1)
    assert again.field.older == [read_parameters()]


@pytest.mark.parametrize("text", ["", "nonsense\n", '{"what": "passgo tune", "seed": 4}\n', "[1]\n"])
def test_the_journal_of_another_run_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(text)
    with pytest.raises(ValueError, match="remove it to begin a new run"):
        Journal(path, TuningPlan(generations=1).heading)
    assert path.read_text() == text


def test_ctrl_c_keeps_the_generations_that_are_done(tmp_path: Path) -> None:
    plan = TuningPlan(generations=1000, **TINY)
    found = Tuning(plan, Judge(1), Journal(tmp_path / "journal", plan.heading))
    with pytest.raises(Interrupted):
        found.run(lambda generation: os.kill(os.getpid(), signal.SIGINT))
    assert len(found.journal.entries) == 1
    assert len((tmp_path / "journal").read_text().splitlines()) == 2


def test_a_bot_against_itself_has_exactly_its_share_of_every_game() -> None:
    """Each game is played from every seat with the same dice, so one of the seats wins it."""
    one, other = trader("one", by_hand()), trader("other", by_hand())
    found = compare(Judge(1), one, other, 400, 5, "test")
    assert found.overall.score == pytest.approx(1)
    assert found.overall.high - found.overall.low == pytest.approx(0)
    assert found.by_table.keys() == {str(kind) for kind in TABLE_KINDS}


def test_a_plainly_better_bot_is_seen_to_be_better_with_a_sound_interval() -> None:
    found = compare(Judge(1), bot_named("cautious"), bot_named("random"), 400, 5, "test")
    assert 1 < found.overall.low < found.overall.score < found.overall.high
    assert found.overall.score > 2


def test_all_candidates_of_a_generation_meet_the_same_games() -> None:
    field = Field(by_hand())
    matches = matches_against(lambda table, seed: field.opponents(table.players - 1, seed), 300, 1, "test")
    first, second, other = Judge(2).scores(
        [trader("a", by_hand()), trader("b", by_hand()), trader("c", {**by_hand(), "near": 0, "rivalry": 200})], matches
    )
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert weighted_score(first, matches).score != weighted_score(other, matches).score


def test_games_of_different_stages_have_nothing_in_common() -> None:
    stages = [("generation", 0), ("generation", 1), ("choice", 0), ("verification", 0), ("challenge", 0)]
    seeds = [m.seed for stage in stages for m in matches_against(lambda table, _: (), 100, 1, *stage)]
    assert len(set(seeds)) == len(seeds)


def test_the_search_finds_a_place_it_was_not_told() -> None:
    """On a smooth hill without noise, from the hand-chosen numbers."""
    goal = {**by_hand(), "horizon": 80, "near": 60, "rivalry": 150, "reserve": 200, "patience": 20, "plenty": 4000}
    search = Search(by_hand(), 12, seed=1)

    def height(parameters: dict[str, int]) -> float:
        return -sum(((parameters[n] - goal[n]) / (p.high - p.low)) ** 2 for n, p in TABLE.items() if p.tuned)

    start = height(by_hand())
    for _ in range(150):
        search.tell([height(candidate) for candidate in search.ask()])
    assert height(search.mean) > start / 20
    assert search.mean.keys() == TABLE.keys()
    assert search.mean["overlooks"] == 0


def test_the_hand_chosen_trader_has_sense_and_a_shopkeeper_has_not() -> None:
    assert silly_share(trader("by hand", by_hand())) == 0
    assert silly_share(trader("today's", read_parameters())) == 0
    assert silly_share(bot_named("shopkeeper")) > 0.3  # it sells at printed prices


def test_every_silly_offer_could_be_accepted_and_every_kind_of_it_is_asked() -> None:
    """Else refusing it would say nothing about sense."""
    ruleset = ruleset_of("classic")
    for game in questions():
        assert game.check(Action("Accept", RECEIVER, other=PROPOSER)) is None
    offers = [game.offers[0] for game in questions()]
    swaps = 7 * (len(ruleset.groups) - 1) * 3
    assert sum(bool(offer.take) for offer in offers) == len(ruleset.groups) + 8 * 2 * 3 + 7 * (2 * 3 + 1) + swaps
    assert sum(bool(offer.give) for offer in offers) == 2 * len(ruleset.groups) + swaps
    assert sum(bool(offer.give_cards) for offer in offers) == 2
    assert {game["Ann"].cash for game in questions()} == {0, 60, 100, 600, 6000}


def result(low: float, ended: float = 1.0, rounds: float = 40.0, silly: float = 0.0) -> TuningResult:
    """A result that was not played, for the tests below."""
    comparison = Comparison("the hand-chosen trader", Score(low + 0.01, low, low + 0.02, 400), {})
    return TuningResult({**by_hand(), "horizon": 50}, [comparison], 1, ended, rounds, 45, silly)


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        (result(0.999), "not proven better than the hand-chosen trader"),
        (result(1.0), "not proven better than the hand-chosen trader"),
        (result(1.2, ended=0.99), "of games among four of them end"),
        (result(1.2, rounds=60), "last 60.0 rounds"),
        (result(1.2, silly=0.1), "accepts 10% of offers that nobody with sense accepts"),
    ],
)
def test_what_is_not_better_is_not_written(
    found: TuningResult, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune, "verify", lambda _: found)
    monkeypatch.setattr(tune, "aside", Console(highlight=False, soft_wrap=True))
    out = tmp_path / "trader.toml"
    assert run(f"dev tune --generations 1 --population 4 --games 100 --threads 1 --out {out}".split()) == 1
    assert fault in capsys.readouterr().out
    assert not out.exists()
    assert tune.journal_of(out).exists()


def test_what_is_better_is_written_with_how_it_was_obtained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "verify", lambda _: result(1.2))
    out = tmp_path / "trader.toml"
    assert run(f"dev tune --generations 1 --population 4 --games 100 --threads 1 --seed 9 --out {out}".split()) == 0
    assert read_parameters(out) == {**by_hand(), "horizon": 50}
    text = out.read_text()
    for entry in ("seed = 9", "generations = 1", "--generations 1 --seed 9", "low = 1.2", 'cma = "', "date = 2"):
        assert entry in text
    assert not tune.journal_of(out).exists()


def test_a_result_is_judged_by_games_of_its_own(tmp_path: Path) -> None:
    found = verify(run_tuning(tmp_path / "journal", 1))
    assert found.parameters.keys() == TABLE.keys()
    assert found.comparisons[0].against == "the hand-chosen trader"
    assert found.comparisons[-1].against == "cautious"
    assert found.rivals == len(found.comparisons) - 1
