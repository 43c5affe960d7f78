"""PassGo-100: its tasks are lawful, its chances are what games say, and a score is what it should be."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from passgo import Game
from passgo.cli import main
from passgo.notation.position_line import parse_position
from passgo.rules import codes
from passgo.simulate import bot_named
from passgo.simulate.benchmark import Benchmark, Lineup, Position, load, score
from passgo.simulate.benchmark.collection import LINEUPS, count_more, counted, find_position, make
from passgo.simulate.benchmark.score import Result, at_table, in_position
from passgo.simulate.benchmark.tasks import save, witness_of

START = "classic | players=2 cash=1500*2 phase=before-throw turn=1"


def test_a_hundred_positions_and_twenty_line_ups() -> None:
    benchmark = load()
    assert benchmark.name == "PassGo-100 v1"
    assert len({position.line for position in benchmark.positions}) == 100
    assert len({lineup.name for lineup in benchmark.lineups}) == 20
    assert {position.players for position in benchmark.positions} == {2, 3, 4, 5, 6}
    for position in benchmark.positions:
        ruleset, records = parse_position(position.line)
        assert records["on_turn"][0] == position.seat
        assert records["phase"][0] == codes.PHASE_BEFORE_THROW
        assert sum(position.chances) <= 1 + 1e-9
        assert 0.02 < position.chances[position.seat] < 0.98
        assert position.players in ruleset.players


def test_its_chances_are_known_to_half_a_point() -> None:
    assert load().half <= 0.005


def test_its_positions_can_be_played() -> None:
    for position in load().positions[::10]:
        assert Game.from_position(position.line).legal_actions()


def test_chances_are_counted_until_they_are_known() -> None:
    even = Position(START, 0, (0.0, 0.0), 0, 1.0)
    first = counted(even, 400)
    assert first.games == 400
    assert first.chances[0] == pytest.approx(0.5, abs=0.15)
    more = count_more(first, 0.03, threads=1)
    assert more.games > 900
    assert more.half < first.half
    assert replace(more, chances=(), games=0, half=0) == replace(first, chances=(), games=0, half=0)


def test_a_position_is_found_again() -> None:
    assert find_position(1) == find_position(1)


def test_making_goes_on_where_it_was_left_unless_bots_have_changed(tmp_path: Path) -> None:
    file = tmp_path / "made.json"
    made = make(0.5, lambda made: len(made.positions) < 2, file=file)
    assert len(made.positions) == 2
    assert load(file) == made
    assert made.is_unchanged
    assert len(make(0.5, lambda made: len(made.positions) < 3, file=file).positions) == 3
    save(replace(made, witness="others"), file)
    load.cache_clear()
    assert not load(file).is_unchanged
    assert len(make(0.5, lambda made: len(made.positions) < 1, file=file).positions) == 1


def test_the_reference_bot_gains_nothing_and_is_worth_half() -> None:
    known = counted(Position(START, 0, (0.0, 0.0), 0, 1.0), 1000)
    benchmark = Benchmark(1, "trader", (known,), (Lineup("duel", "classic", ("trader",)),), "")
    found = score(bot_named("trader"), benchmark, 1000)
    (gain, half), (points, points_half) = found.gain, found.points
    assert abs(gain) < 1.5 * half
    assert abs(points - 50) < 1.5 * points_half
    assert half == pytest.approx(100 * 1.96 * (2 * 0.25 / 1000) ** 0.5, rel=0.05)


def test_a_weak_bot_loses_points_in_every_seat() -> None:
    weak, table = bot_named("random"), Lineup("three", "classic", ("cautious", "trader"))
    found = at_table(weak, table, 90, threads=1)
    assert (found.games, found.players) == (90, 3)
    assert found.points < 30
    known = counted(Position(START, 0, (0.0, 0.0), 0, 1.0), 200)
    alone = in_position(weak, Benchmark(1, "trader", (known,), (), ""), 0, known, 100, 1)
    assert alone.share < alone.known - 0.1


def test_points_are_the_share_of_two() -> None:
    assert Result("", 4, 100, 0.25, 0.25, 0.001).points == 50
    assert Result("", 2, 100, 0.75, 0.5, 0.001).points == 75
    assert Result("", 4, 100, 0.5, 0.25, 0.001).points == 75
    assert Result("", 4, 100, 0.5, 0.25, 0.001).points_variance == pytest.approx(75**2 * 0.001)


def test_every_result_has_an_interval() -> None:
    found = Result("", 4, 100, 0.5, 0.25, 0.0025)
    assert found.gain == 25
    assert found.gain_half == pytest.approx(1.96 * 5, rel=1e-3)
    low, high = found.points_low, found.points_high
    assert low < found.points == 75 < high
    assert (high - low) / 2 == pytest.approx(1.96 * 75 * 0.05, rel=0.05)
    assert Result("", 8, 10, 0.0, 0.125, 0.01).points_low == 0


def test_other_bots_are_another_witness() -> None:
    few = LINEUPS[:2]
    assert witness_of(few, "trader") == witness_of(few, "trader") != witness_of(few, "cautious")


def test_the_command_prints_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["benchmark", "cautious", "--games", "10", "--json", "--threads", "1"])
    assert left.value.code == 0
    found = json.loads(capsys.readouterr().out)
    assert found["benchmark"] == "PassGo-100 v1"
    assert len(found["tasks"]) == 120
    for task in found["tasks"]:
        if "known" in task:
            assert task["gain"] == pytest.approx(100 * (task["share"] - task["known"]))
            assert task["gain_half"] > 0
        else:
            assert 0 <= task["points_low"] <= task["points"] <= task["points_high"] <= 100
    with pytest.raises(SystemExit):
        main(["benchmark", "cautious", "--games", "10", "--threads", "1"])
    rows = [line for line in capsys.readouterr().out.splitlines() if line.endswith(tuple("0123456789"))]
    assert len(rows) == 20
    assert all(" to " in row for row in rows)
    assert 0 < found["points"] < 100
