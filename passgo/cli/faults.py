"""What went wrong with bots, as text: each fault once, the first time in full."""

from rich.console import Console

from passgo.simulate.runs.faults import UNLAWFUL, Fault, Faults

MOST_SHOWN = 5


def format_fault(fault: Fault) -> str:
    """A fault in a line."""
    times = "once" if fault.count == 1 else f"{fault.count:,} times"
    return f"{fault.bot}: {fault.kind} {times}: {fault.what} (first in game {fault.game})"


def show_faults(console: Console, faults: Faults) -> None:
    """The faults, most frequent first, with the first traceback of each; all beyond a few are only counted."""
    every = sorted(faults.all(), key=lambda fault: -fault.count)
    if every:
        console.print("\n[bold]Faults[/] (a simple choice was played instead)")
    for fault in every[:MOST_SHOWN]:
        console.print(format_fault(fault), markup=False, soft_wrap=True)
        first = f"wanted to play: {fault.first}" if fault.kind == UNLAWFUL else fault.first
        for line in first.splitlines():
            console.print(f"    {line}", markup=False, soft_wrap=True, highlight=False)
    if len(every) > MOST_SHOWN:
        console.print(f"... and {len(every) - MOST_SHOWN} more kinds of fault; --json tells them all.")
