"""`Game`, the friendly face: sitting down, playing, dictating chance, taking back, and what it refuses."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from passgo import Action, BadRecord, Build, Game, IllegalAction, SeededDealer, Throw, UnlawfulPosition
from passgo.editions import NAMES
from tests.game.tables import at, simple, typed

# Sitting down


def test_players_can_be_named_or_counted() -> None:
    assert Game(players=3, seed=1).names == ("Player 1", "Player 2", "Player 3")
    assert Game("modern", players=["Ann", "Ben"], seed=1).names == ("Ann", "Ben")


TOO_FEW_OR_TOO_MANY = [("classic", 1), ("classic", 9), ("1935", 2), ("1935", 8), ("modern", 7), ("classic", -1)]


@pytest.mark.parametrize(("edition", "count"), TOO_FEW_OR_TOO_MANY)
def test_the_edition_says_how_many_may_play(edition: str, count: int) -> None:
    with pytest.raises(UnlawfulPosition, match="players") as refusal:
        Game(edition, players=count)
    assert refusal.value.rule == "setup.players"


@pytest.mark.parametrize("tokens", [["kite", "kite"], ["kite"], ["kite", "flat iron"]])
def test_each_player_picks_a_different_token(tokens: list[str]) -> None:
    with pytest.raises(UnlawfulPosition) as refusal:
        Game(players=["Ann", "Ben"], tokens=tokens)
    assert refusal.value.rule == "setup.tokens"


def test_tokens_are_those_chosen() -> None:
    game = Game(players=["Ann", "Ben"], tokens=["moon", "kite"], seed=1)
    assert (game["Ann"].token, game["Ben"].token) == ("moon", "kite")
    assert Game.from_record(game.record())["Ann"].token == "moon"


@pytest.mark.parametrize(
    "wrong",
    [{"edition": "atlantis"}, {"players": "Ann"}, {"dealer": "croupier"}, {"dealer": "typed", "seed": 7}, {"fun": True},
     {"seed": "x"}, {"players": ["Ann", "Bank"]}, {"edition": None}, {"edition": 1935}, {"players": None},
     {"players": True}, {"players": 2.0}, {"dealer": None}, {"dealer": 7}, {"players": 2, "tokens": "kite"},
     {"players": 2, "tokens": 5}],
)  # fmt: skip
def test_what_makes_no_table_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Game(**wrong)


def test_cash_is_shown_as_the_bills_of_the_edition() -> None:
    game = Game("modern", players=2, seed=1)
    assert game["Player 1"].bills == ((2, 500), (4, 100), (1, 50), (1, 20), (2, 10), (1, 5), (5, 1))
    assert sum(count * value for count, value in game["Player 1"].bills) == 1500


# Playing


def test_a_seeded_game_throws_by_itself() -> None:
    game = Game(players=["Ann", "Ben"], seed=7)
    assert game.to_act == (game.on_turn,)
    events = game.play("throw")
    assert [event.kind for event in events[:2]] == ["DiceThrown", "Moved"]
    assert game.to_act != ("Chance",)


def test_the_same_seed_is_the_same_game() -> None:
    one, two = (Game(players=3, seed=11) for _ in range(2))
    for _ in range(40):
        action = simple(one)
        assert one.play(action) == two.play(action)
    assert one.position == two.position
    assert Game(players=3, seed=12).record() != Game(players=3, seed=11).record()


def test_an_action_can_be_an_object_or_a_text_with_or_without_its_player() -> None:
    for said in (Throw(), "throw", "Ann: throw", Throw(player="ann"), Action("Throw", "Ann")):
        game = typed()
        game.play(said)
        assert game.to_act == ("Chance",)
    game = typed()
    game.play("throw", "Ann")
    with pytest.raises(ValueError, match="is it Ben who acts, or Ann"):
        typed().play("Ann: throw", "Ben")


def test_actions_of_a_legal_list_can_be_played_as_they_are() -> None:
    game = typed()
    assert Throw() in game.legal_actions()
    assert {action.player for action in game.legal_actions("Ben")} == {"Ben"}
    game.play(next(action for action in game.legal_actions() if action.kind == "Throw"))


def test_a_refused_action_says_which_rule_and_changes_nothing() -> None:
    game = typed()
    before = game.position
    with pytest.raises(IllegalAction, match=r"^'Ben: throw' is refused: .+ \(setup.turn-order\)$") as refusal:
        game.play("throw", "Ben")
    assert refusal.value.rule == "setup.turn-order"
    assert game.position == before
    assert game.why().startswith("setup.turn-order")
    assert len(game.record().splitlines()) == len(typed().record().splitlines())


def test_check_tells_what_play_would_say() -> None:
    game = typed()
    assert game.check("throw") is None
    refusal = game.check(Build("boardwalk"))
    assert refusal is not None
    with pytest.raises(IllegalAction, match=refusal.rule):
        game.play(Build("boardwalk"))
    assert game.turn == 1


INCOMPLETE = [
    Action("Build"),
    Action("Accept"),
    Action("Offer"),
    Action("ClaimRent", square="boardwalk"),
    Action("Card"),
]


@pytest.mark.parametrize("action", INCOMPLETE)
def test_an_action_that_leaves_out_what_it_needs_is_refused(action: Action) -> None:
    with pytest.raises(ValueError, match="needs to know the"):
        typed().play(action)


@pytest.mark.parametrize("action", [None, 5, b"throw", ["throw"]])
def test_what_is_no_action_is_refused(action: Any) -> None:
    with pytest.raises(ValueError, match="an action is a text or an Action"):
        typed().play(action)


# Dictating chance


def test_a_typed_game_waits_for_dice_cards_and_deeds() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed", short_game=True)
    assert (game.phase, game.to_act, game.next_to_decide) == ("deal-deeds", ("Chance",), "Chance")
    for deed in ("boardwalk", "baltic", "park place", "reading"):
        game.deal_deed(deed)
    assert game["Ann"].deeds == {"Park Place": 0, "Boardwalk": 0}
    assert game["Ann"].cash == 1500 - 400 - 350
    game.throw(1, 2)
    game.throw(6, 6)
    assert game.to_act == ("Ben",)
    assert game.throw(3, 4)[-1].square == "chance_7"
    game.draw("advance_to_boardwalk")
    assert game["Ben"].square == "Boardwalk"


def test_throw_takes_up_the_dice_if_that_has_not_been_done() -> None:
    game, other = typed(), typed()
    other.play("throw")
    assert game.throw(1, 2) == other.throw(1, 2)
    assert game.position == other.position


def test_the_speed_die_can_be_dictated() -> None:
    position = {"edition": "speed-die", "players": {"Ann": {"speeding": True}, "Ben": {}}}
    game = at(position)
    game.throw(1, 2, "bus")
    assert game.phase == "choose-bus"
    game.play("move 2")
    assert game["Ann"].square == "chest_2"
    assert at(position).throw(2, 2, 2)[0].dice == (2, 2, 2)
    assert at(position).throw(2, 1, "mr. m")[0].dice == (2, 1, 5)


def test_a_seeded_game_can_be_dictated_too() -> None:
    game = Game(players=["Ann", "Ben"], seed=7)
    game.throw(2, 1)
    assert game.players[game.names.index(game.on_turn)].square == "Baltic Avenue"
    assert game.phase == "buy"


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, 2, 3), (1, 2, "taxi"), ("x", 1)])
def test_wrong_dice_are_refused_and_nothing_has_happened(dice: tuple[Any, ...]) -> None:
    game = typed()
    before = game.record()
    with pytest.raises(ValueError, match=r"."):
        game.throw(*dice)
    assert game.record() == before
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()


def test_no_card_is_drawn_where_none_is_due() -> None:
    with pytest.raises(IllegalAction, match=r"cards\.draw"):
        typed().draw("bank_dividend")


def test_a_known_card_cannot_be_drawn_again() -> None:
    game = at({"players": {"Ann": {}, "Ben": {}}, "seen": {"chance": ["bank_dividend"]}})
    game.throw(3, 4)
    with pytest.raises(IllegalAction, match="'card bank_dividend' is refused"):
        game.draw("bank_dividend")
    with pytest.raises(ValueError, match="no card is called 'bank_error'"):
        game.draw("bank_error")
    assert len(game.legal_actions()) == 15


def test_a_dealer_of_ones_own_deals() -> None:
    class Ones:
        waits = False

        def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
            SeededDealer(1).deal(games, i, editions, e, number, actions, j)
            dice = actions["dice"][j] if isinstance(actions, np.ndarray) else actions[j].dice
            dice[:] = 1, 2, 0

        def __str__(self) -> str:
            return "ones"

    game = Game(players=["Ann", "Ben"], dealer=Ones(), setup_first_player="first-seat")
    game.play("throw")
    assert game["Ann"].square == "Baltic Avenue"


def test_a_dealer_that_fails_takes_the_action_with_it() -> None:
    class Broken(SeededDealer):
        def deal(self, *arguments: Any) -> None:
            raise RuntimeError("no dice")

    game = Game(players=["Ann", "Ben"], dealer=Broken(1), setup_first_player="first-seat")
    before = game.position
    with pytest.raises(RuntimeError, match="no dice"):
        game.play("throw")
    assert game.position == before


def test_a_dealer_that_fails_after_dictated_dice_takes_them_with_it() -> None:
    class Broken(SeededDealer):
        def deal(self, *arguments: Any) -> None:
            raise RuntimeError("no cards")

    game = Game(players=["Ann", "Ben"], dealer=Broken(1), setup_first_player="first-seat")
    before = game.record()
    with pytest.raises(RuntimeError, match="no cards"):
        game.throw(3, 4)
    assert game.record() == before
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()


def test_anyone_may_say_that_the_hour_has_struck() -> None:
    game = Game(players=["Ann", "Ben"], seed=7, short_game=True)
    assert game.play("hour", "Ann")[0].kind == "HourStruck"
    assert game.outcome is not None


def test_why_wants_the_id_of_a_rule() -> None:
    with pytest.raises(ValueError, match="a rule has an id"):
        typed().why(5)  # type: ignore[arg-type]  # the mistake that is refused


# Taking back and copying


def test_undo_takes_back_one_action_and_the_chance_after_it() -> None:
    game = Game(players=["Ann", "Ben", "Cy"], seed=7)
    positions = [game.position]
    for _ in range(30):
        game.play(simple(game))
        positions.append(game.position)
    last = game.record()
    for position in reversed(positions[:-1]):
        game.undo()
        assert game.position == position
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()
    for _ in range(30):
        game.play(simple(game))
    assert game.record() == last


def test_what_was_typed_in_before_the_first_turn_is_taken_back_throw_by_throw() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed")
    game.throw(6, 5)
    game.throw(1, 1)
    game.undo()
    assert game.phase == "throw-for-first"
    game.throw(6, 6)
    assert game.on_turn == "Ben"


def test_a_copy_goes_its_own_way_with_the_same_dice() -> None:
    game = Game(players=["Ann", "Ben"], seed=7)
    game.play("throw")
    twin = game.copy()
    assert twin.record() == game.record()
    before = game.record()
    action = simple(twin)
    twin.play(action)
    assert game.record() == before
    game.play(action)
    assert game.record() == twin.record()
    twin.undo()
    assert twin.record() == before


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_python_copies_and_sends_a_game_as_a_game_of_its_own(again: Any) -> None:
    game = Game(players=["Ann", "Ben"], seed=7)
    game.play("throw")
    before = game.record()
    twin = again(game)
    assert (twin.record(), twin.events, twin.why()) == (before, game.events, game.why())
    twin.play(simple(twin))
    assert game.record() == before
    twin.undo()
    twin.undo()
    game.undo()
    assert twin.record() == game.record()


def test_refusals_can_be_sent_to_another_process() -> None:
    refusals: list[Any] = [
        typed().check("buy"),
        UnlawfulPosition("too many", "setup.players"),
        BadRecord(3, "expected more"),
    ]
    for refusal in refusals:
        sent = pickle.loads(pickle.dumps(refusal))
        assert (str(sent), vars(sent)) == (str(refusal), vars(refusal))


# Who acts, if nobody is named


def with_an_offer() -> Game:
    game = at({
        "players": {"Ann": {"deeds": ["boardwalk"]}, "Ben": {"deeds": ["baltic"]}, "Cy": {}},
        "on_turn": "Ann", "phase": "before-throw",
        "offers": {"Ann": {"to": "Ben", "give": ["boardwalk"], "take_cash": 400}},
    })  # fmt: skip
    assert game.next_to_decide == "Ben"
    return game


def test_with_an_offer_open_the_player_on_turn_still_throws() -> None:
    game = with_an_offer()
    game.play("throw")
    assert (game.on_turn, game.phase) == ("Ann", "throw")


def test_what_both_may_do_is_done_by_whoever_must_decide() -> None:
    game = with_an_offer()
    assert [event.player for event in game.play("mortgage baltic")] == ["Ben", "Bank"]
    game = with_an_offer()
    game.play("refuse Ann")
    assert not game.offers


def test_what_neither_may_do_is_refused_to_whoever_must_decide() -> None:
    refusal = with_an_offer().check("end turn")
    assert refusal is not None
    assert refusal.action == "Ben: end turn"


def test_a_named_player_acts_or_nobody() -> None:
    refusal = with_an_offer().check("throw", "Ben")
    assert refusal is not None
    assert refusal.rule == "setup.turn-order"


@pytest.mark.parametrize("edition", NAMES)
def test_a_listed_action_is_remembered_as_it_would_be_written(edition: str) -> None:
    """So `play` need not write it: every byte of its record is what the list held, but for the highest bid."""
    game, chooser = Game(edition, players=3, seed=2), random.Random(2)
    for _ in range(150):
        for seat, name in enumerate(game.names):
            for action in game.legal_actions(name):
                known = game._names.written(action)
                assert known is not None
                game._names.write(action, seat, game._g.deck, game._engine.action)
                assert known == (action, game._engine.played)
        game.play(chooser.choice([a for a in game.legal_actions(complete=True) if a.kind != "Resign"]))
