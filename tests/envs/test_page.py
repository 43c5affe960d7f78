"""docs/environments.md says what the source says, and its examples run."""

import doctest
from pathlib import Path

from passgo.envs.tables import actions as space
from passgo.envs.tables.observation import fields_for
from passgo.rules.actions import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
TEXT = PAGE.read_text("utf-8")

HEADINGS = ["Usage", "Observation", "Actions", "Rewards", "Termination", "Determinism", "Versions"]
TABLES = ("Observation", "Actions")
"""What is told by a table."""


def test_every_number_is_in_the_table() -> None:
    for block in space.BLOCKS:
        first = space.STARTS[block.name]
        numbers = str(first) if block.size == 1 else f"{first}-{first + block.size - 1}"
        assert f"| {numbers} | {block.name} | {block.of} | {block.means} |" in TEXT
    flat = " ".join(TEXT.split())
    assert ", ".join(KINDS[kind].word for kind in space.SIMPLE) in flat
    assert "$" + ", ".join(str(more) for more in space.RAISES[1:]) + " above it" in flat
    assert f"{space.COUNT} numbers" in flat


def test_every_field_is_in_the_table() -> None:
    rows = [line.split(" | ") for line in TEXT.splitlines() if line.startswith("| `")]
    named = {row[0].strip("| `"): row[1:] for row in rows}
    for few, many in zip(fields_for(5, True), fields_for(7, True), strict=True):
        shape = " x ".join("n" if a != b else str(a) for a, b in zip(few.shape, many.shape, strict=True))
        most = "n" if few.most != many.most else str(few.most)
        assert named[few.name][:2] == [shape, f"{few.least} to {most}"]
        assert named[few.name][2].startswith(few.meaning)


def test_every_environment_has_the_same_headings() -> None:
    sections = {part.splitlines()[0]: part for part in TEXT.split("\n## ")[1:]}
    environments = [name for name in sections if name not in ("Settings", "Examples")]
    assert environments == ["passgo/Monopoly-v0", "The vector environment", "PettingZoo", "OpenSpiel", "Text"]
    for name in environments:
        parts = [part.splitlines() for part in sections[name].split("\n### ")[1:]]
        assert [part[0] for part in parts] == HEADINGS, name
        for part in parts:
            assert any(part[1:]), (name, part[0])
            assert part[0] not in TABLES or any(line.startswith("| ---") for line in part), (name, part[0])


def test_the_examples_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 10
    assert found.failed == 0
