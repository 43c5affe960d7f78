"""A server that most tests share."""

from collections.abc import Iterator

import pytest

from tests.server.databases import cluster, database, postgres
from tests.server.play import Running, running

__all__ = ["cluster", "database", "here", "postgres"]


@pytest.fixture(scope="session")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "games.db") as server:
        yield server
