"""Tests behind a real nginx. They run where `make hosting-test` says so, and are not collected elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.browser.serving import Server, serving
from tests.hosting.front import NAME, Front, proxied, rendered
from tests.server.databases import cluster, postgres

__all__ = ["cluster", "postgres", "site"]
collect_ignore_glob = [] if os.environ.get("PASSGO_HOSTING") == "1" else ["*.py"]


class Site(NamedTuple):
    """PassGo, and nginx in front of it."""

    server: Server
    front: Front


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site as the page describes it."""
    folder: Path = tmp_path_factory.mktemp("site")
    with serving(folder, options=("--proxy", "127.0.0.1", "--host-name", NAME)) as server:
        front = Front(folder)
        with proxied(front, rendered(front, server.port)):
            yield Site(server, front)
