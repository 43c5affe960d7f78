"""The benchmark of the server: a thousand games with two sockets each; every move is durable before it is answered.

    python benchmarks/server.py            # a table
    python benchmarks/server.py --json     # the same as JSON

Everything runs on the loopback of this machine: the server in one process, the clients in another. For comparison, a
server on the same stack that only echoes is measured in the same run. First the games are idle, then moves come at a
steady rate, then as fast as they are answered. It takes about a minute.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
BARS = {"live_games": 1000, "moves_per_s": 1500, "ack_p99_ms": -150, "idle_game_kb": -50}
"""The bars: a positive number means "at least", a negative one "at most"."""


class Child:
    """A process that takes commands line by line, and ends when its input ends."""

    def __init__(self, script: str, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = (sys.executable, str(HERE / script), *arguments)
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def read_line(self) -> str:
        """The next line of its output."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise typer.Exit(1)
        return line

    def send(self, line: str = "") -> dict[str, Any]:
        """Send a line, and return the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self.read_line()))

    def cpu_s(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_kb(self) -> float:
        """The memory that it has now."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE / 1024

    def end(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def idle_cpu_share(seconds: float = 1.0) -> float:
    """The share of the machine that is idle now; 1 is all of it."""

    def ticks() -> tuple[int, int]:
        fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
        return fields[3], sum(fields)

    before = ticks()
    time.sleep(seconds)
    after = ticks()
    return (after[0] - before[0]) / max(after[1] - before[1], 1)


def measure_echo(count: int, seconds: float) -> dict[str, Any]:
    """Measure the server that only echoes: so many sockets, as fast as they are answered."""
    server = Child("server_host.py", "echo", "unused")
    try:
        port = server.read_line().strip()
        load = Child("server_load.py", "echo", port, str(count))
        load.read_line()
        before_kb = server.memory_kb()
        load.send()
        socket_kb = (server.memory_kb() - before_kb) / count
        cpu = server.cpu_s()
        found = load.send(f"{seconds} 0")
        cpu = server.cpu_s() - cpu
        load.end()
    finally:
        server.end()
    return {
        "echo_per_s": found["per_s"],
        "echo_p99_ms": found["p99_ms"],
        "echo_cpu_us": 1e6 * cpu / max(found["done"], 1),
        "echo_socket_kb": socket_kb,
    }


def measure_games(count: int, seconds: float, rate: float, database: str, next_stage: Any) -> dict[str, Any]:
    """Measure the memory of the games, then moves at a steady rate, then moves as fast as they are answered."""
    server = Child("server_host.py", "passgo", database)
    try:
        port = server.read_line().strip()
        warm = Child("server_load.py", "games", port, "5")
        warm.read_line()
        warm.send()
        warm.send("2 0")  # compiles everything, and fills the caches
        warm.end()
        load = Child("server_load.py", "games", port, str(count))
        load.read_line()
        before_kb = server.memory_kb()
        next_stage("sitting down")
        live = load.send()["connected"]
        fresh_kb = (server.memory_kb() - before_kb) / count
        next_stage("a steady rate")
        cpu, load_cpu = server.cpu_s(), load.cpu_s()
        steady = load.send(f"{seconds} {rate}")
        cpu, load_cpu = server.cpu_s() - cpu, load.cpu_s() - load_cpu
        played_kb = (server.memory_kb() - before_kb) / count
        next_stage("as fast as they are answered")
        fast_cpu = server.cpu_s()
        fast = load.send(f"{seconds} 0")
        fast_cpu = server.cpu_s() - fast_cpu
        load.end()
    finally:
        server.end()
    return {
        "live_games": live,
        "sockets": 2 * live,
        "moves_per_s": steady["per_s"],
        "ack_p50_ms": steady["p50_ms"],
        "ack_p99_ms": steady["p99_ms"],
        "ack_worst_ms": steady["worst_ms"],
        "heard_per_s": steady["heard_per_s"],
        "refused": steady["refused"] | fast["refused"],
        "cpu_us_per_move": 1e6 * cpu / max(steady["done"], 1),
        "load_cpu_us_per_move": 1e6 * load_cpu / max(steady["done"], 1),
        "idle_game_kb": fresh_kb,
        "played_game_kb": played_kb,
        "fastest_moves_per_s": fast["per_s"],
        "fastest_p99_ms": fast["p99_ms"],
        "fastest_cpu_us_per_move": 1e6 * fast_cpu / max(fast["done"], 1),
    }


def main(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    games: Annotated[int, typer.Option(help="Live games, with two sockets each.")] = 1000,
    rate: Annotated[float, typer.Option(help="Moves per second to be played steadily.")] = 1600.0,
    seconds: Annotated[float, typer.Option(help="How long each of the three measurements takes.")] = 10.0,
    folder: Annotated[Path | None, typer.Option(help="Where games are kept: the disk to be measured.")] = None,
    no_echo: Annotated[bool, typer.Option("--no-echo", help="Do not measure the echo server.")] = False,
) -> None:
    """Measure a server with many live games, and the same stack doing nothing but echo."""
    began = time.time()
    results: dict[str, Any] = {"idle_cpu_share_before": idle_cpu_share(), "load_average_before": os.getloadavg()[0]}
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix="passgo-bench-") as name,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        bar = progress.add_task("creating games", total=4)

        def next_stage(what: str) -> None:
            progress.update(bar, description=what, advance=1)

        results |= measure_games(games, seconds, rate, str(Path(name) / "games.db"), next_stage)
        if not no_echo:
            next_stage("echo")
            results |= measure_echo(2 * games, seconds)
            results["echo_ratio"] = results["fastest_moves_per_s"] / results["echo_per_s"]
    results |= {
        "games": games,
        "rate_wanted": rate,
        "seconds": seconds,
        "load_average_after": os.getloadavg()[0],
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "whole_run_s": time.time() - began,
    }
    show(results, as_json)


def show(results: dict[str, Any], as_json: bool) -> None:
    """Print the figures as JSON or as a table."""
    rounded = {key: round(value, 3) if isinstance(value, float) else value for key, value in results.items()}
    if as_json:
        print(json.dumps(rounded, indent=2))
        return
    table = Table("figure", "value", "bar")
    for key, value in rounded.items():
        bar = BARS.get(key)
        text = "" if bar is None else f"at least {bar:,}" if bar > 0 else f"at most {-bar:,}"
        table.add_row(key, f"{value:,}" if isinstance(value, int | float) else str(value), text)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
