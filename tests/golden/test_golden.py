"""Golden playthroughs: the games in this folder are played again and must read as they did."""

import difflib

import pytest

from passgo import Game
from passgo.rulebook import BOOKS
from tests.golden.archive import ALTERED
from tests.golden.playthroughs import FOLDER, PLAYTHROUGHS, Playthrough

AGAIN = "; if that is meant, `make golden` writes the files anew"


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_the_game_still_reads_as_it_did(playthrough: Playthrough) -> None:
    path = FOLDER / playthrough.file
    assert path.exists(), f"{path.name} is missing{AGAIN}"
    expected, found = path.read_text(encoding="utf-8"), playthrough.text()
    changes = list(
        difflib.unified_diff(expected.splitlines(), found.splitlines(), path.name, "played now", lineterm="")
    )
    assert not changes, "\n".join([*changes[:40], f"{path.name} has changed{AGAIN}"])


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_the_file_is_a_record_that_replays(playthrough: Playthrough) -> None:
    game = Game.from_record((FOLDER / playthrough.file).read_text(encoding="utf-8"))
    assert game.position == playthrough.play().position


def test_every_file_is_written_by_a_playthrough() -> None:
    files = {path.name for path in FOLDER.glob("*.txt")} - {ALTERED}
    assert files == {each.file for each in PLAYTHROUGHS}


@pytest.mark.parametrize("edition", BOOKS)
def test_every_edition_has_a_whole_game(edition: str) -> None:
    whole = [each for each in PLAYTHROUGHS if each.edition == edition and not each.script]
    assert whole
    assert all(each.play().outcome for each in whole)
