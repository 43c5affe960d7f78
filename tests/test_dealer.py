"""The dealer: the same chance everywhere, each outcome equally likely, and nothing to peek at."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest

from passgo import Game, SeededDealer, TypedDealer, VerifiableDealer, editions, verify
from passgo.dealer import GOLDEN, counter_of, deal
from passgo.machine import records
from passgo.machine.records import arrays
from passgo.rules import codes, state

WORD = 2**64


def mixed(n: int) -> int:
    """SplitMix64's finaliser, written a second time."""
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9 % WORD
    n = (n ^ n >> 27) * 0x94D049BB133111EB % WORD
    return n ^ n >> 31


def unmixed(n: int) -> int:
    """Its inverse: which counter gives this draw?"""
    n ^= n >> 31 ^ n >> 62
    n = n * pow(0x94D049BB133111EB, -1, WORD) % WORD
    n ^= n >> 27 ^ n >> 54
    n = n * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return n ^ n >> 30 ^ n >> 60


def below(counter: int, bound: int) -> int:
    """An unbiased draw below the bound, written a second time."""
    draw = mixed(counter)
    while (draw >> 32) * bound % 2**32 < 2**32 % bound:
        draw = mixed((draw + GOLDEN) % WORD)
    return (draw >> 32) * bound >> 32


class ChancePoint:
    """A record of a game in which chance is to act, and what a dealer says there."""

    def __init__(self, edition: str = "classic", **fields: Any) -> None:
        self.games, self.actions = records.new(state.State), records.new(state.Action)
        self.games["players"] = 2
        self.games["owner"] = codes.BANK
        self.games["unseen"] = 0xFFFF
        for name, value in fields.items():
            self.games[name] = value
        self.editions = editions.ruleset(edition).record

    def ask(self, dealer: Any, number: int) -> Any:
        dealer.deal(
            arrays(state.State, self.games), 0, arrays(state.Edition, self.editions), 0, number,
            arrays(state.Action, self.actions), 0,
        )  # fmt: skip
        return self.actions[0].copy()


def test_the_throws_of_a_seed_are_the_same_for_ever() -> None:
    point = ChancePoint(phase=codes.PHASE_THROW)
    throws = [tuple(point.ask(SeededDealer(7), n)["dice"].tolist()) for n in range(10)]
    first_ten = [(3, 2), (4, 5), (2, 1), (1, 1), (4, 6), (6, 2), (2, 2), (1, 6), (2, 6), (5, 4)]
    assert throws == [(*dice, 0) for dice in first_ten]


@pytest.mark.parametrize("seed", [0, 1, 7, 2**64 - 1])
def test_dice_are_what_a_second_implementation_says(seed: int) -> None:
    point = ChancePoint("speed-die", phase=codes.PHASE_THROW, speeding=[1] + 7 * [0])
    for number in range(200):
        n = below((counter_of(seed) + number * GOLDEN) % WORD, 216)
        assert point.ask(SeededDealer(seed), number)["dice"].tolist() == [n // 6 % 6 + 1, n % 6 + 1, n // 36 + 1]


def test_the_seed_is_hashed() -> None:
    assert counter_of(7) == int.from_bytes(hashlib.sha256(b"passgo seed 7").digest()[:8], "big")


def test_a_card_is_drawn_from_those_unseen() -> None:
    point = ChancePoint(phase=codes.PHASE_DRAW, deck=1, unseen=[0xFFFF, 0b1000_0100_0010_0001])
    for number in range(50):
        n = below((counter_of(3) + number * GOLDEN) % WORD, 4)
        action = point.ask(SeededDealer(3), number)
        assert action["kind"] == codes.CARD
        assert action["card"] == [0, 5, 10, 15][n]


def test_when_every_card_was_seen_the_first_seen_is_next() -> None:
    seen = np.zeros(32, np.int8)
    seen[16:] = np.roll(np.arange(16), 5)
    point = ChancePoint(phase=codes.PHASE_DRAW, deck=1, unseen=[0xFFFF, 0], seen=seen, seen_count=[0, 16])
    assert {int(point.ask(SeededDealer(3), number)["card"]) for number in range(20)} == {11}


def test_a_deed_is_dealt_from_those_unsold() -> None:
    owner = np.zeros(28, np.int8)
    owner[[3, 20]] = codes.BANK
    point = ChancePoint(phase=codes.PHASE_DEAL_DEEDS, owner=owner)
    squares = {int(editions.ruleset("classic").deeds[d].square) for d in (3, 20)}
    dealt = [point.ask(SeededDealer(3), number) for number in range(50)]
    assert {int(action["square"]) for action in dealt} == squares
    assert {int(action["kind"]) for action in dealt} == {codes.DEED}
    assert {int(action["player"]) for action in dealt} == {codes.CHANCE}


def test_what_would_be_uneven_is_drawn_again() -> None:
    point = ChancePoint(phase=codes.PHASE_THROW)
    counters = np.zeros(1, np.uint64)
    for draw in (0, 5, 1 << 62, (3 << 62) + 7):  # 36 does not divide 2**32: these fall into the rest of 4
        assert (draw >> 32) * 36 % 2**32 < 2**32 % 36
        counters[0] = unmixed(draw)
        deal(
            arrays(state.State, point.games), 0, arrays(state.Edition, point.editions), 0, counters, 0,
            arrays(state.Action, point.actions), 0,
        )  # fmt: skip
        n = below(unmixed(draw), 36)
        assert point.actions[0]["dice"].tolist() == [n // 6 + 1, n % 6 + 1, 0]


def test_the_compiled_loop_deals_what_the_seeded_dealer_deals() -> None:
    point = ChancePoint(phase=codes.PHASE_THROW)
    counters = np.array([0, counter_of(11)], np.uint64)
    for number in range(100):
        deal(
            arrays(state.State, point.games), 0, arrays(state.Edition, point.editions), 0, counters, 1,
            arrays(state.Action, point.actions), 0,
        )  # fmt: skip
        assert point.actions[0] == point.ask(SeededDealer(11), number)
    assert counters[0] == 0


def chi_squared(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((n - expected) ** 2 / expected for n in counts.values()) + expected * (kinds - len(counts))


@pytest.mark.parametrize("dealer", [SeededDealer(5), VerifiableDealer(bytes(32))], ids=["seeded", "verifiable"])
def test_every_throw_is_equally_likely(dealer: Any) -> None:
    point = ChancePoint(phase=codes.PHASE_THROW)
    counts = Counter(tuple(point.ask(dealer, number)["dice"].tolist()) for number in range(7200))
    assert chi_squared(counts, 36) < 75  # one in ten thousand fair dealers would exceed it


PLAIN_RUN = """
from passgo import Game
game = Game("speed-die", players=["Ann", "Ben", "Cy"], seed=7, short_game=True)
for _ in range(60):
    kinds = {action.kind: action for action in game.legal_actions()}
    game.play(next(kinds[k] for k in ("Throw", "Buy", "EndTurn", "Withdraw", *kinds) if k in kinds))
print(game.record())
"""


def test_the_plain_source_deals_the_same() -> None:
    def record(plain: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", PLAIN_RUN],
            env={**os.environ, "PASSGO_PLAIN": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert record("1") == record("0")


def test_a_commit_is_the_hash_of_the_secret() -> None:
    secret = bytes(range(32))
    assert VerifiableDealer(secret).commit == hashlib.sha256(secret).hexdigest()
    assert VerifiableDealer().commit != VerifiableDealer().commit
    assert secret.hex() not in repr(VerifiableDealer(secret)) + str(VerifiableDealer(secret))


def test_a_record_is_verified_against_the_secret() -> None:
    game = Game("classic", players=["Ann", "Ben"], dealer=VerifiableDealer(bytes(32)))
    for _ in range(3):
        game.play("throw" if game.phase == "before-throw" else "decline" if game.phase == "buy" else "end turn")
    text = game.record()
    assert verify(text, secret=bytes(32)) == text.count("\ndice ") + text.count("\ncard ")
    assert bytes(32).hex() not in text
    with pytest.raises(ValueError, match="secret is needed"):
        verify(text)
    with pytest.raises(ValueError, match="secret is needed"):
        verify(text, secret=bytes(31) + b"\1")


def test_dictated_dice_are_found_out() -> None:
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    game.throw(5, 4)
    with pytest.raises(ValueError, match=r"line \d+: .* gives 'dice \d \d' here"):
        verify(game.record())


def test_the_secret_is_revealed_when_the_game_is_over() -> None:
    game = Game("classic", players=["Ann", "Ben"], dealer=VerifiableDealer(bytes(32)))
    game.play("resign", "Ann")
    assert game.outcome is not None
    assert verify(game.record()) > 0


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.5, True])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        SeededDealer(seed)


@pytest.mark.parametrize("secret", [b"short", b"", "x" * 32, 32, [0] * 32])
def test_a_secret_has_32_bytes(secret: Any) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        VerifiableDealer(secret)


def test_a_typed_dealer_waits() -> None:
    assert TypedDealer().waits
    with pytest.raises(ValueError, match="typed in"):
        ChancePoint(phase=codes.PHASE_THROW).ask(TypedDealer(), 0)
