"""The board as a picture: what it shows, and that it stays as it is."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import passgo
from passgo import editions
from passgo.game.picture.icons import FILLED, LINED
from passgo.game.picture.layout import lane_of, rect_of, standings
from tests.game.pictures import FOLDER, kept

MOST_BYTES = 40 * 1024
SPRITE = Path(__file__).parents[2] / "web" / "src" / "kit" / "icons.svg"
SVG = "{http://www.w3.org/2000/svg}"


def words_of(picture: str) -> set[str]:
    return {"".join(element.itertext()) for element in ElementTree.fromstring(picture).iter(f"{SVG}text")}


def squares_of(picture: str) -> list[str]:
    titles = [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]
    return titles[1:]


@pytest.mark.parametrize("edition", editions.NAMES)
def test_the_picture_is_as_it_was(edition: str) -> None:
    """After a change that is meant: `python -m tests.game.pictures`, and look at what it drew."""
    picture = kept(edition).svg()
    assert picture == (FOLDER / f"{edition}.svg").read_text(encoding="utf-8")
    assert len(picture.encode()) <= MOST_BYTES
    ElementTree.fromstring(picture)


def test_the_fullest_board_is_small_enough() -> None:
    ruleset = editions.ruleset("speed-die")
    names = [f"{n} of the longest names of al" for n in range(8)]
    players: dict[str, dict[str, object]] = {name: {"deeds": {}, "square": 10, "jail": 1} for name in names}
    for group in ruleset.groups:
        for deed in group.deeds:
            holding = players[names[group.index % 8]]["deeds"]
            assert isinstance(holding, dict)
            holding[ruleset.deeds[deed].slug] = 4 if group.index < 3 else "hotel" if group.index < 6 else "mortgaged"
    game = passgo.Game.from_dict({"edition": "speed-die", "players": players, "dice": [3, 3, 3]}, dealer="typed")
    assert len(game.svg().encode()) <= MOST_BYTES


def test_every_square_says_what_it_is() -> None:
    position = {
        "players": {
            "Ann": {"deeds": {"park place": 4, "boardwalk": "hotel", "oriental": "mortgaged", "water works": 0}},
            "Ben": {"jail": 2, "cash": 77},
        }
    }
    game = passgo.Game.from_dict(position, dealer="typed")
    said = squares_of(game.svg())
    assert len(said) == 40
    assert "Boardwalk, dark blue, Ann's, a hotel, rent $2,000" in said
    assert "Park Place, dark blue, Ann's, 4 houses, rent $1,300" in said
    assert "Oriental Avenue, light blue, Ann's, mortgaged" in said
    assert "Water Works, utilities, Ann's, rent 4\N{MULTIPLICATION SIGN} dice" in said
    assert "Baltic Avenue, brown, for sale at $60" in said
    assert "GO, Collect $200" in said
    shown = words_of(game.svg())
    assert {"Ann's turn", "Classic, turn 1", "$77", "in Jail, turn 2", "Ann is to throw."} <= shown


def test_a_viewer_sees_the_cash_of_nobody_else() -> None:
    game = passgo.Game.from_dict({"players": {"Ann": {"cash": 1234}, "Ben": {"cash": 777}}}, seed=1)
    assert {"$1,234", "$777"} <= words_of(game.svg())
    for picture in (game.svg("Ann"), game.view("Ann").svg(), game.view("Ann")._repr_svg_()):
        assert "$1,234" in words_of(picture)
        assert "777" not in picture
    assert game._repr_svg_() == game.svg()


def test_names_are_escaped() -> None:
    game = passgo.Game("classic", players=["<b>Ann & Co</b>", "Ben"], seed=1)
    assert "<b>Ann & Co</b>" in words_of(game.svg())
    assert "<b>" not in game.svg()


def test_the_game_over_says_who_won() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    outcome = game.play_out()
    assert outcome is not None
    assert f"{outcome.winners[0]} has won" in words_of(game.svg())
    assert {"out"} <= words_of(game.svg())


def test_the_icons_are_those_of_the_browser() -> None:
    sprite = SPRITE.read_text(encoding="utf-8")
    for name, drawn in (FILLED | LINED).items():
        found = re.search(rf'<symbol id="i-{name}" viewBox="0 0 24 24"><g[^>]*>(.*?)</g></symbol>', sprite)
        assert found is not None, name
        assert found[1] == drawn


def test_the_ring_is_that_of_the_browser() -> None:
    """The figures of `web/src/board/geometry.test.ts`."""
    assert rect_of(0) == (0, 0, 116, 104)
    assert rect_of(10) == (836, 0, 116, 104)
    assert rect_of(39) == (0, 104, 116, 67.5)
    assert rect_of(21) == (756, 711.5, 80, 104)
    assert lane_of(1) == (116, 104, 80, 36)
    everywhere = standings([(0, 5, False), (1, 5, False), (2, 10, True), (3, 10, False)], 10)
    assert len({(round(spot.x), round(spot.y)) for spot in everywhere.values()}) == 4
    assert all(0 < spot.x < 952 and 0 < spot.y < 815.5 for spot in everywhere.values())
