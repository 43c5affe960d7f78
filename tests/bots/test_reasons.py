"""Bots say why they refuse, by what they reckoned; and a counter-offer is one that they would accept themselves."""

from typing import Any

import numpy as np
import pytest

from passgo import Game, bots
from passgo.bots.policy import MEMORY
from passgo.bots.reasons import FIRST_REASON, MOST_REASONS, TELLS, Reason, give_reason, read_reasons, want_reasons
from passgo.notation.actions import Action
from passgo.rules import codes
from tests.rules.table import table

ORANGE = ["st. james place", "tennessee avenue", "new york avenue"]
RED = ["kentucky avenue", "indiana avenue", "illinois avenue"]
GROUPS = {"orange": 3, "red": 4}
PRICED: dict[str, Any] = {"Ann": {"deeds": ["oriental avenue", "baltic avenue"]}, "Ben": {"cash": 3000}, "Cy": {}}
"""Where a deed of Ann's has a price that Ben could pay."""


def answer_to(offer: str, bot: str = "trader", **position: Any) -> tuple[Game, str, list[Reason]]:
    """How Ann answers an offer of Ben's, and why; the game has come to her answer."""
    game = table("classic", on_turn="Ben", **position)
    game.play(offer)
    notebook = bots.notebooks([bots.bot(bot).notebook])
    want_reasons(notebook)
    game._engine.ask(bots.policy(bot), 0, notebook)
    return game, codes.ACTION_KINDS[game._engine.action.kind], read_reasons(notebook)


def kinds(reasons: list[Reason]) -> list[str]:
    return [reason.kind for reason in reasons]


def test_a_group_for_the_other_side_is_named() -> None:
    position: dict[str, Any] = {"Ann": {"deeds": [RED[2], "boardwalk"]}, "Ben": {"deeds": RED[:2], "cash": 900}}
    _, done, reasons = answer_to("Ben: offer Ann: $300 for illinois avenue", **position)
    assert done == "REFUSE"
    assert reasons[0] == Reason("would-complete", GROUPS["red"])
    assert "wants-cash" not in kinds(reasons), "a little more would not do"


def test_a_group_of_its_own_is_kept() -> None:
    position: dict[str, Any] = {"Ann": {"deeds": [*ORANGE, "boardwalk"]}, "Ben": {"cash": 3000}}
    _, done, reasons = answer_to("Ben: offer Ann: $500 for tennessee avenue", **position)
    assert done == "REFUSE"
    assert reasons[0] == Reason("would-break", GROUPS["orange"])


def test_cash_that_is_missing_is_asked_for() -> None:
    game, done, reasons = answer_to("Ben: offer Ann: $120 for oriental avenue", **PRICED)
    assert done == "COUNTER"
    assert reasons[0].kind == "wants-cash"
    countered = game._engine.action
    assert countered.take_cash == 120 + reasons[0].number
    assert countered.give_deeds
    assert not countered.give_cash


@pytest.mark.parametrize("offered", [60, 220, 420])
def test_what_it_asks_for_it_would_accept(offered: int) -> None:
    """The sum that is named is enough by the bot's own reckoning, and ten dollars less are not."""
    _, done, reasons = answer_to(f"Ben: offer Ann: ${offered} for oriental avenue", **PRICED)
    if done == "ACCEPT":
        assert not reasons
        return
    wanted = offered + reasons[0].number
    assert answer_to(f"Ben: offer Ann: ${wanted} for oriental avenue", **PRICED)[1] == "ACCEPT"
    assert answer_to(f"Ben: offer Ann: ${wanted - 10} for oriental avenue", **PRICED)[1] != "ACCEPT"


def test_a_counter_offer_comes_once_a_turn() -> None:
    game = table(
        "classic", on_turn="Ben", Ann={"deeds": ["oriental avenue", "baltic avenue"]}, Ben={"cash": 3000}, Cy={}
    )
    notebook = bots.notebooks([bots.bot("trader").notebook])
    answers = []
    for cash in (120, 130):
        game.play(f"Ben: offer Ann: ${cash} for oriental avenue")
        want_reasons(notebook)
        game._engine.ask(bots.policy("trader"), 0, notebook)
        answers.append(codes.ACTION_KINDS[game._engine.action.kind])
        assert read_reasons(notebook)[0].kind == "wants-cash"
        game.play(Action("Refuse", other="Ben"), "Ann")
    assert answers == ["COUNTER", "REFUSE"]


def test_nobody_hears_reasons_who_did_not_ask() -> None:
    """Nor is anybody asked for more who thinks as the trader does, and would not pay so much."""
    game = table(
        "classic", on_turn="Ben", Ann={"deeds": ["oriental avenue", "baltic avenue"]}, Ben={"cash": 3000}, Cy={}
    )
    game.play("Ben: offer Ann: $120 for oriental avenue")
    notebook = bots.notebooks([bots.bot("trader").notebook])
    game._engine.ask(bots.policy("trader"), 0, notebook)
    assert codes.ACTION_KINDS[game._engine.action.kind] == "REFUSE"
    assert not notebook[TELLS:].any()


def test_the_cautious_bot_says_what_it_minds() -> None:
    position: dict[str, Any] = {"Ann": {"deeds": ["boardwalk"]}, "Ben": {"deeds": ["baltic avenue"], "cash": 900}}
    assert answer_to("Ben: offer Ann: $800 for boardwalk", "cautious", **position)[2] == [Reason("wants-cash", 400)]
    whole = {**position, "Ann": {"deeds": ["boardwalk", "park place"]}}
    assert kinds(answer_to("Ben: offer Ann: $800 for boardwalk", "cautious", **whole)[2]) == ["not-for-sale"]
    reasons = answer_to("Ben: offer Ann: baltic avenue for $50", "cautious", **position)[2]
    assert reasons == [Reason("wants-cash", 20)]
    poor = {**position, "Ann": {"cash": 110}}
    assert kinds(answer_to("Ben: offer Ann: baltic avenue for $20", "cautious", **poor)[2]) == ["too-little-left"]


def test_at_most_three_are_kept() -> None:
    notebook = np.zeros(MEMORY, np.int64)
    for number in range(5):
        give_reason(notebook, 3, number)
    assert [reason.number for reason in read_reasons(notebook)] == [0, 1, 2]
    assert FIRST_REASON + MOST_REASONS == MEMORY
