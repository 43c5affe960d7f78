"""A game worked out anew from its log, entry by entry, by somebody who trusts nobody.

Every move is played again by the rules and dealt again from the seed; every undo must have been allowed; and after each
entry stands the state by which one can judge whatever was told about that moment.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import msgspec

from passgo.dealer import VerifiableDealer, number_behind
from passgo.game.course import Refusal
from passgo.notation.events import PLAYER, RawEvent
from passgo.server.store import Entry, GameRow
from passgo.server.table import entries
from passgo.server.table.entries import Body, body_of
from passgo.server.table.snapshot import PLAIN
from passgo.server.table.state import GameState, Move, fold
from passgo.server.wire import types, updates, views
from passgo.server.wire.actions import record_of
from passgo.server.wire.told_events import event_of, is_secret

HAND = msgspec.json.Decoder(types.Hand).decode


class Chronicle:
    """All states of a game, by the number of the entry after which they stand."""

    def __init__(self, row: GameRow, log: Sequence[Entry], complain: Callable[[str], None]) -> None:
        self.game, self.seed, self.log = row.id, row.seed, log
        self._complain = complain
        self.states = [GameState(row.id)]
        self.bodies: list[Body | None] = [None]
        self.events: dict[int, list[RawEvent]] = {}
        """What happened, by entry; also what was taken back later."""
        self._numbers: set[int] = set()
        """Numbers of the dealer that somebody has seen."""
        self._standing: list[tuple[int, entries.Moved]] = []
        """The moves that are not taken back."""
        self._consent: tuple[int, int, set[int]] | None = None
        """Who asks to undo, back to which entry, and who agrees."""
        self._views: dict[int, types.View] = {}
        self._tables: dict[int, types.TableInfo] = {}
        self._hands: dict[tuple[int, int], types.Hand] = {}
        self._sent: dict[tuple[int, int], list[types.Event]] = {}
        for n, entry in enumerate(log, start=1):
            if entry.seq != n:
                complain(f"entry {n} of the log has the number {entry.seq}")
            if n > 1 and entry.at < log[n - 2].at:
                complain(f"entry {n} is older than the one before it")
            self._read(entry, body_of(entry))

    @property
    def last(self) -> GameState:
        """The state to which the whole log leads."""
        return self.states[-1]

    # Reading

    def _read(self, entry: Entry, body: Body) -> None:
        before = self.last
        state = before.copy()
        match body:
            case entries.Started() | entries.Moved():
                move = self._play(before, entry, body)
                self.events[entry.seq] = state.absorb(entry, body, move)
                if isinstance(body, entries.Moved):
                    self._standing.append((entry.seq, body))
                self._consent = None
            case entries.Undone():
                if not before.is_typed:  # at a real table all see what is taken back, and nobody is asked
                    self._judge_undo(entry, body)
                state = fold(self.game, self.log[: entry.seq])
                self._judge_past(entry, body, before, state)
                self._standing = [move for move in self._standing if move[0] <= body.back_to]
                self._consent = None
            case _:
                if isinstance(body, entries.UndoRequested):
                    self._consent = (body.seat, body.back_to, set())
                elif isinstance(body, entries.UndoAnswered) and self._consent is not None:
                    self._consent[2].add(body.seat)
                    self._consent = self._consent if body.agree else None
                state.absorb(entry, body)
        self.states.append(state)
        self.bodies.append(body)

    def _play(self, before: GameState, entry: Entry, body: entries.Moved | entries.Started) -> Move | None:
        """Play a move again, with chance from the seed; None if that cannot be, or if people said what chance did."""
        if before.is_typed:
            return None
        dealer = VerifiableDealer(self.seed, before.skipped)
        try:
            if isinstance(body, entries.Started):
                seated = before.copy()
                seated.seats = body.seats
                move = seated.begin(len(body.seats), dealer)
                first = 0
            else:
                move, first = before.play(record_of(body.steps[0]), dealer), before.chances
        except Refusal as refusal:
            self._complain(f"entry {entry.seq}: the rules refuse {body.steps[0]} ({refusal})")
            return None
        if move.steps != body.steps:
            self._complain(f"entry {entry.seq}: {body.steps} is not what the seed deals: {move.steps}")
        numbers = {number_behind(before.skipped, event) for event in range(first, move.chances)}
        if numbers & self._numbers:
            self._complain(f"entry {entry.seq}: numbers {sorted(numbers & self._numbers)} of the dealer came before")
        self._numbers |= numbers
        return move

    def _judge_undo(self, entry: Entry, body: entries.Undone) -> None:
        """Was an undo allowed? Nobody takes back another person's move, nor chance without the consent of all."""
        state, asker = self.last, body.seat
        taken = [move for move in self._standing if move[0] > body.back_to]
        if not taken or taken[0][0] != body.back_to + 1 or (taken[0][1].seat, taken[0][1].by) != (asker, "player"):
            self._complain(f"entry {entry.seq}: seat {asker} takes back what is not its own last move")
        for seq, move in taken:
            if move.seat is not None and move.seat != asker and state.seats[move.seat].kind == "person":
                self._complain(f"entry {entry.seq}: the undo goes past entry {seq}, a move of seat {move.seat}")
        others = {seat for seat in state.people if seat != asker}
        seen = any(len(move.steps) > 1 for _, move in taken) or len(taken) > 1
        if seen and others:
            asked = self._consent if self._consent and self._consent[:2] == (asker, body.back_to) else None
            missing = others - (asked[2] if asked else set())
            if missing:
                self._complain(f"entry {entry.seq}: seats {sorted(missing)} never agreed to the undo")

    def _judge_past(self, entry: Entry, body: entries.Undone, before: GameState, state: GameState) -> None:
        """Is everything as it was, but for the chance that was seen?"""
        then = self.states[body.back_to]
        if (state.position, state.chances, state.over) != (then.position, then.chances, then.over):
            self._complain(f"entry {entry.seq}: the position is not that of entry {body.back_to}")
        if state.next_chance < before.next_chance:
            self._complain(f"entry {entry.seq}: chance goes back from {before.next_chance} to {state.next_chance}")

    # What may be told

    def view(self, seq: int) -> types.View:
        """What everybody may see after an entry."""
        if seq not in self._views:
            with self.states[seq].open() as position:
                view = self._views[seq] = views.view_of(position)
                if self.states[seq].is_typed:
                    view.chance = views.chance_wanted(position)
        return self._views[seq]

    def hand(self, seq: int, seat: int) -> types.Hand:
        """What a seat sees of its own after an entry."""
        if (seq, seat) not in self._hands:
            with self.states[seq].open() as position:
                self._hands[seq, seat] = HAND(views.hand_of(position, seat, self.states[seq].has_undo(seat)))
        return self._hands[seq, seat]

    def table(self, seq: int) -> types.TableInfo:
        """The game apart from its position, after an entry."""
        if seq not in self._tables:
            self._tables[seq] = updates.table_info(self.states[seq], self.seed)
        return self._tables[seq]

    def story(self, seq: int, seats: Sequence[int]) -> list[types.Event]:
        """The events of an entry, as somebody with these seats may hear them."""
        state, raw = self.states[seq], self.events.get(seq, [])
        edition = state.edition
        own = sum(1 << event[PLAYER] for event in raw if is_secret(edition, event) and event[PLAYER] in seats)
        if (seq, own) not in self._sent:
            self._sent[seq, own] = [
                event_of(edition, state.names, event, seq, is_secret(edition, event) and not own) for event in raw
            ]
        return self._sent[seq, own]

    def may_hear(self, keys: frozenset[str], seq: int) -> bool:
        """May whoever came with these keys hear of an entry? Of a private game only if they still hold a seat."""
        return self.last.created.public or any(body.key in keys for body in self.states[seq].seats)

    @cached_property
    def said(self) -> list[str]:
        """All lines of chat."""
        return [body.text for body in self.bodies if isinstance(body, entries.Chatted)]

    @cached_property
    def moments(self) -> list[int]:
        """The entries at which something happened."""
        return sorted(self.events)


def differences(one: GameState, other: GameState) -> list[str]:
    """In what two states differ."""
    return [name for name in (*PLAIN, "skipped") if plain(one, name) != plain(other, name)]


def plain(state: GameState, name: str) -> Any:
    """A value of a state; a sequence is compared by what it holds."""
    value = getattr(state, name, None)
    return list(value) if name in ("chat", "seats") and value is not None else value
