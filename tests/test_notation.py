"""Actions, events, positions and records as text, and back."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passgo import Action, Game, UnlawfulPosition, editions
from passgo.notation import makers
from passgo.notation.actions import KINDS
from passgo.notation.drawing import name_in_two
from passgo.notation.events import EVENT_KINDS, Event
from passgo.notation.line import line_of, position_from, structure
from passgo.notation.names import Names, checked_names
from passgo.notation.record import BadRecord, read_record
from passgo.notation.sentences import SENTENCES
from passgo.notation.text import VERBS, action_from, action_said

PLAYERS = ["Ann", "Big Ben", "bid 5", "A: b # c", 'He said "no"', "Zoë"]
NAMES = Names(editions.table("classic"), PLAYERS)


def heard(text: str) -> Action:
    return action_from(text, NAMES)


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
    again = heard(action_said(action))
    assert (again, again.player) == (action, action.player)


WRONG = {
    "": "says no action",
    "dance": "says no action; one can say throw",
    "build": "'build' is followed by the name of a square",
    "build nowhere": "no square is called 'nowhere'",
    "build boardwalkk": "did you mean boardwalk",
    "mortgage p": "could be more than one square",
    "bid": "a whole number",
    "bid lots": "a whole number, not by 'lots'",
    "bid -5": "a whole number",
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
    assert heard(action_said(action)) == action


def test_every_kind_of_action_can_be_said() -> None:
    assert {*VERBS, "ClaimRent", "Dice", "Card"} == set(KINDS)


def test_actions_are_made_by_name_and_shown_as_they_are_made() -> None:
    made = [
        makers.Throw(),
        makers.Bid(120),
        makers.Build("Boardwalk"),
        makers.UseCard("chest"),
        makers.ClaimRent("Ben", "Boardwalk"),
        makers.Offer("Ben", give=["Boardwalk"], take_cash=400, take_cards=["chance"]),
    ]
    assert [eval(repr(action), vars(makers)) for action in made] == made
    assert [Action.from_dict(json.loads(json.dumps(action.to_dict()))) for action in made] == made


def test_there_is_a_maker_for_all_that_players_do() -> None:
    of_chance = {"Dice", "Card", "Deed", "StrikeHour"}
    assert all(hasattr(makers, kind) for kind in set(KINDS) - of_chance)


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
     ["Ann", "Bank"], ["Ann", "chance"], ["Ann", 5], ["Ann", "B  n"], ["e\u0301", "\u00e9"]],
)  # fmt: skip
def test_names_that_could_be_confused_are_refused(names: Any) -> None:
    with pytest.raises(ValueError, match=r"call|name"):
        checked_names(names)


@pytest.mark.parametrize("amount", [-1, 2**31, "5", 1.0, [5]])
def test_an_amount_that_the_record_cannot_hold_is_refused(amount: Any) -> None:
    game = Game(players=2, seed=7)
    with pytest.raises(ValueError, match="an amount is a whole number"):
        game.play(Action("Bid", amount=amount))


# Events


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(EVENT_KINDS)
    for n, kind in enumerate(EVENT_KINDS):
        event = Event(NAMES, (n, 1, 0, 1, 39, 1, 1, 3, 4, 5, 1 << 27, 1, 50, 0, 2))
        assert str(event)[0].isupper()
        assert str(event).endswith((".", "!"))
        assert "None" not in str(event)
        assert repr(event).startswith(f"{kind}(")
        assert json.loads(json.dumps(event.to_dict()))["kind"] == kind


def test_an_event_tells_names_and_its_rule() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    paid = game.throw(2, 2)[-1]
    assert (paid.kind, paid.player, paid.other, paid.square) == ("Moved", "Ann", None, "Income Tax")
    chosen = game.play("pay flat tax")
    assert [str(event) for event in chosen] == ["Ann chooses the flat tax.", "Ann pays $200 to the Bank."]
    assert [event.rule for event in chosen] == ["tax.income-blind", "tax.income"]
    assert chosen[0].choice == "PayFlatTax"
    assert chosen[1].to_dict() == {
        "kind": "Paid", "rule": "tax.income", "player": "Ann", "other": "Bank", "amount": 200
    }  # fmt: skip
    assert chosen == game.events[-2:]
    assert len({*chosen, *game.events[-2:]}) == 2


# A position as a line


def test_a_position_is_one_line_and_back() -> None:
    line = "classic rent-claims=manual | cash=1340,1500,880 players=3 on_turn=1 phase=before-throw owner=8*5,0,8*20,2*2"
    table, records = position_from(line)
    g = structure(records)
    assert g.cash[:3] == [1340, 1500, 880]
    assert g.cash[8] == -3720
    assert line_of(table, g) == line


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

BOTH = {"Ann": {}, "Ben": {}}
DARK_BLUE = {"boardwalk": 0, "park place": 0}


def with_deeds(**deeds: Any) -> dict[str, Any]:
    return {"players": {"Ann": {"deeds": {name.replace("_", " "): state for name, state in deeds.items()}}, "Ben": {}}}


def with_matter(**matter: Any) -> dict[str, Any]:
    return {
        "players": {"Ann": {"cash": 10, "deeds": ["boardwalk"]}, "Ben": {}},
        "matters": [matter],
        "phase": "end-turn",
    }


UNLAWFUL: dict[str, tuple[dict[str, Any], str | None]] = {
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
    "a list": ([], None),  # type: ignore[dict-item]
    "cash that is text": ({"players": {"Ann": {"cash": "1500"}, "Ben": {}}}, None),
    "cash beyond the record": ({"players": {"Ann": {"cash": 2**31}, "Ben": {}}}, None),
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


def test_everything_may_be_left_out_that_is_as_at_the_start() -> None:
    game = Game.from_dict({"players": BOTH})
    assert (game.table.edition, game.on_turn, game.phase, game.turn) == ("classic", "Ann", "before-throw", 1)
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
        "offers": {"Di": {"to": "Ann", "give": ["Water Works"], "take_cash": 3, "number": 2}},
        "claims": [{"lander": "Ann", "owner": "Di", "square": "Water Works", "amount": 28, "age": 1}],
        "matters": [{"kind": "debt", "player": "Ann", "other": "Ben", "amount": 2000, "rule": "rent.deed",
                     "last": "Ann", "stage": 0}],
        "offers_made": 2,
    }  # fmt: skip
    position.pop("deck")  # Chance is the first deck, and goes without saying
    game = Game.from_dict(position, dealer="typed")
    assert game.to_dict() == position
    assert json.loads(json.dumps(game.to_dict())) == position


# Records

UNSIGNED = """passgo record 1  # a comment
edition: classic
player: Ann (kite)
player: "B # n" (moon)
dealer: typed

# for the first turn
dice 6 5
dice 1 2

turn 1: Ann, $1500 on GO [{}]
Ann: throw
dice 3 4
card bank_dividend   # lucky
Ann: end turn

turn 2: "B # n", $1500 on GO [{}]

end: 6 actions [{}]
"""


def fingerprints() -> list[str]:
    game = Game(players=["Ann", "B # n"], tokens=["kite", "moon"], dealer="typed")
    game.throw(6, 5)
    game.throw(1, 2)
    game.throw(3, 4)
    game.draw("bank_dividend")
    game.play("end turn")
    return re.findall(r"\[(\w+)]", game.record())


RECORD = UNSIGNED.format(*fingerprints())


def changed(old: str, new: str) -> str:
    assert old in RECORD
    return RECORD.replace(old, new)


def test_a_record_is_replayed() -> None:
    game = Game.from_record(RECORD)
    assert (game.turn, game["Ann"].cash, game.on_turn) == (2, 1550, "B # n")
    assert Game.from_record(game.record()).position == game.position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected 'passgo record 1', found nothing"),
        ("chess record 1", "line 1: expected 'passgo record 1'"),
        (changed("record 1 ", "record 2 "), "line 1: expected 'passgo record 1'"),
        (changed("edition: classic\n", ""), "expected a line 'edition: ...'"),
        (changed("edition: classic", "edition: atlantis"), "line 1: the heading is wrong"),
        (changed("edition: classic", "edition:"), "line 2: expected something"),
        (changed("(kite)", "(moon)"), "setup.tokens"),
        (changed("(kite)", "kite"), "line 3: expected 'player: NAME (TOKEN)'"),
        (changed("dealer: typed", "dealer: typed\nsecret: 5"), "line 6: expected 64 hexadecimal digits"),
        (changed("edition: classic", "edition: classic\nedition: modern"), "line 3: a second 'edition:'"),
        (changed("dice 6 5", "dice 6 7"), "line 8: 'dice' is followed by two dice"),
        (changed("dice 6 5", "dice 1 5"), "line 11: expected 'turn 1: Ann, $1500 on GO ["),
        (changed("turn 1: Ann, $1500", "turn 1: Ann, $1600"), "line 11: expected 'turn 1: Ann, $1500"),
        (changed("Ann: throw", "Ann: buy"), "line 12: 'Ann: buy' is refused"),
        (changed("Ann: throw", "Cy: throw"), "line 12: nobody is called 'Cy'"),
        (changed("Ann: throw", "turn 5: Ann"), "line 12: expected an action, for no turn begins here"),
        (changed("dice 3 4", "dice 3 5"), "line 14: 'card bank_dividend' is refused"),
        (changed("card bank_dividend", "card poor_tax"), "line 17: expected 'turn 2: "),
        (changed("Ann: end turn\n", ""), "line 16: expected an action, for no turn begins here"),
        (changed("end: 6", "end: 7"), "line 19: expected 'end: 6 actions ["),
        (RECORD[: RECORD.index("\nend:")], "line 17: the record breaks off here"),
        (RECORD[:180], "the record breaks off here"),
        (changed("turn 2", "# turn 2"), "line 19: expected"),
        (b"passgo record 1", "a record is a text"),
    ],
)  # fmt: skip
def test_a_record_that_was_altered_or_broken_off_is_refused_at_its_line(text: Any, complaint: str) -> None:
    with pytest.raises(BadRecord, match=r"^line \d+: ") as refusal:
        Game.from_record(text)
    assert complaint in str(refusal.value)


@given(st.integers(0, len(RECORD) - 1), st.characters(codec="utf-8"))
def test_any_change_of_a_record_is_harmless_or_a_value_error(place: int, letter: str) -> None:
    try:
        game = Game.from_record(RECORD[:place] + letter + RECORD[place + 1 :])
    except ValueError:
        return
    assert game.turn == 2


def test_the_lines_of_a_record_are_numbered_as_in_the_text() -> None:
    heading, lines = read_record(RECORD)
    assert heading.players == [("Ann", "kite"), ("B # n", "moon")]
    assert [line.number for line in lines] == [8, 9, 11, 12, 13, 14, 15, 17, 19]


def test_names_fit_onto_squares() -> None:
    for table in map(editions.table, editions.NAMES):
        assert all(len(line) <= 8 for square in table.squares for line in name_in_two(square.name))
