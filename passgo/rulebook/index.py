"""The index of the referee: of every feature of a question, how telling it is and which known questions have it.

`build_index` makes it from the questions, the concepts and the rules; `index.json` beside this file keeps what it made,
for the package and for the browser, so that an answer needs no more than to read it.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from passgo.rulebook.concepts import Concepts, Unit, meanings, read_phrases
from passgo.rulebook.law import LAW, Rule
from passgo.rulebook.questions import MISSPELLED, Question, read_questions
from passgo.rulebook.words import Spelling, stem, words_of

INDEX_FILE = Path(__file__).parent / "index.json"
OUTSIDE = "outside "
"""How the index begins the name of what questions are about that no rule answers; they stand among the rules."""

# How much a feature weighs, by the mark it begins with. A word outside of any phrase has no mark.
WEIGHTS = {"@": 1.5, "~": 0.45, "+": 0.5, "&": 0.7, "": 1.0}  # concept, word of a phrase, neighbours, pair of concepts
SCARCE = ("+", "&")  # left out of the index where only one or two questions have them
EVENNESS = 0.3  # the power to which the sum of a rule's questions is raised: many alike count less than once each
LENGTH = 0.7  # how far a rule with many words is held back
DIGITS = 3


@dataclass(frozen=True)
class Index:
    """All that an answer needs; what it holds is what `index.json` holds."""

    rules: list[str]
    """The rules, then what questions outside of them are about."""
    concepts: dict[str, str]
    """Phrases, as stems, and what they mean."""
    words: dict[str, int]
    """The words that are spelled right, and how often they are used."""
    decided: list[list[int]]
    """Of every known text, the rules that decide it."""
    lengths: list[float]
    """Of every known text, the length of its vector."""
    questions: int
    """How many of the texts, the first of them, are questions; the others are the rules' own words."""
    spans: list[float]
    """Of every rule, the length of the sum of its texts."""
    features: dict[str, tuple[float, list[int]]]
    """Of every feature, how telling it is, and the texts that have it."""


def features_of(units: Iterable[Unit]) -> list[str]:
    """The features of a question: its concepts, its words, what stands side by side, and which concepts it joins.

    >>> features_of([Unit("jail", ("slamm",)), Unit("", ("now",)), Unit("pay", ("pay",))])
    ['@jail', '~slamm', 'now', '@pay', '~pay', '+@jail now', '+now @pay', '&jail pay']
    """
    single, names = [], []
    for unit in units:
        names.append(f"@{unit.concept}" if unit.concept else unit.stems[0])
        single += [names[-1], *(f"~{word}" for word in unit.stems)] if unit.concept else [names[-1]]
    beside = [f"+{one} {other}" for one, other in pairwise(names)]
    joined = sorted({name[1:] for name in names if name[0] == "@"})
    pairs = [f"&{one} {other}" for place, one in enumerate(joined) for other in joined[place + 1 :]]
    return list(dict.fromkeys([*single, *beside, *pairs]))


def weight_of(feature: str) -> float:
    """How much a feature weighs by its kind."""
    return WEIGHTS.get(feature[0], WEIGHTS[""])


def read_units(text: str, spelling: Spelling, concepts: Concepts) -> list[Unit]:
    """The parts of a question, its spelling mended."""
    return concepts.units([stem(spelling.corrected(word) or word) for word in words_of(text)])


def texts_of(rule: Rule) -> list[str]:
    """The rule's own words: its name, what it says, how it reads, what is ruled and refused."""
    name = rule.id.replace(".", " ").replace("-", " ")
    return [name, *dict.fromkeys([rule.says, *rule.reading.values(), *rule.ruled.values(), rule.refusal])]


def build_index(questions: Sequence[Question], rules: Iterable[Rule], phrases: Mapping[str, list[str]]) -> Index:
    """The index of these questions and rules."""
    known = list(rules)
    names = [rule.id for rule in known]
    names += sorted({OUTSIDE + question.style for question in questions if not question.rules})
    right = [word for question in questions if question.style != MISSPELLED for word in words_of(question.text)]
    right += [word for texts in phrases.values() for text in texts for word in words_of(text)]
    own = [(text, [number]) for number, rule in enumerate(known) for text in texts_of(rule) if text]
    right += [word for text, _ in own for word in words_of(text)]
    concepts, spelling = Concepts(meanings(phrases)), Spelling(Counter(right))
    decided_by = [question.rules or (OUTSIDE + question.style,) for question in questions]
    asked = [(q.text, [names.index(name) for name in rules]) for q, rules in zip(questions, decided_by, strict=True)]
    found = [features_of(read_units(text, spelling, concepts)) for text, _ in asked]
    found += [[f for f in features_of(read_units(text, spelling, concepts)) if f[0] != "&"] for text, _ in own]
    decided = [numbers for _, numbers in asked + own]
    return weigh(names, concepts.meaning, spelling.known, decided, found, len(asked))


def weigh(
    rules: list[str],
    meaning: dict[str, str],
    words: dict[str, int],
    decided: list[list[int]],
    found: list[list[str]],
    questions: int,
) -> Index:
    """The index, once the features of every text are found: a feature tells the more, the fewer texts have it."""
    having: dict[str, list[int]] = defaultdict(list)
    for number, features in enumerate(found):
        for feature in features:
            having[feature].append(number)
    kept = {f: texts for f, texts in having.items() if len(texts) > 2 or f[0] not in SCARCE}
    telling = {f: round(math.log(1 + len(found) / (len(texts) + 0.5)), DIGITS) for f, texts in kept.items()}
    squares = [0.0] * len(found)
    for feature, texts in kept.items():
        for number in texts:
            squares[number] += (weight_of(feature) * telling[feature]) ** 2
    lengths = [round(math.sqrt(square), DIGITS) or 1.0 for square in squares]
    spans = [0.0] * len(rules)
    for feature, texts in kept.items():
        for rule, share in shares(weight_of(feature) * telling[feature], texts, decided, lengths).items():
            spans[rule] += share**2
    spans = [round(math.sqrt(span) ** LENGTH, DIGITS) or 1.0 for span in spans]
    known = {feature: (telling[feature], texts) for feature, texts in kept.items()}
    return Index(rules, meaning, words, decided, lengths, questions, spans, known)


def shares(weight: float, texts: list[int], decided: list[list[int]], lengths: list[float]) -> dict[int, float]:
    """How much of a feature each rule has in its texts together."""
    sums: dict[int, float] = {}
    for number in texts:
        for rule in decided[number]:
            sums[rule] = sums.get(rule, 0.0) + weight / lengths[number] / len(decided[number])
    return {rule: total**EVENNESS for rule, total in sums.items()}


def format_index(index: Index) -> str:
    """The index as `index.json` keeps it, a line for each of its parts."""
    parts = (f"{json.dumps(name)}:{dense(part)}" for name, part in asdict(index).items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def dense(part: object) -> str:
    """JSON without spaces."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))


def parse_index(text: str) -> Index:
    """The index that `format_index` wrote."""
    return Index(**json.loads(text))


@lru_cache(maxsize=1)
def read_index() -> Index:
    """The index that comes with the package."""
    return parse_index(INDEX_FILE.read_text(encoding="utf-8"))


def made_anew() -> Index:
    """The index of the questions, rules and concepts as they are now."""
    return build_index(read_questions(), LAW.rules.values(), read_phrases())
