"""The command line: what it prints, and that bad input is one line and exit code 2."""

import json
import sys
from pathlib import Path

import pytest

from passgo.cli import main, run
from passgo.cli.commands import app

COMMANDS = ["play", "rules", "editions", "verify", "bench", "bench engine", "perft", "fuzz", "docs", "warm"]

BAD_INPUT = [
    "no-such-command",
    "play --edition nowhere",
    "play --players many",
    "play --players 9",
    "play --edition 1935 --players 2",
    "play --seed -1",
    "play --option nonsense",
    "play --option no-such-option=1",
    "play --option rent-claims=perhaps",
    "play --no-such-flag",
    "rules --edition nowhere",
    "editions nowhere",
    "verify",
    "verify no/such/file",
    "verify .",
    "perft",
    "perft --all also-a-file",
    "perft no/such/file",
    "fuzz --games 0",
    "fuzz --games 1 --edition nowhere",
    "bench engine --seconds soon",
]


@pytest.mark.parametrize("line", BAD_INPUT)
def test_bad_input_is_one_line_and_exit_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("passgo: ")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"not a record\n", b"\xff\xfe\x00", "{}".encode("utf-16"), b"passgo\n" * 3])
def test_a_bad_record_is_refused_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(content)
    assert run(["verify", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    assert "Usage: passgo " + command in capsys.readouterr().out


def test_every_command_is_in_this_test() -> None:
    named = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    assert named | {"bench", "bench engine"} == set(COMMANDS)


def test_no_command_shows_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["passgo"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert "verify" in capsys.readouterr().out


def test_editions_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editions", "--json"]) == 0
    assert [edition["edition"] for edition in json.loads(capsys.readouterr().out)] == [
        "1935", "classic", "speed-die", "modern",
    ]  # fmt: skip
    assert run(["editions", "classic", "--json"]) == 0
    assert {"free_parking_pot", "rent_claims"} <= {o["name"] for o in json.loads(capsys.readouterr().out)}
    assert run(["editions", "classic"]) == 0
    assert "rent-claims=automatic*, manual" in capsys.readouterr().out
