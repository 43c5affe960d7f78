"""`passgo train`: the weights of the net that judges positions."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from passgo.cli.arguments import AsJson, Threads, needs
from passgo.cli.line import Option
from passgo.terminal.files import BadInput, BrokenOff, expecting, print_json

if TYPE_CHECKING:
    from passgo.analysis.training.makers import Maker
    from passgo.analysis.training.session import Session


def command(
    out: Annotated[Path, Option(says="Write the weights to this file, and how they were made beside it.")] = Path(
        "weights.bin"
    ),
    lessons: Annotated[int, Option("--lessons", "-l", least=1, most=1_000_000, says="How many lessons.")] = 300,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same weights.")] = 1,
    threads: Threads = None,
    ray: Annotated[
        str | None,
        Option(metavar="[ADDRESS]", says="Play on a Ray cluster; without an address, on one started here."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train the net that judges positions, from games that mixed players play out.

    A lesson is about 33,000 positions, and takes some seconds on one core; 300 are useful. Ctrl-C keeps what is done
    in a file beside `--out`, and the same command goes on from there. The weights do not depend on who plays.

        passgo train --lessons 300 --out weights.bin
        passgo train --lessons 300 --ray 10.0.0.1:6379
    """
    from passgo.analysis.training.session import Session, TrainingPlan
    from passgo.cli.warm import warm

    if out.is_dir() or not out.parent.is_dir():
        raise BadInput(f"{out}: expected the name of a file that can be written")
    kept = out.with_suffix(".training.npz")
    if ray is not None:
        needs("ray", "cluster", "--ray")
    warm()
    said = f"passgo train --lessons {lessons} --seed {seed}"
    with ExitStack() as stack:
        with expecting():
            session = Session(TrainingPlan(lessons, seed), kept, maker_of(threads, ray, stack))
        learn(session, out, said)
    report(session, out, as_json)


def maker_of(threads: int | None, ray: str | None, stack: ExitStack) -> "Maker":
    """Who plays: processes of this machine, or a cluster, which is left when the stack closes."""
    from passgo.analysis.training import makers
    from passgo.simulate import usual_threads
    from passgo.simulate.runs.cluster import LOCAL, connect

    if ray is None:
        return stack.enter_context(makers.processes(threads or usual_threads()))
    if threads is not None and ray != LOCAL:
        raise BadInput("--threads: a cluster has its own processors; say how many only for one of your own")
    return makers.cluster(stack.enter_context(connect(ray, threads)))


def learn(session: "Session", out: Path, said: str) -> None:
    """Learn to the end, with progress."""
    from passgo.analysis.training.session import run
    from passgo.cli.progress import playing

    lessons = session.plan.lessons
    try:
        with playing("lessons", lessons, session.progress.lessons) as (tell, console):

            def hear(progress: object) -> None:
                done = session.progress
                tell(done.lessons)
                if done.lessons % session.plan.pause == 0:
                    _, loss, brier = done.curve[-1]
                    told = f"{done.positions:,} positions, loss {done.loss:.4f}, held out {loss:.4f}, Brier {brier:.5f}"
                    console.print(told)

            run(session, out, said, hear)
    except KeyboardInterrupt:
        done, kept = session.progress.lessons, session.kept
        raise BrokenOff(f"{done:,} of {lessons:,} lessons are done; the same command goes on from {kept}") from None


def report(session: "Session", out: Path, as_json: bool) -> None:
    """Say what came of it."""
    progress, scores = session.progress, session.comparison()
    if as_json:
        curve = [dict(zip(("positions", "log_loss", "brier"), point, strict=True)) for point in progress.curve]
        counts = {"positions": progress.positions, "games": progress.games, "unfinished": progress.unfinished}
        print_json({"out": str(out), "lessons": progress.lessons, **counts, "curve": curve, "held_out": scores})
        return
    print(f"{out}: weights from {progress.positions:,} positions of {progress.games:,} games")
    print("On games that were not learnt from:   Brier  log loss    ECE")
    for name, score in scores.items():
        print(f"  {name:<34} {score['brier']:.5f}   {score['log_loss']:.4f}  {score['ece']:.4f}")
