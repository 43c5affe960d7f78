"""A constructor for each kind of action: `Throw()`, `Bid(120)`, `Build("boardwalk")`, `Offer("Ben", take_cash=50)`.

Every constructor takes `player=` too: who acts, if it is not whoever must decide. They are written out, one line each,
so that type checkers know them; a test compares their parameters with the one table, `passgo.rules.actions`.

>>> Throw(), Bid(120), Build("boardwalk"), ClaimRent("Ben", "boardwalk")
(Throw(), Bid(120), Build('boardwalk'), ClaimRent('Ben', 'boardwalk'))
>>> Offer("Ben", give=["boardwalk"], give_cash=50, take=["park place"], take_cards=["chance"], player="Ann")
Offer('Ben', give=['boardwalk'], take=['park place'], give_cash=50, take_cards=['chance'])
"""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from passgo.notation.actions import KIND_NUMBERS, Action
from passgo.rules import actions

Constructor = TypeVar("Constructor", bound=Callable[..., Action])


class Bare(Protocol):
    """Makes an action that needs nothing further."""

    def __call__(self, player: str | None = None) -> Action:
        """The action."""


class OnSquare(Protocol):
    """Makes an action on a square."""

    def __call__(self, square: str, player: str | None = None) -> Action:
        """The action."""


class OfAmount(Protocol):
    """Makes an action with a number in it."""

    def __call__(self, amount: int, player: str | None = None) -> Action:
        """The action."""


class ToOther(Protocol):
    """Makes an action towards another player."""

    def __call__(self, other: str, player: str | None = None) -> Action:
        """The action."""


class OfDeal(Protocol):
    """Makes an offer to another player."""

    def __call__(
        self,
        other: str | None = None,
        *,
        give: Iterable[str] = (),
        take: Iterable[str] = (),
        give_cash: int = 0,
        take_cash: int = 0,
        give_cards: Iterable[str] = (),
        take_cards: Iterable[str] = (),
        player: str | None = None,
    ) -> Action:
        """The action."""


def named(make: Constructor, kind: str) -> Constructor:
    """The constructor with the name of its kind, and with what the table says about it for `help`."""
    row = actions.KINDS[KIND_NUMBERS[kind]]
    make.__name__ = make.__qualname__ = kind
    make.__doc__ = f"{row.who[:1].upper()}{row.who[1:]} {row.does}."
    return make


def names_in(several: Iterable[str]) -> tuple[str, ...]:
    """The names of a list; a single name is none, though Python would take it for a list of letters."""
    if isinstance(several, str) or not isinstance(several, Iterable):
        raise ValueError(f"what changes hands is a list of names, not {several!r:.60}")
    return tuple(several)


def bare(kind: str) -> Bare:
    """The constructor of a kind of action that needs nothing further."""

    def make(player: str | None = None) -> Action:
        return Action(kind, player)

    return named(make, kind)


def on_square(kind: str) -> OnSquare:
    """The constructor of a kind of action on a square."""

    def make(square: str, player: str | None = None) -> Action:
        return Action(kind, player, square)

    return named(make, kind)


def of_amount(kind: str) -> OfAmount:
    """The constructor of a kind of action with a number in it."""

    def make(amount: int, player: str | None = None) -> Action:
        return Action(kind, player, amount=amount)

    return named(make, kind)


def to_other(kind: str) -> ToOther:
    """The constructor of a kind of action towards another player."""

    def make(other: str, player: str | None = None) -> Action:
        return Action(kind, player, other=other)

    return named(make, kind)


def of_deal(kind: str) -> OfDeal:
    """The constructor of a kind of offer."""

    def make(
        other: str | None = None,
        *,
        give: Iterable[str] = (),
        take: Iterable[str] = (),
        give_cash: int = 0,
        take_cash: int = 0,
        give_cards: Iterable[str] = (),
        take_cards: Iterable[str] = (),
        player: str | None = None,
    ) -> Action:
        return Action(
            kind,
            player,
            other=other,
            give=names_in(give),
            take=names_in(take),
            give_cash=give_cash,
            take_cash=take_cash,
            give_cards=names_in(give_cards),
            take_cards=names_in(take_cards),
        )

    return named(make, kind)


def use_card(deck: str | None = None, player: str | None = None) -> Action:
    """Leave Jail with a card of this deck, `chance` or `chest`; None: the one that the player holds."""
    return Action("UseCard", player, card=deck)


def claim_rent(other: str, square: str, player: str | None = None) -> Action:
    """Ask for the rent of a square where another player landed."""
    return Action("ClaimRent", player, square, other=other)


# Of the turn
Throw = bare("Throw")
PayFine = bare("PayFine")
UseCard = use_card
ChooseSteps = of_amount("ChooseSteps")
ChooseSquare = on_square("ChooseSquare")
Buy = bare("Buy")
Decline = bare("Decline")
PayFlatTax = bare("PayFlatTax")
PayWorthTax = bare("PayWorthTax")
PayCardFine = bare("PayCardFine")
TakeChance = bare("TakeChance")
EndTurn = bare("EndTurn")

# Of auctions and shortages
Bid = of_amount("Bid")
Withdraw = bare("Withdraw")
WantBuilding = bare("WantBuilding")
PassBuilding = bare("PassBuilding")
PlaceBuilding = on_square("PlaceBuilding")

# Of property
Build = on_square("Build")
SellBuilding = on_square("SellBuilding")
SellHotels = on_square("SellHotels")
Mortgage = on_square("Mortgage")
LiftMortgage = on_square("LiftMortgage")
KeepMortgage = on_square("KeepMortgage")
ClaimRent = claim_rent

# Of deals
Offer = of_deal("Offer")
Counter = of_deal("Counter")
OfferSettlement = of_deal("OfferSettlement")
WithdrawOffer = bare("WithdrawOffer")
Accept = to_other("Accept")
Refuse = to_other("Refuse")

# Of leaving
GoBankrupt = bare("GoBankrupt")
Resign = bare("Resign")
