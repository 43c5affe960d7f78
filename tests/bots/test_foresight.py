"""The second look at an offer: it sees what the rules would make of the deal, and no secret."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from passgo import bots, editions
from passgo.analysis.judge import Judge
from passgo.bots import habits
from passgo.bots.policy import MEMORY
from passgo.bots.trader import foresight, refusals
from passgo.bots.trader.parameters import GAIN_MINE, GAIN_THEIRS
from passgo.duplicate import DuplicateDealer
from passgo.game.engine import Engine
from passgo.machine.records import plain
from passgo.rules import codes
from passgo.rules.state import ACTION, STATE, Action, Edition, State

SEATS = 4
INVESTMENTS = (codes.BUILD, codes.MORTGAGE, codes.LIFT_MORTGAGE)
RULESET = editions.ruleset("classic")
EDITION = plain(Edition, RULESET.record.view("u1"))


def asked(seed: int) -> Iterator[tuple[Engine, int, np.ndarray[Any, Any]]]:
    """A game of four traders: whenever one of them has decided, the engine before it acts, the seat and its notes."""
    engine, dealer = Engine(RULESET), DuplicateDealer(seed, 0)
    engine.setup(SEATS)
    trader, memory = bots.policy("trader"), bots.notebooks([bots.bot("trader").notebook] * SEATS)
    chances = 0
    while engine.g.round < 60 and (player := engine.next_to_decide) != codes.NOBODY:
        if player == codes.CHANCE:
            engine.deal(dealer, chances)
            chances += 1
        else:
            notes = memory[player * MEMORY : (player + 1) * MEMORY]
            engine.ask(trader, player, notes)
            yield engine, player, notes
        assert not engine.step()


def copy_of(position: bytes) -> State:
    """A position that plain functions may change."""
    return plain(State, bytearray(position))


def test_an_investment_in_a_copy_is_what_the_rules_make_of_it() -> None:
    seen = set()
    for engine, player, _ in asked(3):
        action = plain(Action, bytearray(engine.played))
        if action.kind not in INVESTMENTS or engine.g.phase != codes.PHASE_END_TURN or engine.allowed():
            continue
        changed = bytearray(engine.position)
        tried = plain(State, changed)
        foresight.carry_out(tried, EDITION, action)
        after = Engine(RULESET)
        after.position, after.played = engine.position, engine.played
        assert not after.step()
        if after.g.matters:
            continue  # others want the house, too
        found, expected = np.frombuffer(changed, STATE)[0], np.frombuffer(after.position, STATE)[0]
        for name in ("mortgaged", "houses", "hotels"):
            assert found[name] == expected[name]
        assert found["level"].tolist() == expected["level"].tolist()
        assert found["cash"][player] == expected["cash"][player]
        seen.add((action.kind, tried.level[EDITION.deed_at[action.square]] == codes.HOTEL))
    assert {kind for kind, _ in seen} == set(INVESTMENTS)
    assert (codes.BUILD, True) in seen, "a hotel was among them"


@cache
def offers() -> list[tuple[bytes, int, int, np.ndarray[Any, Any]]]:
    """Offers that are to be answered at the end of a turn: the position, who answers, the proposer, and the notes."""
    found: list[tuple[bytes, int, int, np.ndarray[Any, Any]]] = []
    for seed in range(1, 9):
        for engine, player, notes in asked(seed):
            g = engine.g
            proposer = habits.proposer_to(g, player)
            at_end = g.phase == codes.PHASE_END_TURN and g.matters == 0
            if proposer != codes.NOBODY and at_end and g.offer_give_deeds[proposer] and len(found) < 12:
                found.append((engine.position, player, proposer, notes.copy()))
    return found


def gains_of(position: bytes, player: int, proposer: int, notes: np.ndarray[Any, Any]) -> tuple[float, float]:
    """What both gain by the second look, in plain Python."""
    pages, deal, g = notes.copy(), plain(Action, bytearray(ACTION.itemsize)), copy_of(position)
    paid = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    refusals.write_exchange(g, deal, player, proposer, paid)
    foresight.foresee(g, EDITION, deal, pages)
    return pages[GAIN_MINE] / foresight.MILLION, pages[GAIN_THEIRS] / foresight.MILLION


def test_the_second_look_sees_what_the_judge_sees() -> None:
    judge, engine, far = Judge(RULESET, SEATS), Engine(RULESET), []
    assert len(offers()) == 12
    for position, player, proposer, notes in offers():
        engine.position = position
        engine.action.kind, engine.action.player, engine.action.other = codes.ACCEPT, player, proposer
        if engine.step():
            continue
        before, after = judge.values([position, engine.position])
        found = gains_of(position, player, proposer, notes)
        far += [abs(found[0] - (after - before)[player]), abs(found[1] - (after - before)[proposer])]
    assert np.mean(far) < 0.01
    assert np.median(far) < 0.001


def test_the_second_look_sees_no_secret_cash() -> None:
    for position, player, proposer, notes in offers()[:4]:
        other = bytearray(position)
        g = plain(State, other)
        for rival in range(SEATS):
            if rival != player:
                g.cash[rival] += 333
        assert gains_of(bytes(other), player, proposer, notes) == gains_of(position, player, proposer, notes)


@pytest.mark.parametrize("level", ["trader", "easy", "normal", "hard"])
def test_nobody_changes_the_game_that_they_look_at(level: str) -> None:
    for position, player, _, _ in offers():
        engine = Engine(RULESET)
        engine.position = position
        engine.ask(bots.policy(level), player, bots.notebooks([bots.bot(level).notebook]))
        assert engine.position == position
