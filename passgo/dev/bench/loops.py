"""Compiled loops that play whole games: with the player of the benchmark, and with random players."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from passgo.dealer import ALL_BITS, STRIDE, Words, below, deal, word
from passgo.dev.bench.heuristic import choose
from passgo.machine.decorators import entry, part
from passgo.machine.pointers import pointer_to
from passgo.rules import codes, ids
from passgo.rules.pointers import Legal, NextToDecide, Step
from passgo.rules.state import Actions, Editions, Games, Logs

if TYPE_CHECKING:
    Deal = Callable[..., None]
    Choose = Callable[..., None]
else:
    Deal, Choose = pointer_to(deal), pointer_to(choose)


@entry
def play_chosen(
    step: Step, deal: Deal, next_to_decide: NextToDecide, choose: Choose,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, turns: int,
) -> int:  # fmt: skip
    """Play every game to its end or for so many turns; `choose` decides for all. Returns the number of decisions."""
    decisions = 0
    for i in range(len(games)):
        while games[i].turn <= turns:
            player = next_to_decide(games, i)
            if player == codes.NOBODY:
                break
            if player == codes.CHANCE:
                deal(games, i, editions, 0, counters, i, actions, 0)
            else:
                choose(games, i, editions, 0, player, actions, 0)
                decisions += 1
            refused = step(games, i, editions, 0, logs, 0, actions, 0)
            assert refused == ids.LAWFUL
    return decisions


@part
def any_but_offers(actions: Actions, count: int, counters: Words, i: int) -> int:
    """The place of a random action in the list, but no offer and no resignation. All others are equally likely."""
    while True:
        counter = word(counters[i])
        counters[i] = (counter + STRIDE) & ALL_BITS
        j = below(counter, word(count))
        if actions[j].kind != codes.RESIGN and not codes.OFFER <= actions[j].kind <= codes.OFFER_SETTLEMENT:
            return j


@entry
def play_randomly(
    step: Step, deal: Deal, next_to_decide: NextToDecide, legal: Legal,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, turns: int,
) -> int:  # fmt: skip
    """The same with players who take any legal action but offers and resignation, and make the lowest bid."""
    decisions = 0
    for i in range(len(games)):
        while games[i].turn <= turns:
            player = next_to_decide(games, i)
            if player == codes.NOBODY:
                break
            j = 0
            if player == codes.CHANCE:
                deal(games, i, editions, 0, counters, i, actions, 0)
            else:
                count = legal(games, i, editions, 0, player, actions)
                j = any_but_offers(actions, count, counters, i)
                decisions += 1
            refused = step(games, i, editions, 0, logs, 0, actions, j)
            assert refused == ids.LAWFUL
    return decisions
