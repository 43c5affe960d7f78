"""Offers that nobody with sense accepts. Self-play does not ask about them, and people would.

Bots make one another fair offers, so a search by games alone may come to sell the last deed of a group for little more
than its printed price: no bot asks. These questions are put to every candidate, and silly answers cost score.
"""

from functools import lru_cache

from passgo import bots
from passgo.editions import Deed, Group, Table
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.simulate import Bot
from passgo.tuning.opponents import table

ASKED, ASKING = "Ann", "Ben"
NAMES = (ASKED, ASKING, "Cy", "Dee")
RICH, NOT_RICH = 6000, 600

STRONG = 100
"""Groups whose deeds cost at least so much decide games."""

PERCENTS = (100, 150)
"""Of its printed price are too little for the last deed of such a group."""


def last_deed_wanted(board: Table, group: Group, percent: int, players: int) -> Game:
    """Somebody rich who lacks one deed of a group offers so much of its printed price."""
    *others, last = (board.deeds[deed] for deed in group.deeds)
    elsewhere = next(deed for deed in board.deeds if deed.kind == "railroad")
    held = {ASKED: [last.name, elsewhere.name], ASKING: [deed.name for deed in others]}
    return offered(board, held, last, last.price * percent // 100, players)


def dollar_offered(board: Table, deed: Deed) -> Game:
    """Somebody offers a dollar for a deed."""
    elsewhere = next(other for other in board.deeds if other.group != deed.group)
    return offered(board, {ASKED: [deed.name, elsewhere.name]}, deed, 1, 3)


def offered(board: Table, held: dict[str, list[str]], deed: Deed, dollars: int, players: int) -> Game:
    """A game in which cash is offered for a deed."""
    cash = {ASKED: NOT_RICH, ASKING: RICH}
    seats = {name: {"deeds": held.get(name, []), "cash": cash.get(name, NOT_RICH)} for name in NAMES[:players]}
    game = Game.from_dict({"edition": board.edition, "players": seats, "on_turn": ASKING}, dealer="typed")
    game.play(Action("Offer", ASKING, other=ASKED, give_cash=dollars, take=(deed.name,)))
    return game


@lru_cache
def questions() -> tuple[Game, ...]:
    """The games in which somebody with sense refuses."""
    board = table("classic")
    found = [dollar_offered(board, board.deeds[group.deeds[0]]) for group in board.groups]
    for group in board.groups:
        first = board.deeds[group.deeds[0]]
        if first.kind == "street" and first.price >= STRONG:
            found += [last_deed_wanted(board, group, p, players) for p in PERCENTS for players in (2, 3, 4)]
    return tuple(found)


def silly(bot: Bot) -> float:
    """The share of these offers that a bot accepts."""
    answers = [game.chosen_by(bot.policy, ASKED, bots.notebooks([bot.notebook])) for game in questions()]
    return sum(answer.kind == "Accept" for answer in answers) / len(answers)
