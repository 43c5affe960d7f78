"""Which face `passgo play` shows, and both of them in a real terminal: nothing is lost by Ctrl-C or a kill."""

import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from passgo.cli import tables_of_play
from passgo.terminal.saves import newest_save, saves_folder
from tests.terminal.real_terminal import PATIENT_S, ROOT, Terminal


@pytest.fixture(autouse=True)
def _own_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def playing(*words: str, **env: str) -> Terminal:
    """`passgo play` in a terminal of its own."""
    command = [sys.executable, "-m", "passgo", "play", "--seed", "3", *words]
    return Terminal(command, {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **env})


def test_plain_lines_survive_ctrl_c_and_keep_their_history() -> None:
    here = playing("--plain")
    here.wait_for("Ann> ")
    here.type("throw\r")
    here.wait_for(r"Ann throws(.|\n)*Ann> ")
    here.type("\x03")
    assert "The game is kept: passgo play --resume goes on with it." in here.wait_for("goes on with it", "\x03")
    assert here.end() == 0
    assert "throw" in (saves_folder() / "history").read_text()
    again = playing("--plain", "--resume")
    assert re.search(r"Ann throws \d and \d", again.wait_for("Ann> "))
    again.type("\x1b[A\x1b[A")  # up, to the line of the game before
    again.wait_for("throw")
    again.type("\x15quit\r")
    assert again.end() == 0


def test_the_whole_screen_survives_a_kill() -> None:
    here = playing("--speed", "instant")
    here.wait_for("Throw the dice.")
    here.type("t")
    here.wait_for("Buy |End your turn")
    until = time.monotonic() + PATIENT_S
    while "throw" not in newest_save()[1].record and time.monotonic() < until:
        time.sleep(0.05)
    here.end(signal.SIGKILL)
    again = playing("--resume", "--speed", "instant", NO_COLOR="1")
    shown = again.wait_for("Buy |End your turn")
    assert "38;5" not in shown
    assert "48;5" not in shown
    again.type("q")
    again.wait_for("LEAVE THE TABLE")
    again.type("y")
    assert again.end() == 0


class Stream:
    def __init__(self, is_terminal: bool) -> None:
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("terminal", "textual", "size", "term", "reason"),
    [
        (True, True, (80, 24), "xterm", ""),
        (False, True, (80, 24), "xterm", "no terminal"),
        (True, True, (80, 24), "dumb", "no terminal"),
        (True, False, (80, 24), "xterm", "Textual is not installed: pip install 'passgo[terminal]'"),
        (True, True, (79, 24), "xterm", "smaller than 80 x 24"),
        (True, True, (80, 23), "xterm", "smaller than 80 x 24"),
    ],
)
def test_where_there_is_no_screen_lines_are_chosen_and_it_is_said(
    terminal: bool, textual: bool, size: tuple[int, int], term: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        for name in ("stdin", "stdout", "stderr"):
            patched.setattr(sys, name, Stream(terminal))
        patched.setattr(tables_of_play, "find_spec", lambda _: textual or None)
        patched.setattr(os, "get_terminal_size", lambda: os.terminal_size(size))
        patched.setenv("TERM", term)
        found = tables_of_play.why_plain()
    assert reason in found
    assert bool(found) == bool(reason)
    assert "\n" not in found
