"""In German nothing is left in English, and on a narrow phone nothing runs off the screen."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from passgo.editions import NAMES, ruleset
from tests.browser.conftest import SIZES, NewPage
from tests.browser.robot import BEYOND, visible
from tests.browser.scenarios import asked
from tests.browser.screens import decisions, ends, possessions
from tests.browser.serving import Server
from tests.translations import english

FILES = ("common", "shell", "options", "board", "play", "bank", "referee")
TELLING = 3
"""So many words in a row are a sentence: fewer may be a name, or the same in both languages."""


def fragments(text: Any) -> Iterator[str]:
    """The pieces of a message between its places that say enough to be recognised."""
    for form in text.values() if isinstance(text, dict) else (text,):
        for piece in re.split(r"\{\w+\}", form):
            words = piece.strip(" .,:;()")
            if len(words.split()) >= TELLING:
                yield words


def all_fragments(*texts: dict[str, Any]) -> set[str]:
    return {words for messages in texts for text in messages.values() for words in fragments(text)}


def files_of(language: str, *more: str) -> list[dict[str, Any]]:
    return [english.read(language, file) for file in (*FILES, *more)]


ENGLISH = all_fragments(*files_of("en"), english.english())
GERMAN = all_fragments(*files_of("de", "rules", "cards", "server", "editions"))


def whole(*texts: dict[str, Any]) -> set[str]:
    """Every message, and every form of it, as it stands."""
    found = (text.values() if isinstance(text, dict) else (text,) for messages in texts for text in messages.values())
    return {form for forms in found for form in forms}


PRINTED = {part for edition in NAMES for square in ruleset(edition).squares for part in square.name.split(" / ")}
SHORT = whole(*files_of("en")) - whole(*files_of("de", "editions")) - PRINTED

SAID = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), said = [];
  while (walk.nextNode()) if (walk.currentNode.parentElement.checkVisibility()) said.push(walk.currentNode.data);
  for (const one of document.querySelectorAll('[aria-label],[title],[placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) said.push(one.getAttribute(name) ?? '');
  return said.map((text) => text.trim()).filter(Boolean);
}"""


def english_on(page: Page) -> list[str]:
    """What the page says in English, read or listened to: pieces of sentences, and short texts as they stand."""
    said: list[str] = page.evaluate(SAID)
    flat = " | ".join(" ".join(text.split()) for text in [page.inner_text("body"), *said])
    return sorted({words for words in ENGLISH - GERMAN if words in flat} | SHORT.intersection(said))


def before_a_game(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    page = new_page(server.url)
    visible(page.get_by_role("heading", name="Wähl ein Regelheft."))
    yield "lobby", page
    page.goto(server.url + "/new")
    visible(page.get_by_role("heading", name="Neues Spiel"))
    page.get_by_role("button", name="Alle").last.click()
    yield "new", page
    for edition in ("1935", "classic", "speed-die", "modern", "classic/modern"):
        page.goto(f"{server.url}/rules/{edition}")
        visible(page.locator("article").first)
        yield f"book-{edition.replace('/', '-')}", page
    for name, question in QUESTIONS.items():
        page.goto(f"{server.url}/rules?q={quote(question)}")
        visible(page.locator("#answer"))
        yield f"ask-{name}", page
    game = server.create([{"mine": True, "name": "Ann"}, {"kind": "person"}, {"kind": "bot", "name": "Ben"}], title="T")
    invited = f"{server.url}/g/{game['game']}#invite={game['invite']}"
    for name, url in (("waiting", server.link(game, 0)), ("join", invited), ("nothing", f"{server.url}/nothing/here")):
        page = new_page(url)
        visible(page.get_by_role("heading").first)  # until the words have come, an English line says so
        yield name, page


def card_and_jail(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    for kind in ("PayCardFine", "PayFine"):
        game, seat = asked(server, kind, edition="1935", title="T")
        page = new_page(server.link(game, seat))
        visible(page.locator(f"[data-act='{kind}']"))
        yield kind, page


QUESTIONS = {
    "deed": "Wie hoch ist die Miete mit zwei Häusern auf Virginia?",
    "silent": "Wie lange gilt ein Angebot?",
    "outside": "Wer hat das Spiel erfunden?",
}

PARTS = {
    "before": before_a_game,
    "decisions": decisions,
    "possessions": lambda server, new_page: islice(possessions(server, new_page), 4),
    "card": card_and_jail,
    "ends": ends,
}


def resize(page: Page, size: str) -> None:
    """Another size; on a phone the board comes to the front, with what is to be decided."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(300)
    tab = page.locator("#tab-board")
    if tab.is_visible() and not page.get_by_role("dialog").is_visible():
        tab.click()
        page.wait_for_timeout(200)


@pytest.mark.parametrize("part", PARTS)
def test_is_german_and_fits(server: Server, new_page: NewPage, shots: Path, part: str) -> None:
    def german(url: str = "", **wishes: Any) -> Page:
        return new_page(url, settings={"language": "de"}, **wishes)

    problems = []
    for name, page in PARTS[part](server, german):
        for size in ("desktop", "phone"):
            resize(page, size)
            problems += [f"{name}, {size}: {words!r} is English" for words in english_on(page)]
            problems += [f"{name}, {size}: beyond the edge: {what}" for what in page.evaluate(BEYOND)]
            page.screenshot(path=shots / f"german-{name}-{size}.png")
        resize(page, "desktop")
    assert not problems, "\n".join(problems[:40])


def test_is_fetched_only_when_it_is_chosen(server: Server, new_page: NewPage) -> None:
    page = new_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if request.url.endswith(".json") else None)
    page.goto(server.url + "/rules/classic")
    visible(page.get_by_role("heading", name="Jail", exact=True))
    german = {path.stem for path in (english.WORDS / "de").glob("*.json")}
    named = {match[1] for url in fetched if (match := re.search(r"/(\w+)-[\w-]+\.json$", url))}
    assert "rules" in german - named, "what English finds in the server's own words is German alone"
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check(force=True)
    visible(page.get_by_role("heading", name="Gefängnis", exact=True))
    assert any("/rules-" in url for url in fetched)
    assert page.evaluate("document.documentElement.lang") == "de"


def test_a_question_in_german_is_answered_in_german(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules", settings={"language": "de"})
    page.get_by_role("combobox").fill("Kein Pasch beim dritten Wurf im Gefängnis")
    page.keyboard.press("Enter")
    visible(page.locator("[data-rule='jail.third-turn']"))
    assert "Wurf" in page.locator("[data-rule]").inner_text()
