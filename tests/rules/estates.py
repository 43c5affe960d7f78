"""Players who leave a game, for tests: how they come to it, and the sale of what they had."""

from typing import Any

from passgo import Event, Game
from tests.rules.table import landed, told

DARK_BLUE = {"park place": 1, "boardwalk": 1}  # Boardwalk with a house: $200
ESTATE = {"mediterranean": 1, "baltic": 1, "reading railroad": "mortgaged"}


def ann_fails_ben(edition: str, ann: dict[str, Any], **position: Any) -> Game:
    """Ann owes Ben $200 for Boardwalk and gives up."""
    position.setdefault("Ben", {"cash": 1000, "deeds": DARK_BLUE})
    position.setdefault("Cy", {"cash": 500})
    game = landed(edition, "boardwalk", Ann=ann, **position)
    game.play("Ann: bankrupt")
    return game


def ann_leaves_a_railroad(edition: str, ben_cash: int, **position: Any) -> Game:
    """Ann leaves Ben nothing but a mortgaged railroad, whose interest is $10; he has two houses to sell."""
    ann = {"cash": 0, "deeds": {"reading railroad": "mortgaged"}}
    return ann_fails_ben(edition, ann, Ben={"cash": ben_cash, "deeds": DARK_BLUE}, **position)


def ann_fails_the_bank(edition: str, ann: dict[str, Any], **position: Any) -> Game:
    """Ann owes $200 income tax and gives up."""
    position.setdefault("Ben", {"cash": 1000})
    position.setdefault("Cy", {"cash": 500})
    game = landed(edition, "income tax", Ann=ann, **position)
    if game.phase == "choose-tax":
        game.play("Ann: pay flat tax")
    game.play("Ann: bankrupt")
    return game


def ann_owes_ben(edition: str, ben_cash: int = 0) -> Game:
    """Ann owes Ben $50 for Boardwalk; she has $20, and could mortgage a railroad for $100."""
    ann, ben = {"cash": 20, "deeds": ["reading railroad"]}, {"cash": ben_cash, "deeds": ["boardwalk"]}
    return landed(edition, "boardwalk", Ann=ann, Ben=ben, Cy={"cash": 500})


def declined(edition: str, square: str, **position: Any) -> Game:
    """Ann has landed on the square and declined it: it is auctioned."""
    game = landed(edition, square, **position)
    game.play("Ann: decline")
    return game


def lots(game: Game) -> list[str | None]:
    """Everything that was put up for auction so far, in order."""
    return [event.square for event in told(game.events, "AuctionOpened")]


def sell_to(game: Game, winner: str, price: int) -> None:
    """The winner opens at the price; all others withdraw."""
    game.play(f"{winner}: bid {price}")
    for other in game.to_act:
        game.play(f"{other}: withdraw")


def leave_unsold(game: Game) -> list[Event]:
    """Nobody bids; what happened."""
    return [event for bidder in game.to_act for event in game.play(f"{bidder}: withdraw")]


def leave_all_unsold(game: Game) -> None:
    """Nobody bids for anything of the estate."""
    while game.matters:
        leave_unsold(game)
