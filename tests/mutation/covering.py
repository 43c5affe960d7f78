"""Which statements of the rules each test executes: every statement is preceded by a mark, made while the test runs."""

import ast
from collections import defaultdict
from collections.abc import Callable

from tests.mutation.mutants import FILES, FOLDER, Site, functions_of, module_of, patched, sites_of

MARKS = "_executed"

Statement = tuple[str, int]
"""A rule file, and the number of a statement in it."""


class Marks:
    """Marks in all rule files, for as long as tests are being recorded."""

    def __init__(self) -> None:
        self.executed: dict[str, bytearray] = {}
        self._originals = []
        for file in FILES:
            functions = functions_of((FOLDER / f"{file}.py").read_text())
            sites = sites_of(file, functions)
            self.executed[file] = bytearray(len(sites))
            vars(module_of(file))[MARKS] = self.executed[file]
            for site in reversed(sites):
                site.owner.__dict__[site.slot].insert(site.position, mark(site))
            for function in functions:
                target = vars(module_of(file))[function.name]
                self._originals.append((target, target.__code__))
                patched(file, function)

    def clear(self) -> None:
        """Forget what was executed."""
        for marks in self.executed.values():
            marks[:] = bytes(len(marks))

    def taken(self) -> list[Statement]:
        """What has been executed since."""
        return [(file, n) for file, marks in self.executed.items() for n, done in enumerate(marks) if done]

    def remove(self) -> None:
        """Put the rules back as they were."""
        for target, code in self._originals:
            target.__code__ = code


def mark(site: Site) -> ast.stmt:
    """`_executed[7] = 1`."""
    place = ast.Subscript(ast.Name(MARKS, ast.Load()), ast.Constant(site.number), ast.Store())
    return ast.Assign([place], ast.Constant(1), lineno=site.statement.lineno)


def recorded(tests: int, run: Callable[[int], None]) -> dict[Statement, list[int]]:
    """Run each test by its number; which of them execute a statement."""
    covering: dict[Statement, list[int]] = defaultdict(list)
    marks = Marks()
    try:
        for test in range(tests):
            marks.clear()
            run(test)
            for statement in marks.taken():
                covering[statement].append(test)
    finally:
        marks.remove()
    return covering
