"""The examples are real: they play every edition without a fault, and not like fools."""

from pathlib import Path

import pytest

from passgo import editions
from passgo.cli import run
from passgo.simulate import Bot, Plan, bot_named, fallback, simulate
from passgo.simulate.tournament.tournament import Tournament, hold, number_duplicates
from passgo.strategies import bot_from

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PATIENT_S = 60
"""The examples are not tested for how fast this machine is just now."""

FEW = ["--rounds", "20", "--limit", str(PATIENT_S)]
FILES = ["my_bot.py", "compiled_bot.py"]
TRADER, CAUTIOUS, RANDOM = (bot_named(name) for name in ("trader", "cautious", "random"))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("edition", editions.NAMES)
def test_every_example_plays_every_edition_without_a_fault(file: str, edition: str) -> None:
    bots = (bot_from(str(EXAMPLES / file), PATIENT_S), RANDOM, TRADER, bot_from(str(EXAMPLES / file), PATIENT_S))
    for options in ({}, {"short_game": True}):
        report = simulate(Plan(editions.ruleset(edition, **options), bots, 6, rounds=60))
        assert not report.faults, report.faults.to_list()
        assert report.misplays() == []


def test_the_plain_example_is_no_fool() -> None:
    """It wins far more than one that buys, but neither builds nor deals, against the same opponents."""
    field = number_duplicates([bot_from(str(EXAMPLES / "my_bot.py"), PATIENT_S), Bot("meek", fallback), RANDOM])
    found = hold(Tournament(editions.ruleset("classic"), field, 3, 12, rounds=150)).to_dict()
    assert found["standings"][0]["bot"] == "my_bot"
    assert found["standings"][0]["share"] > 0.4
    assert not found["faults"]


def test_the_compiled_example_is_no_fool() -> None:
    field = number_duplicates([bot_from(str(EXAMPLES / "compiled_bot.py")), Bot("meek", fallback), CAUTIOUS])
    found = hold(Tournament(editions.ruleset("classic"), field, 3, 60, rounds=200)).to_dict()
    by_name = {entrant["bot"]: entrant for entrant in found["standings"]}
    assert by_name["compiled_bot"]["share"] > 2 * by_name["meek"]["share"]


def test_the_commands_of_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", *(str(EXAMPLES / file) for file in FILES), "trader", *FEW, "-m", "3"]) == 0
    assert "my_bot against compiled_bot" in capsys.readouterr().out
    bots = f"{EXAMPLES / 'my_bot.py'},trader"
    assert run(["simulate", "--bots", bots, "--games", "3", *FEW]) == 0
    assert "my_bot (1 seat)" in capsys.readouterr().out


def test_faults_are_shown_with_their_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("def choose(game, player):\n    return game.nothing\n")
    assert run(["simulate", "--bots", f"{tmp_path / 'broken.py'},cautious", "--games", "2", *FEW]) == 0
    told = capsys.readouterr().out
    assert "broken: raised" in told
    assert "return game.nothing" in told
    assert "AttributeError" in told
