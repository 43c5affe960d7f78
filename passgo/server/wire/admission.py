"""Who may be connected: how many sockets an address, a table and a seat have, and who makes room for whom.

A socket is nobody's until it has said hello, so those are few and short: the newest may stay. Then it waits for its
game, which may have to be read: who names a key waits before who names none. A watcher needs a free place at the table
and at the address. A player needs none at the table; at the address a watcher makes room, or an
older socket of the same seat, or one of a game that has many more. So nobody without a key of a seat can keep a player
out, even from the player's own address: all they can do there is to open sockets faster than the address may.
"""

from collections import defaultdict
from collections.abc import MutableMapping
from typing import Any, Protocol

from passgo.server.config import Limits
from passgo.server.rate_limit import Buckets
from passgo.server.wire.entrance import Entrance
from passgo.server.wire.types import Reason

GREETING_SHARE = 4
"""Of all sockets that an address may have, one in so many may be one that has not said hello."""
LEAST_GREETING = 4
PLAYERS_SHARE = 10
"""Of all connections of the server, one in so many is for players alone."""


class Guest(Protocol):
    """A connection."""

    address: str
    seats: tuple[int, ...]

    def dismiss(self, reason: Reason, text: str) -> None:
        """End the connection soon, and say why."""


class Full(Exception):
    """There is no place; the text says where."""


Guests = dict[Guest, None]
"""Connections in the order in which they came."""


class Admission:
    """The sockets of one server process."""

    def __init__(self, limits: Limits) -> None:
        most = limits.sockets_per_address
        self._limits = limits
        self.entrance = Entrance()
        self._opening = Buckets(most / 2, 2 * most)
        self._greeting: defaultdict[str, Guests] = defaultdict(dict)
        self._waiting: defaultdict[str, dict[Guest, bool]] = defaultdict(dict)
        """Those who have said hello and wait for their game, and whether they name keys of seats."""
        self._at_address: defaultdict[str, dict[Guest, str]] = defaultdict(dict)
        """Those who have found their game, and which it is."""
        self._at_table: defaultdict[str, Guests] = defaultdict(dict)
        self._for_watchers = limits.connections - limits.connections // PLAYERS_SHARE
        """So many sockets there may be, and a watcher still gets one."""
        self._admitted = 0

    def may_open(self, address: str) -> bool:
        """May the address open one more socket now, or has it opened too many lately?"""
        return self._opening.take(address)

    def receive(self, guest: Guest) -> None:
        """Somebody opened a socket, and is yet to say hello. Whoever has waited longest makes room."""
        silent = self._greeting[guest.address]
        if len(silent) >= max(self._limits.sockets_per_address // GREETING_SHARE, LEAST_GREETING):
            self._dismiss(next(iter(silent)), "full", "Too many connections of this address have not said hello.")
        self._greeting[guest.address][guest] = None

    def greet(self, guest: Guest, named: bool) -> None:
        """Somebody said hello, and waits for the game; `named`: with keys, which are yet to be looked at.

        Whoever names no key makes room for whoever does. Of two who name keys the first stays, as it is served sooner.
        """
        self.leave(guest)
        waiting = self._waiting[guest.address]
        if len(waiting) >= self._limits.sockets_per_address:
            other = next((other for other, has_key in waiting.items() if not has_key), None)
            if not named or other is None:
                raise Full("Too many connections of your address wait for their games.")
            self._dismiss(other, "full", "A player of your address needs the place.")
        self._waiting[guest.address][guest] = named

    def seat(self, guest: Guest, game: str) -> None:
        """Somebody said hello with keys of seats."""
        self._close_oldest(guest, game, self._limits.sockets_per_seat)
        here = self._at_address[guest.address]
        if len(here) >= self._limits.sockets_per_address:
            self._make_room(guest, game)
        self._admit(guest, game)

    def watch(self, guest: Guest, game: str) -> None:
        """Somebody said hello without a key of a seat."""
        here, limits = self._at_address[guest.address], self._limits
        watchers = [other for other in self._at_table.get(game, ()) if not other.seats]
        if len(watchers) >= limits.watchers_per_table:
            raise Full("Too many are watching at this table.")
        if sum(other.address == guest.address for other in watchers) >= limits.watchers_per_address:
            raise Full("Too many are watching at this table from your address.")
        if len(here) >= limits.sockets_per_address:
            raise Full("Too many connections from your address.")
        if self._admitted >= self._for_watchers:
            raise Full("Too many are connected.")
        self._admit(guest, game)

    def leave(self, guest: Guest) -> None:
        """A connection is over, or about to be."""
        game = self._at_address[guest.address].pop(guest, "")
        self._admitted -= bool(game)
        self._greeting[guest.address].pop(guest, None)
        self._waiting[guest.address].pop(guest, None)
        self._at_table[game].pop(guest, None)
        if not self._at_table[game]:
            del self._at_table[game]
        for guests in (self._greeting, self._waiting, self._at_address):
            forget_if_empty(guests, guest.address)

    def _admit(self, guest: Guest, game: str) -> None:
        self.leave(guest)
        self._at_address[guest.address][guest] = game
        self._at_table[game][guest] = None
        self._admitted += 1

    def _close_oldest(self, guest: Guest, game: str, most: int) -> None:
        """Leave room for one more socket with these seats: of each, the oldest sockets beyond so many are closed."""
        for seat in guest.seats:
            holders = [other for other in self._at_table.get(game, ()) if seat in other.seats]
            for oldest in holders[: max(len(holders) - most + 1, 0)]:
                self._dismiss(oldest, "replaced", "The seat was opened in too many other places.")

    def _make_room(self, guest: Guest, game: str) -> None:
        """Close another socket of the address: a watcher's, one of the same seat, or of a game with many more."""
        here = self._at_address[guest.address]
        by_game: defaultdict[str, list[Guest]] = defaultdict(list)
        for other, its_game in here.items():
            if not other.seats:
                return self._dismiss(other, "full", "A player of your address needs the place.")
            by_game[its_game].append(other)
        same = [other for other in by_game[game] if set(other.seats) & set(guest.seats)]
        if same:
            return self._dismiss(same[0], "replaced", "The seat was opened in another place.")
        most = max(by_game.values(), key=len)
        if len(most) <= len(by_game[game]) + 1:
            raise Full("Too many connections from your address.")
        return self._dismiss(most[0], "full", "Too many connections of your address are in this game.")

    def _dismiss(self, guest: Guest, reason: Reason, text: str) -> None:
        self.leave(guest)
        guest.dismiss(reason, text)


def forget_if_empty(guests: MutableMapping[str, Any], address: str) -> None:
    """Nothing is kept of an address at which nobody is."""
    if not guests[address]:
        del guests[address]
