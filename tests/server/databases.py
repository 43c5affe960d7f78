"""A fresh database of each kind, and a real PostgreSQL for the tests of this run."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.cluster import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL, started when the first test asks for it."""
    with Cluster() as cluster:
        yield cluster


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """The address of an empty PostgreSQL database."""
    return asyncio.run(cluster.emptied())


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "postgres":
        address: str = request.getfixturevalue("postgres")
        return address
    return f"sqlite:///{tmp_path}/games.db"
