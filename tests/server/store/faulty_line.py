"""A line to PostgreSQL that breaks at the worst moment: when a commit is under way."""

import asyncio
import contextlib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class FaultyLine:
    """A proxy before PostgreSQL's socket. `breaks` says what happens to the next commits, one after the other.

    "before": the line breaks before PostgreSQL sees the commit. "after": PostgreSQL commits, but its answer is lost.
    "silent": PostgreSQL commits, and the line stays open, but nothing comes any more.
    """

    def __init__(self, address: str, folder: Path) -> None:
        self.target = parse_qs(urlsplit(address).query)["host"][0]
        self.folder = folder
        self.address = address.replace(self.target, str(folder))
        self.breaks: list[str] = []
        self.broken = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "FaultyLine":
        self.server = await asyncio.start_unix_server(self.joined, str(self.folder / SOCKET))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()

    async def joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        far_reader, far_writer = await asyncio.open_unix_connection(f"{self.target}/{SOCKET}")
        back = asyncio.create_task(copied(far_reader, writer))
        self.tasks.add(back)
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while data := await reader.read(65536):
                how = self.breaks.pop(0) if b"COMMIT;" in data and self.breaks else ""
                self.broken += bool(how)
                if how == "before":
                    break
                if how:
                    back.cancel()
                far_writer.write(data)
                await far_writer.drain()
                if how == "after":
                    await far_reader.read(1)  # the answer: so the commit has taken place
                    break
        writer.close()
        far_writer.close()


async def copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
