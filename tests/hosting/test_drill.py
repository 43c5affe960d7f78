"""The restore drill of `docs/hosting.md`, with real processes: the disk is gone, yesterday's copy is there."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from passgo.server.wire import protocol
from tests.browser.serving import Server, serving
from tests.server.play import Client, person, play_simply, sit

SEATS = [person("Ann"), person("Ben")]


def passgo(*words: str) -> str:
    """Run a command; what it says."""
    command = [sys.executable, "-c", "import sys; from passgo.cli import main; sys.exit(main())", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Place:
    """Where a server is."""

    def __init__(self, server: Server) -> None:
        self.socket_url = f"{server.url.replace('http', 'ws', 1)}/socket"


async def play_on(server: Server, game: str, keys: list[str], last: int = 0) -> int:
    """Ten moves; the number of the last entry."""
    client = await sit(Place(server), game, *keys, last=last)
    before = client.seq
    await play_simply(client, [0, 1], 10)
    await client.socket.close()
    assert client.seq >= before + 10
    return client.seq


async def told(server: Server, game: str, keys: list[str], last: int) -> Client:
    return await sit(Place(server), game, *keys, last=last)


@pytest.mark.parametrize("how", ["lost", "overwritten"])
def test_games_go_on_from_the_copy_when_the_file_is_gone(how: str, tmp_path: Path) -> None:
    database, copy = tmp_path / "games.db", tmp_path / "copies" / "games.db"
    copy.parent.mkdir()
    with serving(tmp_path) as server:
        made = server.create(SEATS)
        game, keys = made["game"], [seat["key"] for seat in made["seats"]]
        copied = asyncio.run(play_on(server, game, keys))
        assert "1 games" in passgo("backup", str(database), str(copy))
        lost = asyncio.run(play_on(server, game, keys, copied))
        assert server.process is not None
        server.process.kill()
        server.process.wait()
        for file in tmp_path.glob("games.db*"):
            file.unlink() if how == "lost" else file.write_bytes(b"\xff" * file.stat().st_size)

        passgo("restore", str(copy), str(database))
        assert "Nothing is wrong." in passgo("check", str(database))
        server.start()
        bye = asyncio.run(told(server, game, keys, lost)).messages[-1]
        assert isinstance(bye, protocol.Bye)
        assert bye.reason == "future", "who has seen more is told, and then begins with what there is"
        again = asyncio.run(told(server, game, keys, 0)).welcome.seq
        assert copied <= again < lost
        asyncio.run(play_on(server, game, keys))
