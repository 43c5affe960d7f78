"""The hunt works: mistakes are made where it says, killed by tests that see them, and by no others."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.mutation.memory import gone, harmless
from tests.mutation.mutants import FILES, mutants_of

ROOT = Path(__file__).parents[2]

SMALL = '''
@rule("jail.card")
def small(g: State, player: int) -> int:
    """A rule for this test."""
    if g.jail[player] > 0 and not has(g.out, player):
        g.phase = codes.PHASE_DRAW
        return ids.JAIL_CARD
    return ids.LAWFUL
'''


def test_every_kind_of_mistake_is_made_in_a_small_rule() -> None:
    said = {mutant.name.removeprefix("jail.small: ") for mutant in mutants_of("jail", SMALL)}
    test = "if g.jail[player] > 0 and (not has(g.out, player)):"
    assert said == {
        f"{test} -> if not (g.jail[player] > 0 and (not has(g.out, player))):",
        f"{test} -> pass",
        f"{test} -> if g.jail[player] > 0 or not has(g.out, player):",
        f"{test} -> if not has(g.out, player):",
        f"{test} -> if g.jail[player] > 0:",
        f"{test} -> if g.jail[player] >= 0 and (not has(g.out, player)):",
        f"{test} -> if g.jail[player] <= 0 and (not has(g.out, player)):",
        f"{test} -> if g.jail[player] > 1 and (not has(g.out, player)):",
        f"{test} -> if g.jail[player] > 0 and has(g.out, player):",
        "g.phase = codes.PHASE_DRAW -> pass",
        "g.phase = codes.PHASE_DRAW -> g.phase = codes.PHASE_CHARGE_RENT",
        "return ids.JAIL_CARD -> pass",
        "return ids.JAIL_CARD -> return ids.LAWFUL",
        "return ids.JAIL_CARD -> return ids.JAIL_THIRD_TURN",
        "return ids.LAWFUL -> return ids.SETUP_PLAYERS",
    }


def test_making_the_mutants_leaves_the_rule_as_it_was() -> None:
    first = mutants_of("jail", SMALL)
    for mutant in first:
        with mutant.made():
            pass
    assert [mutant.name for mutant in mutants_of("jail", SMALL)] == [mutant.name for mutant in first]


def test_every_survivor_listed_as_harmless_is_a_mutant_of_the_rules_as_they_are() -> None:
    names = [mutant.name for file in FILES for mutant in mutants_of(file)]
    assert len(set(names)) == len(names)
    assert gone(harmless(), names, FILES) == []


def test_entries_of_mutants_that_no_longer_exist_are_told() -> None:
    listed = ["tax.land: was -> is", "tax.land: is -> was", "jail.leave: was -> is"]
    assert gone(listed, ["tax.land: is -> was"], ["tax", "jail"]) == ["jail.leave: was -> is", "tax.land: was -> is"]
    assert gone(listed, ["tax.land: is -> was"], ["tax"]) == ["tax.land: was -> is"]  # of jail nothing is known


def hunted(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation", "--json", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode < 2, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_mutants_of_the_tax_are_killed_by_its_tests() -> None:
    code, told = hunted("--file", "tax", "--match", "tax.land_on_tax: if ", "--tests", "tests/rules/test_tax.py")
    assert code == 0
    assert told["mutants"] == told["killed"] > 2
    assert list(told["killed_by"]) == ["tests/rules"]


def test_mutants_survive_tests_that_do_not_see_them_and_that_is_told() -> None:
    code, told = hunted("--file", "tax", "--sample", "5", "--tests", "tests/rules/test_buy.py")
    assert code == 1
    assert told["killed"] == 0
    assert len(told["unknown"]) == 5


def test_a_test_that_counts_calls_of_rules_judges_mutants_too() -> None:
    """Beside a rule its mutants are computed, which call other rules: without that the test passes, and may kill."""
    test = "tests/properties/test_actions.py::test_a_kind_is_judged_by_its_judge_alone[STRIKE_HOUR]"
    _, told = hunted("--file", "legal", "--match", "return short_game.can_strike", "--tests", test)
    assert 0 < told["killed"] < told["mutants"]


def test_a_mutant_that_never_ends_is_dead() -> None:
    endless = "deeds.interest_on: left = without_lowest(left) -> pass"
    code, told = hunted("--file", "deeds", "--match", endless, "--tests", "tests/rules/test_mortgage.py")
    assert code == 0
    assert told["killed"] == told["mutants"] == 1
