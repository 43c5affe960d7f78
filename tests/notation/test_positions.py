"""Positions as a line and as a dictionary with names in it; what is none, or none that is lawful, is refused."""

import json
import random
from typing import Any

import pytest

from passgo import Game, UnlawfulPosition
from passgo.notation.position_line import format_position, parse_position, structure

# A position as a line


def test_a_position_is_one_line_and_back() -> None:
    line = "classic rent-claims=manual | cash=1340,1500,880 players=3 on_turn=1 phase=before-throw owner=8*5,0,8*20,2*2"
    table, records = parse_position(line)
    g = structure(records)
    assert g.cash[:3] == [1340, 1500, 880]
    assert g.cash[8] == -3720
    assert format_position(table, g) == line


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("classic", "EDITION OPTIONS | FIELDS"),
        ("atlantis | players=2", "atlantis"),
        ("classic x=1 | players=2", "x"),
        ("classic | players", "'' is no number"),
        ("classic | players=9", "not within 0 to 8"),
        ("classic | cash=1,2,x", "'x' is no number"),
        ("classic | houses=1*2", "more than 1 values"),
        ("classic | owner=8*0", "more than 28 values"),
        ("classic | cash=2147483647*8", "more than a game can hold"),
        ("classic | phase=lunch", "no number"),
        ("classic | weather=5", "no field 'weather'"),
    ],
)
def test_a_line_that_is_no_position_is_refused(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        Game.from_position(line)
    assert complaint in str(refusal.value)


# A position as a dictionary

BOTH: dict[str, Any] = {"Ann": {}, "Ben": {}}
DARK_BLUE = {"boardwalk": 0, "park place": 0}


def with_deeds(**deeds: Any) -> dict[str, Any]:
    return {"players": {"Ann": {"deeds": {name.replace("_", " "): state for name, state in deeds.items()}}, "Ben": {}}}


def with_matter(**matter: Any) -> dict[str, Any]:
    return {
        "players": {"Ann": {"cash": 10, "deeds": ["boardwalk"]}, "Ben": {}},
        "matters": [matter],
        "phase": "end-turn",
    }


def claims(count: int, age: int = 0, **others: Any) -> dict[str, Any]:
    """So many claims of one age, at a table where rents must be claimed."""
    claim = {"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50, "age": age}
    deeds = {"Ann": {}, "Ben": {"deeds": ["boardwalk"]}}
    return {"players": deeds, "options": {"rent_claims": "manual"}, "claims": [claim] * count, **others}


def debts(count: int) -> dict[str, Any]:
    """So many debts, one on top of the other."""
    debt = {"kind": "debt", "player": "Ann", "other": "Bank", "amount": 2000, "rule": "rent.deed"}
    return {"players": BOTH, "phase": "end-turn", "matters": [debt] * count}


UNLAWFUL: dict[str, tuple[Any, str | None]] = {
    "a token that rests on Go To Jail": ({"players": {"Ann": {"square": "go_to_jail"}, "Ben": {}}}, "jail.sent"),
    "three doubles, and the turn goes on": ({"players": BOTH, "doubles": 3}, "move.three-doubles"),
    "three doubles at the end of a turn": (
        {"players": BOTH, "doubles": 3, "phase": "end-turn"}, "move.three-doubles"),
    "claims that leave no room for a turn's rents": (claims(11), "rent.claim-window"),
    "claims that leave no room for the next turn's": (claims(11, phase="end-turn"), "rent.claim-window"),
    "claims that leave no room for this turn's rest": (
        claims(11, age=1, throws=1, doubles=1, again=True, phase="draw"), "rent.claim-window"),
    "matters that leave no room for a bankruptcy": (debts(17), "table.one-matter"),
    "33 houses": (
        {"players": {"Ann": {"deeds": dict.fromkeys(
            ["oriental", "vermont", "connecticut", "st charles", "states", "virginia", "illinois", "indiana"], 4)},
            "Ben": {"deeds": {"kentucky": 1}}}}, "setup.bank"),
    "13 hotels": (
        with_deeds(**dict.fromkeys(
            ["oriental", "vermont", "connecticut", "st_charles", "states", "virginia", "illinois", "indiana",
             "kentucky", "boardwalk", "park_place", "baltic", "mediterranean"], "hotel")), "setup.bank"),
    "a deed with two owners": (
        {"players": {"Ann": {"deeds": ["boardwalk"]}, "Ben": {"deeds": ["boardwalk"]}}}, "setup.bank"),
    "uneven building": (with_deeds(boardwalk=3, park_place=1), "build.evenly"),
    "a hotel beside three houses": (with_deeds(boardwalk="hotel", park_place=3), "build.evenly"),
    "building on an incomplete group": (with_deeds(boardwalk=1), "build.group"),
    "building on a railroad": (with_deeds(short_line=1), "build.group"),
    "a built mortgaged group": (with_deeds(boardwalk=1, park_place="mortgaged"), "build.not-mortgaged"),
    "five houses": (with_deeds(boardwalk=5, park_place=4), "build.four-then-hotel"),
    "negative cash": ({"players": {"Ann": {"cash": -1}, "Ben": {}}}, "debt.raise"),
    "one player": ({"players": {"Ann": {}}}, "setup.players"),
    "nine players": ({"players": {f"P{n}": {} for n in range(9)}}, "setup.players"),
    "two of a token": ({"players": {"Ann": {"token": "kite"}, "Ben": {"token": "kite"}}}, "setup.tokens"),
    "an unknown token": ({"players": {"Ann": {"token": "flat iron"}, "Ben": {}}}, "setup.tokens"),
    "a jail card held twice": (
        {"players": {"Ann": {"jail_cards": ["chance"]}, "Ben": {"jail_cards": ["chance"]}}}, "cards.jail-free-kept"),
    "a jail card held and seen": (
        {"players": {"Ann": {"jail_cards": ["chance"]}, "Ben": {}}, "seen": {"chance": ["get_out_of_jail_free"]}},
        "cards.jail-free-kept"),
    "a card seen twice": ({"players": BOTH, "seen": {"chest": ["bank_error", "bank_error"]}}, "setup.decks"),
    "an unknown card": ({"players": BOTH, "seen": {"chest": ["tax_holiday"]}}, "setup.decks"),
    "four tries in Jail": ({"players": {"Ann": {"jail": 4}, "Ben": {}}}, None),
    "in Jail and elsewhere": ({"players": {"Ann": {"jail": 1, "square": "GO"}, "Ben": {}}}, "jail.sent"),
    "out with cash": ({"players": {"Ann": {"out": True, "cash": 5}, "Ben": {}, "Cy": {}}}, "bankrupt.to-bank"),
    "one left": ({"players": {"Ann": {"out": True}, "Ben": {}}}, "bankrupt.last-wins"),
    "on turn and out": ({"players": {"Ann": {"out": True}, "Ben": {}, "Cy": {}}, "on_turn": "Ann"}, "setup.turn-order"),
    "a winner too early": ({"players": BOTH, "winners": ["Ann"]}, "bankrupt.last-wins"),
    "a phase that passes by itself": ({"players": BOTH, "phase": "land"}, "table.one-matter"),
    "buying what is not for sale": ({"players": BOTH, "phase": "buy"}, "buy.option"),
    "the Speed Die without it": ({"players": {"Ann": {"speeding": True}, "Ben": {}}}, "speed.faces"),
    "a bus without a bus": ({"edition": "speed-die", "players": BOTH, "phase": "choose-bus"}, "speed.bus"),
    "a choice of tax on GO": ({"players": BOTH, "phase": "choose-tax"}, "tax.income"),
    "an hour in a long game": ({"players": BOTH, "hour_struck": True, "phase": "draw"}, "short.end"),
    "a pot without the house rule": ({"players": BOTH, "pot": 5}, "table.no-house-rules"),
    "a Bank that disagrees": ({"players": BOTH, "bank": {"houses": 31}}, "setup.bank"),
    "a claim said while nothing is open": (
        {"options": {"rent_claims": "manual"}, "players": BOTH,
         "claims": [{"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50, "said": 1}]},
        "auction.meanwhile"),
    "claims where rent is asked for": (
        {"players": BOTH, "claims": [{"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50}]},
        "rent.claim"),
    "a debt that could be paid": (with_matter(kind="debt", player="Ben", other="Ann", amount=100), "debt.raise"),
    "a debt to oneself": (with_matter(kind="debt", player="Ann", other="Ann", amount=100), "debt.raise"),
    "a debt of nothing": (with_matter(kind="debt", player="Ann", other="Bank", amount=0), "debt.raise"),
    "an auction without bidders": (
        with_matter(kind="auction", player="Ann", square="baltic", set=[]), "auction.anyone"),
    "an auction that is over": (
        with_matter(kind="auction", player="Ann", square="baltic", set=["Ben"], other="Ben", amount=5),
        "auction.open-outcry"),
    "a bid beyond one's cash": (
        with_matter(kind="auction", player="Ann", square="baltic", set=["Ann", "Ben"], other="Ann", amount=50),
        "auction.cash"),
    "a choice about no mortgage": (
        with_matter(kind="keep-or-lift", player="Ann", set=["boardwalk"]), "mortgage.choice"),
    "an estate without its auction": (with_matter(kind="estate", player="Ben", set=["baltic"]), "table.one-matter"),
    "an unknown matter": (with_matter(kind="quarrel", player="Ann"), None),
    "an offer of what one lacks": (
        {"players": BOTH, "offers": {"Ann": {"to": "Ben", "give": ["boardwalk"], "take_cash": 5}}}, "deal.private"),
    "an offer of nothing": ({"players": BOTH, "offers": {"Ann": {"to": "Ben", "take_cash": 5}}}, "deal.offers"),
    "an offer of a built group": (
        {**with_deeds(boardwalk=1, park_place=1),
         "offers": {"Ann": {"to": "Ben", "give": ["boardwalk"], "take_cash": 5}}},
        "deal.no-buildings"),
    "an offer to oneself": ({"players": BOTH, "offers": {"Ann": {"to": "Ann", "give_cash": 5}}}, "deal.private"),
    "somebody unknown on turn": ({"players": BOTH, "on_turn": "Cy"}, None),
    "an unknown square": ({"players": {"Ann": {"square": "Nowhere"}, "Ben": {}}}, None),
    "an unknown part": ({"players": BOTH, "weather": "fine"}, None),
    "an unknown part of a player": ({"players": {"Ann": {"mood": "fine"}, "Ben": {}}}, None),
    "an unknown edition": ({"edition": "atlantis", "players": BOTH}, None),
    "an unknown option": ({"options": {"fun": True}, "players": BOTH}, None),
    "no players": ({}, "setup.players"),
    "a list": ([], None),
    "cash that is text": ({"players": {"Ann": {"cash": "1500"}, "Ben": {}}}, None),
    "cash beyond the record": ({"players": {"Ann": {"cash": 2**31}, "Ben": {}}}, None),
    "cash that leaves no room": ({"players": {"Ann": {"cash": 2**31 - 1}, "Ben": {}}}, None),
    "turns that leave no room": ({"players": BOTH, "turn": 2**31 - 1}, None),
    "offers that leave no room": ({"players": BOTH, "offers_made": 2**31 - 1}, None),
    "three white dice": ({"players": BOTH, "dice": [1, 2, 7]}, None),
    "one die": ({"players": BOTH, "dice": [1]}, "move.throw"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNLAWFUL)
def test_an_unlawful_position_is_refused_with_the_reason_and_the_rule(case: str) -> None:
    position, rule = UNLAWFUL[case]
    with pytest.raises(UnlawfulPosition) as refusal:
        Game.from_dict(position)
    assert refusal.value.rule == rule
    assert "\n" not in str(refusal.value)
    assert rule is None or f"({rule})" in str(refusal.value)


@pytest.mark.parametrize(
    "position",
    [claims(10), claims(16, age=1), claims(10, phase="end-turn"), claims(10, age=1, throws=1, phase="end-turn"),
     {"players": BOTH, "doubles": 2}, {"players": {"Ann": {"out": True, "cash": 0, "square": "go_to_jail"},
      "Ben": {}, "Cy": {}}, "on_turn": "Ben"}, debts(16)],
)  # fmt: skip
def test_a_position_is_lawful_up_to_what_can_be_played_on(position: dict[str, Any]) -> None:
    game = Game.from_dict(position, dealer="typed")
    again = Game.from_dict(game.to_dict(), dealer="typed")
    assert again.position == game.position


def test_with_as_many_claims_as_are_allowed_a_whole_turn_of_rents_can_be_played() -> None:
    position = claims(10)
    position["players"]["Ben"]["deeds"] = ["oriental", "vermont", "st_charles", "boardwalk"]
    game = Game.from_dict(position, dealer="typed")
    game.throw(3, 3)
    game.throw(1, 1)
    game.throw(1, 2)
    assert len(game.claims) == 13
    game.play("end turn")
    game.play("throw")
    assert len(game.claims) == 3, "those of the turn before have lapsed"


def test_lines_of_earlier_versions_are_still_read() -> None:
    """They may begin where no game comes to; only who arranges a position by hand is told."""
    line = "classic | players=2 cash=1500*2 square=30 doubles=3 turn=1 phase=before-throw"
    assert Game.from_position(line, dealer="typed").phase == "before-throw"


def test_a_position_nested_beyond_reason_is_refused() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(UnlawfulPosition, match="nested"):
        Game.from_dict({"players": nested})


def test_everything_may_be_left_out_that_is_as_at_the_start() -> None:
    game = Game.from_dict({"players": BOTH})
    assert (game.ruleset.edition, game.on_turn, game.phase, game.turn) == ("classic", "Ann", "before-throw", 1)
    assert [(p.cash, p.square, p.deeds, p.token) for p in game.players] == [
        (1500, "GO", {}, "kite"),
        (1500, "GO", {}, "acorn"),
    ]


def test_a_position_in_full_comes_back_as_it_was() -> None:
    position = {
        "edition": "1935",
        "options": {"rent_claims": "manual"},
        "players": {
            "Ann": {"token": "moon", "cash": 10, "square": "Boardwalk", "deeds": {"Baltic Avenue": "mortgaged"}},
            "Ben": {"token": "kite", "cash": 20, "square": "Jail / Just Visiting", "jail": 2,
                    "deeds": {"Park Place": 1, "Boardwalk": "hotel"}, "jail_cards": ["chest"]},
            "Cy": {"token": "bell", "cash": 0, "square": "GO", "deeds": {}, "out": True},
            "Di": {"token": "key", "cash": 5, "square": "chance_7", "deeds": {"Water Works": 0}},
        },
        "on_turn": "Ann",
        "phase": "end-turn",
        "turn": 12,
        "first": "Ben",
        "arrived": "by card",
        "deck": "chance",
        "dice": [3, 4],
        "card": "parking_fine",
        "bank": {"houses": 31, "hotels": 11},
        "seen": {"chance": ["parking_fine", "go_to_jail"]},
        "offers": {"Di": {"to": "Ann", "give": ["Water Works"], "take": ["Baltic Avenue"], "number": 2}},
        "claims": [
            {"lander": "Ann", "owner": "Di", "square": "Water Works", "amount": 28, "age": 1},
            {"lander": "Ann", "owner": "Ben", "square": "Boardwalk", "amount": 50, "age": 0, "said": 2},
        ],
        "matters": [{"kind": "debt", "player": "Ann", "other": "Ben", "amount": 2000, "rule": "rent.deed",
                     "last": "Ann", "stage": 0}],
        "offers_made": 2,
    }  # fmt: skip
    position.pop("deck")  # Chance is the first deck, and goes without saying
    game = Game.from_dict(position, dealer="typed")
    assert game.to_dict() == position
    assert json.loads(json.dumps(game.to_dict())) == position


def test_the_goods_of_an_offer_stood_as_they_stand() -> None:
    """That they are mortgaged is said once, of the deed."""
    players = {"Ann": {"deeds": {"short line": "mortgaged"}}, "Ben": {"deeds": {"boardwalk": "mortgaged"}}}
    offers = {"Ann": {"to": "Ben", "give": ["short line"], "take": ["boardwalk"]}}
    game = Game.from_dict({"players": players, "offers": offers}, dealer="typed")
    assert "offer_mortgaged" not in game.position
    again = Game.from_position(game.position, game.names, dealer="typed")
    for each in (game, again, Game.from_dict(game.to_dict(), dealer="typed")):
        each.play("Ben: lift boardwalk")
        assert each.offers == []


NUMBERS = [-1, 0, 1, 2, 5, 8, 9, 16, 40, 43, 127, 2**20, 2**31 - 1]


def altered(chooser: random.Random, words: list[str]) -> str:
    """A line with one word lost, doubled or with another number in it."""
    n = chooser.randrange(len(words))
    name, equals, said = words[n].partition("=")
    values = said.split(",")
    values[chooser.randrange(len(values))] = str(chooser.choice(NUMBERS))
    changes = [[], [words[n]] * 2, [f"{name}={','.join(values)}"] if equals else [words[n]]]
    return " ".join([*words[:n], *chooser.choice(changes), *words[n + 1 :]])


@pytest.mark.parametrize("seed", range(4))
def test_an_altered_line_is_a_game_or_a_value_error(seed: int) -> None:
    chooser = random.Random(seed)
    game = Game(("classic", "1935", "speed-die", "modern")[seed], players=4, seed=seed)
    for _ in range(60):
        game.play(chooser.choice([a for a in game.legal_actions() if a.kind not in ("Offer", "Counter", "Resign")]))
    for _ in range(150):
        line = altered(chooser, game.position.split())
        try:
            other = Game.from_position(line, game.names)
        except ValueError:
            continue
        assert Game.from_dict(other.to_dict(), dealer="typed").position == other.position
        assert len(str(other).splitlines()) == 45
        assert other.outcome or other.legal_actions()
