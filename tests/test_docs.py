"""The contract in docs/ says what the source says."""

from pathlib import Path

import pytest

from passgo.dev import contract
from passgo.dev.contract.events import BY_NAME, rules_of
from passgo.dev.contract.pages import MATTERS
from passgo.machine import records
from passgo.rules import codes, ids, state
from passgo.rules.actions import ALWAYS, KINDS, ActionKind

DOCS = Path(__file__).parent.parent / "docs"


@pytest.mark.parametrize("name", ["state.md", "actions.md", "events.md", "position.schema.json"])
def test_the_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text() == contract.documents()[name], "run `make docs`"


def test_every_kind_has_an_entry() -> None:
    assert tuple(kind.name for kind in KINDS) == codes.ACTION_KINDS
    assert set(BY_NAME) == set(codes.EVENT_KINDS)
    assert set(MATTERS) == set(codes.MATTER_KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_action_names_fields_of_its_record_and_is_judged_by_rules(kind: ActionKind) -> None:
    assert set(kind.fields) <= set(records.fields_of(state.Action)) - {"kind", "player", "most"}
    assert kind.refused_by
    assert {*kind.refused_by, *ALWAYS} <= set(ids.NUMBERS)
    assert len(kind.refused_by) == len(set(kind.refused_by))


@pytest.mark.parametrize("name", codes.EVENT_KINDS)
def test_an_event_names_fields_of_the_log_and_happens_by_rules(name: str) -> None:
    kind = BY_NAME[name]
    assert set(kind.uses) <= set(records.fields_of(state.Log)) - {"kind", "rule", "count", "listening", "dressed"}
    assert kind.by
    assert rules_of(kind) <= set(ids.NUMBERS)
    assert len(kind.by) == len(set(kind.by))


@pytest.mark.parametrize("kind", codes.MATTER_KINDS)
def test_a_matter_names_fields_of_the_state(kind: str) -> None:
    assert {f"matter_{name}" for name in MATTERS[kind][1]} <= set(records.fields_of(state.State))


def test_the_list_of_pages_names_every_page() -> None:
    listed = (DOCS / "README.md").read_text()
    assert [
        page.name for page in DOCS.glob("*.md") if f"({page.name})" not in listed and page.name != "README.md"
    ] == []


def test_decisions_are_numbered_in_order() -> None:
    names = sorted(page.name for page in (DOCS / "decisions").glob("*.md"))
    numbers = [int(name[:4]) for name in names]
    assert len(set(numbers)) == len(numbers)
    for name, number in zip(names, numbers, strict=True):
        assert (DOCS / "decisions" / name).read_text().startswith(f"# {number}. ")
