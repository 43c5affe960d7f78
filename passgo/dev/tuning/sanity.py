"""Offers that nobody with sense accepts. Self-play does not ask about them, and people would.

Bots make one another fair offers, so a search by games alone may come to sell the last deed of a group for little more
than its printed price: no bot asks. These questions are put to every candidate, and silly answers cost score.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from passgo import bots
from passgo.dev.tuning.opponents import table
from passgo.editions import Deed, Group, Ruleset
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.simulate import Bot

ASKED, ASKING = "Ann", "Ben"
NAMES = (ASKED, ASKING, "Cy", "Dee")
RICH, COMFORTABLE, NOT_RICH = 6000, 1500, 600

STRONG = 100
"""Groups whose deeds cost at least so much decide games."""

PERCENTS = (100, 150)
"""Of its printed price are too little for the last deed of such a group."""

PENNILESS = (0, 60, 100)
"""Even with so little cash nobody sells a lot of a group of their own for its printed price."""

DEAR = 3
"""Times the printed price is too much for a single deed."""

DEAR_CARD = 2
"""Times the fine is too much for a card that saves it."""


def last_deed_wanted(board: Ruleset, group: Group, percent: int, players: int) -> Game:
    """Somebody rich who lacks one deed of a group offers so much of its printed price."""
    *others, last = (board.deeds[deed] for deed in group.deeds)
    elsewhere = next(deed for deed in board.deeds if deed.kind == "railroad")
    held = {ASKED: [last.name, elsewhere.name], ASKING: [deed.name for deed in others]}
    return cash_offered(board, held, last, last.price * percent // 100, players)


def last_deed_for_single(board: Ruleset, group: Group, single: Deed, players: int) -> Game:
    """Somebody who lacks one deed of a group offers a single deed of another for it."""
    *others, last = (board.deeds[deed] for deed in group.deeds)
    seats: dict[str, Any] = {name: {"cash": NOT_RICH} for name in NAMES[:players]}
    seats[ASKED]["deeds"] = [last.name]
    seats[ASKING] = {"deeds": [*(deed.name for deed in others), single.name], "cash": COMFORTABLE}
    return offered(board, seats, give=(single.name,), take=(last.name,))


def dollar_offered(board: Ruleset, deed: Deed) -> Game:
    """Somebody offers a dollar for a deed."""
    elsewhere = next(other for other in board.deeds if other.group != deed.group)
    return cash_offered(board, {ASKED: [deed.name, elsewhere.name]}, deed, 1, 3)


def group_wanted(board: Ruleset, group: Group, dollars: int, cash: int) -> Game:
    """Somebody offers little for a lot of a group that is held whole by one with little cash."""
    lots = [board.deeds[deed] for deed in group.deeds]
    return cash_offered(board, {ASKED: [lot.name for lot in lots]}, lots[-1], dollars, 3, cash)


def cash_offered(
    board: Ruleset, held: dict[str, list[str]], deed: Deed, dollars: int, players: int, cash: int = NOT_RICH
) -> Game:
    """A game in which cash is offered for a deed."""
    seats = {name: {"deeds": held.get(name, []), "cash": NOT_RICH} for name in NAMES[:players]}
    seats[ASKED]["cash"], seats[ASKING]["cash"] = cash, RICH
    return offered(board, seats, give_cash=dollars, take=(deed.name,))


def deed_for_sale(board: Ruleset, deed: Deed, dollars: int, mortgaged: bool = False) -> Game:
    """A single deed is offered to somebody rich for too much."""
    deeds = {deed.name: "mortgaged"} if mortgaged else [deed.name]
    seats: dict[str, Any] = {ASKED: {"cash": RICH}, ASKING: {"deeds": deeds, "cash": NOT_RICH}, NAMES[2]: {}}
    return offered(board, seats, give=(deed.name,), take_cash=dollars)


def jail_card_for_sale(board: Ruleset, in_jail: bool) -> Game:
    """A card that gets one out of Jail is offered for more than the fine that it saves."""
    where: dict[str, Any] = {"square": "jail", "jail": 1} if in_jail else {}
    seats = {ASKED: {"cash": RICH, **where}, ASKING: {"jail_cards": ["chance"]}, NAMES[2]: {}}
    fine = int(board.record[0]["jail_fine"])
    return offered(board, seats, give_cards=("chance",), take_cash=DEAR_CARD * fine)


def offered(board: Ruleset, seats: dict[str, Any], **offer: Any) -> Game:
    """A game in which an offer lies on the table."""
    game = Game.from_dict({"edition": board.edition, "players": seats, "on_turn": ASKING}, dealer="typed")
    game.play(Action("Offer", ASKING, other=ASKED, **offer))
    return game


@lru_cache
def questions() -> tuple[Game, ...]:
    """The games in which somebody with sense refuses."""
    board = table("classic")
    return tuple(asked_of(board))


def asked_of(board: Ruleset) -> Iterator[Game]:
    """The same, one after another."""
    for group in board.groups:
        lots = [board.deeds[deed] for deed in group.deeds]
        yield dollar_offered(board, lots[0])
        yield deed_for_sale(board, lots[0], DEAR * lots[0].price)
        yield deed_for_sale(board, lots[0], lots[0].price, mortgaged=True)
        if lots[0].kind == "street":
            yield from (group_wanted(board, group, d, cash) for d in (1, lots[-1].price) for cash in PENNILESS)
        if lots[0].kind == "street" and lots[0].price >= STRONG:
            yield from (last_deed_wanted(board, group, p, players) for p in PERCENTS for players in (2, 3, 4))
            yield last_deed_wanted(board, group, 500, 2)  # the only opponent has no price
            singles = [board.deeds[other.deeds[-1]] for other in board.groups if other is not group]
            yield from (last_deed_for_single(board, group, single, n) for single in singles for n in (2, 3, 4))
    yield from (jail_card_for_sale(board, in_jail) for in_jail in (False, True))


def silly(bot: Bot) -> float:
    """The share of these offers that a bot accepts."""
    answers = [game.chosen_by(bot.policy, ASKED, bots.notebooks([bot.notebook])) for game in questions()]
    return sum(answer.kind == "Accept" for answer in answers) / len(answers)
