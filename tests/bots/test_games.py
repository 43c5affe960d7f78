"""Bots in whole games: no refused action anywhere, games that end, and the order of strength."""

from random import Random

import pytest

from passgo import bots, editions
from passgo.dev.fuzz.tables import random_ruleset
from tests.bots.matches import MatchResult, play

CLASSIC = editions.ruleset("classic")


def is_clean(games: MatchResult) -> bool:
    """Was no action refused, and did no game get stuck within a turn?"""
    return games.refused == 0 and games.stuck == 0


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("bot", [*(name for name in bots.BOTS if name != "hard"), *bots.SPARRING])  # hard is the trader
def test_every_edition_is_played_by_any_number_without_a_refused_action(bot: str, edition: str) -> None:
    ruleset = editions.ruleset(edition)
    for players in ruleset.players:
        assert is_clean(play(ruleset, players, bot, seeds=range(5), rounds=120))


@pytest.mark.parametrize("seed", range(6))
def test_options_of_all_kinds_are_played_without_a_refused_action(seed: int) -> None:
    dice = Random(seed)
    for n in range(25):
        ruleset = random_ruleset(dice, dice.choice(editions.NAMES))
        players = dice.choice(ruleset.players)
        seats = dice.randrange(1 << players)
        for ours, theirs in (("trader", "random"), ("trader", "cautious"), ("cautious", "random")):
            games = play(ruleset, players, ours, theirs, seats=seats, seeds=range(n, n + 2), rounds=60)
            assert is_clean(games), f"{ours} and {theirs} at {ruleset.edition} {ruleset.options_text}"


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_games_of_traders_end(players: int) -> None:
    games = play(CLASSIC, players, "trader", seeds=range(1000))
    assert is_clean(games)
    # From eight on, the last two may hold all groups with hotels, and live on each other's rents for ever.
    assert games.finished >= (0.995 if players < 8 else 0.985)


def wins(bot: str, others: str, games: int) -> tuple[int, int]:
    """How often one of a bot wins against three others, from every seat, and how many games had a winner."""
    won = decided = 0
    for seat in range(4):
        winners = play(CLASSIC, 4, bot, others, seats=1 << seat, seeds=range(games)).states["winners"]
        won += int((winners == 1 << seat).sum())
        decided += int((winners != 0).sum())
    return won, decided


def lowest_share(won: int, of: int) -> float:
    """The lower end of Wilson's 99 % interval of a share."""
    z, share = 2.576, won / of
    middle = share + z * z / (2 * of)
    spread = z * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return float((middle - spread) / (1 + z * z / of))


@pytest.mark.parametrize(("bot", "others", "games"), [("trader", "cautious", 150), ("cautious", "random", 40)])
def test_the_better_bot_wins_more_than_its_share(bot: str, others: str, games: int) -> None:
    won, decided = wins(bot, others, games)
    assert decided >= 100
    assert lowest_share(won, decided) > 0.25


def test_the_same_seeds_give_the_same_games() -> None:
    once, again = (play(CLASSIC, 4, "trader", "random", seeds=range(20), rounds=50) for _ in range(2))
    assert once.states.tobytes() == again.states.tobytes()
