"""Bids and offers made whole, for whoever wants to choose from a list alone.

A legal list has one entry for all bids, and an empty offer for each partner. Here are examples that can be played as
they stand. There are more deals than anybody could list. These are the plain ones: a deed for its price, or for twice
that; deed for deed, where both sides already hold something of the group they get, with the difference of the prices; a
get-out-of-jail card for the fine that it saves. A counter-offer also asks for more of what was offered. A settlement
gives a deed, or all.
"""

from collections.abc import Iterator
from dataclasses import replace

from passgo.editions import Deed
from passgo.notation.actions import DECKS, Action
from passgo.notation.names import Names
from passgo.rules.state import State

RUNGS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""How far above the lowest bid the listed ones lie; the highest is listed too."""

MORE = (20, 50, 100)
"""How many dollars more a counter-offer asks for."""


def make_whole(names: Names, g: State, listed: Action) -> Iterator[Action]:
    """What an entry of a legal list stands for: itself, or examples. Not all of those need be lawful."""
    if listed.kind == "Bid":
        for amount in rungs(listed.amount, listed.most):
            yield replace(listed, amount=amount, most=0)
    elif listed.kind == "OfferSettlement":
        yield from settlements(names, g, listed)
    elif listed.kind in ("Offer", "Counter"):
        if listed.kind == "Counter":
            yield from counters(names, g, listed)
        yield from deals(names, g, listed)
    else:
        yield listed


def rungs(lowest: int, highest: int) -> list[int]:
    """The bids that are listed.

    >>> rungs(10, 37)
    [10, 11, 12, 15, 20, 30, 37]
    """
    return sorted({highest, *(lowest + rung for rung in RUNGS if lowest + rung <= highest)})


def deals(names: Names, g: State, empty: Action) -> Iterator[Action]:
    """Plain deals with the partner of an empty offer."""
    me, partner = names.seat(empty.player or ""), names.seat(empty.other or "")
    mine, theirs = held(names, g, me), held(names, g, partner)
    for deed in theirs:
        for price in (worth(g, deed), 2 * worth(g, deed)):
            yield replace(empty, take=(names.deeds[deed.index],), give_cash=price)
    for deed in mine:
        yield replace(empty, give=(names.deeds[deed.index],), take_cash=worth(g, deed))
    yield from swaps(names, g, empty, mine, theirs)
    fine = int(names.ruleset.record[0]["jail_fine"])
    for n, deck in enumerate(DECKS):
        if g.jail_card[n] == me:
            yield replace(empty, give_cards=(deck,), take_cash=fine)
        elif g.jail_card[n] == partner:
            yield replace(empty, take_cards=(deck,), give_cash=fine)


def swaps(names: Names, g: State, empty: Action, mine: list[Deed], theirs: list[Deed]) -> Iterator[Action]:
    """Deed for deed, where both get one of a group that they hold something of; who gives the cheaper one pays."""
    my_groups, their_groups = ({deed.group for deed in hand} for hand in (mine, theirs))
    for gets in theirs:
        for gives in mine:
            if gets.group in my_groups and gives.group in their_groups and gets.group != gives.group:
                owed = worth(g, gets) - worth(g, gives)
                both = replace(empty, give=(names.deeds[gives.index],), take=(names.deeds[gets.index],))
                yield replace(both, give_cash=max(0, owed), take_cash=max(0, -owed))


def counters(names: Names, g: State, empty: Action) -> Iterator[Action]:
    """The offer that is countered, for some dollars more."""
    p = names.seat(empty.other or "")
    same = replace(
        empty,
        give=names.deeds_of(g.offer_take_deeds[p]),
        take=names.deeds_of(g.offer_give_deeds[p]),
        give_cards=names.decks_of(g.offer_take_cards[p]),
        take_cards=names.decks_of(g.offer_give_cards[p]),
    )
    for more in MORE:
        paid = g.offer_take_cash[p] - g.offer_give_cash[p] - more
        yield replace(same, give_cash=max(0, paid), take_cash=max(0, -paid))


def settlements(names: Names, g: State, empty: Action) -> Iterator[Action]:
    """A deed, or all of them, for the whole debt."""
    deeds = [names.deeds[deed.index] for deed in held(names, g, names.seat(empty.player or ""))]
    for deed in deeds:
        yield replace(empty, give=(deed,))
    if len(deeds) > 1:
        yield replace(empty, give=tuple(deeds))


def held(names: Names, g: State, seat: int) -> list[Deed]:
    """The deeds of a player that can change hands: nothing stands on their group."""
    built = {deed.group for deed in names.ruleset.deeds if g.level[deed.index] > 0}
    return [deed for deed in names.ruleset.deeds if g.owner[deed.index] == seat and deed.group not in built]


def worth(g: State, deed: Deed) -> int:
    """The printed price, or what is left of it when the deed is mortgaged."""
    return deed.mortgage if g.mortgaged >> deed.index & 1 else deed.price
