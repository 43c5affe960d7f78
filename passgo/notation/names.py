"""Numbers to names and back: who sits at the table, and what its squares, deeds and cards are called."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from copy import copy
from operator import index
from typing import Any, cast

from passgo.editions import Ruleset
from passgo.editions.names import key
from passgo.errors import UnknownName
from passgo.machine import records
from passgo.notation.actions import CHANCE_KINDS, DECKS, KIND_NUMBERS, KINDS, WITH_OTHER, WITH_SQUARE, Action
from passgo.rules import codes, state

LONGEST_NAME = 30
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing, though they count as printable: with them two names could look alike."""

WHOLE = re.compile(r"-?[0-9]{1,12}")
"""A whole number as one writes it."""

MOST = 2**31 - 1
"""The largest number of dollars that the record of a game holds."""

MOST_FIELD: Any = vars(records.STRUCTURES[state.Action])["most"]
MOST_AT = slice(MOST_FIELD.offset, MOST_FIELD.offset + MOST_FIELD.size)
"""Where the highest bid stands in the record of an action."""

ACCOUNT_NAMES = {codes.BANK: "Bank", codes.POT: "Pot", codes.CHANCE: "Chance"}
LOT_NAMES = {
    codes.LOT_CHANCE_CARD: "chance card",
    codes.LOT_CHEST_CARD: "chest card",
    codes.LOT_HOUSE: "house",
    codes.LOT_HOTEL: "hotel",
}
LOT_NUMBERS = {name: lot for lot, name in LOT_NAMES.items()}


def folded(name: str) -> str:
    """A name without differences of case and spacing.

    >>> folded("  Big   BEN ")
    'big ben'
    """
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


TAKEN = {folded(name) for name in ACCOUNT_NAMES.values()} | set(DECKS)
"""Names that mean something else at the table."""


def checked_names(players: Iterable[str]) -> tuple[str, ...]:
    """The players' names, if they can be told apart, fit on a line and contain nothing invisible.

    >>> checked_names(["Ann", "ann"])
    Traceback (most recent call last):
    ValueError: two players are called 'ann': names must differ by more than case
    """
    names = tuple(players)
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise ValueError(f"a player's name is a text that is not empty, not {name!r}")
        if len(name) > LONGEST_NAME:
            raise ValueError(f"a player's name has at most {LONGEST_NAME} characters; {name!r:.60} has {len(name)}")
        if name != " ".join(name.split()) or not name.isprintable() or UNSEEN.search(name):
            raise ValueError(f"a player's name has no invisible characters and single spaces inside only; {name!a} has")
        if folded(name) in TAKEN:
            raise ValueError(f"no player can be called {name!r}: at the table that means something else")
        if folded(name) in seen:
            raise ValueError(f"two players are called {name!r}: names must differ by more than case")
        seen.add(folded(name))
    return names


class Names:
    """The names of one table: of its players in the order of their seats, its squares and its cards."""

    def __init__(self, ruleset: Ruleset, players: Iterable[str]) -> None:
        self.ruleset = ruleset
        self.players = checked_names(players)
        shared = [square.name for square in ruleset.squares]
        self.squares = tuple(s.name if shared.count(s.name) == 1 else s.slug for s in ruleset.squares)
        self.places = {number: square.name for number, square in enumerate(ruleset.squares)} | LOT_NAMES
        """Squares as they are printed (three can bear one name), and what else can be auctioned."""
        self.deeds = tuple(self.squares[deed.square] for deed in ruleset.deeds)
        self.cards = tuple(tuple(card.id for card in deck) for deck in ruleset.cards)
        self.deed_at = {deed.square: deed.index for deed in ruleset.deeds}
        self._seats = {folded(name): seat for seat, name in enumerate(self.players)}
        self._squares = {key(name): number for number, name in enumerate(self.squares)}
        self._cards = tuple({key(name): number for number, name in enumerate(deck)} for deck in self.cards)
        self._actions: dict[tuple[bytes, int], Action] = {}
        self._given: dict[int, tuple[Action, bytes]] = {}

    def seating(self, players: Iterable[str]) -> "Names":
        """The names of another company at the same table: everything but the players is shared.

        >>> from passgo import editions
        >>> Names(editions.ruleset("classic"), ["Ann", "Ben"]).seating(["Cy", "Dee"]).players
        ('Cy', 'Dee')
        """
        others = copy(self)
        others.players = checked_names(players)
        others._seats = {folded(name): seat for seat, name in enumerate(others.players)}
        others._actions, others._given = {}, {}  # these name players
        return others

    def account(self, number: int) -> str | None:
        """The name of a player, the Bank, the pot or chance; None for nobody."""
        return self.players[number] if 0 <= number < len(self.players) else ACCOUNT_NAMES.get(number)

    def seat(self, name: str) -> int:
        """The number of a player."""
        seat = self._seats.get(folded(name)) if isinstance(name, str) else None
        if seat is None:
            raise UnknownName(f"nobody is called {name!r:.60}; the players are {', '.join(self.players)}")
        return seat

    def sits(self, name: object) -> bool:
        """Is this the name of a player?"""
        return isinstance(name, str) and folded(name) in self._seats

    def lot(self, number: int) -> str | None:
        """The name of a square, or of what else can be auctioned; None for none."""
        return self.squares[number] if 0 <= number < len(self.squares) else LOT_NAMES.get(number)

    def square(self, name: str) -> int:
        """The number of a square: by name, by a beginning of it that no other shares, or by slug."""
        if not isinstance(name, str):
            raise ValueError(f"a square has a name, not {name!r}")
        known = self._squares.get(key(name))
        return known if known is not None else self.ruleset.square(name).index

    def place(self, name: str) -> int:
        """The number of the square that an action names; a number that is on no board is left to the rules."""
        if isinstance(name, str) and WHOLE.fullmatch(name.strip()) and not 0 <= int(name) < len(self.squares):
            return len(self.squares)
        return self.square(name)

    def place_named(self, name: str) -> str:
        """The name of that square, as the table writes it."""
        place = self.place(name)
        return self.squares[place] if place < len(self.squares) else name.strip()

    def deed(self, name: str) -> int:
        """The number of the deed of a square."""
        square = self.square(name)
        if square not in self.deed_at:
            raise ValueError(f"{self.squares[square]} has no deed")
        return self.deed_at[square]

    def card(self, deck: int, name: str) -> int:
        """The number of a card in its deck."""
        if not isinstance(name, str):
            raise ValueError(f"a card has a name, not {name!r}")
        known = self._cards[deck].get(key(name))
        return known if known is not None else self.ruleset.card(DECKS[deck], name).index

    def deck(self, name: str) -> int:
        """The number of a deck."""
        if name not in DECKS:
            raise ValueError(f"the decks are {' and '.join(DECKS)}, not {name!r}")
        return DECKS.index(name)

    def set_of_deeds(self, names: Iterable[str]) -> int:
        """A set of deeds as the record holds it."""
        return sum(1 << deed for deed in {self.deed(name) for name in names})

    def deeds_of(self, members: int) -> tuple[str, ...]:
        """The names of a set of deeds, in board order."""
        return tuple(name for deed, name in enumerate(self.deeds) if members >> deed & 1) if members else ()

    def set_of_players(self, names: Iterable[str]) -> int:
        """A set of players as the record holds it."""
        return sum(1 << seat for seat in {self.seat(name) for name in names})

    def players_of(self, members: int) -> tuple[str, ...]:
        """The names of a set of players."""
        return tuple(name for seat, name in enumerate(self.players) if members >> seat & 1)

    def set_of_decks(self, names: Iterable[str]) -> int:
        """A set of jail cards as the record holds it."""
        return sum(1 << deck for deck in {self.deck(name) for name in names})

    def decks_of(self, members: int) -> tuple[str, ...]:
        """The decks of a set of jail cards."""
        return tuple(name for deck, name in enumerate(DECKS) if members >> deck & 1) if members > 0 else ()

    def action(self, record: bytes, deck: int) -> Action:
        """The action of a record, in names; `deck` is the one being drawn from."""
        known = self._actions.get((record, deck))
        if known is None:
            if len(self._actions) >= 4096:
                self._actions.clear()
                self._given.clear()
            known = self._actions[record, deck] = self.read(record, deck)
            if known.player is not None:
                self._given[id(known)] = known, b""
        return known

    def listed(self, records: Iterable[bytes], deck: int) -> list[Action]:
        """The actions of a legal list, in names."""
        known = self._actions
        return [known.get((record, deck)) or self._list(record, deck) for record in records]

    def _list(self, record: bytes, deck: int) -> Action:
        """An action that a legal list holds for the first time; it is written as it stands there, but for `most`."""
        action = self.action(record, deck)
        if action.most:
            record = record[: MOST_AT.start] + bytes(MOST_FIELD.size) + record[MOST_AT.stop :]
        self.remember(action, record)
        return action

    def remember(self, action: Action, record: bytes) -> None:
        """Remember how an action was written, if it is one that `action` gave out: it is likely to be played again."""
        if id(action) in self._given:
            self._given[id(action)] = action, record

    def written(self, action: object) -> tuple[Action, bytes] | None:
        """An action that `action` gave out, and its record, empty if it was not written yet; None for any other.

        What is found by its id is held here, so no other object can have that id.
        """
        return self._given.get(id(action))

    def read(self, record: bytes, deck: int) -> Action:
        """The action of a record, made anew."""
        a = cast(state.Action, records.STRUCTURES[state.Action].from_buffer_copy(record))
        kind = KINDS[a.kind]
        card = None
        if kind == "Card":
            card = self.cards[deck][a.card]
        elif kind == "UseCard":
            card = DECKS[a.card]
        return Action(
            kind,
            player=self.players[a.player] if a.player < len(self.players) else None,
            square=self.squares[a.square] if kind in WITH_SQUARE else None,
            amount=a.amount,
            most=a.most,
            other=self.account(a.other) if kind in WITH_OTHER else None,
            give=self.deeds_of(a.give_deeds),
            take=self.deeds_of(a.take_deeds),
            give_cash=a.give_cash,
            take_cash=a.take_cash,
            give_cards=self.decks_of(a.give_cards),
            take_cards=self.decks_of(a.take_cards),
            card=card,
            dice=tuple(a.dice[: 3 if a.dice[2] else 2]) if kind == "Dice" else (),
        )

    def write(self, action: Action, player: int, deck: int, record: Any) -> None:
        """Write an action to a record, as that player's; `deck` is the one being drawn from."""
        kind = action.kind
        for several in (action.give, action.take, action.give_cards, action.take_cards, action.dice):
            if not isinstance(several, tuple | list):
                raise ValueError(f"an action has lists of deeds, cards and dice, not {several!r:.60}")
        dice = checked_dice(action.dice) if action.dice or kind == "Dice" else (0, 0, 0)
        number = self.card(deck, action.card) if kind == "Card" and action.card is not None else 0
        if kind == "UseCard" and action.card is not None:
            number = self.deck(action.card)
        record.kind = KIND_NUMBERS[kind]
        record.player = codes.CHANCE if kind in CHANCE_KINDS else player
        record.square = self.place(action.square) if action.square is not None else 0
        record.other = self.seat(action.other) if action.other is not None else 0
        record.amount = within(action.amount)
        record.most = 0
        record.give_deeds = self.set_of_deeds(action.give) if action.give else 0
        record.take_deeds = self.set_of_deeds(action.take) if action.take else 0
        record.give_cash = within(action.give_cash)
        record.take_cash = within(action.take_cash)
        record.give_cards = self.set_of_decks(action.give_cards) if action.give_cards else 0
        record.take_cards = self.set_of_decks(action.take_cards) if action.take_cards else 0
        record.card = number
        record.dice[:] = dice


def within(amount: Any) -> int:
    """A whole number that the record can hold; that nobody bids less than nothing is a matter of the rules."""
    try:
        number = index(amount)
    except TypeError:
        raise ValueError(f"an amount is a whole number, not {amount!r:.60}") from None
    if not -MOST <= number <= MOST:
        raise ValueError(f"an amount is a whole number up to {MOST:,}, not {number:,}")
    return number


def checked_dice(dice: Sequence[Any]) -> tuple[int, int, int]:
    """Two dice or three, as the record holds them.

    >>> checked_dice((3, 4))
    (3, 4, 0)
    """
    if len(dice) not in (2, 3) or any(isinstance(die, float) or die not in range(1, 7) for die in dice):
        shown = f"{list(dice)!r:.60}"
        raise ValueError(f"dice show 1 to 6: two white ones, and the Speed Die where it is thrown; not {shown}")
    first, second, *third = dice
    return first, second, third[0] if third else 0
