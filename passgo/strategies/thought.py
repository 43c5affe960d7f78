"""What a bot thinks in a position, for whoever keeps its memory as bytes: a server, or a game in the terminal."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from passgo import bots
from passgo.bots.reasons import TOO_LITTLE_GAIN, Reason, give_reason, read_reasons, want_reasons
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.strategies import expert


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
    if bot == bots.EXPERT:
        return think_as_expert(ruleset, position, seat, memory, reasons)
    bundled = bots.bot(bot)
    notebook = bots.notebooks([bundled.notebook])
    if memory:
        notebook[:] = np.frombuffer(memory, np.int64)
    want_reasons(notebook, reasons)
    with engine_of(ruleset).at(position) as engine:
        engine.ask(bundled.policy, seat, notebook)
        return Thought(engine.played, notebook.tobytes(), read_reasons(notebook))


def think_as_expert(ruleset: Ruleset, position: bytes, seat: int, memory: bytes, reasons: bool) -> Thought:
    """What the expert does, which knows of others' cash what was paid in public."""
    with engine_of(ruleset).at(position) as engine:
        players, is_asked = int(engine.g.players), engine.next_to_decide == seat
    kept = expert.unpack_memory(expert.judge_of(ruleset, players), memory)
    want_reasons(kept.notebook, reasons)
    action = expert.decide(kept, seat, expert.known_to(seat, position, ruleset), thinks=is_asked)
    kind = expert.kind_of(kept.engine, action)
    if reasons and kind == codes.REFUSE and not read_reasons(kept.notebook):
        give_reason(kept.notebook, TOO_LITTLE_GAIN, 0)  # trader would have accepted
    answers = kind in (codes.REFUSE, codes.COUNTER)
    return Thought(action, expert.pack_memory(kept), read_reasons(kept.notebook) if answers else [])
