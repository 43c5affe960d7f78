"""The words of a question: cut to letters and digits, without endings, and spelled as the game spells them."""

import re
from collections.abc import Mapping
from functools import cached_property

FOLDED = str.maketrans(
    {"ä": "a", "ö": "o", "ü": "u", "é": "e", "ß": "ss", "\u2019": "'", "\u00d7": " x ", "%": " percent "}
)
TWO_LETTERS = re.compile(r"([aou])e")  # ae, oe, ue: how a phone without umlauts writes them
COUNTING = re.compile("z(?:ä|ae)hl")  # zählen, to count, which without its umlaut would be to pay
POSSESSIVE = re.compile(r"'s\b")
WORD = re.compile(r"[a-z]+|[0-9]+")
ENGLISH_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
GERMAN_NUMBERS = ("eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn")
NUMBERS = {word: str(n) for words in (ENGLISH_NUMBERS, GERMAN_NUMBERS) for n, word in enumerate(words, start=1)}
GERMAN = ("en", "er", "em", "e")  # endings that are cut off long words only; of English ones little harm is done
LONG = 7  # letters of a long word
NOUNS = {"building", "reading", "during", "parking", "nothing", "anything", "something", "everything", "opening"}
SHORTEST_MISSPELLED = 3  # shorter words are too like each other
TWO_SLIPS = 8  # letters from which on two slips are forgiven
LIKENESS = 0.5  # of letter pairs, which a misspelled word shares with the one that is meant


def words_of(text: str) -> list[str]:
    """The words and numbers of a text.

    >>> words_of("Can't I build on Ann's LOT for $50?")
    ['cant', 'i', 'build', 'on', 'ann', 'lot', 'for', '50']
    """
    told_apart = COUNTING.sub("zehl", text.casefold())
    folded = POSSESSIVE.sub("", told_apart.translate(FOLDED)).replace("'", "")
    return [NUMBERS.get(word, word) for word in WORD.findall(TWO_LETTERS.sub(r"\1", folded))]


def stem(word: str) -> str:
    """A word without its ending, roughly, in English and German alike.

    >>> [stem(word) for word in ("houses", "bidding", "moved", "landed", "utilities", "beliehenen", "pass", "then")]
    ['house', 'bid', 'move', 'land', 'utility', 'beliehen', 'pass', 'then']
    """
    plain = without_ing_and_ed(without_s(word))
    if len(plain) >= LONG:
        return next((plain[: -len(ending)] for ending in GERMAN if plain.endswith(ending)), plain)
    return plain


def without_s(word: str) -> str:
    """A word without the s of a plural."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]


def without_ing_and_ed(word: str) -> str:
    """A verb as it is without -ing or -ed, and with the e that these may have swallowed."""
    if word.endswith("ing") and len(word) >= 6 and word not in NOUNS:
        bare = word[:-3]
    elif word.endswith("ed") and len(word) >= 5:
        bare = word[:-2]
    else:
        return word
    if bare[-1] == bare[-2] and bare[-1] not in "ls":
        return bare[:-1]
    return bare + "e" if bare[-1] in "vcuz" or bare.endswith(("ag", "is", "os", "as")) else bare


class Spelling:
    """The words that the rulebook and its questions use, and which of them a misspelled word is meant to be."""

    def __init__(self, known: Mapping[str, int]) -> None:
        self.known = dict(known)
        """How often each is used."""

    @cached_property
    def _cut(self) -> dict[str, list[str]]:
        """The known words by what is left of them without one letter, made for the first word that is not known."""
        found: dict[str, list[str]] = {}
        for word in self.known:
            if len(word) >= SHORTEST_MISSPELLED and not word.isdigit():
                for shorter in (word, *cuts(word)):
                    found.setdefault(shorter, []).append(word)
        return found

    def corrected(self, word: str) -> str | None:
        """The word itself if it is known, else the known word that it is most like, if any is like it.

        >>> spelling = Spelling({"jail": 3, "mortgage": 1, "rent": 2})
        >>> [spelling.corrected(word) for word in ("jial", "morgage", "omrtgage", "rent", "weather")]
        ['jail', 'mortgage', 'mortgage', 'rent', None]
        """
        if word in self.known:
            return word
        if len(word) < SHORTEST_MISSPELLED or word.isdigit():
            return None
        shorter = [word, *cuts(word)]
        if len(word) >= TWO_SLIPS:
            shorter += [twice for once in cuts(word) for twice in cuts(once)]
        near = {found for key in dict.fromkeys(shorter) for found in self._cut.get(key, ())}
        meant = [found for found in near if begin_alike(word, found)]
        alike = [(likeness(word, found), self.known[found], found) for found in meant]
        best = max(alike, default=(0.0, 0, ""))
        return best[2] if best[0] >= LIKENESS else None

    def completed(self, text: str) -> str:
        """A text that somebody is still typing, its last word made whole: the known word that begins so, used most.

        >>> Spelling({"jail": 3, "mortgage": 1}).completed("can i mort")
        'can i mortgage'
        """
        words = words_of(text)
        if not words or words[-1] in self.known or not text[-1].isalpha():
            return text
        longer = [(count, word) for word, count in self.known.items() if word.startswith(words[-1])]
        return " ".join([*words[:-1], max(longer)[1]]) if longer else text


def cuts(word: str) -> list[str]:
    """The word without one of its letters, for each of them: what two words share that differ by a slip."""
    return [word[:place] + word[place + 1 :] for place in range(len(word))]


def begin_alike(word: str, meant: str) -> bool:
    """Do two words begin with the same letter, or with the same two swapped? Few slip in the first letter otherwise."""
    return word[0] == meant[0] or word[1] + word[0] == meant[:2]


def likeness(one: str, other: str) -> float:
    """How many pairs and single letters two words share, from 0 to 1."""
    mine, theirs = pieces(one), pieces(other)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def pieces(word: str) -> set[str]:
    """The letters of a word and the pairs of letters that follow each other, its ends marked."""
    marked = f"^{word}$"
    return {*word, *(marked[place : place + 2] for place in range(len(word) + 1))}
