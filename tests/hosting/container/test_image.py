"""The Containerfile is built by buildah, and what comes of it serves a game, as the user and by the words it names.

It takes minutes, an engine, and a base image: `make container-test`. `PASSGO_BUILD_OPTIONS` are further words for
buildah, such as volumes with mirrors of package indexes.
"""

import http.client
import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
BUILDAH = shutil.which("buildah") or "buildah"
IMAGE = "localhost/passgo-test"
PORT = 8000
"""The port that the image names. With the host's network nobody else may have it."""


def buildah(*words: str, seconds: float = 1800) -> str:
    """What buildah says."""
    done = subprocess.run([BUILDAH, *words], capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, f"buildah {' '.join(words)}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout.strip()


@pytest.fixture(scope="module")
def image() -> str:
    """The image, with its health check: OCI's own format has no place for one."""
    options = shlex.split(os.environ.get("PASSGO_BUILD_OPTIONS", ""))
    ignored = str(ROOT / "deploy" / "Containerfile.dockerignore")
    build = ["bud", "--layers", "--format", "docker", "--ignorefile", ignored, *options]
    buildah(*build, "-f", str(ROOT / "deploy" / "Containerfile"), "-t", IMAGE, str(ROOT))
    return IMAGE


@pytest.fixture
def container(image: str) -> Iterator[str]:
    """A container of the image, which is taken away afterwards."""
    name = buildah("from", "--pull-never", image)
    yield name
    buildah("rm", name)


def config_of(image: str) -> dict[str, Any]:
    """What the image says of itself."""
    return dict(json.loads(buildah("inspect", "--type", "image", image))["Docker"]["config"])


def inside(container: str, *words: str) -> list[str]:
    """The command that runs words in the container, in the host's network."""
    return [BUILDAH, "run", "--isolation", "chroot", "--network", "host", container, "--", *words]


def ask(path: str, body: Any = None) -> tuple[int, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body))
    answer = line.getresponse()
    return answer.status, answer.read()


def wait_until_ready(server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        assert server.poll() is None, "the server ended"
        try:
            if ask("/api/health")[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server does not answer")


def test_the_image_serves_games_as_it_is(container: str, image: str, tmp_path: Path) -> None:
    """Its entry point and its words are run as they stand; a game is created, the page and the health check answer."""
    config = config_of(image)
    assert config["User"] == "10001"
    with (tmp_path / "said").open("wb") as said:
        words = inside(container, *config["Entrypoint"], *config["Cmd"])
        server = subprocess.Popen(words, stdout=said, stderr=said, start_new_session=True)
    try:
        wait_until_ready(server)
        seats = [{"mine": True, "name": "Ann"}, {"kind": "bot"}]
        status, created = ask("/api/games", {"edition": "classic", "seats": seats})
        assert status == 201, created
        status, page = ask("/")
        assert (status, b"<script" in page) == (200, True), "the browser game is in the image"
        health = config["Healthcheck"]["Test"]
        assert health[0] == "CMD"
        subprocess.run(inside(container, *health[1:]), check=True, timeout=60)
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)


def test_whoever_runs_in_it_has_no_rights_and_its_rules_are_compiled(container: str) -> None:
    who = subprocess.run(inside(container, "id", "-u"), capture_output=True, text=True, timeout=60, check=True)
    assert who.stdout.strip() == "10001"
    refused = subprocess.run(inside(container, "touch", "/opt/passgo/x"), capture_output=True, timeout=60, check=False)
    assert refused.returncode != 0
    warm = subprocess.run(inside(container, "passgo", "warm"), capture_output=True, text=True, timeout=600, check=True)
    assert "compiled" not in warm.stdout + warm.stderr, "the image brings its compiled rules along"
