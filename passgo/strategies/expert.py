"""The bot "expert": it tries everything it could do, judges what comes of it, and does what leaves the best chance.

It sees a game as a person in its seat does. Cash that the table keeps secret it counts from what was paid in public
(`View.known_cash`), so nobody's hand is looked into. Candidates are what trader would do, the legal list, bids at
several heights, and once a turn an offer by which the partner gains, too. The net judges them all after trader has
played on to the next throw; what trader would do is only left for something that is better by a margin. An offer that
was refused is not made again for some rounds.

`expert` is judged by the net alone; `expert:100` looks ahead 100 times from each of its best options, all with the same
dice, which are its own. So its strength costs a number of looks, and not of seconds, and games can be played again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from passgo import bots
from passgo.analysis.advice import NEVER, options_of
from passgo.analysis.judge import MODEL, Judge
from passgo.analysis.table import Array, count_cash
from passgo.game.engine import Engine
from passgo.game.seats import View
from passgo.notation.actions import Action
from passgo.rules import codes
from passgo.rules.state import STATE

MARGIN = 0.005
"""By so much a candidate must be better than what trader would do."""
ACCEPTING = 0.02
"""By so much a deal must be better than none: the net errs at single positions."""
GAIN, THEIR_GAIN = 0.01, 0.01
"""What an offer must bring me, and the partner, as the net judges it."""
PATIENCE = 6
"""Rounds until the same exchange is offered again."""
MOST_DECISIONS = 60
"""Decisions in a turn after which trader decides: nobody goes on for ever."""
TRIED = 8
"""Exchanges of which the answer is tried."""
HALVINGS = 9
"""Steps of the search for the cash of an offer."""
LOOKED_AT, HOPELESS = 4, 0.06
"""So many options are looked at further, if the net does not hold them to be worse than the best by so much."""
ANSWERS = (codes.ACCEPT, codes.REFUSE)
BUSINESS = (codes.MORTGAGE, codes.LIFT_MORTGAGE, codes.SELL_BUILDING, codes.SELL_HOTELS, codes.BUILD)


@dataclass
class Memory:
    """What the expert remembers of a game."""

    judge: Judge
    engine: Engine
    notebook: Array
    looks: int
    """Games that are played on for a round or two from each of the best options; 0: the net alone decides."""
    offers: bool = True
    """Does it make offers of its own?"""
    turn: int = -1
    decisions: int = 0
    offered: bool = False
    refused: dict[tuple[int, int, int], int] = field(default_factory=dict)
    """Exchanges that were offered, as partner and deeds given and taken, and the round in which."""
    done: set[tuple[int, int]] = field(default_factory=set)
    """Business of this turn, as kind and square, so that nothing is done and undone."""


def chooser(looks: int) -> Callable[[View, str], Action | None]:
    """An expert that looks ahead so many times from each of its best options; with 0 the net alone decides."""
    return partial(choose, looks=looks)


def choose(game: View, player: str, looks: int = 0) -> Action | None:
    """What the expert does."""
    chosen = decide(memory_of(game, looks), game._seat, known_position(game), thinks=game.is_asked)
    return game._names.action(chosen, game._engine.g.deck)


def decide(memory: Memory, seat: int, position: bytes, *, thinks: bool = True) -> bytes:
    """What the expert does in a position, as the record of an action; if it does not think, what trader would do."""
    engine = memory.engine
    engine.position = position
    if engine.g.turn != memory.turn:
        memory.turn, memory.decisions, memory.offered = engine.g.turn, 0, False
        memory.done.clear()
    memory.decisions += 1
    chosen = usual_action(memory, seat, position)
    if thinks and memory.decisions <= MOST_DECISIONS and not only_throws(engine, seat):
        chosen = best_of(memory, seat, position, chosen)
    engine.position, engine.played = position, chosen
    if engine.action.kind in BUSINESS:
        memory.done.add((engine.action.kind, engine.action.square))
    return chosen


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
        game.memory["expert"] = new_memory(Judge(game.ruleset, len(game.names)), looks)
    kept: Memory = game.memory["expert"]
    return kept


def new_memory(judge: Judge, looks: int = 0, *, offers: bool = True) -> Memory:
    """What is remembered when a game begins."""
    return Memory(judge, Engine(judge.ruleset), judge.field.notebooks(1)[: bots.MEMORY], looks, offers)


def known_position(game: View) -> bytes:
    """The position with the cash that is known; unknown cash is taken to be what everybody began with."""
    state = np.frombuffer(game._engine.position, STATE).copy()
    usual = int(game.ruleset.record[0]["setup_cash"])
    for seat, cash in enumerate(game.known_cash.values()):
        state["cash"][0, seat] = usual if cash is None else cash
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
    if ends and memory.offers and not memory.offered:
        memory.offered = True
        return best_offer(memory, seat, position) or options[chosen][0]
    return options[chosen][0]


def options_beside(memory: Memory, seat: int, position: bytes, usual: bytes) -> list[tuple[bytes, bytes]]:
    """What could be done, each with the position after it: what trader would do first; none, if that is refused."""
    engine = memory.engine
    after = position_after(engine, position, usual)
    if after is None:
        return []
    if kind_of(engine, usual) in ANSWERS:  # an offer is answered first
        other = other_answer(engine, usual)
        otherwise = position_after(engine, position, other)
        return [(usual, after)] if otherwise is None else [(usual, after), (other, otherwise)]
    options = options_of(engine, seat, memory.judge, offers=False)
    options = [option for option in options if option[0] != usual and is_new(memory, engine, option[0])]
    return [(usual, after), *options]


def other_answer(engine: Engine, usual: bytes) -> bytes:
    """To refuse what is accepted, or to accept what is refused."""
    engine.played = usual
    engine.action.kind = sum(ANSWERS) - engine.action.kind
    return engine.played


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


@dataclass(frozen=True)
class Exchange:
    """Deeds that I would give to a partner, and take."""

    partner: int
    give: int
    take: int


def exchanges(state: Any, seat: int, groups: Sequence[int]) -> Iterator[Exchange]:
    """Exchanges worth a thought: what a partner holds of one group for nothing, or for what I hold of another."""
    owner, level = state["owner"], state["level"]
    built = {groups[deed] for deed in range(codes.DEEDS) if level[deed]}
    held: dict[int, dict[int, int]] = {}
    for deed in range(codes.DEEDS):
        if owner[deed] != codes.BANK and groups[deed] not in built:
            mine = held.setdefault(int(owner[deed]), {})
            mine[groups[deed]] = mine.get(groups[deed], 0) | 1 << deed
    own = held.get(seat, {})
    for partner in range(int(state["players"])):
        if partner == seat or state["out"][partner]:
            continue
        for (asked, take), (given, give) in product([*held.get(partner, {}).items(), (-1, 0)], [*own.items(), (-2, 0)]):
            if asked != given and (take or give) and (asked in own or asked < 0 or given in held.get(partner, {})):
                yield Exchange(partner, give, take)


def swapped(state: Any, seat: int, exchange: Exchange, cash: int) -> Any:
    """The position after an exchange in which I pay so much, without what mortgages cost."""
    after = state.copy()
    for deed in range(codes.DEEDS):
        if exchange.give >> deed & 1:
            after["owner"][deed] = exchange.partner
        elif exchange.take >> deed & 1:
            after["owner"][deed] = seat
    after["cash"][seat] -= cash
    after["cash"][exchange.partner] += cash
    count_cash(after)
    return after


def best_offer(memory: Memory, seat: int, position: bytes) -> bytes | None:
    """The best offer by which the partner gains, too, and which a trader would accept; None if there is none."""
    judge, engine = memory.judge, memory.engine
    state = np.frombuffer(position, STATE)[0]
    if int(state["players"]) - int(state["out"].sum()) == 2:  # one's gain is the other's loss
        return None
    groups = [int(group) for group in judge.ruleset.record[0]["group"]]
    now, moment = judge.values([position])[0], int(state["round"])
    known = [
        exchange
        for exchange in exchanges(state, seat, groups)
        if moment - memory.refused.get((exchange.partner, exchange.give, exchange.take), -PATIENCE) >= PATIENCE
    ]
    if not known:
        return None
    priced = price(judge, state, seat, known, now)
    found: list[tuple[bytes, bytes, Exchange]] = []
    for exchange, cash in sorted(priced, key=lambda pair: -pair[1][1])[:TRIED]:
        record = offer_record(engine, position, seat, exchange, cash[0])
        after = position_after(engine, position, record)
        if after is not None:
            found.append((record, after, exchange))
    if not found:
        return None
    values = judge.values([after for _, after, _ in found], offers=True)[:, seat]
    best = int(np.argmax(values))
    if values[best] < now[seat] + GAIN:
        return None
    record, _, exchange = found[best]
    memory.refused[exchange.partner, exchange.give, exchange.take] = moment
    return record


def price(
    judge: Judge, state: Any, seat: int, known: Sequence[Exchange], now: Array
) -> list[tuple[Exchange, tuple[int, float]]]:
    """For each exchange the least cash by which the partner gains enough, and my gain; only where I gain, too."""
    low = np.array([-int(state["cash"][exchange.partner]) for exchange in known])
    high = np.full(len(known), int(state["cash"][seat]))
    partners = np.array([exchange.partner for exchange in known])

    def gains(cash: Array) -> Array:
        after = [
            swapped(state, seat, exchange, int(paid)).tobytes() for exchange, paid in zip(known, cash, strict=True)
        ]
        return judge.values(after) - now

    for _ in range(HALVINGS):
        middle = (low + high) // 2
        enough = gains(middle)[np.arange(len(known)), partners] >= THEIR_GAIN
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    final = gains(high)
    mine, theirs = final[:, seat], final[np.arange(len(known)), partners]
    return [
        (exchange, (int(high[n]), float(mine[n])))
        for n, exchange in enumerate(known)
        if mine[n] > GAIN and theirs[n] >= THEIR_GAIN
    ]


def offer_record(engine: Engine, position: bytes, seat: int, exchange: Exchange, cash: int) -> bytes:
    """The offer as the record of an action."""
    engine.position = position
    engine.played = bytes(len(engine.played))
    action = engine.action
    action.kind, action.player, action.other = codes.OFFER, seat, exchange.partner
    action.give_deeds, action.take_deeds = exchange.give, exchange.take
    action.give_cash, action.take_cash = max(0, cash), max(0, -cash)
    return engine.played
