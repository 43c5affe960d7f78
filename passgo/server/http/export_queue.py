"""Exports one after the other in a thread of their own, while the server goes on; those of finished games are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from passgo.server.store import Entry, Unavailable

MOST_WAITING = 8
"""Exports that may be asked for at a time; who comes later is told to come again."""
MOST_KEPT = 32 * 1024 * 1024
"""Bytes of finished games' exports that stay in memory; the one not asked for longest is forgotten first."""

Key = tuple[object, ...]
Read = Callable[[], Awaitable[Sequence[Entry]]]


class ExportQueue:
    """The exports of one server process."""

    def __init__(self, most_waiting: int = MOST_WAITING, most_kept: int = MOST_KEPT) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passgo-exporter")
        self._most_waiting, self._most_kept = most_waiting, most_kept
        self._one = asyncio.Lock()
        self._waiting: dict[Key, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0

    async def get(self, key: Key, keep: bool, read: Read, write: Callable[..., bytes], game: str, *about: Any) -> bytes:
        """What `write` makes of a game whose log `read` gives. It is made once for all who wait for the same key.

        With `keep` it never changes, and is remembered. Raises `Unavailable` if too many wait already.
        """
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._waiting.get(key)
        if task is None:
            if len(self._waiting) >= self._most_waiting:
                raise Unavailable("too many exports are asked for at once", "busy")
            task = self._waiting[key] = asyncio.create_task(self._make(key, read, write, game, *about))
        content = await asyncio.shield(task)
        if keep:
            self._keep(key, content)
        return content

    def has(self, key: Key) -> bool:
        """Is it there already, or on its way?"""
        return key in self._kept or key in self._waiting

    async def _make(self, key: Key, read: Read, write: Callable[..., bytes], game: str, *about: Any) -> bytes:
        try:
            async with self._one:  # the log of one game at a time is in memory
                log = await read()
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, write, game, log, *about)
        finally:
            del self._waiting[key]

    def _keep(self, key: Key, content: bytes) -> None:
        """Remember an export, unless it is too large or there already."""
        if key in self._kept or len(content) > self._most_kept:
            return
        self._kept[key] = content
        self._size += len(content)
        while self._size > self._most_kept:
            _, forgotten = self._kept.popitem(last=False)
            self._size -= len(forgotten)

    def close(self) -> None:
        """Begin no more of them."""
        self._thread.shutdown(wait=False, cancel_futures=True)
