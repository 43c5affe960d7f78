"""Random games in both readings of the law: the engine's, and the one written without having seen it."""

import pytest

from passgo.editions import NAMES
from tests.reference.differential import play_pair


@pytest.mark.parametrize("edition", NAMES)
@pytest.mark.parametrize("seed", range(25))
def test_the_two_readings_agree_step_by_step(edition: str, seed: int) -> None:
    pair, steps, difference = play_pair(seed, edition, steps=200)
    assert not difference, f"after {steps} steps: {difference}\n{pair.match.told() if pair else ''}"
    assert steps > 0
