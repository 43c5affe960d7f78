"""Ranking: how well each rule answers a question, by what the known questions and the rules' own words share with it.

Simple enough to be written again in another language: `tests/rulebook/vectors.json` says what has to come out.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from passgo.rulebook.concepts import Concepts
from passgo.rulebook.index import OUTSIDE, Index, features_of, read_index, read_units, shares, weight_of
from passgo.rulebook.words import Spelling

NEAREST = (1.0, 0.35, 0.2)  # how much the nearest known questions of a rule count, the nearest first
ALL_TOGETHER = 2.0  # how much all texts of a rule together count, beside the nearest
TELLING = 4.0  # how telling a word must be to mean something by itself

# What makes doubt, against the score of the best rule: fitted to known questions, each left out in its turn.
LIKE_OUTSIDE = 1.0  # the score of the questions outside
ODDS = 0.08  # how much oftener each feature is in questions outside than inside, as a logarithm
STRANGE = 0.2  # each word that nothing known has
FEW = 0.3  # added to counts, so that what was never seen is not impossible


class Ranking(NamedTuple):
    """The score of every rule that shares anything with a question, the best first, and what speaks against it."""

    scores: tuple[tuple[str, float], ...]
    doubt: float
    """How much speaks for a question that no rule answers, against the best rule."""
    nearest: Mapping[str, int]
    """Of every rule, the number of its known question that is nearest."""


class Ranker:
    """An index, made ready to rank."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.concepts = Concepts(index.concepts)
        self.spelling = Spelling(index.words)
        self._first_outside = next(n for n, rule in enumerate(index.rules) if rule.startswith(OUTSIDE))
        self._outside = sum(rules[0] >= self._first_outside for rules in index.decided)
        self._inside = index.questions - self._outside

    def rank(self, text: str) -> Ranking:
        """How well each rule answers a question."""
        features = features_of(read_units(text, self.spelling, self.concepts))
        found = {f: weight_of(f) * self.index.features[f][0] for f in features if f in self.index.features}
        if not any(feature[0] == "@" or self.index.features[feature][0] >= TELLING for feature in found):
            return Ranking((), 0.0, {})
        length = math.sqrt(sum(weight * weight for weight in found.values())) or 1.0
        near, together = self._compare({feature: weight / length for feature, weight in found.items()})
        scores: dict[str, float] = {}
        for rule, total in together.items():
            nearby = sorted((value for value, _ in near.get(rule, ())), reverse=True)
            closest = sum(share * value for share, value in zip(NEAREST, nearby, strict=False)) / sum(NEAREST)
            scores[self.index.rules[rule]] = closest + ALL_TOGETHER * total
        outside = max((score for name, score in scores.items() if name.startswith(OUTSIDE)), default=0.0)
        inside = [(name, score) for name, score in scores.items() if not name.startswith(OUTSIDE)]
        order = sorted(inside, key=lambda entry: (-entry[1], entry[0]))
        nearest = {self.index.rules[rule]: max(values)[1] for rule, values in near.items()}
        best = order[0][1] if order else 0.0
        return Ranking(tuple(order), LIKE_OUTSIDE * outside + self._strangeness(features) - best, nearest)

    def _compare(self, found: Mapping[str, float]) -> tuple[dict[int, list[tuple[float, int]]], dict[int, float]]:
        """By rule, how near each of its known questions is, and how near all its texts together are."""
        index = self.index
        values: dict[int, float] = {}
        together: dict[int, float] = {}
        for feature, weight in found.items():
            telling, texts = index.features[feature]
            own = weight_of(feature) * telling
            for number in texts:
                if number < index.questions:
                    values[number] = values.get(number, 0.0) + weight * own / index.lengths[number]
            for rule, share in shares(own, texts, index.decided, index.lengths).items():
                together[rule] = together.get(rule, 0.0) + weight * share / index.spans[rule]
        near: dict[int, list[tuple[float, int]]] = {}
        for number, value in values.items():
            for rule in index.decided[number]:
                near.setdefault(rule, []).append((value, number))
        return near, together

    def _strangeness(self, features: list[str]) -> float:
        """How much a question looks as if no rule answered it, whatever the rules say."""
        index, total = self.index, 0.0
        for feature in features:
            if feature in index.features and feature[0] != "&":
                asked = [number for number in index.features[feature][1] if number < index.questions]
                outside = sum(index.decided[number][0] >= self._first_outside for number in asked)
                odds = (outside + FEW) / (self._outside + 1) / (len(asked) - outside + FEW) * (self._inside + 1)
                total += ODDS * math.log(odds)
            elif feature not in index.features and feature[0].isalnum():
                total += STRANGE
        return total


@lru_cache(maxsize=1)
def ready_ranker() -> Ranker:
    """The ranker of the index that comes with the package."""
    return Ranker(read_index())
