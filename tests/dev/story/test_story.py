"""The story of many games is made by one command, goes on where it was broken off, and says what was counted."""

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from passgo import editions
from passgo.cli import run
from passgo.dev.story import Story, cells
from passgo.dev.story.cells import Cell, Interrupted
from passgo.dev.story.findings import LOOK_AFTER, MEASURES, NOBODY, Findings, Interval, progress_columns
from passgo.dev.story.pictures import PICTURES
from passgo.rules import codes
from passgo.simulate import Plan, simulate
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.counts import FIRST, WINNERS
from tests.simulate.players import BUILDS, MEEK

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of 240 games, and beside it what was counted."""
    folder = tmp_path_factory.mktemp("story")
    line = ["dev", "story", "--games", "240", "--seed", "3", "--threads", "2"]
    assert run([*line, "--out", str(folder / "docs"), "--work", str(folder / "work")]) == 0
    return folder


def test_the_page_tells_how_many_games_and_shows_every_picture(written: Path) -> None:
    page = (written / "docs" / "story.md").read_text()
    assert page.startswith("# What a million games say\n\n240 games: ")
    assert "passgo dev story --games 240 --seed 3" in page
    shown = re.findall(r"!\[.+\]\((.+)\)", page)
    assert sorted(shown) == sorted(f"story/{name}.svg" for name in PICTURES)
    for name in shown:
        picture = ElementTree.parse(written / "docs" / name).getroot()
        assert picture.tag.endswith("svg")
        assert (written / "docs" / name).stat().st_size < 40_000
    rows = re.findall(r"^\| (\d) \| .* % ", page, re.MULTILINE)
    assert len(rows) == len(cells.all_cells())
    for name in editions.NAMES:
        assert f"### {editions.ruleset(name).title}" in page
    heads = re.findall(r"^\| group \| (.*) \|$", page, re.MULTILINE)  # returns and chances of every group, by players
    numbers = [len(editions.ruleset(name).players) for name in editions.NAMES for _ in range(2)]
    assert [head.count("players") for head in heads] == numbers
    assert all(len(line) <= 160 for line in page.splitlines() if not line.startswith("|"))


def test_nothing_is_played_twice_and_the_page_is_the_same_again(
    written: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*arguments: object) -> Batch:
        raise AssertionError("played again")

    monkeypatch.setattr(cells, "play_batch", refuse)
    line = ["dev", "story", "--games", "240", "--seed", "3", "--out", str(tmp_path)]
    assert run([*line, "--work", str(written / "work")]) == 0
    for path in (written / "docs").rglob("*.*"):
        assert (tmp_path / path.relative_to(written / "docs")).read_bytes() == path.read_bytes()
    assert len(list((written / "work").iterdir())) == len(cells.all_cells())


def test_a_story_that_is_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story(48, 1, tmp_path)
    monkeypatch.setattr(Story, "cells", [Cell("classic", 2), Cell("modern", 2), Cell("1935", 3)])
    whole = story.play(1)
    for path in tmp_path.iterdir():
        path.unlink()
    played: list[int] = []

    def play(plan: Plan, numbers: range) -> Batch:
        if len(played) == 3:
            raise Interrupted
        played.append(len(numbers))
        return play_batch(plan, numbers)

    monkeypatch.setattr(cells, "play_batch", play)
    with pytest.raises(Interrupted):
        story.play(1)
    assert [path.name.rsplit("-", 1)[0] for path in tmp_path.iterdir()] == ["classic-2"]
    monkeypatch.setattr(cells, "play_batch", play_batch)
    told: list[int] = []
    again = story.play(1, told.append)
    assert json.dumps([f.to_dict() for f in again.values()]) == json.dumps([f.to_dict() for f in whole.values()])
    assert told[-1] == story.total == 48
    assert told == sorted(told)


def test_findings_are_what_the_rows_and_turns_say() -> None:
    """Worked out again, game by game and turn by turn."""
    plan = Plan(editions.ruleset("classic"), (BUILDS, MEEK, BUILDS), 30, 5, 90, (turn_columns, progress_columns))
    batches: list[Batch] = []
    report = simulate(plan, keep=batches.append, batch=11)
    found = Findings()
    for batch in batches:
        found.add(plan, batch)
    rows = np.concatenate([batch.rows for batch in batches])
    turns = {
        name: np.concatenate([b.tables[turn_columns][name] for b in batches]) for name in ("game", "round", "turn")
    }
    seats = {
        f"{name}_{seat}": np.concatenate([b.tables[turn_columns][f"{name}_{seat}"] for b in batches])
        for seat in range(3)
        for name in ("worth", "groups", "deeds", "cash", "deed_set")
    }
    assert [int(count) for count in (found.games, found.finished, found.looked)] == [30, report.finished, 30]
    assert report.finished > 3
    for place in range(3):
        won = sum(int(row[WINNERS]) == 1 << (int(row[FIRST]) + place) % 3 for row in rows)
        assert found.place_wins[place] == won
    assert found.mean_rounds().mid == pytest.approx(report.rounds.mean())
    assert found.median_rounds().mid == report.rounds.quantile(0.5) == found.quantile(0.5)
    for group, told in zip(plan.ruleset.groups, report.groups(), strict=True):
        assert found.group_return(group.index).mid == pytest.approx(told["return"] or 0.0)
        held = won = 0
        mask = sum(1 << deed for deed in group.deeds)
        for game in range(30):
            sets = np.stack([seats[f"deed_set_{seat}"][turns["game"] == game] for seat in range(3)], axis=1)
            holders = [seat for turn in (sets & mask == mask) for seat in np.flatnonzero(turn)]
            if holders:
                held, won = held + 1, won + (int(rows[game][WINNERS]) == 1 << int(holders[0]))
        assert found.first_holder[group.index].tolist() == [held, won]
    assert found.first_holder[:, 0].sum() > 0
    for m, name in ((0, "worth"), (1, "groups"), (3, "deeds"), (4, "cash")):
        ahead = won = 0
        for game in range(30):
            at = np.flatnonzero((turns["game"] == game) & (turns["round"] == LOOK_AFTER))
            if len(at):
                have = [int(seats[f"{name}_{seat}"][at[0]]) for seat in range(3)]
                if have.count(max(have)) == 1:
                    ahead += 1
                    won += int(rows[game][WINNERS]) == 1 << have.index(max(have))
        assert found.ahead[m].tolist() == [ahead, won], MEASURES[m]
    assert Findings.from_dict(json.loads(json.dumps(found.to_dict()))).to_dict() == found.to_dict()


def test_the_first_to_hold_a_whole_group_is_found() -> None:
    plan = Plan(editions.ruleset("classic"), (BUILDS, MEEK, BUILDS), 20, 5, 90, (turn_columns, progress_columns))
    batch = play_batch(plan, range(20))
    turns, first = batch.tables[turn_columns], batch.tables[progress_columns]["first_whole"]
    groups = [group.deeds for group in plan.ruleset.groups if plan.ruleset.deeds[group.deeds[0]].kind == "street"]
    masks = [sum(1 << deed for deed in deeds) for deeds in groups]
    for game in range(20):
        expected = NOBODY
        for n in np.flatnonzero(turns["game"] == game):
            sets = [int(turns[f"deed_set_{seat}"][n]) for seat in range(3)]
            holders = [seat for seat in range(3) if any(sets[seat] & mask == mask for mask in masks)]
            if holders:
                expected = holders[0] if len(holders) == 1 else NOBODY
                break
        assert first[game] == expected
    assert (first != NOBODY).any()


def test_the_interval_of_a_return_covers_it() -> None:
    """Of many small runs, about nineteen of twenty intervals hold the return of all of them together."""
    plan = Plan(editions.ruleset("classic"), (BUILDS, BUILDS), 2400, 5, 40)
    all_of_it, parts = Findings(), []
    for first in range(0, 2400, 60):
        part = Findings()
        for begin in range(first, first + 60, 2):
            batch = play_batch(plan, range(begin, begin + 2))
            part.add(plan, batch)
            all_of_it.add(plan, batch)
        parts.append(part)
    covered = total = 0
    for group in range(codes.GROUPS):
        true = all_of_it.group_return(group).mid
        for part in parts:
            low, _, high = part.group_return(group)
            covered, total = covered + (low <= true <= high), total + 1
    assert 0.85 < covered / total < 0.995


def test_the_page_in_the_documentation_is_of_a_million_games() -> None:
    page = (ROOT / "docs" / "story.md").read_text()
    games = re.search(r"^([\d,]+) games: every edition", page, re.MULTILINE)
    assert games
    assert int(games[1].replace(",", "")) >= 1_000_000
    assert {path.stem for path in (ROOT / "docs" / "story").glob("*.svg")} == set(PICTURES)


def test_nothing_found_is_no_division_by_zero() -> None:
    empty = Findings()
    assert empty.place_share(0) == Interval(0.0, 0.0, 1.0)
    assert empty.group_return(0) == empty.mean_rounds() == empty.mean_per_game(0) == Interval(0.0, 0.0, 0.0)
    assert empty.group_chance(0).mid == 0.0
