"""A ruleset: an edition with the options that its players chose, ready to be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

from passgo.editions.board import Deed, Group, Square
from passgo.editions.book import Bills, Book
from passgo.editions.decks import DECKS, Card
from passgo.editions.names import find
from passgo.editions.options import Option, Value, format_value
from passgo.machine import records
from passgo.rules import ids, state

if TYPE_CHECKING:
    from passgo.editions.record import Record

BILLS, TOKENS = ids.NAMES[ids.SETUP_BILLS], ids.NAMES[ids.SETUP_TOKENS]


@dataclass(frozen=True)
class Ruleset:
    """An edition as it is played at one table. Two rulesets are equal if edition and options are.

    `edition` is the name that finds the edition again: the key of one of the package; of a user's own its file or key,
    with a digest. `extends` names the editions it stands on, the nearest first.
    """

    edition: str
    chosen: tuple[tuple[str, Value], ...]
    title: str = field(compare=False)
    about: str = field(compare=False, repr=False)
    extends: tuple[str, ...] = field(compare=False, repr=False)
    year: int = field(compare=False)
    book: Book = field(compare=False, repr=False)
    numbers: Mapping[str, int] = field(compare=False, repr=False)
    squares: tuple[Square, ...] = field(compare=False, repr=False)
    deeds: tuple[Deed, ...] = field(compare=False, repr=False)
    groups: tuple[Group, ...] = field(compare=False, repr=False)
    cards: tuple[tuple[Card, ...], tuple[Card, ...]] = field(compare=False, repr=False)
    tokens: tuple[str, ...] = field(compare=False, repr=False)
    bills: Bills = field(compare=False, repr=False)
    any_bills_at: int = field(compare=False, repr=False)
    offered: tuple[Option, ...] = field(compare=False, repr=False)

    @cached_property
    def record(self) -> "Record":
        """The EDITION record that every rule takes. It is made when a game needs it: reading the rules does not."""
        from passgo.editions.record import record_of

        return record_of(self.book, self.numbers)

    @cached_property
    def rows(self) -> Any:
        """The same as entry points take it."""
        return records.arrays(state.Edition, self.record)

    def __getstate__(self) -> dict[str, Any]:
        """What another process is sent: all but the record, which is made anew there, in memory of its own."""
        return {name: value for name, value in vars(self).items() if name not in ("record", "rows")}

    @property
    def options(self) -> dict[str, Value]:
        """The options that differ from the edition's own; `ruleset` takes them back."""
        return dict(self.chosen)

    @property
    def options_text(self) -> str:
        """The same as one line of text; `parse_options` takes it back."""
        return " ".join(f"{name.replace('_', '-')}={format_value(value)}" for name, value in self.chosen)

    @property
    def players(self) -> range:
        """How many may play (`setup.players`)."""
        return range(self.numbers["setup_players_least"], self.numbers["setup_players_most"] + 1)

    def square(self, wanted: str | SupportsIndex) -> Square:
        """A square by number, name, slug, or a beginning of these that no other square shares."""
        if isinstance(wanted, str) and not wanted.strip().isdecimal():
            names = {s.name: [other.slug for other in self.squares if other.name == s.name] for s in self.squares}
            return find("square", wanted, {square.slug: square for square in self.squares}, names)
        index = int(wanted)
        if not 0 <= index < len(self.squares):
            raise ValueError(f"no square has the number {index}: they are 0 to {len(self.squares) - 1}")
        return self.squares[index]

    def deed(self, wanted: str | SupportsIndex) -> Deed:
        """The deed of a square, called as `square` calls it."""
        square = self.square(wanted)
        for deed in self.deeds:
            if deed.square == square.index:
                return deed
        raise ValueError(f"{square.slug} is not a property")

    def card(self, deck: str | SupportsIndex, card_id: str) -> Card:
        """A card by its deck (0 or "chance", 1 or "chest") and its id, or a beginning of it."""
        cards = self.cards[deck_number(deck)]
        return find("card", card_id, {card.id: card for card in cards}, {})

    def tokens_for(self, picked: Sequence[str | None]) -> tuple[str, ...]:
        """Each seat's token: the one picked, or for those who picked none the first that is left (`setup.tokens`)."""
        known = {token: token for token in self.tokens}
        wanted = [token if token is None else find("token", token, known, {}) for token in picked]
        for token in wanted:
            if token is not None and wanted.count(token) > 1:
                raise ValueError(f"two players picked the {token}: each needs a token of their own ({TOKENS})")
        if len(wanted) > len(self.tokens):
            raise ValueError(f"there are {len(self.tokens)} tokens, too few for {len(wanted)} players ({TOKENS})")
        left = iter([token for token in self.tokens if token not in wanted])
        return tuple(next(left) if token is None else token for token in wanted)

    def bills_for(self, amount: int, seat: int = 0, players: int = 0) -> Bills:
        """The bills a seat is handed at the start: `setup.bills`, or any, where the Bank's run short."""
        last = players > 0 and players == self.any_bills_at and seat == players - 1
        if last or amount != sum(count * value for count, value in self.bills):
            return self.breakdown(amount)
        return self.bills

    def breakdown(self, amount: int) -> Bills:
        """An amount in as few of the edition's bills as possible."""
        if amount < 0:
            raise ValueError(f"no bills make {amount} ({BILLS})")
        pile = []
        for _, value in self.bills:
            count, amount = divmod(amount, value)
            if count:
                pile.append((count, value))
        return tuple(pile)


def deck_number(deck: str | SupportsIndex) -> int:
    """The number of a deck.

    >>> deck_number("chest"), deck_number("Community Chest"), deck_number(0)
    (1, 1, 0)
    """
    words = {str(number): number for number in range(len(DECKS))} | {word: n for n, word in enumerate(DECKS)}
    word = str(deck).strip().casefold().removeprefix("community").lstrip(" _-")
    if word not in words:
        raise ValueError(f"no deck is called {deck!r}: they are {' and '.join(DECKS)}")
    return words[word]
