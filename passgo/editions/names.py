"""Finding a thing by what people call it: in any case, without punctuation, or by a beginning that is unique."""

import difflib
from collections.abc import Mapping, Sequence
from typing import TypeVar

from passgo.errors import UnknownName

Thing = TypeVar("Thing")


def key(name: str) -> str:
    """A name without case, spaces and punctuation.

    >>> key("Go To Jail") == key("go-to_jail") == "gotojail"
    True
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def slug(name: str) -> str:
    """A name as one word that can be typed.

    >>> slug("St. Elsewhere's Mews")
    'st_elsewheres_mews'
    """
    words = name.casefold().replace("/", " ").replace("-", " ").split()
    return "_".join(word for part in words if (word := key(part)))


def find(what: str, wanted: str, slugs: Mapping[str, Thing], names: Mapping[str, Sequence[str]]) -> Thing:
    """The thing called so: by its slug, its full name, its first words, or any beginning that no other shares.

    `names` gives for each full name the slugs of all things that bear it.
    """
    by_key = {key(word): word for word in slugs}
    sought = key(wanted)
    if sought in by_key:
        return slugs[by_key[sought]]
    bearers = [word for name, words in names.items() if key(name) == sought for word in words]
    bearers = bearers or [word for word in slugs if sought in first_words(word)]
    bearers = bearers or [word for short, word in by_key.items() if sought and short.startswith(sought)]
    if len(bearers) == 1:
        return slugs[bearers[0]]
    if bearers:
        raise ValueError(f"{wanted!r} could be more than one {what}: {', '.join(bearers)}")
    raise UnknownName(f"no {what} is called {wanted!r}{close_to(wanted, list(slugs))}")


def first_words(word: str) -> list[str]:
    """What a slug's first word, first two words and so on read without spaces.

    >>> first_words("bus_to_town")
    ['bus', 'busto', 'bustotown']
    """
    parts = word.split("_")
    return ["".join(parts[:count]) for count in range(1, len(parts) + 1)]


def close_to(wanted: str, known: Sequence[str]) -> str:
    """A hint at names much like the wanted one, or nothing.

    >>> close_to("modren", ["classic", "modern"])
    '; did you mean modern?'
    """
    close = difflib.get_close_matches(wanted.casefold(), known, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else ""
