"""Hearing what people say about a position: names, lists and numbers, each refused where it is none.

What is heard here is said in `position`; the two are each other's inverse.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from passgo.errors import UnlawfulPosition
from passgo.notation.actions import DECKS
from passgo.notation.dict_writer import ARRIVED, SPEEDING
from passgo.notation.names import ACCOUNT_NAMES, LOT_NUMBERS, MOST, Names
from passgo.notation.position_line import PHASES
from passgo.rules import ids
from passgo.rules.codes import BANK, NOBODY, POT

ACCOUNTS = {ACCOUNT_NAMES[number].casefold(): number for number in (BANK, POT)}
WORDS: dict[str, tuple[Any, ...]] = {
    "arrived": ARRIVED,
    "speeding": SPEEDING,
    "deck": DECKS,
    "phase": PHASES,
    "rule": ids.NAMES,
}
"""The words for the numbers of a field."""


def fail(where: str, complaint: str, rule: str | None = None) -> NoReturn:
    """Refuse a position, saying where in the dictionary the fault lies."""
    raise UnlawfulPosition(f"{where}: {complaint}" if where else complaint, rule)


def dictionary(where: str, value: Any, known: Iterable[str] | None = None) -> dict[str, Any]:
    """A dictionary that has no keys but known ones."""
    if not isinstance(value, Mapping):
        fail(where, f"this is a dictionary, not {value!r:.40}")
    for name in value:
        if known is not None and name not in known:
            fail(where, f"{name!r} means nothing here; known are {', '.join(known)}")
    return dict(value)


def whole(where: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        fail(where, f"{value!r} is not a whole number from {least} to {most}")
    return value


def listed(where: str, value: Any) -> list[Any]:
    """A list in which nothing stands twice."""
    if not isinstance(value, list | tuple):
        fail(where, f"this is a list, not {value!r:.40}")
    return list(value)


def heard(names: Names, kind: str, where: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """What people say, as a number of the record."""
    if kind in WORDS:
        words = WORDS[kind]
        if not any(word == value and type(word) is type(value) for word in words):
            fail(where, f"{value!r} is not one of {', '.join(map(str, words))}")
        return words.index(value)
    if kind == "truth":
        return int(value) if isinstance(value, bool) else fail(where, f"{value!r} is not true or false")
    try:
        return named(names, kind, where, value, least, most)
    except UnlawfulPosition:
        raise
    except ValueError as problem:
        fail(where, str(problem))


def named(names: Names, kind: str, where: str, value: Any, least: int, most: int) -> int:
    """A name or a list of names as a number of the record; or simply a number."""
    if kind == "players":
        return names.set_of_players(listed(where, value))
    if kind == "deeds":
        return names.set_of_deeds(listed(where, value))
    if kind == "decks":
        return names.set_of_decks(listed(where, value))
    if kind == "account" and (value is None or str(value).casefold() in ACCOUNTS):
        return NOBODY if value is None else ACCOUNTS[value.casefold()]
    if kind in ("player", "account"):
        return names.seat(value)
    if kind == "lot" and isinstance(value, str) and value in LOT_NUMBERS:
        return LOT_NUMBERS[value]
    return names.square(value) if kind in ("square", "lot") else whole(where, value, least, most)
