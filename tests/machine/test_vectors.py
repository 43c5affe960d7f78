"""Sums over rows of numbers: compiled, plain, and as NumPy reckons them one after the other, to the last bit."""

from typing import Any

import numpy as np
import pytest

from passgo.machine.decorators import entry, source_of
from passgo.machine.rooms import Floats, constant_floats, floats_at, room_for
from passgo.machine.vectors import combiner_of, rectifier_of, weigher_of

COUNT, INPUTS = 64, 75  # more than fit into one set
KEPT = np.random.default_rng(5).normal(size=COUNT * INPUTS).astype(np.float32)

weigh, rectify, combine = weigher_of(COUNT, INPUTS), rectifier_of(COUNT), combiner_of(COUNT)
room, kept_floats = room_for(2 * COUNT), constant_floats(lambda: KEPT)


@entry
def a_layer(inputs: Floats, start: Floats, found: Floats) -> None:
    """Rows of the code's own, weighed by inputs from the second on, cut off, summed twice, and combined with a row."""
    sums = room()
    for n in range(COUNT):
        sums[COUNT + n] = n
    weigh(sums, 0, floats_at(start, 1), 2, floats_at(inputs, 0), 1, 0.3, kept_floats(), 0)
    total = combine(sums, 0, kept_floats(), COUNT)
    for n in range(COUNT):
        found[n] = sums[n]
    rectify(sums, 0, sums, COUNT)
    for n in range(COUNT):
        found[COUNT + n] = sums[n]
        found[2 * COUNT + n] = sums[COUNT + n]
    found[3 * COUNT] = total


def some_numbers() -> tuple[Any, Any]:
    """Inputs, one of them nothing, and what the sums begin with."""
    random = np.random.default_rng(1)
    inputs = random.normal(size=INPUTS + 1).astype(np.float32)
    inputs[[4, 8, 9, 63, 64, 65, 74]] = 0
    return inputs, random.normal(size=COUNT + 3).astype(np.float32)


def test_a_layer_is_reckoned_as_numpy_reckons_it_to_the_last_bit() -> None:
    (inputs, start), found = some_numbers(), np.zeros(3 * COUNT + 1, np.float32)
    a_layer(inputs, start, found)
    sums = start[3:].copy()
    for k in range(INPUTS):
        sums += inputs[1 + k] * np.float32(0.3) * KEPT[k * COUNT : (k + 1) * COUNT]
    assert found[:COUNT].tobytes() == sums.tobytes()
    assert 0 < (sums < 0).sum() < COUNT, "there is something to cut off"
    cut = np.maximum(sums, 0)
    assert found[COUNT : 2 * COUNT].tobytes() == cut.tobytes()
    assert found[2 * COUNT : -1].tobytes() == (np.arange(COUNT, dtype=np.float32) + cut).tobytes()
    products = cut * KEPT[COUNT : 2 * COUNT]
    assert found[-1] == pytest.approx(float(products.astype(np.float64).sum()), abs=1e-5)


def test_plain_python_reckons_the_same() -> None:
    inputs, start = some_numbers()
    found: list[np.ndarray[Any, Any]] = []
    for function in (a_layer, source_of(a_layer)):
        found.append(np.zeros(3 * COUNT + 1, np.float32))
        function(inputs, start, found[-1])
    assert found[0].tobytes() == found[1].tobytes()


def test_rows_fill_whole_vectors() -> None:
    for make in (lambda count: weigher_of(count, INPUTS), rectifier_of, combiner_of):
        with pytest.raises(ValueError, match="a multiple of 16, not 40"):
            make(40)
    with pytest.raises(ValueError, match="at least 8 inputs, not 7"):
        weigher_of(COUNT, 7)
    with pytest.raises(ValueError, match="a power of two, not 48"):
        combiner_of(48)
