"""The picture that a link shows where it is shared: what is on it, who may see it, and what it costs."""

import io
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from passgo.server.card.canvas import Canvas
from passgo.server.card.chart import PLOT, line_of
from passgo.server.card.faces import face
from passgo.server.card.paths import circle, parse_path, rounded, stroked
from passgo.server.card.picture import SIZE, Card, draw_card, fit_headline
from passgo.server.card.png import decode_png, encode_png
from passgo.server.card.tokens import seat_tokens
from passgo.server.card.words import all_words, words_of
from passgo.server.http.judgements import Analysis, ChancePoint, Decided, Parts
from passgo.server.http.resources import GameLine, SeatLine
from passgo.server.http.share import MARK, card_of, share_words
from passgo.server.keys import card_mark
from passgo.server.store import Entry
from passgo.server.table import entries
from tests.server.play import GENEROUS, Running, running

MOST_BYTES = 300_000
PEOPLE: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"kind": "person"}]


def blank(width: int = 40, height: int = 30) -> Canvas:
    return Canvas(np.zeros((height, width, 3), np.uint8))


def white_area(canvas: Canvas) -> float:
    return float(canvas.pixels[:, :, 0].sum()) / 255


# How it is drawn


def test_a_filled_rectangle_is_exact_to_parts_of_a_pixel() -> None:
    canvas = blank()
    canvas.fill([np.array([(2.5, 3), (6, 3), (6, 5), (2.5, 5)])], "#ffffff")
    assert canvas.pixels[3:5, 2:7, 0].tolist() == [[128, 255, 255, 255, 0]] * 2
    assert white_area(canvas) == pytest.approx(7, abs=0.01)


@pytest.mark.parametrize("shape", [circle(20, 15, 9), rounded(4.3, 5.2, 20, 15.6, 4)])
def test_a_filled_shape_has_its_area(shape: Any) -> None:
    canvas = blank()
    canvas.fill([shape], "#ffffff")
    x, y = shape[:, 0], shape[:, 1]
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    assert white_area(canvas) == pytest.approx(area, rel=0.01)


def test_shapes_over_each_other_count_once_and_a_hole_is_cut_out_where_it_is_asked_for() -> None:
    outer, inner = (parse_path(f"M{n} {n}h{20 - 2 * n}v{20 - 2 * n}h-{20 - 2 * n}z")[0] for n in (2, 6))
    whole, cut = blank(), blank()
    whole.fill([outer, inner], "#ffffff")
    cut.fill([outer, inner], "#ffffff", holes=True)
    assert white_area(whole) == pytest.approx(16 * 16, abs=0.1)
    assert white_area(cut) == pytest.approx(16 * 16 - 8 * 8, abs=0.1)


def test_what_lies_beyond_the_edge_is_not_drawn() -> None:
    canvas = blank()
    canvas.fill([circle(0, 0, 10)], "#ffffff")
    canvas.fill([circle(400, 400, 10)], "#ffffff")
    assert white_area(canvas) == pytest.approx(np.pi * 25, rel=0.02)


def test_a_line_has_its_width_and_round_ends() -> None:
    canvas = blank()
    canvas.fill(stroked([(10, 15), (30, 15)], 6), "#ffffff")
    assert white_area(canvas) == pytest.approx(20 * 6 + np.pi * 9, rel=0.02)


@pytest.mark.parametrize(
    ("path", "corners"),
    [
        ("M1 1L3 1 3 3Z", [(1, 1), (3, 1), (3, 3)]),
        ("m1 1 2 0 0 2z", [(1, 1), (3, 1), (3, 3)]),
        ("M1 1H3V3z", [(1, 1), (3, 1), (3, 3)]),
        ("M1-1.5.5.25-2 3z", [(1, -1.5), (0.5, 0.25), (-2, 3)]),
    ],
)
def test_a_path_is_read_however_it_is_written(path: str, corners: list[tuple[float, float]]) -> None:
    assert [tuple(corner) for corner in parse_path(path)[0]] == corners


def test_curves_and_arcs_end_where_they_say() -> None:
    for path in ("M0 0C0 4 4 8 8 8z", "M0 0q4 8 8 8z", "M0 0c0 2 2 4 4 4s4 2 4 4z", "M0 0a8 8 0 0 1 8 8z"):
        assert parse_path(path)[0][-1] == pytest.approx((8, 8))
    half = parse_path("M0 5a5 5 0 0 1 10 0z")[0]
    assert half[:, 1].min() == pytest.approx(0, abs=1e-6)


def test_the_file_is_read_by_others_as_it_was_drawn() -> None:
    drawn = np.random.default_rng(1).integers(0, 256, (40, 50, 3), np.uint8)
    file = encode_png(drawn)
    with Image.open(io.BytesIO(file)) as picture:
        assert (np.asarray(picture) == drawn).all()
    assert (decode_png(file) == drawn).all()


def test_letters_stand_closer_where_they_fit() -> None:
    letters = face("print")
    apart = letters.line("A", 64).width + letters.line("V", 64).width
    assert letters.line("AV", 64).width < apart - 2


@pytest.mark.parametrize("name", ["Ann", "Wolfgang Amadeus Mozart", "W" * 30, "Łukasz Żółw", "Дмитрий", "Αλέξανδρος"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_headline_fits_whatever_one_is_called(language: str, name: str) -> None:
    said = words_of(language).say("invites", name=name)
    assert face("print").spelled(said) == said
    _, lines = fit_headline(said)
    assert len(lines) <= 3
    assert max(line.width for line in lines) <= 530.5


@pytest.mark.parametrize("words", all_words().values(), ids=list(all_words()))
def test_every_text_of_a_card_can_be_written(words: Any) -> None:
    for text in [*words._texts["parts"].values(), *words._texts["editions"].values(), *words._texts["numbers"]]:
        assert face("plain").can_write(text)
    for text in (text for text in words._texts.values() if isinstance(text, str)):
        assert face("plain").can_write(text)
        assert face("print").can_write(text)


# What is on it


def line(status: str = "open", winners: tuple[int, ...] = (), names: tuple[str, ...] = ("Ann", "", "Bela")) -> GameLine:
    seats = [SeatLine("person", names[0], ""), *(SeatLine("bot" if name else "free", name, "") for name in names[1:])]
    return GameLine("abc", "Ann's table", "classic", status, True, 0, 0, seats, [], {}, list(winners))


def judged(by_round: bool = False) -> Analysis:
    chances = [[0.25, 0.5, 0.25], [0, 0.5, 0.5], [0, 0, 1.0]]
    points = [ChancePoint(n, n, n, row, row, row) for n, row in enumerate(chances[: 3 if by_round else 2])]
    parts = [Parts(0, 0, 0, 0), Parts(0, 0, 0, 0), Parts(0.2, -0.1, 0.4, 0.1)]
    return Analysis("label", "verdict", chances[0], chances[2], parts, points, [], [], [], [Decided(1, 0, 0)] * 3)


def log_with(found: Analysis) -> list[Entry]:
    body = entries.Analysed("mark", msgspec.Raw(msgspec.json.encode(found)))
    return [entries.entry_of(1, 0, body)]


def test_an_open_table_shows_who_invites_and_its_seats() -> None:
    card = card_of(line(), "Classic", words_of("en"))
    assert card.headline == "Ann invites you to a game"
    assert card.strong + card.text == "Classic rules, three seats, one free"
    assert card.seats == ("kite", None, "acorn")
    german = card_of(line(), "Classic", words_of("de"))
    assert german.headline == "Ann lädt dich zu einem Spiel ein"
    assert german.strong + german.text == "Klassisch, drei Plätze, einer frei"


def test_a_finished_game_shows_who_won_and_how() -> None:
    over = line("finished", (2,), ("Ann", "Ben", "Bela"))
    plain = card_of(over, "Classic", words_of("en"))
    assert (plain.headline, plain.chart) == ("Bela won", None)
    assert plain.seats[0] == "moon"
    told = card_of(over, "Classic", words_of("en"), log_with(judged()))
    assert told.text == ", three players, 2 rounds"
    assert card_of(over, "Classic", words_of("en"), log_with(judged(by_round=True))) == told
    assert told.foot == "Mostly by deals and dice."
    assert told.chart is not None
    assert told.chart.chances[-1] == [0, 0, 1.0]
    assert len(line_of(told.chart, 0)) == 2
    assert line_of(told.chart, 2)[-1][1] == PLOT[1]
    with Image.open(io.BytesIO(draw_card(told))) as drawn, Image.open(io.BytesIO(draw_card(plain))) as bare:
        assert drawn.size == SIZE
        assert drawn.getpixel((660, 500)) == (255, 255, 255)
        assert bare.getpixel((660, 500)) != (255, 255, 255)


def test_an_analysis_that_cannot_be_read_is_left_out() -> None:
    over = line("finished", (0,))
    body = entries.Analysed("mark", msgspec.Raw(b'{"label": "old"}'))
    assert card_of(over, "Classic", words_of("en"), [entries.entry_of(1, 0, body)]).chart is None


def test_tokens_of_other_editions_are_drawn_like_ours() -> None:
    assert seat_tokens(["thimble", "kite", None]) == ("acorn", "kite", None)
    assert seat_tokens(["a", "b"]) == ("kite", "acorn")


def test_sentences_of_a_link_are_said_in_its_language() -> None:
    assert share_words(line(), "Classic", words_of("de")) == (
        "Ann's table · PassGo",
        "Ann lädt dich zu einem Spiel ein. Klassisch, 1 Platz ist frei.",
    )


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_no_picture_is_larger_than_previews_take(seats: int) -> None:
    tokens = seat_tokens([""] * seats)
    card = Card("Wolfgang Amadeus invites you to a game", "Classic rules", ", eight seats", tokens, "Opens here.")
    file = draw_card(card)
    assert len(file) < MOST_BYTES
    with Image.open(io.BytesIO(file)) as picture:
        assert (picture.size, picture.mode) == (SIZE, "RGB")


# Who may see it


@pytest.fixture
def page(tmp_path: Path) -> Path:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(f"<!doctype html><title>PassGo</title>{MARK}")
    return static


def private(here: Running) -> dict[str, Any]:
    return here.create(PEOPLE, public=False)


def test_a_private_game_is_shown_to_whoever_has_the_link(tmp_path: Path, page: Path) -> None:
    with running(tmp_path / "games.db", static=page) as here:
        game, other = private(here), private(here)
        told = here.get(f"/g/{game['game']}?card={game['card']}").text
        assert "Ann invites you to a game. Classic, 1 seat is free." in told
        assert f"card.png?card={game['card']}" in told
        picture = here.get(f"/g/{game['game']}/card.png?card={game['card']}")
        plain = here.get("/share.png")
        assert picture.status_code == plain.status_code == 200
        assert picture.headers["content-type"] == "image/png"
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        assert picture.content != plain.content
        for mark in ("", "?card=", f"?card={other['card']}", "?card=%C3%A4", f"?card={game['invite']}"):
            assert "Ann" not in here.get(f"/g/{game['game']}{mark}").text
            assert here.get(f"/g/{game['game']}/card.png{mark}").content == plain.content
        assert here.get("/g/nothing/card.png").content == plain.content
        assert game["card"] not in here.get(f"/g/{game['game']}").text


def test_the_mark_opens_nothing_else(tmp_path: Path, page: Path) -> None:
    with running(tmp_path / "games.db", static=page) as here:
        game = private(here)
        for path in ("", "/board", "/record", "/replay"):
            assert here.get(f"/api/games/{game['game']}{path}", key=game["card"]).status_code == 403
        wish = {"name": "Eve", "invite": game["card"]}
        assert here.http.post(f"/api/games/{game['game']}/seats", json=wish).status_code == 403


def test_marks_of_games_differ_and_tell_nothing_of_keys() -> None:
    secret = bytes(range(32))
    assert card_mark(secret, "a") != card_mark(secret, "b") != card_mark(bytes(32), "b")


def test_the_picture_follows_the_table(tmp_path: Path, page: Path) -> None:
    with running(tmp_path / "games.db", static=page) as here:
        game = here.create([*PEOPLE, {"kind": "person"}], public=True)
        address = f"/g/{game['game']}/card.png"
        before = here.get(address)
        mark = before.headers["etag"]
        assert here.http.get(address, headers={"if-none-match": mark}).status_code == 304
        here.join(game, "Ben")
        after = here.http.get(address, headers={"if-none-match": mark})
        assert after.status_code == 200
        assert after.content != before.content
        german = here.get(f"{address}?lang=de")
        assert german.content != after.content
        assert here.get(f"{address}?lang=xx").content == after.content


def test_a_crowd_that_asks_for_new_pictures_is_told_to_wait(tmp_path: Path, page: Path) -> None:
    few = replace(GENEROUS, cards_per_second=0.001, cards_burst=2)
    with running(tmp_path / "games.db", limits=few, static=page) as here:
        games = [here.create(PEOPLE, public=True) for _ in range(3)]
        answers = [here.get(f"/g/{game['game']}/card.png").status_code for game in games]
        assert answers == [200, 200, 429]
        assert here.get(f"/g/{games[0]['game']}/card.png").status_code == 200  # it is there already
        assert here.get(f"/g/{games[2]['game']}").status_code == 200


def test_below_a_root_the_picture_is_where_its_tag_says(tmp_path: Path, page: Path) -> None:
    with running(tmp_path / "games.db", static=page, root_path="/monopoly") as here:
        game = private(here)
        told = here.get(f"/monopoly/g/{game['game']}?card={game['card']}").text
        found = re.search(r'og:image" content="([^"]*)"', told)
        assert found is not None
        address = unescape(found[1])
        assert address.startswith(f"{here.url}/monopoly/g/")
        assert here.http.get(address).headers["content-type"] == "image/png"
