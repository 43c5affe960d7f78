"""The command line itself: it starts at once, complaints are ours, every help has an example, shells complete it."""

import ast
import json
import shlex
import shutil
import subprocess
import sys
from importlib import import_module, util
from pathlib import Path
from typing import Any

import pytest

from passgo import bots
from passgo.cli import COMMANDS, GROUPS, find_command, run, walk
from passgo.cli.arguments import BOTS, SPARRING
from passgo.cli.completing import candidates
from passgo.cli.play import LEVELS

ROOT = Path(__file__).parents[1]
LINES = [
    name if group == "passgo" else f"{group} {name}"
    for group in ("passgo", *GROUPS)
    for name in (COMMANDS if group == "passgo" else import_module(f"passgo.cli.{group}").COMMANDS)
    if name not in GROUPS
]
HEAVY = (
    "numpy",
    "numba",
    "llvmlite",
    "rich",
    "textual",
    "msgspec",
    "asyncio",
    "uvicorn",
    "duckdb",
    "passgo.game",
    "passgo.rules.step",
)
"""What takes long to load, and what help, rules and editions do without."""

MOST_MODULES = 175
"""Modules that a light command loads, Python's own start included. NumPy alone has more than a hundred."""

PROBE = """
import json, sys
from passgo.cli import run
code = run(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def command_of(line: str) -> Any:
    path, commands, words = walk(line.split())
    return find_command(path, commands, words[0])


def loaded(*words: str) -> list[str]:
    """The modules that a command has loaded when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words], capture_output=True, text=True, timeout=120, cwd=ROOT, check=True
    )
    code, modules = json.loads(done.stderr.splitlines()[-1])
    assert code == 0
    return list(modules)


@pytest.mark.parametrize(
    "line",
    ["--help", "--version", "rules", "rules free parking", "rules --json", "editions", "editions classic",
     "--complete play --e", *(f"{line} --help" for line in LINES)],
)  # fmt: skip
def test_what_must_answer_at_once_loads_little(line: str) -> None:
    modules = loaded(*line.split())
    assert not set(modules) & set(HEAVY)
    assert len(modules) <= MOST_MODULES


def test_a_list_of_editions_reads_no_rulebook() -> None:
    assert "passgo.rulebook" not in loaded("editions")


def test_the_package_itself_loads_nothing_of_ours() -> None:
    script = "import json, sys, passgo; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    modules = json.loads(done.stdout)
    assert [name for name in modules if name.startswith("passgo")] == ["passgo"]
    assert not set(modules) & set(HEAVY)


def test_python_runs_the_package() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "passgo", "--version"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.startswith("passgo ")


@pytest.mark.parametrize("line", LINES)
def test_the_first_line_of_a_help_is_what_the_list_says(line: str) -> None:
    commands = walk(line.split())[1]
    assert (command_of(line).function.__doc__ or "").splitlines()[0] == commands[line.split()[-1]]


@pytest.mark.parametrize("line", LINES)
def test_every_help_has_an_example_that_the_command_understands(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*line.split(), "--help"]) == 0
    told = capsys.readouterr().out
    examples = [text.strip() for text in told.splitlines() if text.startswith(f"    passgo {line}")]
    if line == "completion":
        examples = ["passgo completion bash"]
        assert all(f"passgo completion {shell}" in told for shell in ("bash", "zsh", "fish"))
    assert examples
    for example in examples:
        words = shlex.split(example.split("  #")[0])[1:]
        assert words[: len(line.split())] == line.split()
        command_of(line).parse(words[len(line.split()) :])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no-such-command", "passgo: there is no command 'no-such-command'; passgo --help lists them"),
        ("simulte", "passgo: there is no command 'simulte'; did you mean simulate?"),
        ("--fast", "passgo: there is no option --fast; passgo --help lists what there is"),
        ("play --players many", "--players: expected a whole number from 2 to 8, not 'many'"),
        ("play --players 9", "--players: expected a whole number from 2 to 8, not 9"),
        ("play --players", "--players: expected a whole number from 2 to 8 after it"),
        ("play --seed=-1", "--seed: expected a whole number of at least 0, not -1"),
        ("play --playres 3", "passgo play: there is no option --playres; did you mean --players?"),
        ("play -x", "passgo play: there is no option -x; passgo play --help lists them"),
        ("play now", "passgo play: nothing is expected at 'now'; passgo play --help shows how"),
        ("rules --json=yes", "--json takes no value"),
        ("verify", "passgo verify: expected RECORD; passgo verify --help shows how"),
        ("bot trader", "passgo bot: expected --seat; passgo bot --help shows how"),
        ("bench engine --seconds soon", "--seconds: expected a number of at least 0.1, not 'soon'"),
        ("bench engine --seconds nan", "--seconds: expected a number of at least 0.1, not nan"),
        ("completion tcsh", "expected one of bash, zsh, fish, not 'tcsh'"),
        ("tournament trader", "a tournament needs at least two entrants, not 1"),
    ],
)
def test_every_complaint_is_ours(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    assert capsys.readouterr().err == f"passgo: {told}\n"


def test_words_are_understood_in_every_usual_form() -> None:
    play = command_of("play")
    wanted = {"players": 3, "seed": 7, "option": ["a=1", "b=2"]}
    for line in (
        "--players 3 --seed 7 --option a=1 --option b=2",
        "--players=3 --seed=7 --option=a=1 -o b=2",
        "-p3 -s 7 -oa=1 -ob=2",
    ):
        assert play.parse(line.split()) == wanted
    rules = command_of("rules")
    assert rules.parse(["third", "--json", "turn"]) == {"text": ["third", "turn"], "as_json": True}
    assert rules.parse(["--", "--json"]) == {"text": ["--json"]}
    assert command_of("serve").parse(["-p", "0"]) == {"port": 0}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([""], [*COMMANDS, "--help"]),
        (["t"], ["tournament", "train"]),
        (["bench", ""], ["engine", "envs", "expert", "library", "simulate", "start", "threads", "--help"]),
        (["editions", "c"], ["classic"]),
        (["tournament", "tra"], ["trader"]),
        (["simulate", "--bots", "ca"], ["cautious"]),
        (["simulate", "--bots", "sh"], ["shopkeeper"]),
        (["play", "--level", "h"], ["hard"]),
        (["verify", ""], []),
        (["simulate", "--out", ""], []),
        (["nonsense", "--x"], []),
    ],
)
def test_a_line_is_completed(words: list[str], found: list[str]) -> None:
    assert candidates(words) == found


def test_the_bots_that_are_proposed_are_those_there_are() -> None:
    assert sorted(bots.DESCRIPTIONS) == list(BOTS)
    assert sorted(bots.SPARRING) == list(SPARRING)
    assert bots.LEVELS == LEVELS


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_by_the_script(tmp_path: Path) -> None:
    program = tmp_path / "passgo"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m passgo "$@"\n')
    program.chmod(0o755)
    typing = (
        'eval "$(passgo completion bash)"; COMP_WORDS=(passgo simulate --edition mo); COMP_CWORD=3; _passgo;'
        ' echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", typing], capture_output=True, text=True, cwd=ROOT, env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        check=True,
    )  # fmt: skip
    assert done.stdout == "modern\n"


@pytest.mark.parametrize(
    ("line", "module", "extra"),
    [
        ("serve", "uvicorn", "server"),
        ("bot trader --seat /g/abcd#seat=k", "websockets", "server"),
        ("simulate --out games.parquet", "duckdb", "data"),
        ("simulate --turns turns.parquet", "duckdb", "data"),
        ("simulate --holdings holdings.parquet", "duckdb", "data"),
        ("simulate --plots pictures", "matplotlib", "data"),
        ("simulate --ray", "ray", "cluster"),
        ("dev tune --generations 1", "cma", "tune"),
        ("bench envs", "gymnasium", "rl"),
        ("bench envs", "pettingzoo", "rl"),
    ],
)
def test_an_extra_that_is_missing_is_named_before_anything_compiles(
    line: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from passgo.cli import arguments, warm

    def never() -> float:
        raise AssertionError("it compiles")

    monkeypatch.setattr(warm, "warm", never)
    monkeypatch.setattr(arguments, "find_spec", lambda name: None if name == module else util.find_spec(name))
    assert run(line.split()) == 2
    told = capsys.readouterr().err
    assert told.endswith(f"needs {module}: pip install 'passgo[{extra}]'\n")
    assert told.count("\n") == 1


def test_a_database_in_no_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for database in (tmp_path / "no" / "games.db", f"sqlite:///{tmp_path}/no/games.db"):
        assert run(["serve", "--database", str(database)]) == 2
        assert capsys.readouterr().err == (
            f"passgo: --database: expected a file in a folder that is there, and {tmp_path / 'no'} is none\n"
        )
    assert not (tmp_path / "no").exists()


def test_every_command_for_programs_speaks_json() -> None:
    """All but those that print a page or a script, or go on until they are stopped."""
    silent = {
        "play",
        "bank",
        "serve",
        "bot",
        "completion",
        "dev benchmark",
        "dev calibration",
        "dev docs",
        "dev perft",
        "dev story",
        "dev tune",
    }
    assert {line for line in LINES if "--json" not in command_of(line).options} == silent


def test_no_module_of_the_line_loads_a_parser_of_another() -> None:
    for path in (ROOT / "passgo" / "cli").rglob("*.py"):
        names = {node.names[0].name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import)}
        assert not names & {"typer", "click", "argparse"}
