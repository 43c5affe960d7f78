"""How sure a share is."""

import math

NORMAL_95 = 1.959963984540054
"""95 % of the normal distribution lies within so many standard deviations."""


def wilson(successes: int, trials: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval for a share: it holds near 0 and 1 too, and for few trials.

    >>> [round(end, 4) for end in wilson(10, 100)]
    [0.0552, 0.1744]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = (centre - reach) / scale if successes > 0 else 0.0
    high = (centre + reach) / scale if successes < trials else 1.0
    return low, high
