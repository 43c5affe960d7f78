"""Silly offers, which no sensible player accepts. Bots do not make them in games, but people would try them.

Bots make fair offers to each other. So a search by games alone may find a candidate that sells the last deed of a group
for little more than its printed price, because no bot ever asks for that. Every candidate is asked to answer these
offers, and every one that it accepts lowers its score.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from passgo import bots
from passgo.dev.tuning.opponents import ruleset_of
from passgo.editions import Deed, Group, Ruleset
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.simulate import Bot

RECEIVER, PROPOSER = "Ann", "Ben"
NAMES = (RECEIVER, PROPOSER, "Cy", "Dee")
RICH, COMFORTABLE, NOT_RICH = 6000, 1500, 600

STRONG = 100
"""A group whose deeds cost at least so much is strong: it decides games."""

PERCENTS = (100, 150)
"""A proposer who offers this percentage of the printed price for the last deed of a strong group offers too little."""

PENNILESS = (0, 60, 100)
"""A player with only so many dollars still does not sell a lot of their complete group for its printed price."""

TOO_EXPENSIVE = 3
"""A single deed for so many times its printed price is too expensive."""

CARD_TOO_EXPENSIVE = 2
"""A card that saves the fine is too expensive for so many times the fine."""


def cash_for_last_deed(ruleset: Ruleset, group: Group, percent: int, players: int) -> Game:
    """A rich player who lacks one deed of a group offers this percentage of its printed price."""
    *others, last = (ruleset.deeds[deed] for deed in group.deeds)
    elsewhere = next(deed for deed in ruleset.deeds if deed.kind == "railroad")
    held = {RECEIVER: [last.name, elsewhere.name], PROPOSER: [deed.name for deed in others]}
    return offer_cash(ruleset, held, last, last.price * percent // 100, players)


def single_deed_for_last_deed(ruleset: Ruleset, group: Group, single: Deed, players: int) -> Game:
    """A player who lacks one deed of a group offers a single deed of another group for it."""
    *others, last = (ruleset.deeds[deed] for deed in group.deeds)
    seats: dict[str, Any] = {name: {"cash": NOT_RICH} for name in NAMES[:players]}
    seats[RECEIVER]["deeds"] = [last.name]
    seats[PROPOSER] = {"deeds": [*(deed.name for deed in others), single.name], "cash": COMFORTABLE}
    return make_offer(ruleset, seats, give=(single.name,), take=(last.name,))


def dollar_for_deed(ruleset: Ruleset, deed: Deed) -> Game:
    """A player offers one dollar for a deed."""
    elsewhere = next(other for other in ruleset.deeds if other.group != deed.group)
    return offer_cash(ruleset, {RECEIVER: [deed.name, elsewhere.name]}, deed, 1, 3)


def cash_for_lot(ruleset: Ruleset, group: Group, dollars: int, cash: int) -> Game:
    """A player offers little for a lot of a complete group, whose owner has little cash."""
    lots = [ruleset.deeds[deed] for deed in group.deeds]
    return offer_cash(ruleset, {RECEIVER: [lot.name for lot in lots]}, lots[-1], dollars, 3, cash)


def offer_cash(
    ruleset: Ruleset, held: dict[str, list[str]], deed: Deed, dollars: int, players: int, cash: int = NOT_RICH
) -> Game:
    """A game in which a player offers cash for a deed."""
    seats = {name: {"deeds": held.get(name, []), "cash": NOT_RICH} for name in NAMES[:players]}
    seats[RECEIVER]["cash"], seats[PROPOSER]["cash"] = cash, RICH
    return make_offer(ruleset, seats, give_cash=dollars, take=(deed.name,))


def deed_for_sale(ruleset: Ruleset, deed: Deed, dollars: int, mortgaged: bool = False) -> Game:
    """A player offers a single deed to a rich player for too much cash."""
    deeds = {deed.name: "mortgaged"} if mortgaged else [deed.name]
    seats: dict[str, Any] = {RECEIVER: {"cash": RICH}, PROPOSER: {"deeds": deeds, "cash": NOT_RICH}, NAMES[2]: {}}
    return make_offer(ruleset, seats, give=(deed.name,), take_cash=dollars)


def jail_card_for_sale(ruleset: Ruleset, in_jail: bool) -> Game:
    """A player offers a get-out-of-jail card for more than the fine that it saves."""
    where: dict[str, Any] = {"square": "jail", "jail": 1} if in_jail else {}
    seats = {RECEIVER: {"cash": RICH, **where}, PROPOSER: {"jail_cards": ["chance"]}, NAMES[2]: {}}
    fine = int(ruleset.record[0]["jail_fine"])
    return make_offer(ruleset, seats, give_cards=("chance",), take_cash=CARD_TOO_EXPENSIVE * fine)


def make_offer(ruleset: Ruleset, seats: dict[str, Any], **offer: Any) -> Game:
    """A game with these players, in which this offer is open."""
    game = Game.from_dict({"edition": ruleset.edition, "players": seats, "on_turn": PROPOSER}, dealer="typed")
    game.play(Action("Offer", PROPOSER, other=RECEIVER, **offer))
    return game


@lru_cache
def questions() -> tuple[Game, ...]:
    """The games with silly offers."""
    return tuple(make_questions(ruleset_of("classic")))


def make_questions(ruleset: Ruleset) -> Iterator[Game]:
    """The games with silly offers, one after another."""
    for group in ruleset.groups:
        lots = [ruleset.deeds[deed] for deed in group.deeds]
        yield dollar_for_deed(ruleset, lots[0])
        yield deed_for_sale(ruleset, lots[0], TOO_EXPENSIVE * lots[0].price)
        yield deed_for_sale(ruleset, lots[0], lots[0].price, mortgaged=True)
        if lots[0].kind == "street":
            yield from (cash_for_lot(ruleset, group, d, cash) for d in (1, lots[-1].price) for cash in PENNILESS)
        if lots[0].kind == "street" and lots[0].price >= STRONG:
            yield from (cash_for_last_deed(ruleset, group, p, players) for p in PERCENTS for players in (2, 3, 4))
            yield cash_for_last_deed(ruleset, group, 500, 2)  # against a single opponent no price is enough
            singles = [ruleset.deeds[other.deeds[-1]] for other in ruleset.groups if other is not group]
            yield from (single_deed_for_last_deed(ruleset, group, single, n) for single in singles for n in (2, 3, 4))
    yield from (jail_card_for_sale(ruleset, in_jail) for in_jail in (False, True))


def silly_share(bot: Bot) -> float:
    """The share of the silly offers that a bot accepts."""
    answers = [game.choice_of(bot.policy, RECEIVER, bots.notebooks([bot.notebook])) for game in questions()]
    return sum(answer.kind == "Accept" for answer in answers) / len(answers)
