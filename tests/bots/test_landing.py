"""The landing frequencies of the bots against the exact chain from which they come."""

import numpy as np

from passgo.bots.landing_odds import LANDINGS
from passgo.rules import codes
from tests.landing import Chain


def test_landing_frequencies_are_those_of_the_chain() -> None:
    lasting = np.linalg.matrix_power(Chain("classic").matrix(), 4000)[0]
    squares = lasting[: 3 * codes.SQUARES].reshape(3, codes.SQUARES).sum(axis=0)
    assert np.array_equal(LANDINGS, np.rint(10_000 * squares).astype(int))
