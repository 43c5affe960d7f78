"""A row for every turn: the position at its beginning, before the first throw, as columns for analysis.

The loop keeps copies of whole positions, and the columns are computed here, for all turns of a batch at once. So a run
that keeps no turns is not slower, and a new column needs no compiled code.
"""

from typing import Any

import numpy as np

from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.simulate.runs.plan import Columns, Plan


def turn_columns(plan: Plan, numbers: range, kept: np.ndarray[Any, Any]) -> Columns:
    """The columns of the turns of these games, in order. Columns such as `cash_0` and `cash_1` are about the seats."""
    rows, player = np.arange(len(kept)), kept["on_turn"]
    columns: Columns = {
        "game": games_of(plan, numbers, kept),
        "turn": kept["turn"],
        "round": kept["round"],
        "player": player,
        "square": kept["square"][rows, player],
        "jail": kept["jail"][rows, player],
        "bank_houses": kept["houses"],
        "bank_hotels": kept["hotels"],
        "unowned": (kept["owner"] == codes.BANK).sum(axis=1, dtype=np.int8),
        "mortgaged_set": kept["mortgaged"],
    }
    value = deed_values(plan, kept)
    for seat in range(len(plan.bots)):
        columns |= {f"{name}_{seat}": column for name, column in seat_columns(plan, kept, value, seat).items()}
    for deed in plan.ruleset.deeds:
        if deed.kind == "street":
            columns[f"level_{deed.slug}"] = kept["level"][:, deed.index]
    return {name: np.ascontiguousarray(column) for name, column in columns.items()}


def games_of(plan: Plan, numbers: range, kept: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The number of the game of each turn."""
    begins = kept["turn"] == first_turn(plan)
    found: np.ndarray[Any, np.dtype[np.int64]] = numbers.start - 1 + np.cumsum(begins, dtype=np.int64)
    return found


def first_turn(plan: Plan) -> int:
    """The number of the turn with which every game begins."""
    return max(1, int(np.frombuffer(plan.start, STATE)[0]["turn"])) if plan.start else 1


def is_mortgaged(kept: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Is a deed mortgaged? By turn and deed."""
    found: np.ndarray[Any, Any] = (kept["mortgaged"][:, None] >> np.arange(codes.DEEDS) & 1).astype(bool)
    return found


def deed_values(plan: Plan, kept: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The worth of each deed with its buildings, by turn and deed, as the rule `short.worth` counts it."""
    price, house_cost = plan.ruleset.record[0]["price"], plan.ruleset.record[0]["house_cost"]
    found: np.ndarray[Any, Any] = np.where(is_mortgaged(kept), price // 2, price) + kept["level"] * house_cost
    return found


def seat_columns(plan: Plan, kept: np.ndarray[Any, Any], value: np.ndarray[Any, Any], seat: int) -> Columns:
    """The columns about one seat."""
    held, level = kept["owner"] == seat, kept["level"]
    whole = [held[:, list(group.deeds)].all(axis=1) for group in plan.ruleset.groups]
    return {
        "cash": kept["cash"][:, seat],
        "worth": kept["cash"][:, seat] + (held * value).sum(axis=1, dtype=np.int32),
        "square": kept["square"][:, seat],
        "jail": kept["jail"][:, seat],
        "out": kept["out"][:, seat] == 1,
        "deeds": held.sum(axis=1, dtype=np.int8),
        "deed_set": held @ (1 << np.arange(codes.DEEDS, dtype=np.int32)),
        "groups": np.sum(whole, axis=0, dtype=np.int8),
        "mortgaged": (held & is_mortgaged(kept)).sum(axis=1, dtype=np.int8),
        "houses": np.where(held & (level < codes.HOTEL), level, 0).sum(axis=1, dtype=np.int8),
        "hotels": (held & (level == codes.HOTEL)).sum(axis=1, dtype=np.int8),
    }


def join_columns(parts: list[Columns]) -> Columns:
    """The rows of all parts, one part after the other."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
