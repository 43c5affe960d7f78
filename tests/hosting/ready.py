"""Is all here that tests behind nginx and Caddy and over SSH need? `python -m tests.hosting.ready` says so.

It installs what it may.

Exit code 0: they can run. 1: they cannot, and one line says why.
"""

import os
import shutil
import subprocess
import sys
from typing import Any

from tests.browser.ready import BUILT, may_install

NEEDED = {"nginx": "nginx", "openssl": "openssl", "caddy": "caddy", "sshd": "openssh-server", "ssh": "openssh-client"}
"""Programs, and Debian's packages of them."""
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
"""Debian puts servers where only root looks."""


def program(name: str) -> str:
    """A program; empty if there is none."""
    return shutil.which(name, path=PATH) or ""


def install() -> None:
    """Install Debian's packages without starting them; what goes wrong is seen by its still being missing."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # RUNLEVEL=1 keeps the packages from starting servers.
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    print("Installing nginx, Caddy and OpenSSH (Debian's packages, half a minute) ...", flush=True)
    for command in (["update"], ["install", "-y", "--no-install-recommends", *NEEDED.values()]):
        subprocess.run(["apt-get", "-qq", *command], env=quietly, check=False, timeout=900, **quiet)


def missing() -> str:
    """What is missing, as a line; empty if nothing is."""
    if not all(map(program, NEEDED)) and may_install():
        install()
    for name, package in NEEDED.items():
        if not program(name):
            return f"there is no {name} (on Debian, as root, it is installed by itself: apt-get install {package})"
    return "" if BUILT.exists() else "the web app is not built: make web"


if __name__ == "__main__":
    problem = missing()
    if problem:
        print(f"Tests behind nginx and Caddy and over SSH are skipped: {problem}.")
    sys.exit(1 if problem else 0)
