"""Is everything here that the browser tests need? `python -m tests.browser.ready` says so, installing what it may.

Exit code 0: they can run. 1: they cannot, and one line says why.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "passgo" / "server" / "static" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """The browser's program; empty if there is none. `PASSGO_CHROMIUM` names another."""
    said = os.environ.get("PASSGO_CHROMIUM", "")
    return said or next((found for name in NAMES if (found := shutil.which(name))), "")


def may_install() -> bool:
    """Is this a Debian on which we are root?"""
    return bool(shutil.which("apt-get")) and hasattr(os, "geteuid") and os.geteuid() == 0


def install() -> None:
    """Install Debian's Chromium; whatever goes wrong is seen by its still being missing."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print("Installing Chromium (Debian's package, a minute) ...", flush=True)
    for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"]):
        subprocess.run(["apt-get", "-qq", *command], env=quietly, check=False, timeout=900, **quiet)


def missing() -> str:
    """What is missing, as a line; empty if nothing is."""
    if not chromium() and may_install():
        install()
    if not chromium():
        return "there is no Chromium (on Debian, as root, it is installed by itself: apt-get install chromium)"
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "Playwright is not installed: pip install playwright"
    if not BUILT.exists():
        return "the web app is not built: make web"
    if not AXE.exists():
        return "axe-core is not installed: npm ci in web/"
    return ""


if __name__ == "__main__":
    problem = missing()
    if problem:
        print(f"Browser tests are skipped: {problem}.")
    sys.exit(1 if problem else 0)
