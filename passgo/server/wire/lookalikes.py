"""Names that look like another: like the Bank's, a square's, or another player's at the same table.

A name is reduced to what the eye sees of it; two names of which the same is left look alike. Against another player
only what can hardly be told apart counts: a Cyrillic a, a one for an l, letters that are set apart, a mark of
punctuation. Against the Bank, which everybody pays, against the squares, who runs the table and who runs the server,
also what is read as a letter, accents, and a number before or behind. A word in letters of two alphabets is refused in
any case: nobody is called so. Whoever is called like somebody else adds a letter or a number: Anna, Ben 2.
"""

# ruff: noqa: RUF001, RUF002 - letters that look like others are what this is about

import re
import string
import unicodedata
from collections.abc import Sequence

from passgo.notation.names import TAKEN, checked_names

LOOKS = {
    "a": "аαɑɐɒ₳ꓮᎪᗩⲁ",
    "b": "вьβƅ฿₿ꓐᏴᗷⲃ",
    "c": "сϲ¢₵ꓚᏟᑕⲥ",
    "d": "ԁꓓᗪ",
    "e": "еёεєҽ€ꓰᎬⲉəɘ",
    "g": "ԍցɡ",
    "h": "һнհꓧᎻⲏ",
    "j": "јϳյꓙᎫ",
    "k": "кκĸʞ₭ꓗᏦᛕⲕ",
    "l": "iіїıιɩ1|!ӏاꓲꓡᏞᒪⲓ",
    "m": "мꓟᎷⲙ",
    "n": "пηոռŋƞ₦ꓠᑎⲛ",
    "o": "0оοσօ০०๐ꓳⲟ",
    "p": "рρթ₱ꓑᏢᑭⲣ",
    "q": "ԛզ",
    "s": "ѕꓢᏚ",
    "t": "тτ₮ꓔᎢⲧ",
    "u": "υսꓴᑌ",
    "v": "νѵꓦᏙ",
    "w": "шωԝաꓪᎳ",
    "x": "хχꓫⲭ",
    "y": "уγүꓬⲩ",
    "z": "ᏃꓜƵ",
}
"""Latin letters, and what can hardly be told from them, when case is taken away."""
LOOK = str.maketrans({alike: letter for letter, all_alike in LOOKS.items() for alike in all_alike})
READ = str.maketrans("4@3578$", "aaestbs")
"""Digits and signs that are read as letters."""
LATIN = re.compile(r"(?:LATIN|INDICATOR SYMBOL|SQUARED|CIRCLED) .*?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
"""The names of letters that are a Latin one in another dress: small capitals, with a stroke, in a box."""
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "LATIN"}
"""Alphabets that are written together."""
ARTICLES = re.compile(r"(?:the|die)(?=.)")


def look_of(name: str) -> str:
    """What can be seen of a name at a glance.

    >>> look_of("Anna") == look_of("ANNА"), look_of("Bill") == look_of("BI1l"), look_of("Jörg") == look_of("Jorg")
    (True, True, False)
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(map(plain_letter, folded)).translate(LOOK).split())


def plain_letter(letter: str) -> str:
    """A letter without what it wears. One with an accent stays: many names differ by that alone."""
    if letter.isascii() or unicodedata.decomposition(letter):
        return letter
    decorated = LATIN.fullmatch(unicodedata.name(letter, "").replace("REGIONAL ", "").replace("NEGATIVE ", ""))
    return decorated[1].lower() if decorated else letter


def reading_of(name: str) -> str:
    """What one could read a name as, if one wanted to.

    >>> reading_of("The B.4.n.k!") == reading_of("Bank")
    True
    """
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    plain = plain.replace("ß", "b").strip(string.punctuation + string.whitespace)
    letters = "".join(letter for letter in look_of(plain).translate(READ) if letter.isalnum())
    return ARTICLES.sub("", letters, count=1)


OFFICES = ("Banker", "Server", "System", "Admin", "Administrator", "Moderator", "PassGo", "Nobody", "Everybody")
"""Who somebody could pretend to be in the chat."""
READ_AS_TAKEN = {reading_of(name): name for name in (*map(str.capitalize, TAKEN), *OFFICES)}


def shape_of(name: str) -> str:
    """What is left of a name without what sets its letters apart or stands around them.

    >>> shape_of("A.n n!") == shape_of("Ann"), shape_of("Ben 2") == shape_of("Ben"), shape_of("O'Brien")
    (True, False, 'obrlen')
    """
    letters = (letter for letter in unicodedata.normalize("NFKC", name) if not sets_apart(letter))
    return look_of("".join(letters)) or look_of(name)


def sets_apart(letter: str) -> bool:
    """Is it a space, a mark of punctuation, or a stroke that belongs to no letter? A picture says something."""
    return unicodedata.category(letter) in SETTING_APART or bool(LOOSE_MARK.match(letter))


SETTING_APART = ("Zs", "Zl", "Zp", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sk", "Sm")
LOOSE_MARK = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]")


def mixes_alphabets(word: str) -> bool:
    """Has a word letters of alphabets that are not written together?

    >>> mixes_alphabets("Bаnk"), mixes_alphabets("Анна"), mixes_alphabets("Tシャツ")
    (True, False, False)
    """
    letters = (letter for letter in unicodedata.normalize("NFKC", word) if unicodedata.category(letter) in CASED)
    alphabets = {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    return len(alphabets) > 1 and not alphabets <= EAST_ASIAN


CASED = ("Lu", "Ll", "Lt", "Lo")


def check_look_alikes(names: Sequence[str], squares: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of a table, if nobody takes one for another's, the Bank's or a square's; ValueError otherwise."""
    seen: dict[str, str] = {}
    taken_names = {reading_of(square): square for square in squares} | READ_AS_TAKEN
    for name in checked_names(names):
        if any(map(mixes_alphabets, name.split())):
            raise ValueError(f"a name has letters of one alphabet in a word; {name!r} mixes them")
        taken = taken_names.get(reading_of(name)) or taken_names.get(reading_of(name.strip(string.digits)))
        if taken:
            raise ValueError(f"no player can be called {name!r}: that looks like {taken!r}")
        for seeming in {look_of(name), shape_of(name)}:
            other = seen.setdefault(seeming, name)
            if other is not name:
                raise ValueError(f"no player can be called {name!r}: that looks like {other!r}")
    return tuple(names)
