"""Actions as text, as Python objects and as dictionaries, and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passgo import Action, Game, IllegalAction, editions
from passgo.notation import constructors
from passgo.notation.actions import DEALS, KINDS, PLAYER_KINDS, POSITIONAL
from passgo.notation.names import Names, checked_names
from passgo.notation.text import VERBS, format_action, parse_action

PLAYERS = ["Ann", "Big Ben", "bid 5", "A: b # c", 'He said "no"', "Zoë"]
NAMES = Names(editions.ruleset("classic"), PLAYERS)


def heard(text: str) -> Action:
    return parse_action(text, NAMES)


SAID = {
    "throw": Action("Throw"),
    "  Ann :  BUILD   boardwalk ": Action("Build", "Ann", "Boardwalk"),
    "bid $1,200": Action("Bid", amount=1200),
    "move 3": Action("ChooseSteps", amount=3),
    "go to chest_2": Action("ChooseSquare", square="chest_2"),
    "go to 22": Action("ChooseSquare", square="chance_22"),
    "pay fine": Action("PayFine"),
    "use card": Action("UseCard"),
    "use Chest card": Action("UseCard", card="chest"),
    "claim big ben st. charles": Action("ClaimRent", square="St. Charles Place", other="Big Ben"),
    'claim "bid 5" boardwalk': Action("ClaimRent", square="Boardwalk", other="bid 5"),
    "sell boardwalk": Action("SellBuilding", square="Boardwalk"),
    "sell hotels boardwalk": Action("SellHotels", square="Boardwalk"),
    '"A: b # c": accept Ann': Action("Accept", "A: b # c", other="Ann"),
    '"He said \\"no\\"": refuse zoë': Action("Refuse", 'He said "no"', other="Zoë"),
    "withdraw": Action("Withdraw"),
    "withdraw offer": Action("WithdrawOffer"),
    "offer Ann: boardwalk + $100 + chance card for park place": Action(
        "Offer", other="Ann", give=("Boardwalk",), give_cash=100, give_cards=("chance",), take=("Park Place",)
    ),
    "counter big ben: 50 FOR b&o+reading+chest card": Action(
        "Counter", other="Big Ben", give_cash=50, take=("Reading Railroad", "B&O Railroad"), take_cards=("chest",)
    ),
    "settle: baltic + $5": Action("OfferSettlement", give=("Baltic Avenue",), give_cash=5),
    "settle Ann: nothing": Action("OfferSettlement", other="Ann"),
    "want": Action("WantBuilding"),
    "pass": Action("PassBuilding"),
    "place boardwalk": Action("PlaceBuilding", square="Boardwalk"),
    "keep boardwalk": Action("KeepMortgage", square="Boardwalk"),
    "bankrupt": Action("GoBankrupt"),
    "end turn": Action("EndTurn"),
    "hour": Action("StrikeHour"),
    "dice 3 4": Action("Dice", dice=(3, 4)),
    "dice 3,4 BUS": Action("Dice", dice=(3, 4, 4)),
    "dice 1 1 Mr. M": Action("Dice", dice=(1, 1, 5)),
    "dice 1 1 mr m again": Action("Dice", dice=(1, 1, 6)),
    "card advance_to_go": Action("Card", card="advance_to_go"),
    "deed baltic": Action("Deed", square="Baltic Avenue"),
}


@pytest.mark.parametrize("text", SAID)
def test_a_text_says_an_action_and_the_action_says_it_again(text: str) -> None:
    action = heard(text)
    assert action == SAID[text]
    assert action.player == SAID[text].player
    again = heard(format_action(action))
    assert (again, again.player) == (action, action.player)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("bid -5", "auction.opening"),
        ("bid $-1,000", "auction.opening"),
        ("bid 0", "auction.opening"),
        ("build 40", "build.group"),
        ("place -1", "build.group"),
        ("sell 40", "build.sell-half"),
        ("sell hotels 40", "build.sell-half"),
        ("mortgage 40", "mortgage.deeds-only"),
        ("lift 999", "mortgage.deeds-only"),
        ("keep 40", "mortgage.deeds-only"),
        ("go to 40", "speed.triple"),
        ("deed 40", "short.deal"),
        ("claim Ann 40", "rent.claim-window"),
        ("move -3", "table.one-matter"),
        ("offer Ann: $-5 for boardwalk", "deal.private"),
    ],
)
def test_numbers_that_make_no_sense_are_refused_by_the_rules(text: str, rule: str) -> None:
    game = Game.from_dict({"players": {"Ann": {"square": "baltic"}, "Ben": {}}, "phase": "buy"}, dealer="typed")
    game.play("decline")
    said = parse_action(text, Names(game.ruleset, game.names))
    for action in (text, said):
        refusal = game.check(action)
        assert refusal is not None
        assert refusal.rule == rule
        with pytest.raises(IllegalAction, match=rule):
            game.play(action)


WRONG = {
    "": "says no action",
    "dance": "says no action; one can say throw",
    "build": "'build' is followed by the name of a square",
    "build nowhere": "no square is called 'nowhere'",
    "build boardwalkk": "did you mean boardwalk",
    "mortgage p": "could be more than one square",
    "bid": "a whole number",
    "bid lots": "a whole number, not by 'lots'",
    "bid --5": "a whole number",
    "bid 5-": "a whole number",
    "bid 9999999999999": "a whole number",
    "offer Ann": "PLAYER: GOODS for GOODS",
    "offer Ann: boardwalk": "PLAYER: GOODS for GOODS",
    "offer Cy: boardwalk for $5": "nobody is called 'Cy'",
    "offer Ann: boardwalk + for $5": "joined by",
    "offer Ann: go for $5": "GO has no deed",
    "claim boardwalk": "the player who landed and the square",
    "accept": "the name of a player",
    "accept Cy": "nobody is called 'Cy'; the players are Ann",
    "Cy: throw": "nobody is called 'Cy'",
    "use bus": "chance card or chest card",
    "dice 7 1": "two dice from 1 to 6",
    "dice 3": "two dice from 1 to 6",
    "dice 3 4 taxi": "1, 2, 3, bus or mr. m",
    "card": "the id of a card",
    '"': "says no action",
    '"\\x": throw': "no name in quotes",
    ":": "nobody is called ''",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_text_that_says_nothing_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        heard(text)
    assert WRONG[text] in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.text())
def test_any_text_is_an_action_or_a_value_error(text: str) -> None:
    try:
        action = heard(text)
    except ValueError:
        return
    assert heard(format_action(action)) == action


def test_every_kind_of_action_can_be_written() -> None:
    assert set(VERBS) == set(KINDS)
    for kind in set(KINDS) - {"Dice", *DEALS}:
        fields: dict[str, Any] = {"amount": 3, "card": "chest", "other": "Big Ben", "square": "Boardwalk"}
        action = Action(kind, **{name: fields[name] for name in POSITIONAL[kind]})
        assert heard(format_action(action)) == action


def test_actions_are_made_by_name_and_shown_as_they_are_made() -> None:
    made = [
        constructors.Throw(),
        constructors.Bid(120),
        constructors.Build("Boardwalk"),
        constructors.UseCard("chest"),
        constructors.ClaimRent("Ben", "Boardwalk"),
        constructors.Offer("Ben", give=["Boardwalk"], take_cash=400, take_cards=["chance"]),
    ]
    assert [eval(repr(action), vars(constructors)) for action in made] == made
    assert [Action.from_dict(json.loads(json.dumps(action.to_dict()))) for action in made] == made


def test_there_is_a_constructor_for_all_that_players_do() -> None:
    assert set(KINDS) - set(PLAYER_KINDS) == {"Dice", "Card", "Deed", "StrikeHour"}
    assert all(hasattr(constructors, kind) for kind in PLAYER_KINDS)


def test_a_constructor_says_what_it_does() -> None:
    build: Any = constructors.Build
    assert build.__name__ == "Build"
    assert str(constructors.Build.__doc__).startswith("Any player still in buys one building")


@pytest.mark.parametrize(
    "told",
    [{}, {"kind": "Dance"}, {"kind": "Bid", "amount": "5"}, {"kind": "Bid", "amount": True}, {"kind": "Bid", "x": 1},
     {"kind": "Offer", "give": "boardwalk"}, {"kind": 5}, [], "throw", None],
)  # fmt: skip
def test_a_dictionary_that_is_no_action_is_refused(told: Any) -> None:
    with pytest.raises(ValueError, match="action"):
        Action.from_dict(told)


@pytest.mark.parametrize(
    "names",
    [["Ann", "ann"], ["Ann", ""], ["Ann", " "], ["Ann", " Ben"], ["Ann", "B\n"], ["Ann", "B\u200bn"], ["Ann", "x" * 31],
     ["Ann", "Bank"], ["Ann", "chance"], ["Ann", 5], ["Ann", "B  n"], ["e\u0301", "\u00e9"],
     ["Ben", "Ben\u034f"], ["Ben", "Ben\ufe0f"], ["Ann", "\u3164"], ["Ann", "\u2800"]],
)  # fmt: skip
def test_names_that_could_be_confused_are_refused(names: Any) -> None:
    with pytest.raises(ValueError, match=r"call|name"):
        checked_names(names)


ODD = [
    {"kind": ["Bid"]}, {"kind": "Offer", "give": "boardwalk"}, {"kind": "Offer", "give": None},
    {"kind": "Offer", "take_cards": True}, {"kind": "Dice"}, {"kind": "Dice", "dice": (1.0, 2)},
    {"kind": "Dice", "dice": 5}, {"kind": "Dice", "dice": (1, 2, 3, 4)}, {"kind": "Card", "card": 5},
]  # fmt: skip


@pytest.mark.parametrize("fields", ODD)
def test_an_action_made_of_the_wrong_things_is_refused_and_nothing_has_happened(fields: Any) -> None:
    game = Game(players=["Ann", "Ben"], seed=7)
    before = game.record()
    with pytest.raises(ValueError, match=r"action|dice|card"):
        game.play(Action(**{"other": "Ann", **fields}))
    assert game.record() == before


@pytest.mark.parametrize("give", ["boardwalk", 5, None])
def test_an_offer_is_made_of_lists(give: Any) -> None:
    with pytest.raises(ValueError, match="a list of names"):
        constructors.Offer("Ben", give=give)


def test_a_very_long_text_is_refused_at_once_and_shortly() -> None:
    for text in ("claim " + "a " * 50_000, "x" * 100_000, "bid " + "9" * 100_000):
        with pytest.raises(ValueError, match=r"followed by|says no action") as refusal:
            heard(text)
        assert len(str(refusal.value)) < 1000


@pytest.mark.parametrize("amount", [-(2**31), 2**31, "5", 1.0, [5]])
def test_an_amount_that_the_record_cannot_hold_is_refused(amount: Any) -> None:
    game = Game(players=2, seed=7)
    with pytest.raises(ValueError, match="an amount is a whole number"):
        game.play(Action("Bid", amount=amount))
