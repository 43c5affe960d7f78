"""`passgo bench simulate`: the speed of the simulator."""

from typing import Annotated

import typer

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.warm import warm
from passgo.dev.bench.simulator import simulate
from passgo.terminal.files import expecting


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU time for the measurement.")] = 2.0,
) -> None:
    """Whole games of four traders per CPU-second of one thread, everything counted."""
    warm()
    with expecting():
        numbers = simulate(seconds)
    show_numbers(numbers, as_json)
