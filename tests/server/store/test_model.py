"""Random interleavings of everything a store can do, against a model that is a dict."""

import asyncio
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from passgo.server.store import Entry, GameRow, NoSuchGame, Store, Taken, open_store
from passgo.server.store.sqlite import SqliteStore
from tests.server.cluster import Cluster
from tests.server.store.samples import MOMENT, row

GAMES = ("a", "b", "c")


@dataclass
class Model:
    """What a store should hold, worked out in the plainest way."""

    rows: dict[str, GameRow] = field(default_factory=dict)
    logs: dict[str, list[Entry]] = field(default_factory=dict)

    def create(self, new: GameRow, entries: Sequence[Entry]) -> None:
        if new.id in self.rows:
            raise Taken
        self.rows[new.id] = new
        self.logs[new.id] = list(entries)

    def append(self, game: str, entries: Sequence[Entry], status: str | None, summary: bytes | None) -> None:
        if game not in self.rows:
            raise NoSuchGame
        log, old = self.logs[game], self.rows[game]
        if entries and entries[0].seq <= len(log):
            raise Taken
        if entries and entries[0].seq > len(log) + 1:
            raise ValueError
        if {e.move for e in entries if e.move} & {e.move for e in log}:
            raise Taken
        log.extend(entries)
        self.rows[game] = msgspec.structs.replace(
            old,
            seq=len(log),
            changed=max(old.changed, entries[-1].at if entries else 0),
            status=old.status if status is None else status,
            summary=old.summary if summary is None else summary,
        )

    def counts(self) -> dict[str, int]:
        statuses = [one.status for one in self.rows.values()]
        return {status: statuses.count(status) for status in statuses} | {"entries": sum(map(len, self.logs.values()))}


@dataclass(frozen=True)
class Creation:
    game: str
    entries: int
    public: bool

    def write(self) -> tuple[GameRow, list[Entry]]:
        entries = [Entry(n, MOMENT, "seat", b"{}") for n in range(1, self.entries + 1)]
        return row(self.game, entries, public=self.public), entries


@dataclass(frozen=True)
class Append:
    game: str
    ahead: int
    """How far from the last entry it begins: 1 is right, less is taken, more leaves a gap."""
    moves: tuple[str, ...]
    at: int
    status: str | None
    summary: bytes | None

    def write(self, last: int) -> list[Entry]:
        first = max(1, last + self.ahead)
        return [
            Entry(first + n, MOMENT + self.at, "move", f"{move}".encode(), move) for n, move in enumerate(self.moves)
        ]


games = st.sampled_from(GAMES)
creations = st.builds(Creation, games, st.integers(0, 3), st.booleans())
moves = st.lists(st.sampled_from(["", "m1", "m2", "m3", "m4"]), max_size=3).filter(
    lambda some: len({m for m in some if m}) == len([m for m in some if m])
)
appends = st.builds(
    Append,
    games,
    st.sampled_from([1, 1, 1, 1, 0, -1, 2]),
    moves.map(tuple),
    st.integers(-5, 5),
    st.sampled_from([None, None, "playing", "finished"]),
    st.sampled_from([None, None, b"one", b"two"]),
)
# Steps are taken one after the other; what is inside one step is asked for at once.
scripts = st.lists(st.lists(creations | appends, min_size=1, max_size=6), max_size=8)
careful = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


async def follow(store: Store, script: list[list[Any]]) -> None:
    """Take every step in the store; then order what was asked at once so that the model explains the answers."""
    model = Model()
    for step in script:
        lasts = {game: len(model.logs.get(game, ())) for game in GAMES}
        written = [one.write() if isinstance(one, Creation) else one.write(lasts[one.game]) for one in step]
        got = await asyncio.gather(
            *(ask(store, one, what) for one, what in zip(step, written, strict=True)), return_exceptions=True
        )
        for order in orders(step, strict=isinstance(store, SqliteStore)):
            told = deepcopy(model)
            answers = {n: attempt(told, step[n], written[n]) for n in order}
            if all(type(got[n]) is answers[n] for n in order) and await holds(store, told):
                model = told
                break
        else:
            raise AssertionError(f"no order explains the answers {got} to {step}")


def orders(step: list[Any], *, strict: bool) -> Iterator[tuple[int, ...]]:
    """The orders in which a store may take up what is asked at once, the likeliest first.

    Appends keep the order in which they were asked for. A store with several connections may take up a creation at any
    moment among them, because each creation goes over a connection of its own.
    """
    if strict:
        yield tuple(range(len(step)))
        return
    creations_first = sorted(range(len(step)), key=lambda n: isinstance(step[n], Append))
    for order in permutations(creations_first):
        asked = [n for n in order if isinstance(step[n], Append)]
        if asked == sorted(asked):
            yield order


async def ask(store: Store, one: Any, what: Any) -> None:
    if isinstance(one, Creation):
        await store.create(*what)
    else:
        await store.append(one.game, what, status=one.status, summary=one.summary)


def attempt(model: Model, one: Any, what: Any) -> type:
    try:
        if isinstance(one, Creation):
            model.create(*what)
        else:
            model.append(one.game, what, one.status, one.summary)
    except (Taken, ValueError) as refusal:
        return type(refusal)
    return type(None)


async def holds(store: Store, model: Model) -> bool:
    """Whether the store says of every game what the model says."""
    for game in GAMES:
        log = model.logs.get(game, [])
        if await store.row(game) != model.rows.get(game):
            return False
        if await store.entries(game) != log or await store.entries(game, after=2) != log[2:]:
            return False
    newest = sorted(model.rows.values(), key=lambda one: (-one.changed, one.id))
    open_ones = [one for one in newest if one.public and one.status == "playing"]
    return (
        await store.games() == newest
        and await store.games(public=True, status="playing") == open_ones
        and await store.counts() == model.counts()
    )


@careful
@given(script=scripts)
def test_sqlite_does_what_the_model_does(script: list[list[Any]], tmp_path_factory: Any) -> None:
    path: Path = tmp_path_factory.mktemp("model") / "games.db"
    asyncio.run(on(str(path), script))


@careful
@given(script=scripts)
@example(script=[[Append("a", 2, ("",), 0, None, None), Creation("a", 1, public=False)]])
def test_postgres_does_what_the_model_does(script: list[list[Any]], cluster: Cluster) -> None:
    asyncio.run(on(asyncio.run(cluster.emptied()), script))


async def on(database: str, script: list[list[Any]]) -> None:
    store = await open_store(database)
    try:
        await follow(store, script)
    finally:
        await store.close()
