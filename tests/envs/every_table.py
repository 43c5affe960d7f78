"""Every table that the standards are tried at: each edition, whole and short, with every number of players."""

from typing import Any

from passgo import editions

SHORT = {"short_game": True, "short_rounds": 3, "short_deal": 2}

TABLES: dict[str, dict[str, Any]] = {
    f"{edition}-{'short-' if options else ''}{players}": {"edition": edition, "players": players, "options": options}
    for edition in editions.NAMES
    for options in ({}, SHORT)
    for players in editions.ruleset(edition, **options).players
}
"""The settings of each table by its name; books say how many may play, 2 to 8 at most."""
