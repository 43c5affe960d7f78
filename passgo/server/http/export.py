"""Finished games for taking away: the record as text, as JSON and as Parquet; the replay; and the proof of its dice.

Going through a whole game takes a while, so all of this is done in a thread of its own.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from passgo.dealer import VerifiableDealer
from passgo.game.records import format_record, verify
from passgo.notation.actions import DECKS
from passgo.notation.names import Names
from passgo.notation.text import format_action
from passgo.server.http.resources import Entered, Frame, Record, Replay, Verdict
from passgo.server.store import Entry, Unavailable
from passgo.server.table import entries
from passgo.server.table.state import GameState, without_undone
from passgo.server.wire import views
from passgo.server.wire.actions import Step, write_step
from passgo.server.wire.types import Event
from passgo.simulate.output.parquet import import_duckdb


class Moment(NamedTuple):
    """A move of a game, with everything that happened. The position after it lies in the shared engine."""

    entry: Entry
    body: entries.Moved | entries.Started
    events: list[Event]


def moments(standing: GameState, log: Sequence[Entry]) -> Iterator[Moment]:
    """A finished game, move by move; nothing is secret any more. Unavailable if the rules refuse what the log says."""
    for entry, body in without_undone(log):
        try:
            events = standing.absorb(entry, body)
        except RuntimeError as problem:
            raise Unavailable(str(problem)) from problem
        if isinstance(body, entries.Started | entries.Moved):
            here, names = standing.here, standing.names
            yield Moment(entry, body, [views.event_of(here, names, told, entry.seq, False) for told in events])


def replay_of(game: str, log: Sequence[Entry], after: int, limit: int) -> Replay:
    """A part of a game that may be told openly, moment by moment, with everybody's cash."""
    standing = GameState(game)
    replay = Replay(game, [], [], [], more=False)
    for entry, _, events in moments(standing, log):
        if entry.seq <= after:
            continue
        if len(replay.frames) == limit:
            replay.more = True
            break
        standing.lay()
        replay.frames.append(Frame(entry.seq, entry.at, events, views.view_of(standing.here, afterwards=True)))
    replay.names = [seat.name for seat in standing.seats]
    replay.tokens = [seat.token for seat in standing.seats]
    return replay


def json_of(game: str, log: Sequence[Entry], seed: bytes) -> bytes:
    """A whole game as JSON."""
    return msgspec.json.encode(whole(game, log, seed))


def whole(game: str, log: Sequence[Entry], seed: bytes) -> Record:
    """Everything about a game."""
    standing = GameState(game)
    moves = [
        Entered(
            entry.seq,
            entry.at,
            body.by if isinstance(body, entries.Moved) else "chance",
            body.seat if isinstance(body, entries.Moved) else None,
            steps_said(standing, body.steps, events),
            events,
        )
        for entry, body, events in moments(standing, log)
    ]
    standing.lay()
    view, table = views.view_of(standing.here), standing.here.table
    return Record(
        game=game,
        edition=table.edition,
        options=dict(table.options),
        players=[seat.name for seat in standing.seats],
        tokens=[seat.token for seat in standing.seats],
        bots=[seat.bot for seat in standing.seats],
        commit=standing.created.commit,
        seed=seed.hex() if standing.over else "",
        status=standing.status,
        winners=view.winners,
        worth=view.worth,
        moves=moves,
    )


def steps_said(standing: GameState, steps: Sequence[Step], events: Sequence[Event]) -> list[str]:
    """The steps of a move as a record writes them. Which deck a card is of, the events say."""
    engine, names = standing.here.engine, standing.names
    decks = iter([DECKS.index(event.deck) for event in events if event.kind == "CardDrawn" and event.deck])
    said = []
    for step in steps:
        write_step(step, engine.action)
        said.append(format_action(names.action(engine.played, next(decks, 0) if step.kind == "Card" else 0)))
    return said


def text_of(game: str, log: Sequence[Entry], seed: bytes) -> bytes:
    """The record of a game as text, which `passgo verify` checks."""
    standing = GameState(game)
    steps = [step for _, body, _ in moments(standing, log) for step in body.steps]
    names = Names(standing.here.table, [seat.name for seat in standing.seats])
    tokens = tuple(seat.token for seat in standing.seats)
    engine = standing.here.engine
    records = []
    for step in steps:
        write_step(step, engine.action)
        records.append(engine.played)
    return format_record(names, tokens, VerifiableDealer(seed), records, None, standing.over).encode()


def verdict_on(game: str, log: Sequence[Entry], seed: bytes) -> Verdict:
    """Deal every throw and card again from the seed."""
    verdict = Verdict(False, 0, VerifiableDealer(seed).commit, seed.hex())
    try:
        verdict.chance_events = verify(text_of(game, log, seed).decode())
        verdict.verified = True
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
