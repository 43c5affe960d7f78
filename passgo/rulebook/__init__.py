"""The rulebook: every rule in our own words, by edition, with what is a ruling of ours, and "why?".

>>> from passgo import rulebook
>>> rulebook.rule("build.evenly").section
'Houses and hotels'
>>> print(rulebook.refusal("build.evenly"))
Build evenly: a building goes onto a lot with the fewest in its group.
>>> print(rulebook.why("jail.doubles-then", "classic"))
jail.doubles-then (Jail)
After leaving Jail by doubles and moving, it depends on the edition whether you throw again.
In classic: Your turn is over.
Source: classic rule book, 2004-2007.
Option: jail_doubles_then (turn-over or throw-again). ...
"""

from collections.abc import Mapping
from functools import lru_cache

from passgo.editions import Option, Ruleset, format_value, ruleset
from passgo.editions.names import close_to
from passgo.errors import UnknownName
from passgo.rulebook.law import LAW, STATUSES, Rule
from passgo.rulebook.referee import Answer, Verdict, ask, explained_in, search

__all__ = [
    "BOOKS",
    "RULES",
    "STATUSES",
    "Answer",
    "Rule",
    "Verdict",
    "ask",
    "book_of",
    "explained_in",
    "house_rules",
    "in_edition",
    "is_house_rule",
    "is_ruling",
    "refusal",
    "rule",
    "search",
    "why",
]

RULES: Mapping[str, Rule] = LAW.rules
"""Every rule by its id, in the order of `passgo.rules.ids`."""

BOOKS: tuple[str, ...] = LAW.books
"""The editions that have a book of their own. Every other extends one of these, and is played by its book."""


def rule(rule_id: str) -> Rule:
    """The rule of that id.

    >>> rule("tax.luxury").reading["modern"]
    '$100.'
    """
    word = rule_id.strip().casefold()
    if word not in RULES:
        raise UnknownName(f"no rule is called {rule_id!r}{close_to(word, list(RULES))}")
    return RULES[word]


def ruleset_of(edition: str | Ruleset) -> Ruleset:
    """The ruleset of an edition that is named, or the one given."""
    return edition if isinstance(edition, Ruleset) else ruleset(edition)


def book_of(edition: str | Ruleset) -> str:
    """The book by which an edition is played: its own, or that of the nearest edition it extends.

    >>> book_of("speed_die")
    'speed-die'
    """
    here = ruleset_of(edition)
    return next(name for name in (here.edition, *here.extends) if name in BOOKS)


def in_edition(edition: str | Ruleset) -> tuple[str, ...]:
    """The ids of the rules that exist in an edition, those of the short game included.

    >>> "speed.bus" in in_edition("speed-die"), "speed.bus" in in_edition("modern")
    (True, False)
    """
    book = book_of(edition)
    return tuple(rule.id for rule in RULES.values() if rule.exists_in(book))


def is_ruling(option: Option, edition: str | Ruleset) -> bool:
    """Does the option switch what is a ruling of ours in that edition, so that another reading is as good?

    >>> from passgo.editions import options
    >>> [option.name for option in options("modern") if is_ruling(option, "modern")][:2]
    ['move_salary_twice', 'rent_group_double']
    """
    return RULES[option.rule].switch.get(book_of(edition)) == option.name


def is_house_rule(option: Option, edition: str | Ruleset) -> bool:
    """Does switching the option depart from the book of that edition?"""
    return not (option.choice or is_ruling(option, edition))


@lru_cache(maxsize=256)
def house_rules(chosen: Ruleset) -> tuple[str, ...]:
    """The options of a table that depart from the book.

    >>> house_rules(ruleset("modern", auction_declined=False, rent_group_double=False))
    ('auction_declined',)
    """
    offered = {option.name: option for option in chosen.offered}
    return tuple(name for name in chosen.options if is_house_rule(offered[name], chosen))


def refusal(rule_id: str) -> str:
    """What a player is told whose action the rule forbids.

    >>> refusal("setup.turn-order")
    'It is not your turn.'
    """
    forbidding = rule(rule_id)
    return forbidding.refusal or f"The rules do not allow it: {forbidding.says}"


def why(rule_id: str, edition: str | Ruleset) -> str:
    """The rule explained for an edition: what it says, how it reads there, where that is stated, what is our ruling."""
    asked, here = rule(rule_id), ruleset_of(edition)
    book = book_of(here)
    lines = [f"{asked.id} ({asked.section})", asked.says]
    if not asked.exists_in(book):
        having = [name for name in BOOKS if asked.exists_in(name)]
        return "\n".join([*lines, f"There is no such rule in {book}, only in {', '.join(having)}."])
    if here.edition != book:
        lines.append(f"{here.title} is played by the book of {book}.")
    if book in asked.reading:
        lines.append(f"In {book}: {asked.reading[book]}")
    if asked.status[book] == "ruling":
        lines.append("This is a ruling of ours: the book is silent or ambiguous here.")
    if book in asked.ruled:
        lines.append(f"Our ruling, where the book is silent: {asked.ruled[book]}")
    if asked.status[book] == "option":
        lines.append("The book has no such rule; a table may choose it.")
    if asked.source[book]:
        lines.append(f"Source: {asked.source[book]}.")
    lines += differences(asked, here, book)
    lines += [option_line(option, here) for option in here.offered if option.rule == asked.id]
    return "\n".join(lines)


def differences(asked: Rule, here: Ruleset, book: str) -> list[str]:
    """In what an edition departs from the book it is played by, as far as the options of a rule say it."""
    if here.edition == book:
        return []
    printed = {option.name: option.default for option in ruleset(book).offered}
    return [
        f"In {here.title}, {option.name} is {format_value(option.default)}, not {format_value(printed[option.name])}."
        for option in here.offered
        if option.rule == asked.id and printed.get(option.name, option.default) != option.default
    ]


def option_line(option: Option, edition: str | Ruleset) -> str:
    """An option of a rule, in a line."""
    allowed = " or ".join(map(format_value, option.values)) or f"{option.least} to {option.most}"
    house_rule = " Switching it is a house rule." if is_house_rule(option, edition) else ""
    return f"Option: {option.name} ({allowed}). {option.help}{house_rule}"
