"""The course of a game up to an earlier point, which is copied only when somebody asks what had happened.

Whoever walks through a record looks at the position of each moment, and seldom at all that led to it. If that were
copied each time, the walk would take the square of the length.
"""

from bisect import bisect_left
from typing import Any

from passgo.game.course import Course, Mark
from passgo.game.engine import Engine


class EarlierCourse(Course):
    """A course of its own, which until a point went as a `whole` one did. That one must not change any more."""

    __slots__ = ("_until", "_whole")

    def __init__(self, whole: Course, until: Mark, engine: Engine) -> None:
        self.engine, self.dealer, self.chances = engine, whole.dealer, until.chances
        self._whole, self._until = whole, until
        reached = until.steps >= whole.since  # of what came later nothing is known at that point
        self.told, self.since = (whole.told, whole.since) if reached else ((), 0)

    def __getattr__(self, name: str) -> Any:
        """Python asks here for what is not there yet: `steps`, `events` and `marks` until they are first needed."""
        if name not in ("steps", "events", "marks"):
            raise AttributeError(f"a course has no {name!r}")
        whole, until = self._whole, self._until
        self.steps, self.events = whole.steps[: until.steps], whole.events[: until.events]
        self.marks = whole.marks[: bisect_left(whole.marks, until.steps, key=lambda mark: mark.steps)]
        return getattr(self, name)
