"""The rules as records, read from `rules.toml` and checked against the ids that the code knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from passgo.editions import NAMES
from passgo.editions.files import Section, read
from passgo.rules import ids

FOLDER = Path(__file__).parent
STATUSES = ("book", "printed", "ruling", "option", "none")
ABSENT = "none"


@dataclass(frozen=True)
class Rule:
    """One rule: what it says, and by edition its status, its reading, the part that is a ruling, and its source."""

    id: str
    number: int
    section: str
    says: str
    refusal: str
    status: Mapping[str, str]
    reading: Mapping[str, str]
    ruled: Mapping[str, str]
    source: Mapping[str, str]

    def __hash__(self) -> int:
        return hash(self.id)

    def exists_in(self, edition: str) -> bool:
        """Is there such a rule in the edition, be it only as an option?"""
        return self.status[edition] != ABSENT

    def is_ruling_in(self, edition: str) -> bool:
        """Is it, wholly or in part, our ruling there?"""
        return self.status[edition] == "ruling" or edition in self.ruled


def read_rules(folder: Path = FOLDER) -> Mapping[str, Rule]:
    """Every rule by its id, in the order of the ids."""
    file = read(folder, "rules")
    file.only("books", "sections", "rule")
    entries = file.sections("rule", len(ids.NAMES) - 1)
    rules = {}
    for number, entry in enumerate(entries, start=1):
        if entry.text("id") != ids.NAMES[number]:
            raise entry.error("id", f"is {entry.text('id')!r}, not {ids.NAMES[number]!r}")
        rules[ids.NAMES[number]] = read_rule(number, entry, file.section("books"), file.section("sections"))
    return MappingProxyType(rules)


def read_rule(number: int, entry: Section, books: Section, sections: Section) -> Rule:
    """One rule of the file."""
    entry.only("id", "says", "status", "in", "ruled", "refusal", "source")
    status = dict.fromkeys(NAMES, ABSENT) | by_edition(entry, "status")
    for edition, word in status.items():
        if word not in STATUSES:
            raise entry.error(f"status.{edition}", f"is {word!r}, not one of {', '.join(STATUSES)}")
    present = [edition for edition in NAMES if status[edition] != ABSENT]
    if not present:
        raise entry.error("status", "leaves no edition with this rule")
    reading, ruled, source = (kept(entry, field, status) for field in ("in", "ruled", "source"))
    stated = {edition: source.get(edition) or where_stated(books, edition, status[edition]) for edition in present}
    return Rule(
        id=entry.text("id"),
        number=number,
        section=sections.text(entry.text("id").partition(".")[0]),
        says=entry.text("says"),
        refusal=entry.text("refusal") if entry.has("refusal") else "",
        status=MappingProxyType(status),
        reading=MappingProxyType(reading),
        ruled=MappingProxyType(ruled),
        source=MappingProxyType(stated),
    )


def by_edition(entry: Section, field: str) -> dict[str, str]:
    """A field's text for each edition: one for all, or a table in which classic's holds with the Speed Die too."""
    if not entry.has(field):
        return {}
    if isinstance(entry.content[field], str):
        return {edition: entry.text(field) for edition in NAMES}
    table = entry.section(field)
    table.only(*NAMES)
    texts = {edition: table.text(edition) for edition in NAMES if table.has(edition)}
    if "classic" in texts:
        texts.setdefault("speed-die", texts["classic"])
    return texts


def kept(entry: Section, field: str, status: Mapping[str, str]) -> dict[str, str]:
    """A field's texts where the rule exists; a text for an edition that is named but lacks the rule is a mistake."""
    texts = by_edition(entry, field)
    if isinstance(entry.content.get(field), dict):
        for edition in texts:
            if status[edition] == ABSENT:
                raise entry.error(f"{field}.{edition}", "speaks of an edition without this rule")
    return {edition: text for edition, text in texts.items() if status[edition] != ABSENT}


def where_stated(books: Section, edition: str, status: str) -> str:
    """Where a rule of this status is stated."""
    if status == "printed":
        return "printed on the board, a deed or a card"
    return books.text(edition) if status == "book" else ""
