"""`passgo bench engine`: the speed of the rules."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for each measurement.")] = 2.0,
) -> None:
    """Decisions and games per CPU-second, the cost of a step, bytes of a state, compile time.

    passgo bench engine --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench import engine

    warm()
    show_numbers(engine(seconds=seconds), as_json)
