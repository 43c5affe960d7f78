"""The socket, told anything at all: whatever comes, the answer is one of the protocol, and nobody hears a secret."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from passgo.notation.actions import PLAYER_KINDS
from passgo.server.wire import protocol
from passgo.server.wire.types import LARGEST_MESSAGE
from tests.server.play import READ, Client, Running, simple, sit

HUGE: st.SearchStrategy[Any] = st.sampled_from(
    [2**31, 2**53 + 1, 2**63, 2**64, 10**400, -1, -(2**70), 1e308, 0.5, True, None, "7", [], {}]
)
TEXTS = st.text(max_size=300) | st.sampled_from(
    ["\x00", "\u202e\u2066x", "\U0001d54f" * 200, "a\u0301" * 100, "</script>", "\ud83d"]
)
WORDS = st.sampled_from(["", " ", "x" * 41, "a/b", "é", "\x00", "0", None, 3])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)
SQUARES = st.lists(st.integers(-1, 41), max_size=30)
ACTIONS = st.fixed_dictionaries(
    {"kind": st.sampled_from([*PLAYER_KINDS, "Dice", "StrikeHour", "", "throw"])},
    optional={
        "square": st.integers(-1, 41) | HUGE,
        "other": st.integers(-1, 9) | HUGE,
        "amount": st.integers(0, 5000) | HUGE,
        "most": st.integers(0, 5000),
        "give": SQUARES | HUGE,
        "take": SQUARES,
        "give_cash": st.integers(0, 3000) | HUGE,
        "take_cash": st.integers(0, 3000) | HUGE,
        "give_cards": st.lists(st.sampled_from(["chance", "chest", "x"]), max_size=3),
        "card": st.sampled_from(["chance", "chest", "", None]),
    },
)
SEATS = st.integers(-1, 9) | HUGE
REQUESTS = st.sampled_from(
    ["leave", "back", "undo", "start", "ping", "consent", "settings", "invite", "hello", "nothing"]
)


class Mouth:
    """A person at the table, and everything they were told."""

    def __init__(self, client: Client, seat: int) -> None:
        self.client, self.seat, self.ids = client, seat, 0


class Hostile(RuleBasedStateMachine):
    """Ann and Ben say whatever Hypothesis thinks of; Cy only listens, without a seat."""

    here: Running

    @initialize()
    def begin(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.game = self.here.create(
            [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}, {"kind": "bot", "bot": "cautious"}],
            public=True,
        )
        keys = [seat["key"] for seat in self.game["seats"]]
        self.secrets = [*keys, self.game["invite"], self.game["watch"]]
        self.people = [Mouth(self.run(sit(self.here, self.game["game"], key)), seat) for seat, key in enumerate(keys)]
        self.watcher = self.run(sit(self.here, self.game["game"]))
        self.last: dict[str, Any] | None = None

    def run(self, doing: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(doing, 60))

    def say(self, who: int, kind: str, **fields: Any) -> Any:
        """Send a message with an id that it must be answered by."""
        mouth = self.people[who]
        mouth.ids += 1
        message = {"v": 1, "type": kind, "id": f"r{mouth.ids}", **fields}
        self.last = message
        self.run(mouth.client.socket.send(json.dumps(message)))
        return self.heard(who, str(message["id"]))

    def heard(self, who: int, request: str) -> Any:
        """The answer, or the last word if the connection was ended; then the connection is made anew."""
        mouth = self.people[who]
        try:
            answer = self.run(
                mouth.client.until(lambda m: getattr(m, "id", None) in (request, "") or isinstance(m, protocol.Bye))
            )
        except ConnectionClosed as end:
            self.ended_by(end)
            answer = None
        if answer is None or isinstance(answer, protocol.Bye):
            self.come_back(who)
        else:
            assert isinstance(
                answer, protocol.Done | protocol.Refused | protocol.Checked | protocol.Invited | protocol.Pong
            ), answer
        return answer

    @staticmethod
    def ended_by(end: ConnectionClosed) -> None:
        """The server hangs up for a reason of the protocol, never because it failed."""
        code = end.rcvd.code if end.rcvd else 1006
        assert code in (1003, 1007, 1009, 4400, 4429), end

    def come_back(self, who: int) -> None:
        mouth = self.people[who]
        self.listened(mouth)
        self.run(mouth.client.socket.close())
        key = self.game["seats"][mouth.seat]["key"]
        mouth.client = self.run(sit(self.here, self.game["game"], key, last=mouth.client.seq))
        assert mouth.client.welcome.you == [mouth.seat]

    @rule(who=st.integers(0, 1), legal=st.randoms(use_true_random=False))
    def play(self, who: int, legal: Any) -> None:
        """Something lawful, so that the game moves on."""
        client = self.people[who].client
        if client.view is None or client.table.status != "playing":
            return
        actions = [
            a for a in client.hands[who].legal if a.kind not in ("Resign", "Offer", "Counter", "OfferSettlement")
        ]
        if actions and (who in client.view.waiting or client.view.next == who):
            chosen = simple(client.hands[who].legal)
            answer = self.say(who, "act", seat=who, seq=client.seq, action=chosen)
            assert answer.reason in ("stale", "rule") if isinstance(answer, protocol.Refused) else True

    @rule(who=st.integers(0, 1), action=ACTIONS, seat=SEATS, seq=st.integers(-5, 400) | HUGE)
    def act(self, who: int, action: Any, seat: Any, seq: Any) -> None:
        self.say(who, "act", seat=seat, seq=seq, action=action)

    @rule(who=st.integers(0, 1), action=ACTIONS)
    def act_now(self, who: int, action: Any) -> None:
        """By the right seat at the right moment."""
        self.say(who, "act", seat=who, seq=self.people[who].client.seq, action=action)

    @rule(who=st.integers(0, 1), action=ACTIONS)
    def check(self, who: int, action: Any) -> None:
        self.say(who, "check", seat=who, action=action)

    @rule(who=st.integers(0, 1), action=ACTIONS)
    def wrong_seat(self, who: int, action: Any) -> None:
        for seat in (1 - who, 2, 7):
            answer = self.say(who, "act", seat=seat, seq=self.people[who].client.seq, action=action)
            assert (
                answer is None or isinstance(answer, protocol.Bye) or answer.reason in ("not-your-seat", "bad-message")
            )

    @rule(who=st.integers(0, 1), text=TEXTS, phrase=st.none() | st.sampled_from(["hello", "x", ""]))
    def chat(self, who: int, text: str, phrase: str | None) -> None:
        self.say(who, "chat", seat=who, text=text, **({} if phrase is None else {"phrase": phrase}))

    @rule(
        who=st.integers(0, 1),
        kind=REQUESTS,
        seat=st.just(None) | SEATS,
        extra=st.dictionaries(WORDS.filter(lambda w: isinstance(w, str)), JSON, max_size=2),
    )
    def ask(self, who: int, kind: str, seat: Any, extra: dict[str, Any]) -> None:
        fields: dict[str, dict[str, Any]] = {
            "consent": {"agree": True, "seq": 1}, "settings": {"undo": True}, "invite": {"to": "watch"}
        }  # fmt: skip
        own = fields.get(kind, {})
        self.say(who, kind, **{**({"seat": who if seat is None else seat} if kind != "ping" else {}), **own, **extra})

    @rule(who=st.integers(0, 1))
    def say_the_same_again(self, who: int) -> None:
        """A replayed id, by its own seat or by another: it is done once."""
        if self.last is None or self.last["type"] != "act":
            return
        self.run(self.people[who].client.socket.send(json.dumps(self.last)))
        self.heard(who, self.last["id"])
        assert self.moves(self.last["id"], who) <= 1

    def moves(self, request: str, seat: int) -> int:
        log = self.here.in_loop(lambda: self.here.server.lobby.log(self.game["game"]))
        return sum(
            entry.kind == "move" and entry.move.endswith(f":{request}") and entry.move.startswith(f"{seat}.")
            for entry in log
        )

    @rule(
        who=st.integers(0, 1),
        garbage=st.binary(max_size=200) | JSON.map(lambda j: json.dumps(j).encode()),
        binary=st.booleans(),
    )
    def babble(self, who: int, garbage: bytes, binary: bool) -> None:
        """Anything at all. An answer to it carries whatever id could be read, so a ping marks its end."""
        mouth = self.people[who]
        text: Any = garbage if binary else garbage.decode("utf-8", "replace")
        with suppress(ConnectionClosed):
            self.run(mouth.client.socket.send(text))
        self.marked(who)

    @rule(
        who=st.integers(0, 1), depth=st.sampled_from([10, 1000, 7000]), opened=st.sampled_from(["[", '{"a":', '{"id":'])
    )
    def dig(self, who: int, depth: int, opened: str) -> None:
        """JSON so deep that a careless reader falls in."""
        self.run(self.people[who].client.socket.send((opened * depth)[:LARGEST_MESSAGE]))
        self.marked(who)

    @rule(who=st.integers(0, 1), size=st.sampled_from([LARGEST_MESSAGE, LARGEST_MESSAGE + 1, 200_000]))
    def shout(self, who: int, size: int) -> None:
        said = json.dumps({"v": 1, "type": "chat", "id": "x", "text": "x" * size})[:size]
        with suppress(ConnectionClosed):
            self.run(self.people[who].client.socket.send(said))
        self.marked(who)

    def marked(self, who: int) -> None:
        try:
            self.say(who, "ping")
        except ConnectionClosed:
            self.come_back(who)

    @rule(
        who=st.integers(0, 1),
        first=st.binary(max_size=60)
        | st.sampled_from(
            [
                b'{"v":1,"type":"ping","id":"p"}',
                b'{"v":9,"type":"hello","game":"aaaa"}',
                b'{"v":1,"type":"hello","game":"../../etc"}',
            ]
        ),
    )
    def knock(self, who: int, first: bytes) -> None:
        """A first message that is no hello is answered by a bye."""

        async def try_it() -> None:
            async with connect(self.here.socket_url) as socket:
                await socket.send(first.decode("utf-8", "replace"))
                assert isinstance(READ(await socket.recv()), protocol.Bye)

        self.run(try_it())

    @rule(who=st.integers(0, 1), stolen=st.integers(0, 10))
    def steal(self, who: int, stolen: int) -> None:
        """Invitations and watch keys, and keys of other games, are no seat's key."""
        for key in (self.game["invite"], self.game["watch"], "A" * 32, "-" * 16):
            client = self.run(sit(self.here, self.game["game"], key))
            assert client.messages[0].reason == "bad-key"
            self.run(client.socket.close())

    def listened(self, mouth: Mouth) -> None:
        self.no_secret(mouth.client.raw, {mouth.seat})
        mouth.client.raw.clear()
        mouth.client.messages.clear()

    def no_secret(self, heard: list[str], own: set[int]) -> None:
        for text in heard:
            for secret in self.secrets:
                assert secret not in text
            message = json.loads(text)
            assert {hand["seat"] for hand in message.get("hands", [])} <= own
            status = message.get("table", {}).get("status")
            if status is not None and status != "finished":
                assert not message["table"].get("seed")
            view = message.get("view")
            if view and not view.get("winners"):
                assert all(player.get("cash") is None for player in view["players"])
            for event in message.get("events", []):
                if event["kind"] == "WorthCounted" and event["player"] not in own and event.get("square") is not None:
                    assert "amount" not in event

    @invariant()
    def nobody_hears_a_secret(self) -> None:
        if not hasattr(self, "watcher"):
            return
        self.run(self.watcher.ask("ping"))
        self.no_secret(self.watcher.raw, set())
        self.watcher.raw.clear()
        self.watcher.messages.clear()
        for mouth in self.people:
            self.listened(mouth)

    def teardown(self) -> None:
        if not hasattr(self, "watcher"):
            return
        for mouth in self.people:
            self.run(mouth.client.ask("ping"))
            self.run(mouth.client.socket.close())
        self.run(self.watcher.socket.close())
        self.run(asyncio.sleep(0))
        self.loop.close()
        assert self.here.get("/api/health").status_code == 200


def test_whatever_is_said_on_the_socket(here: Running) -> None:
    class There(Hostile):
        pass

    There.here = here
    bounded = settings(
        max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True
    )
    run_state_machine_as_test(There, settings=bounded)
