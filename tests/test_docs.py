"""The contract in docs/ says what the source says."""

from pathlib import Path

import pytest

from passgo.dev import contract
from passgo.dev.contract import sources
from passgo.dev.contract.actions import ACTIONS
from passgo.dev.contract.events import EVENTS
from passgo.dev.contract.pages import MATTERS
from passgo.machine import records
from passgo.rules import codes, state

DOCS = Path(__file__).parent.parent / "docs"
ACTIONS_BY_NAME = {name: kind for kinds in ACTIONS.values() for name, kind in kinds.items()}
EVENTS_BY_NAME = {name: kind for kinds in EVENTS.values() for name, kind in kinds.items()}


@pytest.mark.parametrize("name", ["state.md", "actions.md", "events.md"])
def test_the_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text() == contract.documents()[name], "run `make docs`"


def test_every_kind_has_an_entry() -> None:
    assert set(ACTIONS_BY_NAME) == set(codes.ACTION_KINDS)
    assert set(EVENTS_BY_NAME) == set(codes.EVENT_KINDS)
    assert set(MATTERS) == set(codes.MATTER_KINDS)


@pytest.mark.parametrize("kind", codes.ACTION_KINDS)
def test_an_action_names_fields_of_its_record_and_is_judged_by_a_rule(kind: str) -> None:
    assert set(ACTIONS_BY_NAME[kind].uses) <= set(records.fields_of(state.Action))
    assert sources.rules_of_judge(ACTIONS_BY_NAME[kind].judge)


def test_the_judges_are_those_that_the_rules_ask() -> None:
    assert {kind.judge for kind in ACTIONS_BY_NAME.values()} == sources.judges()


@pytest.mark.parametrize("kind", codes.EVENT_KINDS)
def test_an_event_is_told_with_the_fields_its_page_names(kind: str) -> None:
    assert set(EVENTS_BY_NAME[kind].uses) == sources.fields_of_event(kind)
    assert sources.rules_of_event(kind)


@pytest.mark.parametrize("kind", codes.MATTER_KINDS)
def test_a_matter_names_fields_of_the_state(kind: str) -> None:
    assert {f"matter_{name}" for name in MATTERS[kind][1]} <= set(records.fields_of(state.State))


def test_rules_have_one_name_each() -> None:
    """What an action is judged by is found by the names of functions, so two of the same name would mix."""
    import ast

    names = [
        node.name
        for path in sources.FOLDER.glob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert sorted(names) == sorted(set(names))
