"""Positions as people write them, options as they spell them, and games that can be compared."""

import json
import pickle
import random
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import passgo
from passgo import Game, UnlawfulPosition, editions
from passgo.errors import EditionError

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "position.schema.json").read_text())
FITS = jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("edition", editions.NAMES)
def test_every_position_of_a_game_fits_the_schema_and_is_read_back(edition: str) -> None:
    game = Game(edition, players=["Ann", "Ben", "Cy"], seed=5, options={"jail-fine": 60})
    for n in range(400):
        game.play(game.ask("random") or "end turn")
        if n % 20 == 0:
            position = json.loads(json.dumps(game.to_dict()))
            FITS.validate(position)
            assert Game.from_dict(position).position == game.position
        if game.outcome:
            break


FORGIVEN: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"players": ["Ann", "Ben"]}, {"players": {"Ann": {}, "Ben": {}}}),
    ({"players": [{"name": "Ann", "cash": 7}, "Ben"]}, {"players": {"Ann": {"cash": 7}, "Ben": {}}}),
    ({"players": {"Ann": {"in_jail": True}, "Ben": {}}}, {"players": {"Ann": {"jail": 1}, "Ben": {}}}),
    ({"players": {"Ann": {"in_jail": True, "jail": 3}, "Ben": {}}}, {"players": {"Ann": {"jail": 3}, "Ben": {}}}),
    ({"players": {"Ann": {"in_jail": False}, "Ben": {}}}, {"players": {"Ann": {}, "Ben": {}}}),
    ({"players": {"Ann": {"square": 24}, "Ben": {}}}, {"players": {"Ann": {"square": "illinois"}, "Ben": {}}}),
    (
        {"players": {"Ann": {"deeds": [39, "park place"]}, "Ben": {"deeds": {"1": "mortgaged"}}}},
        {"players": {"Ann": {"deeds": {"boardwalk": 0, "park place": 0}}, "Ben": {"deeds": {"med": "mortgaged"}}}},
    ),
    ({"version": "0.1.0", "players": ["Ann", "Ben"]}, {"players": {"Ann": {}, "Ben": {}}}),
    (
        {"options": {"rent-claims": "manual", "jail_fine": "60"}, "players": ["Ann", "Ben"]},
        {"options": {"rent_claims": "manual", "jail-fine": 60}, "players": {"Ann": {}, "Ben": {}}},
    ),
]


@pytest.mark.parametrize(("written", "meant"), FORGIVEN)
def test_a_position_may_be_written_in_several_ways(written: dict[str, Any], meant: dict[str, Any]) -> None:
    FITS.validate(written)
    assert Game.from_dict(written).position == Game.from_dict(meant).position


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        ({"players": [{"cash": 7}, "Ben"]}, r"players\[0\]\.name: a player's name is a text, not None"),
        ({"players": ["Ann", "Ann"]}, r"players\[1\]\.name: two players are called 'Ann'"),
        ({"players": {"Ann": {"in_jail": True, "jail": 0}, "Ben": {}}}, "in_jail: True, but `jail` is 0"),
        ({"players": {"Ann": {"in_jail": 1}, "Ben": {}}}, "1 is not true or false"),
        ({"players": {"Ann": {"square": 40}, "Ben": {}}}, "no square has the number 40"),
        ({"players": {"Ann": {"square": True}, "Ben": {}}}, "a square has a name, not True"),
        ({"players": {"Ann": {"deeds": [0]}, "Ben": {}}}, "GO has no deed"),
    ],
)
def test_what_means_nothing_is_still_refused(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UnlawfulPosition, match=complaint):
        Game.from_dict(position)


@pytest.mark.parametrize(
    "wrong", [{"players": {"Ann": {"cash": -1}}}, {"players": 3}, {"table": {}, "players": []}, {}]
)
def test_the_schema_refuses_what_is_no_position(wrong: dict[str, Any]) -> None:
    assert not FITS.is_valid(wrong)


def test_options_are_spelled_one_way_or_the_other_and_mean_the_same() -> None:
    games = [
        Game("classic", 2, seed=1, options={"rent_claims": "manual", "short_game": True}),
        Game("classic", 2, seed=1, options={"rent-claims": "manual", "short-game": "on"}),
        Game("classic", 2, seed=1, rent_claims="manual", short_game=True),
        Game("classic", 2, seed=1, options={"rent-claims": "manual"}, short_game="on"),
    ]
    assert all(game == games[0] for game in games)
    assert games[0].to_dict()["options"] == {"rent_claims": "manual", "short_game": True}
    with pytest.raises(ValueError, match="rent_claims is given twice"):
        Game("classic", 2, options={"rent_claims": "manual"}, rent_claims="manual")
    with pytest.raises(EditionError, match="given twice"):
        Game("classic", 2, options={"rent-claims": "manual", "rent_claims": "manual"})
    with pytest.raises(ValueError, match="options are a dictionary"):
        Game("classic", 2, options="rent-claims=manual")  # type: ignore[arg-type]


def test_games_are_equal_at_the_same_point_with_the_same_dice_to_come() -> None:
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    twin = game.copy()
    assert game == twin
    assert Game.from_record(game.record()) == game
    game.play("throw")
    assert game != twin
    game.undo()
    assert game == twin
    assert game != Game("classic", players=["Ann", "Cy"], seed=7)
    assert game != Game.from_position(game.position, ["Ann", "Ben"], seed=8)
    assert game != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_a_copy_goes_its_own_way() -> None:
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    game.play_out(rounds=5)
    twin, before = game.copy(), game.record()
    twin.play_out(rounds=5)
    assert game.record() == before
    twin.undo()
    assert game.record() == before
    game.undo()
    assert game["Ann"].cash == game.copy()["Ann"].cash


def test_a_copy_asks_for_little_memory_and_shares_the_edition() -> None:
    # What a copy takes is the number of things that are made for it, which, unlike time, is the same on a busy machine.
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    game.copy()
    kept: list[Game | None] = [None] * 100
    before = sys.getallocatedblocks()
    for n in range(len(kept)):
        kept[n] = game.copy()
    assert (sys.getallocatedblocks() - before) / len(kept) < 40
    assert game.copy()._engine._editions is game.ruleset.rows


def test_a_ruleset_that_is_sent_makes_its_record_anew() -> None:
    ruleset = editions.ruleset("classic", jail_fine=60)
    sent = pickle.loads(pickle.dumps((ruleset, len(ruleset.rows))))[0]
    assert sent == ruleset
    assert bytes(sent.rows) == bytes(ruleset.rows)
    assert "rows" not in ruleset.__getstate__()


def test_nobody_of_that_name_is_a_key_error() -> None:
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    for board in (game, game.view("Ann")):
        with pytest.raises(KeyError, match="nobody is called 'Zoe'"):
            board["Zoe"]
        with pytest.raises(ValueError, match="nobody is called 'Zoe'"):
            board["Zoe"]
        assert "ann" in board
        assert "Zoe" not in board
        assert 7 not in board
    with pytest.raises(KeyError):
        game["Ann"].deeds["Boardwalk"]


def test_groups_owners_and_rents() -> None:
    deeds = {"st. james": 0, "tennessee": 0, "new york": 0, "reading": 0, "short line": 0, "water works": 0}
    game = Game.from_dict({"players": {"Ann": {"deeds": deeds}, "Ben": {"deeds": {"baltic": "mortgaged"}}}})
    for board in (game, game.view("Ben")):
        assert board.group("orange").owner == "Ann"
        assert board.group("new york").house_cost == 100
        assert board.group("brown").owners == (None, "Ben")
        assert board.group("Railroads").owner is None
        assert board.owner("baltic") == "Ben"
        assert board.owner("boardwalk") is None
        assert [board.rent(name) for name in ("new york", "reading", "water works", "baltic")] == [32, 50, 4, 0]
        assert board.deed("new york").price == 200
    assert [player.name for player in game.others] == ["Ben"]
    with pytest.raises(ValueError, match="GO has no deed"):
        game.group("go")


@pytest.mark.parametrize("edition", editions.NAMES)
def test_everything_on_a_complete_list_can_be_played_as_it_stands(edition: str) -> None:
    dice = random.Random(edition)
    kinds: set[str] = set()
    for seed in range(3):
        game = Game(edition, players=["Ann", "Ben", "Cy"], seed=seed, options={"deal_settlement": True})
        for _ in range(250):
            if game.outcome:
                break
            actions = game.legal_actions(complete=True)
            for action in dice.sample(actions, min(4, len(actions))):
                assert game.check(action) is None
            kinds |= {action.kind for action in actions}
            assert all(not action.most for action in actions)
            game.play(dice.choice([action for action in actions if action.kind != "Resign"]))
    assert {"Offer", "Bid", "Counter", "Refuse", "Throw", "Buy"} <= kinds


def test_a_complete_list_has_the_plain_deals() -> None:
    position = {
        "players": {
            "Ann": {"deeds": ["oriental", "vermont", "st. james"], "jail_cards": ["chance"]},
            "Ben": {"deeds": {"connecticut": 0, "tennessee": 0, "reading": "mortgaged"}},
        }
    }
    listed = Game.from_dict(position).legal_actions("Ann", complete=True)
    assert passgo.Offer("Ben", take=["Connecticut Avenue"], give_cash=120) in listed
    assert passgo.Offer("Ben", take=["Connecticut Avenue"], give_cash=240) in listed
    assert passgo.Offer("Ben", give=["Oriental Avenue"], take_cash=100) in listed
    assert passgo.Offer("Ben", take=["Reading Railroad"], give_cash=100) in listed
    assert passgo.Offer("Ben", give_cards=["chance"], take_cash=50) in listed
    swap = passgo.Offer("Ben", give=["St. James Place"], take=["Connecticut Avenue"], take_cash=60)
    assert swap in listed
    assert len(listed) == len(set(listed))


def test_the_drawing_uses_no_internal_names_and_cuts_nothing() -> None:
    deeds = [deed.slug for deed in editions.ruleset("classic").deeds]
    hands = {f"Player number {n} of eight": {"deeds": deeds[n::8], "square": 7} for n in range(8)}
    game = Game.from_dict({"players": hands, "phase": "end-turn", "dice": [3, 4]})
    drawn = str(game)
    assert "chance_7" not in drawn
    assert "end-turn" not in drawn
    assert "Player number 0 of eight may end the turn." in drawn
    for name in game.names:
        for group in game.ruleset.groups:
            count = sum(game.owner(game._names.deeds[deed]) == name for deed in group.deeds)
            assert not count or f"{group.name} {count}/{len(group.deeds)}" in drawn
    assert {len(line) for line in drawn.splitlines()} == {100}


def test_a_debt_is_said_in_words() -> None:
    owing = Game.from_dict(
        {
            "players": {"Ann": {"cash": 10, "square": 39}, "Ben": {"deeds": ["boardwalk", "park place"]}},
            "phase": "end-turn",
            "dice": [3, 4],
            "matters": [{"kind": "debt", "player": "Ann", "other": "Ben", "amount": 100, "rule": "rent.deed"}],
        },
        dealer="typed",
    )
    assert "Ann owes $100 to Ben." in str(owing)
