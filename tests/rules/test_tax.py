"""Taxes: rulebook section 6."""

import pytest

from passgo import PayFlatTax, PayWorthTax
from tests.rules.by_rule import rule
from tests.rules.table import landed, may, open_debts, payments, refused, table, told

LUXURY = {"1935": 75, "classic": 75, "speed-die": 75, "modern": 100}


@rule("tax.income", editions=("1935", "classic", "speed-die"))
def test_income_tax_is_a_choice_of_200_or_a_tenth_of_total_worth(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 1500})
    assert (game.phase, payments(game.events)) == ("choose-tax", [])
    assert {PayFlatTax(), PayWorthTax()} <= set(game.legal_actions("Ann"))
    tenth = game.copy()
    assert payments(game.play("pay flat tax")) == [("Ann", "Bank", 200, "tax.income")]
    assert payments(tenth.play("pay worth tax")) == [("Ann", "Bank", 150, "tax.income")]
    assert (game["Ann"].cash, tenth["Ann"].cash) == (1300, 1350)
    assert game.phase == tenth.phase == "end-turn"


@rule("tax.income", editions=("modern",))
def test_the_modern_income_tax_is_200(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 1500})
    assert payments(game.events) == [("Ann", "Bank", 200, "tax.income")]
    assert (game["Ann"].cash, game.phase) == (1300, "end-turn")
    assert refused(game, "pay worth tax") == "tax.income"


@rule("tax.income", "debt.raise", editions=("1935", "classic", "speed-die"))
def test_a_tax_that_cash_does_not_cover_is_a_debt_to_the_bank(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 150, "deeds": ["boardwalk"]})
    game.play("pay flat tax")
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Bank", 200, "tax.income")
    game.play("mortgage boardwalk")
    assert game["Ann"].cash == 150


@rule("tax.income", "debt.raise", editions=("modern",))
def test_the_modern_tax_that_cash_does_not_cover_is_a_debt_too(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 199, "deeds": ["boardwalk"]})
    assert [(d.creditor, d.amount, d.rule) for d in open_debts(game)] == [("Bank", 200, "tax.income")]


@rule("tax.income", editions=("1935", "classic", "speed-die"))
def test_the_choice_is_the_landers_and_must_be_made(edition: str) -> None:
    game = landed(edition, "Income Tax")
    assert refused(game, "Ben: pay flat tax") == "setup.turn-order"
    assert refused(game, "Ben: pay worth tax") == "setup.turn-order"
    assert refused(game, "end turn") == "move.turn-end"
    game.play("pay flat tax")
    assert refused(game, "pay worth tax") == "tax.income"
    assert refused(table(edition), "pay flat tax") == "tax.income"


@rule("tax.income", editions=("1935", "classic", "speed-die"))
def test_a_table_may_ask_another_percentage(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 1500}, options={"tax_income_percent": 20})
    assert payments(game.play("pay worth tax")) == [("Ann", "Bank", 300, "tax.income")]


@rule("tax.income-blind")
def test_both_choices_are_open_whatever_the_worth(edition: str) -> None:
    lists = []
    for ann in ({"cash": 0}, {"cash": 90_000}, {"cash": 5, "deeds": ["boardwalk"]}):
        kinds = may(landed(edition, "Income Tax", Ann=ann), "Ann")
        lists.append(kinds & {"PayFlatTax", "PayWorthTax"})
    assert lists == [{"PayFlatTax", "PayWorthTax"}] * 3


@rule("tax.income-blind")
def test_the_worth_is_added_up_only_after_the_choice(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 1500})
    assert told(game.events, "WorthCounted") == []
    events = game.play("pay worth tax")
    assert [event.kind for event in events] == ["TaxChosen", "WorthCounted", "Paid"]
    assert (events[0].choice, events[0].rule) == ("PayWorthTax", "tax.income-blind")


@rule("tax.income-blind")
def test_who_pays_the_200_never_learns_the_worth(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 1500})
    events = game.play("pay flat tax")
    assert [event.kind for event in events] == ["TaxChosen", "Paid"]
    assert events[0].choice == "PayFlatTax"


@rule("tax.income-blind")
def test_the_choice_cannot_be_changed_when_the_worth_is_known(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 90_000})
    assert payments(game.play("pay worth tax")) == [("Ann", "Bank", 9000, "tax.income")]
    assert refused(game, "pay flat tax") == "tax.income"


@rule("tax.worth")
def test_worth_is_cash_and_all_printed_prices_a_hotel_being_five_houses(edition: str) -> None:
    # 1003 cash; Park Place 350 + 4 x 200; Boardwalk 400 + 5 x 200; Reading Railroad 200, though mortgaged
    deeds = {"park_place": 4, "boardwalk": "hotel", "reading_railroad": "mortgaged"}
    game = landed(edition, "Income Tax", Ann={"cash": 1003, "deeds": deeds})
    events = game.play("pay worth tax")
    counted = told(events, "WorthCounted")
    assert [(e.player, e.amount, e.rule) for e in counted] == [("Ann", 3753, "tax.worth")]
    assert payments(events) == [("Ann", "Bank", 375, "tax.income")]


@rule("tax.worth")
def test_held_cards_count_nothing_and_the_property_of_others_neither(edition: str) -> None:
    ann = {"cash": 1000, "jail_cards": ["chance", "chest"]}
    game = landed(edition, "Income Tax", Ann=ann, Ben={"deeds": ["boardwalk"]})
    assert payments(game.play("pay worth tax")) == [("Ann", "Bank", 100, "tax.income")]


@rule("tax.worth")
def test_a_tenth_is_rounded_down_to_a_dollar(edition: str) -> None:
    for cash, tax in ((1509, 150), (1510, 151)):
        game = landed(edition, "Income Tax", Ann={"cash": cash})
        assert payments(game.play("pay worth tax")) == [("Ann", "Bank", tax, "tax.income")]


@rule("tax.worth")
def test_a_table_may_round_up(edition: str) -> None:
    for cash, tax in ((1501, 151), (1500, 150)):
        game = landed(edition, "Income Tax", Ann={"cash": cash}, options={"tax_worth_round_up": True})
        assert payments(game.play("pay worth tax")) == [("Ann", "Bank", tax, "tax.income")]


@rule("tax.worth")
def test_a_tenth_of_less_than_ten_dollars_is_nothing(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 9})
    assert payments(game.play("pay worth tax")) == []
    assert (game["Ann"].cash, game.phase) == (9, "end-turn")


@rule("tax.worth", "debt.fixed")
def test_a_tenth_is_fixed_at_the_choice_though_cash_does_not_cover_it(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 10, "deeds": ["boardwalk", "short_line"]})  # worth 610
    game.play("pay worth tax")
    [debt] = open_debts(game)
    assert (debt.creditor, debt.amount, debt.rule) == ("Bank", 61, "tax.income")
    game.play("mortgage short_line")  # 100
    assert game["Ann"].cash == 49


@rule("tax.income", editions=("modern",))
def test_there_is_no_percentage_to_choose_in_the_modern_edition(edition: str) -> None:
    for option in ({"tax_income_percent": 20}, {"tax_worth_round_up": True}):
        with pytest.raises(ValueError, match="tax"):
            table(edition, options=option)


@rule("tax.luxury")
def test_luxury_tax_is_paid_to_the_bank(edition: str) -> None:
    game = landed(edition, "Luxury Tax", Ann={"cash": 1500})
    assert payments(game.events) == [("Ann", "Bank", LUXURY[edition], "tax.luxury")]
    assert (game["Ann"].cash, game.phase) == (1500 - LUXURY[edition], "end-turn")


@rule("tax.luxury", "debt.raise")
def test_luxury_tax_that_cash_does_not_cover_is_a_debt(edition: str) -> None:
    game = landed(edition, "Luxury Tax", Ann={"cash": LUXURY[edition] - 1, "deeds": ["baltic"]})
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Bank", LUXURY[edition], "tax.luxury")
    game.play("mortgage baltic")
    assert game["Ann"].cash == 29


@rule("tax.income", "tax.worth", editions=("classic", "speed-die"))
def test_a_share_that_lacks_one_cent_of_a_dollar_is_rounded_down_too(edition: str) -> None:
    game = landed(edition, "Income Tax", Ann={"cash": 103}, options={"tax_income_percent": 33})  # $33.99
    game.play("Ann: pay worth tax")
    assert game["Ann"].cash == 103 - 33
