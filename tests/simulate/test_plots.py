"""The pictures: whole files, the numbers of the report in them, and the same run gives the same picture."""

import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib.image import imread

from passgo import editions
from passgo.simulate import Bot, Plan, Report, simulate
from passgo.simulate.output import plots
from passgo.simulate.output.plots import board, lengths, style, wins
from tests.simulate.players import BUILDS, MEEK

NAMES = {f"{name}.{kind}" for name in ("board", "groups", "length", "wins") for kind in ("png", "svg")}


def report_of(*bots: Bot, edition: str = "classic", **more: Any) -> Report:
    return simulate(Plan(editions.ruleset(edition), bots, **{"games": 60, "rounds": 200, **more}))


def words_of(path: Path) -> list[str]:
    """Every text in a picture."""
    return [text.strip() for node in ElementTree.parse(path).iter() for text in [node.text or ""] if text.strip()]


@pytest.fixture(scope="module")
def report() -> Report:
    return report_of(BUILDS, BUILDS, BUILDS, MEEK)


@pytest.fixture(scope="module")
def folder(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = plots.folder_for(tmp_path_factory.mktemp("run") / "new" / "plots")
    written = plots.draw(report, folder)
    assert {path.name for path in written} == {path.name for path in folder.iterdir()} == NAMES
    return folder


def test_every_square_stands_on_the_board_with_its_share(report: Report, folder: Path) -> None:
    words = " ".join(words_of(folder / "board.svg"))
    for square, landed in zip(report.plan.ruleset.squares, report.landings(), strict=True):
        assert all(word in words for word in square.short.split())
        assert f"{100 * landed['share']:.2f}" in words


def test_groups_have_their_names_returns_and_money(report: Report, folder: Path) -> None:
    words = words_of(folder / "groups.svg")
    for group in report.groups():
        assert group["group"] in words
        assert f"{group['return']:.2f}" in words
        assert f"{group['rent'] / report.games:,.0f}" in words


def test_wins_have_their_intervals(report: Report, folder: Path) -> None:
    words = words_of(folder / "wins.svg")
    for won in report.by_seat() + report.by_bot():
        assert f"{100 * won['share']:.2f} %  ({100 * won['low']:.2f} to {100 * won['high']:.2f})" in words


def test_one_bot_in_all_seats_is_not_compared_with_itself() -> None:
    assert len(wins.draw(report_of(BUILDS, BUILDS, games=20)).axes) == 1
    assert len(wins.draw(report_of(BUILDS, MEEK, games=20)).axes) == 2


def test_the_curve_says_how_many_ended_and_how_many_were_broken_off(folder: Path, report: Report) -> None:
    words = " ".join(words_of(folder / "length.svg"))
    assert f"{report.finished} games ended, after {report.rounds.mean():.1f} rounds" in words
    short = report_of(MEEK, MEEK, rounds=3, games=5)
    for picture in plots.pictures().values():
        picture(short)  # nobody has won anything, and there is nothing to divide by
    assert lengths.describe_ends(short) == "dotted: 5 games (100.00 %) had no winner after 3 rounds"


def test_options_are_named_and_one_is_one() -> None:
    ruleset = editions.ruleset("classic", setup_cash=900)
    short = simulate(Plan(ruleset, (MEEK, MEEK), 1, rounds=1))
    assert style.describe_run(short) == f"{ruleset.title} (setup-cash=900): 2 seats, all meek; 1 game, seed 1"
    assert lengths.describe_ends(short) == "dotted: 1 game (100.00 %) had no winner after 1 round"
    assert [axes.get_ylim()[0] for axes in lengths.draw(short).axes] == [0, 0]


def test_a_picture_is_a_picture(folder: Path) -> None:
    for name in ("board", "groups", "length", "wins"):
        pixels = imread(folder / f"{name}.png")
        assert min(pixels.shape[:2]) > 600
        assert pixels[..., :3].std() > 0.05, "there is nothing on it"
        assert len((folder / f"{name}.svg").read_bytes()) < 600_000


def test_the_same_run_gives_the_same_files(report: Report, folder: Path, tmp_path: Path) -> None:
    plots.draw(report, tmp_path)
    for name in NAMES:
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name


def test_squares_lie_side_by_side_round_the_board() -> None:
    """Each touches the next, none covers another, and together they are the rim of the board."""
    places = [board.place(n) for n in range(40)]
    assert sum(width * height for _, _, width, height in places) == pytest.approx(
        board.EDGE**2 - (board.EDGE - 2 * board.DEPTH) ** 2
    )
    for n, (left, bottom, width, height) in enumerate(places):
        next_left, next_bottom, next_width, next_height = places[(n + 1) % 40]
        across = min(left + width, next_left + next_width) - max(left, next_left)
        along = min(bottom + height, next_bottom + next_height) - max(bottom, next_bottom)
        assert min(across, along) == pytest.approx(0)
        assert max(across, along) > 0.9


@pytest.mark.parametrize("edition", editions.NAMES)
def test_every_edition_and_number_of_seats_can_be_drawn(edition: str, tmp_path: Path) -> None:
    most = editions.ruleset(edition).players[-1]
    report = report_of(*[BUILDS, MEEK] * (most // 2), edition=edition, games=4, rounds=20)
    words = words_of(next(path for path in plots.draw(report, tmp_path) if path.name == "groups.svg"))
    assert {group.name for group in report.plan.ruleset.groups} <= set(words)
    colours = re.findall("#[0-9a-f]{6}", (tmp_path / "board.svg").read_text())
    assert {group.colour for group in report.plan.ruleset.groups} <= set(colours)


def test_names_are_read_on_every_shade() -> None:
    """The ink differs from the paper under it by a contrast of at least 3.5 to 1, all along the scale."""
    for n in range(101):
        colour = board.blend(n / 100)
        light, dark = sorted((relative_luminance(colour), relative_luminance(board.ink_on(colour))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 3.5


def relative_luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in board.channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ValueError, match=r"passgo\[data\]"):
        plots.folder_for(tmp_path)


def test_a_folder_that_cannot_be_is_refused_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="expected a folder"):
        plots.folder_for(tmp_path / "file")
