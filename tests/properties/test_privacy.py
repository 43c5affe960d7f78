"""How much money a player has is a secret: nothing that another player is told may depend on it (`table.cash-private`).

In many random positions somebody's cash is changed, and nothing else. Whatever another player may do, and whatever
refuses what they may not do, must stay the same.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from passgo import editions
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import GAME, Match
from passgo.dev.fuzz.player import Temper, fill_offer, write_nonsense
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes
from passgo.rules.actions import DEALS
from passgo.rules.waiting import to_act
from tests.properties.matches import bytes_of

GAMES = 16
STEPS = 100
ATTEMPTS = 16
RICH = 5000


def positions(edition: str) -> Iterator[tuple[Random, Match]]:
    """Random games of the edition, stopped before each step, with dice for what is to be asked there."""
    for seed in range(GAMES):
        dice = Random(f"{edition} {seed}")
        match = random_match(dice, random_ruleset(dice, edition))
        temper, asker = Temper(dice), Random(seed)  # what is asked does not change how the game goes on
        for _ in range(STEPS):
            player = match.next_to_decide()
            if player == codes.NOBODY:
                break
            yield asker, match
            move(dice, match, temper, player, Report())


def another_amount(dice: Random, match: Match, player: int) -> int:
    """Cash that the player might have as well: enough for what they have bid, too little for what they owe."""
    g = match.g
    least, most = 0, RICH
    for m in range(g.matters):
        kind, amount = g.matter_kind[m], g.matter_amount[m]
        if kind == codes.MATTER_DEBT and g.matter_player[m] == player:
            most = min(most, amount - 1)
        bids = kind == codes.MATTER_AUCTION and g.matter_other[m] == player
        places = (
            kind == codes.MATTER_SHORTAGE and g.matter_stage[m] == codes.STAGE_PLACING and g.matter_player[m] == player
        )
        if bids or places:
            least += amount
    return dice.choice([least, most, dice.randint(least, max(least, most))])


def set_cash(match: Match, player: int, amount: int) -> None:
    """Give the player another amount; the Bank's account makes up for it."""
    match.g.cash[codes.BANK] += match.g.cash[player] - amount
    match.g.cash[player] = amount


def answers(match: Match, player: int, attempts: list[bytes]) -> list[object]:
    """All that a player learns by asking: the legal list, who is waited for, and what refuses each attempt."""
    count = match.legal(player)
    listed = [bytes_of(match.list[n]) for n in range(count)]
    refusals = []
    for attempt in attempts:
        match._action[:] = attempt
        refusals.append(match.allowed())
    return [listed, refusals, int(to_act(match.games, GAME)), match.next_to_decide()]


def attempts_of(dice: Random, match: Match, player: int) -> list[bytes]:
    """What the player might try: deals with everybody, most of them lawful, and actions of all sorts."""
    attempts: list[bytes] = []
    count = match.legal(player)
    deals = [n for n in range(count) if match.list[n].kind in DEALS]
    while len(attempts) < ATTEMPTS:
        if deals and len(attempts) % 2:
            match.take(dice.choice(deals))
            fill_offer(dice, match)
        else:
            write_nonsense(dice, match, extreme=False)
            match.a.player = player
        if match.a.kind < codes.DICE:
            attempts.append(bytes(match._action))
    return attempts


def differs(dice: Random, match: Match, observer: int, secretive: int) -> bool:
    """Does the observer learn something about the other one's cash?"""
    attempts = attempts_of(dice, match, observer)
    cash = match.g.cash[secretive]
    before = answers(match, observer, attempts)
    set_cash(match, secretive, another_amount(dice, match, secretive))
    after = answers(match, observer, attempts)
    set_cash(match, secretive, cash)
    return before != after


@pytest.mark.parametrize("edition", editions.NAMES)
def test_no_legal_list_or_refusal_of_one_player_depends_on_anothers_cash(edition: str) -> None:
    met: Counter[str] = Counter()
    for dice, match in positions(edition):
        g = match.g
        observer, secretive = dice.sample([p for p in range(match.players) if not g.out[p]], 2)
        assert not differs(dice, match, observer, secretive), match.transcript()
        met.update(codes.MATTER_KINDS[g.matter_kind[m]] for m in range(g.matters))
        met["offers"] += any(partner != codes.NOBODY for partner in g.offer_to)
    for kind in ("MATTER_DEBT", "MATTER_AUCTION", "MATTER_KEEP_OR_LIFT", "MATTER_SHORTAGE", "offers"):
        assert met[kind], f"no {kind} was met: {met}"


@pytest.mark.parametrize("edition", editions.NAMES)
def test_the_same_comparison_does_notice_ones_own_cash(edition: str) -> None:
    noticed = 0
    for dice, match in positions(edition):
        player = dice.choice([p for p in range(match.players) if not match.g.out[p]])
        noticed += differs(dice, match, player, player)
    assert noticed > 20
