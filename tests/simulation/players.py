"""Simulated people: they create and join games, play, chat, take back, leave, come back, and send rubbish."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from passgo.server.keys import hash_key
from tests.server.play import SIMPLE
from tests.simulation.browser import Browser
from tests.simulation.chronicle import Chronicle
from tests.simulation.network import Lost

if TYPE_CHECKING:
    from tests.simulation.storm import Storm

RUBBISH = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"v":1,"type":"act","id":"x"}',
    b'{"v":2,"type":"ping","id":"x"}',
    b'{"v":1,"type":"hello","game":"abcd"}',
    b'{"v":1,"type":"consent","id":"y","seat":9,"agree":true}',
)
LONGEST_AWAY = 30.0
"""How long somebody closes the browser at most: at the end everybody is back, and sees the game as it is."""
WAITING_FOR_OTHERS = 20.0
"""Seconds after which a host begins without those who have not come."""


@dataclass
class Call:
    """A request by HTTP, and the answers to it."""

    path: str
    body: dict[str, Any]
    replies: list[tuple[int, Any]] = field(default_factory=list)


@dataclass
class Party:
    """A game that some people are going to play."""

    wish: dict[str, Any]
    guests: int
    watchers: int
    game: str = ""
    invite: str = ""
    watch: str = ""


class Person:
    """Somebody with a browser."""

    def __init__(self, storm: "Storm", party: Party, name: str) -> None:
        self.storm, self.party, self.name = storm, party, name
        self.chance = Random(f"{storm.seed} {name}")
        self.calls: list[Call] = []
        self.browsers: list[Browser] = []
        self.keys: dict[int, str] = {}
        self.invited: list[str] = []
        self.said = 0
        self.pace = self.chance.choice((0.1, 0.4, 1.5))

    @property
    def browser(self) -> Browser:
        """The browser in use."""
        return self.browsers[-1]

    async def _ask(self, path: str, body: dict[str, Any]) -> Any:
        """Ask by HTTP until there is an answer; what it says, or None if it is a refusal."""
        call = Call(path, body)
        self.calls.append(call)
        while True:
            process = self.storm.find_process()
            try:
                reply = await self.storm.network.exchange(process, "POST", path, msgspec.json.encode(body))
            except Lost:
                continue
            call.replies.append((reply.status, msgspec.json.decode(reply.body)))
            if reply.status == 201:
                return call.replies[-1][1]
            if reply.status not in (429, 500, 503):
                return None
            await asyncio.sleep(1.0)

    def _new_id(self) -> str:
        return self.chance.randbytes(16).hex()

    def _sit_down(self) -> None:
        """Open a browser with all keys."""
        hello: dict[str, Any] = {"seats": list(self.keys.values())}
        if not self.keys and self.party.watch:
            hello["watch"] = self.party.watch
        self.browsers.append(
            Browser(self.storm.network, self.storm.find_process, self.chance, self.party.game, **hello)
        )
        self.browser.start()

    async def host(self) -> None:
        """Create the game, and play."""
        created = await self._ask("/api/games", {**self.party.wish, "id": self._new_id()})
        assert created is not None, self.calls[-1].replies
        self.keys = {seat["seat"]: seat["key"] for seat in created["seats"]}
        self.party.invite, self.party.watch, self.party.game = created["invite"], created["watch"], created["game"]
        await self._play()

    async def visit(self) -> None:
        """Join the game, and play; whoever comes too late watches."""
        while not self.party.game:
            await asyncio.sleep(0.5)
        await asyncio.sleep(self.chance.expovariate(1.0))
        await self._join()
        await self._play()

    def may_be_refused(self, chronicle: Chronicle) -> bool:
        """Is it right that a browser with these keys is refused? It is, if one of them belongs to no seat any more."""
        held = {body.key for body in chronicle.last.seats}
        return not {hash_key(key) for key in self.keys.values()} <= held

    async def _join(self) -> None:
        wish: dict[str, Any] = {"name": self.name, "invite": self.party.invite, "id": self._new_id()}
        if self.chance.random() < 0.1:
            wish["invite"] = "wrong" * 6
        joined = await self._ask(f"/api/games/{self.party.game}/seats", wish)
        self.keys = {joined["seat"]: joined["key"]} if joined else {}

    async def watch(self) -> None:
        """Only look on, now and then with a wrong key."""
        while not self.party.game:
            await asyncio.sleep(0.5)
        if self.chance.random() < 0.2:
            self.keys = {0: "no such key" * 3}
        await self._play()

    async def _play(self) -> None:
        self._sit_down()
        self.since = self.storm.world.now
        while not self.storm.over:
            await asyncio.sleep(self.chance.expovariate(1 / self.pace))
            if self.browser.refused and len(self.keys) > 1:  # one of the seats was left, and nobody said so
                asked = {asked.seat for browser in self.browsers for asked in browser.asked if asked.kind == "leave"}
                del self.keys[next((seat for seat in self.keys if seat in asked), max(self.keys))]
                self._sit_down()
            if self.browser.refused or not self.browser.welcomed or self.browser.table is None:
                continue
            if self.storm.calm:
                self._behave()
            else:
                await self._fidget()

    # Playing on

    def _behave(self) -> None:
        """Do what brings the game to its end."""
        if len(self.browser.unanswered) > 0:
            return
        for seat in self.browser.you:
            if self._do_what_is_due(seat):
                return

    def _do_what_is_due(self, seat: int) -> bool:
        browser = self.browser
        table, info = browser.table, browser.table.seats[seat]
        if info.away:
            self._request("back", seat)
        elif table.undo_asked is not None and seat in table.undo_asked.waiting:
            self._request("consent", seat, agree=self.chance.random() < 0.7)
        elif table.status == "open":
            late = self.storm.world.now - self.since > WAITING_FOR_OTHERS
            if not info.host or not late:
                return False
            self._request("start", seat)
        elif table.status == "playing" and self._is_asked(seat):
            self._request("act", seat, seq=browser.seq, action=self._simple(seat))
        else:
            return False
        return True

    def _request(self, kind: str, seat: int, **fields: Any) -> None:
        key = self.keys.get(seat, "")
        self.browser.request(kind, seat, hash_key(key) if key else "", **fields)

    def _is_asked(self, seat: int) -> bool:
        view, hand = self.browser.view, self.browser.hands.get(seat)
        return (
            view is not None and hand is not None and bool(hand.legal) and (seat in view.waiting or view.next == seat)
        )

    def _simple(self, seat: int) -> Any:
        """The first of a few simple things that is lawful, otherwise anything lawful."""
        by_kind = {action.kind: action for action in self.browser.hands[seat].legal}
        return next((by_kind[kind] for kind in SIMPLE if kind in by_kind), None) or next(iter(by_kind.values()))

    # Doing all sorts of things

    async def _fidget(self) -> None:
        """Play, mostly; sometimes something else."""
        browser, chance = self.browser, self.chance
        if not browser.you:
            return await self._fidget_without_a_seat()
        seat = chance.choice(browser.you)
        roll = chance.random()
        if roll < 0.72:
            if len(browser.unanswered) < chance.choice((1, 1, 1, 3)) and not self._do_what_is_due(seat):
                return None
        elif roll < 0.80:
            self._take_back(seat)
        elif roll < 0.86:
            self.said += 1
            self._request("chat", seat, text=f"{self.name} says {self.said}")
        elif roll < 0.90:
            self._act_oddly(seat)
        elif roll < 0.93:
            self._misbehave(seat)
        elif roll < 0.97:
            await self._come_and_go(seat)
        elif roll < 0.985:
            self._request("invite", seat, to=chance.choice(("play", "watch")))
        else:
            self._request("settings", seat, undo=chance.random() < 0.9)
        return None

    def _take_back(self, seat: int) -> None:
        table = self.browser.table
        if table.undo_asked is not None and self.chance.random() < 0.8:
            self._request("consent", seat, agree=self.chance.random() < 0.8)
        else:
            self._request("undo", seat)

    def _act_oddly(self, seat: int) -> None:
        """Anything that the list names, from an old view, a view to come or the present one."""
        hand = self.browser.hands.get(seat)
        if hand is None or not hand.legal:
            return
        action = self.chance.choice(hand.legal)
        if action.kind == "Bid":
            action = msgspec.structs.replace(action, amount=action.amount + self.chance.randrange(20))
        elif action.kind == "Offer":
            action = msgspec.structs.replace(action, give_cash=self.chance.randrange(1, 30))
        seq = max(0, self.browser.seq + self.chance.choice((-9, -1, 0, 0, 0, 0, 1, 7)))
        self._request("act", seat, seq=seq, action=action)

    def _misbehave(self, seat: int) -> None:
        """Rubbish, requests that were answered long ago, and requests for seats of others."""
        if self.chance.random() < 0.3:
            self.browser.babble(self.chance.choice(RUBBISH))
            return
        if self.browser.asked and self.chance.random() < 0.6:
            self.browser.send(self.chance.choice(self.browser.asked))
            return
        other = (seat + 1) % len(self.browser.table.seats)
        kind, more = self.chance.choice((("undo", {}), ("leave", {}), ("consent", {"agree": True}), ("start", {})))
        self._request(kind, other, **more)

    async def _come_and_go(self, seat: int) -> None:
        roll = self.chance.random()
        if roll < 0.3:
            self._request("leave", seat)
        elif roll < 0.5:
            self._request("back", seat)
        elif roll < 0.7:
            self.browser.stop()
            await asyncio.sleep(min(self.chance.expovariate(1 / 10), LONGEST_AWAY))
            self.browser.start()
        else:
            self.browser.again()

    async def _fidget_without_a_seat(self) -> None:
        """Somebody whose seat was left, or who came too late, tries to get one."""
        if self.browser.table.status == "open" and self.chance.random() < 0.1:
            self.browser.stop()
            await self._join()
            self._sit_down()
        elif self.chance.random() < 0.05:
            self.browser.request("chat", 0, text=f"{self.name} has no seat")
