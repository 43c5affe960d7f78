"""The words that may come next on a line that somebody is typing."""

from collections.abc import Sequence

from passgo.cli import find_command, walk
from passgo.cli.line import HELP, Command
from passgo.terminal.files import BadInput


def candidates(words: Sequence[str]) -> list[str]:
    """What the last of these words may become. Nothing, where a file may stand.

    >>> candidates(["si"])
    ['simulate']
    >>> candidates(["simulate", "--se"])
    ['--seed']
    >>> candidates(["play", "--edition", "m"])
    ['modern']
    """
    *before, typed = words or [""]
    path, commands, rest = walk(list(before))
    try:
        found = proposed(find_command(path, commands, rest[0]), rest[1:], typed) if rest else [*commands, *HELP[:1]]
    except BadInput:
        return []
    return [word for word in found if word.startswith(typed)]


def proposed(command: Command, before: list[str], typed: str) -> list[str]:
    """What a command takes next."""
    last = command.options.get(before[-1]) if before else None
    if last is not None and not last.is_flag:
        return list(last.about.among()) if last.about.among else []
    if typed.startswith("-"):
        return [*dict.fromkeys(parameter.names[0] for parameter in command.options.values()), *HELP[:1]]
    return [word for parameter in command.arguments if parameter.about.among for word in parameter.about.among()]
