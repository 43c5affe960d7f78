"""A process in which bots think: it reads a question, writes the answer, and goes on until its input ends.

It is a process and not a thread because only a process can be ended when it hangs. Run by `passgo.server.bots.pool`.
"""

import os
import struct
import sys
import threading
import time
from functools import lru_cache
from typing import BinaryIO

import msgspec
import numpy as np

from passgo import bots, editions
from passgo.bots.reasons import Reason, read_reasons, want_reasons
from passgo.editions import sources
from passgo.game.engine import Engine
from passgo.machine.decorators import compile_all
from passgo.machine.entries import meanwhile

LENGTH = struct.Struct("<I")
WATCH_SECONDS = 1.0
POLITENESS = 5
"""The niceness of the process: the server itself comes first."""


class BotQuestion(msgspec.Struct):
    """A question to a bot: what does `seat` do in this position? An empty notebook stands for a new one.

    `reasons`: if it refuses or counters an offer, it should say why.
    """

    edition: str
    options: str
    position: bytes
    bot: str
    seat: int
    notebook: bytes = b""
    reasons: bool = False


class BotAnswer(msgspec.Struct):
    """The record of the action, the notebook afterwards and the reasons for a refusal, or what went wrong."""

    action: bytes = b""
    notebook: bytes = b""
    problem: str = ""
    reasons: list[Reason] = []


@lru_cache(maxsize=64)
def engine_of(edition: str, options: str) -> Engine:
    """An engine for an edition with options."""
    return Engine(editions.parse_ruleset(edition, options))


def ask_bot(question: BotQuestion) -> BotAnswer:
    """The bot's answer to a question."""
    bot = bots.bot(question.bot)
    notebook = bots.notebooks([bot.notebook])
    if question.notebook:
        notebook[:] = np.frombuffer(question.notebook, np.int64)
    want_reasons(notebook, question.reasons)
    with engine_of(question.edition, question.options).at(question.position) as engine:
        engine.ask(bot.policy, question.seat, notebook)
        return BotAnswer(engine.played, notebook.tobytes(), reasons=read_reasons(notebook))


def read(stream: BinaryIO) -> bytes | None:
    """The next message, or None at the end."""
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


def write(stream: BinaryIO, message: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def watch_parent() -> None:
    """End this process when the server ends, even if a bot hangs and never reads its input again."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def main() -> None:
    """Answer until the input ends."""
    os.nice(POLITENESS)
    threading.Thread(target=watch_parent, daemon=True).start()
    encode = msgspec.msgpack.Encoder().encode
    decode = msgspec.msgpack.Decoder(BotQuestion).decode
    if not meanwhile.is_plain:
        compile_all()  # from the cache on disk, if the rules were compiled before
    write(sys.stdout.buffer, encode(BotAnswer()))  # ready
    if (first := read(sys.stdin.buffer)) is not None:  # the editions that the host added
        hosts_own = msgspec.msgpack.decode(first, type=list[sources.Sources])
        sources.added.update({edition.key: edition for edition in hosts_own})
    while (message := read(sys.stdin.buffer)) is not None:
        try:
            answer = ask_bot(decode(message))
        except Exception as problem:  # a bot may fail in any way; the server falls back
            answer = BotAnswer(problem=f"{type(problem).__name__}: {problem}"[:200])
        write(sys.stdout.buffer, encode(answer))


if __name__ == "__main__":
    main()
