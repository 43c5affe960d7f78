"""Random interleavings of everything a store can do, against a model that is a dict."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passgo.server.store import Entry, GameRow, Store, Taken, open_store
from passgo.server.store.postgres import PostgresStore
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
            raise ValueError
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
        # Those of one game are taken up in the order they were asked for; creations may be taken up first.
        order = sorted(range(len(step)), key=lambda n: isinstance(step[n], Append)) if is_postgres(store) else None
        for n in order or range(len(step)):
            expected = attempt(model, step[n], written[n])
            assert type(got[n]) is expected, (step, n, got[n], expected)
        await compare(store, model)


def is_postgres(store: Store) -> bool:
    return isinstance(store, PostgresStore)


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


async def compare(store: Store, model: Model) -> None:
    for game in GAMES:
        assert await store.row(game) == model.rows.get(game)
        assert await store.entries(game) == model.logs.get(game, [])
        assert await store.entries(game, after=2) == model.logs.get(game, [])[2:]
    newest = sorted(model.rows.values(), key=lambda one: (-one.changed, one.id))
    assert await store.games() == newest
    assert await store.games(public=True, status="playing") == [o for o in newest if o.public and o.status == "playing"]
    assert await store.counts() == model.counts()


@careful
@given(script=scripts)
def test_sqlite_does_what_the_model_does(script: list[list[Any]], tmp_path_factory: Any) -> None:
    path: Path = tmp_path_factory.mktemp("model") / "games.db"
    asyncio.run(on(str(path), script))


@careful
@given(script=scripts)
def test_postgres_does_what_the_model_does(script: list[list[Any]], cluster: Cluster) -> None:
    asyncio.run(on(asyncio.run(cluster.emptied()), script))


async def on(database: str, script: list[list[Any]]) -> None:
    store = await open_store(database)
    try:
        await follow(store, script)
    finally:
        await store.close()
