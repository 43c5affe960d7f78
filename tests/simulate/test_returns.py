"""Rent earned by group against expected rent.

Ownership and buildings are frozen: two players circulate, who hold every deed between them and neither build nor
trade. How often each square is landed on, by dice or by card, follows from the exact chain of `tests/landing.py`, and
the rent of each landing from the edition's data, so that the expected rent of a group per landing is a number with no
simulation in it. The games of the run are independent of one another; what each earned in a group, less what was to be
expected of as many landings, has mean zero. The limit is four standard errors of that mean over the games, and the
standard errors are small: about one per cent of the rent itself, so that a rent wrong by a few per cent is noticed.
"""

from typing import Any

import numpy as np
import pytest

from passgo.machine.records import arrays, new
from passgo.rules import codes, ids
from passgo.rules.checks import broken
from passgo.rules.state import Log, State
from passgo.rules.step import setup
from passgo.simulate import Bot, Plan, simulate
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import LANDINGS, PER_SQUARE, RENT_EARNED
from tests.landing import table
from tests.simulate.long_run import LongRun, wanders

RULESET = table("classic")
GROUPS = [group.key for group in RULESET.groups]
LEVELS = {"brown": codes.HOTEL, "light_blue": codes.HOTEL, "pink": 3, "orange": 3, "red": 2, "yellow": 1}
"""Buildings on each lot; the other groups have none."""

SPLIT = ("green", "utility")
"""Groups whose deeds are held in turn by both players; the others are held whole, by each player in turn."""

GAMES, ROUNDS = 200, 2000
CASH = 10_000_000
LIMIT, PRECISION = 4.0, 0.012
DICE_MEAN = 7


def owner_of(deed: Any) -> int:
    group = GROUPS.index(deed.group)
    return (RULESET.groups[group].deeds.index(deed.index) if deed.group in SPLIT else group) % 2


def start() -> bytes:
    """The frozen position. Both get-out-of-jail cards are held, so that the decks never change."""
    states: Any = new(State)
    games, editions = arrays(State, states), RULESET.rows
    assert setup(games, 0, editions, 0, arrays(Log, new(Log)), 0, 2) == ids.LAWFUL
    g = states[0]
    g["cash"][:2], g["cash"][codes.BANK] = CASH, -2 * CASH
    g["ledger"] = g["cash"]
    for deed in RULESET.deeds:
        g["owner"][deed.index], g["level"][deed.index] = owner_of(deed), LEVELS.get(deed.group, 0)
    for deck in range(2):
        (card,) = np.flatnonzero(
            RULESET.record[0]["card_effect"][deck * codes.DECK :][: codes.DECK] == codes.GET_OUT_OF_JAIL_FREE
        )
        g["jail_card"][deck], g["unseen"][deck] = deck, (1 << codes.DECK) - 1 - (1 << card)
    g["hotels"] -= sum(int(level) == codes.HOTEL for level in g["level"])
    g["houses"] -= sum(int(level) for level in g["level"] if level < codes.HOTEL)
    assert broken(games, 0, editions, 0) == 0
    return bytes(g.tobytes())


class Earning(LongRun):
    """The long run, with the rent that each landing brings."""

    def rent_of(self, square: int, dice: float, effect: int | None) -> float:
        """What is paid on a square by whoever does not own it; `effect` is of the card that led there, if one did."""
        deed = RULESET.deeds[int(self.e["deed_at"][square])]
        kind, fellows = int(self.e["square_kind"][square]), [d for d in RULESET.deeds if d.group == deed.group]
        held = sum(owner_of(fellow) == owner_of(deed) for fellow in fellows)
        if kind == codes.STREET:
            level = LEVELS.get(deed.group, 0)
            return deed.rents[level] * (2 if level == 0 and held == len(fellows) else 1)
        if kind == codes.RAILROAD:
            return deed.rents[held - 1] * (2 if effect == codes.NEAREST_RAILROAD_DOUBLE else 1)
        factor = deed.rents[1] if effect == codes.NEAREST_UTILITY_10X else deed.rents[held - 1]
        return factor * (dice if effect is None else DICE_MEAN)

    def collect(self, square: int, weight: float, dice: float, effect: int | None, flow: dict[str, float]) -> None:
        """Add the rent of a landing, and of those to which its cards lead."""
        if self.e["deed_at"][square] >= 0:
            flow[RULESET.squares[square].group] += weight * self.rent_of(square, dice, effect)
        cards = self.deck_of(square)
        for card in cards:
            target = self.moved_by(square, card)
            if target is not None:
                self.collect(target, weight / len(cards), dice, int(self.e["card_effect"][card]), flow)

    def per_landing(self) -> dict[str, float]:
        """Rent by group for each landing of either player, on whatever square: on half of them it is one's own."""
        flow = dict.fromkeys(GROUPS, 0.0)
        for state, likely in enumerate(self.lasting()):
            for a in range(1, 7):
                for b in range(1, 7):
                    square = self.thrown_to(state, a, b)
                    if square is not None:
                        self.collect(square, likely / 36, a + b, None, flow)
        landings = float(self.landings().sum())
        return {group: rent / landings / 2 for group, rent in flow.items()}


Found = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


@pytest.fixture(scope="module")
def found() -> Found:
    """Landings of each game, and rent by game and group."""
    batches: list[Batch] = []
    plan = Plan(RULESET, (Bot("wanders", wanders),) * 2, GAMES, rounds=ROUNDS, start=start())
    report = simulate(plan, 2, keep=batches.append, batch=1)
    assert not report.misplays()
    assert report.finished == 0, "somebody went bankrupt: the position was not frozen"
    squares = np.array(
        [batch.tally[: codes.SQUARES * PER_SQUARE].reshape(codes.SQUARES, PER_SQUARE) for batch in batches]
    )
    of_group = [[RULESET.deeds[deed].square for deed in group.deeds] for group in RULESET.groups]
    rent = np.stack([squares[:, members, RENT_EARNED].sum(axis=1) for members in of_group], axis=1)
    assert rent.sum(axis=0).tolist() == [group["rent"] for group in report.groups()]
    assert not any(group["building_cost"] or group["price_paid"] for group in report.groups())
    return squares[:, :, LANDINGS].sum(axis=1), rent


def deviations(found: Found, expected: dict[str, float]) -> dict[str, float]:
    """By group, how many standard errors the games earned more than was to be expected."""
    landings, rent = found
    excess = rent - landings[:, None] * np.array(list(expected.values()))
    errors = excess.std(axis=0, ddof=1) / len(landings) ** 0.5
    assert (errors < PRECISION * rent.mean(axis=0)).all(), "too few games to say anything"
    return dict(zip(expected, excess.mean(axis=0) / errors, strict=True))


def test_every_group_earns_the_expected_rent(found: Found) -> None:
    found_by_group = deviations(found, Earning("classic").per_landing())
    assert all(abs(deviation) < LIMIT for deviation in found_by_group.values()), found_by_group


class WithoutCards(Earning):
    """A chain in which a card that leads to the nearest of a kind changes no rent."""

    def rent_of(self, square: int, dice: float, effect: int | None) -> float:
        return super().rent_of(square, dice, None if effect is None else 0)


class WithoutDouble(Earning):
    """A chain in which bare lots of a whole group bring the single rent."""

    def rent_of(self, square: int, dice: float, effect: int | None) -> float:
        deed = RULESET.deeds[int(self.e["deed_at"][square])]
        return min(super().rent_of(square, dice, effect), deed.rents[LEVELS.get(deed.group, 0)])


@pytest.mark.parametrize(
    ("wrong", "group"),
    [(WithoutCards, "railroad"), (WithoutCards, "utility"), (WithoutDouble, "dark_blue")],
)
def test_a_wrong_rent_rule_would_be_noticed(found: Found, wrong: type[Earning], group: str) -> None:
    found_by_group = deviations(found, wrong("classic").per_landing())
    assert found_by_group[group] > LIMIT, found_by_group


@pytest.mark.parametrize("group", GROUPS)
def test_a_rent_wrong_by_a_twentieth_would_be_noticed(found: Found, group: str) -> None:
    expected = Earning("classic").per_landing()
    expected[group] *= 1.05
    assert deviations(found, expected)[group] < -LIMIT / 2
