"""A program that is asked by lines of JSON: its process, its lines, and its end, whatever it does.

What the program does can neither block nor fill this process: threads read its two outputs and write its input, a
line has a greatest length, and so has what is not yet read. It runs in a session of its own, so that whatever it has
started ends with it; a keeper beside it sees to that even if this process is killed.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from typing import IO

LONGEST_LINE = 64 * 1024
"""Bytes of a line that a program may write."""

MOST_UNREAD = 1000
"""Lines that may wait to be read. A program that writes more than that without being asked is ended."""

KEPT_ERRORS = 40
"""Lines of its error output that are kept to be shown."""

PATIENCE_S = 2.0
"""How long we wait for a process that was killed."""

KEEPER = "import os,signal,sys; sys.stdin.read(); os.killpg(0, signal.SIGKILL)"
"""It waits for the end of its input, which is our end, and then ends its group of processes: itself, the program and
all that the program started. It is there before the program, so that we may end at any moment."""


class Ended(Exception):
    """The program does not speak any more; the message says why."""


class Program:
    """The process of a program."""

    def __init__(self, words: Sequence[str]) -> None:
        self.trouble = ""
        """Why the process is ended, if it is we who end it."""
        pipe = subprocess.PIPE
        self._keeper = start_keeper()
        try:
            group = self._keeper.pid if self._keeper is not None else None
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, process_group=group)
        except OSError as problem:
            end_keeper(self._keeper)
            raise Ended(f"it cannot be started: {problem.strerror}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_UNREAD)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=KEPT_ERRORS)
        self._ending = threading.Lock()
        for work in (self._read, self._read_errors, self._write):
            threading.Thread(target=work, daemon=True, name=f"program {words[0]}").start()

    def tell(self, message: bytes) -> None:
        """Send a line. It is written as soon as the program reads."""
        self._questions.put(message + b"\n")

    def hear(self, timeout_s: float) -> bytes:
        """The next line of the program; `queue.Empty` if none comes in time, `Ended` if none will come."""
        line = self._lines.get(timeout=max(0.0, timeout_s))
        if line is None:
            self._lines.put(None)  # for whoever asks again
            raise Ended(self.trouble or f"it ended with code {self.end()}")
        return line

    @property
    def errors(self) -> str:
        """The last lines that the program wrote to its error output."""
        return "\n".join(self._errors)

    def end(self) -> int | None:
        """End the process and everything that it started; its exit code."""
        with self._ending:
            with contextlib.suppress(subprocess.TimeoutExpired):  # one that has ended by itself keeps its own code
                self._process.wait(0.0 if self.trouble else 0.2)
            self._kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE_S)
            self._questions.put(None)
            end_keeper(self._keeper)
            self._keeper = None
        return self._process.returncode

    def _kill(self) -> None:
        """Kill the process and, where there are groups of processes, all that it started."""
        keeper = self._keeper
        self._process.kill()
        if keeper is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(keeper.pid, signal.SIGKILL)

    def _read(self) -> None:
        """Take in the lines of the program, as long as somebody reads them."""
        assert self._process.stdout is not None
        for line in lines_of(self._process.stdout):
            if len(line) > LONGEST_LINE:
                self.trouble = f"it floods its output: a line of more than {LONGEST_LINE:,} bytes"
                break
            try:
                self._lines.put_nowait(line)
            except queue.Full:
                self.trouble = f"it floods its output: {MOST_UNREAD:,} lines that nobody asked for"
                break
        if self.trouble:
            self._kill()
            with self._lines.mutex:
                self._lines.queue.clear()
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in lines_of(self._process.stderr):
            self._errors.append(line[:400].decode(errors="backslashreplace").rstrip())

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it does not listen any more, which its silence will show
            while (message := self._questions.get()) is not None:
                self._process.stdin.write(message)
                self._process.stdin.flush()
        with contextlib.suppress(OSError):
            self._process.stdin.close()


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream; one that is too long comes in parts that are longer than any line may be."""
    with contextlib.suppress(OSError, ValueError):  # closed meanwhile
        while line := stream.readline(LONGEST_LINE + 2):
            yield line
        stream.close()


def start_keeper() -> subprocess.Popen[bytes] | None:
    """A keeper in a group of its own, where there are groups of processes."""
    if os.name != "posix":
        return None
    command = [sys.executable, "-I", "-S", "-c", KEEPER]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=0)


def end_keeper(keeper: subprocess.Popen[bytes] | None) -> None:
    """End a keeper whose program has ended."""
    if keeper is not None:
        keeper.kill()
        keeper.wait()
        if keeper.stdin:
            keeper.stdin.close()
