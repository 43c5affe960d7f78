"""The dealer of duplicate matches: fair, the same for every seating, and never the same chance twice in a game."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import Game, editions
from passgo.bots import notebooks
from passgo.bots.policy import MEMORY
from passgo.duplicate import (
    DuplicateDealer,
    deal_duplicate,
    event_number,
    is_opening,
    match_counter,
    match_counters,
)
from passgo.machine.records import arrays, new, plain
from passgo.rules import codes
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import setup
from passgo.simulate import Bot, Plan, bot_named
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import DECISIONS, ROUNDS, TURNS, WINNERS
from tests.simulate.players import BUILDS

ROOT = Path(__file__).resolve().parents[2]
RANDOM, CAUTIOUS, TRADER = (bot_named(name) for name in ("random", "cautious", "trader"))


class NotingDealer(DuplicateDealer):
    """Notes every chance event and what it was."""

    def __init__(self, seed: int, number: int) -> None:
        super().__init__(seed, number)
        self.happened: list[tuple[int, tuple[int, ...]]] = []

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        super().deal(games, i, editions, e, number, actions, j)
        g: Any = plain(State, games) if not hasattr(games, "_type_") else games[i]
        a: Any = plain(Action, actions) if not hasattr(actions, "_type_") else actions[j]
        if not is_opening(g) and not (g.phase == codes.PHASE_DRAW and g.unseen[g.deck] == 0):
            self.happened.append((event_number(g), (a.kind, a.card, *a.dice[:2])))


def play_match(dealer: DuplicateDealer, bots: list[Bot], rounds: int, edition: str = "classic", **options: Any) -> Any:
    """A game of these bots with this dealer, and the decisions it took."""
    game = Game(edition, len(bots), dealer=dealer, **options)
    engine, memory, decisions = game._engine, notebooks(bot.notebook for bot in bots), 0
    while game._g.round < rounds and (player := engine.next_to_decide) != codes.NOBODY:
        bots[player].policy(engine._games, 0, engine._editions, 0, player, engine._actions, 0, memory, player * MEMORY)
        game.play(game._names.action(engine.played, game._g.deck))
        decisions += 1
    return game, decisions


TABLES = [
    ("classic", {}),
    ("classic", {"rent_utility": "new-throw"}),
    ("classic", {"short_game": True}),
    ("1935", {}),
    ("speed_die", {}),
    ("speed_die", {"rent_utility": "new-throw"}),
    ("modern", {"speed_die": True}),
]


def lawful_options(edition: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """These options, the one about utilities by whatever its second value is called."""
    offered = {option.name: option for option in editions.options(edition)}
    chosen = {}
    for name, value in wanted.items():
        if name in offered:
            chosen[name] = offered[name].values[1] if name == "rent_utility" else value
    return chosen


@pytest.mark.parametrize(("edition", "options"), TABLES)
def test_no_chance_event_of_a_game_has_the_event_number_another(edition: str, options: dict[str, Any]) -> None:
    for number in range(12):
        dealer = NotingDealer(5, number)
        play_match(dealer, [RANDOM, CAUTIOUS, RANDOM, TRADER], 40, edition, **lawful_options(edition, options))
        numbers = [event for event, _ in dealer.happened]
        assert len(numbers) > 50
        assert len(set(numbers)) == len(numbers)


def test_a_seat_meets_the_same_dice_and_the_decks_the_same_order_whoever_sits_there() -> None:
    for number in range(6):
        first, second = NotingDealer(7, number), NotingDealer(7, number)
        games = [
            play_match(dealer, bots, 60)[0]
            for dealer, bots in ((first, [TRADER, CAUTIOUS, CAUTIOUS]), (second, [RANDOM, TRADER, CAUTIOUS]))
        ]
        assert games[0].position != games[1].position, "play should diverge"
        one, other = dict(first.happened), dict(second.happened)
        shared = one.keys() & other.keys()
        assert len(shared) > 40
        assert all(one[event] == other[event] for event in shared)


def test_a_game_of_a_match_is_the_real_game() -> None:
    """The compiled loop and a `Game` with `DuplicateDealer` play the same game."""
    bots = [TRADER, CAUTIOUS, TRADER]
    plan = Plan(editions.ruleset("classic"), tuple(bots), 4, seed=3, rounds=60)
    rows = play_batch(plan, range(4), deal_duplicate, match_counters).rows
    for number in range(4):
        game, decisions = play_match(DuplicateDealer(3, number), bots, 60)
        g = game._g
        assert (g.winners, g.round, g.turn, decisions) == tuple(rows[number][[WINNERS, ROUNDS, TURNS, DECISIONS]])


def test_the_plain_source_deals_the_same() -> None:
    code = (
        "from passgo import editions\n"
        "from passgo.simulate import Plan, bot_named\n"
        "from passgo.simulate.runs.batch import play_batch\n"
        "from passgo.duplicate import deal_duplicate, match_counters\n"
        "from tests.simulate.players import BUILDS\n"
        "plan = Plan(editions.ruleset('speed_die'), (BUILDS, bot_named('cautious')), 2, seed=3, rounds=10)\n"
        "print(play_batch(plan, range(2), deal_duplicate, match_counters).rows.tolist())"
    )
    environment = {**os.environ, "PASSGO_PLAIN": "1", "PYTHONPATH": str(ROOT)}
    plain_run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    plan = Plan(editions.ruleset("speed_die"), (BUILDS, CAUTIOUS), 2, seed=3, rounds=10)
    assert plain_run.stdout.strip() == str(play_batch(plan, range(2), deal_duplicate, match_counters).rows.tolist())


def chance_at(phase: int, matches: int, **fields: Any) -> Counter[tuple[int, ...]]:
    """What chance does in this phase in many matches: card and dice."""
    states: Any = new(State)
    actions: Any = new(Action)
    games, listed = arrays(State, states), arrays(Action, actions)
    rules = arrays(Edition, editions.ruleset("classic").record)
    setup(games, 0, rules, 0, arrays(Log, new(Log)), 0, 4)
    g = plain(State, states)
    g.phase = phase
    for name, value in fields.items():
        setattr(g, name, value)
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(matches):
        counters = np.array([match_counter(1, number)], np.uint64)
        deal_duplicate(games, 0, rules, 0, counters, 0, listed, 0)
        a = plain(Action, actions)
        found[(a.card, *a.dice[:2])] += 1
    return found


def chi_square(found: Counter[tuple[int, ...]], kinds: int) -> float:
    expected = sum(found.values()) / kinds
    return sum((found[kind] - expected) ** 2 for kind in found) / expected + expected * (kinds - len(found))


def test_throws_are_fair_and_cards_uniform_over_the_unseen() -> None:
    """Chi-square against 36 throws (99.9 %: 66.6) and against the sixteen, or five, cards not seen (37.7, 18.5)."""
    assert chi_square(chance_at(codes.PHASE_THROW, 7200, round=3, on_turn=2, throws=1), 36) < 66.6
    assert chi_square(chance_at(codes.PHASE_DRAW, 3200), 16) < 37.7
    five = [0b1001_0000_1100_0001, 0b1001_0000_1100_0001]
    states: Any = new(State)
    plain(State, states).unseen[:] = five
    found = chance_at_unseen(five[0], 2000)
    assert set(found) == {(0, 0, 0), (6, 0, 0), (7, 0, 0), (12, 0, 0), (15, 0, 0)}
    assert chi_square(found, 5) < 18.5


def chance_at_unseen(unseen: int, matches: int) -> Counter[tuple[int, ...]]:
    """The same for a deck of which only these cards have not been seen."""
    found: Counter[tuple[int, ...]] = Counter()
    states: Any = new(State)
    actions: Any = new(Action)
    g = plain(State, states)
    g.phase = codes.PHASE_DRAW
    g.unseen[0] = unseen
    games, listed, rules = arrays(State, states), arrays(Action, actions), editions.ruleset("classic").record
    for number in range(matches):
        counters = np.array([match_counter(1, number)], np.uint64)
        deal_duplicate(games, 0, arrays(Edition, rules), 0, counters, 0, listed, 0)
        found[(plain(Action, actions).card, 0, 0)] += 1
    return found
