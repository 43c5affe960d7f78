"""An edition as its file describes it: its board and decks, what is printed on them, and its reading of every rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from passgo.editions.board import Board, read_board, read_colour
from passgo.editions.decks import Card, read_decks
from passgo.editions.files import Section, parse_file
from passgo.editions.options import read_settings
from passgo.editions.sources import Sources
from passgo.errors import EditionError
from passgo.rules import codes

FIELDS = ("extends", "title", "about", "year", "board", "decks", "tokens", "bills", "any_bills_at", "groups", "colours",
          "taxes", "fixed", "rules")  # fmt: skip

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


@dataclass(frozen=True, eq=False)  # `read_book` makes one for the same files
class Book:
    """Everything an edition's files say, read and checked. `name` is the one that finds it again."""

    name: str
    extends: tuple[str, ...]
    title: str
    about: str
    year: int
    board: Board
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    tokens: tuple[str, ...]
    bills: Bills
    any_bills_at: int
    taxes: tuple[Tax, ...]
    fixed: Mapping[str, str]
    numbers: Mapping[str, int]


@lru_cache(maxsize=32)
def read_book(sources: Sources) -> Book:
    """The edition that these files describe."""
    own = parse_file(sources.own)
    own.only(*FIELDS)
    file = Section(own.where, merge([parse_file(below).content for below in sources.below], own.content))
    board = name_groups(read_board(sources.board), file, own)
    numbers = read_numbers(file.section("rules"))
    return Book(
        name=sources.signed_name,
        extends=sources.extends,
        title=file.text("title"),
        about=file.text("about") if file.has("about") else "",
        year=file.whole("year", 1900, 2100),
        board=board,
        decks=read_decks(sources.decks, board),
        tokens=read_tokens(file, numbers["setup_players_most"]),
        bills=read_bills(file, numbers["setup_cash"]),
        any_bills_at=file.whole("any_bills_at", 0, 8),
        taxes=read_taxes(file.section("taxes"), own, board),
        fixed=read_fixed(file),
        numbers=numbers,
    )


def merge(below: Sequence[Mapping[str, Any]], above: Mapping[str, Any]) -> dict[str, Any]:
    """What an edition says, laid over what those say that it extends, nearest first: tables are merged.

    >>> merge([{"t": {"y": 2}}, {"a": 1, "t": {"x": 1, "y": 1}}], {"b": 3})
    {'a': 1, 't': {'x': 1, 'y': 2}, 'b': 3}
    """
    if not below:
        return dict(above)
    merged = merge(below[1:], below[0])
    for field, value in above.items():
        both = isinstance(value, dict) and isinstance(merged.get(field), dict)
        merged[field] = {**merged[field], **value} if both else value
    return merged


def name_groups(board: Board, file: Section, own: Section) -> Board:
    """The board with the groups as this edition names and colours them."""
    keys, groups = [group.key for group in board.groups], board.groups
    for field in ("groups", "colours"):
        if own.has(field):  # what is inherited may be of a board with other groups
            own.section(field).only(*keys)
    if file.has("groups"):
        names = file.section("groups")
        groups = tuple(replace(g, name=names.text(g.key)) if names.has(g.key) else g for g in groups)
    if file.has("colours"):
        colours = file.section("colours")
        groups = tuple(replace(g, colour=read_colour(colours, g.key)) if colours.has(g.key) else g for g in groups)
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


def read_taxes(section: Section, own: Section, board: Board) -> tuple[Tax, ...]:
    """A tax for every tax square of the board, and for no other."""
    squares = [square for square in board.squares if square.kind == "tax"]
    if own.has("taxes"):  # what is inherited may be of a board with other squares
        own.section("taxes").only(*(square.slug for square in squares))
    taxes = []
    for square in squares:
        entry = section.section(square.slug)
        entry.only("kind", "flat")
        taxes.append(Tax(square.index, entry.among("kind", TAX_KINDS), entry.whole("flat")))
    return tuple(taxes)


def read_fixed(file: Section) -> dict[str, str]:
    """The options that tables of this edition do not have, each with the reason."""
    if not file.has("fixed"):
        return {}
    section = file.section("fixed")
    section.only(*read_settings())
    return {name: section.text(name) for name in section.content}


def read_numbers(section: Section) -> dict[str, int]:
    """The number of every single-valued field of the EDITION record: the edition's, or the default of all."""
    settings = read_settings()
    section.only(*settings)
    numbers = {}
    for name, setting in settings.items():
        if not section.has(name) and setting.default is None:
            raise section.error(name, "is missing")
        try:
            numbers[name] = setting.number(section.content.get(name, setting.default))
        except EditionError as problem:
            raise EditionError(f"{section.where}.{problem}") from None
    if numbers["setup_players_least"] > numbers["setup_players_most"]:
        raise section.error("setup_players_least", "is above setup_players_most")
    return numbers
