"""Checksums and snapshots: what was changed behind the store's back is noticed and named."""

import pytest

from passgo.server.store import Damaged, Entry, Loaded, Snapshot, Store, Taken
from tests.server.store.samples import begin, entry, execute, on, outcomes, row

HARMS = {
    "a changed body": ("UPDATE entries SET body = '{}' WHERE game = 'g' AND seq = 4", 4),
    "a changed time": ("UPDATE entries SET at = at + 1 WHERE game = 'g' AND seq = 4", 4),
    "a changed kind": ("UPDATE entries SET kind = 'chat' WHERE game = 'g' AND seq = 4", 4),
    "a changed move id": ("UPDATE entries SET move = 'x' WHERE game = 'g' AND seq = 4", 4),
    "a changed version": ("UPDATE entries SET version = 9 WHERE game = 'g' AND seq = 4", 4),
    "one in the middle is gone": ("DELETE FROM entries WHERE game = 'g' AND seq = 4", 4),
    "the last ones are gone": ("DELETE FROM entries WHERE game = 'g' AND seq > 5", 6),
    "all are gone": ("DELETE FROM entries WHERE game = 'g'", 1),
    "one too many": (
        "INSERT INTO entries (game, seq, at, kind, body, move, version, sum)"
        " SELECT game, 8, at, kind, body, move, version, sum FROM entries WHERE game = 'g' AND seq = 7",
        8,
    ),
    "a row that forgot the last one": ("UPDATE games SET seq = 6 WHERE id = 'g'", 7),
    "a row of another end": ("UPDATE games SET sum = '' WHERE id = 'g'", 7),
    "a truncated log with a row to match": (
        "UPDATE games SET seq = 5, sum = (SELECT sum FROM entries WHERE game = 'g' AND seq = 4) WHERE id = 'g'",
        6,
    ),
}
SWAP = (
    "UPDATE entries SET seq = 100 WHERE game = 'g' AND seq = 3",
    "UPDATE entries SET seq = 3 WHERE game = 'g' AND seq = 4",
    "UPDATE entries SET seq = 4 WHERE game = 'g' AND seq = 100",
)


def make_games(database: str) -> None:
    async def play(store: Store) -> None:
        for game in ("f", "g", "h"):
            await begin(store, game, 2)
            await store.append(game, [entry(3), entry(4)])
            for seq in (5, 6, 7):
                await store.append(game, [entry(seq)])

    on(database, play)


async def damage(store: Store, after: int = 0) -> tuple[str, int]:
    with pytest.raises(Damaged) as caught:
        await store.entries("g", after)
    assert caught.value.kind == "damaged"
    assert f"game 'g' is damaged: entry {caught.value.entry} " in str(caught.value)
    return caught.value.game, caught.value.entry


@pytest.mark.parametrize("harm", HARMS)
def test_what_was_done_to_a_log_is_named(database: str, harm: str) -> None:
    statement, place = HARMS[harm]

    async def look(store: Store) -> None:
        assert await damage(store) == ("g", place)
        with pytest.raises(Damaged, match=f"entry {place} "):
            await store.load("g")
        if place > 2:
            assert await damage(store, after=2) == ("g", place)
        for other in ("f", "h"):
            assert len(await store.entries(other)) == 7

    make_games(database)
    execute(database, statement)
    on(database, look)


def test_two_entries_that_changed_places_are_named(database: str) -> None:
    make_games(database)
    for statement in SWAP:
        execute(database, statement)
    on(database, lambda store: damage(store))

    async def look(store: Store) -> None:
        assert await damage(store) == ("g", 3)

    on(database, look)


def test_an_entry_of_another_game_does_not_fit(database: str) -> None:
    async def look(store: Store) -> None:
        assert await damage(store) == ("g", 7)

    make_games(database)
    execute(database, "DELETE FROM entries WHERE game = 'g' AND seq = 7")
    execute(database, "UPDATE entries SET game = 'g' WHERE game = 'h' AND seq = 7")
    on(database, look)


def shot(seq: int, mark: str = "code 1", body: bytes = b"how it stood") -> Snapshot:
    return Snapshot(seq, mark, body)


def test_a_snapshot_is_kept_with_its_entries_and_loaded_with_those_after_it(database: str) -> None:
    async def play(store: Store) -> None:
        assert await store.load("g") is None
        first = await begin(store, "g", 2)
        assert await store.load("g", "code 1") == Loaded(row("g", first), None, first)
        await store.append("g", [entry(3), entry(4)], snapshot=shot(3))
        await store.append("g", [entry(5)])
        whole = [*first, entry(3), entry(4), entry(5)]
        there = row("g", whole)
        assert await store.load("g", "code 1") == Loaded(there, shot(3), whole[3:])
        assert await store.load("g", "code 2") == Loaded(there, None, whole)
        assert await store.load("g") == Loaded(there, None, whole)
        await store.append("g", [entry(6), entry(7)], snapshot=shot(5, "code 2", b""))
        assert await store.load("g", "code 2") == Loaded(
            row("g", [*whole, entry(6), entry(7)]), shot(5, "code 2", b""), [entry(6), entry(7)]
        )
        await store.append("g", [], snapshot=shot(7))

    async def again(store: Store) -> None:
        loaded = await store.load("g", "code 1")
        assert loaded is not None
        assert (loaded.snapshot, loaded.entries) == (shot(7), [])

    on(database, play)
    on(database, again)


def test_snapshots_of_many_games_share_a_commit(database: str) -> None:
    async def play(store: Store) -> None:
        games = [f"g{n}" for n in range(30)]
        for game in games:
            await begin(store, game, 2)
        taken = {game: shot(3, body=game.encode() * n) for n, game in enumerate(games) if n % 3 or n == 0}
        asked = [store.append(game, [entry(3, "m" * n)], snapshot=taken.get(game)) for n, game in enumerate(games)]
        assert await outcomes(*asked) == [None] * 30
        for game in games:
            loaded = await store.load(game, "code 1")
            assert loaded is not None
            assert loaded.snapshot == taken.get(game)
            assert len(loaded.entries) == (0 if game in taken else 3)

    on(database, play)


def test_a_snapshot_of_another_moment_is_refused_with_its_entries(database: str) -> None:
    async def play(store: Store) -> None:
        kept = await begin(store, "g", 3)
        for seq in (2, 6):
            with pytest.raises(ValueError, match=f"a snapshot after entry {seq}"):
                await store.append("g", [entry(4), entry(5)], snapshot=shot(seq))
        with pytest.raises(Taken):
            await store.append("g", [], snapshot=shot(2))
        with pytest.raises(Taken):
            await store.append("g", [entry(3)], snapshot=shot(3))
        assert await store.load("g", "code 1") == Loaded(row("g", kept), None, kept)

    on(database, play)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE snapshots SET body = 'x'",
        "UPDATE snapshots SET seq = 4",
        "UPDATE snapshots SET seq = 9",
        "UPDATE snapshots SET mark = 'code 2'",
    ],
)
def test_a_damaged_snapshot_is_left_out_because_the_log_is_the_truth(database: str, harm: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g", 2)
        await store.append("g", [entry(3)], snapshot=shot(3))
        await store.append("g", [entry(4)])

    async def look(store: Store) -> None:
        for mark in ("code 1", "code 2"):
            loaded = await store.load("g", mark)
            assert loaded is not None
            assert loaded.snapshot is None
            assert len(loaded.entries) == 4

    on(database, play)
    execute(database, harm)
    on(database, look)


def test_a_snapshot_does_not_show_what_it_holds() -> None:
    assert "stood" not in repr(shot(3))


def test_a_log_that_was_cut_before_its_snapshot_is_noticed(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g", 3)
        await store.append("g", [entry(4)], snapshot=shot(4))

    async def look(store: Store) -> None:
        with pytest.raises(Damaged, match="entry 4 is missing"):
            await store.load("g", "code 1")

    on(database, play)
    execute(database, "DELETE FROM entries WHERE game = 'g' AND seq = 4")
    on(database, look)


def test_entries_in_old_words_keep_their_checksums(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain is over what was stored, not over what an upgrade makes of it."""
    from passgo.server.store import versions

    async def play(store: Store) -> None:
        await begin(store, "g", 3)

    async def look(store: Store) -> None:
        assert [one.kind for one in await store.entries("g")] == ["other"] * 3
        await store.append("g", [entry(4)])
        assert [one.kind for one in await store.entries("g", after=2)] == ["other", "move"]

    def renamed(old: Entry) -> Entry:
        return Entry(old.seq, old.at, "other", old.body, old.move)

    on(database, play)
    monkeypatch.setattr(versions, "UPGRADES", (*versions.UPGRADES, renamed))
    on(database, look)
