"""A position can be asked: what a bot would do, who wins from here, and how it goes on."""

import threading
import time

import pytest

import passgo
from passgo import editions
from passgo.game.asking import Interval
from passgo.simulate import Plan, bot_named, fill_seats, simulate
from passgo.strategies import bot_of

ANN_IS_RICH = {"players": {"Ann": {"deeds": {"boardwalk": "hotel", "park place": "hotel"}}, "Ben": {"cash": 200}}}


SENSIBLE = ("Buy", "Throw", "EndTurn", "Withdraw", "Refuse", "Mortgage", "SellBuilding")


def simple(view: passgo.View, player: str) -> passgo.Action:
    """What moves the game on, if there is such a thing."""
    actions = view.legal_actions(complete=True)
    return min(actions, key=lambda action: SENSIBLE.index(action.kind) if action.kind in SENSIBLE else 99)


def some_game(seed: int = 7) -> passgo.Game:
    game = passgo.Game("classic", players=["Ann", "Ben", "Cy"], seed=seed)
    game.play_out("trader", rounds=12)
    return game


def test_the_chances_are_those_of_the_simulator_from_here() -> None:
    game = some_game()
    found = game.chances("trader", games=500, seed=3)
    seats = fill_seats([bot_named("trader")], 3)
    report = simulate(Plan(game.ruleset, seats, 500, 3, 512, start=game._engine.position))
    assert [share.mid for share in found.values()] == [won["share"] for won in report.by_seat()]
    assert [(share.low, share.high) for share in found.values()] == [(w["low"], w["high"]) for w in report.by_seat()]
    assert list(found) == ["Ann", "Ben", "Cy"]
    assert found == game.chances("trader", games=500, seed=3)
    assert found != game.chances("trader", games=500, seed=4)
    assert found.label == "if all play like trader from here"
    assert str(found).startswith("Chances to win, if all play like trader from here (500 games")


def test_whoever_holds_the_dearest_hotels_wins_more_often() -> None:
    chances = passgo.Game.from_dict(ANN_IS_RICH, seed=1).chances(games=300)
    assert chances["Ann"].low > chances["Ben"].high


def test_nothing_changes_by_asking() -> None:
    game = some_game()
    before = game.record()
    game.chances(games=20)
    game.ask("trader")
    game.ask(lambda view, player: view.legal_actions(complete=True)[0])
    assert game.record() == before


def test_the_chances_do_not_know_the_coming_dice() -> None:
    """Two games in the same position, with different dice to come, have the same chances; so have typed dice."""
    line = some_game().position
    games = [passgo.Game.from_position(line, seed=seed) for seed in (1, 2)]
    games.append(passgo.Game.from_position(line, dealer="typed"))
    first, *others = (game.chances(games=200) for game in games)
    assert all(other == first for other in others)


def test_a_game_that_is_over_is_won() -> None:
    game = some_game()
    outcome = game.play_out()
    assert outcome is not None
    (winner,) = outcome.winners
    chances = game.chances(games=10)
    assert {name: share.mid for name, share in chances.items()} == {n: float(n == winner) for n in game.names}
    assert chances.unfinished == 0
    with pytest.raises(ValueError, match="the game is over"):
        game.ask()


def test_bots_by_player_by_seat_and_of_ones_own() -> None:
    game = some_game()
    meek = {"Cy": "cautious", "Ann": "trader", "Ben": "random"}
    by_player, by_seat = game.chances(meek, games=100), game.chances(["trader", "random", "cautious"], games=100)
    assert by_player == by_seat
    assert by_player.label == "if all go on from here, Ann like trader, Ben like random, Cy like cautious"
    seen: set[str] = set()

    def first(view: passgo.View, player: str) -> passgo.Action:
        seen.update(view.names)
        return simple(view, player)

    assert game.chances(["trader", first, "trader"], games=1).bots == ("trader", "first", "trader")
    assert seen == {"Ann", "Ben", "Cy"}
    with pytest.raises(ValueError, match="who plays for Ben, Cy"):
        game.chances({"Ann": "trader"})
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        game.chances("nobody")
    with pytest.raises(ValueError, match="a bot is a name, a Python file, a function or a Bot, not 7"):
        game.chances(7)  # type: ignore[arg-type]


def test_a_bot_is_asked_for_whoever_must_decide_or_for_anybody() -> None:
    game = some_game()
    action = game.ask("trader")
    assert action is not None
    assert action.player == game.next_to_decide
    assert game.check(action) is None
    other = next(name for name in game.names if name != game.next_to_decide)
    assert game.ask(lambda view, player: None, other) is None
    assert game.ask(bot_of(lambda view, player: view.legal_actions()[0], "first")) == game.legal_actions()[0]


def test_what_is_wrong_with_an_answer_is_raised() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    with pytest.raises(passgo.IllegalAction, match=r"move\.turn-end"):
        game.ask(lambda view, player: "end turn")
    with pytest.raises(ValueError, match=r"gave no action: (?s:.*)ZeroDivisionError"):
        game.ask(lambda view, player: str(1 // 0))
    with pytest.raises(ValueError, match="gave no action: 17: ValueError: expected an action or its text"):
        game.ask(lambda view, player: 17)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("edition", editions.NAMES)
def test_a_game_that_is_played_out_is_a_game_like_any_other(edition: str) -> None:
    game = passgo.Game(edition, players=["Ann", "Ben", "Cy"], seed=3)
    outcome = game.play_out()
    assert outcome == game.outcome
    assert outcome is not None
    assert passgo.Game.from_record(game.record()).outcome == outcome
    game.undo()
    assert game.outcome is None


def test_a_game_that_is_played_out_is_that_of_the_simulator() -> None:
    """The same seed, the same bots: the loop and the game in Python come to the same end."""
    plan = Plan(editions.ruleset("classic"), fill_seats([bot_named("trader")], 3), games=1, seed=5)
    game = passgo.Game("classic", players=3, seed=passgo.simulate.game_seed(5, 0))
    outcome = game.play_out()
    report = simulate(plan)
    assert outcome is not None
    assert [name in outcome.winners for name in game.names] == [won == 1 for won in report.wins[:3]]
    assert game.turn == report.turns.mean()


def test_bots_of_ones_own_play_out_with_what_happened_since() -> None:
    told: list[int] = []

    def choose(view: passgo.View, player: str) -> passgo.Action | str:
        told.append(len(view.since))
        assert view.known_cash[view.others[0].name] is not None
        return "nonsense" if view.random.random() < 0.1 else simple(view, player)

    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    game.play_out({"Ann": choose, "Ben": "trader"}, rounds=15)
    assert game._g.round == 15 or game.outcome
    assert max(told) > 3
    assert sum(told) <= len(game.events)


def test_bots_cannot_throw_typed_dice_and_then_nothing_is_played() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], dealer="typed")
    game.throw(6, 5)
    game.throw(1, 2)
    before = game.record()
    with pytest.raises(ValueError, match="typed in"):
        game.play_out()
    assert game.record() == before


def test_an_interval_reads_well() -> None:
    assert str(Interval(0.25, 0.3, 0.361)) == "30.0 % (25.0 to 36.1)"


def test_two_thousand_games_take_a_moment() -> None:
    game = some_game()
    game.chances(games=10)
    began = time.process_time()
    game.chances("trader", games=2000)
    assert time.process_time() - began < 4  # a fifth of a second where nothing else runs and indices are not checked


def test_no_thread_is_left_behind() -> None:
    game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    game.ask(simple)
    before = threading.active_count()
    for _ in range(20):
        game.ask(simple)
        game.copy().play_out(simple, rounds=1)
    game.chances(simple, games=1)
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before
