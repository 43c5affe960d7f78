"""How much of the rulebook is in the code and how much of it is tested: a number, by edition.

A rule is in the code if a function of `passgo.rules` is marked with it, or if code elsewhere in the package names it
(a text that is exactly its id, or its constant in `ids`; docstrings and the rulebook itself do not count). It is
tested in an edition if a test in `tests/rules` is marked with it and runs there.
"""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import passgo.rules
from passgo.machine import decorators
from passgo.rulebook import BOOKS, RULES, in_edition
from passgo.rules import ids

LEFT_OUT = ("skip", "skipif", "xfail")  # a test that need not pass proves nothing


class EditionCoverage(TypedDict):
    """The count for one edition."""

    rules: int
    in_code: int
    tested: int
    missing_code: list[str]
    missing_tests: list[str]


class Coverage(TypedDict):
    """The count for all; a rule is tested if it is in every edition that has it."""

    rules: int
    in_code: int
    tested: int
    editions: dict[str, EditionCoverage]


def coverage(root: Path) -> Coverage:
    """Count the rules of the project whose repository lies at `root`."""
    coded, tested = cited_in_rules() | cited_elsewhere(root / "passgo"), proved_in(root / "tests" / "rules")
    whole = [r for r in RULES.values() if all((r.id, name) in tested for name in BOOKS if r.exists_in(name))]
    return {
        "rules": len(RULES),
        "in_code": len(coded),
        "tested": len(whole),
        "editions": {name: edition_coverage(name, coded, tested) for name in BOOKS},
    }


def edition_coverage(name: str, coded: set[str], tested: set[tuple[str, str]]) -> EditionCoverage:
    """The count for one edition."""
    rules = in_edition(name)
    missing_code = [rule for rule in rules if rule not in coded]
    missing_tests = [rule for rule in rules if (rule, name) not in tested]
    return {
        "rules": len(rules),
        "in_code": len(rules) - len(missing_code),
        "tested": len(rules) - len(missing_tests),
        "missing_code": missing_code,
        "missing_tests": missing_tests,
    }


def cited_in_rules() -> set[str]:
    """The rules that functions of `passgo.rules` are marked with. A mark that is no rule is a mistake."""
    for module in pkgutil.iter_modules(passgo.rules.__path__):
        importlib.import_module(f"passgo.rules.{module.name}")
    functions = {rule: names for rule, names in decorators.RULES.items() if any("passgo.rules." in n for n in names)}
    for rule, names in functions.items():
        if rule not in RULES:
            raise ValueError(f"{names[0]} is marked with {rule!r}, which is no rule")
    return set(functions)


def cited_elsewhere(package: Path) -> set[str]:
    """The rules that code outside the rules and the rulebook names."""
    cited: set[str] = set()
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in ("rules", "rulebook"):
            cited |= named_in(ast.parse(path.read_text(encoding="utf-8")))
    return cited


def named_in(tree: ast.Module) -> set[str]:
    """The rules that a module names, outside of docstrings.

    >>> sorted(named_in(ast.parse("'tax.worth'\\nprint('tax.income', ids.TAX_LUXURY)")))
    ['tax.income', 'tax.luxury']
    """
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings are bare texts
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in bare and node.value in RULES:
            found.add(str(node.value))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ids":
            number = getattr(ids, node.attr, None)
            if isinstance(number, int) and number != ids.LAWFUL:
                found.add(ids.NAMES[number])
    return found


def proved_in(folder: Path) -> set[tuple[str, str]]:
    """Pairs of a rule and an edition in which a test is marked with it."""
    return {
        (rule, edition)
        for path in sorted(folder.glob("*.py"))
        for rule_ids, editions in marks_in(ast.parse(path.read_text(encoding="utf-8")), path)
        for rule in rule_ids
        for edition in editions
    }


def marks_in(tree: ast.Module, path: Path) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """What each test's `@rule(...)` says: the rules, and the editions it runs in."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test"):
            continue
        if any(word in ast.unparse(mark) for mark in node.decorator_list for word in LEFT_OUT):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func).split(".")[-1] == "rule":
                yield read_mark(mark, path)


def read_mark(mark: ast.Call, path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules and editions of one `@rule(...)`, which must be written out."""
    try:
        rule_ids = tuple(ast.literal_eval(argument) for argument in mark.args)
        named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in mark.keywords}
        return rule_ids, editions_of(rule_ids, named.get("editions"))
    except ValueError as problem:
        raise ValueError(f"{path.name}, line {mark.lineno}: {problem}") from None


def editions_of(rule_ids: tuple[str, ...], editions: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The editions a test of these rules runs in: those given, or all that have every one of the rules.

    >>> editions_of(("rent.claim-window",))
    ('1935', 'classic', 'speed-die')
    """
    for rule_id in rule_ids:
        if rule_id not in RULES:
            raise ValueError(f"no rule is called {rule_id!r}")
    having = tuple(name for name in BOOKS if all(RULES[rule_id].exists_in(name) for rule_id in rule_ids))
    for name in editions or ():
        if name not in having:
            raise ValueError(f"{name} has no rule {' or '.join(rule_ids)}")
    if not rule_ids or not having:
        raise ValueError(f"no edition has the rules {', '.join(rule_ids) or '(none named)'} together")
    return having if editions is None else tuple(editions)
