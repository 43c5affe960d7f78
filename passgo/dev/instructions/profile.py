"""Where instructions were counted: by function and by source line, through everything that was inlined."""

import ast
import bisect
import itertools
import subprocess
from collections import Counter
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[2]

UNKNOWN = "(unknown)"
"""Stands for instructions that no source line caused."""


class Line(NamedTuple):
    """A line of a source file."""

    file: str
    number: int

    def __str__(self) -> str:
        path = Path(self.file)
        name = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path.name
        return f"{name}:{self.number}"


class Profile(NamedTuple):
    """Instructions by function (its own, and with all that it calls) and by source line."""

    own: Counter[str]
    whole: Counter[str]
    lines: Counter[Line]


def read_costs(text: str) -> Counter[int]:
    """The instructions at each address, from a file of callgrind with uncompressed positions."""
    costs: Counter[int] = Counter()
    after_call = False
    for line in text.splitlines():
        if line.startswith("0x"):
            address, _, count = line.split()
            if not after_call:  # the line after a call says what happened in the function called
                costs[int(address, 16)] += int(count)
            after_call = False
        elif line.startswith("calls="):
            after_call = True
    return costs


def calls_to(text: str, symbol: str) -> int:
    """How often a symbol was called, from the same file."""
    lines = text.splitlines()
    return sum(
        int(after.removeprefix("calls=").split()[0])
        for line, after in itertools.pairwise(lines)
        if line == f"cfn={symbol}" and after.startswith("calls=")
    )


def spent_in(text: str, caller: str) -> Counter[str]:
    """What was spent in each function that a symbol calls, with all that it calls in turn, from the same file."""
    spent: Counter[str] = Counter()
    lines, within = text.splitlines(), False
    for line, after, cost in zip(lines, lines[1:], lines[2:], strict=False):
        if line.startswith("fn="):
            within = line == f"fn={caller}"
        elif within and line.startswith("cfn=") and after.startswith("calls="):
            spent[line.removeprefix("cfn=")] += int(cost.split()[2])
    return spent


class Frame(NamedTuple):
    """A function, and where in it."""

    function: str
    line: Line


def stacks_of(program: Path, addresses: list[int]) -> Iterator[tuple[int, list[Frame]]]:
    """The frames of each address: the innermost first, then where it was inlined, and so on."""
    asked = "\n".join(hex(address) for address in addresses)
    command = ["addr2line", "-a", "-f", "-i", "-e", str(program)]
    told = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout.split("\n0x")
    symbols = symbols_of(program)
    for part in told:
        address, *pairs = part.removeprefix("0x").splitlines()
        stack = []
        for name, place in zip(pairs[::2], pairs[1::2], strict=True):
            file, _, number = place.partition(" ")[0].rpartition(":")
            line = Line(file, int(number) if number.isdecimal() else 0)
            stack.append(Frame(function_of(name, line, symbols), line))
        yield int(address, 16), stack


def symbols_of(program: Path) -> frozenset[str]:
    """The names of all that was compiled by itself."""
    told = subprocess.run(["nm", "--format=just-symbols", str(program)], capture_output=True, text=True, check=True)
    return frozenset(told.stdout.split())


def function_of(name: str, line: Line, symbols: Container[str]) -> str:
    """The full name of a function: an inlined one has its own name, what has a symbol that of its line."""
    path = Path(line.file)
    if not path.is_relative_to(PACKAGE) or (name in symbols and line.number == 0):
        return UNKNOWN
    if name in symbols:
        return function_at(line)
    return f"{'.'.join(path.relative_to(PACKAGE).with_suffix('').parts)}.{name}"


@cache
def functions_of(file: str) -> tuple[list[int], list[str]]:
    """Where functions begin in a source file, in rising order, and their names."""
    path = Path(file)
    if not path.is_relative_to(PACKAGE):
        return [], []
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    found.sort(key=lambda node: node.lineno)
    first = [min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) for node in found]
    return first, [f"{module}.{node.name}" for node in found]


def function_at(line: Line) -> str:
    """The function that a source line belongs to."""
    first, names = functions_of(line.file)
    at = bisect.bisect_right(first, line.number) - 1
    return names[at] if at >= 0 else UNKNOWN


def profile_of(program: Path, counted: str) -> Profile:
    """The profile of a program with line tables, from what callgrind counted."""
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    lines: Counter[Line] = Counter()
    costs = read_costs(counted)
    for address, stack in stacks_of(program, sorted(costs)):
        innermost = stack[0]
        own[innermost.function] += costs[address]
        lines[innermost.line] += costs[address]
        for function in {frame.function for frame in stack}:
            whole[function] += costs[address]
    return Profile(own, whole, lines)
