"""The expert plays lawfully, looks into nobody's hand, and is stronger than trader."""

import copy

import numpy as np
import pytest

import passgo
from passgo import editions
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.simulate import Plan, bot_named
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import COLUMNS, REFUSALS
from passgo.duplicate import DuplicateDealer, deal_duplicate, match_counters
from passgo.strategies import bot_from, expert
from passgo.strategies.expert import known_to
from passgo.strategies.thought import think

WINNERS = COLUMNS.index("winners")


def wins_of(players: int, matches: int, seed: int) -> float:
    """The share of duplicate matches that one expert among traders wins, from every seat."""
    won = []
    for seat in range(players):
        seats = [bot_named("trader")] * players
        seats[seat] = bot_from("expert")
        plan = Plan(editions.ruleset("classic"), tuple(seats), matches, seed)
        batch = play_batch(plan, range(matches), deal_duplicate, match_counters)
        assert batch.faults.to_list() == []
        won += [int(row[WINNERS]) >> seat & 1 for row in batch.rows]
    return sum(won) / len(won)


def test_it_wins_far_more_than_its_share_at_two_seats() -> None:
    assert wins_of(2, 12, seed=9) >= 0.6


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("1935", 3, {}),
        ("modern", 5, {}),
        ("speed-die", 4, {}),
        ("classic", 2, {"short_game": True, "short_rounds": 12}),
    ],
)
def test_everything_it_does_is_lawful(edition: str, players: int, options: dict[str, object]) -> None:
    plan = Plan(editions.ruleset(edition, **options), (bot_from("expert"),) * players, games=1, seed=2, rounds=12)
    batch = play_batch(plan, range(1))
    assert batch.faults.to_list() == []
    assert batch.tally[REFUSALS : REFUSALS + 8].sum() == 0


def test_it_counts_cash_from_what_was_paid() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=4)
    for _ in range(6):
        game.play_out(rounds=2)
        view = game.view("Ben")
        told = np.frombuffer(known_to(1, view._engine.position, view.ruleset), STATE)[0]["cash"][:3].tolist()
        assert told == [game[name].cash for name in game.names]


def test_secret_cash_that_cannot_be_known_changes_nothing() -> None:
    first = passgo.Game("classic", players=["Ann", "Ben"], seed=4)
    first.play_out(rounds=4)
    told = {**first.to_dict(), "counted": False}
    richer = copy.deepcopy(told)
    richer["players"]["Ben"]["cash"] += 700
    games = [passgo.Game.from_dict(position, seed=1) for position in (told, richer)]
    seen = [known_to(0, game.view("Ann")._engine.position, game.ruleset) for game in games]
    cash = [np.frombuffer(position, STATE)[0]["cash"][:2].tolist() for position in seen]
    assert cash[0] == cash[1] == [first["Ann"].cash, 1500]


def test_it_refuses_robbery_and_takes_a_gift() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=5)
    game.play_out(rounds=6)
    proposer = game.next_to_decide
    assert proposer is not None
    other = next(name for name in game.names if name != proposer)
    theirs = [name for name, stands in game[other].deeds.items() if stands == 0]
    own = [name for name, stands in game[proposer].deeds.items() if stands == 0]
    for offer, answer in ((f"$1 for {' + '.join(theirs)}", "Refuse"), (f"{' + '.join(own)} for $1", "Accept")):
        asked = game.copy()
        asked.play(f"offer {other}: {offer}")
        action = asked.ask("expert", other)
        assert action is not None
        assert action.kind == answer


def test_it_does_not_repeat_a_refused_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=2)
    made: list[tuple[int, str]] = []
    offered = expert.best_offer

    def listen(*arguments: object) -> bytes | None:
        found = offered(*arguments)  # type: ignore[arg-type]
        if found is not None:
            made.append((game.round, found.hex()))
        return found

    monkeypatch.setattr(expert, "best_offer", listen)
    game.play_out({"Ann": "expert", "Ben": "cautious", "Cy": "cautious"}, rounds=25)
    assert made
    exchanges_made = [(record[16:32], round_made) for round_made, record in made]
    for deeds, first in exchanges_made:
        again = [later for other, later in exchanges_made if other == deeds and later > first]
        assert all(later - first >= expert.PATIENCE for later in again)


def test_what_it_remembers_can_be_kept_between_two_decisions() -> None:
    """Whoever packs and unpacks its memory each time, as a server does, plays the same game."""
    ruleset = editions.ruleset("classic")
    engine, dealer = Engine(ruleset), DuplicateDealer(3, 0)
    engine.setup(3)
    judge = expert.judge_of(ruleset, 3)
    kept, packed, chances = [expert.new_memory(judge) for _ in range(3)], [b""] * 3, 0
    while engine.g.round < 14 and (seat := engine.next_to_decide) != codes.NOBODY:
        if seat == codes.CHANCE:
            engine.deal(dealer, chances)
            chances += 1
        else:
            position = engine.position
            thought = think("expert", ruleset, position, seat, packed[seat])
            packed[seat] = thought.memory
            assert thought.action == expert.decide(kept[seat], seat, expert.known_to(seat, position, ruleset))
            engine.position, engine.played = position, thought.action
        assert not engine.step()
    assert any(memory.offered for memory in kept), "some offers were made"


def answer_to(game: passgo.Game, bot: str, player: str) -> tuple[str, list[str]]:
    """How a bot answers the offer to a player, and why."""
    thought = think(bot, game.ruleset, game._engine.position, game.names.index(player), reasons=True)
    return game._names.action(thought.action, game._g.deck).kind, [reason.kind for reason in thought.reasons]


def test_it_says_why_it_refuses_also_what_a_trader_would_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=5)
    game.play_out(rounds=6)
    proposer = game.next_to_decide
    assert proposer is not None
    other = next(name for name in game.names if name != proposer and game[name].deeds)
    low, gift = game.copy(), game.copy()
    low.play(f"offer {other}: $1 for {next(iter(game[other].deeds))}")
    assert answer_to(low, "expert", other) == answer_to(low, "hard", other) == ("Counter", ["wants-cash"])
    gift.play(f"offer {other}: {' + '.join(game[proposer].deeds)} for $1")
    assert answer_to(gift, "hard", other) == answer_to(gift, "expert", other) == ("Accept", [])
    monkeypatch.setattr(expert, "ACCEPTING", 1.0)
    assert answer_to(gift, "expert", other) == ("Refuse", ["too-little-gain"])
