"""`passgo bench threads`: what a second thread brings."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    games: Annotated[int, Option("--games", "-g", least=1, says="Games of each run.")] = 40_000,
    rounds: Annotated[int, Option(least=1, says="Runs with one thread, and with all, in turn.")] = 3,
) -> None:
    """The same games by one thread and by one for each processor: efficiency, and memory.

    passgo bench threads --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.threads import threads

    warm()
    show_numbers(threads(games, rounds), as_json)
