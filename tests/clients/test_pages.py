"""What docs/programs.md shows is run: its commands, and its two programs, one of them at a real server."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from passgo.cli import run
from tests.server.play import running

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "programs.md").read_text()
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^    (passgo (?:tournament|simulate) .*)$", PAGE, re.MULTILINE)

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_the_commands_run_without_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(COMMANDS) == 2
    for line in COMMANDS:
        words = [*shlex.split(line)[1:], "--rounds", "15", "--limit", "60", "--json"]
        assert run(words) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["games"] >= 20
        assert not found["faults"]


def test_the_bot_in_another_language_is_in_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAMS[0].replace("bot_from(word)", "bot_from(word, 60)"), "programs.md", "exec"), {})
    assert {line.split()[1] for line in capsys.readouterr().out.splitlines()} == {"line_bot.js", "trader", "cautious"}


def test_two_bots_take_their_seats_at_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path / "games.db") as server:
        program = PROGRAMS[1].replace("http://localhost:8000", server.url)
        assert server.url in program
        exec(compile(program, "programs.md", "exec"), {})
    told = capsys.readouterr().out.splitlines()
    assert told[-1].endswith(("won.", "Out of the game."))
    assert sum(" sits at " in line for line in told) == 2
    assert not [line for line in told if "instead" in line]


def test_the_answer_that_the_page_shows_is_of_the_schema() -> None:
    from passgo.clients.conversation import READ

    (shown,) = re.findall(r"^```json\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert READ(shown.encode()).action.kind == "Buy"
