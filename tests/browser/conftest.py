"""Chromium, a server, and pages. They run where `make browser-test` says so, and are not collected elsewhere."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.ready import chromium as program
from tests.browser.serving import Server, serving

WANTED = os.environ.get("PASSGO_BROWSER") == "1"
collect_ignore_glob = [] if WANTED else ["*.py"]
if WANTED:
    from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

    expect.set_options(
        timeout=60_000
    )  # the machine may be busy with other things; nothing that is waited for takes long

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync", "--font-render-hinting=none", "--force-color-profile=srgb"]
INSTANT = {"speed": "instant", "language": "en", "theme": "light"}
SIZES = {"phone": (360, 780), "tablet": (768, 1024), "desktop": (1440, 900)}

NewPage = Callable[..., "Page"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def new_page(browser: "Browser", request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """A page of a browser that has never been here. What goes wrong in its script fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(url: str = "", size: str = "desktop", settings: dict[str, Any] | None = None, **wishes: Any) -> Page:
        width, height = SIZES[size]
        touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = browser.new_context(viewport={"width": width, "height": height}, **touch, **wishes)
        context.set_default_timeout(60_000)
        contexts.append(context)
        kept = json.dumps({**INSTANT, **(settings or {})})
        context.add_init_script(
            f"localStorage.getItem('passgo.settings') ?? localStorage.setItem('passgo.settings', {json.dumps(kept)})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        if url:
            page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures of this run are put: to be looked at, and beside the golden ones when they differ."""
    folder = Path(os.environ.get("PASSGO_SHOTS") or Path(__file__).parent / "shots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
