"""The files from which a user begins an edition of their own: an edition that extends classic, its board, its decks."""

from pathlib import Path

from passgo.editions.book import read_book
from passgo.editions.options import Setting, read_settings
from passgo.editions.sources import NAMES, find_sources
from passgo.errors import EditionError

START = "classic"
"""The edition that the copy is made of."""

DECKS_HEADING = "# The decks of the classic edition, which the Speed Die shares."

HEADING = """\
# An edition of your own. Play it with `passgo play --edition {path}`; docs/editions.md explains every field.
# What is not said here is as in the edition it extends: one of {names}, or another file of yours.
extends = "{start}"
title = "My edition"
about = "One line for those who choose an edition."
year = {year}

# Files beside this one. To keep the board or the decks of {start}, remove the line and the file.
board = "board.toml"
decks = "decks.toml"

# A token for every player, and the bills with which a player starts: count and value. They make up setup_cash.
tokens = [{tokens}]
bills = [{bills}]

# A tax for every square of the kind "tax", by its slug; "luxury-flat" and "income-flat" have one amount, and with
# "income-choice" the player may pay a share of total worth instead (tax_income_percent).
[taxes]
{taxes}

# Every reading of the rules, as {start} has it. Take the # away from those that you change.
[rules]
"""


def write_template(folder: Path) -> list[Path]:
    """Write edition.toml, board.toml and decks.toml into a folder; none of them may be there yet."""
    sources = find_sources(START)
    paths = [folder / name for name in ("edition.toml", "board.toml", "decks.toml")]
    texts = [edition_text(paths[0]), sources.board.text, sources.decks.text.replace(DECKS_HEADING, "# The decks.", 1)]
    try:
        for path in paths:
            if path.exists():
                raise EditionError(f"{path} is already there, and nothing is overwritten: name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, texts, strict=True):
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as problem:
        raise EditionError(f"{folder}: expected a folder that can be written: {problem.strerror}") from None
    return paths


def edition_text(path: Path) -> str:
    """The text of the edition's own file."""
    book = read_book(find_sources(START))
    slugs = {square.index: square.slug for square in book.board.squares}
    heading = HEADING.format(
        path=path,
        names=", ".join(NAMES),
        start=START,
        year=book.year,
        tokens=", ".join(f'"{token}"' for token in book.tokens),
        bills=", ".join(f"[{count}, {value}]" for count, value in book.bills),
        taxes="\n".join(f'{slugs[tax.square]} = {{ kind = "{tax.kind}", flat = {tax.flat} }}' for tax in book.taxes),
    )
    entries = [reading(setting, book.numbers[setting.name]) for setting in read_settings().values()]
    return heading + "\n".join(entries)


def reading(setting: Setting, number: int) -> str:
    """A line of the table of rules, as a comment, under what it means."""
    value = setting.value(number)
    written = f'"{value}"' if isinstance(value, str) else format_toml(value)
    return f"# {setting.help} ({setting.rule}; {setting.allowed()})\n# {setting.name} = {written}\n"


def format_toml(value: bool | int) -> str:
    """A value as TOML writes it.

    >>> format_toml(True), format_toml(3)
    ('true', '3')
    """
    return str(value).lower()
