"""Running the code of a strategy in a thread of its own, so that one that never answers can be given up."""

import ctypes
import queue
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from passgo.simulate.runs.faults import RAISED, TOO_SLOW


class GivenUp(BaseException):
    """Raised inside a strategy that took too long. It is no `Exception`, so `except Exception` does not stop it."""


@dataclass(frozen=True)
class Failure:
    """Why there is no answer."""

    kind: str
    what: str
    first: str


class Sandbox:
    """Asks the code of one strategy, one question at a time."""

    def __init__(self, choose: Callable[..., Any], file: str, limit_s: float) -> None:
        self._choose, self._file, self._limit_s = choose, file, limit_s
        self._asking = threading.Lock()
        self._thread: StrategyThread | None = None

    def ask(self, *question: Any) -> Any:
        """The strategy's answer, or a `Failure`."""
        with self._asking:
            if self._thread is None:
                self._thread = StrategyThread(self._choose, self._file)
            try:
                return self._thread.ask(question, self._limit_s)
            except queue.Empty:
                self._thread.give_up()
                self._thread = None
        what = f"no answer within {self._limit_s:g} s"
        return Failure(TOO_SLOW, what, what)

    def rest(self) -> None:
        """End the thread, until the strategy is asked again; if it is being asked now, its run was given up."""
        if not self._asking.acquire(blocking=False):
            return
        try:
            if self._thread is not None:
                self._thread.end()
                self._thread = None
        finally:
            self._asking.release()


class StrategyThread:
    """A thread that answers questions until it is given up."""

    def __init__(self, choose: Callable[..., Any], file: str) -> None:
        self._choose, self._file = choose, file
        self._questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True, name=f"strategy {file}")
        self._thread.start()

    def ask(self, question: Any, limit_s: float) -> Any:
        """The answer; `queue.Empty` if none comes in time."""
        self._questions.put(question)
        return self._answers.get(timeout=limit_s)

    def end(self) -> None:
        """End the thread, which waits for a question."""
        self._questions.put(None)

    def give_up(self) -> None:
        """End the thread at its next line of Python. A thread that is busy outside of Python ends when it returns."""
        self._questions.put(None)
        ident = self._thread.ident
        if ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(GivenUp))

    def _work(self) -> None:
        try:
            while (question := self._questions.get()) is not None:
                self._answers.put(self._answer(question))
        except GivenUp:  # nobody waits for the answer
            pass

    def _answer(self, question: Any) -> Any:
        try:
            return self._choose(*question)
        except GivenUp:
            raise
        except BaseException as problem:  # SystemExit too: a strategy does not end the run
            return Failure(RAISED, summarize(problem, self._file), format_traceback(problem))


def own_lines(trace: TracebackType | None) -> TracebackType | None:
    """The traceback without the frame that called the strategy; compiled code leaves none of its own."""
    return None if trace is None else trace.tb_next


def summarize(problem: BaseException, file: str) -> str:
    """The error and the strategy's line that raised it, in words that are the same for the same fault."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == file]
    where = f" at {Path(file).name}, line {lines[-1]}" if lines else ""
    return f"{type(problem).__name__}{where}"


def format_traceback(problem: BaseException) -> str:
    """The traceback; a very long one is cut."""
    lines = traceback.format_exception(type(problem), problem, own_lines(problem.__traceback__), limit=-20)
    return "".join(lines).rstrip()[-4000:]
