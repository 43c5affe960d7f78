"""`passgo bench expert`: the speed of the strongest bot, and of judgement."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for the measurement.")] = 3.0,
) -> None:
    """Decisions of the expert and advice by looks, microseconds of a value, seconds of an analysed game.

    passgo bench expert --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.expert import expert

    warm()
    show_numbers(expert(seconds), as_json)
