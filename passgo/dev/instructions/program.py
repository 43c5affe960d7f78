"""A program without Python that plays the first games of the simulator's benchmark with the compiled entry points.

It is built in a process of its own, because how rules are compiled is decided when PassGo is imported.
"""

import ctypes
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from passgo.dealer import deal
from passgo.dev.bench.simulator import benchmark_plan
from passgo.machine.decorators import INSIDES
from passgo.machine.objects import compiled_object, holders_called, symbol_of
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.loop import play_games
from passgo.simulate.runs.plan import counters_of

GAMES = 200
"""Games that are played and counted."""

PROCESSOR = "znver3"
"""Instructions are counted for one kind of processor, whichever this machine has, so that counts can be compared; and
callgrind does not know those of every processor."""

MAIN = """\
#include <stdio.h>
#include <stdlib.h>
{declarations}
static char memory[{size}] __attribute__((aligned(64)));
__attribute__((noinline)) int measured(void) {{
    long result; void *raised;
    return play_games(&result, &raised{words});
}}
int main(int count, char **files) {{
    FILE *file = fopen(files[1], "rb");
    if (!file || fread(memory, 1, {size}, file) != {size}) return 2;
    fclose(file);
    if (measured()) return 3;
    file = fopen(files[2], "wb");
    return !file || fwrite(memory, 1, {size}, file) != {size} || fclose(file) ? 4 : 0;
}}
"""
"""Reads what the loop is called with, plays, and writes what came out of it."""


class Program:
    """The text of the program: its words are the arguments of the loop, as the machine hands them on."""

    def __init__(self, arguments: list[Any]) -> None:
        self.functions: dict[str, Any] = {"play_games": play_games}
        self.tables: list[str] = []
        """Arrays of functions."""
        self.words: list[str] = []
        self.memory = bytearray()
        self.places: list[int] = []
        """Where each array begins in the memory."""
        for argument in arguments:
            self.add(argument)

    def add(self, argument: Any) -> None:
        """Add an argument: records, an array of numbers, a function, a list of functions, or a number."""
        if isinstance(argument, ctypes.Array):
            self.words += [self.add_memory(bytes(argument)), str(len(argument))]
        elif isinstance(argument, np.ndarray):
            self.words += array_words(self.add_memory(argument.tobytes()), len(argument), argument.itemsize)
        elif isinstance(argument, list):
            functions = ("0" if each is None else f"(long){self.add_function(each)}" for each in argument)
            self.tables.append(", ".join(functions))
            self.words += array_words(f"(long)table_{len(self.tables) - 1}", len(argument), 8)
        elif isinstance(argument, int):
            self.words.append(str(argument))
        else:
            self.words.append(f"(long){self.add_function(argument)}")

    def add_function(self, function: Any) -> str:
        """Add an entry point, or the one around an inner function; the name by which the program calls it."""
        name = str(function.py_func.__name__)
        self.functions[name] = function
        return name

    def add_memory(self, content: bytes) -> str:
        """Add what an array holds; its address."""
        begin = (len(self.memory) + 63) // 64 * 64
        self.memory += bytes(begin - len(self.memory)) + content
        self.places.append(begin)
        return f"(long)(memory + {begin})"

    def text(self) -> str:
        """The program in C."""
        functions = self.functions.items()
        declarations = [f'extern int {name}() __asm__("{symbol_of(function)}");' for name, function in functions]
        declarations += [f"static long table_{n}[] = {{{table}}};" for n, table in enumerate(self.tables)]
        words = "".join(f", {word}" for word in self.words)
        return MAIN.format(declarations="\n".join(declarations), size=len(self.memory), words=words)


def array_words(address: str, length: int, size: int) -> list[str]:
    """An array of numbers as Numba hands it on."""
    return ["0", "0", str(length), str(size), address, str(length), str(size)]


def build(folder: Path) -> None:
    """Write the program, the objects of the entry points and what the loop is called with, and link all."""
    plan = benchmark_plan(GAMES)
    run = BatchRun(plan, range(GAMES), counters_of(plan.seed, range(GAMES)))
    arguments = run.arguments(deal)
    program = Program(arguments)
    (folder / "main.c").write_text(program.text())
    (folder / "before").write_bytes(bytes(program.memory))
    rules, dealer, policies, deciders, *_ = arguments
    about = {
        "book": program.places[-1],  # it is the last array
        "loop": symbol_of(play_games),
        "rules": symbol_of(rules),
        "dealer": symbol_of(dealer),
        "bots": sorted({symbol_of(bot) for bot in (*policies, *deciders) if bot is not None}),
    }
    (folder / "about.json").write_text(json.dumps(about))
    objects: dict[str, Path] = {}
    wanted = [function.holder for function in program.functions.values()]
    while wanted:
        entry = wanted.pop()
        name = str(entry.py_func.__name__)
        if name not in objects:
            image = compiled_object(entry)
            objects[name] = folder / f"{name}.o"
            objects[name].write_bytes(image)
            wanted += [INSIDES[holder].holder for holder in holders_called(image, name)]
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("expected a C compiler (cc or gcc) to link the program with")
    # What only Python's side of an entry point needs is never called, and stays unresolved.
    way = ["-std=gnu11", "-w", "-no-pie", "-z", "noexecstack", "-Wl,--unresolved-symbols=ignore-all"]
    subprocess.run([compiler, *way, "-o", folder / "games", folder / "main.c", *objects.values()], check=True)


def hash_of(book: bytes) -> str:
    """A short hash of all rows and tallies."""
    return hashlib.sha256(book).hexdigest()[:16]
