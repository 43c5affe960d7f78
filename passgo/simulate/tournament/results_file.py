"""The results file of a tournament, from which an interrupted tournament can be continued.

The file names its tournament and is written after each batch. The new file is written beside the old one and then takes
its place in one step. So whatever interrupts the writing, either the old file or the new one is there, complete.
"""

import json
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from passgo.simulate.runs.counts import REASON_NAMES, REASONS
from passgo.simulate.runs.faults import Fault, Faults
from passgo.simulate.tournament.standings import MatchResult
from passgo.simulate.tournament.tournament import Results, Tournament

FORMAT = 2


def format_results(found: Results) -> dict[str, Any]:
    """The results as the content of a file."""
    refused = [[[REASON_NAMES[k], int(row[k])] for k in np.flatnonzero(row)] for row in found.refusals]
    results = [
        [list(kind.entrants), list(kind.seats), kind.games, kind.finished, list(kind.parts), count]
        for kind, count in sorted(found.results.items())
    ]
    return {
        "passgo tournament": FORMAT,
        "tournament": found.tournament.identity(),
        "matches": found.matches,
        "results": results,
        "refusals": refused,
        "stalls": found.stalls.tolist(),
        "faults": found.faults.to_list(),
    }


def write(path: Path, found: Results) -> None:
    """Write the file, completely or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(format_results(found), file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        with suppress(OSError):
            beside.unlink()


def read(path: Path, tournament: Tournament) -> Results:
    """The results of this tournament from a file; if there is no such file, empty results."""
    if not path.exists():
        return Results(tournament)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        version = content["passgo tournament"]
        there = dict(content["tournament"]) if version == FORMAT else {}
    except (ValueError, KeyError, TypeError, OSError):
        raise ValueError(f"{path}: expected the results of a tournament, or no file") from None
    if version != FORMAT:
        raise ValueError(f"{path}: expected results in format {FORMAT}, not {version!r}")
    difference = differences(there, tournament.identity())
    if difference:
        raise ValueError(f"{path} holds another tournament: {difference}. To begin a new one, name another file")
    try:
        found = parse_results(content, tournament)
        check_results(found)
    except (ValueError, KeyError, TypeError, IndexError, OverflowError):
        raise ValueError(f"{path}: expected complete results, but the file is damaged. Name another file") from None
    return found


def check_results(found: Results) -> None:
    """Refuse results that no tournament can have, before matches are added to them."""
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
        raise ValueError("no tournament can have these results")


def differences(there: dict[str, Any], here: dict[str, Any]) -> str:
    """What differs between two tournaments, in words.

    >>> differences({"seed": 1, "seats": 4}, {"seed": 2, "seats": 4})
    'its seed is 1, not 2'
    """
    found = []
    for name, value in here.items():
        if there.get(name) == value:
            continue
        before, now = there.get(name), value
        if name == "code":
            found.append("PassGo itself, its code or its data, has changed since")
            continue
        if name == "data":
            same_edition = all(there.get(key) == here[key] for key in ("edition", "options"))
            found += ["the data of its edition have changed since"] if same_edition else []
            continue
        if name == "entrants" and before is not None:
            before, now = ([str(entrant[0]) for entrant in entrants] for entrants in (before, now))
            if before == now:
                changed = [bot for bot, old, new in zip(now, there[name], value, strict=True) if old != new]
                found.append(f"the code of {', '.join(changed)} has changed since")
                continue
            before, now = ", ".join(before), ", ".join(now)
        verb = "are" if name in ("entrants", "options", "seats", "rounds") else "is"
        found.append(f"its {name} {verb} {before or 'none'}, not {now or 'none'}")
    return "; ".join(found)


def parse_results(content: dict[str, Any], tournament: Tournament) -> Results:
    """The results from the content of a file of this tournament."""
    found = Results(tournament, content["matches"])
    found.results = Counter(
        {
            MatchResult(tuple(entrants), tuple(seats), games, finished, tuple(parts)): count
            for entrants, seats, games, finished, parts, count in content["results"]
        }
    )
    numbers = {name: k for k, name in enumerate(REASON_NAMES)}
    found.refusals = np.zeros((len(tournament.entrants), REASONS), np.int64)
    for n, row in enumerate(content["refusals"]):
        for name, count in row:
            found.refusals[n, numbers[name]] = count
    found.stalls = np.array(content["stalls"], np.int64)
    found.faults = Faults(Fault(**fault) for fault in content["faults"])
    return found
