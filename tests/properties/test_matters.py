"""What a matter on the table holds: only what its kind needs, so that equal games are equal bytes (`docs/state.md`)."""

from random import Random

import pytest

from passgo import editions
from passgo.fuzz import Report, move
from passgo.fuzz.choosing import Temper
from passgo.fuzz.tables import random_match, random_table
from passgo.rules import codes
from passgo.rules.codes import NOBODY

BLANK = {
    codes.MATTER_DEBT: {"square": 0, "set": 0, "wants": 0},
    codes.MATTER_AUCTION: {"wants": 0, "rule": 0, "stage": 0},
    codes.MATTER_KEEP_OR_LIFT: {"other": NOBODY, "square": 0, "amount": 0, "wants": 0, "stage": 0},
    codes.MATTER_SHORTAGE: {"rule": 0},
    codes.MATTER_ESTATE: {"other": NOBODY, "square": 0, "amount": 0, "rule": 0, "stage": 0},
}


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_fields_that_a_kind_of_matter_does_not_use_are_blank(edition: str, seed: int) -> None:
    dice = Random(f"{edition} {seed}")
    match = random_match(dice, random_table(dice, edition))
    temper = Temper(dice)
    for _ in range(150):
        player = match.next_to_decide()
        if player == NOBODY:
            return
        move(dice, match, temper, player, Report())
        for m in range(match.g.matters):
            for field, blank in BLANK[match.g.matter_kind[m]].items():
                assert getattr(match.g, f"matter_{field}")[m] == blank, match.told()
