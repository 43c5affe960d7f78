"""The weights of the net that comes with PassGo. Compiled, they are part of the machine code."""

from functools import cache
from importlib.resources import files

import numpy as np

from passgo.bots.judgement.net import WEIGHTS
from passgo.machine.rooms import Floats, constant_floats


@cache
def weights() -> Floats:
    """The weights of the net that comes with PassGo."""
    kept = np.frombuffer(files(__package__).joinpath("weights.bin").read_bytes(), "<f4")
    return check_weights(kept)


def check_weights(kept: Floats) -> Floats:
    """Weights as the net takes them; ValueError if they are another net's."""
    if kept.shape != (WEIGHTS,) or not np.isfinite(kept).all():
        raise ValueError(f"expected {WEIGHTS:,} weights, all of them numbers, found {kept.size:,}")
    return np.array(kept, np.float32)


shipped_weights = constant_floats(weights)
"""The same, for compiled code."""
