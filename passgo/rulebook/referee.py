"""The referee: a question as a person asks it, answered by the rules that decide it.

>>> from passgo.rulebook import ask
>>> verdict = ask("can I put up houses while locked up?", "modern")
>>> verdict.outside, sorted(answer.rule for answer in verdict.answers[:2])
(False, ['build.any-time', 'jail.business'])
>>> ask("what is the rent with two houses on Virginia?", "classic").answers[0].amount
'Virginia Avenue with two houses: rent $180.'
>>> ask("who invented this game?").outside
True
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from passgo.editions import NAMES, Ruleset, ruleset
from passgo.rulebook.amounts import amount
from passgo.rulebook.examples import Example, example_of
from passgo.rulebook.law import LAW, Rule
from passgo.rulebook.ranking import Ranker, Ranking, ready_ranker

OUTSIDE_FROM = -0.33  # the doubt from which on a question is held to be outside of the rulebook
SURE_FROM = 1.2  # how much better than the second the first answer must be to stand alone
SHOWN = 3
ABSENT = 0.8  # what is left of the score of a rule that the edition does not have
CLOSE = 0.6  # of the best score: what a search still shows
LONGEST = 500  # characters of a question that are read
YEAR = re.compile(r"\b\d{4}\b")
NOUNS = "edition|version|rules|rulebook|rule book|book|set|board|game|ausgabe|regeln|fassung|spiel"


@dataclass(frozen=True)
class Answer:
    """A rule that decides a question, or may: how well it fits, and what the deed that was named says."""

    rule: str
    score: float
    amount: str
    example: Example | None


@dataclass(frozen=True)
class Verdict:
    """What the referee says: the rules, the best first; whether the question is outside of them; whether it is sure."""

    question: str
    edition: str | None
    answers: tuple[Answer, ...]
    outside: bool
    sure: bool


def ask(question: str, edition: str | Ruleset | None = None) -> Verdict:
    """The rules that decide a question, in an edition if one is given or named in the question itself."""
    words, named = split_edition(question[:LONGEST])
    here = ruleset(edition) if isinstance(edition, str) else edition or (ruleset(named) if named else None)
    scores, outside = judge(ready_ranker(), words, here)
    sure = len(scores) == 1 or (len(scores) > 1 and scores[0][1] >= SURE_FROM * scores[1][1])
    answers = tuple(answer_of(words, rule, score, here) for rule, score in scores[:SHOWN])
    return Verdict(question, here.edition if here else None, answers, outside, sure and not outside)


def judge(ranker: Ranker, words: str, edition: Ruleset | None) -> tuple[list[tuple[str, float]], bool]:
    """The scores of the rules for a question, the best first, and whether it is held to be outside of the rulebook."""
    ranking = ranker.rank(words)
    return scores_in(ranking, edition), ranking.doubt > OUTSIDE_FROM


def answer_of(question: str, rule: str, score: float, edition: Ruleset | None) -> Answer:
    """A rule as an answer."""
    ranker, book = ready_ranker(), edition or ruleset(explained_in(LAW.rules[rule]))
    told = amount(question, rule, book, ranker.spelling, ranker.concepts)
    return Answer(rule, round(score, 3), told, example_of(rule, book))


def explained_in(rule: Rule) -> str:
    """The edition by which a rule is explained when none is asked for."""
    return next(name for name in ("classic", *LAW.books) if rule.exists_in(name))


def scores_in(ranking: Ranking, edition: Ruleset | None) -> list[tuple[str, float]]:
    """The scores, those of rules that the edition does not have held back."""
    if edition is None:
        return list(ranking.scores)
    book = next(name for name in (edition.edition, *edition.extends) if name in LAW.books)
    held = [(rule, s if LAW.rules[rule].exists_in(book) else ABSENT * s) for rule, s in ranking.scores]
    return sorted(held, key=lambda entry: (-entry[1], entry[0]))


def split_edition(question: str) -> tuple[str, str | None]:
    """A question without the words that name an edition, and that edition, if any is named.

    >>> split_edition("How much is luxury tax in the modern edition?")
    ('How much is luxury tax ?', 'modern')
    >>> split_edition("When do I use the speed die?")
    ('When do I use the speed die?', None)
    """
    for name, pattern in names_of_editions(YEAR.search(question) is not None):
        if pattern.search(question):
            return pattern.sub(" ", question).replace("  ", " "), name
    return question, None


@lru_cache(maxsize=2)
def names_of_editions(by_year: bool) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How each edition may be named: by its key or its year; where the key means something else, with a noun.

    The years stand in the editions, which are not read for a question without any.
    """
    patterns = []
    for name in NAMES:
        plain = name.replace("-", "[- ]?")
        either = rf"(?:{plain}|{ruleset(name).year})" if by_year else plain
        words = rf"{plain} (?:{NOUNS})" if "-" in name else rf"{either}(?: (?:{NOUNS}))?"
        patterns.append((name, re.compile(rf"\b(?:(?:in|by|with|im|in der|nach) )?(?:the |den )?{words}\b", re.I)))
    return tuple(patterns)


def search(text: str, edition: str | Ruleset | None = None) -> list[Rule]:
    """The rules that speak of these words, the best first; those of one edition, if it is given.

    The last word may be half typed.

    >>> [rule.id for rule in search("third turns jail")][:1]
    ['jail.third-turn']
    """
    ranking = ready_ranker().rank(ready_ranker().spelling.completed(text[:LONGEST]))
    if ranking.doubt > OUTSIDE_FROM or not ranking.scores:
        return []
    here = ruleset(edition) if isinstance(edition, str) else edition
    found = [
        (LAW.rules[rule], score) for rule, score in scores_in(ranking, here) if score >= CLOSE * ranking.scores[0][1]
    ]
    if here is None:
        return [rule for rule, _ in found]
    book = next(name for name in (here.edition, *here.extends) if name in LAW.books)
    return [rule for rule, _ in found if rule.exists_in(book)]
