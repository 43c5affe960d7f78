"""Advice at a table: everybody's chance and what changed it, what a seat could do, and whether a deal is fair.

The adviser looks at the whole position. That betrays nobody: every payment at a table is public, so whoever adds them
up knows everybody's cash to the dollar.
"""

import msgspec
import numpy as np

from passgo.analysis import advise, fairness, value
from passgo.analysis.advice import LABEL
from passgo.analysis.judge import Judge
from passgo.analysis.report import read_steps
from passgo.game import Interval
from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.server.http.judgements import Advice, ChanceRange, Choice, DealEffect, Since, WorstThrow
from passgo.server.judgement.played_game import PlayedGame
from passgo.server.judgement.questions import AdviceQuestion
from passgo.server.wire.actions import plain_record, read_record, write_action
from passgo.server.wire.types import Action

LOOKS = 400
"""Games by which chances, choices and deals are looked at."""
MOST_CHOICES = 4
MOST_CAUSES = 2
"""So many entries are told that changed a chance most since one's last turn."""
LEAST_CAUSE = 0.004
LOOKED_BACK = 80
"""Entries at most since one's last turn."""


def write_advice(played: PlayedGame, question: AdviceQuestion) -> bytes:
    """The answer to a question, as JSON. ValueError if it cannot be answered."""
    advice = Advice(played.seqs[-1], LABEL, LOOKS)
    if question.about == "chances":
        tell_chances(played, question.seat, advice)
    elif question.about == "choices":
        tell_choices(played, question.seat, advice)
    elif question.deal is not None:
        advice.deal = deal_effect(played, question.deal, question.proposer)
    return msgspec.json.encode(advice)


def range_of(chance: Interval) -> ChanceRange:
    """A chance as it is sent."""
    return ChanceRange(round(chance.low, 4), round(chance.mid, 4), round(chance.high, 4))


def tell_chances(played: PlayedGame, seat: int | None, advice: Advice) -> None:
    """Everybody's chance; for a seat also what changed it, and what its next throw could do."""
    advice.chances = [range_of(chance) for chance in value(played.game, looks=LOOKS).values()]
    if seat is not None:
        tell_changes(played, seat, advice)
        advice.worst = worst_throw(played, seat)


def tell_changes(played: PlayedGame, seat: int, advice: Advice) -> None:
    """By how much a seat's chance has changed since its last turn, and which entries changed it most."""
    positions = positions_since(played, seat)
    if len(positions) < 2:
        return
    chances = judge_of(played).values([position for _, position in positions])[:, seat]
    advice.changed = round(float(chances[-1] - chances[0]), 4)
    changes = [
        Since(seq, round(float(after - before), 4))
        for (seq, _), before, after in zip(positions[1:], chances, chances[1:], strict=False)
    ]
    weighty = sorted((one for one in changes if abs(one.change) >= LEAST_CAUSE), key=lambda one: -abs(one.change))
    advice.since = sorted(weighty[:MOST_CAUSES], key=lambda one: one.seq)


def judge_of(played: PlayedGame) -> Judge:
    """Who judges positions of the game."""
    return Judge(played.game.ruleset, len(played.game.names))


def positions_since(played: PlayedGame, seat: int) -> list[tuple[int, bytes]]:
    """The entries since the end of a seat's last turn with the position after each; before its first turn, none.

    The first of them is the last of that turn.
    """
    positions = [played.game._start, *(step.after for step in read_steps(played.game))]
    count = len(played.seqs)
    first = max(0, count - LOOKED_BACK)
    found = [(played.seqs[at], positions[played.steps_until(at)]) for at in range(first, count)]
    on_turn = np.frombuffer(b"".join(position for _, position in found), STATE)["on_turn"]
    at = len(found) - 1
    while at >= 0 and on_turn[at] == seat:  # the turn that goes on is not the last one
        at -= 1
    while at >= 0 and on_turn[at] != seat:
        at -= 1
    return found[at:] if at >= 0 else []


def worst_throw(played: PlayedGame, seat: int) -> WorstThrow | None:
    """The throw that would cost the seat most, if it is about to throw; None, if it is not, or no throw would."""
    judge, engine = judge_of(played), judge_of(played).engine
    engine.position = played.game.to_bytes()
    g = engine.g
    if g.matters or g.phase != codes.PHASE_BEFORE_THROW or g.on_turn != seat or g.jail[seat]:
        return None
    now, cash = judge.values([engine.position])[0][seat], g.cash[seat]
    engine.played = plain_record(codes.THROW, seat)
    if engine.step():
        return None
    before = engine.position
    thrown = [read_record(record).dice[:] for record in engine.legal(codes.CHANCE)]
    after = judge.outcomes(before)
    values = judge.values(after)[:, seat]
    worst = int(np.argmin(values))
    if values[worst] >= now:
        return None
    state = np.frombuffer(after[worst], STATE)[0]
    dice = [die for die in thrown[worst] if die]
    same = sum(sum(each[:2]) == sum(dice[:2]) and each[2] == thrown[worst][2] for each in thrown)
    owed = int(state["matter_amount"][state["matters"] - 1]) if state["matters"] else 0
    amount = max(0, cash - int(state["cash"][seat]), owed)
    return WorstThrow(dice, int(state["square"][seat]), amount, round(float(values[worst] - now), 4), same, len(thrown))


def tell_choices(played: PlayedGame, seat: int | None, advice: Advice) -> None:
    """What a seat could do, the best first."""
    if seat is None:
        raise ValueError("whose choices? a seat is needed")
    name = played.game.names[seat]
    advice.choices = [
        Choice(
            played.action(choice.action, name),
            range_of(choice.chance),
            round(choice.loss, 4),
            round(choice.error, 4),
        )
        for choice in advise(played.game, name, looks=LOOKS)[:MOST_CHOICES]
    ]


def deal_effect(played: PlayedGame, deal: Action, proposer: int) -> DealEffect:
    """What a deal would change for everybody, if it were struck now."""
    with played.edition.at(played.game.to_bytes()) as position:
        write_action(position, msgspec.structs.replace(deal, kind="Offer"), proposer)
        offer = played.game._names.action(position.engine.played, 0)
    found = fairness(played.game, offer, looks=LOOKS)
    leans = None if found.leans_to is None else played.seat(found.leans_to)
    gains, errors = list(found.gains.values()), list(found.errors.values())
    return DealEffect([round(gain, 4) for gain in gains], [round(error, 4) for error in errors], found.even_cash, leans)
