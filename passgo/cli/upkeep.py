"""What the commands share that look after the games of a server: check, backup, restore, forget."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from passgo.cli.line import Argument
from passgo.terminal.files import BadInput

Database = Annotated[str, Argument(says="Where a server keeps its games: a file, or postgresql://...")]


@contextmanager
def storing() -> Iterator[None]:
    """Turn the store's complaint into one line for the user."""
    try:
        from passgo.server.store import Unavailable
    except ImportError as problem:
        raise BadInput(f"this needs {problem.name}: pip install 'passgo[server]'") from None
    try:
        yield
    except Unavailable as problem:
        raise BadInput(str(problem)) from None


def check_is_file(database: str) -> None:
    """Copies are of files; PostgreSQL has tools of its own."""
    if "://" in database and not database.startswith("sqlite:///"):
        raise BadInput("copies are of files; for PostgreSQL use pg_dump and pg_restore, then `passgo check`")
