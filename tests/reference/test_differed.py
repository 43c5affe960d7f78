"""Games in which the two readings once differed, shrunk; they must agree on them ever after."""

from pathlib import Path

import pytest

from passgo import Game
from tests.reference.compare import ACTION_ROW, Pair
from tests.reference.contract import Action
from tests.reference.shrinker import look

RECORDS = sorted((Path(__file__).parent / "differed").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_readings_agree_where_they_once_differed(path: Path) -> None:
    game = Game.from_record(path.read_text(encoding="utf-8"))
    pair = Pair(game.ruleset, len(game.names), game._start)
    for step in game._course.steps:
        look(pair, None)
        assert pair.play(Action(*ACTION_ROW.unpack(step)))
    look(pair, None)


def test_there_is_such_a_game() -> None:
    assert RECORDS
