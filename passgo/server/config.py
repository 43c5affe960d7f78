"""What all tables of a process share: the store, the pool of bots, the metrics and the limits."""

import secrets
from dataclasses import dataclass, field

from passgo.bots import BOTS
from passgo.server.bots.pool import BotPool
from passgo.server.metrics import Metrics
from passgo.server.store import Store


@dataclass(frozen=True)
class Limits:
    """How much one client, one address and one table may use. Each server process counts for itself."""

    hello_seconds: float = 10.0
    messages_per_second: float = 50.0
    """From one connection. The server reads more slowly from a client that sends more."""
    messages_burst: float = 100.0
    address_messages_per_second: float = 500.0
    """From all connections of one address together. More are refused."""
    requests_per_second: float = 20.0
    """REST requests from one address."""
    requests_burst: float = 100.0
    chats_per_second: float = 1.0
    chats_burst: float = 10.0
    """From one connection. The log keeps every line of chat for ever, so there are few."""
    sockets_per_address: int = 100
    """Open at the same time. An address may open a tenth of them each second, after a burst of all."""
    games_per_address: int = 30
    """Games that one address may create in an hour."""
    sockets_per_table: int = 64
    queue: int = 128
    """Messages that may wait for a client before the server drops the connection."""
    send_seconds: float = 20.0
    """How long a client may take to accept one message."""
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
    process: str = field(default_factory=lambda: secrets.token_hex(6))
