"""A `passgo` command in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ANNOUNCE_BATCHES = """
import sys
from passgo.cli import main
from passgo.simulate.runs import workers
play_batch = workers.play_batch
def play_and_announce(*arguments):
    batch = play_batch(*arguments)
    print("a batch is played", file=sys.stderr, flush=True)
    return batch
workers.play_batch = play_and_announce
main(sys.argv[1:])
"""


def start_and_play_a_batch(*words: str) -> subprocess.Popen[str]:
    """Start a command, and wait until it has played its first batch."""
    line = [sys.executable, "-c", ANNOUNCE_BATCHES, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = subprocess.Popen(line, env=environment, stdout=-1, stderr=-1, text=True)
    assert command.stderr
    while "a batch is played" not in command.stderr.readline():
        assert command.poll() is None
    return command
