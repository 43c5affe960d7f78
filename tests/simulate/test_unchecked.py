"""What people run is compiled without checks of indices, and must play as the checked build does."""

import os
import subprocess
import sys

import pytest

from passgo.machine.switches import PLAIN

TABLES = (
    ("classic", "random,trader,cautious,trader", 60),
    ("1935", "trader,random,normal", 40),
    ("speed-die", "trader,cautious,random,trader,easy", 40),
    ("modern", "trader,random", 40),
)


def run_games(checked: str, edition: str, bots: str, games: int) -> str:
    """What the simulator reports of some games, in a build of its own."""
    words = ["simulate", "--edition", edition, "--bots", bots, "--games", str(games), "--seed", "3", "--json"]
    environment = {**os.environ, "PASSGO_BOUNDSCHECK": checked}
    command = [sys.executable, "-c", "from passgo.cli import main; main()", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=600).stdout


@pytest.mark.skipif(PLAIN, reason="plain rules are not compiled")
@pytest.mark.parametrize(("edition", "bots", "games"), TABLES, ids=[table[0] for table in TABLES])
def test_the_unchecked_build_plays_the_same_games(edition: str, bots: str, games: int) -> None:
    report = run_games("0", edition, bots, games)
    assert '"games"' in report
    assert report == run_games("1", edition, bots, games)
