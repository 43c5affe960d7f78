"""A process in which bots think: it reads a question, writes the answer, and goes on until its input ends.

It is a process and not a thread because only a process can be ended when it hangs. Run by `passgo.server.bots.pool`.
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec
import numpy as np

from passgo import bots, editions
from passgo.bots.reasons import Reason, read_reasons, want_reasons
from passgo.game.engine import Engine
from passgo.server import pipes

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


ENCODE = msgspec.msgpack.Encoder().encode
DECODE = msgspec.msgpack.Decoder(BotQuestion).decode


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


def answer(message: bytes, send: Callable[[bytes], None]) -> bytes:
    """The answer to a message; a bot may fail in any way, and then the server falls back."""
    try:
        return ENCODE(ask_bot(DECODE(message)))
    except Exception as problem:
        return ENCODE(BotAnswer(problem=f"{type(problem).__name__}: {problem}"[:200]))


def main() -> None:
    """Answer until the input ends."""
    pipes.work(answer, POLITENESS)


if __name__ == "__main__":
    main()
