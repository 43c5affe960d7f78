"""A fresh database of each kind."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"
