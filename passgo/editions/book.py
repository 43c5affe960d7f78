"""An edition as its file tells it: which board and decks, what is printed on them, and its reading of every rule."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from passgo.editions.board import Board, read_board, read_colour
from passgo.editions.decks import Card, read_decks
from passgo.editions.files import Section, read
from passgo.editions.names import close_to
from passgo.editions.options import read_settings
from passgo.errors import EditionError
from passgo.rules import codes, ids

NAMES = ("1935", "classic", "speed-die", "modern")
"""The editions."""

FIELDS = ("key", "title", "year", "board", "decks", "tokens", "bills", "any_bills_at", "rulings", "groups", "colours",
          "taxes", "rules", "extends")  # fmt: skip

TAX_KINDS = {
    "luxury-flat": codes.TAX_LUXURY_FLAT,
    "income-choice": codes.TAX_INCOME_CHOICE,
    "income-flat": codes.TAX_INCOME_FLAT,
}
"""The kinds of tax by the word the files use."""

Bills = tuple[tuple[int, int], ...]
"""Bills as pairs of count and value, the largest first."""


@dataclass(frozen=True)
class Tax:
    """The tax of a tax square: luxury or income, and whether there is a choice."""

    square: int
    kind: str
    flat: int


@dataclass(frozen=True)
class Book:
    """Everything an edition's file says, read and checked."""

    key: str
    title: str
    year: int
    board: Board
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    tokens: tuple[str, ...]
    bills: Bills
    any_bills_at: int
    rulings: tuple[str, ...]
    taxes: tuple[Tax, ...]
    numbers: Mapping[str, int]


def edition_key(name: str) -> str:
    """The key of an edition that a caller names.

    >>> edition_key("Speed_Die")
    'speed-die'
    """
    word = name.strip().casefold().replace("_", "-").replace(" ", "-")
    if word not in NAMES:
        raise EditionError(f"no edition ({', '.join(NAMES)}) is called {name!r}{close_to(word, NAMES)}")
    return word


@lru_cache(maxsize=32)
def read_book(folder: Path, key: str) -> Book:
    """The edition of that key."""
    file = read_extended(folder, key)
    file.only(*FIELDS)
    if file.text("key") != key:
        raise file.error("key", f"is {file.text('key')!r}, not {key!r}")
    board = named_groups(read_board(folder, file.text("board")), file)
    numbers = read_numbers(folder, file.section("rules"))
    return Book(
        key=key,
        title=file.text("title"),
        year=file.whole("year", 1900, 2100),
        board=board,
        decks=read_decks(folder, file.text("decks"), board),
        tokens=read_tokens(file, numbers["setup_players_most"]),
        bills=read_bills(file, numbers["setup_cash"]),
        any_bills_at=file.whole("any_bills_at", 0, 8),
        rulings=read_rulings(file),
        taxes=read_taxes(file.section("taxes"), board),
        numbers=numbers,
    )


def read_extended(folder: Path, key: str) -> Section:
    """The edition's file, laid over the one it extends, if any."""
    file = read(folder, key.replace("-", "_"))
    if not file.has("extends"):
        return file
    below = read_extended(folder, file.among("extends", [name for name in NAMES if name != key]))
    return Section(file.where, laid_over(below.content, file.content))


@lru_cache(maxsize=32)
def read_extends(folder: Path, key: str) -> tuple[str, ...]:
    """The editions that this one is laid over, the nearest first."""
    file = read(folder, key.replace("-", "_"))
    if not file.has("extends"):
        return ()
    below = file.among("extends", [name for name in NAMES if name != key])
    return (below, *read_extends(folder, below))


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are merged, rulings added up, everything else replaced.

    >>> laid_over({"a": 1, "t": {"x": 1, "y": 1}}, {"t": {"y": 2}})
    {'a': 1, 't': {'x': 1, 'y': 2}}
    """
    merged = dict(below)
    for field, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(field), dict):
            merged[field] = laid_over(below[field], value)
        elif field == "rulings":
            merged[field] = [*below.get(field, ()), *value]
        else:
            merged[field] = value
    return merged


def named_groups(board: Board, file: Section) -> Board:
    """The board with the groups as this edition names and colours them."""
    keys, groups = [group.key for group in board.groups], board.groups
    if file.has("groups"):
        named = file.section("groups")
        named.only(*keys)
        groups = tuple(replace(g, name=named.text(g.key)) if named.has(g.key) else g for g in groups)
    if file.has("colours"):
        coloured = file.section("colours")
        coloured.only(*keys)
        groups = tuple(replace(g, colour=read_colour(coloured, g.key)) if coloured.has(g.key) else g for g in groups)
    return replace(board, groups=groups)


def read_tokens(file: Section, players: int) -> tuple[str, ...]:
    """Tokens for every player the edition allows."""
    tokens = file.texts("tokens")
    if len(tokens) < players:
        raise file.error("tokens", f"are {len(tokens)}, too few for {players} players")
    return tokens


def read_bills(file: Section, cash: int) -> Bills:
    """The bills a player starts with; they make up the starting cash and let one pay any amount."""
    bills = file.value("bills", list)
    for pair in bills:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and n > 0 for n in pair)):
            raise file.error("bills", f"has {pair!r}, not a count and a value")
    values = [value for _, value in bills]
    if values != sorted(set(values), reverse=True) or values[-1:] != [1]:
        raise file.error("bills", "must have falling values, the last being 1")
    total = sum(count * value for count, value in bills)
    if total != cash:
        raise file.error("bills", f"make {total}, not the {cash} a player starts with")
    return tuple((count, value) for count, value in bills)


def read_rulings(file: Section) -> tuple[str, ...]:
    """The rules that are rulings in this edition, in the order of the rulebook."""
    rulings = file.texts("rulings")
    for rule in rulings:
        if rule not in ids.NAMES[1:]:
            raise file.error("rulings", f"has {rule!r}, which is no rule")
    return tuple(sorted(rulings, key=ids.NUMBERS.__getitem__))


def read_taxes(section: Section, board: Board) -> tuple[Tax, ...]:
    """A tax for every tax square of the board, and for no other."""
    squares = [square for square in board.squares if square.kind == "tax"]
    section.only(*(square.slug for square in squares))
    taxes = []
    for square in squares:
        entry = section.section(square.slug)
        entry.only("kind", "flat")
        taxes.append(Tax(square.index, entry.among("kind", TAX_KINDS), entry.whole("flat")))
    return tuple(taxes)


def read_numbers(folder: Path, section: Section) -> dict[str, int]:
    """The numbers of every single-valued field of the EDITION record, none missing."""
    settings = read_settings(folder)
    section.only(*settings)
    numbers = {}
    for name, setting in settings.items():
        if not section.has(name):
            raise section.error(name, "is missing")
        try:
            numbers[name] = setting.number(section.content[name])
        except EditionError as problem:
            raise EditionError(f"{section.where}.{problem}") from None
    if numbers["setup_players_least"] > numbers["setup_players_most"]:
        raise section.error("setup_players_least", "is above setup_players_most")
    return numbers
