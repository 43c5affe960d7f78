"""Arithmetic: how the amount of an event comes about, in a line that adds up.

Every line is checked against the amount itself: where they disagree, nothing is said rather than something wrong.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from passgo.editions import Deed
from passgo.notation.events import Event
from passgo.notation.sentences import LEVELS, dollars

if TYPE_CHECKING:
    from passgo.game.views import Board

RENT = ("RentCharged", "RentClaimed", "ClaimKept", "ClaimLapsed")
CLAIMED = ("RentClaimed", "ClaimKept", "ClaimLapsed")
HOTEL = 5


def format_arithmetic(event: Event, before: Sequence[Event], game: "Board") -> str:
    """How the amount of an event comes about; `before` are the events of the game up to it, `game` stands after it."""
    told = ""
    if event.kind in RENT:
        told = rent_of(event, before, game)
    elif event.kind in ("Mortgaged", "MortgageLifted", "MortgageKept"):
        told = mortgage_of(event, game.ruleset.deed(event.square or ""), game.ruleset.numbers["mortgage_interest"])
    elif event.kind == "BuildingSold" and event.rule != "bankrupt.to-bank":
        told = sale_of(event, game.ruleset.deed(event.square or ""))
    elif event.kind == "Built" and event.amount == game.ruleset.deed(event.square or "").house_cost:
        told = f"the price on the deed of {event.place}"
    elif event.kind == "Paid":
        told = tax_of(event, before, game.ruleset.numbers["tax_income_percent"])
    return f"{dollars(event.amount)} = {told}" if told else ""


def rent_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """Rent: by buildings, by a whole group, by railroads owned, or by the dice."""
    deed = game.ruleset.deed(event.square or "")
    owner = event.player if event.kind in CLAIMED else event.other
    held = game[owner].deeds if owner in game.names else {}
    if deed.kind == "utility":
        return utility_rent(event, deed, before)
    group = [other for other in game.ruleset.deeds if other.group == deed.group]
    ours = [other for other in group if other.name in held]
    if deed.kind == "railroad":
        return railroad_rent(event.amount, deed.rents[len(ours) - 1] if ours else 0, len(ours))
    level = held.get(deed.name)
    level = HOTEL if level == "hotel" else level
    if level == 0 and len(ours) == len(group) and event.amount == 2 * deed.rents[0]:
        return f"2 x ${deed.rents[0]}: {event.place} is bare, and its owner has the whole group"
    if isinstance(level, int) and event.amount == deed.rents[level]:
        return f"{LEVELS[level]} on {event.place}"
    return ""


def railroad_rent(amount: int, usual: int, number: int) -> str:
    """The rent of so many railroads; a card may double it."""
    owned = f"{number} railroad{'s' if number > 1 else ''} owned"
    if amount == usual:
        return owned
    return f"2 x ${usual}: {owned}, and the card doubles it" if amount == 2 * usual else ""


def utility_rent(event: Event, deed: Deed, before: Sequence[Event]) -> str:
    """The rent of a utility: times the dice that were thrown last."""
    dice = next((earlier.dice for earlier in reversed(before) if earlier.kind == "DiceThrown"), ())
    pips = [*dice[:2], *(die for die in dice[2:] if die <= 3)]  # Bus and Mr. M count nothing
    for factor in deed.rents:
        if sum(pips) and event.amount == factor * sum(pips):
            return f"{factor} x ({' + '.join(map(str, pips))})"
    return ""


def mortgage_of(event: Event, deed: Deed, percent: int) -> str:
    """A mortgage taken, lifted, or kept by a new owner."""
    interest = event.amount - (deed.mortgage if event.kind == "MortgageLifted" else 0)
    if event.kind == "Mortgaged":
        return f"half of ${deed.price}" if event.amount == deed.mortgage else ""
    if not deed.mortgage * percent // 100 <= interest <= deed.mortgage * percent // 100 + 1:
        return ""
    if event.kind == "MortgageLifted":
        return f"${deed.mortgage} + ${interest} ({percent} % of it)"
    return f"{percent} % of ${deed.mortgage}"


def sale_of(event: Event, deed: Deed) -> str:
    """Buildings sold: half of what so many houses cost."""
    houses, rest = divmod(2 * event.amount, deed.house_cost) if deed.house_cost else (0, 1)
    return "" if rest else f"half of {f'{houses} x ' if houses > 1 else ''}${deed.house_cost}"


def tax_of(event: Event, before: Sequence[Event], percent: int) -> str:
    """The share of worth that a tax takes."""
    if event.rule not in ("tax.worth", "tax.income"):
        return ""
    worth = next((e.amount for e in reversed(before) if e.kind == "WorthCounted" and e.player == event.player), 0)
    share = worth * percent // 100
    return f"{percent} % of ${worth}" if worth and event.amount in (share, share + 1) else ""
