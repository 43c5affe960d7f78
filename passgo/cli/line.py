"""The command line: a function's signature says what a command takes, its docstring what the help says.

    def command(edition: Annotated[str, Option("--edition", "-e", says="Which one.")] = "classic") -> None:

Every complaint is ours, in one line, and nothing heavy is loaded: help and completion come at once.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from passgo.terminal.files import BadInput

HELP = ("--help", "-h")
KINDS: dict[type, tuple[str, str]] = {
    str: ("TEXT", "text"),
    int: ("N", "a whole number"),
    float: ("N", "a number"),
    Path: ("FILE", "a file"),
}
"""The types of values: how the help calls one, and what a complaint expects."""


class Option:
    """What a command takes by a name: `--edition NAME`."""

    def __init__(
        self,
        *names: str,
        says: str = "",
        metavar: str = "",
        least: float | None = None,
        most: float | None = None,
        among: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        self.names, self.says, self.metavar = names, says, metavar
        self.least, self.most, self.among = least, most, among
        """The bounds of a number; the values that completion proposes."""


class Argument(Option):
    """What a command takes by its place."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command's function, as the line gives it."""

    name: str
    about: Option
    kind: type
    many: bool
    default: Any

    @property
    def is_argument(self) -> bool:
        """Is it given by its place?"""
        return isinstance(self.about, Argument)

    @property
    def is_flag(self) -> bool:
        """Is it an option without a value?"""
        return self.kind is bool

    @property
    def is_required(self) -> bool:
        """Must it be given?"""
        return self.default is inspect.Parameter.empty

    @property
    def names(self) -> tuple[str, ...]:
        """The words by which an option is given, the long one first."""
        return self.about.names or ("--" + self.name.replace("_", "-"),)

    @property
    def metavar(self) -> str:
        """How the help calls its value."""
        return self.about.metavar or (self.name.upper() if self.is_argument else KINDS[self.kind][0])

    @property
    def called(self) -> str:
        """How a complaint calls it."""
        return self.metavar.removesuffix("...") if self.is_argument else self.names[0]

    @property
    def expected(self) -> str:
        """What a value has to be."""
        least, most = self.about.least, self.about.most
        bounds = f" from {least} to {most}" if least is not None and most is not None else ""
        bounds = bounds or (f" of at least {least}" if least is not None else "")
        return KINDS[self.kind][1] + bounds

    def read(self, word: str) -> Any:
        """The value of a word; `BadInput` if it is none."""
        try:
            value = self.kind(word)
        except ValueError:
            raise BadInput(f"{self.called}: expected {self.expected}, not {word!r}") from None
        low, high = self.about.least, self.about.most
        if (low is not None and not value >= low) or (high is not None and not value <= high):
            raise BadInput(f"{self.called}: expected {self.expected}, not {word}")
        return value


class Command:
    """A function as a command of the line.

    >>> def greet(name: Annotated[str, Argument()], often: Annotated[int, Option("--often", "-o", least=1)] = 1) -> str:
    ...     return f"Hello {name}! " * often
    >>> Command(greet, "greet").run(["Ann", "-o", "2"])
    'Hello Ann! Hello Ann! '
    >>> Command(greet, "greet").run(["Ann", "--often=0"])
    Traceback (most recent call last):
    passgo.terminal.files.BadInput: --often: expected a whole number of at least 1, not 0
    """

    def __init__(self, function: Callable[..., Any], path: str) -> None:
        self.function, self.path = function, path
        self.parameters = read_parameters(function)
        self.arguments = [parameter for parameter in self.parameters if parameter.is_argument]
        self.options = {name: p for p in self.parameters if not p.is_argument for name in p.names}

    def run(self, words: Sequence[str]) -> Any:
        """Call the function with what the words say."""
        return self.function(**self.parse(words))

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """What the words give, by the names of the function's parameters."""
        given: dict[str, Any] = {}
        places: list[str] = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "--":
                places, rest = places + rest, []
            elif word.startswith("-") and word != "-":
                self._take(word, rest, given)
            else:
                places.append(word)
        self._seat(places, given)
        for parameter in self.parameters:
            if parameter.is_required and parameter.name not in given:
                raise BadInput(f"{self.path}: expected {parameter.called}; {self.path} --help shows how")
        return given

    def _take(self, word: str, rest: list[str], given: dict[str, Any]) -> None:
        """Take an option, and its value if it has one, from the words."""
        name, equals, value = word.partition("=")
        if not word.startswith("--"):
            name, equals, value = word[:2], word[2:], word[2:]
        parameter = self.options.get(name)
        if parameter is None:
            near = get_close_matches(name, self.options, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; {self.path} --help lists them"
            raise BadInput(f"{self.path}: there is no option {name}{hint}")
        if parameter.is_flag:
            if word.startswith("--") and equals:
                raise BadInput(f"{name} takes no value")
            if equals:
                rest.insert(0, "-" + value)  # -abc is -a -bc
            given[parameter.name] = True
            return
        if not equals and not rest:
            raise BadInput(f"{name}: expected {parameter.expected} after it")
        found = parameter.read(value if equals else rest.pop(0))
        given[parameter.name] = [*given.get(parameter.name, []), found] if parameter.many else found

    def _seat(self, places: list[str], given: dict[str, Any]) -> None:
        """Give the words without a name to the arguments, in order; the last of these may take many."""
        for parameter in self.arguments:
            if parameter.many and places:
                given[parameter.name], places = [parameter.read(word) for word in places], []
            elif places:
                given[parameter.name] = parameter.read(places.pop(0))
        if places:
            raise BadInput(f"{self.path}: nothing is expected at {places[0]!r}; {self.path} --help shows how")


def read_parameters(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a function, from its annotations."""
    hints = get_type_hints(function, include_extras=True)
    return [read_parameter(name, hints[name], found.default) for name, found in signature_of(function).items()]


def signature_of(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """The parameters as Python sees them."""
    return dict(inspect.signature(function).parameters)


def read_parameter(name: str, hint: Any, default: Any) -> Parameter:
    """A parameter from its annotation, like `Annotated[list[str] | None, Option("--edition")]`."""
    about = next((found for found in getattr(hint, "__metadata__", ()) if isinstance(found, Option)), Option())
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (part for part in get_args(kind) if part is not NoneType)
    many = get_origin(kind) is list
    return Parameter(name, about, get_args(kind)[0] if many else kind, many, default)
