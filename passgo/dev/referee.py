"""The referee examined: how many questions it answers rightly that it has never seen.

Each known question is left out once, first together with its whole style, then with a fifth of all. A held-out file has
questions that nothing was tuned on; they are asked as they are, and with slips of the finger in half of their words.
"""

import random
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from passgo.editions import ruleset
from passgo.rulebook.concepts import read_phrases
from passgo.rulebook.index import build_index
from passgo.rulebook.law import LAW
from passgo.rulebook.questions import STYLES, Question
from passgo.rulebook.ranking import Ranker
from passgo.rulebook.referee import SHOWN, judge, split_edition

HELD_OUT = tuple(Path(f"tests/rulebook/{name}.toml") for name in ("held_out", "strangers", "players", "guests"))
PARTS = 5
SEED = 3
SLIPS = 0.5  # of longer words, the share that is misspelled
SHORTEST_SLIP = 4
LETTERS = "aeinorst"


@dataclass(frozen=True)
class Marks:
    """Of questions: how many are right at first and among three, end to end; and how many were taken for the other."""

    asked: int
    first: float
    three: float
    rejected: float
    """Of questions that a rule answers, the share that was held to be outside."""
    outside: int
    recognised: float
    """Of questions outside, the share that was recognised."""


def examine(ranker: Ranker, questions: Iterable[Question]) -> list[tuple[Question, bool, bool, bool]]:
    """Of each question: is the first answer right, is one of three, and is it held to be outside?"""
    seen = []
    for question in questions:
        words, named = split_edition(question.text)
        scores, outside = judge(ranker, words, ruleset(named) if named else None)
        shown = [rule in question.rules and not outside for rule, _ in scores[:SHOWN]]
        seen.append((question, any(shown[:1]), any(shown), outside))
    return seen


def mark(seen: Sequence[tuple[Question, bool, bool, bool]]) -> Marks:
    """The shares of what was seen."""
    real = [entry for entry in seen if entry[0].rules]
    others = [entry for entry in seen if not entry[0].rules]

    def share(of: Sequence[tuple[Question, bool, bool, bool]], place: int) -> float:
        return round(sum(bool(entry[place]) for entry in of) / len(of), 3) if of else 0.0

    return Marks(len(real), share(real, 1), share(real, 2), share(real, 3), len(others), share(others, 3))


def parts(questions: Sequence[Question]) -> Iterator[tuple[str, list[Question]]]:
    """What is left out, in turn: each style, with a share of the questions outside; then each fifth of everything."""
    chance = random.Random(SEED)
    real = [question for question in questions if question.rules]
    others = [question for question in questions if not question.rules]
    chance.shuffle(real)
    chance.shuffle(others)
    for number, style in enumerate(STYLES):
        yield style, [q for q in real if q.style == style] + others[number :: len(STYLES)]
    for number in range(PARTS):
        yield "fifths", real[number::PARTS] + others[number::PARTS]


def cross_validate(questions: Sequence[Question]) -> dict[str, Marks]:
    """The marks by what was left out: each style, all styles, and fifths."""
    phrases = read_phrases()
    seen: dict[str, list[tuple[Question, bool, bool, bool]]] = {}
    for name, left_out in parts(questions):
        hidden = set(left_out)
        ranker = Ranker(build_index([q for q in questions if q not in hidden], LAW.rules.values(), phrases))
        seen.setdefault(name, []).extend(examine(ranker, left_out))
    marks = {name: mark(entries) for name, entries in seen.items()}
    return marks | {"all styles": mark([entry for style in STYLES for entry in seen[style]])}


def read_held_out(path: Path) -> list[Question]:
    """The questions of a held-out file: by style, a text and its rules joined by a plus, or nothing."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Question(text, tuple(key.split(" + ")) if key != "outside" else (), style)
        for style, by_rules in content.items()
        for key, texts in by_rules.items()
        for text in texts
    ]


def examine_held_out(ranker: Ranker, path: Path) -> dict[str, Marks]:
    """The marks of a held-out file: of all its questions, and of each style where it has several."""
    seen = examine(ranker, read_held_out(path))
    slips = examine(ranker, misspell(read_held_out(path)))
    styles = list(dict.fromkeys(question.style for question, *_ in seen if question.rules))
    by_style = {f"{path.stem}: {style}": mark([one for one in seen if one[0].style == style]) for style in styles}
    return {path.stem: mark(seen), f"{path.stem}, with slips": mark(slips)} | (by_style if len(styles) > 1 else {})


def misspell(questions: Iterable[Question]) -> list[Question]:
    """The questions as a hasty finger types them."""
    chance = random.Random(SEED)
    return [replace(q, text=" ".join(slip(word, chance) for word in q.text.split())) for q in questions]


def slip(word: str, chance: random.Random) -> str:
    """Every other longer word with a slip: two letters swapped, one left out, twice or wrong."""
    if len(word) < SHORTEST_SLIP or not word.isalpha() or chance.random() >= SLIPS:
        return word
    at = chance.randrange(len(word) - 1)
    before, here, after = word[:at], word[at : at + 2], word[at + 2 :]
    return before + chance.choice((here[::-1], here[0], here[0] + here, here[0] + chance.choice(LETTERS))) + after


def as_dict(marks: dict[str, Marks]) -> dict[str, object]:
    """Marks as JSON."""
    return {name: asdict(one) for name, one in marks.items()}
