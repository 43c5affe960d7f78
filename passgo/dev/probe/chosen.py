"""Chosen offers: the best for the proposer that the bot accepts, and what they really bring, by games to the end."""

from dataclasses import dataclass

import numpy as np

from passgo.analysis.table import Array, Table, shares_of
from passgo.dev.probe.matches import play_game
from passgo.dev.probe.offers.search import Offer, Search
from passgo.dev.probe.plan import ROUNDS, SEATS, ProbeTable
from passgo.duplicate import deal_duplicate, match_counters
from passgo.game.engine import Engine
from passgo.rules.state import STATE

TO_THE_END = 2**40
"""More throws than a game can have."""
LEAST = 0.001
"""The least gain of the proposer, as the net judges it: nobody offers what brings nothing."""
TAKEN = 3
"""Positions of a game of bots that are tried."""
APART = 2**32
"""Games in which offers are chosen have numbers from here on: they are not those of the matches."""


@dataclass(frozen=True)
class Truth:
    """What a chosen offer brings the proposer and the accepter, as the net judges it and as games show it."""

    round: int
    said: tuple[float, float]
    proved: tuple[float, float]
    ended: float
    """The share of the games that ended."""


def choose_offers(table: ProbeTable, number: int) -> list[tuple[bytes, int, Offer]]:
    """The positions, proposers and best accepted offers of one game of bots: from a few turns' ends at random."""
    search, seen = Search(table.judge, table.partner), list[tuple[bytes, int]]()

    def see(engine: Engine, seat: int) -> None:
        position = engine.position
        if search.is_time(position, seat):
            seen.append((position, seat))

    play_game(table, APART + number, None, see)
    chance = np.random.default_rng([table.plan.seed, number])
    chosen = []
    for n in sorted(chance.permutation(len(seen))[:TAKEN]):
        position, seat = seen[n]
        offer = search.best(position, seat, LEAST)
        if offer is not None:
            chosen.append((position, seat, offer))
    return chosen


def try_offers(table: ProbeTable, number: int) -> list[Truth]:
    """Choose offers in one game of bots, and play on to the end from before and from after each."""
    return [prove(table, number, *chosen) for chosen in choose_offers(table, number)]


def prove(table: ProbeTable, number: int, position: bytes, seat: int, offer: Offer) -> Truth:
    """What an offer brings both sides, by games of bots to the end: the same dice from before and from after."""
    plan = table.plan
    states = np.frombuffer(position * plan.games + offer.after * plan.games, STATE)
    counters = np.tile(match_counters(plan.seed, range(APART * (number + 2), APART * (number + 2) + plan.games)), 2)
    games = Table(table.partner.field, states, counters)
    games.play_on(TO_THE_END, rounds=int(states["round"][0]) + ROUNDS, dealer=deal_duplicate)
    before, after = np.split(shares_at_end(games.states), 2)
    gains = (after - before).mean(0)
    sides = seat, offer.exchange.partner
    said, proved = (tuple(float(found[side]) for side in sides) for found in (offer.gains, gains))
    return Truth(int(states["round"][0]), (said[0], said[1]), (proved[0], proved[1]), float(games.is_over.mean()))


def shares_at_end(states: Array) -> Array:
    """Each player's part of the win; a game without a winner is shared by those who are in it."""
    still_in = ((states["out"][:, :SEATS] == 0) << np.arange(SEATS)).sum(1)
    return shares_of(np.where(states["winners"] == 0, still_in, states["winners"]))[:, :SEATS].astype(np.float64)
