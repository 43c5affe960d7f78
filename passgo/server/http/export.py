"""Exports of finished games: the record as text, JSON or Parquet, the replay, and the check of the dice.

Replaying a whole game takes a while, so all of this runs in a thread of its own.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from passgo.dealer import TypedDealer, VerifiableDealer
from passgo.game import verify
from passgo.game.course import Course
from passgo.game.engine import Engine
from passgo.game.records import format_record
from passgo.notation.actions import DECKS
from passgo.notation.corrections import corrected, format_set_right, format_undo, parse_changes
from passgo.notation.names import Names
from passgo.notation.text import format_action
from passgo.server.http.resources import Entered, Frame, Record, Replay, Verdict
from passgo.server.store import Entry, Unavailable
from passgo.server.table import entries
from passgo.server.table.state import GameState, fold, without_undone
from passgo.server.wire import told_events, views
from passgo.server.wire.actions import Step, record_of
from passgo.server.wire.types import Event
from passgo.simulate.output.parquet import import_duckdb


class Moment(NamedTuple):
    """A move of a game, with everything that happened."""

    entry: Entry
    body: entries.Moved | entries.Started
    events: list[Event]


def moments(state: GameState, log: Sequence[Entry]) -> Iterator[Moment]:
    """A game move by move, without secrets. Raises `Unavailable` if the rules refuse a move of the log."""
    for entry, body in without_undone(log):
        try:
            events = state.absorb(entry, body)
        except RuntimeError as problem:
            raise Unavailable(str(problem), "damaged") from problem
        if isinstance(body, entries.Started | entries.Moved):
            edition, names = state.edition, state.names
            sent = [told_events.event_of(edition, names, event, entry.seq, False) for event in events]
            yield Moment(entry, body, sent)


def replay_of(game: str, log: Sequence[Entry], after: int, limit: int) -> Replay:
    """A part of a game without secrets, moment by moment, with everybody's cash."""
    state = GameState(game)
    replay = Replay(game, [], [], [], more=False)
    for entry, _, events in moments(state, log):
        if entry.seq <= after:
            continue
        if len(replay.frames) == limit:
            replay.more = True
            break
        with state.open() as position:
            view = views.view_of(position, afterwards=True)
        replay.frames.append(Frame(entry.seq, entry.at, events, view))
    replay.names = [seat.name for seat in state.seats]
    replay.tokens = [seat.token for seat in state.seats]
    return replay


def json_of(game: str, log: Sequence[Entry], seed: bytes) -> bytes:
    """A whole game as JSON."""
    return msgspec.json.encode(whole(game, log, seed))


def whole(game: str, log: Sequence[Entry], seed: bytes) -> Record:
    """Everything about a game."""
    state = GameState(game)
    moves = [
        Entered(
            entry.seq,
            entry.at,
            body.by if isinstance(body, entries.Moved) else "chance",
            body.seat if isinstance(body, entries.Moved) else None,
            format_steps(state.names, body.steps, events),
            events,
        )
        for entry, body, events in moments(state, log)
    ]
    with state.open() as position:
        view = views.view_of(position)
    ruleset = state.edition.ruleset
    return Record(
        game=game,
        edition=ruleset.edition,
        options=dict(ruleset.options),
        players=[seat.name for seat in state.seats],
        tokens=[seat.token for seat in state.seats],
        bots=[seat.bot for seat in state.seats],
        commit=state.created.commit,
        seed=seed.hex() if state.over else "",
        skipped=[(numbers.start, numbers.stop - 1) for numbers in state.skipped],
        status=state.status,
        winners=view.winners,
        worth=view.worth,
        moves=moves,
    )


def format_steps(names: Names, steps: Sequence[Step], events: Sequence[Event]) -> list[str]:
    """The steps of a move as a record writes them. The events name the deck of a card."""
    decks = iter([DECKS.index(event.deck) for event in events if event.kind == "CardDrawn" and event.deck])
    return [
        format_action(names.action(record_of(step), next(decks, 0) if step.kind == "Card" else 0)) for step in steps
    ]


def text_of(game: str, log: Sequence[Entry], seed: bytes) -> bytes:
    """The record of a game as text, which `passgo verify` checks."""
    state = GameState(game)
    records = [record_of(step) for _, body, _ in moments(state, log) for step in body.steps]
    if state.is_typed:
        return typed_text_of(state, log)
    names = Names(state.edition.ruleset, [seat.name for seat in state.seats])
    tokens = tuple(seat.token for seat in state.seats)
    dealer = VerifiableDealer(seed, state.skipped)
    return format_record(names, tokens, dealer, records, None, state.over).encode()


def typed_text_of(state: GameState, log: Sequence[Entry]) -> bytes:
    """The record of a real table, with all that was corrected; `state` is how its log ended."""
    names, engine = state.names, Engine(state.edition.ruleset)
    course, steps_at = Course(engine, TypedDealer()), dict[int, int]()
    course.begin(len(state.seats))
    for entry in log:
        body = entries.body_of(entry)
        if isinstance(body, entries.Started | entries.Moved):
            for step in body.steps:
                course.repeat(record_of(step))
        elif isinstance(body, entries.Corrected):
            changes = parse_changes(body.changes, names)
            course.set_right(corrected(names, engine.position, changes), format_set_right(changes, body.reason))
        elif isinstance(body, entries.Undone):
            steps = len(course.steps) - steps_at[body.back_to]
            course.take_back(steps, format_undo(steps, body.reason))
        steps_at[entry.seq] = len(course.steps)
    tokens = tuple(seat.token for seat in state.seats)
    return format_record(names, tokens, TypedDealer(), course.history, None, state.over).encode()


def verdict_on(game: str, log: Sequence[Entry], seed: bytes) -> Verdict:
    """Deal every throw and card again from the seed, and compare."""
    verdict = Verdict(False, 0, VerifiableDealer(seed).commit, seed.hex())
    try:
        verdict.chance_events = verify(text_of(game, log, seed).decode())
        verdict.verified, verdict.skipped = True, sum(map(len, fold(game, log).skipped))
    except (ValueError, Unavailable) as problem:
        verdict.problem = str(problem)
    return verdict


COLUMNS = ("seq", "at", "kind", "rule", "text", "player", "other", "square", "amount")


def parquet_of(game: str, log: Sequence[Entry], seed: bytes) -> bytes:
    """A game as a Parquet file with a row for each event."""
    engine, record = import_duckdb(), whole(game, log, seed)
    names = [*record.players, *[""] * (8 - len(record.players)), "Bank", "Pot"]
    rows: list[dict[str, Any]] = [
        {
            "seq": event.seq,
            "at": move.at,
            "kind": event.kind,
            "rule": event.rule,
            "text": event.text,
            "player": "" if event.player is None else names[event.player],
            "other": "" if event.other is None else names[event.other],
            "square": -1 if event.square is None else event.square,
            "amount": event.amount,
        }
        for move in record.moves
        for event in move.events
    ]
    events = {name: np.array([row[name] for row in rows]) for name in COLUMNS}  # DuckDB finds it by its name
    with tempfile.TemporaryDirectory(prefix="passgo-") as folder, engine.connect() as database:
        path = os.path.join(folder, "game.parquet")
        database.execute(f"COPY (SELECT * FROM events) TO '{path}' (FORMAT parquet)")
        del events
        with open(path, "rb") as file:
            return file.read()
