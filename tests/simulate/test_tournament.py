"""Tournaments: the same results whatever the threads and interruptions, and less luck in them than in single games."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import editions
from passgo.bots.trader.files import read_parameters
from passgo.bots.trader.parameters import notebook
from passgo.cli import run
from passgo.duplicate import deal_duplicate, match_counters
from passgo.simulate import Bot, Plan, bot_named
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import WINNERS
from passgo.simulate.runs.fingerprint import PACKAGE, files_in, hash_package, source_hash
from passgo.simulate.tournament import results_file
from passgo.simulate.tournament.tournament import (
    Results,
    Tournament,
    hold,
    number_duplicates,
    parts_won,
    play_matches,
    seats_for,
)
from tests.simulate.players import BUILDS, MEEK, NONSENSE, PESTERS

ROOT = Path(__file__).resolve().parents[2]
CLASSIC = editions.ruleset("classic")
TRADER, CAUTIOUS = bot_named("trader"), bot_named("cautious")


def tournament(*entrants: Bot, seats: int = 3, matches: int = 40, rounds: int = 60, **more: Any) -> Tournament:
    return Tournament(CLASSIC, number_duplicates(entrants), seats, matches, rounds=rounds, **more)


def test_neither_threads_nor_batches_nor_interruptions_change_the_result(tmp_path: Path) -> None:
    held = tournament(CAUTIOUS, TRADER, NONSENSE, MEEK)
    whole = hold(held, threads=1).to_dict()
    assert hold(held, threads=3, batch=7).to_dict() == whole
    path = tmp_path / "results.json"
    shorter = tournament(CAUTIOUS, TRADER, NONSENSE, MEEK, matches=13)
    hold(shorter, keep=lambda found: results_file.write(path, found), batch=5)
    before = results_file.read(path, held)
    assert before.matches == 13
    assert hold(held, threads=2, found=before, batch=4).to_dict() == whole
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_batch_of_matches_does_not_depend_on_the_others() -> None:
    held = tournament(BUILDS, CAUTIOUS, MEEK)
    joined = Results(held)
    for numbers in (range(9), range(9, 20)):
        joined.merge(play_matches(held, numbers))
    assert joined.results == play_matches(held, range(20)).results


def test_equal_bots_are_equal_in_every_match() -> None:
    """Of two names for the same bot each has the same luck in turn: both win one game of every match that ends."""
    held = tournament(CAUTIOUS, CAUTIOUS, seats=2, matches=60, rounds=200)
    found = hold(held)
    assert held.names == ("cautious", "cautious (2)")
    for result in found.results:
        assert result.parts[0] == result.parts[1]
    assert {entrant["elo"] for entrant in found.to_dict()["standings"]} == {1500.0}


def variant(**changed: int) -> Bot:
    """A trader with other numbers."""
    return Bot("variant", TRADER.policy, notebook({**read_parameters(), **changed}))


def variance(pair: tuple[Bot, Bot], matches: int, same_dice: bool) -> float:
    """Of the wins of the first less those of the second, by match, with the same dice in both seatings or not."""
    won = np.zeros((matches, 2), np.int64)
    for turn, lineup in enumerate(((0, 1), (1, 0))):
        plan = Plan(CLASSIC, tuple(pair[n] for n in lineup), matches, seed=1 if same_dice else 10 + turn)
        rows = play_batch(plan, range(matches), deal_duplicate, match_counters).rows
        won += parts_won(rows[:, WINNERS], 2, lineup) // 840
    return float((won[:, 0] - won[:, 1]).var())


def test_the_same_dice_make_the_result_surer() -> None:
    """Between two traders that differ in little the variance falls to less than half; independent dice give it all."""
    pair = (variant(), variant(reserve=80))
    assert variance(pair, 1000, True) < 0.6 * variance(pair, 1000, False)


def test_the_better_bot_is_rated_higher() -> None:
    found = hold(tournament(TRADER, CAUTIOUS, MEEK, seats=3, matches=60, rounds=300)).to_dict()
    assert [entrant["bot"] for entrant in found["standings"]] == ["trader", "cautious", "meek"]
    assert found["standings"][0]["elo_low"] > found["standings"][1]["elo_high"]
    assert found["games"] == 180


def test_misplays_are_listed_by_name() -> None:
    found = hold(tournament(MEEK, NONSENSE, PESTERS, matches=2, rounds=8)).to_dict()
    by_name = {misplay["bot"]: misplay for misplay in found["misplays"]}
    assert by_name["nonsense"]["refused"] > 50
    assert by_name["pesters"]["stalled_turns"] >= 1
    assert "meek" not in by_name


def test_another_tournament_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    held = tournament(BUILDS, CAUTIOUS, seats=2, matches=2)
    results_file.write(path, hold(held))
    for other, message in (
        (tournament(BUILDS, CAUTIOUS, seats=2, seed=2), "its seed is 1, not 2"),
        (tournament(BUILDS, MEEK, seats=2), "its entrants are builds, cautious, not builds, meek"),
        (tournament(BUILDS, CAUTIOUS, seats=4), "its seats are 2, not 4"),
        (tournament(BUILDS, CAUTIOUS, seats=2, rounds=9), "its rounds are 60, not 9"),
        (tournament(BUILDS, Bot("cautious", CAUTIOUS.policy, (1,)), seats=2), "the code of cautious has changed"),
        (Tournament(editions.ruleset("modern"), held.entrants, 2, 2, rounds=60), "its edition is classic, not modern"),
    ):
        with pytest.raises(ValueError, match=message):
            results_file.read(path, other)
    content = json.loads(path.read_text())
    content["tournament"]["code"] = "0"
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="PassGo itself, its code or its data, has changed"):
        results_file.read(path, held)


def test_a_tournament_with_other_edition_data_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    held = tournament(BUILDS, CAUTIOUS, seats=2, matches=2)
    results_file.write(path, hold(held))
    assert results_file.read(path, held).matches == 2
    record = CLASSIC.record.copy()
    record["price"][0, 3] += 1
    other = replace(CLASSIC)
    vars(other)["record"] = record
    dearer = Tournament(other, held.entrants, 2, 2, rounds=60)
    with pytest.raises(ValueError, match="the data of its edition have changed since"):
        results_file.read(path, dearer)


@pytest.mark.parametrize(
    "file", ["editions/boards/standard.toml", "bots/trader/trader.toml", "rules/jail.py", "dealer.py"]
)
def test_any_change_of_code_or_data_that_decides_games_is_seen(tmp_path: Path, file: str) -> None:
    package = tmp_path / "passgo"
    for path in files_in(PACKAGE):
        copy = package / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    assert hash_package(package) == source_hash()
    changed = package / file
    changed.write_bytes(changed.read_bytes() + b"# ")
    assert hash_package(package) != source_hash()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"passgo tournament": 99}', "{}", "\0\0"])
def test_a_file_that_is_none_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="expected"):
        results_file.read(path, tournament(BUILDS, CAUTIOUS, seats=2))
    assert path.read_text() == text


DAMAGES: list[tuple[str, Any]] = [
    ("content['matches'] = -5", "a negative number"),
    ("content['matches'] = '2'", "a text for a number"),
    ("content['matches'] += 1", "more matches than results"),
    ("content['results'][0][5] = 'many'", "a text for a count"),
    ("content['results'][0][0][0] = 7", "an unknown entrant"),
    ("content['results'][0].pop()", "a result cut short"),
    ("content['stalls'] = ['x', 1]", "a text for a count"),
    ("content['stalls'].pop()", "an entrant left out"),
    ("content['refusals'] = [[['no.such.rule', 1]], []]", "an unknown rule"),
    ("content['faults'] = [{'bot': 'builds'}]", "half a fault"),
    ("content['faults'] = 5", "no list"),
    ("del content['results']", "nothing"),
]


@pytest.mark.parametrize(("damage", "what"), DAMAGES)
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, damage: str, what: str) -> None:
    path, held = tmp_path / "results.json", tournament(BUILDS, CAUTIOUS, seats=2, matches=2, rounds=5)
    results_file.write(path, hold(held))
    content = json.loads(path.read_text())
    exec(damage, {"content": content})
    path.write_text(json.dumps(content))
    before = path.read_text()
    with pytest.raises(ValueError, match="the file is damaged"):
        results_file.read(path, held)
    assert path.read_text() == before, what


def test_how_many_sit_at_a_table() -> None:
    assert [seats_for(CLASSIC, entrants) for entrants in (2, 3, 8, 9, 20)] == [2, 3, 8, 4, 4]
    assert seats_for(editions.ruleset("1935"), 2) == 4


def test_what_cannot_be_played_is_refused() -> None:
    for entrants, seats, more in (([BUILDS], 2, {}), ([BUILDS] * 2, 9, {}), ([BUILDS] * 2, 2, {"matches": 0})):
        with pytest.raises(ValueError, match=r"at least|players"):
            tournament(*entrants, seats=seats, **more)


LINE = "from passgo.cli import main; main({})"


def start(*words: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    code = LINE.format(["tournament", "trader", "cautious", "--json", *words])
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=-1, stderr=-1, text=True)


def wait_for(path: Path, changes: int) -> None:
    """Wait until the file has been written so many times."""
    seen: set[int] = set()
    ends = time.monotonic() + 120
    while len(seen) < changes and time.monotonic() < ends:
        if path.exists():
            seen.add(path.stat().st_mtime_ns)
        time.sleep(0.01)
    assert len(seen) >= changes, "nothing was written"


def test_killed_in_the_middle_it_goes_on_and_ends_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    endless = start("--matches", "100000000", "--out", str(path))
    wait_for(path, 2)
    endless.kill()
    endless.wait()
    done = json.loads(path.read_text())["matches"]
    assert done >= 2000
    assert done % 1000 == 0
    words = ["tournament", "trader", "cautious", "--json", "--matches", str(done + 500)]
    assert run([*words, "--out", str(path), "--threads", "1"]) == 0
    resumed = capsys.readouterr().out
    assert run(words) == 0
    assert capsys.readouterr().out == resumed


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    command = start("--matches", "100000000", "--out", str(path))
    wait_for(path, 1)
    command.send_signal(signal.SIGINT)
    out, err = command.communicate(timeout=60)
    assert command.returncode == 130, err
    assert json.loads(out)["matches"] == json.loads(path.read_text())["matches"] > 0


def test_the_tables_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["tournament", "trader", "cautious", "random", "-m", "20", "--rounds", "60", "-o", "setup-cash=500"]) == 0
    )
    shown = capsys.readouterr().out
    for words in (
        "1 trader",
        "Elo",
        "95 % interval",
        "trader against cautious",
        "20 matches, 60 games",
        "setup-cash=500",
    ):
        assert words in shown


BAD_INPUT = [
    "tournament",
    "tournament trader",
    "tournament trader nobody",
    "tournament trader nowhere.py",
    "tournament trader cautious --matches 0",
    f"tournament trader cautious --matches {10**12 + 1}",
    "tournament trader cautious --players 9",
    "tournament trader cautious --edition 1935 --players 2",
    "tournament trader cautious --edition nowhere",
    "tournament trader cautious --seed -1",
    f"tournament trader cautious --seed {2**64}",
    "tournament trader cautious --out .",
    "tournament trader cautious --out no/such/folder/results.json",
    "tournament trader cautious --out pyproject.toml",
    "tournament trader cautious --limit 0",
]


@pytest.mark.parametrize("line", BAD_INPUT)
def test_bad_input_is_one_line_and_exit_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
