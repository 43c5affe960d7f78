"""The matches of a probe: one who may offer whatever the bot accepts, among three of the bot, from every seat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from passgo import bots
from passgo.bots.fallback import fallback
from passgo.dev.probe import round_trips
from passgo.dev.probe.offers.exchanges import Exchange
from passgo.dev.probe.offers.search import Offer, Search
from passgo.dev.probe.plan import ROUNDS, SEATS, ProbeTable
from passgo.dev.probe.round_trips import Deal, losses_by_round_trips, would_undo
from passgo.duplicate import DuplicateDealer
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.rules.state import STATE

GAIN = 0.01
"""What an offer must bring the prober, as the net judges it."""
MOST_OFFERS = 12
"""Offers in one turn."""
REST = 6
"""Rounds until an exchange that was refused is offered again."""
PROBER = bots.expert_with(looks=0, deal_looks=0, offers=0)
"""How the prober decides, its offers apart."""
PATIENCE = 400
"""Decisions in one turn after which the fallback decides until the turn ends."""


@dataclass
class GameResult:
    """How a game went."""

    share: float = 0.0
    """The prober's part of the win."""
    ended: bool = False
    deals: list[Deal] = field(default_factory=list)
    """All deals, of whomever."""
    gains: list[tuple[float, float]] = field(default_factory=list)
    """What each deal of the prober's own offers brought the prober and the partner, as the net judges it."""
    asked: int = 0
    """Offers that the prober made."""
    round_trips: int = 0
    """Deals that were struck and undone within a few rounds, at a loss of the bot's in cash."""
    open_round_trips: int = 0
    """Deals of the prober's that the bot would have undone so, if it had been asked at the end of a turn of the
    prober's."""


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, from every seat."""

    number: int
    without: list[GameResult]
    with_offers: list[GameResult]


class Prober:
    """The player in one seat: an expert that judges by the net alone, and makes the best offers that the bot accepts,
    or none."""

    def __init__(self, table: ProbeTable, seat: int, search: Search | None) -> None:
        self.seat, self.search = seat, search
        self.memory = bots.notebooks([PROBER.notebook])
        self.made: Offer | None = None
        self.struck: list[Deal] = []
        """The last deals of its own offers."""
        self.asked = 0
        self._turn = self._left = 0
        self._refused: dict[Exchange, int] = {}

    def decide(self, engine: Engine) -> bytes:
        """What the player does: an offer, if one gains enough; otherwise what the expert does."""
        position = engine.position
        offer = self._offer(position, engine.g.turn, engine.g.round)
        if offer is not None:
            return offer
        engine.ask(PROBER.policy, self.seat, self.memory)
        return engine.played

    def _offer(self, position: bytes, turn: int, now: int) -> bytes | None:
        if self.search is None or not self.search.is_time(position, self.seat):
            return None
        if turn != self._turn:
            self._turn, self._left = turn, MOST_OFFERS
        if self._left == 0:
            return None
        self._left -= 1
        found = self.search.best(position, self.seat, GAIN, lambda exchange: self._refused.get(exchange, now) <= now)
        if found is None:
            self._left = 0
            return None
        self.made, self.asked = found, self.asked + 1
        self._refused[found.exchange] = now + REST
        return found.record

    def was_accepted(self) -> tuple[float, float]:
        """The offer was accepted; what it brings both sides."""
        assert self.made is not None
        self._refused.pop(self.made.exchange)
        return float(self.made.gains[self.seat]), float(self.made.gains[self.made.exchange.partner])


def play_match(table: ProbeTable, number: int) -> MatchResult:
    """Play a match from every seat, without the prober's offers and with them, all with the same dice."""
    search = Search(table.judge, table.partner)
    games = [
        [play_game(table, number, Prober(table, seat, searched)) for seat in range(SEATS)]
        for searched in (None, search)
    ]
    return MatchResult(number, *games)


def play_game(
    table: ProbeTable,
    number: int,
    prober: Prober | None,
    see: Callable[[Engine, int], None] = lambda engine, seat: None,
) -> GameResult:
    """Play one game of a match, with the bot in all seats but the prober's; `see` is shown whatever the bot decides."""
    engine, dealer = Engine(table.ruleset), DuplicateDealer(table.plan.seed, number)
    engine.setup(SEATS)
    memories, result = [table.partner.new_memory() for _ in range(SEATS)], GameResult()
    turn = decisions = chances = 0
    while engine.g.round < ROUNDS and (player := engine.next_to_decide) != codes.NOBODY:
        if player == codes.CHANCE:
            engine.deal(dealer, chances)
            chances += 1
            engine.step()
            continue
        decisions = decisions + 1 if engine.g.turn == turn else 0
        turn = engine.g.turn
        if prober is not None and player == prober.seat:
            engine.played = prober.decide(engine)
            if engine.action.kind == codes.END_TURN:
                result.open_round_trips += open_round_trips(table, engine.position, prober, memories)
        else:
            see(engine, player)
            table.partner.decide(engine, player, memories[player])
        note_deal(engine, prober, result)
        if decisions > PATIENCE or engine.step():
            help_on(engine, player)
    result.share = 0.0 if prober is None else share_of(engine, prober.seat)
    result.ended = engine.g.phase == codes.PHASE_GAME_OVER
    if prober is not None:
        result.asked = prober.asked
        result.round_trips = losses_by_round_trips(result.deals, [n for n in range(SEATS) if n != prober.seat])
    return result


def help_on(engine: Engine, player: int) -> None:
    """Let the fallback decide: an action was refused, or the turn does not end."""
    engine.ask(fallback, player, np.zeros(bots.MEMORY, np.int64))
    if engine.step():
        raise AssertionError("what the fallback does is always lawful")


def note_deal(engine: Engine, prober: Prober | None, result: GameResult) -> None:
    """Note a deal, if the action about to be played strikes one."""
    action, g = engine.action, engine.g
    if action.kind != codes.ACCEPT or engine.allowed():
        return
    p = action.other
    cash = g.offer_give_cash[p] - g.offer_take_cash[p]
    result.deals.append(Deal(g.round, p, action.player, g.offer_give_deeds[p], g.offer_take_deeds[p], cash))
    if prober is not None and p == prober.seat:
        result.gains.append(prober.was_accepted())
        prober.struck.append(result.deals[-1])


def open_round_trips(table: ProbeTable, position: bytes, prober: Prober, memories: Sequence[Any]) -> int:
    """How many of the prober's last deals the bot would undo at a loss; each is counted once."""
    now = int(np.frombuffer(position, STATE)[0]["round"])
    prober.struck = [deal for deal in prober.struck if now - deal.round <= round_trips.ROUNDS]
    undone = [deal for deal in prober.struck if would_undo(table, position, deal, memories[deal.partner])]
    prober.struck = [deal for deal in prober.struck if deal not in undone]
    return len(undone)


def share_of(engine: Engine, seat: int) -> float:
    """A seat's part of the win; a game without a winner is shared by those who are in it."""
    g: Any = engine.g
    winners = g.winners or sum(1 << p for p in range(SEATS) if not g.out[p])
    return (winners >> seat & 1) / int(winners).bit_count()
