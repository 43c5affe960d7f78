"""Games in a database, and what `passgo check` says of it."""

import asyncio

from passgo.server.check import CheckReport, check
from passgo.server.http.resources import CreateGame, SeatWanted
from passgo.server.store import Store, open_archive, open_store
from tests.server.lobbies import ANN_AND_BEN, open_lobby, play_and_undo
from tests.server.play import QUICK

MOVES = 70
OPEN = CreateGame("classic", [SeatWanted("person", True, "Ann"), SeatWanted("person")], title="Come in", public=True)
SHORT = CreateGame("classic", ANN_AND_BEN.seats, options=dict(QUICK))


async def fill(store: Store) -> dict[str, str]:
    """An open game, one that is played, and one that is over."""
    async with open_lobby(store) as lobby:
        games = {name: (await lobby.create(wanted)).game for name, wanted in
                 (("open", OPEN), ("playing", ANN_AND_BEN), ("finished", SHORT))}  # fmt: skip
        await play_and_undo(lobby, games["playing"], MOVES)
        await play_and_undo(lobby, games["finished"], 5000)
        assert (await lobby.game(games["finished"])).status == "finished"
        return games


def filled(database: str) -> dict[str, str]:
    async def all_of_it() -> dict[str, str]:
        store = await open_store(database)
        try:
            return await fill(store)
        finally:
            await store.close()

    return asyncio.run(all_of_it())


def checked(database: str) -> CheckReport:
    async def all_of_it() -> CheckReport:
        archive = await open_archive(database)
        try:
            return await check(archive)
        finally:
            await archive.close()

    return asyncio.run(all_of_it())
