"""`passgo bench judge`: the speed of the judgement."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for the measurement.")] = 3.0,
) -> None:
    """The judgement of positions: microseconds of a value, advice by looks, seconds of an analysed game.

    passgo bench judge --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.judge import judge

    warm()
    show_numbers(judge(seconds), as_json)
