"""`passgo bench`: how fast PassGo is on this machine."""

from typing import Any

from passgo.terminal.files import print_json

HELP = "Measure how fast PassGo is on this machine."
COMMANDS = ("engine", "simulate")


def show_numbers(numbers: dict[str, Any], as_json: bool) -> None:
    """Print measurements by name."""
    if as_json:
        print_json(numbers)
        return
    width = max(map(len, numbers))
    for name, number in numbers.items():
        print(f"{name:{width}}  {number:,.2f}" if isinstance(number, float) else f"{name:{width}}  {number:,}")
