"""`passgo simulate` and `passgo bench simulate`: what they print, what they write, and what they refuse."""

import io
import json
import signal
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from rich.console import Console
from rich.progress import Progress

from passgo.cli import progress, run, tables
from passgo.cli.warm import gather, warm
from passgo.dev.bench.simulator import rate
from passgo.simulate import game_seed
from tests.simulate.commands import start_and_play_a_batch
from tests.simulate.players import BUILDS

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["simulate", "--bots", "cautious", "--games", "30", "--rounds", "40"]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    gather()
    warm()


def printed(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert run([*SMALL, *more]) == 0
    return capsys.readouterr().out


def test_json_says_everything_and_does_not_depend_on_threads(capsys: pytest.CaptureFixture[str]) -> None:
    found = [printed(capsys, "--json", "--seed", "5", "--threads", str(threads)) for threads in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    report = json.loads(found[0])
    assert report["games"] == 30
    assert report["bots"] == ["cautious"] * 4
    assert len(report["landings"]) == 40
    assert len(report["groups"]) == 10
    for seat in report["wins_by_seat"]:
        assert seat["low"] <= seat["share"] <= seat["high"]


def test_the_tables_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(
        capsys, "--bots", "cautious,random", "--option", "setup-cash=300", "--option", "auction-declined=off"
    )
    for heading in ("Wins by seat", "Wins by bot", "95 % interval", "Colour groups", "squares landed on most",
                    "Bankruptcies", "Length of the games", "building shortage"):  # fmt: skip
        assert heading in text
    assert "setup-cash=300" in text
    assert "Wins by bot" not in printed(capsys), "one bot in all seats wins whatever is won"


@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
def test_every_edition_is_played_by_every_bot(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "-b", "random,cautious,trader", "-e", edition, "-g", "20", "--rounds", "60", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 20


def test_parquet_has_a_row_for_each_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "it's.parquet"
    report = json.loads(printed(capsys, "--json", "--seed", "5", "--out", str(path)))
    rows = duckdb.read_parquet(str(path))
    assert rows.columns[:4] == ["game", "seed", "winner", "winners"]
    found: list[Any] = rows.project("game, seed, winner, finished").fetchall()
    assert [row[:2] for row in found] == [(number, game_seed(5, number)) for number in range(30)]
    assert sum(row[3] for row in found) == report["finished"]
    assert sum(row[2] == 0 for row in found) == report["wins_by_seat"][0]["wins"]
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_the_tables_fit_wherever_they_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = {}
    for width in (80, 140):
        monkeypatch.setattr(tables, "console", Console(highlight=False, width=width))
        shown[width] = printed(capsys, "--seed", "5")
        assert "…" not in shown[width], "something was cut off"
        assert max(map(len, shown[width].splitlines())) <= width
    assert shown[140].count("\n") < shown[80].count("\n")


def test_turns_and_pictures_come_beside_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns, folder = tmp_path / "turns.parquet", tmp_path / "plots"
    report = json.loads(printed(capsys, "--json", "--turns", str(turns), "--plots", str(folder)))
    assert report == json.loads(printed(capsys, "--json"))
    (count,) = duckdb.read_parquet(str(turns)).aggregate("count(distinct game)").fetchall()
    assert count == (30,)
    assert len(list(folder.iterdir())) == 8


def test_json_and_text_have_everything_that_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    run(["simulate", "-b", "trader,cautious", "-g", "60", "--json"])
    report = json.loads(capsys.readouterr().out)
    for won in report["wins_by_seat"] + report["wins_by_bot"]:
        assert {"wins", "share", "low", "high"} <= won.keys()
    assert sum(count for _, count in report["rounds"]["counts"]) == report["finished"]
    assert {"mean", "p05", "p50", "p95"} <= report["rounds"].keys() & report["turns"].keys()
    assert {"rent", "return", "price_paid", "building_cost"} <= report["groups"][0].keys()
    assert {"games", "share", "low", "high"} <= report["games_with_shortage"].keys()
    assert {"rule", "to", "bankruptcies"} <= report["bankruptcies"][0].keys()
    assert {"square", "landings", "share"} <= report["landings"][0].keys()


def test_traders_play_if_no_bots_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "-g", "5", "--json", "-p", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == ["trader"] * 3
    assert run(["simulate", "-g", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == ["trader"] * 4


def test_without_duckdb_one_line_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert run([*SMALL, "--out", str(tmp_path / "games.parquet")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "passgo[data]" in err


BAD_INPUT = [
    "simulate --bots nobody",
    "simulate --bots cautious,,cautious",
    "simulate --bots cautious,cautious --players 3",
    "simulate --bots cautious --players 9",
    "simulate --bots cautious --players 2 --edition 1935",
    "simulate --bots cautious --edition nowhere",
    "simulate --bots cautious --games 0",
    "simulate --bots cautious --games many",
    f"simulate --bots cautious --games {10**12 + 1}",
    "simulate --bots cautious --seed -1",
    f"simulate --bots cautious --seed {2**64}",
    "simulate --bots cautious --rounds 0",
    "simulate --bots cautious --threads 0",
    "simulate --bots cautious --option nonsense",
    "simulate --bots cautious --games 1 --out no/such/folder/games.parquet",
    "simulate --bots cautious --games 1 --out .",
    "simulate --bots cautious --games 1 --turns no/such/folder/turns.parquet",
    "simulate --bots cautious --games 1 --out rows.parquet --turns ./rows.parquet",
    "simulate --bots cautious --games 1 --plots pyproject.toml",
    "simulate --bots cautious --games 1 --ray 10.0.0.1:1 --threads 2",
    "bench simulate --seconds soon",
]


@pytest.mark.parametrize("line", BAD_INPUT)
def test_bad_input_is_one_line_and_exit_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("passgo: ")
    assert shown.err.count("\n") == 1


def test_ctrl_c_reports_what_is_done() -> None:
    """A real one, to a run that would take hours: the report is about the games played so far, and whole."""
    command = start_and_play_a_batch("simulate", "-b", "cautious", "-g", "100000000", "--json")
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=60)
    assert command.returncode == 130, err
    report = json.loads(out)
    assert 0 < report["games"] < report["games_wanted"]
    assert report["games"] % 2000 == 0


@pytest.mark.parametrize("total", [1, 10**6, 10**7 - 1, 10**9, 10**12])
def test_the_bar_fits_into_80_columns(total: int) -> None:
    console = Console(width=80, file=io.StringIO(), force_terminal=True, color_system=None)
    bar = Progress(*progress.columns_for(total), console=console)
    bar.add_task("games", total=total, completed=total // 2, rate="123,456 games/s")
    with console.capture() as shown:
        console.print(bar.get_renderable())
    assert f"{total // 2:,}/{total:,}" in shown.get()
    assert "123,456 games/s" in shown.get()
    assert "…" not in shown.get()


def test_the_benchmark_has_its_keys() -> None:
    numbers = rate(BUILDS, 0.05, batch=50)
    assert {"games_per_cpu_s", "finished_share", "decision_us", "mean_rounds"} <= numbers.keys()
    assert all(number > 0 for number in numbers.values())
    assert numbers["slowest_batch"] <= numbers["games_per_cpu_s"] <= numbers["fastest_batch"]
