"""kill -9 in the middle of play: no acknowledged move is lost or doubled, and all observers agree."""

import asyncio
import sys
from pathlib import Path

from tests.server.cluster import Cluster
from tests.server.crash.nemesis import play_on
from tests.server.crash.rampage import rampage

HASTY = (sys.executable, "-m", "tests.server.crash.tell_then_store", "serve")


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    outcome = asyncio.run(rampage(str(tmp_path / "games.db"), tmp_path / "log", kills=20, seed=1))
    assert outcome.faults == []
    assert outcome.kills >= 20
    assert outcome.acknowledged >= 300
    assert outcome.while_playing >= 15, "most kills came in the middle of something"
    assert outcome.resent >= 15, "and requests were sent again"


def test_two_processes_play_the_same_games_and_either_or_postgresql_may_be_killed(
    postgres: str, cluster: Cluster, tmp_path: Path
) -> None:
    outcome = asyncio.run(rampage(postgres, tmp_path / "log", kills=6, seed=3, processes=2, disturb=cluster.restart))
    assert outcome.faults == []
    assert outcome.kills >= 6
    assert outcome.acknowledged >= 80


def test_nothing_is_lost_when_kills_pauses_and_a_full_disk_come_together(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    outcome, strikes = asyncio.run(play_on(database, tmp_path / "log", 15, 1, 1, tmp_path, None))
    assert outcome.faults == []
    assert outcome.acknowledged >= 50
    assert len(strikes) == 3, "every nemesis struck"


def test_a_server_that_tells_before_it_stores_is_found_out(tmp_path: Path) -> None:
    outcome = asyncio.run(rampage(str(tmp_path / "games.db"), tmp_path / "log", kills=4, seed=2, command=HASTY))
    lost = [fault for fault in outcome.faults if "was acknowledged as entry" in fault]
    otherwise = [fault for fault in outcome.faults if "was shown another" in fault or "told of other" in fault]
    assert lost
    assert otherwise
