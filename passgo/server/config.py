"""What every table of a process is given: where games are kept, who thinks for bots, what is counted, the limits."""

import secrets
from dataclasses import dataclass, field

from passgo import bots
from passgo.server.bots.pool import BotPool
from passgo.server.metrics import Metrics
from passgo.server.store import Store


@dataclass(frozen=True)
class Limits:
    """What one client, one address and one server may ask for. All are per process."""

    hello_seconds: float = 10.0
    messages_per_second: float = 50.0
    """Of one connection. Whoever sends more is read more slowly."""
    messages_burst: float = 100.0
    address_messages_per_second: float = 500.0
    """Of all connections of one address. What is more is refused."""
    requests_per_second: float = 20.0
    """Of REST, from one address."""
    requests_burst: float = 100.0
    chats_per_second: float = 1.0
    chats_burst: float = 10.0
    """Of one connection: each line of chat is kept for ever."""
    sockets_per_address: int = 100
    """At once; and a tenth of them may be opened each second, after a burst of all."""
    games_per_address: int = 30
    """Games that one address may create in an hour."""
    sockets_per_table: int = 64
    queue: int = 128
    """Messages that may wait for a reader before it is dropped."""
    send_seconds: float = 20.0
    """How long one message may take to leave."""
    idle_seconds: float = 60.0
    """How long a game stays in memory that nobody looks at."""


def bot_of_absence() -> str:
    """The bot that plays for people who are away, and in seats that nobody took."""
    return next(name for name in ("normal", "trader") if name in bots.BOTS)


@dataclass
class Host:
    """One server process."""

    store: Store
    thinking: BotPool
    metrics: Metrics
    limits: Limits = field(default_factory=Limits)
    process: str = field(default_factory=lambda: secrets.token_hex(6))
