"""`passgo check` finds what is wrong with games, and nothing where nothing is."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from passgo.cli import run
from tests.server.checks import MOVES, checked, filled
from tests.server.play import Running, person, play_simply, running, sit
from tests.server.store.samples import execute

HARMS = {
    "status": ("UPDATE games SET status = 'abandoned' WHERE id = '{playing}'", None, "the row has status 'abandoned'"),
    "title": ("UPDATE games SET title = 'x' WHERE id = '{open}'", None, "the row has title 'x', the log 'Come in'"),
    "seed": ("UPDATE games SET seed = 'y' WHERE id = '{finished}'", None, "the seed is not the one"),
    "summary": ("UPDATE games SET summary = 'z' WHERE id = '{finished}'", None, "the summary cannot be read"),
    "secret": ("UPDATE games SET secret = 'y' WHERE id = '{open}'", None, "the secret is not the one"),
    "version": ("UPDATE games SET version = 1 WHERE id = '{finished}'", None, "the row has version 1, the log 3"),
    "created": ("UPDATE games SET created = 7 WHERE id = '{playing}'", None, "the row has created 7, the log "),
    "changed": ("UPDATE games SET changed = changed + 1 WHERE id = '{playing}'", None, "the row has changed "),
    "snapshot": ("UPDATE snapshots SET body = 'x' WHERE game = '{playing}'", ..., "a snapshot that does not fit"),
    "an entry, which hides what else is wrong": (
        "DELETE FROM entries WHERE game = '{playing}' AND seq = 9",
        9,
        "is missing",
    ),
}


def test_nothing_is_wrong_until_something_is_done_to_it(database: str) -> None:
    """Each harm is found and named, also by the command; the games before it are without fault."""
    games = filled(database)
    report = checked(database)
    assert report.faults == []
    assert (report.games, report.snapshots) == (3, 2)
    assert report.entries > MOVES
    for name, (statement, place, words) in HARMS.items():
        execute(database, prepared(database, statement.format(**games)))
        found = [fault for fault in checked(database).faults if words in str(fault)]
        assert len(found) == 1, (name, found)
        if place is not ...:
            assert found[0].entry == place


def prepared(database: str, statement: str) -> str:
    if not database.startswith("postgresql"):
        return statement
    for name in ("seed = 'y'", "secret = 'y'", "summary = 'z'", "body = 'x'"):
        statement = statement.replace(name, name.replace("'", "convert_to('", 1) + ", 'UTF8')")
    return statement


def test_a_snapshot_is_compared_with_its_log(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    games = filled(path)
    execute(path, f"UPDATE snapshots SET body = x'00' WHERE game = '{games['playing']}'")
    (fault,) = checked(path).faults
    assert (fault.game, fault.problem) == (games["playing"], "has a snapshot that does not fit its checksum")


def test_a_snapshot_of_another_position_is_noticed_though_its_checksum_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a mistake of ours would write: the checksum is right, the position is not."""
    from passgo.server.table import live_game
    from passgo.server.table.snapshot import take_snapshot

    def mistaken(state: Any, recent: list[bytes]) -> Any:
        honest = take_snapshot(state, recent)
        state.at, before = state.at + 1, state.at
        try:
            return type(honest)(honest.seq, honest.mark, take_snapshot(state, recent).body)
        finally:
            state.at = before

    monkeypatch.setattr(live_game, "take_snapshot", mistaken)
    path = str(tmp_path / "games.db")
    filled(path)
    found = {fault.problem for fault in checked(path).faults}
    assert found == {"has a snapshot that says something else than the log"}


def test_the_command_names_faults_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "games.db")
    games = filled(path)
    assert run(["check", path]) == 0
    assert "Nothing is wrong." in capsys.readouterr().out
    execute(path, f"DELETE FROM entries WHERE game = '{games['playing']}' AND seq > 20")
    assert run(["check", path]) == 1
    assert f"game {games['playing']}: entry 21 is missing" in capsys.readouterr().out
    assert run(["check", path, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 3
    assert told["faults"] == [{"game": games["playing"], "entry": 21, "problem": "is missing"}]
    assert run(["check", str(tmp_path / "nothing.db")]) == 2
    assert "is no file" in capsys.readouterr().err


def test_the_commands_copy_restore_and_forget(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = str(tmp_path / "games.db"), str(tmp_path / "copy.db")
    games = filled(path)
    assert run(["backup", path, copy]) == 0
    assert "a sound copy of 3 games" in capsys.readouterr().out
    assert run(["forget", path]) == 2
    assert run(["forget", path, games["open"], "no-such-game"]) == 2
    assert "no-such-game" in capsys.readouterr().err
    assert run(["forget", path, "--finished-days", "1"]) == 0
    assert "0 games were deleted" in capsys.readouterr().out
    execute(path, f"UPDATE games SET changed = changed - {3 * 24 * 3600 * 1000}")
    assert run(["forget", path, "--finished-days", "1", "--open-days", "2"]) == 0
    assert "1 games were deleted" in capsys.readouterr().out
    assert run(["check", path]) == 1, "somebody has changed when the game changed"
    execute(path, f"UPDATE games SET changed = changed + {3 * 24 * 3600 * 1000}")
    capsys.readouterr()
    assert run(["check", path]) == 0
    assert "1 games" in capsys.readouterr().out
    assert run(["restore", copy, path]) == 0
    assert "3 games were restored" in capsys.readouterr().out
    assert checked(path).games == 3
    assert run(["backup", "postgresql://somewhere/games", copy]) == 2
    assert "pg_dump" in capsys.readouterr().err


def test_a_busy_server_is_copied_from_outside_and_another_one_goes_on_with_the_copy(tmp_path: Path) -> None:
    """The drill of an operator: copy while people play, check, restore elsewhere, serve: no answered move is lost."""
    path, copy, elsewhere = (str(tmp_path / name) for name in ("games.db", "copy.db", "elsewhere.db"))

    async def copy_while_playing(here: Running) -> tuple[dict[str, Any], int]:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        await play_simply(client, [0, 1], 10)
        answered = client.seq
        playing = asyncio.create_task(play_simply(client, [0, 1], 60))
        for command in (["backup", path, copy], ["check", copy], ["check", path], ["restore", copy, elsewhere]):
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", "from passgo.cli import main; main()", *command, stdout=subprocess.PIPE
            )
            told, _ = await process.communicate()
            assert process.returncode == 0, (command, told)
        await playing
        return game, answered

    with running(path) as here:
        game, answered = asyncio.run(copy_while_playing(here))
    with running(elsewhere) as there:
        asyncio.run(play_on(there, game, answered))


async def play_on(there: Running, game: dict[str, Any], answered: int) -> None:
    client = await sit(there, game["game"], *(seat["key"] for seat in game["seats"]))
    assert client.welcome.seq >= answered
    await play_simply(client, [0, 1], 5)
