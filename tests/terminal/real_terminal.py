"""A real terminal: a program runs in it, keys are pressed, and what it tells is read."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATIENT_S = 120.0
IMPATIENT_S = 10.0
"""Python does not notice a Ctrl-C in the instant before it waits for a key, until there is another one."""


def resize(line: int, columns: int, rows: int) -> None:
    """Say how large the window of a terminal is."""
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Terminal:
    """A program in a terminal of its own, at first of 80 x 24."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            resize(0, 80, 24)
            os.environ.update(env)
            os.chdir(ROOT)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # who runs the tests in the background ignores it
            os.execv(command[0], list(command))
        self.told = ""

    def resize(self, columns: int, rows: int) -> None:
        """Make the window smaller or larger."""
        resize(self.line, columns, rows)

    def wait_for(self, pattern: str, pressing: str = "") -> str:
        """Read until this is told; all that was told since the last time. Impatient people press a key again."""
        until = time.monotonic() + PATIENT_S
        again = time.monotonic() + IMPATIENT_S
        while not re.search(pattern, self.told):
            assert time.monotonic() < until, self.told
            if pressing and time.monotonic() > again:
                again += IMPATIENT_S
                self.type(pressing)
            if select.select([self.line], [], [], 1)[0]:
                try:
                    self.told += os.read(self.line, 65536).decode(errors="replace")
                except OSError:  # it has ended
                    break
        assert re.search(pattern, self.told), self.told
        found, self.told = self.told, ""
        return found

    def type(self, text: str) -> None:
        """Press these keys."""
        os.write(self.line, text.encode())

    def end(self, number: int = 0) -> int:
        """Wait for its end, or kill it; its exit code."""
        if number:
            os.kill(self.pid, number)
        while not number:
            try:
                if not os.read(self.line, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.line)
        return os.waitstatus_to_exitcode(status)
