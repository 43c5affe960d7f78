"""`passgo bench envs`: the speed of the environments."""

from typing import Annotated

from passgo.cli.arguments import AsJson, needs
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for each measurement.")] = 2.0,
) -> None:
    """Decisions per CPU-second of the vector environment beside the bare loop, one PettingZoo step, memory.

    passgo bench envs --json
    """
    for module in ("gymnasium", "pettingzoo"):
        needs(module, "rl", "the benchmark of environments")
    from passgo.cli.warm import warm
    from passgo.dev.bench.environments import environments

    warm()
    show_numbers(environments(seconds=seconds), as_json)
