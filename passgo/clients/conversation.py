"""Asking a program one question at a time: a message goes out, and an `act` for that question comes back in time."""

import queue
import time
from collections.abc import Callable, Sequence

import msgspec

from passgo.clients.program import LONGEST_LINE, MOST_UNREAD, Ended, Program
from passgo.server.wire import protocol
from passgo.simulate.runs.faults import DIED, NO_ACTION, TOO_SLOW
from passgo.strategies.sandbox import Failure

STARTING_S = 10.0
"""How much longer the first answer of a process may take: its language has to be loaded."""

JSON = msgspec.json.Encoder()
READ = msgspec.json.Decoder(protocol.ClientMessage, strict=True).decode

Checker = Callable[[protocol.Check], protocol.Checked | protocol.Refused]


class Conversation:
    """One program as it is asked. Its process starts with the first question, and again after it has been ended."""

    def __init__(self, words: Sequence[str], limit_s: float, greeting: bytes = b"") -> None:
        self._words, self._limit_s, self.greeting = words, limit_s, greeting
        self._program: Program | None = None

    @property
    def is_open(self) -> bool:
        """Is there a process that knows what it was told so far?"""
        return self._program is not None

    def tell(self, answer: protocol.Done | protocol.Refused) -> None:
        """Answer a request of the program."""
        if self._program is not None:
            self._program.tell(JSON.encode(answer))

    def ask(self, question: bytes, seat: int, seq: int, check: Checker) -> protocol.Act | Failure:
        """The program's act for this question, or why there is none. A program that fails to answer is ended."""
        try:
            program, limit_s = self._speak()
            program.tell(question)
            return self._listen(program, seat, seq, check, time.monotonic() + limit_s)
        except queue.Empty:
            errors = self.end()
            what = f"no answer within {self._limit_s:g} s"
            return Failure(TOO_SLOW, what, told(what, errors))
        except Ended as problem:
            errors = self.end()
            return Failure(DIED, str(problem), told(str(problem), errors))

    def _speak(self) -> tuple[Program, float]:
        """The process, and how long it may take to answer."""
        if self._program is not None:
            return self._program, self._limit_s
        self._program = Program(self._words)
        if self.greeting:
            self._program.tell(self.greeting)
        return self._program, self._limit_s + STARTING_S

    def _listen(self, program: Program, seat: int, seq: int, check: Checker, deadline: float) -> protocol.Act | Failure:
        """Read lines until one answers the question; `queue.Empty` if none does in time."""
        for _ in range(MOST_UNREAD):
            line = program.hear(deadline - time.monotonic())
            try:
                message = READ(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as problem:
                shown = line[:200].decode(errors="backslashreplace").rstrip()
                return Failure(NO_ACTION, "a line that is no message of the protocol", f"{shown}\n{problem}")
            if isinstance(message, protocol.Act) and message.seq >= seq:
                return message if (message.seat, message.seq) == (seat, seq) else misdirected(message, seat, seq)
            if isinstance(message, protocol.Check):
                program.tell(JSON.encode(check(message)))
            elif isinstance(message, protocol.Ping):
                program.tell(JSON.encode(protocol.Pong(id=message.id, now=int(time.time() * 1000))))
            elif not isinstance(message, protocol.Hello | protocol.Act):  # an act of before came too late
                text = "a program may act, check and ping"
                refused = protocol.Refused(id=message.id, seq=seq, reason="bad-message", text=text)
                program.tell(JSON.encode(refused))
        raise Ended(f"it floods its output: {MOST_UNREAD:,} lines without an answer")

    def end(self) -> str:
        """End the process, if there is one; the last lines of its error output."""
        program, self._program = self._program, None
        if program is None:
            return ""
        program.trouble = program.trouble or "it was ended"
        program.end()
        return program.errors


def misdirected(act: protocol.Act, seat: int, seq: int) -> Failure:
    """An act for a question that was not put."""
    found = f"an act of seat {act.seat} for seq {act.seq}, and seat {seat} was asked for seq {seq}"
    return Failure(NO_ACTION, "an act for another question", found)


def told(what: str, errors: str) -> str:
    """A failure with what the program itself said of it."""
    return f"{what}\n{errors}"[:LONGEST_LINE] if errors else what
