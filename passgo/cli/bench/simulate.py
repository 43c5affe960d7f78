"""`passgo bench simulate`: the speed of the simulator."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option
from passgo.terminal.files import expecting


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for the measurement.")] = 2.0,
) -> None:
    """Whole games of four traders per CPU-second of one thread, everything counted.

    passgo bench simulate --seconds 5 --json
    """
    from passgo.cli.warm import warm
    from passgo.dev.bench.simulator import simulate

    warm()
    with expecting():
        numbers = simulate(seconds)
    show_numbers(numbers, as_json)
