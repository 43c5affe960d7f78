"""The legal list is exact: in random positions every finite action is tried, and the allowed ones are those listed."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from passgo import editions
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import Match
from passgo.dev.fuzz.player import Temper, meaning
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes, ids
from passgo.rules.actions import DEALS, KINDS

VALUES = {"square": range(codes.SQUARES), "other": range(codes.PLAYERS), "card": range(2), "amount": range(1, 13)}
"""The values of a field that are tried."""


def finite(match: Match, player: int) -> Iterator[None]:
    """Write every finite action of a player into the match, one after the other."""
    a = match.a
    for kind in KINDS:
        if not kind.is_players or kind.is_deal or kind.number == codes.BID:
            continue
        a.kind, a.player = kind.number, player
        a.square = a.other = a.card = a.amount = 0
        for values in product(*(VALUES[name] for name in kind.fields)):
            for name, value in zip(kind.fields, values, strict=True):
                setattr(a, name, value)
            yield


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_allowed_is_listed_and_nothing_else(edition: str, seed: int) -> None:
    dice = Random(f"{edition} {seed}")
    match = random_match(dice, random_ruleset(dice, edition))
    temper = Temper(dice)
    for step in range(150):
        asked = match.next_to_decide()
        if asked == codes.NOBODY:
            return
        if step % 8 == 0:
            player = asked if asked < match.players and step % 16 else dice.randrange(match.players)
            allowed = {meaning(match.a) for _ in finite(match, player) if match.allowed() == ids.LAWFUL}
            listed = [meaning(match.list[n]) for n in range(match.legal(player))]
            assert {entry for entry in listed if entry[0] != codes.BID and entry[0] not in DEALS} == allowed, (
                match.transcript()
            )
        move(dice, match, temper, asked, Report())
