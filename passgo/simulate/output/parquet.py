"""The games of a run, and their turns, as Parquet files, a row each, written by DuckDB (extra `[data]`)."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from passgo.simulate.output.turns import Columns, joined
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import COLUMNS, FINISHED, WINNERS
from passgo.simulate.runs.plan import Plan, game_seed

MEMORY, THREADS = "200MB", 1
"""What DuckDB may use; what does not fit waits on disk."""

MOST_WAITING = 500
"""Batches that wait in memory before they are joined: of many small ones the arrays take more room than the rows."""

LOAD = 100_000
"""Rows that are written at once: DuckDB's own groups of rows in a file are about as large."""


def checked_file(path: Path) -> Path:
    """A file that can be written, or replaced; asked before anything is played.

    >>> checked_file(Path("."))
    Traceback (most recent call last):
    ValueError: .: expected a file in a folder that can be written to
    """
    folder = path.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or (path.exists() and not path.is_file()):
        raise ValueError(f"{path}: expected a file in a folder that can be written to")
    return path


def duckdb() -> Any:
    """The DuckDB module; without it, say what to install."""
    try:
        import duckdb
    except ImportError:
        raise ValueError("writing Parquet needs DuckDB: pip install 'passgo[data]'") from None
    return duckdb


def game_columns(plan: Plan, batch: Batch) -> Columns:
    """The games of a batch by column. `winner` is a seat: -1 if there is none, or if several share the win."""
    rows = batch.rows
    winner = np.full(len(rows), -1, np.int64)
    for seat in range(len(plan.bots)):
        winner[rows[:, WINNERS] == 1 << seat] = seat
    columns: Columns = {
        "game": np.array(batch.numbers, np.int64),
        "seed": np.array([game_seed(plan.seed, number) for number in batch.numbers], np.uint64),
        "winner": winner,
    }
    columns |= {name: np.ascontiguousarray(rows[:, n]) for n, name in enumerate(COLUMNS)}
    columns["finished"] = rows[:, FINISHED] == 1
    return columns


def games_file(path: Path, plan: Plan) -> Any:
    """A Parquet file with a row for each game; enter it, and give it one batch after another."""
    return parquet(path, lambda batch: game_columns(plan, batch), "*")


def turns_file(path: Path, plan: Plan) -> Any:
    """The same with a row for each turn. The plan must ask for turns."""
    names = ", ".join(quoted(name) for name in plan.names)
    columns = f"game, turn, round, player, [{names}][player + 1] AS bot, * EXCLUDE (game, turn, round, player)"
    return parquet(path, lambda batch: batch.turns or {}, columns)


@contextmanager
def parquet(path: Path, columns: Callable[[Batch], Columns], selected: str) -> Iterator[Callable[[Batch], None]]:
    """A file that is given one batch after another; it is there, whole, when all are written.

    Rows wait in files beside it, so that memory does not grow with the number of games, and in the end are copied into
    one, in the order in which they came.
    """
    checked_file(path)
    engine = duckdb()
    with (
        tempfile.TemporaryDirectory(prefix=".passgo-", dir=path.parent) as folder,
        engine.connect(config={"memory_limit": MEMORY, "threads": THREADS, "temp_directory": folder}) as database,
    ):
        database.execute("SET enable_progress_bar = false")
        parts = Parts(database, folder, selected)
        yield lambda batch: parts.add(columns(batch))
        if whole := parts.whole():
            os.replace(whole, path)


class Parts:
    """Rows on their way into one file: some in memory, and a file for each full load."""

    def __init__(self, database: Any, folder: str, selected: str) -> None:
        self._database, self._folder, self._selected = database, folder, selected
        self._waiting: list[Columns] = []
        self._rows = 0
        self._files: list[str] = []

    def add(self, columns: Columns) -> None:
        """Some more rows."""
        self._waiting.append(columns)
        self._rows += len(next(iter(columns.values())))
        if self._rows >= LOAD:
            self._put_down()
        elif len(self._waiting) >= MOST_WAITING:
            self._waiting = [joined(self._waiting)]

    def _put_down(self) -> None:
        """Write what waits in memory."""
        self._database.register("waiting", joined(self._waiting))
        self._files.append(os.path.join(self._folder, f"{len(self._files):06}.parquet"))
        self._write(f"SELECT {self._selected} FROM waiting", self._files[-1])
        self._database.unregister("waiting")
        self._waiting, self._rows = [], 0

    def _write(self, query: str, file: str) -> None:
        """What a query gives, as a file."""
        self._database.execute(f"COPY ({query}) TO {quoted(file)} (FORMAT parquet)")

    def whole(self) -> str | None:
        """All rows in one file, if there are any."""
        if self._waiting:
            self._put_down()
        if len(self._files) > 1:
            all_parts = ", ".join(quoted(file) for file in self._files)
            self._files.append(os.path.join(self._folder, "whole.parquet"))
            self._write(f"SELECT * FROM read_parquet([{all_parts}])", self._files[-1])
        return self._files[-1] if self._files else None


def quoted(text: str) -> str:
    """A text as SQL writes it.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
