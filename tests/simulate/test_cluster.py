"""The same run on a Ray cluster, a small one on this machine: the same results, also when workers die."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import editions
from passgo.cli import run
from passgo.cli.warm import gather, warm
from passgo.editions import Ruleset
from passgo.simulate import Bot, Plan, bot_named, fallback, simulate
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs import cluster
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.cluster import Cluster, check_reachable, connect, job_of, plan_of, play_job
from passgo.simulate.runs.workers import on_ctrl_c

ROOT = Path(__file__).resolve().parents[2]
PLAN = Plan(editions.ruleset("classic", setup_cash=900), (bot_named("cautious"), bot_named("random")), 230, rounds=40)


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    gather()
    warm()  # so that the workers find the rules compiled
    os.environ["PYTHONPATH"] = str(ROOT)
    with connect(processors=2) as engine:
        yield engine


def below(ancestor: int) -> dict[int, bytes]:
    """The processes that another one started, and they in turn: their numbers and command lines."""
    parents, lines = {}, {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal():
                pid = int(entry.name)
                parents[pid] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                lines[pid] = (entry / "cmdline").read_bytes()
        except OSError:  # it has ended meanwhile
            continue
    return {pid: line for pid, line in lines.items() if is_below(pid, ancestor, parents)}


def is_below(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid in parents and pid != ancestor:
        pid = parents[pid]
    return pid == ancestor


def workers(ancestor: int) -> list[int]:
    """The processes that play batches, below another one."""
    return [pid for pid, line in below(ancestor).items() if b"ray::play_job" in line]


def test_the_same_seed_gives_the_same_games(engine: Any) -> None:
    found = []
    for source in (None, Cluster(engine, PLAN, 20)):
        kept: list[Batch] = []
        report = simulate(PLAN, keep=kept.append, source=source, batch=20)
        assert [number for batch in kept for number in batch.numbers] == list(range(230))
        found.append((report.to_dict(), np.concatenate([batch.rows for batch in kept]).tobytes()))
    assert found[0] == found[1]


def test_turns_come_along(engine: Any) -> None:
    plan = replace(PLAN, games=20, tables=(turn_columns,))
    found: list[list[Batch]] = [[], []]
    simulate(plan, keep=found[0].append, batch=10)
    simulate(plan, keep=found[1].append, source=Cluster(engine, plan, 10))
    for here, there in zip(*found, strict=True):
        one, other = here.tables[turn_columns], there.tables[turn_columns]
        assert len(one["turn"]) > 100
        assert all((one[name] == other[name]).all() for name in one)


def test_a_worker_that_dies_loses_nothing_but_time(engine: Any) -> None:
    """Killed while they play, four of them, one after another."""
    plan = replace(PLAN, games=6000, rounds=60)
    killed: list[int] = []
    ended = threading.Event()

    def kill() -> None:
        while len(killed) < 4 and not ended.wait(0.1):
            for pid in workers(os.getpid())[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    killer = threading.Thread(target=kill)
    killer.start()
    there = simulate(plan, source=Cluster(engine, plan, 200))
    ended.set()
    killer.join()
    assert len(killed) >= 2
    assert there.games == 6000
    assert there.to_dict() == simulate(plan, 2).to_dict()


def test_ctrl_c_keeps_the_first_games(engine: Any) -> None:
    plan = replace(PLAN, games=1_000_000)
    kept: list[Batch] = []
    source = Cluster(engine, plan, 20)

    with on_ctrl_c(source.stop, source.give_up):
        for batch in source.results():
            kept.append(batch)
            if len(kept) == 2:
                signal.raise_signal(signal.SIGINT)
    numbers = [number for batch in kept for number in batch.numbers]
    assert numbers == list(range(len(numbers)))
    assert 40 <= len(numbers) <= 20 * 20


def test_an_error_of_a_worker_is_raised_here(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another PassGo there than here is refused: it might play other games."""
    monkeypatch.setattr(cluster, "source_hash", lambda: "another")
    with pytest.raises(ValueError, match="every machine needs the same"):
        simulate(PLAN, source=Cluster(engine, PLAN))


def test_a_job_is_a_ruleset_names_and_numbers() -> None:
    job = job_of(PLAN)
    assert job.bots == ("cautious", "random")
    assert job.ruleset is PLAN.ruleset
    assert all(isinstance(value, Ruleset | str | int | bytes | tuple) for value in vars(job).values())
    assert plan_of(job) == PLAN
    assert (play_job(job, range(3)).tally == simulate(replace(PLAN, games=3)).tally).all()


def test_only_bots_with_a_name_can_be_sent() -> None:
    for bot in (Bot("mine", fallback), Bot("cautious", fallback)):
        with pytest.raises(ValueError, match="bots that come with PassGo"):
            job_of(replace(PLAN, bots=(bot, bot)))


def test_without_ray_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert run(["simulate", "-b", "cautious", "-g", "5", "--ray"]) == 2
    assert "passgo[cluster]" in capsys.readouterr().err


COMMAND = "from passgo.cli import main; main('simulate -b cautious --json --seed 3 {}'.split())"


def passgo(words: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = [sys.executable, "-c", COMMAND.format(words)]
    return subprocess.Popen(line, env=environment, stdout=-1, stderr=-1, text=True, start_new_session=True)


def test_the_command_is_the_same_and_quiet() -> None:
    """Ray prints nothing of its own, and sends no usage statistics."""
    out, err = passgo("-g 40 --rounds 30 --ray --threads 2").communicate(timeout=120)
    assert err == ""
    assert out == passgo("-g 40 --rounds 30").communicate(timeout=60)[0]
    assert json.loads(out)["games"] == 40


def test_ctrl_c_reports_what_is_done() -> None:
    """To the whole group of processes, as a terminal does: the workers must not hear it."""
    command = passgo("-g 100000000 --rounds 50 --ray local --threads 2")
    wait_until(lambda: bool(workers(command.pid)))
    time.sleep(2)
    os.killpg(command.pid, signal.SIGINT)
    out, err = command.communicate(timeout=120)
    assert command.returncode == 130, err
    report = json.loads(out)
    assert 0 < report["games"] < report["games_wanted"]
    assert report["games"] % 2000 == 0


def test_ctrl_c_while_the_cluster_starts_is_no_crash() -> None:
    command = passgo("-g 100000000 --ray --threads 2")
    wait_until(lambda: any(b"gcs_server" in line for line in below(command.pid).values()))
    os.killpg(command.pid, signal.SIGINT)
    out, err = command.communicate(timeout=120)
    assert (command.returncode, out, err.strip()) == (130, "", "")


def wait_until(happened: Callable[[], bool], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.2)


def test_an_address_where_nobody_answers_is_one_line() -> None:
    command = passgo("-g 10 --ray nonsense")
    out, err = command.communicate(timeout=90)
    assert (command.returncode, out) == (2, "")
    assert err.startswith("passgo: --ray: nonsense: expected the address of a Ray cluster")
    assert err.count("\n") == 1


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}", "[::1]:{}", "ray://[::1]:{}"])
def test_a_port_where_nobody_listens_is_an_error_at_once(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    address = address.format(free_port())
    assert run(["simulate", "-b", "cautious", "-g", "10", "--ray", address]) == 2
    error = capsys.readouterr().err
    assert f"{address}: expected the address of a Ray cluster" in error
    assert "nobody answers there" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("address", ["[::1:6379", "host:99999999", "host:port", "a..b:6379", f"{'a' * 70}:6379"])
def test_what_is_no_address_is_one_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "-b", "cautious", "-g", "10", "--ray", address]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_somebody_who_listens_is_somebody_to_ask() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        check_reachable(f"127.0.0.1:{listening.getsockname()[1]}")
    check_reachable("auto")
