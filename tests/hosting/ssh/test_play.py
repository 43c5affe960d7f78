"""`passgo play` over SSH: the whole screen, its colours and size, and a line that is lost."""

import re
import signal
import time

import pytest

from passgo.terminal.saves import newest_save
from tests.hosting.ssh.conftest import Door
from tests.terminal.real_terminal import PATIENT_S

COLOUR = re.compile(r"\x1b\[[0-9;]*(?:[34]8;|[349][0-7]m)")


@pytest.fixture(autouse=True)
def _same_games(monkeypatch: pytest.MonkeyPatch, door: Door) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(door.folder))


def wait_for_a_throw_that_is_kept() -> None:
    """Until the game on the other side is kept with its first throw."""
    until = time.monotonic() + PATIENT_S
    while "throw\n" not in newest_save()[1].record:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_whole_screen_with_keys_mouse_and_another_size(door: Door) -> None:
    here = door.play("--seed", "3", "--speed", "instant")
    shown = here.wait_for("Throw the dice.")
    assert "YOUR TURN" in shown
    assert COLOUR.search(shown)
    here.type("\x1b[<0;3;22M\x1b[<0;3;22m")  # a click on `t throw`
    here.wait_for("Buy |End your turn")
    here.resize(120, 40)
    here.wait_for(r"400\?")  # a price, which only the large board shows
    here.type("q")
    here.wait_for("LEAVE THE TABLE")
    here.type("y")
    assert "passgo play --resume goes on with it" in here.wait_for("goes on with it")
    assert here.end() == 0


def test_a_line_that_is_lost_loses_no_game(door: Door) -> None:
    here = door.play("--seed", "3", "--speed", "instant")
    here.wait_for("Throw the dice.")
    here.type("t")
    here.wait_for("Buy |End your turn")
    wait_for_a_throw_that_is_kept()
    here.end(signal.SIGKILL)
    again = door.play("--resume", "--speed", "instant", NO_COLOR="1")
    shown = again.wait_for("Buy |End your turn")
    assert not COLOUR.search(shown)
    again.end(signal.SIGKILL)


def test_a_half_open_line_does_not_write_over_the_game_that_goes_on(door: Door) -> None:
    """The old program still runs at the other end when the game is resumed: from then on it keeps nothing."""
    here = door.play("--seed", "3", "--speed", "instant")
    here.wait_for("Throw the dice.")
    again = door.play("--resume", "--speed", "instant")
    again.wait_for("Throw the dice.")
    again.type("t")
    again.wait_for("Buy |End your turn")
    wait_for_a_throw_that_is_kept()
    kept = newest_save()[1]
    here.type("t")
    here.wait_for("resumed elsewhere")
    assert newest_save()[1] == kept
    here.end(signal.SIGKILL)
    again.end(signal.SIGKILL)
