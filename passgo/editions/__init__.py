"""The editions: boards, decks, readings of the rules and options, all of it data.

>>> from passgo import editions
>>> here = editions.ruleset("classic", rent_claims="manual", short_game=True)
>>> here.options
{'rent_claims': 'manual', 'short_game': True}
>>> here.options_text
'rent-claims=manual short-game=on'
>>> here.square("chance_7").index, here.square(7).name
(7, 'Chance')
>>> here.breakdown(137)
((1, 100), (1, 20), (1, 10), (1, 5), (2, 1))

An edition of one's own is named by its file, `editions.ruleset("my/edition.toml")`; docs/editions.md says how to write
one.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from passgo.editions.board import Deed, Group, Square
from passgo.editions.book import Bills, Book, read_book
from passgo.editions.decks import Card
from passgo.editions.options import Option, Setting, Value, find_setting, format_value, read_settings
from passgo.editions.ruleset import Ruleset
from passgo.editions.sources import NAMES, find_sources, gather, is_path, known_name, known_names, parse_name, register
from passgo.errors import EditionError

__all__ = [
    "NAMES",
    "Bills",
    "Card",
    "Deed",
    "EditionError",
    "Group",
    "Option",
    "Ruleset",
    "Square",
    "Value",
    "add",
    "extends",
    "format_value",
    "known_name",
    "known_names",
    "options",
    "parse_options",
    "parse_ruleset",
    "ruleset",
]


def ruleset(edition: str | Path, /, **options: object) -> Ruleset:
    """An edition, by its key or by a file of the user's own, with these options, as Python values or as text.

    >>> ruleset("modern", **{"auction-declined": "off"}).options
    {'auction_declined': False}
    """
    book = read_book(find_sources(edition))
    numbers, own = chosen_numbers(book, options)
    settings = read_settings().values()
    chosen = [(s.name, s.value(numbers[s.name])) for s in settings if numbers[s.name] != own[s.name]]
    return Ruleset(
        edition=book.name,
        chosen=tuple(chosen),
        title=book.title,
        about=book.about,
        extends=book.extends,
        year=book.year,
        book=book,
        numbers=numbers,
        squares=book.board.squares,
        deeds=book.board.deeds,
        groups=book.board.groups,
        cards=book.decks,
        tokens=book.tokens,
        bills=book.bills,
        any_bills_at=book.any_bills_at,
        offered=offered_by(book),
    )


def add(path: str | Path) -> str:
    """Let this process know a user's edition by its key, the name of its file without `.toml`; the full name.

    The files are read now and not again, so that an edition does not change under a server that plays it.
    """
    found = gather(Path(path).expanduser())
    read_book(found)  # every mistake in it is told now
    return register(found)


def extends(edition: str | Path) -> tuple[str, ...]:
    """The editions that this one is laid over, the nearest first.

    >>> extends("speed-die"), extends("classic")
    (('classic',), ())
    """
    return find_sources(edition).extends


def options(edition: str | Path) -> tuple[Option, ...]:
    """Every option a table of the edition may switch.

    >>> [option.name for option in options("modern") if option.choice]
    ['short_rounds', 'deal_settlement', 'short_game', 'table_cash_private']
    """
    return offered_by(read_book(find_sources(edition)))


def parse_options(text: str) -> dict[str, str]:
    """The options of a line of text, as `Ruleset.options_text` writes it.

    >>> parse_options("rent-claims=manual short-rounds=50")
    {'rent_claims': 'manual', 'short_rounds': '50'}
    """
    chosen: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise EditionError(f"{word!r} is no option: write name=value")
        name = name.replace("-", "_")
        if name in chosen:
            raise EditionError(f"{name} is given twice")
        chosen[name] = value
    return chosen


def parse_ruleset(edition: str, options_text: str = "") -> Ruleset:
    """The ruleset that a text names by its `edition` and `options_text`, as a record or a position does.

    A text may come from anywhere. So a file that it names is used only if it is the very one, by its digest.

    >>> parse_ruleset("modern", "jail-fine=60").options
    {'jail_fine': 60}
    """
    signed = parse_name(edition)
    if is_path(signed.name) and not signed.digest:
        raise EditionError(f"{edition!r:.80} names a file without its digest: expected FILE@DIGEST, or one of {NAMES}")
    return ruleset(edition, **parse_options(options_text))


@lru_cache(maxsize=32)
def offered_by(book: Book) -> tuple[Option, ...]:
    """The options that a table of the edition may switch."""
    settings = read_settings().values()
    return tuple(s.offer(book.numbers[s.name]) for s in settings if not why_fixed(book, s))


def why_fixed(book: Book, setting: Setting) -> str:
    """Why no table of this edition may switch a setting; empty if it may."""
    if setting.fixed:
        return f"{setting.name} cannot be switched: {setting.fixed} ({setting.rule})"
    reason = book.fixed.get(setting.name, "")
    if setting.needs and not book.numbers[setting.needs] and read_settings()[setting.needs].fixed:
        reason = f"it needs {setting.needs}, which is off there"
    return f"{setting.name} cannot be switched in the edition {book.name}: {reason} ({setting.rule})" if reason else ""


def chosen_numbers(book: Book, options: Mapping[str, object]) -> tuple[dict[str, int], dict[str, int]]:
    """The number of every setting with these options, and without them; what may not be switched is refused."""
    settings = read_settings()
    given: dict[str, int] = {}
    for name, value in options.items():
        setting = find_setting(name)
        number = setting.number(value)
        if setting.name in given:
            raise EditionError(f"{setting.name} is given twice")
        if number != book.numbers[setting.name] and (reason := why_fixed(book, setting)):
            raise EditionError(reason)
        given[setting.name] = number
    own = dict(book.numbers)
    for name in given:
        if given[name]:
            own |= {other: settings[other].number(value) for other, value in settings[name].brings.items()}
    numbers = own | given
    check_together(book, numbers)
    return numbers, own


def check_together(book: Book, numbers: Mapping[str, int]) -> None:
    """Refuse options that make no sense together."""
    for setting in read_settings().values():
        if setting.needs and numbers[setting.name] != book.numbers[setting.name] and not numbers[setting.needs]:
            raise EditionError(f"{setting.name} needs {setting.needs} ({setting.rule})")
    if numbers["short_deal_paid"]:
        dearest = sorted((deed.price for deed in book.board.deeds), reverse=True)[: numbers["short_deal"]]
        if numbers["setup_cash"] < sum(dearest):
            raise EditionError(
                f"setup_cash {numbers['setup_cash']} may not pay for {numbers['short_deal']} dealt deeds, "
                f"which cost up to {sum(dearest)} (short.deal)"
            )
