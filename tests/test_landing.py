"""Dice, Jail and cards against mathematics: where tokens are, compared with an exact Markov chain.

Each game is independent of the others and so are its two players, because nobody buys and every card is put back.
So the counts after a fixed number of throws are a sample of exactly the distribution that the chain gives, and
Pearson's statistic over its cells has the chi-square distribution: mean `cells`, variance twice that. Five standard
deviations above the mean is the limit. The seeds are fixed, so that the test gives the same answer every time; that
it would notice a wrong rule is tested too.
"""

import numpy as np
import pytest

from tests.landing import STATES, Chain, Counts, landed

GAMES = 200_000
THROWS = 23
"""Enough to go round the board five times and to Jail and back."""

LIMIT = 5.0


def deviations(found: Counts, likely: np.ndarray) -> float:
    """Pearson's statistic, in standard deviations from its mean; rare cells are taken together."""
    expected = likely * found.sum()
    assert not found[likely == 0].any(), "the engine was where the chain cannot be"
    common = expected >= 20
    cells = [(found[common], expected[common]), (found[~common].sum(), expected[~common].sum())]
    statistic = sum(float(np.sum((n - m) ** 2 / m)) for n, m in cells if np.sum(m) > 0)
    freedom = int(common.sum())
    return float((statistic - freedom) / np.sqrt(2 * freedom))


@pytest.fixture(scope="module")
def found() -> Counts:
    return landed("classic", GAMES, THROWS)


def test_tokens_land_where_the_chain_says(found: Counts) -> None:
    assert found.sum() == 2 * GAMES
    assert abs(deviations(found, Chain("classic").after(THROWS))) < LIMIT


def test_the_chain_is_one() -> None:
    matrix = Chain("classic").matrix()
    assert matrix.shape == (STATES, STATES)
    assert np.allclose(matrix.sum(axis=1), 1)


def test_the_long_run_is_the_one_known_from_the_literature() -> None:
    """Jail, visitors apart, holds a token before about every tenth throw; the third red street is the likeliest one."""
    matrix = Chain("classic").matrix()
    lasting = np.linalg.matrix_power(matrix, 2000)[0]
    squares = lasting[:120].reshape(3, 40).sum(axis=0)
    assert 0.08 < lasting[120:].sum() < 0.13
    assert max((n for n in range(40) if n not in (0, 10)), key=lambda n: squares[n]) == 24


@pytest.mark.parametrize("wrong", [{"doubles_to_jail": 4}, {"tries": 2}], ids=["no three doubles", "two tries in Jail"])
def test_a_wrong_rule_would_be_noticed(found: Counts, wrong: dict[str, int]) -> None:
    expected = Chain("classic", **wrong).after(THROWS)
    expected = np.maximum(expected, 1e-9)  # what is impossible there, and was found, counts against it
    assert deviations(found, expected) > 3 * LIMIT
