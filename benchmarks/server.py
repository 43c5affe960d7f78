"""The benchmark of the server: a thousand games with two sockets each; every move is durable before it is answered.

    python benchmarks/server.py            # a table
    python benchmarks/server.py --json     # the same as JSON

Everything runs on the loopback of this machine: the server in one process, the clients in another. For comparison, a
server on the same stack that only echoes is measured in the same run. First the games are idle, then moves come at a
steady rate, then as fast as they are answered. At last a server is killed while games that were played for long are
live, and started again: all players come back at once. It takes about two minutes.
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

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from passgo.cli import run_script
from passgo.cli.line import Option

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
WARMING = 50
"""Games before those that are measured: as many as sit down at once, or threads would start while memory is measured.
They stay connected, or the measured games would live in the memory they leave."""
BARS = {
    "live_games": 1000,
    "moves_per_s": 1500,
    "ack_p99_ms": -150,
    "idle_game_kb": -50,
    "echoes_per_move": -8,
    "restart_first_move_s": -1,
    "restart_first_move_p99_s": -5,
    "restart_cpu_s": -15,
}
"""The bars: a positive number means "at least", a negative one "at most"."""
PLAYED_LONG, PLAYED_MOVES, PLAYED_SECONDS = 20, 200, 8.0
"""Games that are played before the restart, the moves of each, and the time for that."""


class Child:
    """A process that takes commands line by line, and ends when its input ends."""

    def __init__(self, script: str, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = (sys.executable, str(HERE / script), *arguments)
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def read_line(self) -> str:
        """The next line of its output."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(1)
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
        """The memory that it has now, without pages of files: a busy machine takes code away and brings it back."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith("RssAnon:"))

    def kill(self) -> None:
        """Kill it, as the power does when it fails."""
        self._process.kill()
        self._process.wait()

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
        warm = Child("server_load.py", "games", port, str(WARMING))
        warm.read_line()
        warm.send()
        warm.send("2 0")  # compiles everything, fills the caches, and starts every thread
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
        warm.end()
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


def measure_restart(count: int, folder: Path, next_stage: Any) -> dict[str, Any]:
    """Kill a server with games that were played for a while, and measure how everybody comes back to the next one.

    A few games are played, and then copied with their logs: a copy is as good to load as its original.
    """
    next_stage("playing games for a while")
    database, created = str(folder / "long.db"), folder / "created.json"
    games, entries = play_and_copy(count, database)
    created.write_text(json.dumps(games))
    next_stage("a restart")
    server = Child("server_host.py", "passgo", database)
    load = Child("server_load.py", "games", server.read_line().strip(), str(created))
    load.read_line()
    load.send()
    load.send("3 800")
    server.kill()
    server = Child("server_host.py", "passgo", database)
    try:
        back = load.send(f"back {server.read_line().strip()} {server.pid}")
        cpu = server.cpu_s()
    finally:
        load.end()
        server.end()
    return {
        "restart_first_move_s": back["p50_ms"] / 1000,
        "restart_first_move_p99_s": back["p99_ms"] / 1000,
        "restart_first_move_worst_s": back["worst_ms"] / 1000,
        "restart_half_cpu_s": back["half_cpu_s"],
        "restart_all_cpu_s": back["all_cpu_s"],
        "restart_cpu_s": cpu,
        "restart_returned": back["done"],
        "restart_refused": back["refused"],
        "restart_log_entries": entries,
    }


def play_and_copy(count: int, database: str) -> tuple[list[dict[str, Any]], int]:
    """So many games in a database: what the server answered when they were created, and how long a log is."""
    server = Child("server_host.py", "passgo", database)
    load = Child("server_load.py", "games", server.read_line().strip(), str(min(count, PLAYED_LONG)))
    played = {game["game"]: game for game in json.loads(load.read_line())["games"]}
    load.send()
    load.send(f"{PLAYED_SECONDS} {PLAYED_LONG * PLAYED_MOVES / PLAYED_SECONDS}")
    server.kill()
    load.end()
    copier = Child("server_host.py", "copy", database, str(count))
    copied = json.loads(copier.read_line())
    copier.end()
    copies = [played[source] | {"game": name} for name, source in copied["copies"].items()]
    return [*played.values(), *copies], copied["entries"]


def main(
    as_json: Annotated[bool, Option("--json", says="Print JSON instead of a table.")] = False,
    games: Annotated[int, Option(says="Live games, with two sockets each.")] = 1000,
    rate: Annotated[float, Option(says="Moves per second to be played steadily.")] = 1600.0,
    seconds: Annotated[float, Option(says="How long each of the three measurements takes.")] = 10.0,
    folder: Annotated[Path | None, Option(says="Where games are kept: the disk to be measured.")] = None,
    no_echo: Annotated[bool, Option("--no-echo", says="Do not measure the echo server.")] = False,
    no_restart: Annotated[bool, Option("--no-restart", says="Do not measure a restart.")] = False,
) -> None:
    """Measure a server with many live games, and the same stack doing nothing but echo."""
    began = time.time()
    results: dict[str, Any] = {"idle_cpu_share_before": idle_cpu_share(), "load_average_before": os.getloadavg()[0]}
    with (
        tempfile.TemporaryDirectory(dir=folder, prefix="passgo-bench-") as name,
        Progress(console=Console(stderr=True), transient=True) as progress,
    ):
        bar = progress.add_task("creating games", total=6)

        def next_stage(what: str) -> None:
            progress.update(bar, description=what, advance=1)

        results |= measure_games(games, seconds, rate, str(Path(name) / "games.db"), next_stage)
        if not no_echo:
            next_stage("echo")
            results |= measure_echo(2 * games, seconds)
            results["echo_ratio"] = results["fastest_moves_per_s"] / results["echo_per_s"]
            results["echoes_per_move"] = results["cpu_us_per_move"] / results["echo_cpu_us"]
        if not no_restart:
            results |= measure_restart(games, Path(name), next_stage)
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
    run_script(main, "python benchmarks/server.py")
