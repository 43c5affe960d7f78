"""A row for every turn: the position that the game really had, whatever the batches, the threads and the room."""

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from passgo import editions
from passgo.dealer import deal
from passgo.machine.records import plain
from passgo.rules import codes
from passgo.rules.deeds import owns_group, worth_at_end
from passgo.rules.sets import has
from passgo.rules.state import Edition, State
from passgo.simulate import Bot, Plan, simulate
from passgo.simulate.output.parquet import turns_file
from passgo.simulate.output.turns import join_columns, turn_columns
from passgo.simulate.runs import batch
from passgo.simulate.runs.batch import BatchRun, play_batch
from passgo.simulate.runs.counts import FINISHED, TURNS
from passgo.simulate.runs.plan import Columns, counters_of
from tests.simulate.games import replay
from tests.simulate.players import BUILDS, MEEK

CLASSIC = editions.ruleset("classic")


def plan_of(*bots: Bot, games: int = 12, edition: str = "classic", **more: Any) -> Plan:
    return Plan(editions.ruleset(edition), bots, games, tables=(turn_columns,), **more)


def turns_of(plan: Plan, **how: Any) -> Columns:
    kept: list[Columns] = []
    simulate(plan, keep=lambda batch: kept.append(batch.tables[turn_columns]), **how)
    return join_columns(kept)


def keep_turns(plan: Plan, numbers: range, room: int) -> np.ndarray[Any, Any]:
    run = BatchRun(plan, numbers, counters_of(plan.seed, numbers), room)
    run.play(deal)
    return run.turns()


def same(one: Columns, other: Columns) -> bool:
    return list(one) == list(other) and all((one[name] == other[name]).all() for name in one)


def test_every_turn_of_every_game_has_its_row() -> None:
    plan = plan_of(BUILDS, BUILDS, MEEK, rounds=60)
    batch = play_batch(plan, range(12))
    turns = batch.tables[turn_columns]
    begun = batch.rows[:, TURNS] - (batch.rows[:, FINISHED] == 0)  # the one after the last round was not played
    assert np.bincount(turns["game"], minlength=12).tolist() == begun.tolist()
    for number in range(12):
        of_game = turns["game"] == number
        assert turns["turn"][of_game].tolist() == list(range(1, begun[number] + 1))


@pytest.mark.parametrize("edition", ["classic", "speed-die", "1935"])
def test_the_columns_say_what_the_rules_say(edition: str) -> None:
    """Each of them, worked out from the kept record by the rules themselves, or by counting deed by deed."""
    plan = plan_of(BUILDS, BUILDS, BUILDS, games=6, edition=edition, rounds=80)
    kept = keep_turns(plan, range(6), 4000)
    rows = play_batch(plan, range(6)).tables[turn_columns]
    assert len(kept) == len(rows["game"])
    e = plain(Edition, plan.ruleset.record.copy())
    for n in range(0, len(kept), 7):
        g = plain(State, kept[n : n + 1].copy())
        assert (g.turn, g.round, g.on_turn) == tuple(rows[name][n] for name in ("turn", "round", "player"))
        assert rows["square"][n] == g.square[g.on_turn]
        for seat in range(3):
            held = [d for d in range(codes.DEEDS) if g.owner[d] == seat]
            expected = {
                "cash": g.cash[seat],
                "worth": worth_at_end(g, e, seat),
                "deeds": len(held),
                "deed_set": sum(1 << d for d in held),
                "groups": sum(owns_group(g, e, seat, group) for group in range(10)),
                "mortgaged": sum(has(g.mortgaged, d) for d in held),
                "houses": sum(g.level[d] for d in held if g.level[d] < codes.HOTEL),
                "hotels": sum(g.level[d] == codes.HOTEL for d in held),
            }
            assert {name: int(rows[f"{name}_{seat}"][n]) for name in expected} == expected


def test_a_row_is_the_position_of_the_real_game() -> None:
    """The first row after the last turn that `Game` has played would be where it stands."""
    plan = plan_of(BUILDS, MEEK, games=3, rounds=30)
    rows = play_batch(plan_of(BUILDS, MEEK, games=3, rounds=31), range(3)).tables[turn_columns]
    assert rows is not None
    for number in range(3):
        g = replay(plan, number)[0]._g
        (at,) = np.flatnonzero((rows["game"] == number) & (rows["turn"] == g.turn))
        assert [int(rows[f"cash_{seat}"][at]) for seat in range(2)] == list(g.cash[:2])
        assert [int(rows[f"square_{seat}"][at]) for seat in range(2)] == list(g.square[:2])


def test_rows_do_not_depend_on_batches_threads_or_room(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(BUILDS, BUILDS, MEEK, games=30, rounds=60)
    once = turns_of(plan, batch=30)
    assert same(once, turns_of(plan, threads=3, batch=7))
    longest = int(np.bincount(once["game"]).max())
    for room in (3 * longest, longest - 5):  # some games at a time; one at a time, the longest with a room of its own
        monkeypatch.setattr(batch, "ROOM", room)
        assert same(once, turns_of(plan, batch=30))


def test_what_is_counted_is_the_same_with_turns_and_without() -> None:
    with_turns, without = (
        simulate(Plan(CLASSIC, (BUILDS, MEEK), 30, rounds=60, tables=tables)).to_dict()
        for tables in ((turn_columns,), ())
    )
    assert with_turns == without


def test_the_file_has_them_in_order_with_the_names_of_the_bots(tmp_path: Path) -> None:
    plan = plan_of(BUILDS, Bot("it's me", MEEK.policy), games=25, rounds=40)
    path = tmp_path / "turns.parquet"
    with turns_file(path, plan) as keep:
        simulate(plan, 2, keep=keep, batch=4)
    rows = duckdb.read_parquet(str(path))
    assert rows.columns[:6] == ["game", "turn", "round", "player", "bot", "square"]
    expected, found = turns_of(plan), rows.fetchnumpy()
    for name, column in expected.items():
        assert (found[name] == column).all(), name
    assert set(rows.project("player, bot").distinct().fetchall()) == {(0, "builds"), (1, "it's me")}
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_game_may_begin_from_a_position_of_its_own() -> None:
    """From where another game stood in its 20th turn: the turns are counted on from there."""
    plan = plan_of(BUILDS, MEEK, games=4, rounds=40)
    kept = keep_turns(plan, range(1), 100)
    later = plan_of(BUILDS, MEEK, games=4, rounds=40, start=kept[19].tobytes())
    rows = turns_of(later)
    first = rows["turn"] == 20
    assert first.sum() == 4
    assert set(rows["cash_0"][first].tolist()) == {int(kept[19]["cash"][0])}
    with pytest.raises(ValueError, match="bytes"):
        plan_of(BUILDS, MEEK, start=b"nonsense")
