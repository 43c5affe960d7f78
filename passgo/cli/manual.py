"""What the help of a command says: how it is called, what it does, what it takes, and an example."""

import inspect
import shutil
import textwrap
from collections.abc import Mapping, Sequence

from passgo.cli.line import HELP, Command, Parameter

NARROW, WIDE = 60, 110
"""Columns of a help in a narrow and in a wide terminal."""


def format_group(path: str, says: str, commands: Mapping[str, str], options: Mapping[str, str]) -> str:
    """The help of the program, or of a group of commands."""
    return "\n\n".join(
        [
            f"Usage: {path} COMMAND ...",
            says,
            "Commands:\n" + format_rows(list(commands.items())),
            "Options:\n" + format_rows(list(options.items())),
            f"{path} COMMAND --help explains a command, with an example.",
        ]
    )


def format_command(command: Command) -> str:
    """The help of a command: its docstring, in which lines of the command are examples, and what it takes."""
    paragraphs = (inspect.getdoc(command.function) or "").split("\n\n")
    texts = [format_examples(part) if is_example(part) else fill(part) for part in paragraphs]
    options = [p for p in command.parameters if not p.is_argument]
    rows = [(", ".join(reversed(p.names)) + value_of(p), told(p)) for p in options]
    rows.append((", ".join(reversed(HELP)), "Show this and exit."))
    arguments = [(p.metavar, told(p)) for p in command.arguments]
    usage = f"Usage: {' '.join([command.path, '[OPTIONS]', *map(place_of, command.arguments)])}"
    listed = ["Arguments:\n" + format_rows(arguments)] if arguments else []
    return "\n\n".join([usage, *texts, *listed, "Options:\n" + format_rows(rows)])


def is_example(paragraph: str) -> bool:
    """Are these lines to be typed?"""
    return all(line.strip().startswith(("passgo ", "eval ")) for line in paragraph.splitlines())


def format_examples(paragraph: str) -> str:
    """Lines to be typed, indented alike, however Python has kept the docstring."""
    return textwrap.indent(textwrap.dedent(paragraph), "    ")


def value_of(parameter: Parameter) -> str:
    """The value that follows an option, as the help calls it."""
    return "" if parameter.is_flag else f" {parameter.metavar}"


def place_of(parameter: Parameter) -> str:
    """An argument in the line of usage."""
    shown = parameter.metavar.removesuffix("...") + ("..." if parameter.many else "")
    return shown if parameter.is_required else f"[{shown}]"


def told(parameter: Parameter) -> str:
    """What the help says of a parameter: its meaning, its bounds, and what it is if it is not given."""
    least, most, notes = parameter.about.least, parameter.about.most, []
    if least is not None or most is not None:
        notes.append(f"{least} to {most}" if most is not None else f"at least {least}")
    if not (parameter.is_required or parameter.is_flag or parameter.default in (None, "", [])):
        notes.append(f"{parameter.default} if not given")
    return parameter.about.says + (f" ({'; '.join(notes)})" if notes else "")


def columns() -> int:
    """How wide a help is."""
    return max(NARROW, min(WIDE, shutil.get_terminal_size().columns))


def fill(text: str) -> str:
    """A paragraph in lines."""
    return textwrap.fill(" ".join(text.split()), columns())


def format_rows(rows: Sequence[tuple[str, str]]) -> str:
    """Names and what is said of each, in two columns.

    >>> print(format_rows([("-h, --help", "Show this."), ("x", "Y.")]))
      -h, --help  Show this.
      x           Y.
    """
    width = min(max(len(name) for name, _ in rows), 30)
    lines = []
    for name, says in rows:
        first, *more = textwrap.wrap(says, columns() - width - 4) or [""]
        lines += [f"  {name}"] if len(name) > width else []
        lines.append(f"  {'' if len(name) > width else name:{width}}  {first}".rstrip())
        lines += [" " * (width + 4) + line for line in more]
    return "\n".join(lines)
