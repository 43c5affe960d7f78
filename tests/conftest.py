"""What every test shares. It is read before anything imports passgo."""

import os

# Numba's own check of every index; it must be chosen before the rules are imported.
os.environ.setdefault("PASSGO_BOUNDSCHECK", "1")

import pytest
from hypothesis import settings

settings.register_profile("passgo", deadline=None)  # a busy machine is slow, and no fault
settings.load_profile("passgo")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of the rulebook that the test proves")
