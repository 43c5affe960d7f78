"""The two decks: sixteen cards each, a card being data with a small vocabulary of effects."""

from dataclasses import dataclass
from functools import lru_cache

from passgo.editions.board import Board, Square
from passgo.editions.files import Section, TextFile, parse_file
from passgo.rules import codes

EFFECTS = {name.lower().replace("card_to_jail", "go_to_jail"): n for n, name in enumerate(codes.CARD_EFFECTS)}
"""The effects of cards by the word the files use."""

DECKS = ("chance", "chest")

# What a card of each effect must hold; a card of any other effect holds nothing.
TARGETED = ("advance_to", "retreat_to", "go_to_jail")
PRICED = ("collect", "pay", "collect_from_each", "pay_each", "pay_or_draw_chance")
REPAIRS = "repairs"


@dataclass(frozen=True)
class Card:
    """A card: `deck` is 0 for Chance and 1 for the Chest, `target` a square or -1."""

    deck: int
    index: int
    id: str
    text: str
    effect: str
    target: int
    amount: int
    per_house: int
    per_hotel: int


@lru_cache(maxsize=16)
def read_decks(source: TextFile, board: Board) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The two decks of a file, for that board."""
    file = parse_file(source)
    file.only(*DECKS)
    chance, chest = (read_deck(file, deck, board) for deck in (codes.CHANCE_DECK, codes.CHEST_DECK))
    return chance, chest


def read_deck(file: Section, deck: int, board: Board) -> tuple[Card, ...]:
    """One deck. Exactly one card of it lets its holder out of Jail, for the game remembers who has it."""
    entries = file.sections(DECKS[deck], codes.DECK)
    cards = tuple(read_card(deck, index, entry, board) for index, entry in enumerate(entries))
    words = [card.id for card in cards]
    for word in words:
        if words.count(word) > 1:
            raise file.error(DECKS[deck], f"has {words.count(word)} cards with the id {word!r}")
    keys = sum(card.effect == "get_out_of_jail_free" for card in cards)
    if keys != 1:
        raise file.error(DECKS[deck], f"has {keys} cards of the effect get_out_of_jail_free, not 1")
    return cards


def read_card(deck: int, index: int, entry: Section, board: Board) -> Card:
    """One card of the file."""
    effect = entry.among("effect", EFFECTS)
    fields = needed(effect)
    entry.only("id", "text", "effect", *fields)
    square = read_target(entry, board) if "target" in fields else None
    amount, per_house, per_hotel = (
        entry.whole(field, least=1) if field in fields else 0 for field in ("amount", "per_house", "per_hotel")
    )
    try:
        text = entry.text("text").format(
            target=square.name if square else "", amount=amount, per_house=per_house, per_hotel=per_hotel
        )
    except (KeyError, IndexError, ValueError) as problem:
        raise entry.error("text", f"has a placeholder that cannot be filled: {problem}") from problem
    target = square.index if square else -1
    return Card(deck, index, entry.text("id"), text, effect, target, amount, per_house, per_hotel)


def needed(effect: str) -> tuple[str, ...]:
    """The fields that a card of this effect holds.

    >>> needed("repairs")
    ('per_house', 'per_hotel')
    """
    if effect in TARGETED:
        return ("target",)
    if effect in PRICED:
        return ("amount",)
    return ("per_house", "per_hotel") if effect == REPAIRS else ()


def read_target(entry: Section, board: Board) -> Square:
    """The square a card names by its slug."""
    word = entry.text("target")
    for square in board.squares:
        if square.slug == word:
            if entry.content["effect"] == "go_to_jail" and square.kind != "jail":
                raise entry.error("target", f"is {word!r}, which is not Jail")
            return square
    raise entry.error("target", f"is {word!r}, which is no square of {board.label}")
