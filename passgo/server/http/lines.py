"""uvicorn's HTTP with deadlines and limits: nobody holds a connection by sending half a request or by reading slowly.

A request's head and body must each come within some seconds, however they dribble in; an answer must be read at some
pace; a connection without a request is closed after a while. An address and the server have so many connections: a new
one takes the place of the oldest that waits for its client. An address asks only so much (`floods`).
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import Enum
from itertools import chain
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from passgo.server.config import Limits
from passgo.server.http.floods import HttpBudget
from passgo.server.http.proxies import Proxies
from passgo.server.metrics import Metrics
from passgo.server.rate_limit import neighbourhood
from passgo.server.wire.entrance import Entrance
from passgo.server.wire.handshake import Handshake, parse_handshake

PROXY = "proxy"
"""Where the connections of named proxies are kept."""
BUSY = 3
LEAST_PROGRESS = 16 * 1024
"""Bytes of an answer that a client must accept within `Limits.send_seconds`, if so many are left."""


PIECE = 16 * 1024
"""Bytes that are read at once, and the most that a head may have."""
COUNTED = 1024
"""Bytes that count as much as a request."""
TOO_MUCH = (429, "Too Many Requests", "That is too much for one address. Try again soon.\n")
BAD = (400, "Bad Request", "This is no request of HTTP.\n")
NO_LENGTH = (411, "Length Required", "A request with a body says its length.\n")


class Phase(Enum):
    """What a connection waits for."""

    IDLE = "a request"
    HEAD = "the rest of a head"
    BODY = "the rest of a body"
    ANSWER = "the application"


Refusal = tuple[int, str, str]
"""A status, its name, and a line of text."""


def accept(request: h11.Request) -> Refusal | None:
    """Whatever comes, it is looked at."""


def ignore(refusal: Refusal) -> None:
    """Nobody is there to be refused."""


class RequestReader(h11.Connection):
    """h11's reader, which also asks whether a request is to be looked at. After a refusal nothing more is read."""

    def __init__(
        self, refusal_of: Callable[[h11.Request], Refusal | None], refuse: Callable[[Refusal], None], longest_head: int
    ) -> None:
        super().__init__(h11.SERVER, longest_head)
        self._refusal_of, self._refuse = refusal_of, refuse
        self._over = False

    def let_go(self) -> None:
        """Forget the connection: two that know each other stay in memory until somebody looks for such circles."""
        self._refusal_of, self._refuse = accept, ignore

    def next_event(self) -> Any:
        """The next event. What is refused, or is no HTTP, is answered here: for uvicorn, nothing has come."""
        if self._over:
            return h11.NEED_DATA
        try:
            event = super().next_event()
            refusal = self._refusal_of(event) if isinstance(event, h11.Request) else None
        except h11.RemoteProtocolError:
            refusal = BAD
        if refusal is None:
            return event
        self._over = True
        self._refuse(refusal)
        return h11.NEED_DATA


class Lines:
    """The HTTP connections of one server process."""

    def __init__(
        self, limits: Limits, proxies: Proxies, metrics: Metrics, budget: HttpBudget, entrance: Entrance
    ) -> None:
        self.limits, self.metrics, self.entrance = limits, metrics, entrance
        self._proxies, self._budget = proxies, budget
        self._by_address: defaultdict[str, dict[HttpConnection, None]] = defaultdict(dict)

    def address_of(self, client: tuple[str, int] | None) -> str:
        """Under which address a connection is counted."""
        address = client[0] if client else ""
        return PROXY if address in self._proxies else neighbourhood(address)

    def enter(self, line: "HttpConnection", total: int) -> bool:
        """Count a new connection; False if there is no place for it. A proxy speaks for many, so it is not counted."""
        if total > self.limits.connections and not self._make_room(chain.from_iterable(self._by_address.values())):
            return False
        here = self._by_address.get(line.address, {})
        if line.address != PROXY and len(here) >= self.limits.connections_per_address and not self._make_room(here):
            return False
        self._by_address[line.address][line] = None
        return True

    def may_ask(self, line: "HttpConnection", count: int) -> bool:
        """May so much more come from a connection? What a proxy's clients ask is counted when they are known."""
        return line.address == PROXY or self._budget.take(line.address, count)

    def is_shut_out(self, line: "HttpConnection") -> bool:
        """Is a connection from an address that has asked for too much, and goes on?"""
        return line.address != PROXY and self._budget.is_shut_out(line.address)

    def shut_out(self, address: str) -> None:
        """End all connections of an address. Sockets are none any more, and stay."""
        for line in list(self._by_address.get(address, ())):
            self.leave(line)
            line.transport.abort()

    def leave(self, line: "HttpConnection") -> None:
        """A connection is over, or has become a WebSocket."""
        here = self._by_address.get(line.address)
        if here is not None:
            here.pop(line, None)
            if not here:
                del self._by_address[line.address]

    def _make_room(self, lines: Iterable["HttpConnection"]) -> bool:
        """End the oldest of these connections that waits for its client; False if all wait for the application."""
        oldest = min(lines, key=lambda line: line.claim, default=None)
        if oldest is None or oldest.claim == BUSY:
            return False
        self.leave(oldest)
        oldest.transport.abort()
        return True


class HttpConnection(H11Protocol):
    """One HTTP connection."""

    def __init__(self, lines: Lines, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._lines = lines
        self.conn: RequestReader = RequestReader(self._refusal_of, self._refuse, PIECE)
        self.address = ""
        self.phase = Phase.IDLE
        self._request: Any = None
        """The request whose body is waited for."""
        self._deadline: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None
        self._unsent = 0
        self._resumed = False

    # The course of a connection

    def connection_made(self, transport: Any) -> None:
        """Somebody connects."""
        super().connection_made(transport)
        self.address = self._lines.address_of(self.client)
        if not self._lines.may_ask(self, 1) or self._lines.is_shut_out(self):
            transport.abort()
        elif self._lines.enter(self, len(self.connections)):
            self._wait_for(Phase.HEAD)
        else:
            self._lines.metrics.turned_away.inc()
            self._say(503, "Service Unavailable", "Too many connections. Try again soon.\n")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a WebSocket, which has limits of its own; what came behind the handshake is for that one."""
        self._let_go()
        super().handle_websocket_upgrade(event)
        behind, socket = self.conn.trailing_data[0], self._protocol
        if behind and not self.transport.is_closing():
            socket.data_received(behind)

    @property
    def _protocol(self) -> Any:
        """Who reads what comes: this one, or the WebSocket that it has become."""
        return self.transport.get_protocol()

    def _let_go(self) -> None:
        self._lines.leave(self)
        self.conn.let_go()
        self.phase = Phase.ANSWER
        for timer in (self._deadline, self._sending):
            if timer is not None:
                timer.cancel()
        self._deadline = self._sending = None

    @property
    def claim(self) -> int:
        """How much a connection may claim to stay when another needs the place."""
        if self.phase in (Phase.IDLE, Phase.HEAD):
            return 0
        return 1 if self.phase is Phase.BODY else BUSY if self._sending is None else 2

    # Deadlines of requests

    def data_received(self, data: bytes) -> None:
        """A part of a request came."""
        if not self.transport.is_closing() and not self._lines.may_ask(self, 1 + len(data) // COUNTED):
            self._refuse(TOO_MUCH)
        if self.transport.is_closing():
            return self._follow()
        if self.phase is Phase.IDLE:
            self._wait_for(Phase.HEAD)
        handshake = parse_handshake(data)
        if handshake is None:
            return self._read(data)
        if not self._lines.entrance.come(lambda: self._enter(data, handshake), handshake.says_asked):
            self.transport.pause_reading()
            self._wait_for(Phase.ANSWER)  # it waits for us
        return None

    def _enter(self, data: bytes, handshake: Handshake) -> None:
        """Its turn at the entrance has come."""
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
        if self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]:
            self._read(data)
        elif self._lines.may_ask(self, 1):
            self._become_socket(handshake)
        else:
            self._refuse(TOO_MUCH)

    def _become_socket(self, handshake: Handshake) -> None:
        """It becomes a WebSocket."""
        self._unset_keepalive_if_required()
        self._let_go()
        self.connections.discard(self)
        socket: Any = self.ws_protocol_class
        protocol = socket(config=self.config, server_state=self.server_state, app_state=self.app_state)
        protocol.begin(self, handshake)
        self.transport.set_protocol(protocol)

    def _read(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            if self.transport.is_closing():
                break
            if self._protocol is self:
                super().data_received(piece)
            else:
                self._protocol.data_received(piece)
        self._follow()

    def _refusal_of(self, request: h11.Request) -> Refusal | None:
        """Why a request is not looked at, if it is not."""
        if not self._lines.may_ask(self, 1):
            return TOO_MUCH
        # Each piece of a body in pieces costs as much as a request, however small it is.
        return NO_LENGTH if any(name == b"transfer-encoding" for name, _ in request.headers) else None

    def _refuse(self, refusal: Refusal) -> None:
        """Answer below the application, unless that is about to answer an earlier request, and close."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
        else:
            self._say(*refusal)

    def _unsupported_upgrade_warning(self) -> None:
        """Anybody may ask for something else than a WebSocket. That is no news for the log."""

    def on_response_complete(self) -> None:
        """An answer is written, though perhaps not read."""
        if self.transport.get_write_buffer_size():
            self._watch_sending()
        super().on_response_complete()
        self._follow()

    def _follow(self) -> None:
        """See what is waited for now. A deadline runs on while that is the same part of the same request."""
        if self.transport.is_closing() or self._protocol is not self:
            return
        if self.conn.their_state is h11.IDLE:
            if self.phase is not Phase.HEAD:
                self._wait_for(Phase.IDLE)
        elif self.conn.their_state is not h11.SEND_BODY:
            self._wait_for(Phase.ANSWER)
        elif self.phase is not Phase.BODY or self._request is not self.cycle:
            self._request = self.cycle
            self._wait_for(Phase.BODY)

    def _wait_for(self, phase: Phase) -> None:
        self.phase = phase
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if phase is not Phase.ANSWER:
            self._deadline = self.loop.call_later(self._seconds(phase), self._give_up)

    def _seconds(self, phase: Phase) -> float:
        limits = self._lines.limits
        return {Phase.IDLE: limits.idle_http_seconds, Phase.HEAD: limits.head_seconds}.get(phase, limits.body_seconds)

    def _give_up(self) -> None:
        """What was waited for did not come."""
        self._deadline = None
        if self.transport.is_closing():
            return None
        if self.phase is not Phase.IDLE:
            self._lines.metrics.late_requests.inc()
        started = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        answered = self.phase is Phase.BODY and self.cycle.response_complete
        if self.phase is Phase.IDLE or started or answered:
            return self.hang_up()
        if self.phase is Phase.BODY:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        return self._say(408, "Request Timeout", "The request did not come in time.\n")

    def _say(self, status: int, phrase: str, text: str) -> None:
        """Answer below the application, and close."""
        self.transport.write(
            f"HTTP/1.1 {status} {phrase}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(text)}\r\nretry-after: 5\r\n\r\n{text}".encode()
        )
        self.hang_up()

    def hang_up(self) -> None:
        """Close the connection; what was written is still sent, to whoever reads it soon."""
        if self.transport.get_write_buffer_size():
            self._watch_sending()
        self.transport.close()

    # The pace of answers

    def pause_writing(self) -> None:
        """The client does not accept what was written."""
        super().pause_writing()
        self._watch_sending()

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._resumed = True

    def _watch_sending(self) -> None:
        """Check after a while that the client reads its answer."""
        if self._sending is None:
            self._unsent, self._resumed = self.transport.get_write_buffer_size(), False
            self._sending = self.loop.call_later(self._lines.limits.send_seconds, self._check_sending)

    def _check_sending(self) -> None:
        self._sending = None
        unsent = self.transport.get_write_buffer_size()
        if unsent and not self._resumed and unsent > self._unsent - LEAST_PROGRESS:
            self._lines.metrics.dropped_readers.inc()
            self.transport.abort()
        elif unsent:
            self._watch_sending()
