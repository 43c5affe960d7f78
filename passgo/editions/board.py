"""The board: its squares, its deeds and their groups."""

import re
from dataclasses import dataclass
from functools import lru_cache

from passgo.editions.files import Section, TextFile, parse_file
from passgo.editions.names import slug
from passgo.rules import codes

KINDS = {name.lower().removesuffix("_square"): codes.SQUARE_KINDS.index(name) for name in codes.SQUARE_KINDS}
"""The kinds of square by the word the files use."""

OWNABLE = ("street", "railroad", "utility")
LEVELS = codes.HOTEL + 1


@dataclass(frozen=True)
class Square:
    """One of the forty squares; `group` is empty where there is nothing to own. `short` fits on a drawing."""

    index: int
    name: str
    short: str
    slug: str
    kind: str
    group: str


@dataclass(frozen=True)
class Deed:
    """A property: `rents` by level for a street, by number owned for a railroad; a utility's are times the dice."""

    index: int
    square: int
    name: str
    slug: str
    kind: str
    group: str
    price: int
    mortgage: int
    house_cost: int
    rents: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Deeds that belong together; railroads and utilities are groups too. `colour` is for drawings, as `#rrggbb`."""

    index: int
    key: str
    name: str
    colour: str
    deeds: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """Everything a board file says; `label` is what errors call the file."""

    label: str
    squares: tuple[Square, ...]
    deeds: tuple[Deed, ...]
    groups: tuple[Group, ...]
    railroad_rent: tuple[int, ...]
    utility_factor: tuple[int, ...]


@lru_cache(maxsize=16)
def read_board(source: TextFile) -> Board:
    """The board of a file."""
    file = parse_file(source)
    file.only("railroad_rent", "utility_factor", "groups", "colours", "square")
    entries = file.sections("square", codes.SQUARES)
    squares = tuple(read_square(index, entry) for index, entry in enumerate(entries))
    railroad_rent, utility_factor = file.wholes("railroad_rent", 4), file.wholes("utility_factor", 2)
    rents = {"railroad": railroad_rent, "utility": utility_factor}
    owned = [square for square in squares if square.kind in OWNABLE]
    if len(owned) != codes.DEEDS:
        raise file.error("square", f"has {len(owned)} deeds, not {codes.DEEDS}")
    deeds = tuple(read_deed(index, square, entries[square.index], rents) for index, square in enumerate(owned))
    check_squares(file, squares)
    return Board(file.where, squares, deeds, read_groups(file, deeds), railroad_rent, utility_factor)


def read_square(index: int, entry: Section) -> Square:
    """One square of the file."""
    name, kind = entry.text("name"), entry.among("kind", KINDS)
    street = ("house_cost", "rents") if kind == "street" else ()
    entry.only("name", "short", "slug", "kind", *(("group", "price", *street) if kind in OWNABLE else ()))
    word = entry.text("slug") if entry.has("slug") else slug(name)
    short = entry.text("short") if entry.has("short") else name
    return Square(index, name, short, word, kind, entry.text("group") if kind in OWNABLE else "")


def read_deed(index: int, square: Square, entry: Section, rents: dict[str, tuple[int, ...]]) -> Deed:
    """The deed of a square. Its mortgage is half its price, so the price is even."""
    price = entry.whole("price", least=2)
    if price % 2:
        raise entry.error("price", f"is {price}: half of it, the mortgage, is no whole number")
    house_cost = 0
    charged = rents.get(square.kind, ())
    if square.kind == "street":
        house_cost, charged = entry.whole("house_cost", least=2), entry.wholes("rents", LEVELS)
        if house_cost % 2:
            raise entry.error("house_cost", f"is {house_cost}: half of it, what the Bank pays, is no whole number")
        if list(charged) != sorted(set(charged)):
            raise entry.error("rents", "do not rise with every building")
    return Deed(
        index, square.index, square.name, square.slug, square.kind, square.group, price, price // 2, house_cost, charged
    )


def check_squares(file: Section, squares: tuple[Square, ...]) -> None:
    """The rules count from GO on square 0, know one Jail, and people must be able to tell squares apart."""
    kinds = [square.kind for square in squares]
    if kinds[0] != "go" or kinds.count("go") != 1:
        raise file.error("square", "must have GO as the first square and nowhere else")
    if kinds.count("jail") != 1:
        raise file.error("square", f"has {kinds.count('jail')} jails, not 1")
    words = [square.slug for square in squares]
    for word in words:
        if words.count(word) > 1:
            raise file.error("square", f"has {words.count(word)} squares with the slug {word!r}")


def read_groups(file: Section, deeds: tuple[Deed, ...]) -> tuple[Group, ...]:
    """The groups, each complete: deeds of one kind, at least two of them."""
    named = file.section("groups")
    if len(named.content) != codes.GROUPS:
        raise file.error("groups", f"has {len(named.content)} entries, not {codes.GROUPS}")
    for deed in deeds:
        if not named.has(deed.group):
            raise file.error(f"square[{deed.square}].group", f"is {deed.group!r}, which is not among the groups")
    colours = file.section("colours")
    colours.only(*named.content)
    groups = []
    for index, word in enumerate(named.content):
        members = [deed for deed in deeds if deed.group == word]
        check_group(named, word, members)
        name, colour = named.text(word), read_colour(colours, word)
        groups.append(Group(index, word, name, colour, tuple(deed.index for deed in members)))
    return tuple(groups)


def read_colour(colours: Section, word: str) -> str:
    """The colour of a group, as drawings take it."""
    colour = colours.text(word)
    if not re.fullmatch("#[0-9a-f]{6}", colour):
        raise colours.error(word, f"is {colour!r}, not a colour such as '#9bd0ea'")
    return colour


def check_group(named: Section, word: str, members: list[Deed]) -> None:
    """Four railroads, two utilities, two to four streets; never mixed."""
    kinds = {deed.kind for deed in members}
    if len(kinds) != 1:
        raise named.error(word, f"has deeds of the kinds {', '.join(sorted(kinds)) or 'none'}, not of one")
    kind = kinds.pop()
    least, most = {"street": (2, 4), "railroad": (4, 4), "utility": (2, 2)}[kind]
    if not least <= len(members) <= most:
        raise named.error(word, f"has {len(members)} deeds, not {least if least == most else f'{least} to {most}'}")
