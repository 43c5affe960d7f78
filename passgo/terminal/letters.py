"""Letters for what has a colour elsewhere: two for each square, one for each group and each player."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from string import ascii_uppercase, digits

from passgo.editions import Ruleset
from passgo.editions.board import Square

GROUP_SIGNS = {"railroad": "=", "utility": "~"}
"""The signs of the groups that have no colour, by the kind of their deeds."""


@lru_cache(maxsize=16)
def square_letters(ruleset: Ruleset) -> tuple[str, ...]:
    """Two letters for each square; only squares of one name, like those of a deck, have the same.

    >>> from passgo import editions
    >>> " ".join(square_letters(editions.ruleset("classic"))[:11])
    'GO Me Cc Ba It Re Or Ch Ve Co Ja'
    """
    squares = ruleset.squares
    ends = [words_of(name)[-1] for name in dict.fromkeys(square.name for square in squares)]
    common = {word for word in ends if ends.count(word) > 1}  # words that tell nothing, like Avenue
    found: dict[str, str] = {}
    for square in sorted(squares, key=lambda square: not square.group):
        if square.name not in found:
            found[square.name] = next(pair for pair in pairs_for(square, common) if pair not in found.values())
    return tuple(found[square.name] for square in squares)


@lru_cache(maxsize=1024)
def square_index(ruleset: Ruleset, name: str) -> int:
    """The number of a square that is called so; found once, because a screen asks often."""
    return ruleset.square(name).index


def words_of(name: str) -> list[str]:
    """The words of a name, without what follows a stroke."""
    return name.partition(" / ")[0].replace("&", " & ").split()


def pairs_for(square: Square, common: set[str]) -> Iterator[str]:
    """Pairs of letters for a square, the best first."""
    words = [word for word in words_of(square.name) if word[0].isalnum()] or [square.name]
    telling = [word for word in words if word not in common] or words
    letters = "".join(filter(str.isalnum, "".join(telling))) or "?"
    if len(square.name) == 2:
        yield square.name
    if not square.group and len(words) > 1:
        yield pair(words[0], words[-1])
    if len(telling) > 1:
        yield pair(telling[0], telling[1])
    if len(letters) > 1:
        yield letters[0].upper() + letters[1].lower()
    yield from (letters[0].upper() + letter.lower() for letter in letters[1:] if letter.lower() not in "aeiou")
    yield from (letters[0].upper() + letter for letter in ascii_uppercase.lower() + digits)
    yield from (first + second for first in ascii_uppercase for second in digits)


def pair(first: str, second: str) -> str:
    """The initials of two words."""
    return first[0].upper() + second[0].lower()


@lru_cache(maxsize=16)
def group_letters(ruleset: Ruleset) -> dict[str, str]:
    """A letter or sign for each group, by its key.

    >>> from passgo import editions
    >>> "".join(group_letters(editions.ruleset("classic")).values())
    'BLPORYGD=~'
    """
    found: dict[str, str] = {}
    for group in ruleset.groups:
        sign = GROUP_SIGNS.get(ruleset.deeds[group.deeds[0]].kind)
        found[group.key] = sign or first_free(group.name, found.values())
    return found


@lru_cache(maxsize=64)
def player_letters(names: Sequence[str]) -> tuple[str, ...]:
    """A capital for each player: the first letter of the name that nobody before has.

    >>> player_letters(("Ann", "Ben", "Bea", "anna"))
    ('A', 'B', 'E', 'N')
    """
    found: list[str] = []
    for name in names:
        found.append(first_free(name, found))
    return tuple(found)


def first_free(name: str, taken: Iterable[str]) -> str:
    """The first letter of a name that is free, or any letter. Only letters of one column do."""
    used = set(taken)
    own = (letter for letter in name.upper() if letter.isascii() and letter.isalpha())
    found: list[str] = [letter for letter in [*own, *ascii_uppercase] if letter not in used]
    return found[0]
