"""The benchmark of waiting compares starts with NumPy's, and calls with empty ones."""

import pytest

from passgo.dev.bench.start import calls_us, start
from passgo.machine.switches import CALM, PLAIN


@pytest.mark.skipif(PLAIN or CALM, reason="what is measured is our machine code")
def test_starts_are_compared_with_importing_numpy() -> None:
    numbers = start(attempts=1)
    assert not numbers["machine_code_shipped"], "a checkout brings none"
    assert not numbers["numba_loaded"], "what was compiled before is loaded without"
    assert 0 < numbers["import_passgo_s"] < numbers["first_step_s"]
    assert numbers["first_step_per_import_numpy"] > 0.5
    assert "cold_compile_s" not in numbers


def test_a_step_takes_longer_than_nothing() -> None:
    empty, step = calls_us()
    assert 0 < empty < step
