"""The files made for the referee: the index, examples from golden games, the browser's book, and what is to come out.

The browser answers without the server. It ranks by the same index, with the numbers that the book brings along, and
`vectors` are questions with the answers that both have to give.
"""

import json
from pathlib import Path
from typing import Any

from passgo import editions, rulebook
from passgo.dev.referee import HELD_OUT, read_held_out
from passgo.editions import Deed, Ruleset, ruleset
from passgo.editions.options import read_settings
from passgo.rulebook import index, ranking, referee
from passgo.rulebook.amounts import deed_named, lift_of
from passgo.rulebook.concepts import format_phrase, names_of_deed
from passgo.rulebook.examples import EXAMPLES_FILE, format_examples, gather_examples
from passgo.rulebook.law import LAW, Rule
from passgo.rulebook.questions import read_questions

BOOK = Path("web/src/referee/book.json")
VECTORS = Path("tests/rulebook/vectors.json")
GAMES = Path("tests/golden")
SHOWN = {"plain": "en", "german": "de"}
"""The styles of questions that a page may show, and their language."""

EVERY = 23  # of the known questions, one in so many becomes a vector
ODD = ["", "the of and", "xylophone", "can i bild a hous in jial???", "RENT w/ 2 houses on Virginia", "Häuser", "$200"]


def numbers() -> dict[str, Any]:
    """Every number of the ranking, so that it stands in one place."""
    return {
        "weights": index.WEIGHTS,
        "evenness": index.EVENNESS,
        "nearest": ranking.NEAREST,
        "together": ranking.ALL_TOGETHER,
        "telling": ranking.TELLING,
        "outside": ranking.LIKE_OUTSIDE,
        "odds": ranking.ODDS,
        "strange": ranking.STRANGE,
        "few": ranking.FEW,
        "outsideFrom": referee.OUTSIDE_FROM,
        "sureFrom": referee.SURE_FROM,
        "absent": referee.ABSENT,
    }


def rule_entry(rule: Rule) -> dict[str, Any]:
    """A rule: its words, and by book its status, reading, ruling, source and options."""
    options = {book: [option.name for option in editions.options(book) if option.rule == rule.id] for book in LAW.books}
    return {
        "id": rule.id,
        "section": rule.section,
        "says": rule.says,
        "status": dict(rule.status),
        "reading": dict(rule.reading),
        "ruled": dict(rule.ruled),
        "source": dict(rule.source),
        "options": {book: names for book, names in options.items() if names},
    }


def edition_entry(edition: Ruleset) -> dict[str, Any]:
    """An edition: how it is called and named in a question, its house rules, and its deeds."""
    switches = [option.name for option in edition.offered if rulebook.is_house_rule(option, edition)]
    patterns = [dict(referee.names_of_editions(by_year))[edition.edition].pattern for by_year in (False, True)]
    return {
        "edition": edition.edition,
        "title": edition.title,
        "year": edition.year,
        "extends": list(edition.extends),
        "named": patterns,
        "houseRules": switches,
        "deeds": [deed_entry(deed, edition) for deed in edition.deeds],
    }


def deed_entry(deed: Deed, edition: Ruleset) -> dict[str, Any]:
    """A deed, and the names by which it is known in a question."""
    return {
        "name": deed.name,
        "phrases": [format_phrase(name) for name in names_of_deed(deed)],
        "kind": deed.kind,
        "group": deed.group,
        "price": deed.price,
        "mortgage": deed.mortgage,
        "interest": lift_of(deed, edition) - deed.mortgage,
        "houseCost": deed.house_cost,
        "rents": list(deed.rents),
    }


def book() -> dict[str, Any]:
    """All that the browser's referee needs beside the index."""
    questions = enumerate(read_questions())
    return {
        "numbers": numbers(),
        "rules": [rule_entry(rule) for rule in LAW.rules.values()],
        "editions": [edition_entry(ruleset(name)) for name in LAW.books],
        "options": {name: {"title": one.title, "help": one.help} for name, one in read_settings().items()},
        "asked": [[n, SHOWN[q.style], q.text] for n, q in questions if q.rules and q.style in SHOWN],
    }


def format_book(content: dict[str, Any]) -> str:
    """The book as a file, a line for each entry."""
    dense = {name: index.dense(part).replace("],[", "],\n[").replace("},{", "},\n{") for name, part in content.items()}
    return "{\n" + ",\n".join(f"{json.dumps(name)}:{part}" for name, part in dense.items()) + "\n}\n"


def vectors(root: Path) -> list[dict[str, Any]]:
    """Questions, and what the referee makes of them by the index that is kept."""
    held_out = [question.text for path in HELD_OUT for question in read_held_out(root / path)]
    return [vector(text) for text in [*ODD, *held_out, *(question.text for question in read_questions()[::EVERY])]]


def vector(text: str) -> dict[str, Any]:
    """What the referee makes of a question: the edition it names, the rules, the doubt, the deed it speaks of."""
    ranker, (words, edition) = ranking.ready_ranker(), referee.split_edition(text)
    verdict = referee.ask(text)
    named = deed_named(words, ruleset(edition or "classic"), ranker.spelling, ranker.concepts)
    return {
        "question": text,
        "edition": edition,
        "answers": [[answer.rule, answer.score] for answer in verdict.answers],
        "doubt": round(ranker.rank(words).doubt, 4),
        "outside": verdict.outside,
        "sure": verdict.sure,
        "deed": [named[0].name, named[1]] if named else None,
    }


def write(root: Path) -> list[Path]:
    """Write the files anew; those that changed. The vectors come last: they are asked by the index just written."""
    changed = [
        *put(index.INDEX_FILE, index.format_index(index.made_anew())),
        *put(EXAMPLES_FILE, format_examples(gather_examples(root / GAMES))),
        *put(root / BOOK, format_book(book())),
    ]
    index.read_index.cache_clear()
    ranking.ready_ranker.cache_clear()
    rows = ",\n".join(json.dumps(one, ensure_ascii=False) for one in vectors(root))
    return changed + put(root / VECTORS, f"[\n{rows}\n]\n")


def put(path: Path, text: str) -> list[Path]:
    """Write a file if it is not so already; the file, if it was written."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    path.write_text(text, encoding="utf-8")
    return [path]
