"""Players and watchers who never give up: when the line breaks they come back and ask for the same again."""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.crash.serving import Serving

NEVER = ("Resign", "Offer", "Counter", "Bid", "GoBankrupt")
GLADLY = ("Buy", "Throw", "EndTurn")
AGAIN = ("too-fast", "unavailable")
"""Refusals that say: the same again, later."""


@dataclass
class Seen:
    """All that one client was ever told about the course of a game. What it contradicts is noted at once."""

    name: str
    game: str
    events: dict[int, list[Any]] = field(default_factory=dict)
    views: dict[int, Any] = field(default_factory=dict)
    said: dict[int, Any] = field(default_factory=dict)
    last: int = 0
    last_move: int = 0
    status: str = ""
    contradictions: list[str] = field(default_factory=list)

    def hear(self, message: dict[str, Any]) -> None:
        """Note what a message says, each thing under its number in the log."""
        kind, seq = message["type"], message.get("seq", 0)
        if kind in ("welcome", "update") and message["view"] is not None:
            self.note("view", self.views, seq, message["view"])
            told: dict[int, list[Any]] = {}
            for event in message["events"]:
                told.setdefault(event["seq"], []).append(event)
            for number, events in told.items():
                self.note("events", self.events, number, events)
        if kind in ("welcome", "table"):
            self.status = message["table"]["status"]
        for said in message["chat"] if kind == "welcome" else [message["said"]] if kind == "chat" else []:
            self.note("chat", self.said, said["seq"], said)
        if kind in ("welcome", "update", "table", "chat", "done"):
            self.last = max(self.last, seq)

    def note(self, what: str, known: dict[int, Any], seq: int, new: Any) -> None:
        if known.setdefault(seq, new) != new:
            self.contradictions.append(f"{self.name}: {what} {seq} was told twice and differently")


@dataclass
class Request:
    """What a player asks for, until it is answered."""

    message: dict[str, Any]
    sent: int = 0


class Client:
    """Somebody at a table, or beside it (`key` is empty)."""

    def __init__(
        self, servers: Sequence[Serving], game: str, seat: int | None, key: str, chance: random.Random
    ) -> None:
        self.seen = Seen(f"watcher {chance.random():.3f}" if seat is None else f"seat {seat}", game)
        self.acknowledged: dict[str, int] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        self.resent = 0
        self.is_playing = True
        self.seat = seat
        self._servers, self._game, self._key, self._chance = servers, game, key, chance
        self._pending: Request | None = None
        self._count = 0
        self._looking_at: dict[str, Any] = {"seq": 0, "view": None}
        """The latest message with a view, from which the next action is chosen."""
        self._acted_on = 0

    @property
    def is_waiting(self) -> bool:
        """Is there a request without an answer?"""
        return self._pending is not None

    async def live(self) -> None:
        """Until the task is cancelled."""
        while True:
            up = [server for server in self._servers if server.is_up]
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                if up:
                    address = self._chance.choice(up).address
                    async with connect(f"ws://{address}/socket", open_timeout=5, max_size=None) as socket:
                        await self._converse(socket)
            await asyncio.sleep(0.02)

    async def _converse(self, socket: ClientConnection) -> None:
        hello = {"v": 1, "type": "hello", "game": self._game, "last": self.seen.last_move}
        await socket.send(json.dumps(hello | ({"seats": [self._key]} if self._key else {})))
        async for text in socket:
            message = json.loads(text)
            self.seen.hear(message)
            if message["type"] in ("welcome", "update"):
                self.seen.last_move = max(self.seen.last_move, message["seq"])
                self._looking_at = message
            if self.seat is not None:
                await self._react(socket, message)

    async def _react(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        pending = self._pending
        kind = message["type"]
        if pending is not None and message.get("id") == pending.message["id"]:
            if kind == "done":
                self.acknowledged[message["id"]] = message["seq"]
            if kind == "done" or message["reason"] not in AGAIN:
                self._pending = None
            else:
                await asyncio.sleep(0.1)
                await self._send(socket)
        elif pending is not None and kind == "welcome":
            await self._send(socket)  # whether it was done before the line broke, we do not know: the same again
        if self._pending is None and self.is_playing and self._ask():
            await self._send(socket)

    def _ask(self) -> bool:
        """Act, if it is for this seat to decide; otherwise chat a little, or wait: is there something to send?"""
        seq, view = self._looking_at["seq"], self._looking_at["view"]
        if view is not None and self.seat in view["waiting"] and seq > self._acted_on:
            self._acted_on = seq
            self._new({"type": "act", "seq": seq, "action": self._choice(self._looking_at["hands"][0]["legal"])})
        elif self._chance.random() < 0.1:
            self._new({"type": "chat", "text": f"hello {self._count}"})
        return self._pending is not None

    def _choice(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        gladly = [action for action in legal if action["kind"] in GLADLY]
        others = [action for action in legal if action["kind"] not in NEVER]
        return self._chance.choice(gladly or others or legal)

    def _new(self, message: dict[str, Any]) -> None:
        self._count += 1
        name = f"r{self._count}"
        self._pending = Request({"v": 1, "id": name, "seat": self.seat} | message)
        self.asked[name] = self._pending.message

    async def _send(self, socket: ClientConnection) -> None:
        assert self._pending is not None
        self._pending.sent += 1
        self.resent += self._pending.sent > 1
        await socket.send(json.dumps(self._pending.message))
