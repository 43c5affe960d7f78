"""What a table may switch: every single-valued field of the EDITION record, with its rule and its allowed values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import SupportsIndex

from passgo.editions.files import PACKAGE, Section, parse_file, read_file
from passgo.editions.names import close_to
from passgo.errors import EditionError
from passgo.machine import records
from passgo.rules import ids, state

Value = bool | int | str
"""True or false, an amount, or the name of a reading."""

ON_OFF = {"off": 0, "on": 1, "false": 0, "true": 1, "no": 0, "yes": 1, "0": 0, "1": 1}
FIELDS = {
    name: field
    for name, field in records.fields_of(state.Edition).items()
    if field.count == 1 and name != "jail_square"  # the board says where Jail is
}
"""The fields of an edition that hold a single value, in the order of the record."""


@dataclass(frozen=True)
class Option:
    """An option as one edition offers it. `values` is empty for an amount, which lies within least and most."""

    name: str
    rule: str
    title: str
    help: str
    default: Value
    values: tuple[Value, ...]
    least: int
    most: int
    unit: str
    choice: bool


@dataclass(frozen=True)
class Setting:
    """A field of the EDITION record as `options.toml` describes it, for all editions."""

    name: str
    rule: str
    title: str
    help: str
    default: Value | None  # of every edition that does not say another
    numbers: Mapping[str, int] | None  # the names of its numbers, if it has names
    on_off: bool
    least: int
    most: int
    unit: str
    choice: bool
    fixed: str
    brings: Mapping[str, Value]
    needs: str

    def number(self, value: object) -> int:
        """The number in the record for a value as Python, TOML or a text gives it."""
        number = self.parse(value) if isinstance(value, str) else None
        if isinstance(value, SupportsIndex) and (self.on_off or self.numbers or not isinstance(value, bool)):
            number = index(value)
        if number is None or not self.least <= number <= self.most:
            raise EditionError(f"{self.name} is {value!r}, not {self.allowed()} ({self.rule})")
        return number

    def parse(self, text: str) -> int | None:
        """The number that a text means, if any."""
        word = text.strip().casefold().replace("_", "-")
        if self.on_off:
            return ON_OFF.get(word)
        if self.numbers and word in self.numbers:
            return self.numbers[word]
        return int(word) if word.isdecimal() else None

    def value(self, number: int) -> Value:
        """The value people see for a number in the record."""
        if self.on_off:
            return bool(number)
        if self.numbers:
            return next(name for name, n in self.numbers.items() if n == number)
        return number

    def values(self) -> tuple[Value, ...]:
        """Every value, if they are few."""
        return tuple(self.value(n) for n in range(self.least, self.most + 1)) if self.on_off or self.numbers else ()

    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.on_off:
            return "on or off"
        return " or ".join(self.numbers) if self.numbers else f"a whole number from {self.least} to {self.most}"

    def offer(self, default: int) -> Option:
        """The option as an edition offers it whose own number this is."""
        return Option(
            self.name, self.rule, self.title, self.help, self.value(default), self.values(), self.least, self.most,
            self.unit, self.choice,
        )  # fmt: skip


@lru_cache(maxsize=4)
def read_settings(path: Path = PACKAGE / "options.toml") -> dict[str, Setting]:
    """Every field that holds a single value, in the order of the record."""
    file = parse_file(read_file(path, path.name))
    file.only(*FIELDS)
    return {name: read_setting(name, file.section(name)) for name in FIELDS}


def read_setting(name: str, entry: Section) -> Setting:
    """One entry of the file."""
    entry.only("rule", "values", "least", "most", "title", "help", "default", "choice", "fixed", "brings", "needs")
    field, rule = FIELDS[name], entry.among("rule", ids.NAMES[1:])
    numbers = read_numbers(entry)
    on_off = numbers is None and entry.among("values", ("on-off", "amount")) == "on-off"
    least, most = read_bounds(entry, field, numbers, on_off)
    fixed = entry.text("fixed") if entry.has("fixed") else ""
    return Setting(
        name=name,
        rule=rule,
        title="" if fixed else entry.text("title"),
        help=field.meaning if fixed else entry.text("help"),
        default=entry.content.get("default"),
        numbers=numbers,
        on_off=on_off,
        least=least,
        most=most,
        unit=field.unit,
        choice=entry.has("choice") and entry.truth("choice"),
        fixed=fixed,
        brings=entry.content.get("brings", {}),
        needs=entry.among("needs", FIELDS) if entry.has("needs") else "",
    )


def read_numbers(entry: Section) -> dict[str, int] | None:
    """The names of the numbers, which count from 0, if there are names."""
    if not isinstance(entry.content.get("values"), dict):
        return None
    numbers: dict[str, int] = entry.value("values", dict)
    if list(numbers.values()) != list(range(len(numbers))):
        raise entry.error("values", "must be numbered from 0, in order")
    return numbers


def read_bounds(
    entry: Section, field: records.Field, numbers: Mapping[str, int] | None, on_off: bool
) -> tuple[int, int]:
    """The least and the most that a table may choose, never beyond what the record can hold."""
    if numbers or on_off:
        least, most = 0, len(numbers) - 1 if numbers else 1
    else:
        least = entry.whole("least") if entry.has("least") else field.least
        most = entry.whole("most") if entry.has("most") else field.most
    if least < field.least or most > field.most or least > most:
        raise entry.error("values", f"reach from {least} to {most}, beyond {field.least} to {field.most}")
    return least, most


def find_setting(name: str) -> Setting:
    """The setting a caller names, with hyphens or underscores; what is no setting is refused, saying why."""
    settings = read_settings()
    word = name.strip().casefold().replace("-", "_").replace(".", "_")
    if word in settings:
        return settings[word]
    for rule in ids.NAMES[1:]:
        if word == rule.replace(".", "_").replace("-", "_"):
            raise EditionError(f"{rule} is a rule that no option switches")
    raise EditionError(f"no option is called {name!r}{close_to(word, list(settings))}")


def format_value(value: Value) -> str:
    """A value of an option as text; `Setting.parse` takes it back.

    >>> format_value(True), format_value(50), format_value("manual")
    ('on', '50', 'manual')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
