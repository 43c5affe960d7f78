"""The expert plays lawfully, looks into nobody's hand, and is stronger than trader."""

from collections import Counter

import numpy as np
import pytest

import passgo
from passgo import editions
from passgo.duplicate import DuplicateDealer, deal_duplicate, match_counters
from passgo.rules import codes
from passgo.rules.state import STATE
from passgo.simulate import Plan, bot_named
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import COLUMNS, REFUSALS
from passgo.strategies import bot_from
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


def with_cash(position: bytes, seat: int, more: int, counted: bool) -> bytes:
    """The position in which a player secretly has more; others may have counted payments from the beginning, or not."""
    state = np.frombuffer(position, STATE).copy()
    state["cash"][0, seat] += more
    state["uncounted"] = not counted
    return state.tobytes()


@pytest.mark.parametrize("counted", [True, False])
def test_secret_cash_changes_nothing(counted: bool) -> None:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=4)
    game.play_out(rounds=6)
    me = game.next_to_decide
    other = next(name for name in game.names if name != me and game[name].deeds)
    assert me is not None
    mine, theirs = game.names.index(me), game.names.index(other)
    asked = [game.copy() for _ in range(4)]
    for copied, price in zip(asked[1:], (1, 300, 900), strict=True):
        copied.play(f"offer {me}: {next(iter(game[other].deeds))} for ${price}", other)
    acts = []
    for more in (0, 700):
        positions = [with_cash(copied._engine.position, theirs, more, counted) for copied in asked]
        acts.append([think("expert", game.ruleset, position, mine).action for position in positions])
    assert acts[0] == acts[1]
    assert len(set(acts[0])) > 1


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


def offers_of(game: passgo.Game, rounds: int) -> list[tuple[int, int, bytes]]:
    """The offers that an expert makes among `cautious`, who refuse them: the round, the turn, and the deeds."""
    made, engine = [], game._engine
    memory, dealer, chances = dict.fromkeys(range(3), b""), DuplicateDealer(8, 1), 0
    while engine.g.round < rounds and (seat := engine.next_to_decide) != codes.NOBODY:
        if seat == codes.CHANCE:
            engine.deal(dealer, chances)
            chances += 1
        else:
            thought = think("cautious" if seat else "expert:0", game.ruleset, engine.position, seat, memory[seat])
            memory[seat], engine.played = thought.memory, thought.action
            if engine.action.kind == codes.OFFER:
                made.append((engine.g.round, engine.g.turn, thought.action[:32]))
        assert not engine.step()
    return made


def test_it_does_not_repeat_a_refused_offer_nor_pester_in_one_turn() -> None:
    made = offers_of(passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=2), 30)
    assert made
    assert max(Counter(turn for _, turn, _ in made).values()) <= 2, "a bargain, and an offer of its own"


def answer_to(game: passgo.Game, bot: str, player: str) -> tuple[str, list[str]]:
    """How a bot answers the offer to a player, and why."""
    thought = think(bot, game.ruleset, game._engine.position, game.names.index(player), reasons=True)
    return game._names.action(thought.action, game._g.deck).kind, [reason.kind for reason in thought.reasons]


def test_it_says_why_it_refuses_an_offer() -> None:
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
