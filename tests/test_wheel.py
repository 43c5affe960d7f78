"""A wheel brings the browser game and machine code: who installs one needs no Node and waits for no compiler."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
from passgo.machine.switches import CALM, PLAIN

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "passgo" / "server" / "static"

ALLOWED = ("Py", "_Py_NoneStruct", "mem")
"""What the library may ask of whoever loads it: Python's stable ABI, and copying memory."""

PLAY = """
import json, sys, time
import passgo
game = passgo.Game("classic", players=4, seed=1)
game.play("throw")
first_step = "numba" in sys.modules
from passgo import bots
from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
from passgo.machine.decorators import ENTRIES
from passgo.machine.shipped import library
from passgo.simulate import simulate, Plan, bot_named, fill_seats
from passgo import editions
report = simulate(Plan(editions.ruleset("classic"), fill_seats([bot_named("trader")], 4), 20), threads=1)
print(json.dumps({
    "place": passgo.__file__,
    "shipped": library() is not None,
    "hash": games_hash(play_chosen, choose, range(20)),
    "games": report.games,
    "numba": first_step or "numba" in sys.modules,
    "compiled": [name for name, entry in ENTRIES.items() if hasattr(entry, "compile")],
}))
"""


def build(target: Path, **environment: str) -> Path:
    """Build a wheel."""
    program = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    done = subprocess.run(
        program, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=1200, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.mark.skipif(not STATIC.joinpath("index.html").exists(), reason="the browser game is not built: make web")
def test_a_wheel_holds_the_browser_game(tmp_path: Path) -> None:
    names = set(zipfile.ZipFile(build(tmp_path)).namelist())
    built = {file.relative_to(ROOT).as_posix() for file in STATIC.rglob("*") if file.is_file()}
    assert "passgo/server/static/index.html" in built <= names
    assert not [name for name in names if name.startswith(("web/", "tests/"))]


def unswitched() -> dict[str, str]:
    """The environment without the switches that tests set."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith("PASSGO_") or name == "PASSGO_CACHE"
    }


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of machine code, made of these sources."""
    folder = tmp_path_factory.mktemp("shipped")
    command = [sys.executable, "-m", "passgo.dev.library", str(folder)]
    environment = {**unswitched(), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


@pytest.fixture(scope="module")
def installed(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing in it but what the wheel brings."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = build(tmp_path_factory.mktemp("dist"), PASSGO_SHIPPED=str(library.parent), PASSGO_NO_WEB="1")
    assert "none-any" not in wheel.name
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def play(folder: Path, cache: Path) -> dict[str, object]:
    """What an installed package tells of itself; it has no cache."""
    environment = {**unswitched(), "PYTHONPATH": str(folder), "PASSGO_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    assert str(told["place"]).startswith(str(folder))
    return told


needs_linker = pytest.mark.skipif(
    PLAIN or CALM or shutil.which("cc") is None, reason="a library is linked of what our compiler makes"
)


@needs_linker
def test_a_wheel_plays_the_same_games_without_numba(installed: Path, tmp_path: Path) -> None:
    told = play(installed, tmp_path / "cache")
    assert told["shipped"]
    assert not told["numba"]
    assert told["compiled"] == []
    assert told["games"] == 20
    assert told["hash"] == games_hash(play_chosen, choose, range(20))
    assert not (tmp_path / "cache").exists()


@needs_linker
def test_a_wheel_without_machine_code_is_for_every_system(tmp_path: Path) -> None:
    wheel = build(tmp_path, PASSGO_SHIPPED="", PASSGO_NO_WEB="1")
    assert wheel.name.endswith("py3-none-any.whl")
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if "shipped-" in name]


@needs_linker
def test_shipped_code_of_other_sources_is_left_alone(installed: Path, tmp_path: Path) -> None:
    edited = tmp_path / "edited"
    shutil.copytree(installed, edited)
    with (edited / "passgo" / "rules" / "jail.py").open("a") as file:
        file.write("# edited\n")
    ask = "from passgo.machine import shipped; from passgo.rules.step import step; print(shipped.library(), step)"
    environment = {**unswitched(), "PYTHONPATH": str(edited), "PASSGO_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None <entry point passgo.rules.step.step>"


@needs_linker
@pytest.mark.skipif(shutil.which("nm") is None, reason="nm reads what a library asks for")
def test_the_library_asks_for_nothing_but_python(library: Path) -> None:
    told = subprocess.run(["nm", "-D", "--undefined-only", str(library)], capture_output=True, text=True, check=True)
    asked = [line.split()[-1] for line in told.stdout.splitlines()]
    assert asked
    assert [name for name in asked if not name.startswith(ALLOWED)] == []
