"""What one sees of a game: players, matters, the outcome, the drawing of the board."""

import pytest

import passgo
from passgo import Action, Bid, Game, IllegalAction, editions
from passgo.game import Auction, Debt, KeepOrLift, Outcome
from passgo.notation import drawing
from passgo.notation.drawing import name_in_two
from tests.game.tables import at, simple, typed
from tests.rules.table import outcome


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
    assert outcome(game) == Outcome(("Ben",), {"Ann": 0, "Ben": 1500})
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


def test_names_fit_onto_squares() -> None:
    for table in map(editions.ruleset, editions.NAMES):
        assert all(len(line) <= 8 for square in table.squares for line in name_in_two(square.name))


def test_a_choice_about_mortgages_may_be_empty_beneath_a_debt() -> None:
    """Who owes interest may part with the other mortgaged deeds before it is paid."""
    game = at({
        "players": {"Ann": {"cash": 5, "deeds": {"boardwalk": 0}}, "Ben": {}}, "phase": "end-turn",
        "matters": [{"kind": "keep-or-lift", "player": "Ann", "set": [], "rule": "mortgage.transfer"},
                    {"kind": "debt", "player": "Ann", "other": "Bank", "amount": 20, "rule": "mortgage.transfer"}],
    })  # fmt: skip
    assert [type(matter).__name__ for matter in game.matters] == ["KeepOrLift", "Debt"]
    assert game.matters[0] == KeepOrLift(())


def test_nothing_is_cut_from_the_drawing_of_a_full_table(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
    deeds = [deed.name for deed in Game("classic", 2).ruleset.deeds][1:]
    game = Game.from_dict({"players": {name: {"deeds": deeds[n::8]} for n, name in enumerate(names)}})
    board = str(game).splitlines()
    assert [name for name in names if not any(f" {name} " in line for line in board)] == []
    assert "12 hotels, 1 deed " in str(game)
    waiting = [f"Matter {n} waits." for n in range(30)]
    monkeypatch.setattr(drawing, "describe_waiting", lambda names, g: waiting)
    full = str(game).splitlines()
    assert [said for said in waiting if not any(said in line for line in full)] == []
    assert {len(line) for line in full[: len(board)]} == {len(board[0])}
    assert len(full) > len(board)


def test_a_game_is_no_sequence_and_an_unknown_group_is_called_one() -> None:
    game = Game("classic", ["Ann", "Ben"], seed=1)
    for board in (game, game.view("Ann")):
        with pytest.raises(TypeError, match="not iterable"):
            list(board)  # type: ignore[call-overload]
        assert "Ann" in board
        with pytest.raises(KeyError):
            board["Zoe"]
        with pytest.raises(
            ValueError, match=r"^no group is called 'beige' \(Brown, .*, and no square is called 'beige'"
        ):
            board.group("beige")
