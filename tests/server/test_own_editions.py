"""A server plays the editions that its host names at the start, by their keys. A client names no file."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from passgo import editions, verify
from passgo.editions import sources
from tests.editions.town import write_town
from tests.server.play import QUICK, Running, person, play_simply, running, sit


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of an edition that this process knows."""
    monkeypatch.setattr(sources, "added", {})
    path = write_town(tmp_path / "my")
    editions.add(path)
    return path


def test_it_is_listed_and_described(town: Path, tmp_path: Path) -> None:
    name = editions.known_name("town")
    with running(tmp_path / "games.db") as here:
        listed = here.get("/api/editions").json()
        assert [edition["edition"] for edition in listed] == [*editions.NAMES, name]
        assert (listed[-1]["title"], listed[-1]["extends"]) == ("Our Town", ["classic"])
        for asked in ("town", name):
            detail = here.get(f"/api/editions/{asked}").json()
            assert detail["info"] == listed[-1]
            assert detail["board"]["squares"][30]["kind"] == "jail"
            assert detail["board"]["squares"][39]["name"] == "Harbour Lane"
            assert {o["name"]: o["default"] for o in detail["options"]}["jail_fine"] == 70
        rule = here.get("/api/rules/jail.fine-before?edition=town").json()
        assert (rule["edition"], rule["extends"], rule["status"]) == (name, ["classic"], "book")
        assert "In Our Town, jail_fine is 70, not 50." in rule["why"]
        assert str(town.parent) not in here.get("/api/editions").text + here.get("/api/editions/town").text


@pytest.mark.parametrize(
    "name", ["{path}", "my/town.toml", "town.toml", "../my/town.toml", "{path}@{digest}", "nowhere"]
)
def test_a_client_names_no_file(name: str, town: Path, tmp_path: Path) -> None:
    digest = editions.known_name("town").partition("@")[2]
    wanted = name.format(path=town, digest=digest)
    with running(tmp_path / "games.db") as here:
        wish = {"edition": wanted, "seats": [person("Ann"), {"kind": "bot"}]}
        answer = here.http.post("/api/games", json=wish)
        assert answer.status_code == 400
        assert f"no edition ({', '.join(editions.NAMES)}, town) is called" in answer.json()["problem"]
        assert here.get(f"/api/rules?edition={wanted}").status_code == 404


def test_it_is_played_with_bots_and_its_record_is_verified(town: Path, tmp_path: Path) -> None:
    async def play(here: Running) -> str:
        game = here.create(
            [person("Ann"), {"kind": "bot", "bot": "normal"}], edition="town", options=QUICK, public=True
        )
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        assert ann.welcome.table.edition == editions.known_name("town")
        await play_simply(ann, [0])
        assert ann.table.status == "finished"
        return str(game["game"])

    with running(tmp_path / "games.db") as here:
        game = asyncio.run(play(here))
        assert here.server.lobby.host.metrics.value("bot_failures_total") == 0
        record = here.get(f"/api/games/{game}/record").text
        assert here.get(f"/api/games/{game}/verify").json()["verified"]
    assert f"edition: {editions.known_name('town')}\n" in record
    assert str(town.parent) not in record
    assert verify(record) > 0


def test_a_game_waits_for_the_edition_that_it_was_played_with(
    town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "games.db") as here:
        ours = here.create([person("Ann"), {"kind": "bot"}], edition="town")
        classic = here.create([person("Ann"), {"kind": "bot"}])

    def board(here: Running, game: dict[str, Any]) -> int:
        return here.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"]).status_code

    known = dict(sources.added)
    for others in ({}, {"town": changed(town)}):
        monkeypatch.setattr(sources, "added", others)
        with running(tmp_path / "games.db") as here:
            assert (board(here, ours), board(here, classic)) == (503, 200)
    monkeypatch.setattr(sources, "added", known)
    with running(tmp_path / "games.db") as here:
        assert (board(here, ours), board(here, classic)) == (200, 200)


def changed(town: Path) -> sources.Sources:
    """The edition with another fine."""
    other = write_town(town.parent.parent / "other")
    other.write_text(other.read_text(encoding="utf-8").replace("jail_fine = 70", "jail_fine = 60"), encoding="utf-8")
    return sources.gather(other, "town")
