"""The parameter files that come with PassGo: `trader.toml`, which was tuned, and `levels.toml` for the levels."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from passgo.bots.tables import read_described, read_file
from passgo.bots.trader.parameters import TABLE, by_hand, check

HERE = Path(__file__).parent
TRADER, LEVELS = HERE / "trader.toml", HERE / "levels.toml"

HEADING = """\
# The numbers by which `trader` plays, and how they were obtained.
# `passgo dev tune` wrote this file. The table in passgo/bots/trader/parameters.py has the meanings and ranges.
"""


def check_all(path: Path, parameters: object, others: Mapping[str, int]) -> dict[str, int]:
    """All parameters: those from the file, which are checked, and the others from `others`."""
    if not isinstance(parameters, dict):
        raise ValueError(f"{path}: expected a table of parameters with their values")
    try:
        return {**others, **{name: check(name, value) for name, value in parameters.items()}}
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def read_parameters(path: Path = TRADER) -> dict[str, int]:
    """The parameters of a file that `passgo dev tune` wrote.

    >>> read_parameters().keys() == TABLE.keys()
    True
    """
    return check_all(path, read_file(path).get("parameters"), by_hand())


def read_levels(path: Path = LEVELS) -> dict[str, tuple[str, dict[str, int]]]:
    """The description and the parameters of each level. Parameters that the file does not name are those of `trader`.

    >>> list(read_levels())
    ['easy', 'normal', 'hard']
    """
    trader, levels = read_parameters(), read_described(path, "level")
    return {name: (description, check_all(path, level, trader)) for name, (description, level) in levels.items()}


def format_parameters(parameters: Mapping[str, int], obtained: Mapping[str, Any]) -> str:
    """The text of a parameter file; `obtained` says how the parameters were obtained.

    >>> print(format_parameters({"reserve": 40}, {"how": "guessed", "seed": 7}))
    # The numbers by which ...
    <BLANKLINE>
    [parameters]
    reserve = 40  # 1 to 500: dollars kept in any case
    <BLANKLINE>
    [obtained]
    how = "guessed"
    seed = 7
    <BLANKLINE>
    """
    lines = [HEADING, "[parameters]"]
    for name, value in parameters.items():
        entry = TABLE[name]
        lines.append(f"{name} = {value}  # {entry.low} to {entry.high}: {entry.meaning}")
    lines += ["", "[obtained]"]
    lines += [f"{key} = {format_value(value)}" for key, value in obtained.items()]
    return "\n".join(lines) + "\n"


def format_value(value: object) -> str:
    """A value as TOML: a text, a number, a list, or an inline table.

    >>> format_value({"low": 0.5, "of": ["a", 'b"c']})
    '{low = 0.5, of = ["a", "b\\\\"c"]}'
    """
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {format_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        tables = any(isinstance(entry, Mapping) for entry in value)  # tables are long: each gets a line of its own
        between = ",\n  " if tables else ", "
        entries = between.join(format_value(entry) for entry in value)
        return f"[\n  {entries},\n]" if tables else f"[{entries}]"
    return str(value)
