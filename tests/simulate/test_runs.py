"""Runs: the same games whatever the threads, the real game, and bots that misbehave."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from passgo import Game, editions
from passgo.simulate import Bot, Plan, Report, simulate
from passgo.simulate.runs import workers
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.counts import COLUMNS, DECISIONS, FINISHED, REFUSED, ROUNDS, STALLED, TURNS, WINNERS
from tests.simulate.games import classic_plan, replay
from tests.simulate.players import BUILDS, MEEK, NONSENSE, PESTERS

ROOT = Path(__file__).resolve().parents[2]


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_threads() -> None:
    plan = classic_plan(BUILDS, BUILDS, MEEK, games=103, rounds=100)
    found = []
    for threads in (1, 2, 3):
        kept: list[Batch] = []
        report = simulate(plan, threads, keep=kept.append, batch=10)
        assert [number for batch in kept for number in batch.numbers] == list(range(103))
        found.append((report.to_dict(), np.concatenate([batch.rows for batch in kept]).tobytes()))
    assert found[0] == found[1] == found[2]


def test_the_plain_source_plays_the_same_games() -> None:
    code = (
        "from passgo.simulate.runs.batch import play_batch\n"
        "from tests.simulate.games import classic_plan\n"
        "from tests.simulate.players import BUILDS, NONSENSE\n"
        "print(play_batch(classic_plan(BUILDS, NONSENSE, BUILDS, rounds=15), range(2)).rows.tolist())"
    )
    environment = {**os.environ, "PASSGO_PLAIN": "1", "PYTHONPATH": str(ROOT)}
    plain = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    here = play_batch(classic_plan(BUILDS, NONSENSE, BUILDS, rounds=15), range(2)).rows.tolist()
    assert plain.stdout.strip() == str(here)


def test_another_seed_gives_other_games() -> None:
    first, second = (play_batch(classic_plan(BUILDS, BUILDS, seed=seed), range(20)).rows for seed in (1, 2))
    assert (first != second).any()


def test_a_game_does_not_depend_on_those_before_it() -> None:
    plan = classic_plan(BUILDS, BUILDS, NONSENSE)
    alone = play_batch(plan, range(17, 18)).rows[0]
    assert (play_batch(plan, range(20)).rows[17] == alone).all()


@pytest.mark.parametrize(
    ("edition", "bots"),
    [("classic", [BUILDS] * 8), ("classic", [BUILDS, MEEK]), ("speed-die", [BUILDS] * 3), ("modern", [BUILDS] * 6),
     ("1935", [BUILDS] * 7)],
)  # fmt: skip
def test_a_game_of_a_run_is_the_real_game(edition: str, bots: list[Bot]) -> None:
    """Played again through `Game`, with the seed of the game, it ends the same way after the same decisions."""
    plan = Plan(editions.ruleset(edition), tuple(bots), 4, seed=11, rounds=60)
    rows = play_batch(plan, range(4)).rows
    for number in range(4):
        game, decisions = replay(plan, number)
        g, row = game._g, rows[number]
        assert (g.winners, g.round, g.turn, decisions) == tuple(row[[WINNERS, ROUNDS, TURNS, DECISIONS]])
        assert (game.outcome is not None) == row[FINISHED]
        events = [event.kind for event in game.events]
        for name, kind in (("deals", "DealMade"), ("auctions", "AuctionOpened"), ("bankruptcies", "WentBankrupt"),
                           ("buildings", "Built"), ("shortages", "ShortageAsked")):  # fmt: skip
            assert events.count(kind) == row[COLUMNS.index(name)], name


def test_rent_is_counted_to_the_dollar() -> None:
    """What the rows say was earned is what the events say was paid for rent, at once or after raising it."""
    plan = classic_plan(BUILDS, BUILDS, BUILDS, games=6, rounds=80)
    report = simulate(plan)
    rents = ("rent.", "cards.nearest-railroad")
    games = [replay(plan, number)[0] for number in range(6)]
    paid = sum(e.amount or 0 for game in games for e in game.events if e.kind == "Paid" and e.rule.startswith(rents))
    assert report.sums["rent"] == sum(group["rent"] for group in report.groups()) == paid > 0
    built = sum(e.amount or 0 for game in games for e in game.events if e.kind == "Built")
    assert sum(group["building_cost"] for group in report.groups()) == built > 0


def test_wins_lengths_and_bankruptcies_add_up() -> None:
    report = simulate(classic_plan(*[BUILDS] * 4, games=200))
    found = report.to_dict()
    assert 0 < report.finished <= 200
    assert sum(seat["wins"] for seat in found["wins_by_seat"]) == report.finished
    assert found["wins_by_bot"][0]["wins"] == report.finished
    assert sum(count for _, count in found["rounds"]["counts"]) == report.finished
    assert sum(cause["bankruptcies"] for cause in found["bankruptcies"]) == report.sums["bankruptcies"]
    assert report.sums["bankruptcies"] >= 3 * report.finished
    assert {cause["to"] for cause in found["bankruptcies"]} == {"a player", "the Bank"}
    assert found["misplays"] == []
    assert sum(square["share"] for square in found["landings"]) == pytest.approx(1)


def test_an_unlawful_bot_is_reported_by_seat_and_the_run_goes_on() -> None:
    report = simulate(classic_plan(BUILDS, NONSENSE, BUILDS, games=50))
    assert report.games == 50
    (misplay,) = report.misplays()
    assert (misplay["seat"], misplay["bot"], misplay["stalled_turns"]) == (1, "nonsense", 0)
    assert misplay["refused"] == sum(misplay["by_rule"].values()) > 50 * 20
    half = misplay["refused"] / 2
    assert abs(misplay["by_rule"]["not-own-action"] - half) <= 50, "two of its four actions are not its own"
    assert report.wins[1] < report.wins[0]


def test_a_bot_that_only_misplays_plays_as_the_fallback_does() -> None:
    silly, meek = (play_batch(classic_plan(bot, BUILDS, bot), range(10)).rows for bot in (NONSENSE, MEEK))
    assert silly[:, REFUSED].all()
    assert (np.delete(silly, REFUSED, axis=1) == np.delete(meek, REFUSED, axis=1)).all()


def test_a_bot_that_would_go_on_for_ever_does_not() -> None:
    report = simulate(classic_plan(PESTERS, MEEK, games=2, rounds=6))
    assert report.games == 2
    (misplay,) = report.misplays()
    assert misplay["bot"] == "pesters"
    assert 1 <= misplay["stalled_turns"] <= 12
    assert play_batch(report.plan, range(1)).rows[0, STALLED] >= 1


def test_ctrl_c_keeps_what_is_done() -> None:
    plan = classic_plan(BUILDS, BUILDS, games=1_000_000, rounds=50)
    kept: list[Batch] = []

    def tell(report: Report) -> None:
        if report.games == 30:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    report = simulate(plan, 2, keep=kept.append, tell=tell, batch=10)
    assert signal.getsignal(signal.SIGINT) is before
    assert 30 <= report.games < 1000
    assert [number for batch in kept for number in batch.numbers] == list(range(report.games))
    whole = simulate(classic_plan(BUILDS, BUILDS, games=report.games, rounds=50))
    assert (whole.tally == report.tally).all()
    assert threading.active_count() < 50


def test_a_second_ctrl_c_does_not_wait_for_what_is_being_played() -> None:
    """Batch 3 never ends; those before it are kept."""
    held, released = threading.Event(), threading.Event()

    def play(numbers: range) -> range:
        if numbers.start == 30:
            held.set()
            released.wait(60)
        return numbers

    threads = workers.Workers(play, workers.batches_of(1000, 10), 1)
    taken = []
    with workers.on_ctrl_c(threads.stop, threads.give_up):
        for numbers in threads.results():
            taken.append(numbers.start)
            if numbers.start == 20:
                assert held.wait(60)
                signal.raise_signal(signal.SIGINT)
                signal.raise_signal(signal.SIGINT)
    assert taken == [0, 10, 20]
    assert not released.is_set()
    released.set()


def test_the_batches_of_very_many_games_take_no_memory() -> None:
    many = workers.batches_of(10**12, 10)
    assert [next(many), next(many)] == [range(10), range(10, 20)]


def test_what_goes_wrong_in_a_thread_is_raised_where_it_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(plan: Plan, numbers: range) -> Batch:
        raise ArithmeticError(f"in a thread of its own: {threading.current_thread() is not threading.main_thread()}")

    monkeypatch.setattr(workers, "play_batch", fail)
    with pytest.raises(ArithmeticError, match="True"):
        simulate(classic_plan(BUILDS, BUILDS), 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"games": 0}, "at least one game"), ({"rounds": 0}, "rounds"), ({"seed": -1}, "seed"), ({"seed": 2**64}, "seed")],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        classic_plan(BUILDS, BUILDS, **wrong)


def test_the_book_says_how_many_may_play() -> None:
    with pytest.raises(ValueError, match=r"setup\.players"):
        classic_plan(BUILDS)


def test_a_position_to_start_from_is_of_as_many_players_as_bots() -> None:
    three = bytes(Game("classic", 3)._engine.position)
    assert play_batch(classic_plan(MEEK, MEEK, MEEK, start=three), range(1)).rows[0, TURNS] > 10
    with pytest.raises(ValueError, match="is of 3 players, and there are 2 bots"):
        classic_plan(MEEK, MEEK, start=three)
    with pytest.raises(ValueError, match=r"bytes, not 7"):
        classic_plan(MEEK, MEEK, start=b"nothing")
