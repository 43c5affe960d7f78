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
"""

from collections.abc import Mapping
from pathlib import Path

from passgo.editions.board import Deed, Group, Square
from passgo.editions.book import NAMES, Bills, Book, edition_key, read_book, read_extends
from passgo.editions.decks import Card
from passgo.editions.files import FOLDER
from passgo.editions.options import Option, Setting, Value, named, read_settings
from passgo.editions.record import record_of
from passgo.editions.ruleset import Ruleset
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
    "extends",
    "options",
    "read_options",
    "ruleset",
]


def ruleset(edition: str, **options: object) -> Ruleset:
    """A table of the edition with these options, given as Python values or as text.

    >>> ruleset("modern", **{"auction-declined": "off"}).house_rules
    ('auction_declined',)
    """
    return table_from(FOLDER, edition, options)


def extends(edition: str) -> tuple[str, ...]:
    """The editions that this one is laid over, the nearest first.

    >>> extends("speed-die"), extends("classic")
    (('classic',), ())
    """
    return read_extends(FOLDER, edition_key(edition))


def options(edition: str) -> tuple[Option, ...]:
    """Every option a table of the edition may switch.

    >>> [option.name for option in options("modern") if option.choice]
    ['short_rounds', 'deal_settlement', 'short_game', 'table_cash_private']
    """
    return options_from(FOLDER, edition)


def read_options(text: str) -> dict[str, str]:
    """The options of a line of text, as `Table.options_text` writes it.

    >>> read_options("rent-claims=manual short-rounds=50")
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


def options_from(folder: Path, edition: str) -> tuple[Option, ...]:
    """The options of an edition that lies in a folder."""
    book = read_book(folder, edition_key(edition))
    settings = read_settings(folder).values()
    offered = (setting for setting in settings if not setting.fixed and book.key not in setting.not_in)
    return tuple(setting.offered(book.key, book.numbers[setting.name]) for setting in offered)


def table_from(folder: Path, edition: str, options: Mapping[str, object]) -> Ruleset:
    """A table of an edition that lies in a folder."""
    book, settings = read_book(folder, edition_key(edition)), read_settings(folder)
    given = chosen_numbers(book, settings, options)
    own = dict(book.numbers)
    for name in given:
        if given[name] and settings[name].brings:
            own |= {other: settings[other].number(value) for other, value in settings[name].brings.items()}
    numbers = own | given
    check_together(book, settings, numbers)
    differing = [setting for setting in settings.values() if numbers[setting.name] != own[setting.name]]
    house_rules = [s.name for s in differing if s.offered(book.key, own[s.name]).house_rule]
    return Ruleset(
        edition=book.key,
        chosen=tuple((setting.name, setting.value(numbers[setting.name])) for setting in differing),
        title=book.title,
        year=book.year,
        record=record_of(book, numbers),
        squares=book.board.squares,
        deeds=book.board.deeds,
        groups=book.board.groups,
        cards=book.decks,
        tokens=book.tokens,
        bills=book.bills,
        any_bills_at=book.any_bills_at,
        house_rules=tuple(house_rules),
        rulings=book.rulings,
    )


def chosen_numbers(book: Book, settings: Mapping[str, Setting], options: Mapping[str, object]) -> dict[str, int]:
    """The number of each option given; what may not be switched is refused."""
    given: dict[str, int] = {}
    for name, value in options.items():
        setting = named(settings, name, book.rulings)
        number = setting.number(value)
        if setting.name in given:
            raise EditionError(f"{setting.name} is given twice")
        if number != book.numbers[setting.name]:
            refuse_unless_offered(book, setting)
        given[setting.name] = number
    return given


def refuse_unless_offered(book: Book, setting: Setting) -> None:
    """Refuse what no table, or no table of this edition, may switch."""
    if setting.fixed:
        raise EditionError(f"{setting.name} cannot be switched: {setting.fixed} ({setting.rule})")
    if book.key in setting.not_in:
        raise EditionError(
            f"{setting.name} cannot be switched in the edition {book.key}: {setting.why_not} ({setting.rule})"
        )


def check_together(book: Book, settings: Mapping[str, Setting], numbers: Mapping[str, int]) -> None:
    """Refuse options that make no sense together."""
    for setting in settings.values():
        if setting.needs and numbers[setting.name] != book.numbers[setting.name] and not numbers[setting.needs]:
            raise EditionError(f"{setting.name} needs {setting.needs} ({setting.rule})")
    if numbers["short_deal_paid"]:
        dearest = sorted((deed.price for deed in book.board.deeds), reverse=True)[: numbers["short_deal"]]
        if numbers["setup_cash"] < sum(dearest):
            raise EditionError(
                f"setup_cash {numbers['setup_cash']} may not pay for {numbers['short_deal']} dealt deeds, "
                f"which cost up to {sum(dearest)} (short.deal)"
            )
