"""Trouble of the store is told to the operator: counted each time, and logged with its reason once a minute."""

import logging
import time

from passgo.server.metrics import Metrics
from passgo.server.store import Unavailable

logger = logging.getLogger(__name__)
AGAIN_SECONDS = 60.0
"""Trouble of one kind is logged again after so long."""


class Troubles:
    """What went wrong with the store of one process."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._logged: dict[str, float] = {}
        self._more: dict[str, int] = {}
        """How often each kind has come since it was last logged."""

    def note(self, problem: Unavailable) -> None:
        """Count a problem, and log it if none of its kind was logged lately."""
        kind = problem.kind
        if kind == "closed":
            return
        self._metrics.store_errors.labels(kind).inc()
        at, last = time.monotonic(), self._logged.get(kind)
        if last is not None and at - last < AGAIN_SECONDS:
            self._more[kind] = self._more.get(kind, 0) + 1
            return
        self._logged[kind] = at
        more = self._more.pop(kind, 0)
        logger.error("games cannot be kept or read", extra={"kind": kind, "reason": str(problem), "unlogged": more})
