"""The legal list is exact: in random positions every finite action is tried, and the allowed ones are those listed."""

from collections.abc import Iterator
from random import Random

import pytest

from passgo import editions
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import Match
from passgo.dev.fuzz.player import DEALS, ON_SQUARE, Temper, meaning
from passgo.dev.fuzz.tables import random_match, random_table
from passgo.rules import codes, ids
from passgo.rules.codes import DICE, NOBODY, SQUARES

ANSWERS = (codes.ACCEPT, codes.REFUSE)


def finite(match: Match, player: int) -> Iterator[None]:
    """Write every finite action of a player into the match, one after the other."""
    a = match.a
    for kind in range(DICE):
        if kind == codes.BID or kind in DEALS:
            continue
        places = range(SQUARES) if kind in ON_SQUARE or kind == codes.CLAIM_RENT else range(1)
        others = range(match.players) if kind in ANSWERS or kind == codes.CLAIM_RENT else range(1)
        cards = range(2) if kind == codes.USE_CARD else range(1)
        steps = range(1, 13) if kind == codes.CHOOSE_STEPS else range(1)
        for square in places:
            for other in others:
                for card in cards:
                    for amount in steps:
                        a.kind, a.player, a.square, a.other, a.card, a.amount = (
                            kind,
                            player,
                            square,
                            other,
                            card,
                            amount,
                        )
                        yield


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_allowed_is_listed_and_nothing_else(edition: str, seed: int) -> None:
    dice = Random(f"{edition} {seed}")
    match = random_match(dice, random_table(dice, edition))
    temper = Temper(dice)
    for step in range(150):
        asked = match.next_to_decide()
        if asked == NOBODY:
            return
        if step % 8 == 0:
            player = asked if asked < match.players and step % 16 else dice.randrange(match.players)
            allowed = {meaning(match.a) for _ in finite(match, player) if match.allowed() == ids.LAWFUL}
            listed = [meaning(match.list[n]) for n in range(match.legal(player))]
            assert {entry for entry in listed if entry[0] != codes.BID and entry[0] not in DEALS} == allowed, (
                match.told()
            )
        move(dice, match, temper, asked, Report())
