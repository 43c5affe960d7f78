"""Lines that people type: asked for, edited, and found again, where the system has it."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from passgo.terminal.saves import saves_folder
from passgo.terminal.screen import Screen

MOST_LINES = 1000
SHORTEST_WAIT = 0.001  # seconds; a timer of none would never ring


@contextmanager
def edit_lines() -> Iterator[None]:
    """Let lines be edited and found again while they are read, in a terminal; also in the next game."""
    try:
        import readline
    except ImportError:  # no such library on this system
        readline = None  # type: ignore[assignment]
    if readline is None or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    kept = saves_folder() / "history"
    with suppress(OSError):
        readline.read_history_file(kept)
    try:
        yield
    finally:
        readline.set_history_length(MOST_LINES)
        with suppress(OSError):
            readline.write_history_file(kept)


class TimeUp(Exception):
    """Something has to be said before the line that is waited for."""


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Interrupt whoever waits for a line after so many seconds, where the system can: not on Windows."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not able:
        yield
        return

    def interrupt(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, SHORTEST_WAIT))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def read_line(question: str, screen: Screen) -> str | None:
    """The next line; None at the end of the input. What comes from no terminal is shown, so that it can be followed."""
    try:
        line = input(f"{question}> ").strip()
    except (EOFError, RuntimeError):  # the latter if there is no input at all
        screen.say()
        return None
    except KeyboardInterrupt:
        screen.say()  # what is said next begins a line of its own
        raise
    if not sys.stdin.isatty():
        screen.say(line)
    return line
