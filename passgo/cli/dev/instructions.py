"""`passgo dev instructions`: what a game costs, counted."""

from typing import TYPE_CHECKING, Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.line import Option
from passgo.terminal.files import expecting, print_json

if TYPE_CHECKING:
    from passgo.dev.instructions import Counted

FUNCTIONS, LINES = 60, 40
"""So many rows of each table are shown."""


def command(
    totals: Annotated[bool, Option(says="Only the totals: no lines, no functions.")] = False,
    as_json: AsJson = False,
) -> None:
    """Instructions a game of four traders, by function and line; needs valgrind and gcc.

    passgo dev instructions --totals --json
    """
    from passgo.dev.instructions import count

    with expecting("dev instructions"):
        counted = count(totals)
    if as_json:
        print_json(counted.to_dict())
    else:
        show(counted)


def show(counted: "Counted") -> None:
    """The totals, and tables of functions and of source lines, a game each."""
    from rich.console import Console

    from passgo.cli.tables import plain_grid

    numbers = counted.to_dict()
    for name in ("instructions_per_game", "instructions_per_step", "steps_per_game", "without_bots", "games_hash"):
        shown = numbers[name] if name == "games_hash" else f"{numbers[name]:,}"
        print(f"{name:22}{shown:>18}")
    for part, instructions in numbers["by_part"].items():
        print(f"  {part:20}{instructions:>18,}")
    if not numbers["by_function"]:
        return
    console = Console(highlight=False, soft_wrap=True)
    functions = plain_grid("\nBy function, a game", "function", "its own", "with callees", "calls")
    for name, found in list(numbers["by_function"].items())[:FUNCTIONS]:
        calls = "" if found["calls"] is None else f"{found['calls']:,.1f}"
        functions.add_row(name, f"{found['own']:,.0f}", f"{found['with_callees']:,.0f}", calls)
    console.print(functions)
    lines = plain_grid("\nBy source line, a game", "line", "instructions")
    for name, instructions in list(numbers["by_line"].items())[:LINES]:
        lines.add_row(name, f"{instructions:,.0f}")
    console.print(lines)
