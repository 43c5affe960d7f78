"""Run many storms: `python -m tests.simulation --seeds 1000 --first 1`."""

import argparse
import gc
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from typing import get_args

from tests.simulation.storm import Mode, Outcome, Storm


def run(seed: int, mode: Mode) -> Outcome:
    """One run."""
    if gc.isenabled():  # the rules alone are half a million objects, which need no looking at
        gc.collect()
        gc.freeze()
        gc.disable()
    elif seed % 20 == 0:
        gc.collect()
    return Storm(seed, mode).run()


def run_all(seeds: range, modes: list[Mode], processes: int) -> Iterator[Outcome]:
    """Every seed; with both modes, they take turns."""
    plan = [(seed, modes[seed % len(modes)]) for seed in seeds]
    if processes == 1:
        for seed, mode in plan:
            yield run(seed, mode)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(run, *zip(*plan, strict=True), chunksize=10)


def show(outcome: Outcome) -> None:
    """A run that failed."""
    print(f"seed {outcome.seed}, {outcome.mode}: {len(outcome.complaints)} complaints")
    for complaint in outcome.complaints[:10]:
        print(f"  {complaint:.600}")
    print("  the end of its history:")
    for line in outcome.tail:
        print(f"    {line}")
    print(f"  again: {outcome.command}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--mode", choices=(*get_args(Mode), "both"), default="both")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="a line of JSON for each run that failed, and a sum")
    asked = parser.parse_args()
    modes: list[Mode] = list(get_args(Mode)) if asked.mode == "both" else [asked.mode]
    began, failed, total = time.perf_counter(), 0, {"runs": 0, "entries": 0, "games": 0, "finished": 0, "deaths": 0}
    for outcome in run_all(range(asked.first, asked.first + asked.seeds), modes, asked.processes):
        total = {name: count + (1 if name == "runs" else getattr(outcome, name)) for name, count in total.items()}
        if outcome.complaints:
            failed += 1
            print(json.dumps(asdict(outcome))) if asked.json else show(outcome)
    summary = total | {"failed": failed, "seconds": round(time.perf_counter() - began)}
    print(json.dumps(summary) if asked.json else ", ".join(f"{name} {count}" for name, count in summary.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
