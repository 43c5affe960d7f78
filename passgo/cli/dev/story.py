"""`passgo dev story`: the page "What a million games say"."""

from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import Threads, project_folder
from passgo.cli.line import Option
from passgo.terminal.files import BadInput, BrokenOff


def command(
    games: Annotated[int, Option("--games", "-g", least=1, says="How many games, over all tables.")] = 1_000_000,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same page.")] = 1,
    threads: Threads = None,
    out: Annotated[
        Path | None, Option(metavar="DIR", says="Where to write story.md and its pictures; docs/ if not given.")
    ] = None,
    work: Annotated[
        Path | None,
        Option(metavar="DIR", says="Where to keep what is counted until then; build/story/ if not given."),
    ] = None,
) -> None:
    """Play a million games of every edition, and write what they say, with pictures.

    They take a few minutes. After Ctrl-C the same command goes on where it stood.

        passgo dev story
        passgo dev story --games 10000 --out /tmp/story
    """
    from passgo.cli.progress import playing
    from passgo.cli.warm import warm
    from passgo.dev.story import Interrupted, Story, write
    from passgo.simulate import usual_threads

    docs = out or project_folder() / "docs"
    story = Story(games, seed, work or project_folder() / "build" / "story")
    warm()
    try:
        with playing("games", story.total) as (tell, _):
            found = story.play(threads or usual_threads(), tell)
        written = write(story, found, docs)
    except Interrupted:
        raise BrokenOff("broken off; the same command goes on where it stood") from None
    except OSError as problem:
        raise BadInput(f"{problem.filename}: expected a folder that can be written to: {problem.strerror}") from None
    for path in written:
        print(f"wrote {path}")
