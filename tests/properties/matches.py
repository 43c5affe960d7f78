"""Matches for tests of single checks and refusals: begun, changed by hand, and judged."""

from typing import Any

from passgo import editions
from passgo.dev.fuzz.checked_game import Match
from passgo.machine.records import STRUCTURES
from passgo.rules import codes, ids
from passgo.rules.state import Edition

EVERYTHING = (1 << (codes.DEEDS - 1)) - 1
LAST = 1 << (codes.DEEDS - 1)


def begun(edition: str = "classic", **options: object) -> Match:
    """A game of three before the first throw."""
    return Match(editions.ruleset(edition, setup_first_player="first-seat", **options), 3)


def bytes_of(record: Any) -> bytes:
    """A record as it lies in memory; its declared type does not say that it is a buffer."""
    return bytes(record)


def ruled(match: Match, **fields: int) -> Any:
    """The edition of the match, with other rulings."""
    e: Any = STRUCTURES[Edition].from_buffer_copy(bytes_of(match.e))
    for name, value in fields.items():
        assert hasattr(e, name)
        setattr(e, name, value)
    return e


def put(g: Any, field: str, value: int, index: int | None = None) -> None:
    """Write a field of the record, or one place of a row."""
    if index is None:
        setattr(g, field, value)
    else:
        getattr(g, field)[index] = value


def jail_card_out(match: Match, deck: int) -> int:
    """The deck's jail card, no longer in the deck."""
    card = next(
        c for c in range(codes.DECK) if match.e.card_effect[deck * codes.DECK + c] == codes.GET_OUT_OF_JAIL_FREE
    )
    match.g.unseen[deck] &= ~(1 << card)
    return card


def judged(match: Match, kind: int, player: int = 0, **fields: Any) -> str:
    """The rule that refuses the action, or nothing."""
    a: Any = match.a
    for name, _ in type(a)._fields_:
        if name != "dice":
            setattr(a, name, 0)
    a.kind, a.player = kind, player
    for n, die in enumerate(fields.pop("dice", (0, 0, 0))):
        a.dice[n] = die
    for name, value in fields.items():
        setattr(a, name, value)
    return ids.NAMES[match.allowed()]


def dealing() -> Match:
    """Player 0 holds all but the last deed and one jail card, player 1 the others; nobody owes anybody."""
    match = begun()
    for deed in range(codes.DEEDS):
        match.g.owner[deed] = 0 if deed < codes.DEEDS - 1 else 1
    for deck in (0, 1):
        jail_card_out(match, deck)
        match.g.jail_card[deck] = deck
    return match
