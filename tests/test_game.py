"""`Game`, the friendly face: playing, asking, taking back, dictating chance, and what it refuses."""

import random
from typing import Any

import pytest

import passgo
from passgo import Action, Bid, Build, Game, IllegalAction, SeededDealer, Throw, UnlawfulPosition, VerifiableDealer
from passgo.game import Auction, Debt, KeepOrLift, Outcome
from passgo.notation.text import action_from, action_said
from passgo.rules import checks

FIRST_SEAT: dict[str, Any] = {"dealer": "typed", "setup_first_player": "first-seat"}


def typed(**options: Any) -> Game:
    return Game("classic", players=["Ann", "Ben"], **(FIRST_SEAT | options))


def simple(game: Game) -> Action:
    """The first thing that whoever must decide can do without composing anything."""
    return next(action for action in game.legal_actions() if action.kind not in ("Offer", "Counter"))


def at(position: dict[str, Any]) -> Game:
    return Game.from_dict(position, dealer="typed")


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
     {"seed": "x"}, {"players": ["Ann", "Bank"]}],
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
            actions["dice"] = 1, 2, 0

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


# Looking


def test_one_sees_players_bank_and_turn() -> None:
    position = {
        "players": {
            "Ann": {"cash": 100, "deeds": {"boardwalk": 4, "park place": "hotel", "short line": "mortgaged"}},
            "Ben": {"jail": 2, "jail_cards": ["chest"]},
        }
    }
    game = at(position)
    ann, ben = game.players
    assert (ann.name, ann.cash, ann.square) == ("Ann", 100, "GO")
    assert ann.deeds == {"Short Line": "mortgaged", "Park Place": "hotel", "Boardwalk": 4}
    assert ann.worth == 100 + 400 + 4 * 200 + 350 + 5 * 200 + 100
    assert (ben.in_jail, ben.jail_turn, ben.jail_cards, ben.out) == (True, 2, ("chest",), False)
    assert (game.bank.houses, game.bank.hotels, len(game.bank.deeds), game.bank.pot) == (28, 11, 25, 0)
    assert repr(ann) == "<Ann: $100 on GO, 3 deeds>"
    assert game["ben"].name == "Ben"
    with pytest.raises(ValueError, match="nobody is called 'Cy'"):
        game["Cy"]


def test_one_sees_an_auction_and_its_bids() -> None:
    game = typed()
    game.throw(1, 2)
    game.play("decline")
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben"), None, 0)]
    assert set(game.to_act) == {"Ann", "Ben"}
    assert game.next_to_decide == "Ben"
    assert Bid(1) in [Action("Bid", amount=a.amount) for a in game.legal_actions()]
    assert next(a for a in game.legal_actions() if a.kind == "Bid").most == 1500
    game.play("bid 30")
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben"), "Ben", 30)]
    game.play("withdraw")
    assert game["Ben"].deeds == {"Baltic Avenue": 0}


def test_one_sees_debts_offers_and_choices() -> None:
    game = at(
        {
            "players": {"Ann": {"cash": 5, "deeds": {"boardwalk": "mortgaged", "baltic": 0}}, "Ben": {}},
            "matters": [{"kind": "debt", "player": "Ann", "other": "Ben", "amount": 300, "rule": "rent.deed"}],
            "phase": "end-turn",
        }
    )
    assert game.matters == [Debt("Ann", "Ben", 300, "rent.deed")]
    game.play("offer Ben: boardwalk for $100")
    assert game.offers == [Action("Offer", other="Ben", give=("Boardwalk",), take_cash=100)]
    assert game.offers[0].player == "Ann"
    assert game.next_to_decide == "Ben"
    game.play("accept Ann")
    assert game.matters[-1] == KeepOrLift(("Boardwalk",))
    game.play("keep boardwalk")
    assert game["Ben"].deeds == {"Boardwalk": "mortgaged"}


def test_the_creditor_and_the_card_go_without_saying() -> None:
    game = at(
        {
            "edition": "1935",
            "players": {"Ann": {"cash": 5, "deeds": ["baltic"]}, "Ben": {}, "Cy": {}},
            "matters": [{"kind": "debt", "player": "Ann", "other": "Cy", "amount": 300, "rule": "rent.deed"}],
            "phase": "end-turn",
        }
    )
    game.play("settle: baltic + $5")
    assert game.offers[0].other == "Cy"
    game.play("accept Ann")
    assert game.matters == []
    game = at({"players": {"Ann": {"jail": 1, "jail_cards": ["chest"]}, "Ben": {}}})
    game.play("use card")
    assert not game["Ann"].in_jail


def test_the_outcome_names_winners_and_worth() -> None:
    game = typed()
    assert game.outcome is None
    game.play("resign", "Ann")
    assert game.outcome == Outcome(("Ben",), {"Ann": 0, "Ben": 1500})
    assert (game.to_act, game.next_to_decide, game.legal_actions()) == ((), None, [])
    with pytest.raises(IllegalAction, match=r"bankrupt\.last-wins"):
        game.play("throw")


def test_the_hour_is_struck() -> None:
    game = Game(players=["Ann", "Ben"], seed=7, short_game=True)
    assert game.strike_hour()[0].kind == "HourStruck"
    assert game.outcome is not None
    assert game.outcome.worth == {player.name: player.worth for player in game.players}
    counted = {event.player: event.amount for event in game.events if event.kind == "WorthCounted"}
    assert counted == game.outcome.worth
    assert Game.from_record(game.record()).outcome == game.outcome
    with pytest.raises(IllegalAction, match=r"short\.end"):
        Game(players=2, seed=1).strike_hour()


def test_the_board_is_drawn_in_ascii_within_a_hundred_columns() -> None:
    game = Game("1935", players=[f"A player with a long name {n}" for n in range(7)], seed=7)
    for _ in range(200):
        lines = str(game).splitlines()
        assert len(lines) == 45
        assert {len(line) for line in lines} == {100}
        assert str(game).isascii()
        game.play(simple(game))
        if game.outcome:
            break


def test_a_position_shows_in_the_drawing() -> None:
    deeds = {"boardwalk": 4, "park place": "hotel", "short line": "mortgaged"}
    game = at({"players": {"Ann": {"deeds": deeds}, "Ben": {"jail": 1}}})
    drawing = str(game)
    for shown in ("A####", "A[H]", "A(m)", "<[B]", "<A", "Dark blue 2/2", "Bank: 28 houses, 11 hotels, 25 deeds"):
        assert shown in drawing


def test_a_game_can_be_explained() -> None:
    game = typed()
    assert game.why("jail.third-turn").startswith("jail.third-turn (Jail)")
    game.throw(2, 2)
    game.play("pay flat tax")
    assert game.why().startswith("tax.income")
    with pytest.raises(ValueError, match="no rule is called"):
        game.why("jail.fourth-turn")


def test_everything_public_has_a_name_in_the_package() -> None:
    assert all(hasattr(passgo, name) for name in passgo.__all__)
    assert {"Game", "Action", "Event", "IllegalAction", "UnlawfulPosition", "SeededDealer"} <= set(passgo.__all__)


# Whole games

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"setup_houses": 6, "setup_hotels": 1}),
    ("classic", {"rent_claims": "manual", "short_game": True, "short_rounds": 30, "deal_settlement": True}),
    ("1935", {"rent_claims": "manual"}),
    ("speed-die", {"free_parking_pot": True, "bankrupt_mortgages_cancelled": False, "bankrupt_cards": "auction"}),
    ("modern", {}),
]


def composed(chooser: random.Random, game: Game, listed: Action) -> Action:
    """A listed action, with a bid or the contents of an offer chosen at random."""
    if listed.kind == "Bid":
        return Action("Bid", listed.player, amount=chooser.randint(listed.amount, min(listed.most, listed.amount + 40)))
    if listed.kind not in ("Offer", "Counter", "OfferSettlement"):
        return listed
    mine, theirs = game[listed.player or ""], game[listed.other or ""]
    swap = listed.kind != "OfferSettlement"
    return Action(
        listed.kind,
        listed.player,
        other=listed.other,
        give=tuple(deed for deed in mine.deeds if chooser.random() < 0.2),
        take=tuple(deed for deed in theirs.deeds if swap and chooser.random() < 0.2),
        give_cash=chooser.randint(0, mine.cash) if chooser.random() < 0.5 else 0,
        give_cards=mine.jail_cards,
        take_cards=theirs.jail_cards if swap else (),
    )


WEIGHTS = {"Offer": 0.2, "Resign": 0.0, "Mortgage": 0.2, "SellBuilding": 0.1, "SellHotels": 0.1, "Build": 3.0}


@pytest.mark.parametrize(("edition", "options"), OPTIONS)
def test_random_games_survive_text_line_dictionary_record_and_undo(edition: str, options: dict[str, Any]) -> None:
    chooser = random.Random(edition)
    game = Game(edition, players=4, seed=5, **options)
    for turn in range(400):
        actions = game.legal_actions(chooser.choice(game.names) if chooser.random() < 0.2 else None)
        if game.outcome or not actions:
            continue
        weights = [WEIGHTS.get(action.kind, 1.0) for action in actions]
        action = composed(chooser, game, chooser.choices(actions, weights)[0]) if any(weights) else actions[0]
        said = action_from(action_said(action), game._names)
        assert (said, said.player) == (action, action.player)
        before, played = game.position, game.check(action) is None
        if not played:
            assert action.kind in ("Offer", "Counter", "OfferSettlement")
            continue
        game.play(action)
        assert checks.broken(game._engine._games, 0, game._engine._editions, 0) == 0
        if turn % 5 == 0:
            assert Game.from_position(game.position, game.names, dealer="typed").position == game.position
            assert Game.from_dict(game.to_dict(), dealer="typed").position == game.position
            after = game.position
            game.undo()
            assert game.position == before
            game.play(action)
            assert game.position == after
    again = Game.from_record(game.record())
    assert again.record() == game.record()
    assert again.events == game.events
    assert passgo.verify(game.record()) > 0
    assert [str(event) for event in game.events]


def test_a_verifiable_game_goes_on_after_its_record_if_the_dealer_is_there() -> None:
    dealer = VerifiableDealer(bytes(32))
    game = Game(players=["Ann", "Ben"], dealer=dealer)
    assert Game.from_record(game.record()).dealer.waits
    again = Game.from_record(game.record(), dealer=dealer)
    assert again.play("throw") == game.play("throw")
