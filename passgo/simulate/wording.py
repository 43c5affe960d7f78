"""Numbers with their nouns."""


def counted(number: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "game"), counted(2000, "game"), counted(1, "match"), counted(2, "match")
    ('1 game', '2,000 games', '1 match', '2 matches')
    """
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"
