"""Payments that stand by themselves: salaries, taxes, fines, cards, deals, what is left to a creditor."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from passgo.editions import Card
from passgo.notation.events import Event
from passgo.notation.sentences import dollars

if TYPE_CHECKING:
    from passgo.game.views import Board

CARD_RULES = ("cards.draw", "cards.each-player", "cards.repairs", "cards.fine-or-chance")
LEFT = ("bankrupt.to-player", "bankrupt.to-bank")


def payment_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """What a payment or a debt is for, by its rule; a payment may also be of a debt that had to be raised."""
    found = BY_RULE.get(event.rule)
    told = found(event, before, game) if found else ""
    return told or debt_of(event, before)


def debt_of(event: Event, before: Sequence[Event]) -> str:
    """A debt that was told before, when something else stood on the board."""
    debt = next((e for e in reversed(before) if e.kind == "DebtArose" and e.player == event.player), None)
    owed = debt is not None and (debt.amount, debt.rule) == (event.amount, event.rule)
    return "what was owed" if owed and event.kind != "DebtArose" else ""


def salary_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """The salary; on GO itself twice, where a table plays so."""
    salary = game.ruleset.numbers["move_salary"]
    if event.amount == salary:
        return "the salary" if event.rule == "move.salary" else "the salary, once more"
    return f"2 x {dollars(salary)}: on GO itself the salary is double here" if event.amount == 2 * salary else ""


def tax_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """A tax: what is printed on its square, or a share of the worth that was counted."""
    ruleset = game.ruleset
    printed = [int(ruleset.record[0]["tax"][square.index]) for square in ruleset.squares if square.kind == "tax"]
    worth = next((e.amount for e in reversed(before) if e.kind == "WorthCounted" and e.player == event.player), 0)
    percent = ruleset.numbers["tax_income_percent"]
    chosen = next((e for e in reversed(before) if e.kind in ("TaxChosen", "DiceThrown")), None)
    shared = chosen is not None and chosen.kind == "TaxChosen" and worth
    if shared and event.amount in (worth * percent // 100, -(-worth * percent // 100)):
        return format_share(percent, worth, event.amount)
    return "the tax that is printed on the board" if event.amount in printed else ""


def format_share(percent: int, whole: int, amount: int, name: str = "") -> str:
    """An amount as a share of a sum, and how it was rounded.

    >>> format_share(10, 175, 18)
    '10 % of $175, rounded up'
    """
    exact = whole * percent
    rounded = ", rounded up" if 100 * amount > exact else ", rounded down" if 100 * amount < exact else ""
    return f"{percent} % of {name or dollars(whole)}{rounded}"


def fine_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """The fine for leaving Jail."""
    return "the fine for leaving Jail" if event.amount == game.ruleset.numbers["jail_fine"] else ""


def card_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """What a card asks for."""
    drawn = next((e for e in reversed(before) if e.kind == "CardDrawn"), None)
    card = None if drawn is None else find_card(drawn, game)
    if card is None:
        return ""
    if card.per_house or card.per_hotel:
        return repairs_of(event, card, game)
    each = ", for each player" if event.rule == "cards.each-player" else ""
    return f"what the card says{each}" if event.amount == card.amount else ""


def find_card(drawn: Event, game: "Board") -> Card | None:
    """The card that was drawn."""
    deck = game.ruleset.cards[0 if drawn.deck == "chance" else 1]
    return next((card for card in deck if card.id == drawn.card), None)


def repairs_of(event: Event, card: Card, game: "Board") -> str:
    """Repairs: so much for each house and each hotel."""
    states = game[event.player or ""].deeds.values() if event.player in game.names else ()
    hotels = sum(state == "hotel" for state in states)
    houses = sum(state for state in states if isinstance(state, int))
    if event.amount != houses * card.per_house + hotels * card.per_hotel:
        return ""
    return f"{houses} houses x {dollars(card.per_house)} + {hotels} hotels x {dollars(card.per_hotel)}"


def deal_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """The cash of a deal; a debt may be settled by what is dealt."""
    if event.kind == "DebtSettled":
        return "the whole debt, for what was dealt"
    made = next((e for e in reversed(before) if e.kind == "DealMade"), None)
    return "the cash of the deal" if made and event.amount in (made.give_cash, made.take_cash) else ""


def rest_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """Whoever leaves the game leaves all their cash."""
    return "all the cash that is left" if event.kind == "Paid" else ""


def pot_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """The pot of a house rule."""
    return "all that lay on Free Parking" if event.player == "Pot" else ""


def hammer_price_of(event: Event, before: Sequence[Event], game: "Board") -> str:
    """A building that was auctioned because there were too few, and is placed."""
    won = next((e for e in reversed(before) if e.kind == "AuctionWon" and e.player == event.player), None)
    return "the highest bid" if won is not None and won.amount == event.amount else ""


BY_RULE: dict[str, Callable[[Event, Sequence[Event], "Board"], str]] = {
    **dict.fromkeys(("move.salary", "move.salary-twice"), salary_of),
    **dict.fromkeys(("tax.income", "tax.luxury", "tax.worth"), tax_of),
    **dict.fromkeys(("jail.fine-before", "jail.third-turn"), fine_of),
    **dict.fromkeys(CARD_RULES, card_of),
    **dict.fromkeys(("deal.private", "deal.settlement"), deal_of),
    **dict.fromkeys(LEFT, rest_of),
    **dict.fromkeys(("auction.cash", "build.shortage-auction"), hammer_price_of),
    "table.no-house-rules": pot_of,
}
"""What each rule takes or gives."""
