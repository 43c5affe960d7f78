"""The small mistakes: what may be written wrongly in place of each piece of a rule."""

import ast
from collections.abc import Iterator

from passgo.rules import codes, ids

Change = tuple[str, ast.AST]
"""The operator's name, and what stands there instead."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SECTIONS = (
    codes.PHASES,
    codes.MATTER_KINDS,
    codes.ACTION_KINDS,
    codes.EVENT_KINDS,
    codes.SQUARE_KINDS,
    codes.CARD_EFFECTS,
    ("BANK", "POT", "NOBODY"),
    ("CHANCE", "CLOCK"),
    ("CHANCE_DECK", "CHEST_DECK"),
    ("BUS", "MR_M", "MR_M_AGAIN"),
    codes.names_of("BY_DICE", "BY_MR_M"),
    codes.names_of("LOT_CHANCE_CARD", "LOT_HOTEL"),
    codes.names_of("STAGE_ASKING", "STAGE_ASKING_AGAIN"),
    ("STAGE_RAISING", "STAGE_BANKRUPT"),
    codes.names_of("TAX_LUXURY_FLAT", "TAX_INCOME_FLAT"),
)
SIBLING = {name: section[n - 1] for section in SECTIONS for n, name in enumerate(section)}
"""A named number, and its neighbour in the same section."""

BOUNDS = {*codes.names_of("PLAYERS", "MOST_CASH"), "ACCOUNTS", "HOTEL"}
RULES = [name for name in vars(ids) if name.isupper() and isinstance(getattr(ids, name), int)]


def changes(node: ast.AST, parents: list[ast.AST]) -> Iterator[Change]:
    """Every mistake that can be made at this node, given the nodes around it, innermost last."""
    if isinstance(node, ast.Compare):
        yield from compared(node)
    elif isinstance(node, ast.BoolOp):
        yield from joined(node)
    elif isinstance(node, ast.BinOp):
        yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.AugAssign):
        yield "arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
    elif isinstance(node, ast.UnaryOp):
        yield ("not" if isinstance(node.op, ast.Not) else "arithmetic"), node.operand
    elif isinstance(node, ast.Constant):
        yield from other_constants(node, parents[-1])
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from other_names(node)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ids":
        yield from other_rules(node, parents)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "codes":
        yield from other_codes(node)
    elif isinstance(node, ast.IfExp) and not is_compared_once(node.test):
        yield "branches", ast.IfExp(node.test, node.orelse, node.body)
    if isinstance(node, ast.If | ast.While) and not is_compared_once(node.test):
        yield "branches", type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    if isinstance(node, ast.stmt) and can_be_left_out(node, parents):
        yield "left out", ast.Pass()


def is_compared_once(test: ast.expr) -> bool:
    """Changing the comparison, or dropping the `not`, already takes the other branch."""
    return (isinstance(test, ast.Compare) and len(test.ops) == 1) or isinstance(test, ast.UnaryOp)


def compared(node: ast.Compare) -> Iterator[Change]:
    """Boundaries shifted by one, and the opposite."""
    for n, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield "comparison", ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)


def joined(node: ast.BoolOp) -> Iterator[Change]:
    """`and` for `or`, and each condition forgotten."""
    yield "and/or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for n in range(len(node.values)):
        rest = node.values[:n] + node.values[n + 1 :]
        yield "condition", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


WIDENED = {ast.Lt: -1, ast.LtE: 1, ast.Gt: 1, ast.GtE: -1, ast.Eq: 1, ast.NotEq: 1}
"""A number right of a comparison is shifted the way that changing the comparison itself does not shift it."""


def other_constants(node: ast.Constant, parent: ast.AST) -> Iterator[Change]:
    """One more, and in a sum one less; in a comparison the one that is not yet a changed comparison."""
    if isinstance(node.value, bool):
        yield "constant", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        shifts = [1, -1] if isinstance(parent, ast.BinOp) else [1]
        if isinstance(parent, ast.Compare) and parent.left is node:
            shifts = [-WIDENED[type(parent.ops[0])]]
        elif isinstance(parent, ast.Compare):
            shifts = [WIDENED[type(parent.ops[parent.comparators.index(node)])]]
        for shift in shifts:
            yield "constant", ast.Constant(node.value + shift)


def other_names(node: ast.Name) -> Iterator[Change]:
    """The least for the most."""
    if node.id in ("min", "max"):
        yield "least/most", ast.Name("max" if node.id == "min" else "min", node.ctx)


def other_codes(node: ast.Attribute) -> Iterator[Change]:
    """A bound shifted by one, a named number replaced by its neighbour."""
    if node.attr in BOUNDS:
        for op in (ast.Add(), ast.Sub()):
            yield "bound", ast.BinOp(node, op, ast.Constant(1))
    elif node.attr in SIBLING:
        yield "named number", ast.Attribute(node.value, SIBLING[node.attr], node.ctx)


def other_rules(node: ast.Attribute, parents: list[ast.AST]) -> Iterator[Change]:
    """Another rule is cited; what a rule forbids is lawful."""
    other = RULES[(RULES.index(node.attr) + 1) % len(RULES)]
    yield "rule id", ast.Attribute(node.value, other, node.ctx)
    returned = next((p for p in reversed(parents) if not isinstance(p, ast.IfExp)), None)
    if isinstance(returned, ast.Return) and node.attr != "LAWFUL":
        yield "lawful", ast.Attribute(node.value, "LAWFUL", node.ctx)


def can_be_left_out(node: ast.stmt, parents: list[ast.AST]) -> bool:
    """A statement without which the function still compiles: no name is left unset, no value unreturned."""
    function = next(p for p in parents if isinstance(p, ast.FunctionDef))
    if isinstance(node, ast.Return):
        return node is not function.body[-1] and len(function.body) > 1
    if isinstance(node, ast.Assign):
        return not any(sets_first(function, node, name) for name in names_set(node))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.If):
        return not node.orelse
    return isinstance(node, ast.AugAssign | ast.For | ast.While | ast.Assert | ast.Continue | ast.Break)


def names_set(node: ast.Assign) -> set[str]:
    """The local names that the statement sets."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def sets_first(function: ast.FunctionDef, node: ast.Assign, name: str) -> bool:
    """Has the local name no value before this statement?"""
    if name in {argument.arg for argument in function.args.args}:
        return False
    return not any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) and part.lineno < node.lineno
        for part in ast.walk(function)
    )
