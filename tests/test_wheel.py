"""A wheel brings the browser game with it, so who installs one needs no Node."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "passgo" / "server" / "static"


@pytest.mark.skipif(not STATIC.joinpath("index.html").exists(), reason="the browser game is not built: make web")
def test_a_wheel_holds_the_browser_game(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    built = {file.relative_to(ROOT).as_posix() for file in STATIC.rglob("*") if file.is_file()}
    assert "passgo/server/static/index.html" in built <= names
    assert not [name for name in names if name.startswith(("web/", "tests/"))]
