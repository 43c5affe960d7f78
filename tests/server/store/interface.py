"""What every store promises: tests that run against each of them."""

import asyncio
from typing import Any

import msgspec
import pytest

from passgo.server.store import GONE_MS, Entry, Store, Taken, Unavailable, open_store
from tests.server.store.samples import MOMENT, begin, entry, execute, on, outcomes, row, until_ready


def test_a_created_game_is_read_back_as_it_was_given(database: str) -> None:
    first = [entry(1, kind="created", body=b"\x00\xff not even JSON"), entry(2, "m-1")]
    given = row("g", first, title="Ann's 🎲 table", public=False, seed=b"\x00" * 32)

    async def play(store: Store) -> None:
        await store.create(given, first)
        assert await store.row("g") == given
        assert await store.entries("g") == first
        assert await store.entries("g", after=1) == first[1:]
        assert await store.entries("g", after=2) == []

    on(database, play)


def test_everything_is_there_after_closing_and_opening_again(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        await store.append("g", [entry(2, "a"), entry(3)], status="playing", summary=b"[]")

    async def look(store: Store) -> None:
        found = await store.row("g")
        assert found is not None
        assert (found.seq, found.status, found.summary, found.changed) == (3, "playing", b"[]", MOMENT + 3)
        assert await store.entries("g") == [entry(1), entry(2, "a"), entry(3)]

    on(database, play)
    on(database, look)


def test_a_game_that_nobody_created_is_not_there(database: str) -> None:
    async def play(store: Store) -> None:
        assert await store.row("nobody") is None
        assert await store.entries("nobody") == []
        with pytest.raises(ValueError, match="there is no game 'nobody'"):
            await store.append("nobody", [entry(1)])

    on(database, play)


def test_an_id_is_created_once(database: str) -> None:
    async def play(store: Store) -> None:
        kept = await begin(store, "g", 2)
        with pytest.raises(Taken):
            await store.create(row("g", [entry(1, "other")], title="other"), [entry(1, "other")])
        assert await store.entries("g") == kept
        assert (await store.row("g")) == row("g", kept)

    on(database, play)


def test_a_used_number_is_taken_and_nothing_of_it_is_kept(database: str) -> None:
    async def play(store: Store) -> None:
        kept = await begin(store, "g", 2)
        with pytest.raises(Taken):
            await store.append("g", [entry(2, "x"), entry(3, "y")], status="finished", summary=b"no")
        assert await store.entries("g") == kept
        assert await store.row("g") == row("g", kept)
        await store.append("g", [entry(3, "y")])

    on(database, play)


def test_a_used_move_id_is_taken_and_nothing_of_it_is_kept(database: str) -> None:
    async def play(store: Store) -> None:
        kept = await begin(store, "g")
        await store.append("g", [entry(2, "m")])
        with pytest.raises(Taken, match="move id"):
            await store.append("g", [entry(3, "fresh"), entry(4, "m")], status="finished")
        assert await store.entries("g") == [*kept, entry(2, "m")]
        await store.append("g", [entry(3, "fresh")])
        await begin(store, "other")
        await store.append("other", [entry(2, "m")])

    on(database, play)


def test_entries_without_a_move_id_do_not_hinder_one_another(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        await store.append("g", [entry(2), entry(3)])
        await store.append("g", [entry(4)])
        assert len(await store.entries("g")) == 4

    on(database, play)


def test_a_gap_is_refused(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        with pytest.raises(ValueError, match="gap"):
            await store.append("g", [entry(3)])
        with pytest.raises(ValueError, match="follow one another"):
            await store.append("g", [entry(2), entry(4)])
        assert len(await store.entries("g")) == 1

    on(database, play)


def test_status_and_summary_change_without_an_entry(database: str) -> None:
    async def play(store: Store) -> None:
        kept = await begin(store, "g")
        await store.append("g", [], status="abandoned")
        assert await store.row("g") == row("g", kept, status="abandoned")
        await store.append("g", [], summary=b"new")
        assert await store.row("g") == row("g", kept, status="abandoned", summary=b"new")

    on(database, play)


@pytest.mark.parametrize(
    "bad",
    [
        [Entry(0, MOMENT, "move", b"")],
        [Entry(2**63, MOMENT, "move", b"")],
        [Entry(2, 2**63, "move", b"")],
        [Entry(2, MOMENT, "", b"")],
        [Entry(2, MOMENT, "mo\0ve", b"")],
        [Entry(2, MOMENT, "move", b"", "m\ud800")],
        [Entry(2, MOMENT, "move", b"", "m" * 201)],
        [Entry(2, MOMENT, "move", b"", "same"), Entry(3, MOMENT, "move", b"", "same")],
    ],
)
def test_what_cannot_be_kept_is_refused_and_hurts_nobody_else(database: str, bad: list[Entry]) -> None:
    async def play(store: Store) -> None:
        await begin(store, "bad")
        await begin(store, "good")
        got = await outcomes(store.append("bad", bad), store.append("good", [entry(2)]))
        assert got == [ValueError, None]

    on(database, play)


def test_an_unknown_status_is_refused(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        with pytest.raises(ValueError, match="open, playing, finished or abandoned, not 'won'"):
            await store.append("g", [], status="won")
        with pytest.raises(ValueError, match="not 'new'"):
            await begin(store, "h", status="new")

    on(database, play)


def test_even_a_value_of_the_wrong_type_hurts_nobody_else(database: str) -> None:
    body: Any = {"not": "bytes"}
    wrong = Entry(2, MOMENT, "move", body=body)

    async def play(store: Store) -> None:
        games = [f"g{i}" for i in range(20)]
        for game in games:
            await begin(store, game)
        asked = [store.append(game, [wrong if game == "g7" else entry(2)]) for game in games]
        got = await outcomes(*asked)
        assert got[7] is not None
        assert got[:7] + got[8:] == [None] * 19
        assert len(await store.entries("g7")) == 1

    on(database, play)


def test_of_many_at_once_for_one_number_exactly_one_wins(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        got = await outcomes(*(store.append("g", [entry(2, f"m{i}")]) for i in range(50)))
        assert sorted(got, key=str) == [Taken] * 49 + [None]
        assert await store.entries("g", after=1) == [entry(2, f"m{got.index(None)}")]

    on(database, play)


def test_one_that_is_taken_does_not_fail_its_neighbours(database: str) -> None:
    async def play(store: Store) -> None:
        for i in range(30):
            await begin(store, f"g{i}")
        asked = [store.append(f"g{i}", [entry(1 if i % 3 == 0 else 2, f"m{i}")]) for i in range(30)]
        assert await outcomes(*asked) == [Taken if i % 3 == 0 else None for i in range(30)]
        for i in range(30):
            assert len(await store.entries(f"g{i}")) == (1 if i % 3 == 0 else 2)

    on(database, play)


def test_one_game_may_be_appended_to_again_before_the_first_is_answered(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        assert await outcomes(*(store.append("g", [entry(seq)]) for seq in range(2, 40))) == [None] * 38
        assert [one.seq for one in await store.entries("g")] == list(range(1, 40))

    on(database, play)


def test_a_game_may_be_created_and_appended_to_at_once(database: str) -> None:
    async def play(store: Store) -> None:
        assert await outcomes(begin(store, "g"), store.append("g", [entry(2)])) == [list, None]
        assert len(await store.entries("g")) == 2

    on(database, play)


def test_an_asker_who_goes_away_stops_nobody(database: str) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        asked = [asyncio.ensure_future(store.append("g", [entry(seq)])) for seq in range(2, 12)]
        await asyncio.sleep(0)
        for task in asked[::2]:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert [one.seq for one in await store.entries("g")] == list(range(1, 12))

    on(database, play)


def test_the_lobby_shows_what_changed_last(database: str) -> None:
    async def play(store: Store) -> None:
        for i, status in enumerate(["open", "playing", "open", "finished", "open"]):
            await begin(store, f"g{i}", changed=MOMENT + i, status=status, public=i != 2)
        assert [one.id for one in await store.games()] == ["g4", "g3", "g2", "g1", "g0"]
        assert [one.id for one in await store.games(status="open")] == ["g4", "g2", "g0"]
        assert [one.id for one in await store.games(status="open", public=True)] == ["g4", "g0"]
        assert [one.id for one in await store.games(public=False)] == ["g2"]
        assert [one.id for one in await store.games(limit=2)] == ["g4", "g3"]
        assert [one.id for one in await store.games(limit=2, before=MOMENT + 3)] == ["g2", "g1"]
        await store.append("g0", [entry(2, at=MOMENT + 99)])
        assert [one.id for one in await store.games(limit=1)] == ["g0"]
        await store.append("g0", [entry(3, at=MOMENT)])
        assert [one.changed for one in await store.games(limit=1)] == [MOMENT + 99]

    on(database, play)


def test_paging_through_the_lobby_misses_none_even_of_those_of_one_millisecond(database: str) -> None:
    async def play(store: Store) -> None:
        for i in range(23):
            await begin(store, f"g{i}", changed=MOMENT + i // 4)
        seen, before = [], None
        while page := await store.games(limit=3, before=before):
            seen += [one.id for one in page]
            before = page[-1].changed
        assert sorted(seen) == sorted(f"g{i}" for i in range(23))

    on(database, play)


def test_counts_are_by_status_with_all_entries(database: str) -> None:
    async def play(store: Store) -> None:
        assert (await store.counts())["entries"] == 0
        await begin(store, "a", 3)
        await begin(store, "b", 4, status="playing")
        await begin(store, "c", 1)
        await store.append("c", [entry(2)])
        assert await store.counts() == {"open": 2, "playing": 1, "entries": 9}

    on(database, play)


def test_a_closed_store_says_so_and_its_news_end(database: str) -> None:
    async def play() -> None:
        store = await open_store(database)
        await begin(store, "g")
        await until_ready(store)
        heard = asyncio.ensure_future(all_news(store))
        await asyncio.sleep(0.05)
        await store.close()
        await store.close()
        assert await asyncio.wait_for(heard, 60) == []
        assert await store.trouble() is not None
        for asked in (store.append("g", [entry(2)]), store.row("g"), store.games(), store.counts()):
            with pytest.raises(Unavailable, match="closed"):
                await asked

    asyncio.run(play())


async def all_news(store: Store) -> list[tuple[str, int]]:
    return [told async for told in store.news()]


def test_what_was_asked_before_closing_is_kept(database: str) -> None:
    async def play() -> None:
        store = await open_store(database)
        await begin(store, "g")
        asked = [asyncio.ensure_future(store.append("g", [entry(seq)])) for seq in range(2, 30)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*asked) == [None] * 28

    async def look(store: Store) -> None:
        assert len(await store.entries("g")) == 29

    asyncio.run(play())
    on(database, look)


def test_a_long_log_of_large_bodies_comes_back_whole(database: str) -> None:
    bodies = [bytes([n % 256]) * size for n, size in enumerate([*range(200), 70_000, 2_000_000])]

    async def play(store: Store) -> None:
        await store.create(row("g"), [])
        written = [entry(n, f"m{n}", body=body) for n, body in enumerate(bodies, start=1)]
        for start in range(0, len(written), 20):
            await store.append("g", written[start : start + 20])
        assert await store.entries("g") == written

    on(database, play)


def test_the_secret_seed_is_not_shown_by_accident() -> None:
    shown = row("g", seed=b"hush hush", secret=b"hush, too")
    assert "hush" not in f"{shown!r} {shown} {shown.__rich_repr__()}"
    assert msgspec.structs.replace(shown, seq=3) != shown


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="mysql://"):
        asyncio.run(open_store("mysql://localhost/games"))


def test_a_process_says_that_it_lives_and_is_forgotten_long_after_its_last_sign(database: str) -> None:
    async def play(store: Store) -> None:
        assert await store.silent_ms("a") is None
        await store.live("a")
        await asyncio.sleep(0.3)
        await store.live("b")
        second, first = [await silent(store, name) for name in "ba"]
        assert 300 <= first < 30_000
        assert second <= first - 300
        await store.live("a")
        assert await silent(store, "a") < first

    async def look(store: Store) -> None:
        assert await silent(store, "b") > GONE_MS - 60_000
        await store.live("b")
        assert await silent(store, "b") < 60_000
        assert await store.silent_ms("a") is None
        assert (await store.games(), await store.counts()) == ([], {"entries": 0})

    on(database, play)
    execute(database, f"UPDATE processes SET lived = lived - {GONE_MS} - 1 WHERE name = 'a'")
    execute(database, f"UPDATE processes SET lived = lived - {GONE_MS} + 50000 WHERE name = 'b'")
    on(database, look)


async def silent(store: Store, process: str) -> int:
    found = await store.silent_ms(process)
    assert found is not None
    return found
