"""What all tables of one edition and options share, above all an engine that each table borrows when it needs it.

A `passgo.Game` has an engine of its own, which is 28 KB of buffers. A server holds thousands of tables and plays on
one at a time, so here a table is the bytes of its position, and everything else is shared.
"""

import hashlib
import threading
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np
from msgspec import Struct

from passgo import editions
from passgo.bots.fallback import fallback
from passgo.bots.policy import MEMORY
from passgo.editions.decks import Card
from passgo.editions.names import slug
from passgo.game.engine import EMPTY, Engine
from passgo.game.rents import rent_now
from passgo.machine.records import new, plain
from passgo.notation.events import RawEvent
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.deeds import half_price, interest, mortgage_value
from passgo.rules.state import Edition, State
from passgo.server.http.resources import Board, CardInfo, DeedInfo, GroupInfo, SquareInfo

KEPT_RENTS = 4096
KEPT_BILLS = 4096
ALL_DEEDS = (1 << codes.DEEDS) - 1


class Holding(Struct, frozen=True):
    """All that rents depend on: owners and buildings by deed, mortgages; and who is in Jail, where that matters."""

    held: bytes
    mortgaged: int
    jail: bytes


GroupHolding = tuple[int, tuple[int, ...], int, bytes]
"""The same of one group, and which one it is."""


def changed_deeds(before: Holding, now: Holding) -> int:
    """The deeds of which something has changed, as a set; if somebody came to Jail or left it, all.

    >>> before = Holding(bytes([8] * 28 + [0] * 28), 0, b"")
    >>> bin(changed_deeds(before, Holding(bytes([8, 2]) + before.held[2:], 0b1000, b"")))
    '0b1010'
    """
    if before.jail != now.jail:
        return ALL_DEEDS
    changed = before.mortgaged ^ now.mortgaged
    differing = int.from_bytes(before.held, "little") ^ int.from_bytes(now.held, "little")
    while differing:
        place = (differing & -differing).bit_length() - 1 >> 3
        changed |= 1 << place % codes.DEEDS
        differing &= ~(0xFF << 8 * place)
    return changed


class EditionEngine:
    """One edition with one set of options, and the engine that its tables share.

    Nobody reads the engine but through `at`, which lends it to one position.

    >>> classic = edition_engine("classic", "")
    >>> with classic.at(classic.first_position(2)) as position:
    ...     position.g.players
    2
    """

    def __init__(self, ruleset: editions.Ruleset) -> None:
        self.ruleset = ruleset
        self.digest = hashlib.sha256(ruleset.record.tobytes()).hexdigest()[:16]
        """Changes when the edition means something else."""
        self.e: Edition = plain(Edition, ruleset.record)
        self.names = Names(ruleset, ["A", "B"])
        self.square_of = [deed.square for deed in ruleset.deeds]
        self.deed_at = dict(zip(self.square_of, range(codes.DEEDS), strict=True))
        self.cash_private = bool(self.e.table_cash_private)
        self.rent_in_jail = bool(self.e.rent_in_jail)
        self.by_hour = bool(self.e.short_game) and not self.e.short_rounds
        self._engine = Engine(ruleset)
        self._rents_of_groups: dict[GroupHolding, list[int]] = {}
        self._groups = [
            (deeds, sum(1 << deed for deed in deeds), itemgetter(*deeds, *(codes.DEEDS + deed for deed in deeds)))
            for deeds in (group.deeds for group in ruleset.groups)
        ]
        self._bills: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}
        self.patterns: dict[RawEvent, Any] = {}
        """What was told at these tables, with gaps for names: see `passgo.server.wire.told_events`."""
        self._scratch: State = plain(State, new(State))
        self._notebook = np.zeros(MEMORY, np.int64)
        self._board: Board | None = None

    def at(self, position: bytes) -> "OpenPosition":
        """Open a position, for the length of a `with` block in which nothing is awaited."""
        return OpenPosition(self, position)

    def first_position(self, players: int) -> bytes:
        """The position in which a game of so many players begins, before the first chance."""
        with self.at(EMPTY) as position:
            position.engine.setup(players)
            return position.engine.position

    def squares_of(self, deeds: int) -> list[int]:
        """The squares of a set of deeds."""
        return [square for deed, square in enumerate(self.square_of) if deeds >> deed & 1] if deeds else []

    def rents(self, g: State, now: Holding, before: Holding | None = None, known: Sequence[int] = ()) -> list[int]:
        """By deed, what stopping there costs a stranger now; for a utility a multiple of the dice.

        If the rents `before` are `known`, only groups are looked at in which something has changed.
        """
        found = [*known] or [0] * codes.DEEDS
        touched = ALL_DEEDS if before is None else changed_deeds(before, now)
        for deeds, members, pick in self._groups:
            if members & touched:
                # A rent depends on its own group alone, and all tables together know few different groups.
                group = (members, pick(now.held), now.mortgaged & members, now.jail)
                rents = self._rents_of_groups.get(group) or self._find_rents(group, deeds, g)
                for deed, found_rent in zip(deeds, rents, strict=True):
                    found[deed] = found_rent
        return found

    def _find_rents(self, group: GroupHolding, deeds: Sequence[int], g: State) -> list[int]:
        """The rents of a group by the rules, on a scratch record that has the same deeds."""
        if len(self._rents_of_groups) >= KEPT_RENTS:
            self._rents_of_groups.clear()
        scratch = self._scratch
        scratch.owner[:], scratch.level[:], scratch.mortgaged, scratch.jail[:] = g.owner, g.level, g.mortgaged, g.jail
        found = self._rents_of_groups[group] = [rent_now(scratch, self.e, deed) for deed in deeds]
        return found

    def bills(self, cash: int, seat: int, players: int) -> tuple[tuple[int, int], ...]:
        """An amount in bills, as the seat holds it."""
        key = (cash, seat, players)
        known = self._bills.get(key)
        if known is None:
            if len(self._bills) >= KEPT_BILLS:
                self._bills.clear()
            known = self._bills[key] = self.ruleset.bills_for(*key)
        return known

    @property
    def board(self) -> Board:
        """Everything needed to draw the board."""
        if self._board is None:
            self._board = board_of(self)
        return self._board


class OpenPosition:
    """A position while it lies in the shared engine.

    When its `with` block ends, it drops the engine. So code that still holds it cannot read another table's position.
    """

    __slots__ = ("_record", "edition", "engine", "g")
    edition: EditionEngine
    engine: Engine
    g: State

    def __init__(self, edition: EditionEngine, record: bytes) -> None:
        self.edition, self._record = edition, record

    def __enter__(self) -> "OpenPosition":
        engine = self.edition._engine
        engine.borrow(self._record)
        self.engine, self.g = engine, engine.g
        return self

    def __exit__(self, *problem: object) -> None:
        self.engine.give_back()
        del self.engine, self.g

    def fall_back(self, seat: int) -> bytes:
        """Something simple and lawful that the seat, next to decide, can do: the record of the action."""
        self.engine.ask(fallback, seat, self.edition._notebook)
        return self.engine.played


class RecentEditions(threading.local):
    """The editions played lately, for each thread by itself: an engine serves one position at a time."""

    def __init__(self) -> None:
        self.find = lru_cache(maxsize=256)(make_engine)


def make_engine(edition: str, options: str) -> EditionEngine:
    """A new engine for an edition with options."""
    return EditionEngine(editions.parse_ruleset(edition, options))


RECENT = RecentEditions()


def edition_engine(edition: str, options: str) -> EditionEngine:
    """What all tables of an edition share that play with these options, written as in `Ruleset.options_text`.

    Each thread has its own: the one that serves, and the one that writes records.
    """
    return RECENT.find(edition, options)


def card_info(card: Card) -> CardInfo:
    """A card, with what its text names."""
    target = card.target if card.target >= 0 else None
    return CardInfo(card.id, card.text, target, card.amount, card.per_house, card.per_hotel, card.effect)


def board_of(edition: EditionEngine) -> Board:
    """The board, deeds, cards and pieces of an edition."""
    ruleset, e = edition.ruleset, edition.e
    decks = [[card_info(card) for card in deck] for deck in ruleset.cards]
    return Board(
        edition=ruleset.edition,
        title=ruleset.title,
        squares=[
            SquareInfo(square.name, square.slug, square.kind, square.group, edition.deed_at.get(square.index))
            for square in ruleset.squares
        ],
        deeds=[deed_info(e, deed) for deed in ruleset.deeds],
        groups=[
            GroupInfo(group.key, group.name, slug(group.name).replace("_", "-"), list(group.deeds))
            for group in ruleset.groups
        ],
        chance=decks[0],
        chest=decks[1],
        tokens=list(ruleset.tokens),
        bills=list(ruleset.bills),
        houses=e.setup_houses,
        hotels=e.setup_hotels,
        salary=e.move_salary,
        jail_fine=e.jail_fine,
        speed_die=bool(e.speed_die),
        short_game=bool(e.short_game),
        cash_private=edition.cash_private,
        taxes={square.slug: e.tax[square.index] for square in ruleset.squares if square.kind == "tax"},
    )


def deed_info(e: Edition, deed: editions.Deed) -> DeedInfo:
    """A deed with all that it can cost or bring."""
    mortgage, keep = mortgage_value(e, deed.index), interest(e, deed.index)
    return DeedInfo(
        square=deed.square,
        name=deed.name,
        kind=deed.kind,
        group=deed.group,
        price=deed.price,
        mortgage=mortgage,
        lift=mortgage + keep,
        keep=keep,
        house_cost=deed.house_cost,
        house_sale=half_price(e, deed.index),
        rents=list(deed.rents),
    )
