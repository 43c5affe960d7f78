"""The games of a run as a Parquet file, a row each, written by DuckDB (extra `[data]`)."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from passgo.simulate.batches import Batch
from passgo.simulate.counting import COLUMNS, FINISHED, WINNERS
from passgo.simulate.plan import Plan, game_seed


def duckdb() -> Any:
    """The DuckDB module; without it, say what to install."""
    try:
        import duckdb
    except ImportError:
        raise ValueError("writing Parquet needs DuckDB: pip install 'passgo[data]'") from None
    return duckdb


def columns_of(plan: Plan, batch: Batch) -> dict[str, np.ndarray[Any, Any]]:
    """The games of a batch by column. `winner` is a seat: -1 if there is none, or if several share the win."""
    rows = batch.rows
    winner = np.full(len(rows), -1, np.int64)
    for seat in range(len(plan.bots)):
        winner[rows[:, WINNERS] == 1 << seat] = seat
    columns: dict[str, np.ndarray[Any, Any]] = {
        "game": np.array(batch.numbers, np.int64),
        "seed": np.array([game_seed(plan.seed, number) for number in batch.numbers], np.uint64),
        "winner": winner,
    }
    columns |= {name: np.ascontiguousarray(rows[:, n]) for n, name in enumerate(COLUMNS)}
    columns["finished"] = rows[:, FINISHED] == 1
    return columns


@contextmanager
def parquet(path: Path, plan: Plan) -> Iterator[Callable[[Batch], None]]:
    """A file that is given one batch after another; it is there, whole, when all are written.

    Rows wait in a database on disk beside it, so that memory does not grow with the number of games.
    """
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK) or path.is_dir():
        raise ValueError(f"{path}: expected a file in a folder that can be written to")
    engine = duckdb()
    with tempfile.TemporaryDirectory(prefix=".passgo-", dir=path.parent) as folder:
        database = engine.connect(os.path.join(folder, "games.duckdb"))

        def keep(batch: Batch) -> None:
            rows = columns_of(plan, batch)  # DuckDB finds it by its name
            verb = "INSERT INTO games" if batch.numbers.start else "CREATE TABLE games AS"
            database.execute(f"{verb} SELECT * FROM rows")
            del rows

        try:
            yield keep
            whole = os.path.join(folder, "games.parquet")
            quoted = whole.replace("'", "''")
            database.execute(f"COPY (SELECT * FROM games ORDER BY game) TO '{quoted}' (FORMAT parquet)")
        finally:
            database.close()
        os.replace(whole, path)
