"""What a run says of a small game, against the same game counted by hand.

Two players do as a script tells them, and dice fall as a script tells them. The Bank sells a deed at its price, and
another at auction; buildings go up and one comes down again; a deed is sold by one player to the other; rents are paid.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from passgo import editions
from passgo.cli.tables import console, groups_grid
from passgo.dealer import Word, Words, word
from passgo.machine.decorators import entry, inner
from passgo.rules.chance import write_outcome
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.simulate import Plan, Report
from passgo.simulate.runs.batch import play_batch
from passgo.strategies import bot_of
from tests.rules.table import pair

THROWS = word(36)


@inner(within="deal_script")
def deal_line(g: State, e: Edition, counter: Word, a: Action) -> Word:
    """The throws that are packed into the counter, the next one in its lowest place."""
    write_outcome(g, e, int(counter % THROWS), a)
    following: int = counter // THROWS
    return following


@entry
def deal_script(
    games: Games, i: int, editions: Editions, e: int, counters: Words, s: int, actions: Actions, j: int
) -> None:
    """The same, as `passgo.dealer.deal` is called."""
    counters[s] = deal_line(games[i], editions[e], word(counters[s]), actions[j])


DICE = [(4, 2), (2, 1), (2, 3), (2, 1)]

ANN = [
    "throw", "buy", "build virginia avenue", "build states avenue", "build st. charles place", "build virginia avenue",
    "end turn",
    "sell virginia avenue", "throw", "decline", "bid 90", "offer Player 2: new york avenue for $300", "end turn",
]  # fmt: skip
BEN = ["throw", "end turn", "withdraw", "accept Player 1", "throw", "end turn"]

GAMES = 3


def pack(throws: list[tuple[int, int]]) -> int:
    counter = 0
    for first, second in reversed(throws):
        counter = counter * 36 + (first - 1) * 6 + second - 1
    return counter


def reader_of(script: list[str]) -> Callable[..., Any]:
    """A strategy that plays the lines of a script, in every game from the first line on."""

    def choose(game: Any, player: str) -> Any:
        line = game.memory["line"] = game.memory.get("line", -1) + 1
        return script[line]

    return choose


@pytest.fixture(scope="module")
def report() -> Report:
    start = pair(
        "classic", Ann={"square": "vermont avenue", "deeds": ["st. charles place", "states avenue"]},
        Ben={"square": "vermont avenue"}, on_turn="Ann",
    )  # fmt: skip
    players = tuple(bot_of(reader_of(script), name, limit_s=60) for name, script in (("ann", ANN), ("ben", BEN)))
    position = start._engine.position
    plan = Plan(editions.ruleset("classic"), players, GAMES, rounds=start._g.round + 2, start=bytes(position))
    counters = np.full(GAMES, pack(DICE), np.uint64)
    batch = play_batch(plan, range(GAMES), deal_script, lambda seed, numbers: counters)
    found = Report(plan)
    found.add(batch)
    assert not found.faults, found.faults.to_list()
    assert found.misplays() == []
    return found


def test_what_a_group_cost_and_brought_back_is_as_counted_by_hand(report: Report) -> None:
    """The third lot costs 160; four houses cost 100 each, one is sold back for 50; rents with one house: 50, then 60.

    The corner lot is auctioned for 90. That it is later sold to the other player for 300 is not what the Bank was paid.
    """
    by_hand = {
        "pink": {
            "rents": 2 * GAMES,
            "rent": (50 + 60) * GAMES,
            "price_paid": 160 * GAMES,
            "building_cost": 4 * 100 * GAMES,
            "sold_back": 50 * GAMES,
            "return": 110 / (160 + 400 - 50),
        },
        "orange": {"rents": 0, "rent": 0, "price_paid": 90 * GAMES, "building_cost": 0, "sold_back": 0, "return": 0.0},
    }
    nothing = {"rents": 0, "rent": 0, "price_paid": 0, "building_cost": 0, "sold_back": 0, "return": None}
    keys = [group.key for group in report.plan.ruleset.groups]
    assert by_hand.keys() <= set(keys)
    for key, group in zip(keys, report.groups(), strict=True):
        assert {name: group[name] for name in nothing} == by_hand.get(key, nothing), key


def test_the_rest_is_as_counted_by_hand_too(report: Report) -> None:
    sums = {"deals": 1, "offers": 1, "auctions": 1, "buildings": 4, "rent": 110, "shortages": 0, "bankruptcies": 0}
    assert {name: report.sums[name] for name in sums} == {name: GAMES * count for name, count in sums.items()}
    landed = {square["name"]: square["landings"] for square in report.landings() if square["landings"]}
    squares = report.plan.ruleset.squares
    assert landed == {squares[n].name: GAMES * times for n, times in ((11, 1), (14, 2), (19, 1))}


def test_the_table_for_people_says_it_a_game(report: Report) -> None:
    with console.capture() as shown:
        console.print(groups_grid(report.groups(), report.games))
    (pink,) = (line.split() for line in shown.get().splitlines() if "110.0" in line)
    assert pink[-6:] == ["2.0", "110.0", "160.0", "400.0", "50.0", "0.22"]
