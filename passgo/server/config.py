"""What all tables of a process share: the store, the pool of bots, the metrics and the limits."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from passgo.bots import BOTS
from passgo.server.bots.pool import BotPool
from passgo.server.clock import Clock
from passgo.server.metrics import Metrics
from passgo.server.store import Store
from passgo.server.table.gate import Gate

READ_AT_ONCE = 4
"""Games that are read from the store at the same time. Others wait, so that games in memory are served meanwhile."""


@dataclass(frozen=True)
class Limits:
    """How much one client, one address and one table may use. Each server process counts for itself."""

    hello_seconds: float = 5.0
    frames_per_second: float = 100.0
    """Pings, pongs and fragments of one connection, which no application sees. Whoever sends more is shown out."""
    address_frames_per_second: float = 500.0
    """From all connections of one address together, beyond the few that every connection may send."""
    messages_per_second: float = 50.0
    """From one connection. The server reads more slowly from a client that sends more."""
    messages_burst: float = 100.0
    address_messages_per_second: float = 500.0
    """From all connections of one address together. More are refused."""
    requests_per_second: float = 20.0
    """REST requests from one address."""
    requests_burst: float = 400.0
    http_per_second: float = 300.0
    http_burst: float = 4000.0
    """Everything that one address asks by HTTP: connections, pieces, kilobytes and requests, from health to files."""
    pages_per_second: float = 100.0
    """Pages and files of the browser game, for one address."""
    notes_per_second: float = 1.0
    notes_burst: float = 20.0
    """Of one seat: chat, and all else that is no move. The log keeps every line of it for ever, so there are few."""
    cards_per_second: float = 2.0
    cards_burst: float = 30.0
    """Pictures of shared links that are drawn for one address. Each takes some hundredths of a second."""
    advice_per_second: float = 0.5
    advice_burst: float = 12.0
    """Questions to the adviser of one key. Each takes some tenths of a second of a processor."""
    head_seconds: float = 10.0
    body_seconds: float = 10.0
    """How long the head and the body of a request may take, however they come."""
    idle_http_seconds: float = 20.0
    """How long a connection may stay open without a request."""
    connections: int = 10_000
    """Of HTTP and sockets, from everybody. A tenth of them is kept for players."""
    connections_per_address: int = 200
    """Of HTTP. One more takes the place of the oldest that waits for its client."""
    sockets_per_address: int = 100
    """Open at the same time. An address may open half of them each second, after a burst of twice as many."""
    games_per_address: int = 30
    """Games that one address may create in an hour."""
    watchers_per_table: int = 64
    """Of watchers. Players never count."""
    watchers_per_address: int = 16
    """At one table."""
    sockets_per_seat: int = 4
    """Devices on which one seat is open. One more closes the oldest."""
    queue: int = 128
    """Messages that may wait for a client before the server drops the connection."""
    send_seconds: float = 20.0
    """How long a client may take to accept one message, or a part of an answer."""
    idle_seconds: float = 60.0
    """How long a game stays in memory after its last use, if nobody is connected."""


def substitute_bot() -> str:
    """The bot that plays for people who are away, and in seats that nobody took."""
    return next(name for name in ("normal", "trader") if name in BOTS)


@dataclass
class Host:
    """One server process."""

    store: Store
    bots: BotPool
    metrics: Metrics
    limits: Limits = field(default_factory=Limits)
    clock: Clock = field(default_factory=Clock)
    entropy: Callable[[int], bytes] = secrets.token_bytes
    """So many random bytes: seeds and secrets of games."""
    gate: Gate = field(default_factory=lambda: Gate(READ_AT_ONCE))
    """Whoever reads the log of a game passes here."""
    process: str = field(default_factory=lambda: secrets.token_hex(6))
