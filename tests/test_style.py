"""The taste of the project, where a machine can judge it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import passgo
from tests.reference.runs import HARNESS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "passgo"
SOURCES = sorted(PACKAGE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LONGEST_FUNCTION_LINES = 60
LONGEST_FILE_LINES = 600
WIDEST_PROSE = 160

# Words of the game itself, which a board also prints on its squares.
COMMON_WORDS = {"GO", "Jail", "Chance", "Community Chest", "Free Parking", "Go To Jail", "Income Tax", "Luxury Tax"}


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_no_function_is_longer_than_a_screen(path: Path) -> None:
    long = [
        f"{node.name}: {lines} lines"
        for node in functions(path)
        if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION_LINES
    ]
    assert not long


@pytest.mark.parametrize("path", SOURCES + TESTS, ids=named)
def test_no_file_is_longer_than_one_can_read_at_a_sitting(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE_LINES


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_test_borrows_from_a_file_of_tests() -> None:
    """What several tests need lies in a module of its own, where one looks for it."""
    of_tests = {f".{path.stem}." for path in TESTS if path.name.startswith("test_")}
    assert len(of_tests) > 50
    borrowed = [
        f"{named(path)}: {name}"
        for path in TESTS
        for name in imported(path)
        if name.startswith("tests.") and any(file in f"{name}." for file in of_tests)
    ]
    assert not borrowed


def names_of_squares() -> set[str]:
    """Every name a board prints, except the common words of the game."""
    return {
        name
        for path in (PACKAGE / "editions" / "boards").glob("*.toml")
        for name in square_names(tomllib.loads(path.read_text()))
    }


def square_names(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("name"), str) and node["name"].casefold() not in {w.casefold() for w in COMMON_WORDS}:
            yield node["name"]
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from square_names(part)


def outside_of_doctests(path: Path) -> str:
    """The source without examples: `>>> game.play("build boardwalk")` has to name a square."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def test_board_names_live_in_edition_data_only() -> None:
    names = names_of_squares()
    assert len(names) > 20, "the boards are not where this test looks for them"
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names), re.IGNORECASE)
    found = [f"{named(path)}: {hit}" for path in SOURCES for hit in pattern.findall(outside_of_doctests(path))]
    assert not found


PLACES_FOR_A_PLAYER = {"player", "other", "payer", "payee", "owner", "creditor", "debtor", "seat"}


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_the_bank_and_nobody_have_names(path: Path) -> None:
    """`owner == -1` says nothing; `owner == NOBODY` does."""
    bare = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Compare) and any(is_minus_one(side) for side in node.comparators):
            words = {w for side in (node.left, *node.comparators) for w in re.findall(r"[a-z]+", ast.unparse(side))}
            if words & PLACES_FOR_A_PLAYER:
                bare.append(f"line {node.lineno}: {ast.unparse(node)}")
    assert not bare


def is_minus_one(node: ast.expr) -> bool:
    return ast.unparse(node) == "-1"


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_no_file_is_named_after_nothing(path: Path) -> None:
    assert not {"utils", "core", "base", "manager", "helpers"} & set(path.relative_to(ROOT).with_suffix("").parts)


def test_the_second_reading_knows_nothing_of_the_engine() -> None:
    """It was written from the rulebook alone, and stays apart; what lets the two argue knows both."""
    folder = ROOT / "tests" / "reference"
    apart = [
        f for f in folder.glob("*.py") if f.name not in {*HARNESS, "compare.py"} and not f.name.startswith("test_")
    ]
    assert len(apart) > 10
    for path in apart:
        assert not re.search(r"^\s*(from|import) passgo", path.read_text(), re.MULTILINE), path


@pytest.mark.parametrize(
    "path", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "web" / "README.md"]), ids=str
)
def test_prose_is_narrow_enough_to_read(path: Path) -> None:
    """A row of a table is one line in Markdown, and may be wider."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > WIDEST_PROSE] == []


def test_the_citation_names_the_version_of_the_package() -> None:
    named_versions = re.findall(r"^ *version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert named_versions == [passgo.__version__] * 2
