"""The command line: what it prints, and that bad input is one line and exit code 2."""

import io
import json
import sys
from pathlib import Path

import pytest

from passgo import Game
from passgo.cli import main, run, scripted
from passgo.cli.commands import app
from passgo.cli.warming import warm

COMMANDS = ["play", "rules", "editions", "verify", "bench", "bench engine", "perft", "fuzz", "docs", "warm"]


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """The rules are compiled, so that no command shows its progress bar here."""
    warm()


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


def play(lines: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """A prompt game with these lines typed in."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return run(["play", "--seed", "3", *options])


def test_a_game_is_played_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.record"
    script = f"throw\nwhy\n1\nrules jail\nboard\nsave {record}\nundo\nquit\n"
    assert play(script, monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "Ann throws" in told
    assert "(move.throw)" in told
    assert "Taken back." in told
    assert told.endswith("Goodbye.\n")
    assert run(["verify", str(record)]) == 0
    assert "lawful and not finished" in capsys.readouterr().out


def test_the_end_of_input_ends_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("throw\n", monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "says no action"),
        ("99", "expected a number from 1 to"),
        ("buy", "(buy.option)"),
        ("build nowhere", "nowhere"),
        ("Ben: throw", "who acts"),
        ("save", "save needs"),
        ("save /no/such/folder/x", "can be written"),
        ("undo", "nothing of yours"),
        ("why no.such-rule", "no rule is called"),
        ("rules xyzzy", "no rule of this edition"),
        ("dice 6 6", "refused"),
        ("2", "GOODS for GOODS"),
    ],
)
def test_a_bad_line_at_the_prompt_is_explained_and_changes_nothing(
    line: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    assert play(f"save {before}\n{line}\nsave {after}\n", monkeypatch=monkeypatch) == 0
    assert told in capsys.readouterr().out
    assert before.read_text() == after.read_text()


def test_the_cash_of_others_is_a_secret(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("board\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert told.count("$1,500") * 2 == told.count("$?") + told.count("secret")  # two others see each of theirs hidden
    assert play("board\n", "--option", "table-cash-private=off", monkeypatch=monkeypatch) == 0
    assert "secret" not in capsys.readouterr().out


@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
def test_scripted_players_play_on(edition: str) -> None:
    game = Game(edition, ["Ann", "Ben", "Cy"], seed=5)
    for _ in range(400):
        decider = game.next_to_decide
        if decider is None:
            break
        game.play(scripted.choose(game, decider))
    assert game.turn > 40
