"""The simulator plays a user's own edition: here, in a tournament, and where its files are not."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from passgo import editions
from passgo.cli import run
from passgo.simulate import Plan, bot_named, fill_seats, simulate
from passgo.simulate.runs.cluster import job_of, plan_of, play_job
from tests.editions.town import write_town


@pytest.fixture
def town(tmp_path: Path) -> Path:
    return write_town(tmp_path)


def test_the_command_plays_it(town: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"simulate --edition {town} --games 60 --threads 1 --json".split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["edition"] == editions.ruleset(town).edition
    assert found["games"] == 60
    landed = {square["name"]: square["landings"] for square in found["landings"]}
    assert landed["Harbour Lane"] > 0
    assert [found["landings"][square]["name"] for square in (10, 30)] == ["Go To Jail", "Jail / Just Visiting"]


def test_a_tournament_goes_on_only_with_the_same_edition(town: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"tournament trader cautious --edition {town} --threads 1 --json --out {town.parent / 'results.json'}"
    assert run([*line.split(), "--matches", "3"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 3
    assert run([*line.split(), "--matches", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 4
    town.write_text(town.read_text(encoding="utf-8").replace("jail_fine = 70", "jail_fine = 60"), encoding="utf-8")
    assert run([*line.split(), "--matches", "5"]) == 2
    assert "its edition is" in capsys.readouterr().err


def test_a_worker_of_a_cluster_needs_no_file(town: Path) -> None:
    plan = Plan(editions.ruleset(town), fill_seats([bot_named("cautious")], 2), games=3)
    here = simulate(plan)
    sent = pickle.dumps(job_of(plan))
    town.unlink()
    job = pickle.loads(sent)
    assert plan_of(job) == plan
    assert (play_job(job, range(3)).tally == here.tally).all()
    assert replace(plan, games=2) != plan_of(job)
