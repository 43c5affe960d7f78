"""Parquet files with a row for each game, each turn or each holding of a run; DuckDB writes them (extra `[data]`)."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from passgo.simulate.output.holdings import holding_columns
from passgo.simulate.output.turns import join_columns, turn_columns
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import COLUMNS, FINISHED, WINNERS
from passgo.simulate.runs.plan import Columns, Plan, game_seed

MEMORY, THREADS = "200MB", 1
"""What DuckDB may use. What does not fit into memory waits on disk."""

MOST_WAITING = 500
"""Batches that may wait in memory before they are joined. Many small arrays take more memory than their rows."""

LOAD = 100_000
"""Rows that are written at once. The row groups of DuckDB's files are about as large."""


def check_file(path: Path) -> Path:
    """Refuse a path to which no file can be written, before anything is played; otherwise return it.

    >>> check_file(Path("."))
    Traceback (most recent call last):
    ValueError: .: expected a file in a folder that can be written to
    """
    folder = path.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or (path.exists() and not path.is_file()):
        raise ValueError(f"{path}: expected a file in a folder that can be written to")
    return path


def import_duckdb() -> Any:
    """The DuckDB module; if it is missing, an error that says what to install."""
    try:
        import duckdb
    except ImportError:
        raise ValueError("writing Parquet needs DuckDB: pip install 'passgo[data]'") from None
    return duckdb


def game_columns(plan: Plan, batch: Batch) -> Columns:
    """The columns of the games of a batch. `winner` is a seat, or -1 if nobody won or several share the win."""
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


def games_file(path: Path, plan: Plan, version: str = "") -> Any:
    """A Parquet file with a row for each game, as a context: it gives a function that takes one batch after another.

    `version` is that of PassGo; it stands with the plan in the metadata of the file.
    """
    bots = ", ".join(f"{quote(name)} AS bot_{seat}" for seat, name in enumerate(plan.names))
    columns = f"*, {nth(plan.names, 'winner')} AS winner_bot, {bots}"
    return parquet_file(path, metadata_of(plan, version), lambda batch: game_columns(plan, batch), columns)


def turns_file(path: Path, plan: Plan, version: str = "") -> Any:
    """The same with a row for each turn. The plan must have the table `turn_columns`."""
    first = "game, turn, round, player"
    columns = f"{first}, {nth(plan.names, 'player')} AS bot, * EXCLUDE ({first})"
    return parquet_file(path, metadata_of(plan, version), lambda batch: batch.tables[turn_columns], columns)


def holdings_file(path: Path, plan: Plan, version: str = "") -> Any:
    """The same with a row for each group of each player in each round. The plan must have `holding_columns`."""
    first, groups = "game, round, player", [group.name for group in plan.ruleset.groups]
    columns = f"""{first}, {nth(plan.names, "player")} AS bot, {nth(groups, '"group"')} AS "group", """
    columns += f"""* EXCLUDE ({first}, "group")"""
    return parquet_file(path, metadata_of(plan, version), lambda batch: batch.tables[holding_columns], columns)


def nth(names: Sequence[str], column: str) -> str:
    """The name of the number in a column, as SQL; NULL for a number below zero.

    >>> nth(["Ann", "Ben"], "winner")
    "['Ann', 'Ben'][winner + 1]"
    """
    return f"[{', '.join(quote(name) for name in names)}][{column} + 1]"


def metadata_of(plan: Plan, version: str) -> dict[str, str]:
    """What a file says about its run: everything that it takes to play it again."""
    return {
        "passgo": version,
        "edition": plan.ruleset.edition,
        "options": plan.ruleset.options_text,
        "bots": ", ".join(plan.names),
        "seed": str(plan.seed),
        "round_limit": str(plan.rounds),
    }


@contextmanager
def parquet_file(
    path: Path, metadata: dict[str, str], columns: Callable[[Batch], Columns], selected: str
) -> Iterator[Callable[[Batch], None]]:
    """A file that takes one batch after another. It appears, complete, when the context ends.

    Until then the rows wait in other files beside it, so that memory does not grow with the number of games. In the end
    they are copied into one file, in the order in which they came.
    """
    check_file(path)
    engine = import_duckdb()
    with (
        tempfile.TemporaryDirectory(prefix=".passgo-", dir=path.parent) as folder,
        engine.connect(config={"memory_limit": MEMORY, "threads": THREADS, "temp_directory": folder}) as database,
    ):
        database.execute("SET enable_progress_bar = false")
        parts = Parts(database, folder, selected, metadata)
        yield lambda batch: parts.add(columns(batch))
        if whole := parts.whole():
            os.replace(whole, path)


class Parts:
    """The parts of a file: the last rows in memory, and a file for every `LOAD` rows before them."""

    def __init__(self, database: Any, folder: str, selected: str, metadata: dict[str, str]) -> None:
        self._database, self._folder, self._selected = database, folder, selected
        self._metadata = ", ".join(f"{key}: {quote(value)}" for key, value in metadata.items())
        self._waiting: list[Columns] = []
        self._rows = 0
        self._files: list[str] = []

    def add(self, columns: Columns) -> None:
        """Add some rows."""
        self._waiting.append(columns)
        self._rows += len(next(iter(columns.values())))
        if self._rows >= LOAD:
            self._write_waiting()
        elif len(self._waiting) >= MOST_WAITING:
            self._waiting = [join_columns(self._waiting)]

    def _write_waiting(self) -> None:
        """Write the rows that wait in memory to a file."""
        self._database.register("waiting", join_columns(self._waiting))
        self._files.append(os.path.join(self._folder, f"{len(self._files):06}.parquet"))
        self._write(f"SELECT {self._selected} FROM waiting", self._files[-1])
        self._database.unregister("waiting")
        self._waiting, self._rows = [], 0

    def _write(self, query: str, file: str) -> None:
        """Write the result of a query to a file."""
        self._database.execute(f"COPY ({query}) TO {quote(file)} (FORMAT parquet, KV_METADATA {{{self._metadata}}})")

    def whole(self) -> str | None:
        """The file with all rows, or None if there are no rows."""
        if self._waiting:
            self._write_waiting()
        if len(self._files) > 1:
            all_parts = ", ".join(quote(file) for file in self._files)
            self._files.append(os.path.join(self._folder, "whole.parquet"))
            self._write(f"SELECT * FROM read_parquet([{all_parts}])", self._files[-1])
        return self._files[-1] if self._files else None


def quote(text: str) -> str:
    """A text as a literal of SQL.

    >>> quote("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
