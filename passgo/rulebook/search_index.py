"""Searching the rules by words, as a player would type them."""

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from passgo.rulebook.law import Rule

STOP = re.compile(
    "a|an|and|are|as|at|be|by|can|do|does|for|from|have|how|i|if|in|is|it|may|must|my|of|on|or|the|to|what|when|who|with|you"
)
PLACES = {"id": 4.0, "section": 2.0, "text": 1.0}
BEGINNING = 3  # letters two words must share at least
LIKELY = 0.6  # a word that only begins alike counts less
SIMILAR = 0.3  # and one that only looks alike, least
LOOK = 0.8  # how much alike it must look


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text that matter, without plurals and the like.

    >>> words_of("What are the houses worth?")
    ('house', 'worth')
    """
    return tuple(stem(word) for word in re.findall(r"[a-z0-9]+", text.casefold()) if not STOP.fullmatch(word))


def stem(word: str) -> str:
    """A word without its plural or its -ing, roughly.

    >>> [stem(word) for word in ("utilities", "taxes", "cards", "pass", "leaving")]
    ['utility', 'tax', 'card', 'pass', 'leav']
    """
    if word.endswith("ing") and len(word) > 5:
        return word[:-3]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


@lru_cache(maxsize=16384)
def alike(sought: str, word: str) -> float:
    """How well a word answers: 1 if the same, less if one begins with the other, little if it only looks like it."""
    if sought == word:
        return 1.0
    if min(len(sought), len(word)) < BEGINNING:
        return 0.0
    if word.startswith(sought) or sought.startswith(word):
        return LIKELY
    return SIMILAR if difflib.SequenceMatcher(None, sought, word).ratio() >= LOOK else 0.0


@lru_cache(maxsize=256)
def indexed(rule: Rule) -> dict[str, frozenset[str]]:
    """The words of a rule by where they stand."""
    texts = [rule.says, *rule.reading.values(), *rule.ruled.values(), rule.refusal]
    return {
        "id": frozenset(words_of(rule.id)),
        "section": frozenset(words_of(rule.section)),
        "text": frozenset(word for text in texts for word in words_of(text)),
    }


def weight(sought: str, rule: Rule) -> float:
    """How well a rule answers one word: its best word in each place counts."""
    return sum(
        PLACES[place] * max((alike(sought, word) for word in words), default=0.0)
        for place, words in indexed(rule).items()
    )


def name_match(rule: Rule, sought: tuple[str, ...]) -> float:
    """How much of the rule's own name was asked for, from 0 to 1."""
    words = indexed(rule)["id"]
    return sum(max(alike(asked, word) for asked in sought) for word in words) / len(words)


def ranked(text: str, rules: Iterable[Rule]) -> list[Rule]:
    """The rules that answer at least half of the words, the best first; rare words weigh more than common ones."""
    candidates, sought = list(rules), tuple(dict.fromkeys(words_of(text)))
    weights = {word: {rule.id: weight(word, rule) for rule in candidates} for word in sought}
    known = [word for word in sought if rules_with(weights[word])]
    rarity = {word: math.log(1 + len(candidates) / rules_with(weights[word])) for word in known}

    def score(rule: Rule) -> float:
        answered = [word for word in known if weights[word][rule.id] > 0]
        if 2 * len(answered) < len(known) or not answered:
            return 0.0
        worth = sum(weights[word][rule.id] * rarity[word] for word in answered)
        return worth * (1 + name_match(rule, sought)) * len(answered) / len(known)

    scores = {rule.id: score(rule) for rule in candidates}
    return sorted((rule for rule in candidates if scores[rule.id]), key=lambda rule: (-scores[rule.id], rule.number))


def rules_with(weights: Mapping[str, float]) -> int:
    """How many rules a word is found in."""
    return sum(weight > 0 for weight in weights.values())
