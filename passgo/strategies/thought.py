"""What a bot thinks in a position, for whoever keeps its memory as bytes: a server, or a game in the terminal."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from passgo import bots
from passgo.bots.reasons import Reason, read_reasons, want_reasons
from passgo.editions import Ruleset
from passgo.game.engine import Engine


class Thought(NamedTuple):
    """The record of an action, the memory afterwards, and the reasons if an offer is refused or countered."""

    action: bytes
    memory: bytes
    reasons: list[Reason]


@lru_cache(maxsize=64)
def engine_of(ruleset: Ruleset) -> Engine:
    """An engine for these rules."""
    return Engine(ruleset)


def think(
    bot: str, ruleset: Ruleset, position: bytes, seat: int, memory: bytes = b"", *, reasons: bool = False
) -> Thought:
    """What a bot does in its seat. An empty memory stands for a new one; `reasons`: a refusal says why.

    >>> from passgo import editions
    >>> ruleset = editions.ruleset("classic")
    >>> engine = engine_of(ruleset)
    >>> engine.setup(2)
    >>> think("hard", ruleset, engine.position, 0).action == think("easy", ruleset, engine.position, 0).action
    True
    """
    bundled = bots.bot(bot)
    notebook = bots.notebooks([bundled.notebook])
    if len(memory) == notebook.nbytes:  # another version of PassGo remembers otherwise, and then it has forgotten
        notebook[:] = np.frombuffer(memory, np.int64)
    want_reasons(notebook, reasons)
    with engine_of(ruleset).at(position) as engine:
        engine.ask(bundled.policy, seat, notebook)
        return Thought(engine.played, notebook.tobytes(), read_reasons(notebook))
