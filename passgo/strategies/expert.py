"""The bot "expert": it tries everything it could do, judges what comes of it, and does what leaves the best chance.

It sees a game as a person in its seat does. Cash that the table keeps secret it counts from what was paid in public
(`View.known_cash`), so nobody's hand is looked into. Candidates are what trader would do, the legal list, bids at
several heights, and offers that a trader in the partner's seat would accept. The net judges them all after trader has
played on to the next throw; what trader would do is only left for something that is better by a margin. An offer that
was refused is not made again for some rounds.

`expert` is judged by the net alone; `expert:100` looks ahead 100 times from each of its best options, all with the same
dice, which are its own. So its strength costs a number of looks, and not of seconds, and games can be played again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
import numpy as np

from passgo import bots
from passgo.analysis.advice import NEVER, options_of
from passgo.analysis.judge import MODEL, Judge
from passgo.analysis.table import Array, count_cash
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.game.seats import View
from passgo.notation.actions import Action
from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.strategies.offers.exchanges import Exchange
from passgo.strategies.offers.partner import CompiledPartner
from passgo.strategies.offers.search import Search

MARGIN = 0.005
"""By so much a candidate must be better than what trader would do."""
ACCEPTING = 0.02
"""By so much a deal must be better than none: the net errs at single positions."""
GAIN = 0.01
"""What an offer must bring, as the net judges it."""
MOST_OFFERS = 4
"""Offers in one turn."""
PATIENCE, REST = 6, 3
"""Rounds until the same exchange is offered again, and until offers are looked for again when there was none."""
MOST_DECISIONS = 60
"""Decisions in a turn after which trader decides: nobody goes on for ever."""
LOOKED_AT, HOPELESS = 4, 0.06
"""So many options are looked at further, if the net does not hold them to be worse than the best by so much."""
ANSWERS = (codes.ACCEPT, codes.REFUSE, codes.COUNTER)
BUSINESS = (codes.MORTGAGE, codes.LIFT_MORTGAGE, codes.SELL_BUILDING, codes.SELL_HOTELS, codes.BUILD)


@dataclass
class Memory:
    """What the expert remembers of a game."""

    judge: Judge
    engine: Engine
    search: Search
    notebook: Array
    looks: int
    """Games that are played on for a round or two from each of the best options; 0: the net alone decides."""
    offers: bool = True
    """Does it make offers of its own?"""
    turn: int = -1
    decisions: int = 0
    offers_left: int = 0
    """Offers that it may make in this turn."""
    offered: dict[tuple[int, int, int, int, int], int] = field(default_factory=dict)
    """Exchanges that were offered (`sides_of`), and the round from which on they may be offered again."""
    waiting: bytes = b""
    """Who owned what when it made its last offer of this turn."""
    searched: bytes = b""
    """Who owned what when it looked for offers in vain, and the round in which."""
    searched_round: int = 0
    done: set[tuple[int, int]] = field(default_factory=set)
    """Business of this turn, as kind and square, so that nothing is done and undone."""


def chooser(looks: int) -> Callable[[View, str], Action | None]:
    """An expert that looks ahead so many times from each of its best options; with 0 the net alone decides."""
    return partial(choose, looks=looks)


def choose(game: View, player: str, looks: int = 0) -> Action | None:
    """What the expert does."""
    known = known_to(game._seat, game._engine.position, game.ruleset)
    chosen = decide(memory_of(game, looks), game._seat, known, thinks=game.is_asked)
    return game._names.action(chosen, game._engine.g.deck)


def decide(memory: Memory, seat: int, position: bytes, *, thinks: bool = True) -> bytes:
    """What the expert does in a position, as the record of an action; if it does not think, what trader would do."""
    engine = memory.engine
    engine.position = position
    if engine.g.turn != memory.turn:
        memory.turn, memory.decisions, memory.offers_left, memory.waiting = engine.g.turn, 0, MOST_OFFERS, b""
        memory.done.clear()
    memory.decisions += 1
    chosen = usual_action(memory, seat, position)
    if thinks and memory.decisions <= MOST_DECISIONS and not only_throws(engine, seat):
        chosen = best_of(memory, seat, position, chosen)
    engine.position, engine.played = position, chosen
    if engine.action.kind in BUSINESS:
        memory.done.add((engine.action.kind, engine.action.square))
    return chosen


class Kept(NamedTuple):
    """What the expert remembers of a game, as it is kept between two decisions by whoever has many games."""

    notebook: bytes
    turn: int
    decisions: int
    offers_left: int
    offered: dict[tuple[int, int, int, int, int], int]
    waiting: bytes
    searched: bytes
    searched_round: int
    done: set[tuple[int, int]]


ENCODE, DECODE = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Kept).decode


def pack_memory(memory: Memory) -> bytes:
    """What is remembered, as bytes."""
    return ENCODE(Kept(memory.notebook.tobytes(), *(getattr(memory, name) for name in Kept._fields[1:])))


def unpack_memory(judge: Judge, packed: bytes) -> Memory:
    """What was remembered; of nothing, what is remembered when a game begins."""
    memory = new_memory(judge)
    if packed:
        kept = DECODE(packed)
        memory.notebook[:] = np.frombuffer(kept.notebook, np.int64)
        for name in Kept._fields[1:]:
            setattr(memory, name, getattr(kept, name))
    return memory


def usual_action(memory: Memory, seat: int, position: bytes) -> bytes:
    """What trader would do; if the expert makes no offers, what trader does when it has made its own."""
    engine = memory.engine
    for _ in range(MOST_DECISIONS):
        engine.position = position
        engine.ask(bots.policy(MODEL), seat, memory.notebook)
        if memory.offers or engine.action.kind not in NEVER:
            break
    engine.position = position
    return engine.played


def memory_of(game: View, looks: int) -> Memory:
    """What is remembered of this game; at its beginning, nothing."""
    if "expert" not in game.memory:
        game.memory["expert"] = new_memory(judge_of(game.ruleset, len(game.names)), looks)
    kept: Memory = game.memory["expert"]
    return kept


@lru_cache(maxsize=16)
def judge_of(ruleset: Ruleset, players: int) -> Judge:
    """Who judges positions of such a table."""
    return Judge(ruleset, players)


def new_memory(judge: Judge, looks: int = 0, *, offers: bool = True) -> Memory:
    """What is remembered when a game begins."""
    search = Search(judge, CompiledPartner(MODEL, judge.ruleset, judge.players))
    return Memory(judge, Engine(judge.ruleset), search, judge.field.notebooks(1)[: bots.MEMORY], looks, offers)


def known_to(seat: int, position: bytes, ruleset: Ruleset) -> bytes:
    """The position with the cash that a seat knows; unknown cash is taken to be what everybody began with."""
    state, edition = np.frombuffer(position, STATE).copy(), ruleset.record[0]
    if edition["table_cash_private"]:
        own = int(state["cash"][0, seat])
        state["cash"] = int(edition["setup_cash"]) if state["uncounted"][0] else state["ledger"]
        state["cash"][0, seat] = own
    count_cash(state)
    return state.tobytes()


def only_throws(engine: Engine, seat: int) -> bool:
    """Is there nothing to decide but to throw: on turn, out of Jail, with no offer or claim open?"""
    g = engine.g
    waits = g.phase == codes.PHASE_BEFORE_THROW and g.matters == 0 and g.on_turn == seat
    return waits and g.jail[seat] == 0 and g.claims == 0 and all(to != seat for to in g.offer_to)


def best_of(memory: Memory, seat: int, position: bytes, usual: bytes) -> bytes:
    """The action that leaves the best chance, or what trader would do if none is better by the margin."""
    engine, judge = memory.engine, memory.judge
    options = options_beside(memory, seat, position, usual)
    if not options:
        return usual
    margins = np.array([margin_of(engine, record, usual) for record, _ in options])
    scores = judge.values([end for _, end in options], offers=True)[:, seat] - margins
    chosen = int(np.argmax(scores))
    if memory.looks and len(options) > 1:
        chosen = look_further(memory, seat, options, scores, margins)
    ends = kind_of(engine, options[chosen][0]) in (codes.END_TURN, codes.OFFER)
    if ends and memory.offers and memory.offers_left > 0 and memory.search.is_time(position, seat):
        memory.offers_left -= 1
        return best_offer(memory, seat, position) or options[chosen][0]
    return options[chosen][0]


def options_beside(memory: Memory, seat: int, position: bytes, usual: bytes) -> list[tuple[bytes, bytes]]:
    """What could be done, each with the position after it: what trader would do first; none, if that is refused."""
    engine = memory.engine
    after = position_after(engine, position, usual)
    if after is None:
        return []
    if kind_of(engine, usual) in ANSWERS:  # an offer is answered first
        others = [(other, position_after(engine, position, other)) for other in other_answers(engine, usual)]
        return [(usual, after), *((other, end) for other, end in others if end is not None)]
    options = options_of(engine, seat, memory.judge, offers=False)
    options = [option for option in options if option[0] != usual and is_new(memory, engine, option[0])]
    return [(usual, after), *options]


def other_answers(engine: Engine, usual: bytes) -> Iterator[bytes]:
    """To accept the offer, or to refuse it, whatever trader does not."""
    engine.played = usual
    kind, player, other = engine.action.kind, engine.action.player, engine.action.other
    for answer in (codes.ACCEPT, codes.REFUSE):
        if answer != kind:
            engine.played = bytes(len(usual))
            engine.action.kind, engine.action.player, engine.action.other = answer, player, other
            yield engine.played


def margin_of(engine: Engine, record: bytes, usual: bytes) -> float:
    """By how much an action must be better than others: least of all what trader would do, most of all a deal."""
    accepts = kind_of(engine, record) == codes.ACCEPT
    return (ACCEPTING if accepts else 0.0) + (0.0 if record == usual else MARGIN)


def look_further(
    memory: Memory, seat: int, options: Sequence[tuple[bytes, bytes]], scores: Array, margins: Array
) -> int:
    """Which of the best few options is best after looks ahead, all with the same dice; the others are out."""
    few = [int(n) for n in np.argsort(-scores, kind="stable")[:LOOKED_AT] if scores[n] > scores.max() - HOPELESS]
    if len(few) == 1:
        return few[0]
    seen = [memory.judge.looks(options[n][1], memory.looks, offers=True)[:, seat].mean() - margins[n] for n in few]
    return few[int(np.argmax(seen))]


def kind_of(engine: Engine, record: bytes) -> int:
    """The kind of an action."""
    engine.played = record
    return int(engine.action.kind)


def is_new(memory: Memory, engine: Engine, record: bytes) -> bool:
    """Was business with this deed not done in this turn already?"""
    engine.played = record
    action = engine.action
    return action.kind not in BUSINESS or action.kind == codes.BUILD or not any(
        square == action.square and kind != action.kind for kind, square in memory.done
    )  # fmt: skip


def position_after(engine: Engine, position: bytes, record: bytes) -> bytes | None:
    """The position after an action; None if it is refused."""
    engine.position, engine.played = position, record
    after = None if engine.step() else engine.position
    engine.position = position
    return after


def sides_of(exchange: Exchange) -> tuple[int, int, int, int, int]:
    """An exchange as numbers: the partner, and the deeds and cards of both sides."""
    give, take = exchange.give, exchange.take
    return exchange.partner, give.deeds, give.cards, take.deeds, take.cards


def best_offer(memory: Memory, seat: int, position: bytes) -> bytes | None:
    """The best offer that a trader in the partner's seat would accept; None, if none gains enough.

    After a search that found nothing the expert looks again when deeds have changed hands, or some rounds later.
    """
    state = np.frombuffer(position, STATE)[0]
    moment, owners = int(state["round"]), state["owner"].tobytes()
    if int(state["players"]) - int(state["out"].sum()) == 2:  # one's gain is the other's loss
        return None
    if owners == memory.searched and moment < memory.searched_round + REST:
        return None
    if owners == memory.waiting:  # the last offer of this turn was refused: nobody is pestered
        memory.offers_left = 0
        return None
    found = memory.search.best(position, seat, GAIN, lambda each: memory.offered.get(sides_of(each), moment) <= moment)
    if found is None:
        memory.searched, memory.searched_round = owners, moment
        return None
    memory.offered[sides_of(found.exchange)], memory.waiting = moment + PATIENCE, owners
    return found.record
