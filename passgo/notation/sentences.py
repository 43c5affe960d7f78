"""Events as sentences, in our own words."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from passgo.notation.text import SPEED_FACES, format_goods

if TYPE_CHECKING:
    from passgo.notation.events import Event

ACCOUNT_WORDS = {"Bank": "the Bank", "Pot": "the pot on Free Parking"}
LOT_WORDS = {
    "house": "a house",
    "hotel": "a hotel",
    "chance card": "the Chance get-out-of-jail card",
    "chest card": "the Community Chest get-out-of-jail card",
}
DECK_WORDS = {"chance": "Chance", "chest": "Community Chest"}
WHAT_FOR = {"setup.first-player": " for the first turn", "rent.throw": " to measure the rent"}
LEVELS = ("no building", "one house", "two houses", "three houses", "four houses", "a hotel")


def dollars(amount: int) -> str:
    """An amount of money.

    >>> dollars(1500)
    '$1,500'
    """
    return f"${amount:,}"


def who(name: str | None) -> str:
    """A party in the middle of a sentence."""
    return ACCOUNT_WORDS.get(name or "", name or "nobody")


def what(square: str | None) -> str:
    """A square or another lot in the middle of a sentence."""
    return LOT_WORDS.get(square or "", square or "nowhere")


def format_throw(event: "Event") -> str:
    """The dice, and what for."""
    first, second, *speed = event.dice
    text = f"{event.player} throws {first} and {second}"
    if speed:
        face = SPEED_FACES[speed[0]].removesuffix(" again")
        text = f"{event.player} throws {first}, {second} and {face.title()}"
    return text + WHAT_FOR.get(event.rule, "")


def format_move(event: "Event") -> str:
    """How far, and where to."""
    amount = event.amount
    count, way = abs(amount), "goes back" if amount < 0 else "moves"
    return f"{event.player} {way} {count} {'square' if count == 1 else 'squares'} to {event.place}"


def format_offer(event: "Event") -> str:
    """Both sides of an offer."""
    give = format_goods(event.give, event.give_cash, event.give_cards)
    take = "the whole debt" if event.settles else format_goods(event.take, event.take_cash, event.take_cards)
    return f"{give} for {take}"


def format_sale(event: "Event") -> str:
    """What was sold to the Bank, or came off when everything went to the Bank."""
    if event.rule == "bankrupt.to-bank":
        return f"The Bank takes {event.player}'s buildings off {event.place}"
    return f"{event.player} sells from {event.place} for {dollars(event.amount)}: {LEVELS[event.level or 0]} left"


def format_shortage(event: "Event") -> str:
    """Who is asked in a shortage."""
    asked = " and ".join(event.asked)
    return f"{event.player} asks for {what(event.place)}; there are too few, so the Bank asks {asked}"


SENTENCES: dict[str, Callable[["Event"], str]] = {
    "TurnBegan": lambda e: f"{e.player}'s turn begins on {e.place}",
    "DiceThrown": format_throw,
    "FirstPlayerFound": lambda e: f"{e.player} threw highest and plays first",
    "DeedDealt": lambda e: f"{e.player} is dealt {e.place}",
    "Moved": format_move,
    "Paid": lambda e: f"{who(e.player)} pays {dollars(e.amount)} to {who(e.other)}",
    "SentToJail": lambda e: f"{e.player} is sent to Jail",
    "LeftJail": lambda e: f"{e.player} is out of Jail",
    "StayedInJail": lambda e: f"{e.player} stays in Jail",
    "SpeedDieGained": lambda e: f"{e.player} throws the Speed Die from the next throw on",
    "DeedBought": lambda e: f"{e.player} buys {e.place} for {dollars(e.amount)}",
    "BuyDeclined": lambda e: f"{e.player} does not buy {e.place}",
    "AuctionOpened": lambda e: f"the Bank auctions {what(e.place)}",
    "BidMade": lambda e: f"{e.player} bids {dollars(e.amount)} for {what(e.place)}",
    "Withdrew": lambda e: f"{e.player} bids no more for {what(e.place)}",
    "AuctionWon": lambda e: f"{e.player} wins {what(e.place)} for {dollars(e.amount)}",
    "AuctionUnsold": lambda e: f"nobody bids for {what(e.place)}",
    "RentCharged": lambda e: f"{e.player} owes {who(e.other)} {dollars(e.amount)} rent for {e.place}",
    "RentClaimed": lambda e: f"{e.player} claims {dollars(e.amount)} rent from {who(e.other)} for {e.place}",
    "ClaimKept": lambda e: f"{e.player} will claim {dollars(e.amount)} rent from {who(e.other)} for {e.place}",
    "ClaimLapsed": lambda e: f"{e.player} did not claim the {dollars(e.amount)} rent of {who(e.other)} for {e.place}",
    "CardDrawn": lambda e: f"{e.player} draws from {DECK_WORDS[e.deck or '']}: {e.card_text}",
    "CardReturned": lambda e: f"{e.player}'s card goes to the bottom of {DECK_WORDS[e.deck or '']}",
    "TaxChosen": lambda e: f"{e.player} chooses {'the flat tax' if e.choice == 'PayFlatTax' else 'a share of worth'}",
    "WorthCounted": lambda e: f"{e.player} is worth {dollars(e.amount)}",
    "Built": lambda e: f"{e.player} builds on {e.place} for {dollars(e.amount)}: {LEVELS[e.level or 0]}",
    "BuildingSold": format_sale,
    "Mortgaged": lambda e: f"{e.player} mortgages {e.place} for {dollars(e.amount)}",
    "MortgageLifted": lambda e: f"{e.player} lifts the mortgage of {e.place} for {dollars(e.amount)}",
    "MortgageKept": lambda e: f"{e.player} keeps the mortgage of {e.place} and owes {dollars(e.amount)} interest",
    "OfferMade": lambda e: f"{e.player} offers {who(e.other)} {format_offer(e)}",
    "OfferWithdrawn": lambda e: f"{e.player} withdraws the offer to {who(e.other)}",
    "OfferRefused": lambda e: f"{who(e.other)} refuses {e.player}'s offer",
    "OfferLapsed": lambda e: f"{e.player}'s offer to {who(e.other)} no longer stands",
    "DealMade": lambda e: f"{who(e.other)} accepts {e.player}'s offer: {format_offer(e)}",
    "DeedPassed": lambda e: f"{e.place} passes from {e.player} to {who(e.other)}",
    "CardPassed": lambda e: f"{LOT_WORDS[f'{e.deck} card']} passes from {e.player} to {who(e.other)}",
    "DebtArose": lambda e: f"{e.player} owes {who(e.other)} {dollars(e.amount)} and has to raise it",
    "DebtSettled": lambda e: f"{e.player}'s debt to {who(e.other)} is settled",
    "WentBankrupt": lambda e: f"{e.player} leaves the game; what is left goes to {who(e.other)}",
    "Resigned": lambda e: f"{e.player} resigns",
    "ShortageAsked": format_shortage,
    "BuildingWanted": lambda e: f"{e.player} wants {what(e.place)} too",
    "BuildingPassed": lambda e: f"{e.player} does not want {what(e.place)}",
    "TurnEnded": lambda e: f"{e.player}'s turn ends",
    "HourStruck": lambda e: "the hour has struck",
    "GameWon": lambda e: f"{e.player} wins the game with {dollars(e.amount)}",
}
"""The sentence of each kind of event."""


def format_event(event: "Event") -> str:
    """The event as a sentence."""
    text = SENTENCES[event.kind](event)
    if text.startswith(("the ", "nobody ")):  # a player's name stays as the player writes it
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."
