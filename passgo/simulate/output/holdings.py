"""Who held what: a row for each group of which a player holds a lot, at the beginning of every round.

`group` is a number here; the file names it.
"""

from typing import Any

import numpy as np

from passgo.rules import codes
from passgo.simulate.output.turns import first_turn, games_of, is_mortgaged
from passgo.simulate.runs.plan import Columns, Plan


def holding_columns(plan: Plan, numbers: range, kept: np.ndarray[Any, Any]) -> Columns:
    """The holdings at the first turn of each round of these games: how many lots, and what stands on them."""
    game, begins = games_of(plan, numbers, kept), first_of_rounds(plan, kept)
    kept, game = kept[begins], game[begins]
    member = membership(plan)
    held = kept["owner"][:, None, :] == np.arange(len(plan.bots))[:, None]
    lots = held @ member
    row, player, group = np.nonzero(lots)
    level = kept["level"][:, None, :]

    def count(of_deed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        counted: np.ndarray[Any, Any] = ((held * of_deed) @ member)[row, player, group].astype(np.int8)
        return counted

    columns: Columns = {
        "game": game[row],
        "round": kept["round"][row],
        "player": player.astype(np.int8),
        "group": group.astype(np.int8),
        "lots": lots[row, player, group].astype(np.int8),
        "whole": lots[row, player, group] == member.sum(axis=0)[group],
        "houses": count(np.where(level < codes.HOTEL, level, 0)),
        "hotels": count(level == codes.HOTEL),
        "mortgaged": count(is_mortgaged(kept)[:, None, :]),
    }
    return {name: np.ascontiguousarray(column) for name, column in columns.items()}


def first_of_rounds(plan: Plan, kept: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Is this turn the first of its round? One of a game that begins in the middle of a round counts."""
    later = np.diff(kept["round"], prepend=-1) != 0
    found: np.ndarray[Any, np.dtype[np.bool_]] = later | (kept["turn"] == first_turn(plan))
    return found


def membership(plan: Plan) -> np.ndarray[Any, np.dtype[np.int16]]:
    """Which deed is of which group: 1 or 0, by deed and group."""
    member = np.zeros((codes.DEEDS, len(plan.ruleset.groups)), np.int16)
    for group in plan.ruleset.groups:
        member[list(group.deeds), group.index] = 1
    return member
