"""What is asked of a process that judges, and what it says."""

from typing import Literal

import msgspec
from msgspec import Struct

from passgo.server.store import Entry
from passgo.server.wire.types import Action


class AnalysisQuestion(Struct, tag="analysis"):
    """What was a finished game decided by? `seed` is that of its dice, which is published by then."""

    game: str
    log: list[Entry]
    seed: bytes


class AdviceQuestion(Struct, tag="advice"):
    """What are the chances, what could a seat do, or what would a deal change?"""

    game: str
    log: list[Entry]
    about: Literal["chances", "choices", "deal"]
    seat: int | None = None
    deal: Action | None = None
    proposer: int = 0


class Progress(Struct, tag="progress"):
    """How far it is."""

    what: str
    done: int
    of: int


class Judged(Struct, tag="judged"):
    """The answer, as JSON for whoever asked; or why there is none. `fault`: the question itself was wrong."""

    content: bytes = b""
    problem: str = ""
    fault: bool = False


Question = AnalysisQuestion | AdviceQuestion
Said = Progress | Judged

ENCODE = msgspec.msgpack.Encoder().encode
READ_QUESTION: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
READ_SAID: msgspec.msgpack.Decoder[Said] = msgspec.msgpack.Decoder(Said)
