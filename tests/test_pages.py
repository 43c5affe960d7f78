"""The examples in the documentation are run as they stand: commands (`console` blocks) and sessions (`python` ones)."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from passgo.cli import run

ROOT = Path(__file__).parent.parent
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(path: Path) -> list[tuple[int, str, str]]:
    """The line, the kind and the text of every block that can be run."""
    text = path.read_text()
    found = [(text[: block.start()].count("\n") + 1, block[1], block[2]) for block in BLOCK.finditer(text)]
    return [example for example in found if example[1] == "console" or ">>>" in example[2]]


PAGES = [path for path in sorted(ROOT.glob("docs/*.md")) if examples(path)]


def run_session(text: str, path: Path, line: int, names: dict[str, Any]) -> None:
    session = doctest.DocTestParser().get_doctest(text, names, path.name, str(path), line)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    assert runner.run(session, out=told.append, clear_globs=False).failed == 0, "".join(told)
    names.update(session.globs)


def test_the_pages_about_the_library_have_examples() -> None:
    assert {"bots.md", "positions.md", "records.md", "simulate.md"} <= {path.name for path in PAGES}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_examples_of_a_page_run_as_printed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, Any] = {}
    for line, kind, text in examples(path):
        if kind == "python":
            run_session(text, path, line, names)
            continue
        for command in re.findall(r"^\$ passgo (.*)$", text, re.MULTILINE):
            assert run(command.split()) == 0, command
            capsys.readouterr()
