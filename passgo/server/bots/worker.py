"""A process in which bots think: it reads a question, writes the answer, and goes on until its input ends.

It is a process and not a thread because only a process can be ended when it hangs. Run by `passgo.server.bots.pool`.
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from passgo.bots.reasons import Reason
from passgo.editions import Ruleset, parse_ruleset
from passgo.server import pipes
from passgo.strategies.thought import think

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
def ruleset_of(edition: str, options: str) -> Ruleset:
    """The rules of an edition with options."""
    return parse_ruleset(edition, options)


def ask_bot(question: BotQuestion) -> BotAnswer:
    """The bot's answer to a question."""
    ruleset = ruleset_of(question.edition, question.options)
    asked = (question.position, question.seat, question.notebook)
    thought = think(question.bot, ruleset, *asked, reasons=question.reasons)
    return BotAnswer(thought.action, thought.memory, reasons=thought.reasons)


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
