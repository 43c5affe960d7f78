"""What each test reaches: which statements of the rules it executes, and which mutants would make a difference there.

Every statement is preceded by a mark. Where a statement computes something without changing anything, its mutants are
computed beside it: a test in which a mutant never computes anything else cannot kill it, and need not be run.
"""

import ast
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.mutation.mutants import FILES, FOLDER, Mutant, functions_of, module_of, patched

MARKS, BESIDE = "_executed", "_beside"
ENOUGH = 12
"""Once so many tests are known to reach a mutant, no more are looked for."""
TIDY_EVERY = 40
"""Tests between two changes of the marks, which take time too."""

BUILT_IN = {"range", "min", "max", "int", "len", "any", "zip", "first_bit", "bits_in", "places"}


class Reached:
    """Marks in the functions that have mutants, for as long as tests are being recorded."""

    def __init__(self, mutants: list[Mutant]) -> None:
        self.executed: dict[int, list[int]] = defaultdict(list)
        self.differed: dict[Mutant, list[int]] = {}
        self.mutants = mutants
        self._number = {mutant: number for number, mutant in enumerate(mutants)}
        self.sites = list({id(m.site): m.site for m in mutants}.values())
        self._now = bytearray(len(self.sites))
        self._different: set[Mutant] = set()
        self._enough: set[Mutant] = set()
        self._asking = False
        self._wanted: list[list[Mutant]] = [[] for _ in self.sites]
        place = {id(site): number for number, site in enumerate(self.sites)}
        pure = functions_that_only_look()
        for mutant in mutants:
            if computed_by(mutant, pure):
                self._wanted[place[id(mutant.site)]].append(mutant)
                self.differed[mutant] = []
        self._of_function: dict[int, list[int]] = defaultdict(list)
        for number, site in enumerate(self.sites):
            self._of_function[id(site.function)].append(number)
        self._originals: list[tuple[Any, Any]] = []

    @property
    def question(self) -> str:
        """What is asked of the tests: which mutants there are, and which of them are computed beside the rules."""
        return "\n".join(f"{mutant.name} {mutant in self.differed}" for mutant in self.mutants)

    def begin(self) -> None:
        """Put the marks in."""
        for numbers in self._of_function.values():
            site = self.sites[numbers[0]]
            target = vars(module_of(site.file))[site.function.name]
            target.__globals__.update({MARKS: self._now, BESIDE: self.beside})
            self._originals.append((target, target.__code__))
            self.mark(numbers)

    def mark(self, numbers: list[int]) -> None:
        """Mark the statements of one function, and compute beside them the mutants still wanted."""
        first = self.sites[numbers[0]]
        copies: dict[int, Any] = {}
        function = deepcopy(first.function, copies)
        for number in sorted(numbers, key=lambda n: -self.sites[n].position):
            site = self.sites[number]
            others = self._wanted[number]
            if others:
                statement, slot = copies[id(site.statement)], slot_of(site.statement)
                setattr(statement, slot, beside(number, getattr(statement, slot), others, slot))
            getattr(copies[id(site.owner)], site.slot).insert(site.position, mark(number, site.statement))
        patched(first.file, function)

    def beside(self, number: int, value: Any, *others: Callable[[], Any]) -> Any:
        """The statement computes `value`; which of its mutants compute something else?"""
        if self._asking:  # a mutant calls a function with mutants: only the outermost are asked, or it would never end
            return value
        self._asking = True
        for mutant, other in zip(self._wanted[number], others, strict=True):
            if mutant not in self._different and mutant not in self._enough:
                try:
                    same = bool(other() == value)
                except Exception:  # whatever it is, it is a difference
                    same = False
                if not same:
                    self._different.add(mutant)
        self._asking = False
        return value

    def record(self, run: Callable[[], bool]) -> tuple[int, list[int]] | None:
        """Run a test: the set of statements that it executes, and the numbers of mutants that differ in it.

        A test that counts calls of rules fails while mutants are computed beside them. So it runs once more without,
        and is taken to reach all mutants of what it executes. None: it fails then too.
        """
        self._now[:] = bytes(len(self._now))
        self._different.clear()
        if not run():
            self._now[:] = bytes(len(self._now))
            self._asking = True
            passed = run()
            self._asking = False
            if not passed:
                return None
            self._different = {m for wanted, done in zip(self._wanted, self._now, strict=True) if done for m in wanted}
        executed = sum(1 << number for number, done in enumerate(self._now) if done)
        return executed, sorted(self._number[mutant] for mutant in self._different)

    def know(self, test: int, executed: int, different: list[int]) -> None:
        """Learn what a test reaches, recorded now or earlier."""
        for number, site in enumerate(self.sites):
            if executed >> number & 1:
                self.executed[id(site)].append(test)
        for number in different:
            reaching = self.differed[self.mutants[number]]
            reaching.append(test)
            if len(reaching) >= ENOUGH:
                self._enough.add(self.mutants[number])
        if test % TIDY_EVERY == 0 and self._originals:
            self.tidy()

    def tidy(self) -> None:
        """Stop computing mutants that enough tests reach."""
        for numbers in self._of_function.values():
            stale = False
            for number in numbers:
                kept = [mutant for mutant in self._wanted[number] if mutant not in self._enough]
                stale = stale or len(kept) < len(self._wanted[number])
                self._wanted[number] = kept
            if stale:
                self.mark(numbers)

    def remove(self) -> None:
        """Put the rules back as they were."""
        for target, code in self._originals:
            target.__code__ = code
        self._originals = []

    def tests_for(self, mutant: Mutant) -> list[int]:
        """The tests that could kill the mutant: those in which it differs, then others if not all were looked at."""
        executing = self.executed[id(mutant.site)]
        first = self.differed.get(mutant)
        if first is None:
            return executing
        return first if len(first) < ENOUGH else first + [test for test in executing if test > first[-1]]


def mark(number: int, statement: ast.stmt) -> ast.stmt:
    """`_executed[7] = 1`."""
    place = ast.Subscript(ast.Name(MARKS, ast.Load()), ast.Constant(number), ast.Store())
    return ast.copy_location(ast.Assign([place], ast.Constant(1)), statement)


def beside(number: int, value: ast.expr, mutants: list[Mutant], slot: str) -> ast.Call:
    """`_beside(7, value, lambda: mutant, ...)`."""
    others = [computed_instead(mutant, slot) for mutant in mutants]
    nothing = ast.arguments([], [], None, [], [], None, [])
    lambdas = [ast.Lambda(nothing, other) for other in others]
    return ast.Call(ast.Name(BESIDE, ast.Load()), [ast.Constant(number), value, *lambdas], [])


def computed_instead(mutant: Mutant, slot: str) -> ast.expr:
    """What the mutant computes; an assignment left out leaves what is there already."""
    statement = mutant.site.statement
    if isinstance(statement, ast.Assign) and isinstance(mutant.becomes, ast.Pass):
        there: ast.expr = ast.parse(ast.unparse(statement.targets[0]), mode="eval").body
        return there
    with mutant.made():
        instead: ast.expr = deepcopy(getattr(statement, slot))
    return instead


def slot_of(statement: ast.stmt) -> str:
    """Where a statement keeps what it computes, or nothing."""
    if isinstance(statement, ast.If | ast.While | ast.Assert):
        return "test"
    if isinstance(statement, ast.Assign | ast.AugAssign | ast.Return):
        return "value"
    return "iter" if isinstance(statement, ast.For) else ""


def computed_by(mutant: Mutant, pure: set[str]) -> bool:
    """Is the mistake in what the statement computes, and can that be computed twice?"""
    statement = mutant.site.statement
    slot = slot_of(statement)
    value = getattr(statement, slot) if slot else None
    if value is None or not only_looks(value, pure):
        return False
    if isinstance(mutant.becomes, ast.stmt):
        return isinstance(statement, ast.Assign) and isinstance(mutant.becomes, ast.Pass) and only_looks_at(statement)
    inside = any(part is mutant.parent for part in ast.walk(value))
    return inside or (mutant.parent is statement and mutant.slot == slot)


def only_looks_at(statement: ast.Assign) -> bool:
    """Is it one field of a record that is assigned, or one local name?"""
    return isinstance(statement.targets[0], ast.Attribute | ast.Subscript | ast.Name)


def functions_that_only_look() -> set[str]:
    """Names of rules that change nothing, whoever is called by that name."""
    defined: dict[str, list[ast.FunctionDef]] = defaultdict(list)
    for file in FILES:
        for function in functions_of((FOLDER / f"{file}.py").read_text()):
            defined[function.name].append(function)
    pure = set(defined) | BUILT_IN
    while True:
        wrong = {name for name in pure & set(defined) if not all(only_looks(f, pure) for f in defined[name])}
        if not wrong:
            return pure
        pure -= wrong


def only_looks(node: ast.AST, pure: set[str]) -> bool:
    """Does the code write into no record, and call only what does neither?"""
    body = node.body if isinstance(node, ast.FunctionDef) else [node]
    for part in (part for each in body for part in ast.walk(each)):
        if isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.ctx, ast.Store):
            return False
        if isinstance(part, ast.Call):
            called = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
            if called not in pure:
                return False
    return True
