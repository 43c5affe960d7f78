"""Buying: rulebook section 3, `buy`."""

from passgo import Buy, Decline
from tests.rules.by_rule import rule
from tests.rules.table import draws, landed, may, payments, play, refused, table, told


@rule("buy.option")
def test_who_arrives_on_an_unowned_street_by_dice_may_buy_it_at_the_printed_price(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 1500})
    assert game.phase == "buy"
    assert {Buy(), Decline()} <= set(game.legal_actions("Ann"))
    events = game.play("buy")
    assert payments(events) == [("Ann", "Bank", 160, "buy.option")]
    assert [event.kind for event in events] == ["DeedBought", "Paid"]  # what was done, then what it cost
    bought = told(events, "DeedBought")
    assert [(e.player, e.square, e.amount, e.rule) for e in bought] == [("Ann", "Virginia Avenue", 160, "buy.option")]
    assert (game["Ann"].cash, game["Ann"].deeds) == (1340, {"Virginia Avenue": 0})
    assert ("Virginia Avenue" in game.bank.deeds, game.phase) == (False, "end-turn")


@rule("buy.option")
def test_a_railroad_and_a_utility_are_bought_alike(edition: str) -> None:
    for square, price in (("Pennsylvania Railroad", 200), ("Water Works", 150)):
        game = landed(edition, square, Ann={"cash": 1500})
        assert payments(game.play("buy")) == [("Ann", "Bank", price, "buy.option")]
        assert game["Ann"].deeds == {square: 0}


@rule("buy.option", "cards.move-effective")
def test_who_arrives_by_card_may_buy_too(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_boardwalk", Ann={"cash": 1500})
    assert game.phase == "buy"
    game.play("buy")
    assert (game["Ann"].cash, game["Ann"].deeds) == (1100, {"Boardwalk": 0})


@rule("buy.option")
def test_nobody_must_buy(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 1500})
    events = game.play("decline")
    declined = told(events, "BuyDeclined")
    assert [(e.player, e.square, e.rule) for e in declined] == [("Ann", "Virginia Avenue", "buy.option")]
    assert (game["Ann"].cash, game["Ann"].deeds) == (1500, {})


@rule("buy.option")
def test_only_the_one_who_arrived_may_buy_or_decline(edition: str) -> None:
    game = landed(edition, "Virginia Avenue")
    assert refused(game, "Ben: buy") == "setup.turn-order"
    assert refused(game, "Ben: decline") == "setup.turn-order"
    assert not {"Buy", "Decline"} & may(game, "Ben")


@rule("buy.option")
def test_there_is_nothing_to_buy_before_the_throw_or_on_owned_property(edition: str) -> None:
    assert refused(table(edition, Ann={"square": "boardwalk"}), "buy") == "buy.option"
    game = landed(edition, "Virginia Avenue", Ann={"deeds": ["virginia"]})
    assert (refused(game, "buy"), game.phase) == ("buy.option", "end-turn")
    game = landed(edition, "Virginia Avenue", Ben={"deeds": {"virginia": "mortgaged"}})
    assert (refused(game, "buy"), game.phase) == ("buy.option", "end-turn")
    assert refused(game, "decline") == "buy.option"


@rule("buy.option")
def test_the_last_dollar_is_enough(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 160})
    game.play("buy")
    assert (game["Ann"].cash, game["Ann"].deeds) == (0, {"Virginia Avenue": 0})


@rule("buy.raise-first")
def test_one_dollar_short_is_refused_and_the_purchase_stays_open(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 159})
    assert refused(game, "buy") == "buy.raise-first"
    assert game.phase == "buy"
    assert "Buy" not in may(game, "Ann")
    assert "Decline" in may(game, "Ann")


@rule("buy.raise-first")
def test_the_buyer_may_first_mortgage(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 100, "deeds": ["st_charles"]})
    play(game, "mortgage st_charles", "buy")
    assert game["Ann"].cash == 100 + 70 - 160
    assert game["Ann"].deeds == {"St. Charles Place": "mortgaged", "Virginia Avenue": 0}


@rule("buy.raise-first")
def test_the_buyer_may_first_sell_buildings(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 140, "deeds": {"baltic": 1, "mediterranean": 0}})
    play(game, "sell baltic", "buy")
    assert (game["Ann"].cash, game["Ann"].deeds["Baltic Avenue"], game["Ann"].deeds["Virginia Avenue"]) == (5, 0, 0)


@rule("buy.raise-first")
def test_the_buyer_may_first_deal(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 0, "deeds": ["st_charles"]}, Ben={"cash": 500})
    play(game, "Ann: offer Ben: st_charles for $170", "Ben: accept Ann", "Ann: buy")
    assert (game["Ann"].cash, game["Ann"].deeds) == (10, {"Virginia Avenue": 0})
    assert (game["Ben"].cash, game["Ben"].deeds) == (330, {"St. Charles Place": 0})
