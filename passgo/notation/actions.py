"""Actions as people write them in Python: `Build("boardwalk")`, `Bid(120)`, `Offer("Ben", give=["boardwalk"])`.

An `Action` is in names. `Names` turns these into the numbers of the record that the rules read, and back. There is a
constructor for each kind in `constructors`. Which fields a kind has is in the one table, `passgo.rules.actions`.
"""

from dataclasses import dataclass, field, fields
from reprlib import repr as shortly
from typing import Any

from passgo.rules import actions, codes


def class_name(constant: str) -> str:
    """The name of a constant as a class would be named.

    >>> class_name("PAY_FLAT_TAX")
    'PayFlatTax'
    """
    return "".join(word.capitalize() for word in constant.split("_"))


KINDS = tuple(class_name(kind) for kind in codes.ACTION_KINDS)
"""The kinds of action by number: `KINDS[codes.BUILD] == "Build"`."""

KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}

DECKS = ("chance", "chest")
"""The decks by number."""

CHANCE_KINDS = tuple(KINDS[kind.number] for kind in actions.KINDS if kind.is_chance)
"""What chance does."""

PLAYER_KINDS = tuple(KINDS[kind.number] for kind in actions.KINDS if kind.is_players)
"""What players do."""

DEALS = tuple(KINDS[kind.number] for kind in actions.KINDS if kind.is_deal)
"""Kinds that name a partner and what changes hands."""


def kinds_with(name: str) -> frozenset[str]:
    """The kinds that use a field of the record.

    >>> sorted(kinds_with("amount"))
    ['Bid', 'ChooseSteps']
    """
    return frozenset(KINDS[number] for number in actions.kinds_with(name))


WITH_AMOUNT, WITH_OTHER, WITH_SQUARE = kinds_with("amount"), kinds_with("other"), kinds_with("square")

POSITIONAL: dict[str, tuple[str, ...]] = {
    KINDS[kind.number]: tuple(name for name in kind.fields if name in ("amount", "card", "other", "square"))
    for kind in actions.KINDS
}
"""The single values that an action of each kind is made of, in the order in which its constructor takes them."""


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """What a player or chance does, in names. Each kind has a constructor: `Throw()`, `Build("boardwalk")`.

    Who does it is no part of what is done: equal actions may be those of different players.

    >>> Action("Build", square="Boardwalk")
    Build('Boardwalk')
    >>> Action("Offer", "Ann", other="Ben", give=("Boardwalk",), take_cash=400)
    Offer('Ben', give=['Boardwalk'], take_cash=400)
    """

    kind: str
    """`Throw`, `Build` and so on: one of `KINDS`."""
    player: str | None = field(default=None, compare=False)
    """Who acts; None: whoever must decide, or chance."""
    square: str | None = None
    """Which square or deed."""
    amount: int = 0
    """Dollars of a bid, squares of `ChooseSteps`; in a legal list the lowest bid."""
    most: int = 0
    """In a legal list the highest bid."""
    other: str | None = None
    """The partner of a deal, or who landed."""
    give: tuple[str, ...] = ()
    """The deeds the player gives."""
    take: tuple[str, ...] = ()
    """The deeds the player takes."""
    give_cash: int = 0
    """The cash the player gives, in dollars."""
    take_cash: int = 0
    """The cash the player takes, in dollars."""
    give_cards: tuple[str, ...] = ()
    """The decks (`chance`, `chest`) whose get-out-of-jail card the player gives."""
    take_cards: tuple[str, ...] = ()
    """The decks whose get-out-of-jail card the player takes."""
    card: str | None = None
    """The id of a card turned up; of `UseCard`, the deck it came from."""
    dice: tuple[int, ...] = ()
    """Two white dice, and the Speed Die where it is thrown (4 is the Bus, 5 and 6 are Mr. M)."""

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in KIND_NUMBERS:
            raise ValueError(f"no kind of action is called {self.kind!r:.60}; there are {', '.join(KINDS)}")

    def __repr__(self) -> str:
        first = [repr(getattr(self, name)) for name in POSITIONAL[self.kind] if getattr(self, name) is not None]
        named = [
            f"{name}={list(value) if isinstance(value, tuple) else value!r}"
            for name in ("most", "give", "take", "give_cash", "take_cash", "give_cards", "take_cards")
            if (value := getattr(self, name))
        ]
        return f"{self.kind}({', '.join([*first, *map(repr, self.dice), *named])})"

    def to_dict(self) -> dict[str, Any]:
        """The fields that are not empty, as plain values, for JSON.

        >>> Action("Build", "Ann", "Boardwalk").to_dict()
        {'kind': 'Build', 'player': 'Ann', 'square': 'Boardwalk'}
        """
        values = {name: getattr(self, name) for name in FIELDS}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values.items() if v not in (None, 0, ())}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Action":
        """The action of `to_dict`.

        >>> Action.from_dict({"kind": "Bid", "amount": 120})
        Bid(120)
        """
        if not isinstance(values, dict) or not isinstance(values.get("kind"), str):
            raise ValueError(f"an action is a dictionary with a kind in it, not {shortly(values)}")
        for name, value in values.items():
            if not fits(name, value):
                named = f"{name!r:.40} like {shortly(value)}"
                raise ValueError(f"an action has no {named}; its fields are {', '.join(FIELDS)}")
        given: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        return cls(**given)


FIELDS = tuple(f.name for f in fields(Action))


@dataclass(frozen=True, slots=True, repr=False)
class SetRight(Action):
    """A correction at a real table, where a moment of a record has its action. The rules know no such kind."""

    changes: str = ""
    """What was set right, as `passgo.notation.corrections` writes it."""
    reason: str = ""
    """Why."""

    def __post_init__(self) -> None:
        """There is one kind, and anything may be set right."""

    def __repr__(self) -> str:
        return f"SetRight({self.changes!r}, {self.reason!r})"


NUMBERS = ("amount", "most", "give_cash", "take_cash")
LISTS = {"give": str, "take": str, "give_cards": str, "take_cards": str, "dice": int}


def fits(name: str, value: Any) -> bool:
    """Is this a value that the field of an action can have?"""
    if name in NUMBERS:
        return type(value) is int
    if name in LISTS:
        return isinstance(value, list | tuple) and all(type(each) is LISTS[name] for each in value)
    return name in FIELDS and isinstance(value, str)
