"""What a link shows where it is shared."""

from pathlib import Path

from passgo.server.http.resources import GameLine, SeatLine
from passgo.server.http.share import MARK, share_tags, share_words
from tests.server.play import running


def line(status: str = "open", public: bool = True, winners: tuple[int, ...] = ()) -> GameLine:
    seats = [SeatLine("person", "Ann", "kite"), SeatLine("free", "", ""), SeatLine("bot", "Bela", "moon")]
    return GameLine("abc", "Ann's table", "classic", status, public, 0, 0, seats, [], {}, list(winners))


def test_an_open_table_says_who_invites_and_what_is_free() -> None:
    assert share_words(line(), "Classic") == (
        "Ann's table · PassGo",
        "Ann invites you to a game. Classic, 1 seat is free.",
    )
    assert share_words(line("playing"), "Classic")[1] == "A game is being played. Classic, 3 players."
    assert share_words(line("finished", winners=(2,)), "Classic")[1] == "Bela won. Classic, 3 players."


def test_a_private_game_is_not_told_of() -> None:
    assert share_words(line(public=False)) == share_words(None)


def test_tags_hold_whatever_a_table_is_called() -> None:
    tags = share_tags('"><script>', "a & b", "https://a.example/g/abc", "https://a.example/")
    assert "<script>" not in tags
    assert 'content="https://a.example/share.png"' in tags
    assert "a &amp; b" in tags


def test_pages_of_public_games_have_a_card_of_their_own(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(f"<!doctype html><title>PassGo</title>{MARK}")
    with running(tmp_path / "games.db", static=static) as here:
        seats = [{"mine": True, "name": "Ann"}, {"kind": "person"}]
        made = [
            here.http.post("/api/games", json={"edition": "classic", "seats": seats, "public": public}).json()["game"]
            for public in (True, False)
        ]
        told, hidden = (here.get(f"/g/{game}").text for game in made)
        assert "Ann invites you to a game. Classic, 1 seat is free." in told
        assert "Ann" not in hidden
        assert 'property="og:image"' in hidden
        assert f'content="{here.url}/g/{made[0]}"' in told
        assert here.get("/g/nothing").status_code == 200
