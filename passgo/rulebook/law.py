"""The rules as records, read from `rules.toml` and checked against the ids that the code knows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from passgo.editions import NAMES
from passgo.editions.files import Section, parse_file, read_file
from passgo.editions.options import read_settings
from passgo.editions.sources import find_sources
from passgo.rules import ids

RULES_FILE = Path(__file__).parent / "rules.toml"
STATUSES = ("book", "printed", "ruling", "option", "none")
ABSENT = "none"


@dataclass(frozen=True)
class Rule:
    """One rule: what it says, and by book its status, its reading, the part that is a ruling, and its source.

    A book is called by the edition that is played by it; `rulebook.book_of` says by which book any edition is played.
    """

    id: str
    number: int
    section: str
    says: str
    refusal: str
    status: Mapping[str, str]
    reading: Mapping[str, str]
    ruled: Mapping[str, str]
    source: Mapping[str, str]
    switch: Mapping[str, str]

    def __hash__(self) -> int:
        return hash(self.id)

    def exists_in(self, book: str) -> bool:
        """Is there such a rule in the book, be it only as an option?"""
        return self.status[book] != ABSENT

    def is_ruling_in(self, book: str) -> bool:
        """Is it, wholly or in part, our ruling there?"""
        return self.status[book] == "ruling" or book in self.ruled


class Law(NamedTuple):
    """The whole of `rules.toml`: the editions that have a book of their own, and every rule by its id."""

    books: tuple[str, ...]
    rules: Mapping[str, Rule]


def read_law(path: Path = RULES_FILE) -> Law:
    """The books, and the rules in the order of the ids."""
    file = parse_file(read_file(path, path.name))
    file.only("books", "sections", "rule")
    books, sections = file.section("books"), file.section("sections")
    books.only(*NAMES)
    names = tuple(name for name in NAMES if books.has(name))
    below = {name: find_sources(name).extends for name in names}
    rules = {}
    for number, entry in enumerate(file.sections("rule", len(ids.NAMES) - 1), start=1):
        if entry.text("id") != ids.NAMES[number]:
            raise entry.error("id", f"is {entry.text('id')!r}, not {ids.NAMES[number]!r}")
        rules[ids.NAMES[number]] = read_rule(number, entry, books, sections, below)
    return Law(names, MappingProxyType(rules))


def read_rule(
    number: int, entry: Section, books: Section, sections: Section, below: Mapping[str, tuple[str, ...]]
) -> Rule:
    """One rule of the file. `below` names the editions that each book's edition extends."""
    entry.only("id", "says", "status", "in", "ruled", "refusal", "source", "switch")
    status = dict.fromkeys(below, ABSENT) | by_book(entry, "status", below)
    for book, word in status.items():
        if word not in STATUSES:
            raise entry.error(f"status.{book}", f"is {word!r}, not one of {', '.join(STATUSES)}")
    present = [book for book in below if status[book] != ABSENT]
    if not present:
        raise entry.error("status", "leaves no edition with this rule")
    reading, ruled, source = (texts_where_present(entry, field, below, status) for field in ("in", "ruled", "source"))
    stated = {book: source.get(book) or where_stated(books, book, status[book]) for book in present}
    rule = Rule(
        id=entry.text("id"),
        number=number,
        section=sections.text(entry.text("id").partition(".")[0]),
        says=entry.text("says"),
        refusal=entry.text("refusal") if entry.has("refusal") else "",
        status=MappingProxyType(status),
        reading=MappingProxyType(reading),
        ruled=MappingProxyType(ruled),
        source=MappingProxyType(stated),
        switch={},
    )
    return replace(rule, switch=MappingProxyType(read_switch(entry, rule, below)))


def read_switch(entry: Section, rule: Rule, below: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The option that switches our ruling, in each book where the rule is one."""
    options = by_book(entry, "switch", below)
    for book, name in options.items():
        belongs = [setting.name for setting in read_settings().values() if setting.rule == rule.id]
        if name not in belongs:
            raise entry.error(f"switch.{book}", f"is {name!r}, which is no option of this rule")
        if not rule.is_ruling_in(book) and isinstance(entry.content["switch"], dict):
            raise entry.error(f"switch.{book}", "switches what is no ruling there")
    return {book: name for book, name in options.items() if rule.is_ruling_in(book)}


def by_book(entry: Section, field: str, below: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """A field's text for each book: one for all, or a table in which an edition has what the one has it extends."""
    if not entry.has(field):
        return {}
    if isinstance(entry.content[field], str):
        return {book: entry.text(field) for book in below}
    table = entry.section(field)
    table.only(*below)
    found = {book: [name for name in (book, *extends) if table.has(name)] for book, extends in below.items()}
    return {book: table.text(names[0]) for book, names in found.items() if names}


def texts_where_present(
    entry: Section, field: str, below: Mapping[str, tuple[str, ...]], status: Mapping[str, str]
) -> dict[str, str]:
    """A field's texts where the rule exists; a text for a book that is named but lacks the rule is a mistake."""
    texts = by_book(entry, field, below)
    if isinstance(entry.content.get(field), dict):
        for book in texts:
            if status[book] == ABSENT:
                raise entry.error(f"{field}.{book}", "speaks of an edition without this rule")
    return {book: text for book, text in texts.items() if status[book] != ABSENT}


def where_stated(books: Section, book: str, status: str) -> str:
    """Where a rule of this status is stated."""
    if status == "printed":
        return "printed on the board, a deed or a card"
    return books.text(book) if status == "book" else ""


LAW = read_law()
"""The rules that come with the package."""
