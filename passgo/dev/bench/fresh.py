"""Measurements that need a new process: compiling from nothing, starting with everything compiled, the plain source."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]

COMPILE_EVERYTHING = """
import importlib, pkgutil, time
import passgo
for module in pkgutil.walk_packages(passgo.__path__, "passgo."):
    if not module.name.startswith(("passgo.cli", "passgo.server", "passgo.terminal")):
        importlib.import_module(module.name)
from passgo.machine.decorators import compile_all
began = time.process_time()
compile_all()
print(time.process_time() - began)
"""
"""Import every module, so that no entry point is missed, compile them all, and print the CPU-seconds of compiling."""

FIRST_STEP = """
import time
import passgo
passgo.Game("classic", players=4, seed=1).play("throw")
print(time.process_time())
"""
"""Import, load and play, and print the CPU-seconds since the process began."""

PLAIN_RATE = """
import sys
from passgo.dev.bench import choose, play_chosen, rate
print(rate(play_chosen, choose, float(sys.argv[1]), batch=1)[0])
"""


def run(code: str, *arguments: str, **environment: str) -> str:
    """Run code in a new Python process, with this package; returns what it prints."""
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"a measurement failed: {done.stderr.strip().splitlines()[-1]}")
    return done.stdout


def cold_compile_s() -> float:
    """CPU-seconds to compile all entry points of PassGo, from an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        return float(run(COMPILE_EVERYTHING, PASSGO_CACHE=empty))


def warm_start_s(attempts: int = 3) -> float:
    """CPU-seconds from starting Python to the end of the first step, with everything compiled; the best of a few."""
    run(FIRST_STEP)
    return min(float(run(FIRST_STEP)) for _ in range(attempts))


def plain_rate(seconds: float) -> float:
    """Decisions per CPU-second of the plain source, with the player of the benchmark."""
    return float(run(PLAIN_RATE, str(seconds), PASSGO_PLAIN="1"))
