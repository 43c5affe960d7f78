"""Games worth reading are chosen while a run is played, and their records are those of the very games."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import Game, editions, read_record, verify
from passgo.cli import run
from passgo.simulate import Bot, Plan, Report, bot_named, game_seed, simulate
from passgo.simulate.output.leads import lead_columns
from passgo.simulate.output.selection import Chosen, Selection, parse_wishes, tables_for
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import COLUMNS, FINISHED, TURNS
from passgo.simulate.runs.steps import steps_of
from passgo.strategies import bot_from
from tests.simulate.players import BUILDS, MEEK

CLASSIC = editions.ruleset("classic")
TRADER, CAUTIOUS, RANDOM = (bot_named(name) for name in ("trader", "cautious", "random"))

STRANGER = """
def choose(game, player):
    "Now and then, by what has happened too, what is not allowed, and something at random otherwise."
    if game.random.random() < 0.1 or len(game.since) % 7 == 3:
        return "end turn"
    actions = [action for action in game.legal_actions() if action.kind not in ("Offer", "Resign", "Counter")]
    return game.random.choice(actions)
"""

FORGETFUL = """
seen = []
def choose(game, player):
    "Plays by what it saw in games before."
    seen.append(game.turn)
    actions = [action for action in game.legal_actions() if action.kind not in ("Offer", "Resign", "Counter")]
    return actions[len(seen) % len(actions)]
"""


def played(plan: Plan, **how: Any) -> tuple[Report, list[Batch]]:
    kept: list[Batch] = []
    return simulate(plan, keep=kept.append, **how), kept


def choose(plan: Plan, text: str, **how: Any) -> list[Chosen]:
    selection = Selection(plan, parse_wishes(text))
    simulate(plan, keep=selection.add, **how)
    return selection.chosen()


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        ("classic", (TRADER, TRADER, TRADER)),
        ("speed-die", (RANDOM, CAUTIOUS, TRADER, MEEK)),
        ("1935", (BUILDS, RANDOM, MEEK)),
        ("modern", (CAUTIOUS, TRADER)),
    ],
)
def test_a_game_played_again_is_the_game_of_the_run(edition: str, seats: tuple[Bot, ...]) -> None:
    plan = Plan(editions.ruleset(edition), seats, games=4, seed=9, rounds=40, tables=(turn_columns,))
    _, (batch,) = played(plan)
    for number in range(4):
        steps = steps_of(plan, number, tuple(batch.rows[number].tolist()))
        game = Game(edition, len(seats), seed=game_seed(9, number))
        game._course.restore(game._course.mark()._replace(position=game._start, steps=0, chances=0, events=0))
        turns = batch.tables[turn_columns]
        at = {int(turn): n for n, turn in enumerate(turns["turn"]) if turns["game"][n] == number}
        for step in steps:
            game._engine.played = step
            game._course.act()
            if game.next_to_decide != "Chance" and (n := at.pop(game.turn, None)) is not None:
                assert game["Player 1"].cash == turns["cash_0"][n]
        assert not at


def test_bots_of_ones_own_are_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "stranger.py"
    path.write_text(STRANGER)
    plan = Plan(CLASSIC, (bot_from(str(path)), MEEK), games=3, rounds=12)
    _, batches = played(plan)
    refused = 0
    for batch in batches:
        row = tuple(batch.rows[0].tolist())
        assert steps_of(plan, batch.numbers[0], row)
        refused += row[COLUMNS.index("refused")]
    assert refused > 0


def test_a_bot_that_does_not_play_alike_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "forgetful.py"
    path.write_text(FORGETFUL)
    plan = Plan(CLASSIC, (bot_from(str(path)), MEEK), games=2, rounds=30)
    _, batches = played(plan)
    with pytest.raises(ValueError, match="went another way when it was played again"):
        steps_of(plan, 0, tuple(batches[0].rows[0].tolist()))


def test_the_longest_and_the_shortest_are_those() -> None:
    plan = Plan(CLASSIC, (BUILDS, BUILDS, MEEK), games=60, rounds=100)
    _, batches = played(plan, batch=7)
    rows = np.concatenate([batch.rows for batch in batches])
    ended = [(int(row[TURNS]), number) for number, row in enumerate(rows) if row[FINISHED]]
    assert 10 < len(ended) < 60
    kept = choose(plan, "longest:4,shortest:3", batch=7)
    long = sorted((chosen for chosen in kept if "longest" in chosen.ranks), key=lambda one: one.ranks["longest"])
    short = sorted((chosen for chosen in kept if "shortest" in chosen.ranks), key=lambda one: one.ranks["shortest"])
    assert [one.number for one in long] == [number for _, number in sorted(ended, key=lambda e: (-e[0], e[1]))[:4]]
    assert [one.number for one in short] == [number for _, number in sorted(ended)[:3]]
    assert [one.number for one in kept] == sorted(one.number for one in kept)
    assert all(one.row == tuple(rows[one.number].tolist()) for one in kept)


def test_what_is_kept_does_not_depend_on_batches_or_threads() -> None:
    wishes = "random:5,longest:3,closest:3"
    plan = Plan(CLASSIC, (BUILDS, BUILDS, MEEK), games=40, rounds=60, tables=tables_for(parse_wishes(wishes)))
    found = [choose(plan, wishes, batch=size, threads=threads) for size, threads in ((40, 1), (7, 1), (3, 2))]
    assert found[0] == found[1] == found[2]
    assert sum("random" in chosen.ranks for chosen in found[0]) == 5
    assert {chosen.number for chosen in found[0] if "random" in chosen.ranks} != set(range(5))


def test_the_lead_is_that_of_the_second_half_of_the_turns() -> None:
    plan = Plan(CLASSIC, (BUILDS, MEEK, BUILDS), games=5, rounds=50, tables=(turn_columns, lead_columns))
    _, (batch,) = played(plan)
    turns = batch.tables[turn_columns]
    for number, lead in enumerate(batch.tables[lead_columns]["lead"]):
        of_game = np.flatnonzero(turns["game"] == number)
        leads = []
        for n in of_game:
            if 2 * turns["turn"][n] > turns["turn"][of_game].max():
                worth = sorted(int(turns[f"worth_{seat}"][n]) for seat in range(3))
                leads.append((worth[2] - worth[1]) / sum(worth))
        assert lead == pytest.approx(sum(leads) / len(leads))


def test_the_closest_games_have_the_smallest_leads() -> None:
    plan = Plan(CLASSIC, (BUILDS, BUILDS, MEEK), games=40, rounds=200, tables=(lead_columns,))
    _, (batch,) = played(plan)
    ended = batch.rows[:, FINISHED] == 1
    leads = sorted((lead, n) for n, lead in enumerate(batch.tables[lead_columns]["lead"]) if ended[n])
    kept = sorted((one.ranks["closest"], one.number) for one in choose(plan, "closest:4"))
    assert kept == [(rank, n) for rank, (_, n) in enumerate(leads[:4], start=1)]


def in_order(folder: Path) -> list[Path]:
    """The records of a folder by their numbers."""
    return sorted(folder.glob("*.txt"), key=lambda path: int(path.stem.removeprefix("game-")))


def test_records_are_written_and_can_be_read_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "kept"
    line = ["simulate", "--bots", "trader,cautious,trader", "--games", "30", "--seed", "4", "--rounds", "60"]
    assert run([*line, "--records", str(folder), "--keep", "random:4,longest:2,closest:1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == [path.name for path in in_order(folder)]
    with (folder / "index.csv").open() as file:
        index = list(csv.DictReader(file))
    assert sorted(row["file"] for row in index) == sorted(path.name for path in folder.glob("*.txt"))
    assert sum("random" in row["kept_for"] for row in index) == 4
    assert {"longest-1", "longest-2", "closest-1"} <= {kind for row in index for kind in row["kept_for"].split()}
    for row in index:
        text = (folder / row["file"]).read_text()
        record = read_record(folder / row["file"])
        assert verify(text) > 50
        assert record.names == ("trader 1", "cautious", "trader 3")
        assert record.headers["dealer"] == f"seeded {row['seed']}"
        assert (str(record.turns), str(record.rounds)) == (row["turns"], row["rounds"])
        assert " ".join(record.outcome.winners if record.outcome else ()) == row["winners"]
        assert f"# Game {row['game']} of 30 games with seed 4" in text
    assert run([*line, "--records", str(folder)]) == 2
    assert "expected an empty folder" in capsys.readouterr().err


def test_whatever_a_bot_is_called_the_record_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "bank.py"
    bot.write_text(STRANGER)
    line = ["simulate", "--bots", f"{bot},cautious", "--games", "2", "--rounds", "5"]
    assert run([*line, "--records", str(tmp_path / "kept"), "--keep", "random:1"]) == 0
    assert capsys.readouterr().out.endswith("listed in index.csv.\n")
    (path,) = (tmp_path / "kept").glob("*.txt")
    assert read_record(path).names == ("Seat 1", "Seat 2")


@pytest.mark.parametrize("text", ["", "random", "random:0", "random:x", "random:1,random:2", "longest:1000000"])
def test_a_wish_that_cannot_be_fulfilled_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected random:N"):
        parse_wishes(text)


def test_only_close_games_need_every_turn() -> None:
    assert tables_for({"random": 5, "longest": 1}) == ()
    assert tables_for({"closest": 1}) == (lead_columns,)
