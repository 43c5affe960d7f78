"""Every move of a record, explained: by rule, and with arithmetic that adds up."""

import re
from pathlib import Path

import pytest

from passgo import Game, rulebook
from passgo.game.explanations import explain_instead, explain_record

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = sorted(path for path in GOLDEN.glob("*.txt") if "\npassgo record " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_events_of_a_record_are_those_that_it_tells(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    told = re.findall(r"^    # (.*) \((\S+)\)$", text, re.MULTILINE)
    moves = explain_record(text)
    happened = [(reason.says, reason.rule) for move in moves for reason in move.reasons]
    assert [(says, rule) for says, rule in happened if "'s turn begins on " not in says] == told
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))


def test_rents_are_explained_and_the_sums_are_those_of_the_events() -> None:
    explained = 0
    for path in RECORDS:
        for move in explain_record(path.read_text(encoding="utf-8")):
            for reason in move.reasons:
                if reason.arithmetic:
                    amount = reason.arithmetic.partition(" = ")[0]
                    assert amount in reason.says
                    explained += "rent for" in reason.says
    assert explained > 100


@pytest.mark.parametrize(
    ("deeds", "dice", "told"),
    [("owner=8*3,1*3 level=0*3,3*3 houses=23", (2, 4), "$270 = three houses on Oriental Avenue"),
     ("owner=8*3,1*3", (2, 4), "$12 = 2 x $6: Oriental Avenue is bare, and its owner has the whole group"),
     ("owner=8*3,1", (2, 4), "$6 = no building on Oriental Avenue"),
     ("owner=8*2,1,8*7,1", (2, 3), "$50 = 2 railroads owned"),
     ("owner=8*7,1", (6, 6), "$48 = 4 x (6 + 6)")],
)  # fmt: skip
def test_the_arithmetic_of_rent(deeds: str, dice: tuple[int, int], told: str) -> None:
    position = f"classic | cash=900*2 turn=1 players=2 phase=before-throw {deeds}"
    game = Game.from_position(position, players=["Ann", "Ben"], dealer="typed")
    game.throw(*dice)
    reasons = [reason for move in explain_record(game.record()) for reason in move.reasons]
    assert [reason.arithmetic for reason in reasons if "rent for" in reason.says] == [told]


def test_a_refused_line_is_explained_by_its_rule() -> None:
    text = (GOLDEN / "classic-third-turn-in-jail.txt").read_text(encoding="utf-8")
    moves = explain_record(text.replace("Ann: mortgage Baltic Avenue", "Ann: build Baltic Avenue"))
    assert moves[-1].refused
    assert moves[-1].reasons[0].says == rulebook.refusal(moves[-1].reasons[0].rule)


def test_another_action_may_be_asked_of() -> None:
    text = (GOLDEN / "classic-third-turn-in-jail.txt").read_text(encoding="utf-8")
    assert explain_instead(text, 1, "build baltic").reasons[0].rule == "build.group"
    assert not explain_instead(text, 1, "mortgage baltic").refused
    with pytest.raises(ValueError, match="from 1 to 7"):
        explain_instead(text, 8, "throw")
