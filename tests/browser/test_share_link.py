"""A link that is shared: what the chat that fetches it shows, and what whoever opens it finds."""

import re
import urllib.request
from html import unescape

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.robot import QUIET, until, visible
from tests.browser.serving import Server


def fetched(address: str) -> bytes:
    """What a chat gets: it knows no fragment."""
    with urllib.request.urlopen(address.partition("#")[0], timeout=60) as answer:
        return bytes(answer.read())


def test_an_invitation_shows_who_invites_and_leads_to_a_seat(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/new", settings={**QUIET, "name": "Ann", "language": "de"})
    visible(page.get_by_role("button", name="Spiel beginnen"))
    page.locator("select:enabled").first.select_option("friend")
    page.get_by_role("button", name="Tisch eröffnen").click()
    link = visible(page.locator("code").filter(has_text="invite=")).inner_text()
    assert "card=" in link
    shown = fetched(link).decode()
    assert "Ann lädt dich zu einem Spiel ein. Klassisch, 1 Platz ist frei." in shown
    found = re.search(r'og:image" content="([^"]*)"', shown)
    assert found is not None
    assert fetched(unescape(found[1])) != fetched(f"{server.url}/share.png?lang=de")
    assert "Ann lädt" not in fetched(re.sub(r"[?#].*", "", link)).decode(), "the table is private"
    other = new_page(link)
    visible(other.get_by_role("button", name="Sit down"))
    expect(other).to_have_url(re.compile(r"/g/\w+$"))
    game = other.url.rpartition("/g/")[2]
    until(other, lambda: other.evaluate(f"JSON.parse(localStorage.getItem('passgo.game.{game}')).card"), "it is kept")
