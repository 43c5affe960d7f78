"""The fallback is lawful wherever a player may be asked: in random positions of every edition, options switched."""

from random import Random

import numpy as np
import pytest

from passgo import editions
from passgo.bots.policy import MEMORY
from passgo.dev.fuzz.player import Temper
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes, ids
from passgo.simulate import fallback

STEPS = 400
GAMES = 25


@pytest.mark.parametrize("edition", editions.NAMES)
def test_it_is_lawful_wherever_a_player_is_asked(edition: str) -> None:
    memory, asked = np.zeros(8 * MEMORY, np.int64), set()
    for seed in range(GAMES):
        dice = Random(seed)
        match = random_match(dice, random_ruleset(dice, edition))
        temper = Temper(dice)
        for _ in range(STEPS):
            player = match.next_to_decide()
            if player == codes.NOBODY:
                break
            if player != codes.CHANCE:
                fallback(match.games, 0, match.editions, 0, player, match.actions, 0, memory, player * MEMORY)
                assert match.allowed() == ids.LAWFUL, f"{match.format_action()}\n{match.transcript()}"
                assert match.a.player == player
                asked.add(match.a.kind)
            count = match.legal(player)
            if player == codes.CHANCE:
                temper.choose_chance(dice, match, count)
            else:
                temper.choose(dice, match, count)
            match.play()
    assert {
        codes.PLACE_BUILDING,
        codes.PASS_BUILDING,
        codes.REFUSE,
        codes.KEEP_MORTGAGE,
        codes.SELL_BUILDING,
        codes.GO_BANKRUPT,
        codes.WITHDRAW,
    } <= asked
