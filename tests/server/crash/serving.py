"""The real server as a process of its own, which is killed without warning and started again."""

import asyncio
import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[3]
SERVE = (sys.executable, "-c", "from passgo.cli import main; main()", "serve")
START_S = 120.0
"""How long a start may take; the first one may have to compile the rules."""


class Serving:
    """`passgo serve` on a database. `command` is what starts it; the tests' faulty server is another one."""

    def __init__(self, database: str, log: Path, command: Sequence[str] = SERVE) -> None:
        self.address = ""
        self.kills = 0
        self.is_up = False
        self._command = [*command, "--port", "0", "--database", database, *GENEROUS]
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        await self.launch()
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            while not (found := re.search(rb"http://localhost:(\d+)/", line := await self._process.stdout.readline())):
                assert line, f"the server ended by itself: {self._log.read_text()[-2000:]}"
            self.address = f"127.0.0.1:{int(found[1])}"
            async with httpx.AsyncClient() as client:
                while not await is_healthy(client, self.address):
                    assert self._process.returncode is None, self._log.read_text()[-2000:]
                    await asyncio.sleep(0.02)
        self.is_up = True

    async def launch(self) -> None:
        """Start it, and wait for nothing."""
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
                env=environment,
                start_new_session=True,
            )

    async def kill(self) -> None:
        """kill -9: it gets no chance to put anything in order."""
        assert self._process is not None
        self.is_up = False
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        self.kills += 1
        # The processes in which its bots think would notice by themselves; the next start need not wait for that.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def pause(self, seconds: float) -> None:
        """Let it stand still for a while, as a closed laptop does. It may be killed meanwhile."""
        process = self._process
        assert process is not None
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(seconds)
            process.send_signal(signal.SIGCONT)

    async def fill_disk(self, folder: Path, seconds: float) -> None:
        """Let no file of the folder grow any more for a while, as if the disk were full."""
        process = self._process
        assert process is not None
        largest = max((file.stat().st_size for file in folder.iterdir()), default=0)
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest, hard))
            await asyncio.sleep(seconds)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))

    async def stop(self) -> None:
        """End it in order, as Ctrl-C does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        async with asyncio.timeout(30):
            await self._process.communicate()


# All the players come from one address, and more often than people do.
GENEROUS = ("--games-per-address", "1000", "--sockets-per-address", "1000", "--requests-per-second", "1000")


async def is_healthy(client: httpx.AsyncClient, address: str) -> bool:
    try:
        return (await client.get(f"http://{address}/api/health", timeout=2)).status_code == 200
    except httpx.HTTPError:
        return False
