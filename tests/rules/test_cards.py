"""Cards: rulebook section 5."""

from typing import Any

import pytest

from passgo import Game
from passgo.editions import ruleset as board
from tests.rules.by_rule import rule
from tests.rules.table import cash, draws, landed, may, open_debts, payments, play, refused, table, told

REPAIRS_DECK = {"1935": "chance_7"}  # street repairs; elsewhere in the other deck
COLLECT_FROM_EACH = {"classic": ("grand_opera", 50), "speed-die": ("grand_opera", 50), "modern": ("birthday", 10)}


def deck(edition: str, number: int) -> list[str]:
    """The ids of all cards of a deck."""
    return [card.id for card in board(edition).cards[number]]


def on_top(game: Game) -> list[str]:
    """The cards that may lie on top of the deck that is being drawn from."""
    cards = [action.card for action in game.legal_actions()]
    assert None not in cards, "something else than a card is waited for"
    return [card for card in cards if card is not None]


def thrown(game: Game) -> Game:
    """The same game, after a throw of three."""
    game.throw(1, 2)
    return game


# Drawing


@rule("cards.draw")
def test_the_top_card_is_followed_and_goes_to_the_bottom(edition: str) -> None:
    game = landed(edition, "chance_7", Ann={"cash": 1500})
    assert (game.phase, game.to_act) == ("draw", ("Chance",))
    events = game.draw("bank_dividend")
    drawn = [(e.kind, e.player, e.deck, e.card, e.rule) for e in told(events, "CardDrawn", "CardReturned")]
    assert drawn == [
        ("CardDrawn", "Ann", "chance", "bank_dividend", "cards.draw"),
        ("CardReturned", "Ann", "chance", "bank_dividend", "cards.draw"),
    ]
    assert (game["Ann"].cash, game.to_dict()["seen"]) == (1550, {"chance": ["bank_dividend"]})


@rule("cards.draw")
def test_chest_squares_draw_from_the_other_deck(edition: str) -> None:
    game = landed(edition, "chest_17", Ann={"cash": 1500})
    assert sorted(on_top(game)) == sorted(deck(edition, 1))
    game.draw("doctors_fee")
    assert payments(game.events) == [("Ann", "Bank", 50, "cards.draw")]
    assert game.to_dict()["seen"] == {"chest": ["doctors_fee"]}


@rule("cards.draw")
def test_cards_are_not_drawn_with_replacement(edition: str) -> None:
    game = draws(edition, "chance_7", "bank_dividend", Ben={"square": "income_tax"}, Cy={"square": "income_tax"})
    game.play("end turn")
    game.throw(1, 2)
    assert sorted(on_top(game)) == sorted(set(deck(edition, 0)) - {"bank_dividend"})
    assert refused(game, "card bank_dividend") == "cards.draw"
    game.draw("get_out_of_jail_free")
    game.play("end turn")
    game.throw(1, 2)
    assert sorted(on_top(game)) == sorted(set(deck(edition, 0)) - {"bank_dividend", "get_out_of_jail_free"})


@rule("cards.draw")
def test_the_deck_goes_round_in_the_order_of_its_first_round(edition: str) -> None:
    kinds = ("collect", "pay", "get_out_of_jail_free")
    still = sorted(card.id for card in board(edition).cards[1] if card.effect in kinds)
    moving = [card for card in deck(edition, 1) if card not in still]
    seats: dict[str, Any] = {name: {"square": "14", "cash": 9000} for name in ("Ann", "Ben", "Cy")}
    game = table(edition, **seats, seen={"chest": moving})
    for n, card in enumerate(still):
        assert sorted(on_top(thrown(game))) == still[n:]
        game.draw(card)
        game._engine.g.square[:3] = [14, 14, 14]  # back to where the next throw leads here again
        game.play("end turn")
    kept = [card for card in still if card != "get_out_of_jail_free"]
    assert game.to_dict()["seen"]["chest"] == [*moving, *kept]
    assert on_top(thrown(game)) == moving[:1]


@rule("cards.draw")
def test_the_sixteenth_card_is_certain(edition: str) -> None:
    fifteen = [card for card in deck(edition, 0) if card != "bank_dividend"]
    game = landed(edition, "chance_7", seen={"chance": fifteen})
    assert on_top(game) == ["bank_dividend"]
    assert refused(game, "card go_to_jail") == "cards.draw"


@rule("cards.draw")
def test_after_the_sixteenth_the_cards_come_in_the_order_in_which_they_were_seen(edition: str) -> None:
    order = sorted(deck(edition, 0), reverse=True)
    order.remove("get_out_of_jail_free")
    order = ["bank_dividend", "get_out_of_jail_free", *[card for card in order if card != "bank_dividend"]]
    game = landed(edition, "chance_7", seen={"chance": order}, Ben={"square": "4"})
    assert on_top(game) == ["bank_dividend"]
    assert refused(game, f"card {order[2]}") == "cards.draw"
    game.draw("bank_dividend")
    game.play("end turn")
    game.throw(1, 2)
    assert on_top(game) == ["get_out_of_jail_free"]
    game.draw("get_out_of_jail_free")
    assert game.to_dict()["seen"]["chance"] == [*order[2:], "bank_dividend"]


@rule("cards.draw")
def test_nobody_draws_where_no_card_is_due(edition: str) -> None:
    assert refused(table(edition), "card bank_dividend") == "cards.draw"
    assert refused(landed(edition, "Free Parking"), "card bank_dividend") == "cards.draw"


@rule("cards.draw")
def test_a_card_that_asks_for_money_pays_the_bank_or_makes_a_debt(edition: str) -> None:
    game = draws(edition, "chest_17", "doctors_fee", Ann={"cash": 49, "deeds": ["baltic"]})
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Bank", 50, "cards.draw")
    assert payments(game.play("mortgage baltic"))[-1] == ("Ann", "Bank", 50, "cards.draw")
    assert game["Ann"].cash == 29


# Get out of jail free


@rule("cards.jail-free-kept")
def test_get_out_of_jail_free_stays_with_the_player(edition: str) -> None:
    for square, name in (("chance_7", "chance"), ("chest_17", "chest")):
        game = draws(edition, square, "get_out_of_jail_free", Ann={"cash": 1500})
        assert (game["Ann"].jail_cards, game["Ann"].cash, game.phase) == ((name,), 1500, "end-turn")
        assert told(game.events, "CardReturned") == []
        assert "seen" not in game.to_dict()


@rule("cards.jail-free-kept", "cards.draw")
def test_while_it_is_kept_its_deck_has_fifteen_cards(edition: str) -> None:
    fifteen = [card for card in deck(edition, 0) if card != "get_out_of_jail_free"]
    held: dict[str, Any] = {"Cy": {"jail_cards": ["chance"]}}
    assert sorted(on_top(landed(edition, "chance_7", **held))) == sorted(fifteen)
    game = landed(edition, "chance_7", seen={"chance": fifteen}, **held)
    assert on_top(game) == fifteen[:1]
    assert refused(game, "card get_out_of_jail_free") == "cards.draw"


@rule("cards.jail-free-kept", "jail.card")
def test_used_it_goes_to_the_bottom_of_its_own_deck(edition: str) -> None:
    for name in ("chance", "chest"):
        seen = {"chance": ["bank_dividend"], "chest": ["doctors_fee"]}
        game = table(edition, Ann={"jail": 1, "jail_cards": [name]}, seen=seen)
        events = game.play("use card")
        assert [(e.deck, e.card) for e in told(events, "CardReturned")] == [(name, "get_out_of_jail_free")]
        seen[name].append("get_out_of_jail_free")
        assert (game["Ann"].jail_cards, game["Ann"].in_jail, game.to_dict()["seen"]) == ((), False, seen)


@rule("cards.jail-free-kept")
def test_used_it_is_not_drawn_again_before_the_cards_above_it(edition: str) -> None:
    game = table(edition, Ann={"jail": 1, "jail_cards": ["chance"], "cash": 1500})
    game.play("use card")
    game.throw(6, 6)  # to chance_22
    assert "get_out_of_jail_free" not in on_top(game)
    assert len(on_top(game)) == 15


@rule("cards.jail-free-sold")
def test_it_may_be_sold_at_any_agreed_price(edition: str) -> None:
    game = table(edition, Ben={"cash": 1500, "jail_cards": ["chance"]}, Cy={"cash": 1500})  # in Ann's turn
    events = play(game, "Ben: offer Cy: chance card for $73", "Cy: accept Ben")
    passed = [(e.player, e.other, e.deck, e.rule) for e in told(events, "CardPassed")]
    assert passed == [("Ben", "Cy", "chance", "cards.jail-free-sold")]
    assert (game["Ben"].jail_cards, game["Cy"].jail_cards) == ((), ("chance",))
    assert cash(game)[1:] == (1573, 1427)


@rule("cards.jail-free-sold")
def test_it_may_be_part_of_a_larger_deal(edition: str) -> None:
    game = table(edition, Ann={"jail_cards": ["chest"], "deeds": ["baltic"]}, Ben={"deeds": ["boardwalk"]})
    play(game, "Ann: offer Ben: baltic + chest card for boardwalk", "Ben: accept Ann")
    assert (game["Ann"].deeds, game["Ben"].deeds) == ({"Boardwalk": 0}, {"Baltic Avenue": 0})
    assert game["Ben"].jail_cards == ("chest",)


@rule("cards.jail-free-sold")
def test_one_cannot_sell_a_card_that_one_does_not_hold(edition: str) -> None:
    game = table(edition, Ann={"jail_cards": ["chance"]})
    assert refused(game, "Ann: offer Ben: chest card for $10") == "cards.jail-free-sold"
    assert refused(game, "Ben: offer Ann: chance card for $10") == "cards.jail-free-sold"
    assert refused(game, "Ben: offer Ann: $10 for chest card") == "cards.jail-free-sold"


@rule("cards.jail-free-sold", "jail.card")
def test_who_is_in_jail_may_buy_one_to_leave(edition: str) -> None:
    game = table(edition, Ann={"jail": 3, "cash": 100}, Cy={"jail_cards": ["chance"]})
    play(game, "Ann: offer Cy: $40 for chance card", "Cy: accept Ann", "Ann: use card")
    assert (game["Ann"].in_jail, game["Ann"].cash, game.phase) == (False, 60, "before-throw")


@rule("cards.jail-free-sold", "bankrupt.to-player")
def test_in_a_bankruptcy_it_passes_to_the_creditor(edition: str) -> None:
    ben = {"deeds": {"boardwalk": "hotel", "park_place": "hotel"}}
    game = landed(edition, "Boardwalk", Ann={"cash": 3, "jail_cards": ["chance"]}, Ben=ben)
    game.play("Ann: bankrupt")
    assert (game["Ben"].jail_cards, game["Ann"].out) == (("chance",), True)


# Cards that move the token


@rule("cards.move-effective")
def test_a_property_reached_by_a_card_may_be_bought(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_illinois", Ann={"cash": 1500})
    assert (game["Ann"].square, game.phase) == ("Illinois Avenue", "buy")
    assert [(e.amount, e.rule) for e in told(game.events, "Moved")] == [(3, "move.throw"), (17, "cards.move-effective")]


@rule("cards.move-effective")
def test_rent_is_due_where_a_card_leads(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_boardwalk", Ben={"deeds": ["boardwalk"]})
    assert payments(game.events) == [("Ann", "Ben", 50, "rent.deed")]
    game = draws(edition, "chance_7", "ride_on_reading", Ann={"cash": 0}, Ben={"deeds": ["reading_railroad"]})
    assert payments(game.events) == [("Bank", "Ann", 200, "move.salary"), ("Ann", "Ben", 25, "rent.railroad")]


@rule("cards.move-effective", "cards.move-back")
def test_a_card_may_lead_to_another_card(edition: str) -> None:
    game = draws(edition, "chance_36", "go_back_three", Ann={"cash": 1500})
    assert (game["Ann"].square, game.phase) == ("chest_33", "draw")
    game.draw("bank_error")
    assert (game["Ann"].cash, game.phase) == (1700, "end-turn")


@rule("cards.move-effective", "jail.sent")
def test_a_card_to_jail_jails(edition: str) -> None:
    for square in ("chance_22", "chest_33"):
        game = draws(edition, square, "go_to_jail", Ann={"cash": 1500})
        assert (game["Ann"].square, game["Ann"].in_jail, game["Ann"].cash) == ("Jail / Just Visiting", True, 1500)
        assert game.on_turn == "Ben"


@rule("cards.move-effective", "move.doubles-again")
def test_after_doubles_one_throws_again_from_where_the_card_led(edition: str) -> None:
    game = draws(edition, "chance_7", "advance_to_illinois", dice=(2, 2), Ann={"deeds": ["illinois"]})
    assert game.phase == "before-throw"
    game.throw(2, 4)
    assert game["Ann"].in_jail  # 24 + 6 is Go To Jail


@rule("cards.nearest-railroad")
def test_the_nearest_railroad_lies_ahead_never_behind(edition: str) -> None:
    nearest = {"chance_7": "Pennsylvania Railroad", "chance_22": "B&O Railroad", "chance_36": "Reading Railroad"}
    for square, railroad in nearest.items():
        for card in ("nearest_railroad_a", "nearest_railroad_b"):
            game = draws(edition, square, card, Ann={"cash": 1500})
            assert (game["Ann"].square, game.phase) == (railroad, "buy")
            assert game["Ann"].cash == (1700 if square == "chance_36" else 1500)  # past GO


@rule("cards.nearest-railroad")
def test_at_the_nearest_railroad_one_pays_twice_the_rent(edition: str) -> None:
    owned = ["pennsylvania_railroad", "reading_railroad", "short_line", "b_o_railroad"]
    for count, rent in ((1, 50), (2, 100), (3, 200), (4, 400)):
        game = draws(edition, "chance_7", "nearest_railroad_a", Ben={"deeds": owned[:count]})
        assert payments(game.events) == [("Ann", "Ben", rent, "cards.nearest-railroad")]


@rule("cards.nearest-railroad")
def test_unowned_it_is_bought_at_the_printed_price(edition: str) -> None:
    game = draws(edition, "chance_7", "nearest_railroad_a", Ann={"cash": 1500})
    game.play("buy")
    assert (game["Ann"].cash, game["Ann"].deeds) == (1300, {"Pennsylvania Railroad": 0})


@rule("cards.nearest-railroad", "rent.mortgaged")
def test_ones_own_or_a_mortgaged_one_costs_nothing(edition: str) -> None:
    mortgaged = {"b_o_railroad": "mortgaged", "short_line": 0}
    for position in ({"Ann": {"deeds": ["b_o_railroad"]}}, {"Ben": {"deeds": mortgaged}}):
        game = draws(edition, "chance_22", "nearest_railroad_b", **position)
        assert (game["Ann"].square, payments(game.events), game.phase) == ("B&O Railroad", [], "end-turn")


@rule("cards.nearest-railroad", "rent.railroad")
def test_the_next_throw_pays_the_single_rent_again(edition: str) -> None:
    ben = {"deeds": ["pennsylvania_railroad", "b_o_railroad"]}
    game = draws(edition, "chance_7", "nearest_railroad_a", dice=(2, 2), Ben=ben)
    assert payments(game.throw(4, 6)) == [("Ann", "Ben", 50, "rent.railroad")]


@rule("cards.nearest-railroad", "speed.mr-m-sold-out", editions=("speed-die",))
def test_the_doubling_is_not_for_a_mr_m_move_after_it(edition: str) -> None:
    position: dict[str, Any] = {"Ben": {"deeds": ["Pennsylvania Railroad"]}, "Cy": {"deeds": ["B&O Railroad"]}}
    others = sorted(set(table(edition).bank.deeds) - {"Pennsylvania Railroad", "B&O Railroad"})
    game = table(edition, Ann={"square": "income_tax", "speeding": True, "deeds": others}, **position)
    game.throw(1, 2, "mr. m")
    events = game.draw("nearest_railroad_a")
    assert payments(events) == [("Ann", "Ben", 50, "cards.nearest-railroad"), ("Ann", "Cy", 25, "rent.railroad")]
    assert game["Ann"].square == "B&O Railroad"


@rule("cards.move-back")
def test_back_three_squares_and_the_square_takes_effect(edition: str) -> None:
    game = draws(edition, "chance_7", "go_back_three", Ann={"cash": 1500})
    if edition == "modern":
        assert payments(game.events) == [("Ann", "Bank", 200, "tax.income")]
    else:
        assert game.phase == "choose-tax"
    assert game["Ann"].square == "Income Tax"
    game = draws(edition, "chance_22", "go_back_three", Ben={"deeds": ["new_york"]})
    assert (game["Ann"].square, payments(game.events)) == ("New York Avenue", [("Ann", "Ben", 16, "rent.deed")])


@rule("cards.move-back", editions=("1935",))
def test_back_to_baltic_from_every_chest_square_without_a_salary(edition: str) -> None:
    for square, dice in (("chest_2", (1, 1)), ("chest_17", (1, 2)), ("chest_33", (1, 2))):
        game = draws(edition, square, "back_to_baltic", dice=dice, Ann={"cash": 1500})
        assert (game["Ann"].square, game.phase) == ("Baltic Avenue", "buy")
        assert payments(game.events) == []


@rule("cards.move-back", editions=("1935",))
def test_back_on_baltic_the_rent_is_due(edition: str) -> None:
    ben = {"deeds": {"mediterranean": 4, "baltic": "hotel"}}
    game = draws(edition, "chest_33", "back_to_baltic", Ben=ben)
    assert payments(game.events) == [("Ann", "Ben", 450, "rent.deed")]


# Cards that cost


@rule("cards.repairs")
def test_repairs_are_paid_per_house_and_per_hotel_of_ones_own(edition: str) -> None:
    ann = {"cash": 1500, "deeds": {"mediterranean": 4, "baltic": "hotel", "park_place": 2, "boardwalk": 1}}
    ben = {"deeds": {"oriental": 3, "vermont": 3, "connecticut": 3}}
    game = draws(edition, "chance_7", "general_repairs", dice=(4, 6), Ann=ann, Ben=ben)
    assert payments(game.events)[-1] == ("Ann", "Bank", 7 * 25 + 100, "cards.repairs")
    game = draws(edition, REPAIRS_DECK.get(edition, "chest_17"), "street_repairs", Ann=ann, Ben=ben)
    assert payments(game.events) == [("Ann", "Bank", 7 * 40 + 115, "cards.repairs")]


@rule("cards.repairs")
def test_without_buildings_repairs_cost_nothing(edition: str) -> None:
    game = draws(edition, "chance_22", "general_repairs", Ann={"cash": 1500, "deeds": ["boardwalk"]})
    assert (payments(game.events), game["Ann"].cash, game.phase) == ([], 1500, "end-turn")


@rule("cards.repairs", "debt.raise")
def test_repairs_that_cash_does_not_cover_are_a_debt_to_the_bank(edition: str) -> None:
    game = draws(edition, "chance_22", "general_repairs", Ann={"cash": 10, "deeds": {"mediterranean": 1, "baltic": 0}})
    [debt] = open_debts(game)
    assert (debt.creditor, debt.amount, debt.rule) == ("Bank", 25, "cards.repairs")
    game.play("Ann: sell mediterranean")
    assert game["Ann"].cash == 10


@rule("cards.each-player")
def test_the_drawer_pays_each_of_the_others_from_the_left(edition: str) -> None:
    position: dict[str, Any] = {name: {"cash": 1500} for name in ("Ann", "Cy", "Dee")}
    game = table(edition, Ben={"square": "4", "cash": 1500}, **position, on_turn="Ben")
    game.throw(1, 2)
    events = game.draw("chairman_of_the_board")
    expected = [("Ben", name, 50, "cards.each-player") for name in ("Cy", "Dee", "Ann")]
    assert payments(events) == expected
    assert cash(game) == (1550, 1350, 1550, 1550)


@rule("cards.each-player")
def test_the_drawer_collects_from_each_of_the_others_from_the_left(edition: str) -> None:
    card, amount = COLLECT_FROM_EACH[edition]
    position: dict[str, Any] = {name: {"cash": 1500} for name in ("Ann", "Cy", "Dee")}
    game = table(edition, Ben={"square": "14", "cash": 1500}, **position, on_turn="Ben")
    game.throw(1, 2)
    events = game.draw(card)
    assert payments(events) == [(name, "Ben", amount, "cards.each-player") for name in ("Cy", "Dee", "Ann")]
    assert game["Ben"].cash == 1500 + 3 * amount


@rule("cards.each-player")
def test_those_who_left_neither_pay_nor_collect(edition: str) -> None:
    card, amount = COLLECT_FROM_EACH[edition]
    dee = {"Dee": {"out": True}}
    assert len(payments(draws(edition, "chance_7", "chairman_of_the_board", **dee).events)) == 2
    assert sum(amount for _, _, amount, _ in payments(draws(edition, "chest_17", card, **dee).events)) == 2 * amount


@rule("cards.each-player", "debt.raise", "table.one-matter")
def test_debts_to_several_players_from_one_card_are_settled_one_by_one(edition: str) -> None:
    ann = {"cash": 0, "deeds": ["st_charles", "states"]}
    game = draws(edition, "chance_7", "chairman_of_the_board", Ann=ann, Ben={"cash": 0}, Cy={"cash": 0})
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Ben", 50, "cards.each-player")
    game.play("mortgage states")  # 70: Ben is paid, then Cy is owed
    assert cash(game) == (20, 50, 0)
    [debt] = open_debts(game)
    assert (debt.creditor, debt.amount) == ("Cy", 50)
    game.play("mortgage st_charles")
    assert (cash(game), game.matters, game.phase) == ((40, 50, 50), [], "end-turn")


@rule("cards.each-player", "bankrupt.several")
def test_bankruptcy_is_to_the_first_who_cannot_be_paid_and_what_was_paid_stays_paid(edition: str) -> None:
    others = {name: {"cash": 0} for name in ("Ben", "Cy", "Dee")}
    game = draws(edition, "chance_7", "chairman_of_the_board", Ann={"cash": 60}, **others)
    assert cash(game) == (10, 50, 0, 0)
    game.play("bankrupt")
    assert (cash(game), game["Ann"].out, game.on_turn) == ((0, 50, 10, 0), True, "Ben")


@rule("cards.each-player", "bankrupt.collect")
def test_who_cannot_give_their_part_raises_it_before_the_next_pays(edition: str) -> None:
    card, amount = COLLECT_FROM_EACH[edition]
    ben = {"cash": amount - 1, "deeds": ["baltic"]}
    game = draws(edition, "chest_17", card, Ann={"cash": 0}, Ben=ben, Cy={"cash": 1500})
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount) == ("Ben", "Ann", amount)
    assert cash(game) == (0, amount - 1, 1500)
    game.play("Ben: mortgage baltic")
    assert (cash(game), game.phase) == ((2 * amount, 29, 1500 - amount), "end-turn")


# Fine or Chance


@rule("cards.fine-or-chance")
def test_the_drawer_may_pay_the_fine(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance", Ann={"cash": 1500})
    assert game.phase == "fine-or-chance"
    assert {"PayCardFine", "TakeChance"} <= may(game, "Ann")
    assert payments(game.play("pay card fine")) == [("Ann", "Bank", 10, "cards.fine-or-chance")]
    assert (game["Ann"].cash, game.phase) == (1490, "end-turn")


@rule("cards.fine-or-chance")
def test_the_drawer_may_take_a_chance_card_instead(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance", Ann={"cash": 1500})
    game.play("take chance")
    assert sorted(on_top(game)) == sorted(deck(edition, 0))
    game.draw("bank_dividend")
    assert (game["Ann"].cash, game.phase) == (1550, "end-turn")
    assert game.to_dict()["seen"] == {"chance": ["bank_dividend"], "chest": ["fine_or_chance"]}


@rule("cards.fine-or-chance")
def test_the_choice_is_the_drawers_and_must_be_made(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance")
    assert refused(game, "Ben: pay card fine") == "setup.turn-order"
    assert refused(game, "Ben: take chance") == "setup.turn-order"
    assert refused(game, "end turn") == "move.turn-end"
    game.play("pay card fine")
    assert refused(game, "take chance") == "cards.fine-or-chance"
    assert refused(table(edition), "pay card fine") == "cards.fine-or-chance"


@rule("cards.fine-or-chance")
def test_a_fine_that_cash_does_not_cover_is_a_debt_to_the_bank(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance", Ann={"cash": 9, "deeds": ["baltic"]})
    game.play("pay card fine")
    [debt] = open_debts(game)
    assert (debt.creditor, debt.amount, debt.rule) == ("Bank", 10, "cards.fine-or-chance")


@rule("cards.fine-or-chance", "cards.move-back")
def test_back_three_from_square_2_leads_to_boardwalk_unpaid(edition: str) -> None:
    game = draws(edition, "chest_2", "fine_or_chance", dice=(1, 1), Ann={"cash": 1500})
    game.play("take chance")
    game.draw("go_back_three")
    assert (game["Ann"].square, game["Ann"].cash, game.phase) == ("Boardwalk", 1500, "buy")


@rule("cards.fine-or-chance", "cards.move-back")
def test_back_three_from_square_17_leads_to_virginia_avenue(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance", Ben={"deeds": ["virginia"]})
    game.play("take chance")
    assert payments(game.draw("go_back_three")) == [("Ann", "Ben", 12, "rent.deed")]
    assert game["Ann"].square == "Virginia Avenue"


@rule("cards.fine-or-chance", "cards.move-back", "jail.sent")
def test_back_three_from_square_33_leads_to_jail(edition: str) -> None:
    game = draws(edition, "chest_33", "fine_or_chance", Ann={"cash": 1500})
    game.play("take chance")
    events = game.draw("go_back_three")
    assert [e.square for e in told(events, "Moved", "SentToJail")] == ["Go To Jail", "Jail / Just Visiting"]
    assert (game["Ann"].in_jail, game["Ann"].cash, game.on_turn) == (True, 1500, "Ben")


@rule("cards.fine-or-chance", "move.salary")
def test_the_chance_card_acts_from_the_square_one_stands_on(edition: str) -> None:
    for square, dice, salary in (("chest_2", (1, 1), 0), ("chest_17", (1, 2), 200), ("chest_33", (1, 2), 200)):
        game = draws(edition, square, "fine_or_chance", dice=dice, Ann={"cash": 1500})
        game.play("take chance")
        game.draw("ride_on_reading")
        assert (game["Ann"].square, game["Ann"].cash) == ("Reading Railroad", 1500 + salary)


@rule("cards.draw", "move.turn-end")
@pytest.mark.parametrize(
    ("square", "actions"),
    [
        ("oriental avenue", ("Ben: buy",)),
        ("oriental avenue", ("Ben: decline", "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")),
        ("luxury tax", ()),
        ("income tax", ("Ben: pay flat tax",)),
        ("free parking", ()),
        ("boardwalk", ()),
        ("park place", ()),
        ("jail", ()),
    ],
)
def test_a_card_that_was_followed_has_no_effect_on_later_squares(
    edition: str, square: str, actions: tuple[str, ...]
) -> None:
    """Ann paid the doctor; wherever Ben then lands, on Ann's Boardwalk or at prisoner Cy's, nobody pays one again."""
    start = (board(edition).square(square).index - 3) % 40
    game = draws(
        edition,
        "chest_17",
        "doctors_fee",
        Ann={"cash": 1000, "deeds": ["boardwalk"]},
        Ben={"cash": 1000, "square": str(start)},
        Cy={"cash": 1000, "jail": 1, "deeds": ["park place"]},
        options={"rent_in_jail": False},
    )
    play(game, "Ann: end turn")
    game.throw(1, 2)
    if game.phase != "choose-tax" and square == "income tax":
        actions = ()
    play(game, *actions)
    assert (game.phase, game.on_turn) == ("end-turn", "Ben")
    assert (game["Cy"].cash, game["Ann"].cash) == (1000, 1000 - 50 + (50 if square == "boardwalk" else 0))


@rule("cards.fine-or-chance")
def test_the_fine_and_the_chance_card_are_listed_once_each(edition: str) -> None:
    game = draws(edition, "chest_17", "fine_or_chance", Ann={"cash": 1500})
    listed = [action.kind for action in game.legal_actions("Ann")]
    assert (listed.count("PayCardFine"), listed.count("TakeChance")) == (1, 1)
