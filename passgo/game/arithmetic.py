"""Arithmetic: how the amount of an event comes about, in a line that adds up.

Every line is checked against the amount itself: where they disagree, nothing is said rather than something wrong.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from passgo.editions import Deed
from passgo.game.payments import format_share, payment_of
from passgo.notation.events import Event
from passgo.notation.sentences import LEVELS, dollars

if TYPE_CHECKING:
    from passgo.game.views import Board

RENT = ("RentCharged", "RentClaimed", "ClaimKept", "ClaimLapsed")
CLAIMED = ("RentClaimed", "ClaimKept", "ClaimLapsed")
SAME_SUM = ("Paid", "DebtArose", "DebtSettled")
"""Events that repeat the sum of what they are for."""
HOTEL = 5
THROWN = ("move.throw", "speed.number", "speed.bus")
"""Rules by which one moves as far as the dice say."""
FAR = 40
"""So many events back, at most, stands what a payment is for."""


def format_arithmetic(event: Event, before: Sequence[Event], game: "Board") -> str:
    """How the amount of an event comes about; `before` are the events of the game up to it, `game` stands after it."""
    told = told_of(event, before, game)
    squares = f"{event.amount} square{'s' if event.amount > 1 else ''}"
    amount = squares if event.kind == "Moved" else dollars(event.amount)
    return f"{amount} = {told}" if told else ""


def told_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """What stands behind the sign of equality: by what happened, or by what is paid for."""
    if event.kind in BY_KIND:
        return BY_KIND[event.kind](event, before, game)
    if event.kind not in SAME_SUM:
        return ""
    for place in range(len(before) - 1, max(-1, len(before) - FAR), -1):
        cause = before[place]
        if (
            cause.kind in BY_KIND
            and cause.rule == event.rule
            and cause.amount == event.amount
            and cause.kind != "Moved"
        ):
            return BY_KIND[cause.kind](cause, before[:place], game)
    return payment_of(event, before, game)


def move_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """Squares: the dice that were thrown for them."""
    dice = next((earlier.dice for earlier in reversed(before) if earlier.kind == "DiceThrown"), ())
    ways = [dice[:2], dice[:3]] if all(die <= 3 for die in dice[2:]) else [dice[:2]]
    ways += [dice[:1], dice[1:2]] if event.rule == "speed.bus" else []
    if event.rule not in THROWN:
        return ""
    return next((" + ".join(map(str, pips)) for pips in ways if sum(pips) == event.amount), "")


def price_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """A deed that is bought or dealt: its printed price."""
    deed = game.ruleset.deed(event.square or "")
    return f"the price on the deed of {event.place}" if event.amount == deed.price else ""


def hammer_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """An auction: the last bid."""
    bid = next((earlier for earlier in reversed(before) if earlier.kind == "BidMade"), None)
    told = bid is not None and (bid.player, bid.amount) == (event.player, event.amount)
    return "the highest bid" if told else ""


def building_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """A building: the price on the deed, or what was bid for it."""
    if event.rule == "build.shortage-auction":
        won = next((earlier for earlier in reversed(before) if earlier.kind == "AuctionWon"), None)
        return "the highest bid, because there were too few" if won and won.amount == event.amount else ""
    return f"the price on the deed of {event.place}" if event.amount == deed_of(event, game).house_cost else ""


def deed_of(event: Event, game: "Board") -> Deed:
    """The deed that an event is about."""
    return game.ruleset.deed(event.square or "")


def worth_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """What somebody is worth: cash, properties and buildings; at the end a mortgaged property counts half."""
    player = game[event.player or ""]
    if event.rule == "bankrupt.last-wins":
        return "the cash of the winner" if event.amount == player.cash else ""
    taxed, held = event.rule == "tax.worth", [(game.ruleset.deed(name), state) for name, state in player.deeds.items()]
    halves = 0 if taxed else sum(deed.price - deed.price // 2 for deed, state in held if state == "mortgaged")
    deeds = sum(deed.price for deed, _ in held) - halves
    levels = [(deed, HOTEL if state == "hotel" else state) for deed, state in held if state != "mortgaged"]
    buildings = sum(deed.house_cost * level for deed, level in levels if isinstance(level, int))
    cash = event.amount - deeds - buildings
    # A tax is paid in the same move: the cash that was counted is what is left and the tax.
    tax = event.amount * game.ruleset.numbers["tax_income_percent"] // 100 if taxed else 0
    if cash not in {player.cash, player.cash + tax, player.cash + tax + 1}:
        return ""
    half = ", mortgaged ones at half" if halves else ""
    return f"{dollars(cash)} in cash + {dollars(deeds)} for properties{half} + {dollars(buildings)} for buildings"


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


def mortgage_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """A mortgage taken, lifted, or kept by a new owner."""
    deed, percent = deed_of(event, game), game.ruleset.numbers["mortgage_interest"]
    interest = event.amount - (deed.mortgage if event.kind == "MortgageLifted" else 0)
    if event.kind == "Mortgaged":
        return f"half of ${deed.price}" if event.amount == deed.mortgage else ""
    if not deed.mortgage * percent // 100 <= interest <= deed.mortgage * percent // 100 + 1:
        return ""
    if event.kind == "MortgageLifted":
        return f"${deed.mortgage} + ${interest} ({format_share(percent, deed.mortgage, interest, 'it')})"
    return format_share(percent, deed.mortgage, interest)


def sale_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """Buildings sold: half of what so many houses cost."""
    deed = deed_of(event, game)
    if event.rule == "bankrupt.to-bank":
        return ""
    houses, rest = divmod(2 * event.amount, deed.house_cost) if deed.house_cost else (0, 1)
    return "" if rest else f"half of {f'{houses} x ' if houses > 1 else ''}${deed.house_cost}"


BY_KIND: dict[str, Callable[[Event, Sequence[Event], "Board"], str]] = {
    **dict.fromkeys(RENT, rent_of),
    **dict.fromkeys(("Mortgaged", "MortgageLifted", "MortgageKept"), mortgage_of),
    **dict.fromkeys(("DeedBought", "DeedDealt"), price_of),
    **dict.fromkeys(("WorthCounted", "GameWon"), worth_of),
    "BuildingSold": sale_of,
    "Built": building_of,
    "AuctionWon": hammer_of,
    "Moved": move_of,
}
"""The kinds of event that say themselves what their amount is for."""
