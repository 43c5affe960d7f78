"""`passgo simulate --from`: games that begin in a position."""

import json
from pathlib import Path

import pytest

import passgo
from passgo.cli import run
from passgo.cli.starts import read_start
from passgo.terminal.files import BadInput


@pytest.fixture
def game() -> passgo.Game:
    game = passgo.Game("modern", players=["Ann", "Ben", "Cy"], seed=5)
    game.play_out("trader", rounds=8)
    return game


def test_a_position_is_read_however_it_is_written(game: passgo.Game, tmp_path: Path) -> None:
    texts = {"a.json": json.dumps(game.to_dict()), "b.line": game.position, "c.txt": game.record()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n")
        assert read_start(str(tmp_path / name)).to_bytes() == game.to_bytes()
    assert read_start(str(tmp_path / "c.txt")).names == ("Ann", "Ben", "Cy")


def test_a_record_is_opened_where_a_turn_begins(game: passgo.Game, tmp_path: Path) -> None:
    path = tmp_path / "game@home.txt"
    path.write_text(game.record())
    for turn in (1, 2, 17):
        opened = read_start(f"{path}@{turn}")
        assert opened.turn == turn
        assert opened.phase == "before-throw"
    assert read_start(str(path)).turn == game.turn


@pytest.mark.parametrize(
    ("text", "word", "complaint"),
    [
        ("classic | players=2", "{}@3", "a turn can be named of a record"),
        ("{", "{}", "expected a position as JSON"),
        ("{}", "{}", "cannot play"),
        ("nonsense", "{}", "a position is a line"),
        ("A page with a table\n\n| a | b |", "{}", "a position is a line"),
        ("passgo record 1", "{}", "line"),
    ],
)
def test_what_is_no_position_is_told(tmp_path: Path, text: str, word: str, complaint: str) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    with pytest.raises(BadInput, match=complaint):
        read_start(word.format(path))


def test_the_command_says_what_its_figures_are_about(
    game: passgo.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(game.record())
    line = ["simulate", "--from", f"{path}@9", "--games", "60", "--json"]
    assert run(line) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["label"] == "if all play like trader from here"
    assert found["edition"] == "modern"
    chances = passgo.read_record(path)[passgo.read_record(path).at(turn=9).number - 1].game.chances(games=60)
    assert {won["player"]: won["share"] for won in found["wins_by_seat"]} == {
        name: share.mid for name, share in chances.items()
    }
    for said in ("classic", "1935"):  # one is the usual edition, but it was said
        assert run([*line, "--edition", said]) == 2
        assert (
            capsys.readouterr().err.strip().endswith(f"--from and --edition: the position is of modern, not of {said}")
        )
    assert run([*line, "--edition", "modern"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert run([*line, "--edition", "moderm"]) == 2
    assert "--edition" in capsys.readouterr().err
    assert run([*line, "--players", "4"]) == 2
    assert "--from and --players" in capsys.readouterr().err
    assert run([*line, "--bots", "trader,random"]) == 2
    assert "--from and --bots" in capsys.readouterr().err
