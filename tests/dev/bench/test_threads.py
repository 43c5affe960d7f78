"""The benchmark of threads plays the same games by one thread and by all, and tells what that brought."""

import pytest

from passgo.dev.bench.threads import threads
from passgo.machine.switches import PLAIN


@pytest.mark.skipif(PLAIN, reason="threads bring nothing to the plain source")
def test_one_thread_is_compared_with_all() -> None:
    numbers = threads(games=60, rounds=1)
    assert numbers["games"] == 60
    assert numbers["threads"] >= 1
    assert numbers["efficiency"] > 0
    assert numbers["cpu_efficiency"] > 0
    assert numbers["games_per_s_all"] > 0
    assert 0 < numbers["memory_mb_four_times_the_games"] < 2 * numbers["memory_mb_one"]
