"""The rulebook written a second time, slowly and plainly, to be compared with the engine."""

from tests.reference.editions import options_of
from tests.reference.reference import Reference

__all__ = ["Reference", "options_of"]
