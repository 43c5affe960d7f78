"""Intervals and lengths against known values."""

import numpy as np
import pytest

from passgo.simulate.output.statistics import Lengths, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # Newcombe (1998), Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_holds_the_true_share_as_often_as_it_says() -> None:
    """Exactly: of a share of 0.2 in 50 trials, the chance that the interval covers it, from the binomial."""
    from math import comb

    chance = sum(
        comb(50, n) * 0.2**n * 0.8 ** (50 - n) for n in range(51) if wilson(n, 50)[0] <= 0.2 <= wilson(n, 50)[1]
    )
    assert 0.93 < chance < 0.97


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Lengths(5).to_dict() == {
        "mean": None, "p05": None, "p25": None, "p50": None, "p75": None, "p95": None, "counts": []
    }  # fmt: skip


def test_lengths_are_exact() -> None:
    numbers = np.random.default_rng(1).integers(0, 300, 999)
    lengths = Lengths(300)
    lengths.add(numbers[:500])
    lengths.add(numbers[500:])
    assert lengths.mean() == pytest.approx(numbers.mean())
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert lengths.quantile(share) == np.quantile(numbers, share, method="inverted_cdf")
