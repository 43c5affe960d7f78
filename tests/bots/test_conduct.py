"""Traders in whole games of every edition: the games end, nobody gives up who could pay, nobody pesters the others."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest

from passgo import bots, editions
from passgo.bots.policy import MEMORY
from passgo.dealer import counter_of, deal
from passgo.editions import Ruleset
from passgo.machine.records import arrays, new
from passgo.rules import codes, ids
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide
from passgo.simulate import Plan, Report, bot_named, simulate

ENDED = 0.99
"""Of the games of four traders, and of the games at all tables of an edition, so many end within 500 rounds."""

ENDED_ANYWHERE = 0.95
"""Of the games at any one table, which are fewer: one table at which games do not end is not hidden by the others."""


def rulesets_of(edition: str) -> list[Ruleset]:
    return [editions.ruleset(edition), editions.ruleset(edition, short_game=True)]


def simulate_traders(ruleset: Ruleset, players: int, games: int) -> Report:
    return simulate(Plan(ruleset, (bot_named("trader"),) * players, games, seed=3))


@pytest.mark.parametrize("edition", editions.NAMES)
def test_games_of_traders_end_in_every_edition_with_any_number_and_in_the_short_game(edition: str) -> None:
    ended = count = 0
    for ruleset in rulesets_of(edition):
        for players in ruleset.players:
            report = simulate_traders(ruleset, players, 400 if players == 4 else 120)
            share, where = report.finished / report.games, f"{players} players, {ruleset.options_text or 'no options'}"
            assert not report.misplays(), where
            assert share >= (ENDED if players == 4 else ENDED_ANYWHERE), where
            ended, count = ended + report.finished, count + report.games
    assert ended / count >= ENDED


def test_most_games_of_a_trader_among_cautious_ones_end() -> None:
    """They sell for much, and so somebody comes to a group; when they sold nothing, a third of the games ended."""
    seats = (bot_named("trader"), *(bot_named("cautious"),) * 3)
    assert simulate(Plan(editions.ruleset("classic"), seats, 400, seed=3)).finished > 0.85 * 400


def test_games_of_those_who_never_offer_do_not_pass_for_games_that_end() -> None:
    plan = Plan(editions.ruleset("classic"), (bot_named("cautious"),) * 4, 100)
    assert simulate(plan).finished / 100 < ENDED_ANYWHERE


class Act(NamedTuple):
    """What somebody did, and the position in which it was done."""

    player: int
    kind: int
    state: Any


Choose = Callable[..., None]


def acts(ruleset: Ruleset, players: int, choose: Choose, seed: int, rounds: int = 500) -> Iterator[Act]:
    """One game with the same policy in every seat, act by act; the position is as it was before the act."""
    record: Any = ruleset.record
    edition, logs, counters = arrays(Edition, record), arrays(Log, new(Log)), np.array([counter_of(seed)], np.uint64)
    states, actions = new(State), new(Action, codes.ACTIONS)
    games, act = arrays(State, states), arrays(Action, actions)
    memory = bots.notebooks([bots.bot("trader").notebook] * players)
    assert setup(games, 0, edition, 0, logs, 0, players) == ids.LAWFUL
    while (player := int(next_to_decide(games, 0))) != codes.NOBODY and states["round"][0] < rounds:
        if player == codes.CHANCE:
            deal(games, 0, edition, 0, counters, 0, act, 0)
        else:
            choose(games, 0, edition, 0, player, act, 0, memory, player * MEMORY)
            yield Act(player, int(actions["kind"][0]), states[0])
        if step(games, 0, edition, 0, logs, 0, act, 0) != ids.LAWFUL:
            return


def could_raise(ruleset: Ruleset, state: Any, player: int) -> int:
    """Cash, half of what buildings cost, and half of the printed price of what is not mortgaged: counted by hand."""
    dollars = int(state["cash"][player])
    for deed in ruleset.deeds:
        if state["owner"][deed.index] == player:
            dollars += int(state["level"][deed.index]) * int(ruleset.record[0]["house_cost"][deed.index]) // 2
            dollars += 0 if state["mortgaged"] >> deed.index & 1 else deed.price // 2
    return dollars


def bankruptcies(ruleset: Ruleset, choose: Choose, seeds: range) -> list[tuple[int, int]]:
    """For each player who went bankrupt in these games: the debt, and what the player could have raised."""
    found = []
    for players in ruleset.players:
        for seed in seeds:
            for player, kind, state in acts(ruleset, players, choose, seed):
                assert kind != codes.RESIGN
                if kind == codes.GO_BANKRUPT:
                    top = int(state["matters"]) - 1
                    assert state["matter_kind"][top] == codes.MATTER_DEBT
                    found.append((int(state["matter_amount"][top]), could_raise(ruleset, state, player)))
    return found


@pytest.mark.parametrize("edition", editions.NAMES)
def test_nobody_gives_up_who_could_pay(edition: str) -> None:
    found = [
        pair for ruleset in rulesets_of(edition) for pair in bankruptcies(ruleset, bots.policy("trader"), range(8))
    ]
    assert len(found) > 200
    assert all(owed > raised for owed, raised in found)
    assert any(owed < 2 * raised for owed, raised in found), "some of them could nearly have paid"


def test_one_who_gives_up_at_once_would_be_noticed() -> None:
    """The rules refuse it, so the game stops there; what was wanted is seen all the same."""

    def hasty(games: Any, i: int, edition: Any, e: int, player: int, actions: Any, j: int, memory: Any, m: int) -> None:
        bots.policy("trader")(games, i, edition, e, player, actions, j, memory, m)
        g = games[i]
        if g.matters and g.matter_kind[g.matters - 1] == codes.MATTER_DEBT:
            actions[j].kind = codes.GO_BANKRUPT

    found = bankruptcies(editions.ruleset("classic"), hasty, range(3))
    assert any(owed <= raised for owed, raised in found)


def offers_by_turn(ruleset: Ruleset, players: int, choose: Choose, seed: int, most_acts: int = 100_000) -> Counter[Any]:
    """How many offers, and how many counter-offers, each player made in each turn."""
    made: Counter[Any] = Counter()
    for player, kind, state in islice(acts(ruleset, players, choose, seed), most_acts):
        made[int(state["turn"]), player, kind] += kind in (codes.OFFER, codes.COUNTER)
    return made


@pytest.mark.parametrize("edition", editions.NAMES)
def test_nobody_offers_or_counters_more_than_once_a_turn(edition: str) -> None:
    total = 0
    for ruleset in rulesets_of(edition):
        for players in ruleset.players:
            for seed in range(4):
                made = offers_by_turn(ruleset, players, bots.policy("trader"), seed)
                assert max(made.values()) <= 1
                total += sum(made.values())
    assert total > 200


def test_one_who_forgets_what_it_has_offered_would_be_noticed() -> None:
    trader: Callable[..., None] = bots.policy("trader")

    def forgetful(*question: Any) -> None:
        *position, memory, m = question
        trader(*position, memory.copy(), m)

    made = offers_by_turn(editions.ruleset("classic"), 4, forgetful, 1, 5000)
    assert max(made.values()) > 10
