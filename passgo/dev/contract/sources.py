"""Facts read from the source of the rules: what an action is judged by, what an event is written with."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import passgo.rules.codes
from passgo.rules import ids

Names = frozenset[str]
Bound = dict[str, Names]
KEPT = "matter_rule"
"""Stands for the rule that a matter keeps in the record."""

FOLDER = Path(passgo.rules.codes.__file__).parent


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """Every function of the rules by name. Rules share no names, or this would be ambiguous."""
    found: dict[str, ast.FunctionDef] = {}
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = node
    return found


@cache
def calls() -> dict[str, list[tuple[str, ast.Call]]]:
    """Name of a function -> everyone who calls it, and the call."""
    found: dict[str, list[tuple[str, ast.Call]]] = {}
    for caller, function in functions().items():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and callee(node):
                found.setdefault(callee(node), []).append((caller, node))
    return found


def callee(call: ast.Call) -> str:
    """The name of the function that is called: `can_buy`, as in `buying.can_buy(...)`; empty if it has none."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def parameters(function: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters."""
    return [argument.arg for argument in function.args.args]


def possible(expression: ast.expr, caller: str, bound: Bound | None = None, depth: int = 8) -> Names:
    """The constants that an expression can be, as far as the source shows: `{"MOVE_SALARY", "MOVE_SALARY_TWICE"}`."""
    if depth == 0:
        return frozenset()
    if isinstance(expression, ast.Attribute):
        return frozenset({expression.attr} if expression.attr.isupper() else ())
    if isinstance(expression, ast.Subscript) and ast.unparse(expression).startswith("g.matter_rule"):
        return frozenset({KEPT})
    if isinstance(expression, ast.IfExp):
        return possible(expression.body, caller, bound, depth) | possible(expression.orelse, caller, bound, depth)
    if isinstance(expression, ast.Name):
        return named(expression.id, caller, bound, depth)
    if isinstance(expression, ast.Call) and callee(expression) in functions():
        return answered(expression, caller, bound, depth)
    return frozenset()


def named(name: str, caller: str, bound: Bound | None, depth: int) -> Names:
    """What a name inside a function can be: a constant, what callers pass, or what was assigned."""
    if name.isupper():
        return frozenset({name})
    function = functions()[caller]
    if bound is not None and name in bound:
        return bound[name]
    found: Names = frozenset()
    if name in parameters(function):
        place = parameters(function).index(name)
        for above, call in calls().get(caller, []):
            if place < len(call.args):
                found |= possible(call.args[place], above, None, depth - 1)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            found |= possible(node.value, caller, bound, depth - 1)
    return found


def answered(call: ast.Call, caller: str, bound: Bound | None, depth: int) -> Names:
    """What a call can answer, given its arguments."""
    function = functions()[callee(call)]
    given = {
        parameter: possible(argument, caller, bound, depth - 1)
        for parameter, argument in zip(parameters(function), call.args, strict=False)
    }
    found: Names = frozenset()
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            found |= possible(node.value, function.name, given, depth - 1)
    return found


def rule_ids(names: Names) -> list[str]:
    """Those names that are rules, as ids in the order of the rulebook."""
    numbers = sorted(getattr(ids, name) for name in names if hasattr(ids, name) and name != "LAWFUL")
    return [ids.NAMES[number] for number in numbers]


Told = tuple[Names, Names, Names]
"""The kinds one call of `tell` can write, the rules it can cite, and the fields it fills."""

PLACES = ("player", "other", "square", "amount")
ADDED = {"tell_card": ("card",), "tell_dice": ("die_1", "die_2", "die_3")}


@cache
def told() -> tuple[Told, ...]:
    """Every place in the rules that writes an event."""
    found = []
    for caller, call in calls()["tell"]:
        kind, rule, *places = call.args[1:]
        fields = {name for name, place in zip(PLACES, places, strict=True) if ast.unparse(place) not in ("NOBODY", "0")}
        fields |= added_after(functions()[caller], call)
        found.append((possible(kind, caller), possible(rule, caller), frozenset(fields)))
    return tuple(found)


def added_after(function: ast.FunctionDef, call: ast.Call) -> set[str]:
    """The fields that are added to the event of this `tell` before the function writes another."""
    later = [node for node in ast.walk(function) if getattr(node, "lineno", 0) > call.lineno]
    others = [node.lineno for node in later if isinstance(node, ast.Call) and callee(node) == "tell"]
    end = min(others, default=sys.maxsize)
    added: set[str] = set()
    for node in later:
        if isinstance(node, ast.Call) and node.lineno < end:
            added.update(ADDED.get(callee(node), ()))
        if isinstance(node, ast.Assign) and node.lineno < end:
            added.update(re.findall(r"^log\.(\w+)\[", ast.unparse(node)))
    return added


def rules_of_event(kind: str) -> list[str]:
    """The rules by which an event of this kind can happen; last, if so, the rule that its matter keeps."""
    names: Names = frozenset().union(*(rules for kinds, rules, _ in told() if kind in kinds))
    return [*rule_ids(names), *([KEPT] if KEPT in names else [])]


def fields_of_event(kind: str) -> set[str]:
    """The fields that an event of this kind fills somewhere in the rules."""
    return {name for kinds, _, fields in told() if kind in kinds for name in fields}


def rules_of_judge(function: str) -> list[str]:
    """The rules that a function of the rules can answer with, when it refuses."""
    returns = [node for node in ast.walk(functions()[function]) if isinstance(node, ast.Return)]
    return rule_ids(frozenset().union(*(possible(node.value, function) for node in returns if node.value is not None)))


def judges() -> set[str]:
    """The functions that `legal` asks whether an action is lawful."""
    asking = [function for name, function in functions().items() if name.startswith("refusal")]
    called = {callee(node) for function in asking for node in ast.walk(function) if isinstance(node, ast.Call)}
    return {name for name in called if name.startswith("can_")}
