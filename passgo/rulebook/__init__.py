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

from passgo.editions import NAMES, Option, options
from passgo.editions.book import edition_key
from passgo.editions.names import close_to
from passgo.rulebook.law import STATUSES, Rule, read_rules
from passgo.rulebook.search_index import ranked

__all__ = ["RULES", "STATUSES", "Rule", "in_edition", "refusal", "rule", "search", "why"]

RULES: Mapping[str, Rule] = read_rules()
"""Every rule by its id, in the order of `passgo.rules.ids`."""


def rule(rule_id: str) -> Rule:
    """The rule of that id.

    >>> rule("tax.luxury").reading["modern"]
    '$100.'
    """
    word = rule_id.strip().casefold()
    if word not in RULES:
        raise ValueError(f"no rule is called {rule_id!r}{close_to(word, list(RULES))}")
    return RULES[word]


def in_edition(edition: str) -> tuple[str, ...]:
    """The ids of the rules that exist in an edition, those of the short game included.

    >>> "speed.bus" in in_edition("speed-die"), "speed.bus" in in_edition("modern")
    (True, False)
    """
    key = edition_key(edition)
    return tuple(rule.id for rule in RULES.values() if rule.exists_in(key))


def search(text: str, edition: str | None = None) -> list[Rule]:
    """The rules that speak of these words, the best first; those of one edition, if it is given.

    >>> [rule.id for rule in search("third turns jail")][:1]
    ['jail.third-turn']
    """
    wanted = RULES if edition is None else in_edition(edition)
    return ranked(text, (RULES[rule_id] for rule_id in wanted))


def refusal(rule_id: str) -> str:
    """What a player is told whose action the rule forbids.

    >>> refusal("setup.turn-order")
    'It is not your turn.'
    """
    forbidding = rule(rule_id)
    return forbidding.refusal or f"The rules do not allow it: {forbidding.says}"


def why(rule_id: str, edition: str) -> str:
    """The rule explained for an edition: what it says, how it reads there, where that is stated, what is our ruling."""
    asked, key = rule(rule_id), edition_key(edition)
    lines = [f"{asked.id} ({asked.section})", asked.says]
    if not asked.exists_in(key):
        having = [name for name in NAMES if asked.exists_in(name)]
        return "\n".join([*lines, f"There is no such rule in {key}, only in {', '.join(having)}."])
    if key in asked.reading:
        lines.append(f"In {key}: {asked.reading[key]}")
    if asked.status[key] == "ruling":
        lines.append("This is a ruling of ours: the book is silent or ambiguous here.")
    if key in asked.ruled:
        lines.append(f"Our ruling, where the book is silent: {asked.ruled[key]}")
    if asked.status[key] == "option":
        lines.append("The book has no such rule; a table may choose it.")
    if asked.source[key]:
        lines.append(f"Source: {asked.source[key]}.")
    lines += [option_line(option) for option in options(key) if option.rule == asked.id]
    return "\n".join(lines)


def option_line(option: Option) -> str:
    """An option of a rule, in a line."""
    words = [("on" if value else "off") if isinstance(value, bool) else str(value) for value in option.values]
    allowed = " or ".join(words) or f"{option.least} to {option.most}"
    house_rule = " Switching it is a house rule." if option.house_rule else ""
    return f"Option: {option.name} ({allowed}). {option.help}{house_rule}"
