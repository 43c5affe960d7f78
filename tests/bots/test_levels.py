"""Levels for people: in order of strength, each with its mistakes, and none of them absurd."""

from typing import Any

import pytest

from passgo import Game, bots
from passgo.bots.trader.mistakes import A_BUILDING, A_RENT, misjudge, overlooks
from passgo.bots.trader.parameters import MOOD, notebook
from passgo.dev.tuning.opponents import TableKind, seed_of
from passgo.dev.tuning.sanity import RECEIVER, questions
from passgo.dev.tuning.scoring import Judge, Match, Score, weighted_score
from passgo.simulate import Bot, bot_named
from tests.rules.table import table

MOODS = [7919 * n for n in range(100)]


def score(bot: Bot, other: Bot, players: int, games: int) -> Score:
    """A bot among others at the classic table: its wins as a multiple of its share, from every seat, with interval."""
    match = Match(TableKind("classic", players, 1), (other,) * (players - 1), games, seed_of(1, bot.name, other.name))
    ((scores,),) = Judge(1).scores([bot], [match])
    return weighted_score([scores], [match])


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("better", "worse"),
    [("hard", "normal"), ("normal", "easy"), ("easy", "random"), ("trader", "cautious")],
)
def test_the_better_bot_wins_more_than_its_share(better: str, worse: str, players: int) -> None:
    games = 50 if worse == "random" else 700 if players == 4 else 2000
    assert score(bot_named(better), bot_named(worse), players, games).low > 1


def in_mood(level: str, mood: int) -> Any:
    """A notebook of the level in which this turn's mistakes are drawn from another number."""
    memory = bots.notebooks([bots.bot(level).notebook])
    memory[MOOD] = mood
    return memory


@pytest.mark.parametrize("level", bots.TRADERS)
def test_no_level_gives_the_game_away_in_any_mood(level: str) -> None:
    policy = bots.policy(level)
    for game in questions():
        assert {game.choice_of(policy, RECEIVER, in_mood(level, mood)).kind for mood in MOODS} == {"Refuse"}


def choices(level: str, game: Game, player: str = "Ann") -> list[str]:
    """The kinds of action that a level chooses in a position, mood by mood."""
    return [game.choice_of(bots.policy(level), player, in_mood(level, mood)).kind for mood in MOODS]


def test_easy_overlooks_rents_buildings_and_deals_and_hard_does_not() -> None:
    oranges = ["st. james place", "tennessee avenue", "new york avenue"]
    claim = table("1935", Ann={"deeds": ["oriental avenue"]}, on_turn="Ben", options={"rent_claims": "manual"})
    claim.throw(2, 4)
    build = table("classic", Ann={"deeds": oranges, "cash": 1500}, phase="end-turn")
    swap = table(
        "classic", phase="end-turn",
        Ann={"deeds": ["kentucky avenue", "indiana avenue", oranges[2]], "cash": 700},
        Ben={"deeds": [*oranges[:2], "illinois avenue"], "cash": 600},
        Cy={"deeds": ["boardwalk"]},
    )  # fmt: skip
    for game, kind in ((claim, "ClaimRent"), (build, "Build"), (swap, "Offer")):
        assert set(choices("hard", game)) == {kind}
        assert 0.1 < choices("easy", game).count(kind) / len(MOODS) < 0.6
        assert choices("easy", game).count(kind) < choices("normal", game).count(kind) < len(MOODS)


def test_easy_bids_badly_and_hard_does_not() -> None:
    game = table("classic", on_turn="Ben", Ben={"square": "boardwalk"}, phase="buy")
    game.play("decline")
    limits = {level: [limit_of(level, game, mood) for mood in MOODS] for level in bots.TRADERS}
    spread = {level: (max(found) - min(found)) / max(found) for level, found in limits.items()}
    assert spread["easy"] > spread["normal"] > spread["hard"] == 0


def limit_of(level: str, game: Game, mood: int) -> int:
    """Up to which call, in steps of twenty dollars, a level bids on."""
    for call in range(100, 1200, 20):
        called = game.copy()
        called.play(f"bid {call}", "Ben")
        if called.choice_of(bots.policy(level), "Ann", in_mood(level, mood)).kind == "Withdraw":
            return call
    return 1200


def test_a_mistake_lasts_a_turn_and_another_turn_has_others() -> None:
    memory = bots.notebooks([notebook({"overlooks": 50, "misjudges": 50})])
    g = table("classic")._engine.g
    seen = []
    for turn in range(1, 200):
        g.turn = turn
        now = overlooks(g, memory, A_RENT), overlooks(g, memory, A_BUILDING), misjudge(g, memory, 3, 1000)
        assert now == (
            overlooks(g, memory, A_RENT), overlooks(g, memory, A_BUILDING), misjudge(g, memory, 3, 1000)
        )  # fmt: skip
        seen.append(now)
    assert {(rent, building) for rent, building, _ in seen} == {(a, b) for a in (False, True) for b in (False, True)}
    assert 60 < sum(rent for rent, _, _ in seen) < 140
    sums = [dollars for _, _, dollars in seen]
    assert 500 <= min(sums) < 600
    assert 1400 < max(sums) <= 1500
    assert 930 < sum(sums) / len(sums) < 1070


def test_without_mistakes_nothing_is_drawn() -> None:
    memory = bots.notebooks([notebook({})])
    before, g = memory.copy(), table("classic")._engine.g
    assert not overlooks(g, memory, A_RENT)
    assert misjudge(g, memory, 3, 1000) == 1000
    assert (memory == before).all()
