"""The net sees all of a position that it should, whoever sits where, and machine code agrees with NumPy."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from passgo import editions
from passgo.analysis.scores import RULES, scores_of
from passgo.analysis.table import Array, Table, all_alike, shares_of, values_of
from passgo.analysis.training.learner import Adam, Batch, Pass, new_weights
from passgo.analysis.training.lessons import Lesson, begin, make_lesson
from passgo.analysis.training.session import judge_hash, seen_hash
from passgo.bots.judgement.layout import EACH, OF_A_PLAYER, ON_THROW, ROW, SEATS, WORTH
from passgo.bots.judgement.net import WEIGHTS
from passgo.bots.judgement.weights import check_weights, weights
from passgo.rules import codes

FILES = Path(__file__).parents[2] / "passgo" / "bots" / "judgement"


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    """Positions of four tables that no training learns from."""
    return make_lesson(7, 2**40, tables=4)


def played(players: int, throws: int, games: int = 8) -> Table:
    """Games of traders after some throws."""
    ruleset = editions.ruleset("classic")
    table = Table(all_alike(ruleset, players), begin(ruleset, players, games), np.arange(games, dtype=np.uint64) * 977)
    table.play_on(throws)
    return table


def test_machine_code_and_numpy_reckon_the_same_chances(lesson: Lesson) -> None:
    rows = lesson.rows[:200]
    batch = Batch(rows)
    chances = np.zeros((len(rows), SEATS))
    chances[batch.of, batch.seats] = Pass(weights(), batch).chances
    assert np.abs(values_of(rows, weights()) - chances).max() < 1e-5


def test_chances_add_up_and_those_who_left_have_none(lesson: Lesson) -> None:
    values = values_of(lesson.rows, weights())
    plays = lesson.rows[:, : SEATS * EACH : EACH] > 0
    assert np.abs(values.sum(1) - 1).max() < 1e-5
    assert (values[~plays] == 0).all()
    assert (values[plays] > 0).all()


def test_seats_have_no_part_in_it() -> None:
    table = played(4, 40)
    rows = table.rows()
    order = [2, 0, 3, 1]
    swapped = rows.copy()
    for new, old in enumerate(order):
        swapped[:, new * EACH : (new + 1) * EACH] = rows[:, old * EACH : (old + 1) * EACH]
    assert np.abs(values_of(swapped, weights())[:, :4] - values_of(rows, weights())[:, order]).max() < 1e-5


def test_one_player_is_on_throw_and_the_richest_is_seen_as_such() -> None:
    table = played(3, 60)
    rows = table.rows()[:, : 3 * EACH].reshape(-1, 3, EACH)
    thrower, going = rows[:, :, ON_THROW].argmax(1), ~table.is_over
    assert going.any()
    assert (rows[going][:, :, ON_THROW].sum(1) == 1).all()
    assert (thrower == table.states["on_turn"])[going].all()
    table.states["cash"][:, 1] += 100_000
    richer = table.rows()[:, : 3 * EACH].reshape(-1, 3, EACH)
    assert (richer[going & (table.states["out"][:, 1] == 0)][:, 1, WORTH] == 6).all()
    assert len(OF_A_PLAYER) < EACH < ROW


def test_playing_on_stops_where_dice_are_about_to_be_thrown() -> None:
    table = played(4, 0)
    for _ in range(20):
        table.play_on(3)
        going = ~table.is_over
        assert (table.states["phase"][going] == codes.PHASE_THROW).all()
        assert (table.states["matters"][going] == 0).all()


def test_playing_on_by_parts_and_at_once_is_the_same() -> None:
    parts, whole = played(4, 0), played(4, 30)
    for _ in range(10):
        parts.play_on(3)
    assert parts.states.tobytes() == whole.states.tobytes()


def test_the_gradient_is_the_slope_of_the_loss(lesson: Lesson) -> None:
    batch = Batch(lesson.rows[:40].astype(np.float64), lesson.shares[:40].astype(np.float64))
    at: Array = new_weights(3).astype(np.float64)
    found = Pass(at, batch).gradient()
    for n in np.random.default_rng(5).integers(0, WEIGHTS, 40):
        more, less = at.copy(), at.copy()
        more[n] += 1e-6
        less[n] -= 1e-6
        slope = (Pass(more, batch).loss() - Pass(less, batch).loss()) / 2e-6
        assert abs(slope - found[n]) < 1e-5


def test_learning_lowers_the_loss(lesson: Lesson) -> None:
    batch, adam = Batch(lesson.rows[:512], lesson.shares[:512]), Adam(new_weights(1))
    losses = [adam.learn(batch, 2e-3) for _ in range(60)]
    assert losses[-1] < losses[0] - 0.1


def test_the_shipped_net_knows_more_than_simple_rules(lesson: Lesson) -> None:
    def brier(chances: Array) -> float:
        return scores_of(chances, lesson.shares, lesson.began).brier

    net = brier(values_of(lesson.rows, weights()))
    others = {name: brier(rule(lesson.rows)) for name, rule in RULES.items()}
    assert net < 0.92 * others["worth"] < others["cash"]
    assert net < 0.75 * others["uniform"]


def test_the_shipped_weights_are_small_and_say_how_they_were_made() -> None:
    made = tomllib.loads((FILES / "weights.toml").read_text())
    assert (FILES / "weights.bin").stat().st_size == 4 * WEIGHTS <= 100_000
    assert made["seen"] == seen_hash()
    assert made["command"].startswith("passgo train --lessons")
    assert len(made["judge"]) == 16
    assert made["judge"] != judge_hash()  # those before these
    assert made["curve"][-1][1] < made["curve"][0][1]
    assert made["held_out"]["net"]["brier"] < made["held_out"]["worth"]["brier"]
    assert made["held_out"]["net"]["ece"] < 0.01
    assert 0 < made["error"]["looked_ahead"] < made["error"]["net"] < 0.14


def test_weights_of_another_net_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 22,977 weights"):
        check_weights(np.zeros(5, np.float32))


def test_a_shared_win_is_shared() -> None:
    shares = shares_of(np.array([0b1, 0b101]))
    assert shares[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert shares[1, [0, 2]].tolist() == [0.5, 0.5]
