"""docs/architecture.md names rooms, files and functions that exist, and its picture is the one that is enforced."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
STOPS = re.findall(r"`((?:passgo|web)/[\w./]+)` `([\w.]+)`", PAGE)


def layers() -> list[list[str]]:
    """The rooms as the import contract lists them, from the top."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return [layer.split(" | ") for layer in contracts[0]["layers"]]


def test_the_picture_shows_the_rooms_in_the_order_that_is_enforced() -> None:
    picture = PAGE.split("```")[1]
    drawn = [line[:48].split() for line in picture.splitlines()]
    rows = [words for words in drawn if any(re.fullmatch(r"[a-z]+", word) for word in words)]
    assert rows == layers()


def test_every_room_is_a_folder_or_a_module() -> None:
    rooms = {room for layer in layers() for room in layer}
    found = {
        path.stem for path in (ROOT / "passgo").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert found - {"__init__", "__main__"} == rooms


@pytest.mark.parametrize(("file", "name"), STOPS, ids=[f"{file}:{name}" for file, name in STOPS])
def test_a_stop_of_a_walk_is_where_the_page_says(file: str, name: str) -> None:
    source = (ROOT / file).read_text()
    if file.endswith(".py"):
        assert re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", source, re.MULTILINE)
    else:
        assert re.search(rf"\b{re.escape(name)}\(", source)


def test_a_click_takes_ten_stops() -> None:
    click = PAGE.split("## A click")[1].split("\n## ")[0]
    assert len(re.findall(r"^\| \d+ \|", click, re.MULTILINE)) <= 10
