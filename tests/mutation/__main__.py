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

from tests.mutation.covering import Reached
from tests.mutation.hunt import Hunt, Unfit, Verdict, hunt_with
from tests.mutation.memory import KEPT, Memory, Recordings, gone, harmless
from tests.mutation.mutants import FILES, Mutant, mutants_of
from tests.mutation.report import summary, tables

LEAST_KILLED = 0.95
SAVE_EVERY_S = 10

# The tests of the law, quick ones first. Not here: what takes seconds for itself in plain Python (four deep counts,
# long random games, fifty in both readings), what picks its cases anew each time, and what starts other processes.
TESTS = (
    "tests/test_dealer.py",
    *(f"tests/{folder}" for folder in ("rules", "golden", "perft")),
    *(
        f"tests/properties/test_{name}.py"
        for name in ("actions", "checks", "checks_open", "events", "legal", "matters", "refusals", "sums")
    ),
    "tests/properties/test_random_games.py",
    "tests/reference/test_differential.py::test_a_single_game_goes_the_same_way_in_both_readings",
)
LEFT_OUT = (
    "tests/test_dealer.py::test_the_plain_source_deals_the_same",
    "tests/properties/test_actions.py::test_all_that_the_tables_name_happens",
    "tests/rules/test_cache.py",
    *(
        f"tests/perft/test_perft.py::test_counts_are_exact[{name}]"
        for name in ("shortage", "debt", "speed_die", "claims")
    ),
    *(
        f"tests/properties/test_random_games.py::test_{name}"
        for name in (
            "nothing_breaks_in_random_games",
            "nothing_breaks_in_games_that_hypothesis_picks",
            "a_debt_lies_on_an_estate_or_on_choices_of_the_debtor_and_on_nothing_else",
            "a_failure_says_how_to_play_it_again",
            "text_and_dict_bring_any_position_back",
            "undo_and_replay_bring_the_game_back",
        )
    ),
)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--file", action="append", choices=FILES, help="only this rule file; may be repeated")
    parser.add_argument("--match", default="", help="only mutants whose name contains this text")
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--tests", nargs="+", default=None, help="tests to run, instead of the quick ones of the suite")
    parser.add_argument("--forks", type=int, default=1, help="mutants hunted at the same time (1)")
    parser.add_argument(
        "--seconds", type=float, default=30, help="seconds of tests before one gives up on a mutant (30)"
    )
    parser.add_argument("--all", action="store_true", help="hunt those listed in survivors.toml too")
    parser.add_argument("--fresh", action="store_true", help="forget the verdicts of earlier runs")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    return parser.parse_args()


def chosen(mutants: list[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    """The mutants asked for, in a random order, so that an unfinished run is a fair sample."""
    wanted = [m for m in mutants if m.site.file in (asked.file or FILES) and asked.match in m.name]
    random.Random(asked.seed).shuffle(wanted)
    return wanted[: asked.sample]


def main() -> int:
    asked = arguments()
    files = asked.file if asked.tests and asked.file else FILES
    everything = [mutant for file in files for mutant in mutants_of(file)]
    mutants, known = chosen(everything, asked), harmless()
    memory = Memory(None if asked.tests else KEPT)
    if asked.fresh:
        memory.verdicts = {}
    listed = {} if asked.all else known
    hunted = [m for m in mutants if m.name not in memory.verdicts and m.name not in listed]
    began = time.monotonic()
    try:
        if hunted:
            pursue(hunted, hunted if asked.tests else everything, memory, asked)
    except Unfit as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("broken off; what is done is kept, and the next run goes on from there", file=sys.stderr)
    told = summary(mutants, memory.verdicts, known, time.monotonic() - began)
    told["listed_but_gone"] = gone(known, (mutant.name for mutant in everything), files)
    if asked.json:
        print(json.dumps(told, indent=1))
    else:
        tables(told, Console())
    return 0 if told["killed_share"] >= LEAST_KILLED or not told["unknown"] else 1


def pursue(hunted: list[Mutant], recorded: list[Mutant], memory: Memory, asked: argparse.Namespace) -> None:
    """Hunt these with a bar on the screen; what is done by Ctrl-C is kept."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        reading, hunting = bar.add_task("which tests reach what"), bar.add_task("mutants", total=len(hunted))
        saved = time.monotonic()

        def prepared(done: int, of: int) -> None:
            bar.update(reading, completed=done, total=of)

        def heard(verdict: Verdict) -> None:
            nonlocal saved
            memory.verdicts[verdict.mutant.name] = verdict.told
            bar.advance(hunting)
            if time.monotonic() - saved > SAVE_EVERY_S:
                memory.write()
                saved = time.monotonic()

        reached = Reached(recorded)
        recordings = Recordings(None if asked.tests else KEPT, reached.question)
        hunt = Hunt(hunted, reached, recordings, heard, prepared, asked.forks, asked.seconds)
        hunt.earlier = dict(memory.verdicts)
        try:
            hunt_with(asked.tests or [*TESTS, *(f"--deselect={test}" for test in LEFT_OUT)], hunt)
        finally:
            memory.write()


if __name__ == "__main__":
    sys.exit(main())
