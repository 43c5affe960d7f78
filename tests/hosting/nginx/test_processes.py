"""Several processes on one PostgreSQL behind nginx, with `deploy/nginx-processes.conf`: processes by game."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import httpx

from passgo.server.http.shared_answer import FRESH_S
from tests.browser.serving import Server, serving
from tests.hosting.front import DEPLOY, NAME, Front, changed, proxied, rendered
from tests.server.play import Client, person, play_together, sit

GAMES = 12


def by_game(site: str, ports: list[int]) -> str:
    """The site with the upstream of `nginx-processes.conf` in the place of its own."""
    _, found, rest = site.partition("map $http_upgrade")
    assert found
    processes = (DEPLOY / "nginx-processes.conf").read_text()
    ours = {f"127.0.0.1:{8000 + n} ": f"127.0.0.1:{port} " for n, port in enumerate(ports)}
    return changed(processes, ours) + found + rest


def figure(server: Server, name: str) -> int:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return int(float(next(line for line in lines if line.startswith(f"passgo_{name} ")).split()[1]))


class Table(Front):
    """The front as the players of one game reach it: the game stands in the address of the socket."""

    def __init__(self, front: Front, game: str) -> None:
        self.__dict__ |= front.__dict__
        self.socket_url = f"{front.socket_url}?game={game}"


def test_all_players_of_a_game_meet_in_one_process_and_another_takes_over(postgres: str, tmp_path: Path) -> None:
    options = ("--proxy", "127.0.0.1", "--host-name", NAME, "--database", postgres)
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("front", "one", "two")]
        for folder in folders:
            folder.mkdir()
        servers = [stack.enter_context(serving(folder, options=options)) for folder in folders[1:]]
        front = Front(folders[0])
        site = by_game(rendered(front, servers[0].port), [server.port for server in servers])
        stack.enter_context(proxied(front, site))
        games = [front.create(person("Ann"), {"kind": "person"}) for _ in range(GAMES)]
        keys = {game["game"]: front.keys(game, "Ben") for game in games}

        async def sit_down(game: str) -> list[Client]:
            table = Table(front, game)
            return [await sit(table, game, key, **front.wire()) for key in keys[game]]

        async def play() -> None:
            tables = [await sit_down(game) for game in keys]
            for clients in tables:
                await play_together(clients, 3)
            sockets = [await asyncio.to_thread(figure, server, "sockets") for server in servers]
            loaded = [await asyncio.to_thread(figure, server, "tables") for server in servers]
            assert sum(sockets) == 2 * GAMES
            assert sockets == [2 * count for count in loaded], "no game is in two processes, nor its players"
            assert min(loaded) > 0, "the games are shared out"
            await asyncio.to_thread(servers[0].stop)
            again = [await sit_down(game) for game in keys]
            for clients in again:
                await play_together(clients, 3)
            await asyncio.sleep(FRESH_S)
            assert await asyncio.to_thread(figure, servers[1], "tables") == GAMES
            for client in (client for clients in (*tables, *again) for client in clients):
                await client.socket.close()

        asyncio.run(play())
