"""Players without a browser: they hold seats by their keys and do what a test wants, so that it comes to its point."""

import json
import secrets
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from tests.browser.robot import offer_cash, until
from tests.browser.serving import Server

PATIENCE = 60.0


class Others:
    """Some seats of a game, played by a program."""

    def __init__(self, server: Server, game: dict[str, Any], seats: list[int]) -> None:
        self.seats = seats
        self._opened = ExitStack()
        keys = [key["key"] for key in game["seats"] if key["seat"] in seats]
        self._socket: ClientConnection = self._opened.enter_context(
            connect(server.url.replace("http", "ws", 1) + "/socket", max_size=None, open_timeout=PATIENCE)
        )
        self._say("hello", game=game["game"], seats=keys)
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.hands: dict[int, dict[str, Any]] = {}
        self.seq = 0
        while not self.hands:
            self._hear()

    def __enter__(self) -> "Others":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def _say(self, kind: str, **fields: Any) -> None:
        self._socket.send(json.dumps({"v": 1, "type": kind, **fields}))

    def _hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=patience))
        if message["type"] in ("welcome", "update"):
            self.view = message["view"] or {}
            self.table = message.get("table", self.table)
            self.hands = {hand["seat"]: hand for hand in message["hands"]}
            self.seq = message["seq"]
        return message

    def listen(self, seconds: float = 0.2) -> None:
        """Take in what has been said meanwhile."""
        try:
            while True:
                self._hear(seconds)
        except TimeoutError:
            pass

    def heard(self, seconds: float) -> Self:
        """The same connection, after listening."""
        self.listen(seconds)
        return self

    def legal(self, seat: int, kind: str) -> list[dict[str, Any]]:
        """The lawful actions of this kind."""
        return [action for action in self.hands[seat]["legal"] if action["kind"] == kind]

    def act(self, seat: int, action: dict[str, Any]) -> None:
        """Play an action; it must be lawful. The position that follows is known when this returns."""
        for _ in range(5):
            name = secrets.token_hex(6)
            self._say("act", id=name, seat=seat, seq=self.seq, action=action)
            answer = self._hear()
            while answer.get("id") != name:
                answer = self._hear()
            if answer["type"] == "done":
                while self.seq < answer["seq"]:
                    self._hear()
                return
            assert answer.get("reason") == "stale", answer
            self.listen(0.05)
        raise AssertionError(f"the game would not wait for {action}")

    def say(self, seat: int, text: str) -> None:
        """Chat."""
        name = secrets.token_hex(6)
        self._say("chat", id=name, seat=seat, text=text)
        while self._hear().get("id") != name:
            pass

    def deal(self, giver: int, taker: int, **goods: Any) -> None:
        """An offer from one of these seats to another, accepted."""
        self.act(giver, {"kind": "Offer", "other": taker, **goods})
        self.act(taker, {"kind": "Accept", "other": giver})
        while keeps := [(s, a) for s in self.seats for a in self.legal(s, "KeepMortgage")]:
            self.act(*keeps[0])

    def counter(self, page: Page, square: int, offered: int, wanted: int) -> None:
        """The page offers the first of these seats cash for a deed, and hears how much is wanted for it."""
        seat = self.seats[0]
        offer_cash(page, offered, square)
        until(page, lambda: self.heard(0.1).legal(seat, "Accept"), "the offer has come")
        self.act(seat, {"kind": "Counter", "other": 0, "give": [square], "take_cash": wanted})

    def owned(self, board: dict[str, Any], seat: int) -> list[int]:
        """The squares whose deeds a seat holds."""
        return [deed["square"] for n, deed in enumerate(board["deeds"]) if self.view["owner"][n] == seat]

    def gather(self, board: dict[str, Any], seat: int, others: list[int]) -> None:
        """All deeds of some seats go to one of them, each lot for a dollar."""
        for other in others:
            deeds = self.owned(board, other)
            if deeds:
                self.deal(seat, other, give_cash=1, take=deeds)
