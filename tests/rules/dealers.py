"""Three players with something to deal in, for tests."""

from typing import Any

from passgo import Game
from tests.rules.table import table


def dealers(edition: str, **position: Any) -> Game:
    """Ann has Baltic Avenue and Boardwalk, Ben Short Line, Cy Water Works; each has $500. It is Cy's turn."""
    ann = {"deeds": ["baltic avenue", "boardwalk"], **position.pop("Ann", {})}
    ben = {"deeds": ["short line"], **position.pop("Ben", {})}
    cy = {"deeds": ["water works"], **position.pop("Cy", {})}
    return table(edition, each=500, Ann=ann, Ben=ben, Cy=cy, **{"on_turn": "Cy", **position})
