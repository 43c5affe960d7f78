"""SQLite keeps whatever it is given in any column: `passgo check` names each such thing as damage, and goes on."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.server.checks import checked, filled

STRANGE = {
    "bytes": "x'ff00fe'",
    "broken text": "CAST(x'ff41' AS TEXT)",
    "a text": "'abc'",
    "a fraction": "1.5",
    "a great number": "9223372036854775807",
}
ROWS = {
    "games": "id = '{playing}'",
    "entries": "game = '{playing}' AND seq = 5",
    "snapshots": "game = '{playing}'",
    "totals": "what = 'playing'",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A file without fault, and its games."""
    path = tmp_path_factory.mktemp("damage") / "games.db"
    games = filled(str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path, games


@pytest.mark.parametrize("strange", STRANGE)
@pytest.mark.parametrize("table", ROWS)
def test_a_value_of_another_type_is_named_in_every_column(
    sound: tuple[Path, dict[str, str]], tmp_path: Path, table: str, strange: str
) -> None:
    path, games = sound
    for column in columns_of(path, table):
        harmed = tmp_path / f"{column}.db"
        shutil.copy(path, harmed)
        with sqlite3.connect(harmed) as connection:
            connection.execute(f"UPDATE {table} SET {column} = {STRANGE[strange]} WHERE {ROWS[table].format(**games)}")
        report = checked(str(harmed))
        assert report.faults, f"{strange} in {table}.{column} was not noticed"


def columns_of(path: Path, table: str) -> list[str]:
    with sqlite3.connect(path) as connection:
        return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]


@pytest.mark.parametrize("column", ["kind", "move"])
@pytest.mark.parametrize("strange", ["bytes", "broken text"])
def test_the_entry_is_named_whose_text_is_none_and_other_games_are_checked(
    sound: tuple[Path, dict[str, str]], tmp_path: Path, column: str, strange: str
) -> None:
    path, games = sound
    harmed = tmp_path / "games.db"
    shutil.copy(path, harmed)
    with sqlite3.connect(harmed) as connection:
        connection.execute(
            f"UPDATE entries SET {column} = {STRANGE[strange]} WHERE game = '{games['playing']}' AND seq = 7"
        )
    report = checked(str(harmed))
    (fault,) = report.faults
    assert (fault.game, fault.entry, report.games) == (games["playing"], 7, 3)
    assert "something else than text" in fault.problem
