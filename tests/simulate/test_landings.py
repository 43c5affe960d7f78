"""Landing frequencies of a long run against mathematics.

The chain of `tests/simulate/long_run.py` says how likely each state is before a throw. From that follows how often each
square is landed on, cards included. Successive landings are not independent, but nearly; the limit is four standard
deviations of Pearson's statistic over the forty squares, the seed is fixed, and that wrong rules would be noticed is
tested too.
"""

import numpy as np
import pytest

from passgo.rules import codes
from passgo.simulate import Bot, Plan, simulate
from tests.landing import table
from tests.simulate.long_run import Expected, LongRun, wanders

LIMIT = 4.0


@pytest.fixture(scope="module")
def found() -> Expected:
    """How often the squares were landed on."""
    plan = Plan(table("classic"), (Bot("wanders", wanders),) * 2, games=600, rounds=2000)
    report = simulate(plan, 2, batch=50)
    assert not report.misplays()
    return np.array([square["landings"] for square in report.landings()])


def deviations(found: Expected, expected: Expected) -> float:
    """Pearson's statistic, in standard deviations from its mean."""
    likely = expected / expected.sum() * found.sum()
    statistic, freedom = float(np.sum((found - likely) ** 2 / likely)), codes.SQUARES - 1
    return float((statistic - freedom) / np.sqrt(2 * freedom))


def test_squares_are_landed_on_as_often_as_the_chain_says(found: Expected) -> None:
    assert found.sum() > 2_000_000
    assert abs(deviations(found, LongRun("classic").landings())) < LIMIT


@pytest.mark.parametrize("wrong", [{"doubles_to_jail": 4}, {"tries": 2}], ids=["no three doubles", "two tries in Jail"])
def test_a_wrong_rule_would_be_noticed(found: Expected, wrong: dict[str, int]) -> None:
    assert deviations(found, LongRun("classic", **wrong).landings()) > LIMIT


def test_a_wrong_deck_would_be_noticed(found: Expected, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the two kept cards still in their decks, the others come too seldom."""
    monkeypatch.setattr("tests.simulate.long_run.KEPT", None)
    assert deviations(found, LongRun("classic").landings()) > LIMIT
