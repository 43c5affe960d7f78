"""Processes that make lessons end with the one that learns, even if it is killed."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 120
LEARNS = """
import os, sys, time
from passgo.analysis.training.makers import processes

if __name__ == "__main__":
    with processes(1) as make:
        next(make(1, range(10), 1))
        children = open(f"/proc/self/task/{os.getpid()}/children").read().split()
        print(*children, flush=True)
        time.sleep(600)
"""


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="reads the children of a process from /proc")
def test_nobody_goes_on_making_lessons_for_a_learner_that_was_killed(tmp_path: Path) -> None:
    program = tmp_path / "learns.py"
    program.write_text(LEARNS, encoding="utf-8")
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as learner:
        assert learner.stdout is not None
        makers = [int(word) for word in learner.stdout.readline().split()]
        assert makers
        learner.kill()
        learner.wait()
    until = time.monotonic() + PATIENCE
    while any(is_alive(maker) for maker in makers):
        assert time.monotonic() < until
        time.sleep(0.1)
