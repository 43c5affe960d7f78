"""A process in which bots think: it is told a position and asked for an action, again and again, until its input ends.

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
from passgo.editions import sources
from passgo.game.engine import Engine
from passgo.machine.decorators import compile_all

LENGTH = struct.Struct("<I")
WATCH_SECONDS = 1.0
POLITENESS = 5
"""How much the process gives way to the server itself."""


class Thought(msgspec.Struct):
    """What a bot is asked: the action of `seat` in a position. An empty notebook is a new one."""

    edition: str
    options: str
    position: bytes
    bot: str
    seat: int
    notebook: bytes = b""


class Answer(msgspec.Struct):
    """The record of the action, and the notebook afterwards; or what went wrong."""

    action: bytes = b""
    notebook: bytes = b""
    problem: str = ""


@lru_cache(maxsize=64)
def engine_of(edition: str, options: str) -> Engine:
    """An engine for an edition with options."""
    return Engine(editions.parse_ruleset(edition, options))


def think(asked: Thought) -> Answer:
    """Ask the bot."""
    engine = engine_of(asked.edition, asked.options)
    engine.position = asked.position
    bot = bots.bot(asked.bot)
    notebook = bots.notebooks([bot.notebook])
    if asked.notebook:
        notebook[:] = np.frombuffer(asked.notebook, np.int64)
    engine.ask(bot.policy, asked.seat, notebook)
    return Answer(engine.played, notebook.tobytes())


def read(stream: BinaryIO) -> bytes | None:
    """The next message, or None at the end."""
    head = stream.read(LENGTH.size)
    return stream.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else None


def write(stream: BinaryIO, message: bytes) -> None:
    """Send a message."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def watch_parent() -> None:
    """End with the server, even if a bot hangs: whoever thinks for ever does not notice that its pipes are closed."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os._exit(1)


def main() -> None:
    """Answer until the input ends."""
    os.nice(POLITENESS)
    threading.Thread(target=watch_parent, daemon=True).start()
    encode = msgspec.msgpack.Encoder().encode
    decode = msgspec.msgpack.Decoder(Thought).decode
    compile_all()  # from the cache on disk, if the rules were compiled before
    write(sys.stdout.buffer, encode(Answer()))  # ready
    if (first := read(sys.stdin.buffer)) is not None:  # the editions that the host added
        hosts_own = msgspec.msgpack.decode(first, type=list[sources.Sources])
        sources.added.update({edition.key: edition for edition in hosts_own})
    while (message := read(sys.stdin.buffer)) is not None:
        try:
            answer = think(decode(message))
        except Exception as problem:  # a bot may fail in any way; the server falls back
            answer = Answer(problem=f"{type(problem).__name__}: {problem}"[:200])
        write(sys.stdout.buffer, encode(answer))


if __name__ == "__main__":
    main()
