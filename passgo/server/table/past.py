"""The past of a game: how it stood before what is to be taken back, so that an undo replays little of a long log.

The stored snapshot is mostly old enough. If it is not, the log is replayed, and a few states before the last moves of
people are remembered: whoever takes back one move after the other finds them. When somebody moves, they are forgotten,
because a server has thousands of tables.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from passgo.server.store import Entry, Store
from passgo.server.table import entries
from passgo.server.table.draft import READ_AT_ONCE
from passgo.server.table.entries import Body
from passgo.server.table.snapshot import read_snapshot, snapshot_mark
from passgo.server.table.state import GameState, without_undone

KEPT_STATES = 8


class Past:
    """Earlier states of one game, the latest at the end."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: Sequence[GameState] = ()

    def forget(self) -> None:
        """Somebody has moved, or the game was read anew."""
        self._states = ()

    async def find(self, store: Store, game: str, back_to: int) -> tuple[GameState, Sequence[Entry]]:
        """How the game stood at an entry, or at one before it, and the entries since then."""
        self._states = [state for state in self._states if state.seq <= back_to]
        if self._states:
            return self._states[-1], await store.entries(game, self._states[-1].seq)
        loaded = await store.load(game, snapshot_mark())
        if loaded is not None and loaded.snapshot is not None and loaded.snapshot.seq <= back_to:
            started = read_snapshot(game, loaded.snapshot)
            if started is not None and not any_undone(loaded.entries, before=loaded.snapshot.seq):
                return started[0], loaded.entries
        log = await store.entries(game)
        self._states = await replayed(game, back_to, log)
        return self._states[-1], log[self._states[-1].seq :]


async def replayed(game: str, back_to: int, log: Sequence[Entry]) -> list[GameState]:
    """The states of a log that are worth remembering, up to an entry. Other tasks get their turn in between."""
    state, found = GameState(game), deque[GameState](maxlen=KEPT_STATES - 1)
    for n, (entry, body) in enumerate(without_undone(log), start=1):
        if entry.seq > back_to:
            break
        if is_of_person(body):
            found.append(state.copy())
        state.absorb(entry, body)
        if n % READ_AT_ONCE == 0:
            await asyncio.sleep(0)
    return [*found, state]


def is_of_person(body: Body) -> bool:
    """Is it a move that somebody made, and may want to take back?"""
    return isinstance(body, entries.Moved) and body.by == "player"


def any_undone(log: Sequence[Entry], before: int) -> bool:
    """Does a log take back moves that were made before it begins, up to an entry?"""
    return any(
        isinstance(body, entries.Undone) and body.back_to < before
        for entry in log
        if entry.kind == "undo" and (body := entries.body_of(entry))
    )
