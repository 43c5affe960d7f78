"""Every mutant of the rule files: one function of one file with one small mistake in it."""

import ast
import importlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import passgo.rules
from passgo.rules import codes
from tests.mutation.operators import changes

FOLDER = Path(passgo.rules.__file__).parent

# Declarations and machinery, in which there is no rule to get wrong: names and numbers (`codes`, `ids`), the table of
# action kinds (`actions`), the layout of records (`state`), and how rules become machine code, which plain Python does
# not even run.
NOT_MUTATED = {"__init__", "actions", "codes", "ids", "pointers", "state"}
FILES = tuple(sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in NOT_MUTATED))


@dataclass(eq=False)
class Site:
    """A statement of a function, numbered in its file, as tests are recorded to have executed it."""

    file: str
    function: ast.FunctionDef
    statement: ast.stmt
    number: int
    owner: ast.AST
    slot: str
    position: int


@dataclass(eq=False)
class Mutant:
    """One mistake: at this place another node stands."""

    site: Site
    operator: str
    parent: ast.AST
    slot: str
    position: int | None
    becomes: ast.AST
    name: str = field(default="")

    @contextmanager
    def made(self) -> Iterator[ast.FunctionDef]:
        """The function with the mistake in it, until the block ends."""
        original = getattr(self.parent, self.slot)
        swapped: Any = self.becomes
        if self.position is not None:
            swapped = [*original[: self.position], self.becomes, *original[self.position + 1 :]]
        setattr(self.parent, self.slot, swapped)
        try:
            yield self.site.function
        finally:
            setattr(self.parent, self.slot, original)

    def apply(self) -> None:
        """Make the mistake in the running rules: every caller has the function itself, so its code is replaced."""
        with self.made() as function:
            patched(self.site.file, function)


def patched(file: str, function: ast.FunctionDef) -> None:
    """Give a rule of plain Python the code of this syntax tree."""
    target = vars(module_of(file))[function.name]
    assert isinstance(target, FunctionType), "compiled rules cannot be mutated: set PASSGO_PLAIN=1"
    for name, value in vars(codes).items():
        target.__globals__.setdefault(name, value)
    target.__code__ = code_of(function, file)


def module_of(file: str) -> ModuleType:
    return importlib.import_module(f"passgo.rules.{file}")


def code_of(function: ast.FunctionDef, file: str) -> CodeType:
    """The code of a function's tree; its decorators and annotations have done their work already."""
    bare = ast.FunctionDef(function.name, bare_arguments(function.args), function.body, [], None)
    module = ast.Module([ast.copy_location(bare, function)], [])
    compiled = compile(ast.fix_missing_locations(module), str(FOLDER / f"{file}.py"), "exec")
    return next(part for part in compiled.co_consts if isinstance(part, CodeType))


def bare_arguments(arguments: ast.arguments) -> ast.arguments:
    names = [ast.arg(argument.arg) for argument in arguments.args]
    return ast.arguments([], names, None, [], [], None, [])


def functions_of(source: str) -> list[ast.FunctionDef]:
    """The functions at the top of a file."""
    return [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


def sites_of(file: str, functions: list[ast.FunctionDef]) -> list[Site]:
    """Every statement of a file's functions."""
    sites: list[Site] = []
    for function in functions:
        for owner in ast.walk(function):
            for slot in ("body", "orelse"):
                block = getattr(owner, slot, None)
                for position, statement in enumerate(block if isinstance(block, list) else ()):
                    if not is_docstring(statement):
                        sites.append(Site(file, function, statement, len(sites), owner, slot, position))
    return sites


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def mutants_of(file: str, source: str | None = None) -> list[Mutant]:
    """All mutants of a rule file, each with its name."""
    text = (FOLDER / f"{file}.py").read_text() if source is None else source
    mutants = [mutant for site in sites_of(file, functions_of(text)) for mutant in mutants_at(site)]
    seen: Counter[str] = Counter()
    for mutant in mutants:
        name = described(mutant)
        seen[name] += 1
        mutant.name = name if seen[name] == 1 else f"{name} #{seen[name]}"
    return mutants


def mutants_at(site: Site) -> Iterator[Mutant]:
    """The mutants of one statement, without those of the statements inside it."""
    for operator, other in changes(site.statement, [site.function]):
        yield Mutant(site, operator, site.owner, site.slot, site.position, other)
    yield from inside(site, site.statement, [site.function, site.statement])


def inside(site: Site, node: ast.AST, parents: list[ast.AST]) -> Iterator[Mutant]:
    """The mutants of the expressions of a node."""
    for slot, value in ast.iter_fields(node):
        several: list[Any] = value if isinstance(value, list) else [value]
        for n, child in enumerate(several):
            if not isinstance(child, ast.AST) or isinstance(child, ast.stmt):
                continue
            for operator, other in changes(child, parents):
                yield Mutant(site, operator, node, slot, n if isinstance(value, list) else None, other)
            yield from inside(site, child, [*parents, child])


def described(mutant: Mutant) -> str:
    """`jail.leave_jail: g.jail[player] = 0 -> pass`."""
    statement = mutant.site.statement
    was = headed(statement)
    with mutant.made():
        becomes = headed(mutant.becomes if isinstance(mutant.becomes, ast.stmt) else statement)
    return f"{mutant.site.file}.{mutant.site.function.name}: {was} -> {becomes}"


def headed(statement: ast.AST) -> str:
    """A statement without the block under it."""
    if isinstance(statement, ast.If | ast.While):
        return ast.unparse(type(statement)(statement.test, [ast.Pass()], [])).splitlines()[0]
    if isinstance(statement, ast.For):
        return f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}:"
    return ast.unparse(ast.fix_missing_locations(statement))
