"""`passgo bench envs`: the speed of the environments."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.bench import show_numbers
from passgo.cli.line import Option
from passgo.terminal.files import BadInput


def command(
    as_json: AsJson = False,
    seconds: Annotated[float, Option(least=0.1, says="CPU time for each measurement.")] = 2.0,
) -> None:
    """Decisions per CPU-second of the vector environment beside the bare loop, one PettingZoo step, memory.

    passgo bench envs --json
    """
    from passgo.cli.warm import warm

    try:
        from passgo.dev.bench.environments import environments
    except ModuleNotFoundError as missing:
        raise BadInput(f"the environments need {missing.name}: pip install passgo[rl]") from None
    warm()
    show_numbers(environments(seconds=seconds), as_json)
