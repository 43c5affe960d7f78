"""`passgo bench start`: what one waits for."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    attempts: Annotated[int, Option(least=1, says="New processes of each kind, in turns.")] = 7,
    cold: Annotated[bool, Option(says="Compile everything from nothing, too.")] = False,
) -> None:
    """What one waits for: importing, the first step, one step or play, beside NumPy and empty calls.

    passgo bench start --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.start import start

    warm()
    show_numbers(start(attempts, cold=cold), as_json)
