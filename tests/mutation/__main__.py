"""`python -m tests.mutation`: make every small mistake in the rules, and list those that no test notices."""

import os

os.environ["PASSGO_PLAIN"] = "1"  # before anything imports the rules: only plain Python can be changed while it runs

import argparse
import json
import random
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutation.hunt import Hunt, Verdict, verdicts
from tests.mutation.mutants import FILES, Mutant, mutants_of
from tests.mutation.report import summary, tables
from tests.mutation.survivors import Memory, harmless

LEAST_KILLED = 0.95
SAVE_EVERY_S = 10

# The tests of the law, and the quick ones of all that stands on it. Not here: what takes seconds for itself in plain
# Python (four deep counts, long random games), what picks its cases anew each time, and what starts other processes.
TESTS = ("tests/rules", "tests/golden", "tests/perft", "tests/reference/test_differential.py", "tests/properties/test_random_games.py",
         "tests/game", "tests/notation")  # fmt: skip
LEFT_OUT = (
    "tests/rules/test_cache.py",
    *(f"tests/properties/test_random_games.py::{name}" for name in ("test_nothing_breaks_in_random_games", "test_nothing_breaks_in_games_that_hypothesis_picks", "test_a_failure_says_how_to_play_it_again", "test_text_and_dict_bring_any_position_back", "test_undo_and_replay_bring_the_game_back")),
    *(f"tests/perft/test_perft.py::test_counts_are_exact[{name}]" for name in ("shortage", "debt", "speed_die", "claims")),
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--file", action="append", choices=FILES, help="only this rule file; may be repeated")
    parser.add_argument("--match", default="", help="only mutants whose name contains this text")
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--tests", nargs="+", default=None, help="tests to run, instead of the quick ones of the suite")
    parser.add_argument("--forks", type=int, default=1, help="mutants hunted at the same time (1)")
    parser.add_argument("--seconds", type=float, default=30, help="give up on a mutant after so many seconds of tests (30)")
    parser.add_argument("--all", action="store_true", help="hunt those listed in survivors.toml too")
    parser.add_argument("--fresh", action="store_true", help="forget the verdicts of earlier runs")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    return parser.parse_args()


def chosen(asked: argparse.Namespace) -> list[Mutant]:
    """The mutants asked for, in a random order, so that an unfinished run is a fair sample."""
    mutants = [m for file in asked.file or FILES for m in mutants_of(file) if asked.match in m.name]
    random.Random(asked.seed).shuffle(mutants)
    return mutants[: asked.sample]


def main() -> int:
    asked = arguments()
    mutants, known = chosen(asked), harmless()
    memory = Memory(None if asked.tests else Memory().path)
    if asked.fresh:
        memory.verdicts = {}
    listed = {} if asked.all else known
    hunted = [m for m in mutants if m.name not in memory.verdicts and m.name not in listed]
    began = time.monotonic()
    status = pursue(hunted, memory, asked)
    told = summary(mutants, memory.verdicts, known, time.monotonic() - began)
    if asked.json:
        print(json.dumps(told, indent=1))
    else:
        tables(told, Console())
    if status:
        return 2
    return 0 if told["killed_share"] >= LEAST_KILLED or not told["unknown"] else 1


def pursue(hunted: list[Mutant], memory: Memory, asked: argparse.Namespace) -> int:
    """Hunt these with a bar on the screen; what is done by Ctrl-C is kept."""
    if not hunted:
        return 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        reading, hunting = bar.add_task("which tests run what"), bar.add_task("mutants", total=len(hunted))
        saved = time.monotonic()

        def heard(verdict: Verdict) -> None:
            nonlocal saved
            memory.verdicts[verdict.mutant.name] = {
                "outcome": verdict.outcome, "test": verdict.test, "seconds": round(verdict.seconds, 3),
            }  # fmt: skip
            bar.advance(hunting)
            if time.monotonic() - saved > SAVE_EVERY_S:
                memory.write()
                saved = time.monotonic()

        hunt = Hunt(hunted, heard, lambda done, of: bar.update(reading, completed=done, total=of), asked.forks, asked.seconds)
        try:
            return verdicts(hunt, asked.tests or [*TESTS, *(f"--deselect={test}" for test in LEFT_OUT)])
        finally:
            memory.write()


if __name__ == "__main__":
    sys.exit(main())
