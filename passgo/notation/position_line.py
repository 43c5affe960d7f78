"""A position as one line of text: the edition, its options, and every field of the record that says something.

    classic rent-claims=manual | players=3 cash=1340,1500,880 on_turn=1 phase=before-throw owner=8*5,0,8*20,2,8 …

Fields that are as on an empty table are left out, and so are the last entries of a row; `8*5` is five times 8.
What follows from the rest is never written: the Bank's cash, as all cash sums to nothing, the ledger, as it tells the
same, and which goods of an open offer are mortgaged, as an offer stands only while they are as they were. The same
position always makes the same line.
"""

from itertools import groupby
from typing import Any

import numpy as np

from passgo import editions
from passgo.editions import Ruleset
from passgo.machine.records import Field, fields_of, new, plain
from passgo.rules import codes
from passgo.rules.state import State

FIELDS = fields_of(State)
PHASES = tuple(phase.removeprefix("PHASE_").lower().replace("_", "-") for phase in codes.PHASES)
"""The phases as a line names them, by number."""

DERIVED = ("ledger", "offer_mortgaged")
"""Fields that follow from others."""

ROOMY = 10**9
"""The most that a count or all the cash may be where a game begins: half of what the record holds, so both can grow."""

Records = np.ndarray[Any, Any]
"""An array of one STATE record."""


def empty_table(ruleset: Ruleset) -> Records:
    """A record in which the Bank has everything and nobody sits at the table."""
    records = new(State)
    record = records[0]
    record["owner"] = codes.BANK
    record["jail_card"] = codes.BANK
    record["offer_to"] = codes.NOBODY
    record["unseen"] = (1 << codes.DECK) - 1
    record["houses"] = ruleset.record[0]["setup_houses"]
    record["hotels"] = ruleset.record[0]["setup_hotels"]
    return records


def structure(records: Records) -> State:
    """The first record as something that is quick to read in Python."""
    return plain(State, records)


def row_of(g: Any, name: str) -> list[int]:
    """The values of a field, as a list in every case."""
    value = getattr(g, name)
    return [value] if FIELDS[name].count == 1 else list(value)


def format_position(ruleset: Ruleset, g: State) -> str:
    """The line of a position."""
    empty = structure(empty_table(ruleset))
    said = []
    for name in FIELDS:
        if name in DERIVED:
            continue
        row, default = row_of(g, name), row_of(empty, name)
        if name == "cash":
            row[codes.BANK] = 0
        if row != default:
            said.append(f"{name}={format_row(name, row, default)}")
    return " ".join(filter(None, [ruleset.edition, ruleset.options_text, "|", *said]))


def format_row(name: str, row: list[int], default: list[int]) -> str:
    """The values of a field as text, without those at the end that are as on an empty table."""
    if name == "phase":
        return PHASES[row[0]]
    while row[-1] == default[len(row) - 1]:
        row = row[:-1]
    runs = [(value, len(list(run))) for value, run in groupby(row)]
    return ",".join(str(value) if count == 1 else f"{value}*{count}" for value, count in runs)


def parse_position(line: str) -> tuple[Ruleset, Records]:
    """The ruleset and the record of a line; what is no line is refused, naming the word that is wrong.

    >>> ruleset, records = parse_position("classic | players=2 cash=1500*2 phase=before-throw")
    >>> ruleset.edition, records["cash"][0][:2].tolist()
    ('classic', [1500, 1500])
    """
    if not isinstance(line, str) or "|" not in line or "\n" in line.strip():
        raise ValueError(f"a position is a line 'EDITION OPTIONS | FIELDS', not {line!r:.60}")
    head, _, body = line.partition("|")
    edition, _, options = head.strip().partition(" ")
    ruleset = editions.parse_ruleset(edition, options)
    records = empty_table(ruleset)
    g = structure(records)
    for word in body.split():
        name, _, said = word.partition("=")
        if name not in FIELDS:
            raise ValueError(f"a position has no field {name!r}; it has {', '.join(FIELDS)}")
        set_row(g, name, parse_values(name, said, FIELDS[name]))
    g.cash[codes.BANK] = 0
    g.cash[codes.BANK] = bank_cash(list(g.cash))
    g.ledger[:] = g.cash[:]
    for p in range(codes.OFFERS):
        g.offer_mortgaged[p] = goods_mortgaged(g, p)
    return ruleset, records


def goods_mortgaged(g: State, proposer: int) -> int:
    """The deeds of both sides of an offer that are mortgaged now."""
    return (g.offer_give_deeds[proposer] | g.offer_take_deeds[proposer]) & g.mortgaged


def bank_cash(cash: list[int]) -> int:
    """What the Bank's account must be for all cash to sum to nothing."""
    total = -sum(cash)
    if total < -ROOMY:
        raise ValueError(f"the cash of all players sums to ${-total:,}: more than a game can hold")
    return total


def parse_values(name: str, said: str, field: Field) -> list[int]:
    """The values of a field, each within its bounds."""
    if name == "phase" and said in PHASES:
        return [PHASES.index(said)]
    values: list[int] = []
    for word in said.split(","):
        value, _, count = word.partition("*")
        try:
            number, times = int(value), int(count or 1)
        except ValueError:
            raise ValueError(f"{name}: {word!r} is no number") from None
        if not field.least <= number <= field.most:
            raise ValueError(f"{name}: {number} is not within {field.least} to {field.most}")
        if not 0 < times <= field.count - len(values):
            raise ValueError(f"{name}: there are more than {field.count} values")
        values += [number] * times
    return values


def set_row(g: Any, name: str, values: list[int]) -> None:
    """Put values into a field, from its beginning."""
    if FIELDS[name].count == 1:
        setattr(g, name, values[0])
    else:
        getattr(g, name)[: len(values)] = values
