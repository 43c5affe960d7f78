"""`passgo bench`: how fast PassGo is on this machine."""

from typing import Any

from passgo.terminal.files import print_json

COMMANDS = {
    "engine": "Decisions and games per CPU-second, the cost of a step, bytes of a state, compile time.",
    "envs": "Decisions per CPU-second of the vector environment beside the bare loop, one PettingZoo step, memory.",
    "expert": "Decisions of the expert and advice by looks, microseconds of a value, seconds of an analysed game.",
    "library": "What a program that uses the library waits for: reading and walking a record, and so on.",
    "simulate": "Whole games of four traders per CPU-second of one thread, everything counted.",
    "start": "What one waits for: importing, the first step, one step or play, beside NumPy and empty calls.",
    "threads": "The same games by one thread and by one for each processor: efficiency, and memory.",
}
"""The commands of the group, and the first line of the help of each."""


def show_numbers(numbers: dict[str, Any], as_json: bool) -> None:
    """Print measurements by name."""
    if as_json:
        print_json(numbers)
        return
    width = max(map(len, numbers))
    for name, number in numbers.items():
        print(f"{name:{width}}  {format_number(number)}")


def format_number(number: float | int) -> str:
    """A measurement as people read it: with two decimals, or with three digits that say something.

    >>> format_number(1234), format_number(1234.5), format_number(0.06993)
    ('1,234', '1,234.50', '0.0699')
    """
    if isinstance(number, int):
        return f"{number:,}"
    return f"{number:,.2f}" if abs(number) >= 1 else f"{number:.3g}"
