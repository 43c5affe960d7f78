"""`passgo bench library`: the speed of what programs call."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.01, says="CPU time for each measurement.")] = 1.0,
) -> None:
    """What a program that uses the library waits for: reading and walking a record, and so on.

    passgo bench library --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.library import library

    warm()
    show_numbers(library(seconds=seconds), as_json)
