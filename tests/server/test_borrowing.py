"""Tables share an engine, and none can look into another's position: it is lent for a `with` block without `await`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from passgo.server.table.edition_engine import edition_engine

SERVER = Path(__file__).parents[2] / "passgo" / "server"
LENDING = {"open", "at"}
"""Methods that lend a position: `with state.open() as position`, `with edition.at(record) as position`."""


def test_a_position_is_lent_to_one_at_a_time() -> None:
    edition = edition_engine("classic", "")
    two, three = edition.first_position(2), edition.first_position(3)
    with edition.at(two) as position:
        with pytest.raises(RuntimeError, match="lent"), edition.at(three):
            pass
        assert position.g.players == 2, "the second did not disturb the first"
    with edition.at(three) as position:
        assert position.g.players == 3


def test_a_position_is_given_back_when_something_goes_wrong() -> None:
    edition = edition_engine("classic", "")
    two = edition.first_position(2)
    with pytest.raises(LookupError), edition.at(two):
        raise LookupError
    with edition.at(two) as position:
        assert position.g.players == 2


@pytest.mark.parametrize("part", ["g", "engine"])
def test_whoever_keeps_a_position_reads_nothing_after_its_block(part: str) -> None:
    edition = edition_engine("classic", "")
    two, three = edition.first_position(2), edition.first_position(3)
    with edition.at(two) as kept:
        pass
    with edition.at(three), pytest.raises(AttributeError):
        getattr(kept, part)


WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def loans(tree: ast.AST) -> Iterator[ast.With]:
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            if any(isinstance(call.func, ast.Attribute) and call.func.attr in LENDING for call in calls):
                yield node


def test_nothing_is_awaited_while_a_position_is_lent() -> None:
    found = 0
    for path in SERVER.rglob("*.py"):
        for loan in loans(ast.parse(path.read_text())):
            found += 1
            waits = [node for node in ast.walk(loan) if isinstance(node, WAITS)]
            assert not waits, f"{path.name}, line {loan.lineno}"
    assert found > 10, "the loans are not where this test looks for them"
