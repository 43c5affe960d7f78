"""Mortgages: half the price from the Bank, lifted for principal and interest, kept or lifted by a new owner."""

import pytest

from passgo import Game
from tests.rules.by_rule import rule
from tests.rules.lots import BROWN, built
from tests.rules.table import cash, may, payments, play, refused, table, told

VALUES = [  # half the printed price, and what lifting costs: that and ten percent of it, rounded up
    ("Baltic Avenue", 30, 33),
    ("Connecticut Avenue", 60, 66),
    ("St. Charles Place", 70, 77),
    ("Electric Company", 75, 83),
    ("Reading Railroad", 100, 110),
    ("Kentucky Avenue", 110, 121),
    ("Ventnor Avenue", 130, 143),
    ("Pacific Avenue", 150, 165),
    ("Park Place", 175, 193),
    ("Boardwalk", 200, 220),
]


# Taking a mortgage


@rule("mortgage.value")
@pytest.mark.parametrize(("deed", "value"), [(deed, value) for deed, value, _ in VALUES])
def test_the_bank_lends_half_the_printed_price(edition: str, deed: str, value: int) -> None:
    game = table(edition, each=500, Ann={"deeds": [deed]})
    events = game.play(f"Ann: mortgage {deed}")
    assert payments(events) == [("Bank", "Ann", value, "mortgage.value")]
    assert [(e.square, e.amount, e.rule) for e in told(events, "Mortgaged")] == [(deed, value, "mortgage.value")]
    assert (game["Ann"].deeds, game["Ann"].cash) == ({deed: "mortgaged"}, 500 + value)


@rule("mortgage.value")
def test_a_deed_is_mortgaged_once(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": {"boardwalk": "mortgaged"}})
    assert "Mortgage" not in may(game, "Ann")
    assert refused(game, "Ann: mortgage boardwalk") == "mortgage.value"


@rule("mortgage.value", "table.any-time")
def test_one_mortgages_at_any_time_but_not_while_the_dice_are_in_the_air(edition: str) -> None:
    deeds = ["boardwalk", "short line", "water works"]
    game = table(edition, each=500, Ann={"deeds": deeds}, on_turn="Ben")
    game.play("Ann: mortgage boardwalk")
    game.play("Ben: throw")
    assert refused(game, "Ann: mortgage short line") == "table.any-time"
    game.play("dice 2 4")
    game.play("Ann: mortgage short line")
    game.play("Ben: decline")
    game.play("Ann: mortgage water works")  # in the auction
    assert game["Ann"].cash == 500 + 200 + 100 + 75


@rule("mortgage.value", "debt.raise")
def test_one_mortgages_to_pay_a_debt(edition: str) -> None:
    game = table(edition, each=500, Ann={"cash": 0, "deeds": ["boardwalk"]}, Ben={"deeds": ["reading railroad"]})
    game.throw(2, 3)
    game.play("Ann: mortgage boardwalk")
    assert cash(game) == (175, 525, 500)


@rule("mortgage.deeds-only")
def test_only_ones_own_deeds_can_be_mortgaged(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": ["boardwalk"]}, Ben={"deeds": ["park place"]})
    for square in ("park place", "short line", "GO", "chance_7"):
        assert refused(game, f"Ann: mortgage {square}") == "mortgage.deeds-only"


@rule("mortgage.deeds-only")
def test_buildings_bring_no_loan_and_only_the_bank_pays(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": {**built(BROWN, 1, 1), "boardwalk": 0}})
    listed = [action.square for action in game.legal_actions("Ann") if action.kind == "Mortgage"]
    assert listed == ["Boardwalk"]
    events = game.play("Ann: mortgage boardwalk")
    assert [payer for payer, *_ in payments(events)] == ["Bank"]
    assert cash(game) == (700, 500, 500)


@rule("mortgage.buildings-first", editions=("classic", "speed-die", "modern"))
def test_all_buildings_of_the_group_go_before_a_mortgage(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": built(BROWN, 0, 1)})
    assert refused(game, "Ann: mortgage baltic avenue") == "mortgage.buildings-first"
    assert refused(game, "Ann: mortgage mediterranean avenue") == "mortgage.buildings-first"
    play(game, "Ann: sell baltic avenue", "Ann: mortgage mediterranean avenue")
    assert game["Ann"].cash == 500 + 25 + 30


@rule("mortgage.buildings-first", editions=("1935",))
def test_in_1935_only_the_lots_own_buildings_go_first(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": built(BROWN, 0, 3)})
    assert refused(game, "Ann: mortgage baltic avenue") == "mortgage.buildings-first"
    game.play("Ann: mortgage mediterranean avenue")
    assert (game["Ann"].deeds, game["Ann"].cash) == ({BROWN[0]: "mortgaged", BROWN[1]: 3}, 530)


@rule("mortgage.buildings-first")
def test_the_table_can_choose_which_buildings_go_first(edition: str) -> None:
    other = "group" if edition == "1935" else "lot"
    options = {"mortgage_buildings_first": other, "build_not_mortgaged": other}
    game = table(edition, each=500, Ann={"deeds": built(BROWN, 0, 1)}, options=options)
    if other == "group":
        assert refused(game, "Ann: mortgage mediterranean avenue") == "mortgage.buildings-first"
    else:
        game.play("Ann: mortgage mediterranean avenue")
        assert game["Ann"].cash == 530


# Lifting it


@rule("mortgage.lift")
@pytest.mark.parametrize(("deed", "cost"), [(deed, cost) for deed, _, cost in VALUES])
def test_lifting_costs_the_mortgage_and_a_tenth_of_it_not_of_the_price(edition: str, deed: str, cost: int) -> None:
    game = table(edition, each=500, Ann={"deeds": {deed: "mortgaged"}})
    events = game.play(f"Ann: lift {deed}")
    assert payments(events) == [("Ann", "Bank", cost, "mortgage.lift")]
    assert [(e.square, e.amount) for e in told(events, "MortgageLifted")] == [(deed, cost)]
    assert (game["Ann"].deeds, game["Ann"].cash) == ({deed: 0}, 500 - cost)


@rule("mortgage.lift")
def test_lifting_is_paid_in_cash_to_the_last_dollar_and_only_once(edition: str) -> None:
    game = table(edition, each=500, Ann={"cash": 32, "deeds": {"baltic avenue": "mortgaged"}})
    assert refused(game, "Ann: lift baltic avenue") == "mortgage.lift"
    game = table(edition, each=500, Ann={"cash": 33, "deeds": {"baltic avenue": "mortgaged"}})
    game.play("Ann: lift baltic avenue")
    assert game["Ann"].cash == 0
    assert refused(game, "Ann: lift baltic avenue") == "mortgage.lift"


@rule("mortgage.lift")
def test_the_table_can_round_interest_down_or_change_it(edition: str) -> None:
    deeds = {"park place": "mortgaged", "electric company": "mortgaged"}
    game = table(edition, each=500, Ann={"deeds": deeds}, options={"mortgage_lift_round_up": False})
    play(game, "Ann: lift park place", "Ann: lift electric company")
    assert game["Ann"].cash == 500 - 192 - 82
    game = table(edition, each=500, Ann={"deeds": deeds}, options={"mortgage_interest": 20})
    game.play("Ann: lift park place")
    assert game["Ann"].cash == 500 - 175 - 35


@rule("mortgage.lift", "debt.limits")
def test_a_debtor_cannot_spend_on_lifting(edition: str) -> None:
    ann = {"cash": 40, "deeds": {"baltic avenue": "mortgaged", "boardwalk": 0}}
    ben = {"deeds": ["reading railroad", "pennsylvania railroad"]}
    game = table(edition, each=500, Ann=ann, Ben=ben)
    game.throw(2, 3)  # owes $50
    assert refused(game, "Ann: lift baltic avenue") == "debt.limits"


@rule("mortgage.lift", "auction.reserve")
def test_the_highest_bidder_cannot_lift_with_the_money_bid(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": {"baltic avenue": "mortgaged"}}, on_turn="Ben")
    game.throw(2, 4)
    play(game, "Ben: decline", "Ann: bid 468")
    assert refused(game, "Ann: lift baltic avenue") == "auction.reserve"
    play(game, "Ben: bid 469", "Ann: lift baltic avenue")
    assert game["Ann"].cash == 467


@rule("mortgage.kept")
def test_the_owner_keeps_a_mortgaged_deed_and_nobody_else_lifts_it(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": ["boardwalk"]})
    game.play("Ann: mortgage boardwalk")
    assert "Boardwalk" in game["Ann"].deeds
    assert "Boardwalk" not in game.bank.deeds
    for player in ("Ben", "Cy"):
        assert "LiftMortgage" not in may(game, player)
        assert refused(game, f"{player}: lift boardwalk") == "mortgage.kept"
    game.play("Ann: lift boardwalk")
    assert cash(game) == (500 + 200 - 220, 500, 500)


# A new owner keeps it or lifts it


def baltic_sold(edition: str, **ben: int) -> Game:
    """Ann has just sold the mortgaged Baltic Avenue to Ben for $20."""
    game = table(edition, each=500, Ann={"deeds": {"baltic avenue": "mortgaged"}}, Ben=ben)
    play(game, "Ann: offer Ben: baltic avenue for $20", "Ben: accept Ann")
    return game


@rule("mortgage.transfer", "deal.mortgaged")
def test_a_new_owner_who_keeps_the_mortgage_pays_a_tenth_now_and_again_when_lifting(edition: str) -> None:
    game = baltic_sold(edition)
    assert (game.to_act, cash(game)) == (("Ben",), (520, 480, 500))
    events = game.play("Ben: keep baltic avenue")
    assert payments(events) == [("Ben", "Bank", 3, "mortgage.transfer")]  # not $6, a tenth of the price
    assert [(e.square, e.amount) for e in told(events, "MortgageKept")] == [("Baltic Avenue", 3)]
    assert (game["Ben"].deeds, game["Ben"].cash, game.matters) == ({"Baltic Avenue": "mortgaged"}, 477, [])
    game.play("Ben: lift baltic avenue")
    assert (game["Ben"].deeds, game["Ben"].cash) == ({"Baltic Avenue": 0}, 444)


@rule("mortgage.transfer", "deal.mortgaged")
def test_a_new_owner_who_lifts_at_once_pays_the_interest_once(edition: str) -> None:
    game = baltic_sold(edition)
    events = game.play("Ben: lift baltic avenue")
    assert payments(events) == [("Ben", "Bank", 33, "mortgage.lift")]
    assert (game["Ben"].deeds, game["Ben"].cash, game.matters) == ({"Baltic Avenue": 0}, 447, [])


@rule("mortgage.transfer")
def test_who_cannot_lift_keeps(edition: str) -> None:
    game = baltic_sold(edition, cash=52)  # $32 after the price
    assert refused(game, "Ben: lift baltic avenue") == "mortgage.lift"
    game.play("Ben: keep baltic avenue")
    assert game["Ben"].cash == 29


@rule("mortgage.transfer")
def test_the_last_dollars_lift_it(edition: str) -> None:
    game = baltic_sold(edition, cash=53)  # $33 after the price
    game.play("Ben: lift baltic avenue")
    assert (game["Ben"].cash, game["Ben"].deeds) == (0, {"Baltic Avenue": 0})


@rule("mortgage.choice")
def test_only_the_new_owner_chooses_and_only_about_what_was_received(edition: str) -> None:
    game = baltic_sold(edition)
    assert refused(game, "Ann: keep baltic avenue") == "mortgage.choice"
    assert refused(game, "Ann: lift baltic avenue") == "mortgage.kept"
    assert refused(game, "Ben: keep boardwalk") == "mortgage.choice"
    assert refused(game, "Ann: throw") == "table.one-matter"
    game.play("Ben: keep baltic avenue")
    assert refused(game, "Ben: keep baltic avenue") == "mortgage.choice"


@rule("mortgage.choice")
def test_an_old_mortgage_is_no_choice(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": {"mediterranean avenue": "mortgaged"}})
    assert refused(game, "Ann: keep mediterranean avenue") == "mortgage.choice"
    game.throw(2, 4)
    game.play("Ann: decline")
    assert refused(game, "Ann: keep mediterranean avenue") == "mortgage.choice"


@rule("mortgage.choice")
def test_the_choice_goes_deed_by_deed_in_board_order_across_both_sides_of_a_deal(edition: str) -> None:
    ann = {"deeds": {"reading railroad": "mortgaged", "boardwalk": "mortgaged", "water works": 0}}
    ben = {"deeds": {"baltic avenue": "mortgaged", "park place": "mortgaged"}}
    game = table(edition, each=500, Ann=ann, Ben=ben)
    play(
        game,
        "Ann: offer Ben: reading railroad + boardwalk + water works for baltic avenue + park place",
        "Ben: accept Ann",
    )
    assert game.to_act == ("Ann",)  # Baltic Avenue, square 3
    assert refused(game, "Ben: keep reading railroad") == "mortgage.choice"
    assert refused(game, "Ben: lift reading railroad") == "mortgage.choice"
    assert refused(game, "Ann: lift park place") == "mortgage.choice"
    game.play("Ann: lift baltic avenue")
    assert (game.to_act, cash(game)) == (("Ben",), (467, 500, 500))  # Reading Railroad, square 5
    game.play("Ben: keep reading railroad")
    assert (game.to_act, cash(game)) == (("Ann",), (467, 490, 500))  # Park Place, square 37
    game.play("Ann: keep park place")
    assert (game.to_act, cash(game)) == (("Ben",), (449, 490, 500))  # Boardwalk, square 39
    game.play("Ben: lift boardwalk")
    assert (cash(game), game.matters) == ((449, 270, 500), [])
    assert game["Ann"].deeds == {"Baltic Avenue": 0, "Park Place": "mortgaged"}
    assert game["Ben"].deeds == {"Reading Railroad": "mortgaged", "Water Works": 0, "Boardwalk": 0}


@rule("mortgage.choice")
def test_the_cash_of_the_deal_arrives_before_the_choice(edition: str) -> None:
    ann = {"deeds": {"baltic avenue": "mortgaged"}}
    game = table(edition, each=500, Ann=ann, Ben={"cash": 0, "deeds": ["short line"]})
    play(game, "Ann: offer Ben: baltic avenue + $33 for short line", "Ben: accept Ann", "Ben: lift baltic avenue")
    assert (game["Ben"].cash, game["Ben"].deeds) == (0, {"Baltic Avenue": 0})


@rule("mortgage.choice", "deal.mortgaged")
def test_interest_still_due_cannot_be_spent(edition: str) -> None:
    ann = {"deeds": {"baltic avenue": "mortgaged", "boardwalk": "mortgaged"}}
    game = table(edition, each=500, Ann=ann, Ben={"cash": 60}, Cy={"deeds": ["short line"]})
    play(game, "Ann: offer Ben: baltic avenue + boardwalk for $20", "Ben: accept Ann")  # $40 left, $3 and $20 due
    assert refused(game, "Ben: offer Cy: $18 for short line") == "deal.private"
    assert refused(game, "Ben: lift baltic avenue") == "mortgage.lift"  # $33, and Boardwalk's $20 must stay
    play(game, "Ben: keep baltic avenue", "Ben: keep boardwalk")
    assert (game["Ben"].cash, game.matters) == (17, [])


@rule("mortgage.choice")
def test_a_deed_is_not_dealt_on_before_its_choice(edition: str) -> None:
    game = baltic_sold(edition)
    assert refused(game, "Ben: offer Cy: baltic avenue for $90") == "mortgage.choice"
    game.play("Ben: keep baltic avenue")
    play(game, "Ben: offer Cy: baltic avenue for $90", "Cy: accept Ben", "Cy: keep baltic avenue")
    assert cash(game) == (520, 567, 407)


@rule("mortgage.choice", "table.one-matter")
def test_the_choice_of_a_deal_made_to_pay_a_debt_comes_before_the_debt(edition: str) -> None:
    ann = {"cash": 10, "deeds": {"baltic avenue": "mortgaged"}}
    game = table(edition, each=500, Ann=ann, Ben={"deeds": ["reading railroad"]})
    game.throw(2, 3)  # owes Ben $25
    play(game, "Ann: offer Cy: baltic avenue for $15", "Cy: accept Ann")
    assert (game.to_act, cash(game)) == (("Cy",), (25, 500, 485))
    game.play("Cy: keep baltic avenue")
    assert (cash(game), game.matters) == ((0, 525, 482), [])


@rule("mortgage.choice", "table.any-time")
def test_others_go_on_with_their_business_during_the_choice(edition: str) -> None:
    ann = {"deeds": {"baltic avenue": "mortgaged"}}
    game = table(edition, each=500, Ann=ann, Cy={"deeds": ["boardwalk"]})
    play(game, "Ann: offer Ben: baltic avenue for $20", "Ben: accept Ann", "Cy: mortgage boardwalk")
    assert (game["Cy"].cash, game.to_act) == (700, ("Ben",))


@rule("mortgage.transfer", "mortgage.lift")
def test_a_new_owners_interest_follows_the_tables_rounding(edition: str) -> None:
    for rounds_up, interest in ((True, 18), (False, 17)):  # a tenth of $175
        options = {"mortgage_lift_round_up": rounds_up}
        game = table(edition, each=500, Ann={"deeds": {"park place": "mortgaged"}}, options=options)
        play(game, "Ann: offer Ben: park place for $100", "Ben: accept Ann", "Ben: keep park place")
        assert game["Ben"].cash == 400 - interest


@rule("mortgage.transfer", "deal.mortgaged")
def test_only_the_interest_of_what_was_just_received_is_set_aside(edition: str) -> None:
    """Cy holds a mortgaged Boardwalk already; of $100, only the $10 for the railroad cannot be spent."""
    game = table(
        edition,
        each=100,
        Ben={"deeds": {"reading railroad": "mortgaged", "baltic avenue": 0}},
        Cy={"deeds": {"boardwalk": "mortgaged"}},
    )
    play(game, "Cy: offer Ben: $1 for reading railroad", "Ben: accept Cy")
    assert refused(game, "Cy: offer Ben: $90 for baltic avenue") == "deal.private"
    game.play("Cy: offer Ben: $89 for baltic avenue")


@rule("mortgage.lift")
def test_interest_of_the_whole_mortgage_doubles_the_cost(edition: str) -> None:
    options = {"mortgage_interest": 100, "mortgage_lift_round_up": False}
    game = table(edition, each=400, Ann={"deeds": {"boardwalk": "mortgaged"}}, options=options)
    game.play("Ann: lift boardwalk")
    assert game["Ann"].cash == 0


@rule("mortgage.choice", "mortgage.transfer")
def test_the_first_deed_of_the_board_is_a_choice_like_any_other(edition: str) -> None:
    game = table(
        edition, each=100, Ben={"deeds": {"mediterranean avenue": "mortgaged"}}, Cy={"deeds": ["baltic avenue"]}
    )
    play(game, "Cy: offer Ann: baltic avenue for $9", "Ben: offer Cy: mediterranean avenue for $1", "Cy: accept Ben")
    game.play("Ann: offer Cy: $100 for baltic avenue")  # all of Ann's cash is hers to spend
    assert game.next_to_decide == "Cy"  # the choice comes before Ann's answer to the older offer
    game.play("Cy: keep mediterranean avenue")
    assert (game["Cy"].cash, game.next_to_decide) == (96, "Ann")
