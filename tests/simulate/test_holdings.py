"""Who held what: the long table says what the rows of turns say, group by group."""

import json
from pathlib import Path

import duckdb
import numpy as np
import pytest

import passgo
from passgo import editions
from passgo.cli import run
from passgo.rules import codes
from passgo.simulate import Plan, simulate
from passgo.simulate.output.holdings import holding_columns
from passgo.simulate.output.turns import join_columns, turn_columns
from passgo.simulate.runs.batch import Batch
from tests.simulate.players import BUILDS, MEEK


@pytest.mark.parametrize("edition", ["classic", "1935"])
def test_every_holding_is_what_the_turns_say(edition: str) -> None:
    ruleset = editions.ruleset(edition)
    plan = Plan(ruleset, (BUILDS, MEEK, BUILDS), games=6, rounds=70, tables=(turn_columns, holding_columns))
    kept: list[Batch] = []
    simulate(plan, keep=kept.append, batch=4)
    turns, held = (join_columns([batch.tables[table] for batch in kept]) for table in plan.tables)
    rows = {
        tuple(int(held[name][n]) for name in ("game", "round", "player", "group")): tuple(
            int(held[name][n]) for name in ("lots", "whole", "houses", "hotels", "mortgaged")
        )
        for n in range(len(held["game"]))
    }
    assert len(rows) == len(held["game"])
    expected: dict[tuple[int, ...], tuple[int, ...]] = {}
    seen: set[tuple[int, int]] = set()
    for n in range(len(turns["game"])):
        game, round_ = int(turns["game"][n]), int(turns["round"][n])
        if (game, round_) in seen:
            continue
        seen.add((game, round_))
        for seat in range(3):
            for group in ruleset.groups:
                mine = [d for d in group.deeds if turns[f"deed_set_{seat}"][n] >> d & 1]
                levels = [int(turns.get(f"level_{ruleset.deeds[d].slug}", np.zeros(n + 1))[n]) for d in mine]
                if mine:
                    expected[game, round_, seat, group.index] = (
                        len(mine),
                        len(mine) == len(group.deeds),
                        sum(level for level in levels if level < codes.HOTEL),
                        levels.count(codes.HOTEL),
                        sum(int(turns["mortgaged_set"][n]) >> d & 1 for d in mine),
                    )
    assert rows == expected
    assert any(row[2] for row in rows.values())


def test_the_files_name_bots_and_groups_and_tell_their_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, turns, holdings = (str(tmp_path / f"{name}.parquet") for name in ("games", "turns", "holdings"))
    line = ["simulate", "--bots", "trader,cautious", "--games", "20", "--seed", "5", "--option", "free-parking-pot=on"]
    assert run([*line, "--rounds", "90", "--out", games, "--turns", turns, "--holdings", holdings, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    with duckdb.connect() as database:
        for file in (games, turns, holdings):
            told = database.execute("SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)", [file]).fetchall()
            assert dict(told) == {
                "passgo": passgo.__version__,
                "edition": "classic",
                "options": "free-parking-pot=on",
                "bots": "trader, cautious",
                "seed": "5",
                "round_limit": "90",
            }
        won = database.execute(f"SELECT winner_bot, count(*) FROM '{games}' GROUP BY 1").fetchall()
        assert dict(won).get("trader", 0) == report["wins_by_bot"][0]["wins"]
        assert dict(won).get("cautious", 0) == report["wins_by_bot"][1]["wins"]
        assert database.execute(f"SELECT DISTINCT bot_0, bot_1 FROM '{games}'").fetchall() == [("trader", "cautious")]
        named = database.execute(f"""SELECT DISTINCT player, bot FROM '{holdings}' ORDER BY 1""").fetchall()
        assert named == [(0, "trader"), (1, "cautious")]
        groups = database.execute(f"""SELECT DISTINCT "group" FROM '{holdings}'""").fetchall()
        assert {name for (name,) in groups} == {group.name for group in editions.ruleset("classic").groups}
        both = database.execute(
            f"""SELECT count(*) FROM '{holdings}' WHERE "group" = 'Orange' AND whole AND lots <> 3"""
        ).fetchall()
        assert both == [(0,)]
        joined = database.execute(
            f"""SELECT sum(lots) - sum(deeds_0) FROM (SELECT game, round, sum(lots) AS lots FROM '{holdings}'
            WHERE player = 0 GROUP BY ALL) JOIN (SELECT game, round, arg_min(deeds_0, turn) AS deeds_0
            FROM '{turns}' GROUP BY ALL) USING (game, round)"""
        ).fetchall()
        assert joined == [(0,)]


def test_no_file_is_written_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = str(tmp_path / "rows.parquet")
    assert run(["simulate", "--bots", "cautious", "--games", "1", "--out", same, "--holdings", same]) == 2
    assert capsys.readouterr().err.count("\n") == 1
