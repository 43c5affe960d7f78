"""The results file of a tournament: written whole after each batch, so that a tournament goes on where it was.

The file names its tournament. It is replaced in one act, after its successor is safely on the disk: whatever
interrupts the writing, the old file or the new one is there, and whole.
"""

import json
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from passgo.rules import ids
from passgo.simulate.runs.counts import RULES
from passgo.simulate.runs.faults import Fault, Faults
from passgo.simulate.tournament.standings import Result
from passgo.simulate.tournament.tournament import Found, Tournament

FORMAT = 2


def said(found: Found) -> dict[str, Any]:
    """What is known, as a file says it."""
    refused = [[[ids.NAMES[k], int(row[k])] for k in np.flatnonzero(row)] for row in found.refusals]
    results = [
        [list(kind.entrants), list(kind.seats), kind.games, kind.finished, list(kind.parts), count]
        for kind, count in sorted(found.results.items())
    ]
    return {
        "passgo tournament": FORMAT,
        "tournament": found.tournament.named(),
        "matches": found.matches,
        "results": results,
        "refusals": refused,
        "stalls": found.stalls.tolist(),
        "faults": found.faults.to_list(),
    }


def write(path: Path, found: Found) -> None:
    """Write the file anew, whole or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(said(found), file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink()


def read(path: Path, tournament: Tournament) -> Found:
    """What the file knows of this tournament; nothing yet, if there is no such file."""
    if not path.exists():
        return Found(tournament)
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        known, there = (
            told["passgo tournament"],
            dict(told["tournament"]) if told["passgo tournament"] == FORMAT else {},
        )
    except (ValueError, KeyError, TypeError, OSError):
        raise ValueError(f"{path}: expected the results of a tournament, or no file") from None
    if known != FORMAT:
        raise ValueError(f"{path}: expected results in format {FORMAT}, not {known!r}")
    difference = differences(there, tournament.named())
    if difference:
        raise ValueError(f"{path} holds another tournament: {difference}. Name another file to begin anew")
    try:
        found = found_in(told, tournament)
        check_found(found)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError):
        raise ValueError(f"{path}: expected whole results; the file is damaged. Name another to begin anew") from None
    return found


def check_found(found: Found) -> None:
    """Results that no tournament can have are refused, before matches are added to them."""
    entrants, seats = len(found.tournament.entrants), found.tournament.seats
    numbers = [found.matches, *found.results.values()]
    numbers += [n for kind in found.results for n in (*kind.entrants, *kind.seats, kind.games, kind.finished)]
    numbers += [n for kind in found.results for n in kind.parts]
    numbers += [n for fault in found.faults.all() for n in (fault.count, fault.game)]
    fine = (
        all(type(n) is int and n >= 0 for n in numbers)
        and sum(found.results.values()) == found.matches
        and all(entrant < entrants for kind in found.results for entrant in kind.entrants)
        and all(len(kind.entrants) == len(kind.seats) == len(kind.parts) for kind in found.results)
        and all(sum(kind.seats) == seats and kind.finished <= kind.games for kind in found.results)
        and found.stalls.shape == (entrants,)
        and min(found.stalls.min(), found.refusals.min()) >= 0
    )
    if not fine:
        raise ValueError("these are no results")


def differences(there: dict[str, Any], here: dict[str, Any]) -> str:
    """What differs between two tournaments, in words.

    >>> differences({"seed": 1, "seats": 4}, {"seed": 2, "seats": 4})
    'its seed is 1, not 2'
    """
    told = []
    for name, value in here.items():
        if there.get(name) == value:
            continue
        before, now = there.get(name), value
        if name == "code":
            told.append("PassGo itself, its code or its data, has changed since")
            continue
        if name == "data":
            same_table = all(there.get(key) == here[key] for key in ("edition", "options"))
            told += ["the data of its edition have changed since"] if same_table else []
            continue
        if name == "entrants" and before is not None:
            before, now = ([str(entrant[0]) for entrant in entrants] for entrants in (before, now))
            if before == now:
                changed = [bot for bot, old, new in zip(now, there[name], value, strict=True) if old != new]
                told.append(f"the code of {', '.join(changed)} has changed since")
                continue
            before, now = ", ".join(before), ", ".join(now)
        verb = "are" if name in ("entrants", "options", "seats", "rounds") else "is"
        told.append(f"its {name} {verb} {before or 'none'}, not {now or 'none'}")
    return "; ".join(told)


def found_in(told: dict[str, Any], tournament: Tournament) -> Found:
    """What a file of this tournament says."""
    found = Found(tournament, told["matches"])
    found.results = Counter(
        {
            Result(tuple(entrants), tuple(seats), games, finished, tuple(parts)): count
            for entrants, seats, games, finished, parts, count in told["results"]
        }
    )
    numbers = {name: k for k, name in enumerate(ids.NAMES)}
    found.refusals = np.zeros((len(tournament.entrants), RULES), np.int64)
    for n, row in enumerate(told["refusals"]):
        for name, count in row:
            found.refusals[n, numbers[name]] = count
    found.stalls = np.array(told["stalls"], np.int64)
    found.faults = Faults(Fault(**fault) for fault in told["faults"])
    return found
