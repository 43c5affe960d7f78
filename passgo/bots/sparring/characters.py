"""The characters that come with PassGo: `characters.toml`, read and checked."""

from pathlib import Path

from passgo.bots.sparring.traits import check
from passgo.bots.tables import read_described

CHARACTERS = Path(__file__).parent / "characters.toml"


def read_characters(path: Path = CHARACTERS) -> dict[str, tuple[str, dict[str, int]]]:
    """The description and the traits of each character.

    >>> list(read_characters())
    ['recluse', 'shopkeeper', 'miser', 'collector', 'lowballer', 'blocker', 'builder', 'gambler', 'swapper']
    """
    found = {}
    for name, (description, character) in read_described(path, "character").items():
        try:
            found[name] = description, {trait: check(trait, value) for trait, value in character.items()}
        except ValueError as problem:
            raise ValueError(f"{path}: {name}: {problem}") from None
    return found
