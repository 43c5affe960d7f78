"""The command in a process of its own, for tests that break it off."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

WITH_SIGNS_OF_BATCHES = """
import sys
from passgo.cli import main
from passgo.simulate.runs import workers
play_batch = workers.play_batch
def play_and_print(*arguments):
    batch = play_batch(*arguments)
    print("a batch is played", file=sys.stderr, flush=True)
    return batch
workers.play_batch = play_and_print
main(sys.argv[1:])
"""


def after_a_batch(*words: str) -> subprocess.Popen[str]:
    """The command in a process of its own, when it has played its first batch."""
    line = [sys.executable, "-c", WITH_SIGNS_OF_BATCHES, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = subprocess.Popen(line, env=environment, stdout=-1, stderr=-1, text=True)
    assert command.stderr
    while "a batch is played" not in command.stderr.readline():
        assert command.poll() is None
    return command
