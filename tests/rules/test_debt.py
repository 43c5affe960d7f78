"""Debts: raised by selling, mortgaging and dealing, and nothing else."""

from typing import Any

from passgo import Game
from passgo.game.views import Auction, Debt
from tests.rules.by_rule import rule
from tests.rules.table import cash, may, payments, refused, table, told


def ann_owes_ben(edition: str, ann: dict[str, Any], ben: dict[str, Any] | None = None, **position: Any) -> Game:
    """Ann has thrown a 3 onto Boardwalk, which is Ben's: $50, or what stands on it."""
    ben = {"cash": 1000, "deeds": {"boardwalk": 0}} | (ben or {})
    position.setdefault("Cy", {"cash": 500})
    game = table(edition, Ann={"square": "chance_36", **ann}, Ben=ben, **position)
    game.throw(1, 2)
    return game


@rule("debt.raise")
def test_who_can_pay_pays_at_once_and_nothing_has_to_be_raised(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 50})
    assert cash(game) == (0, 1050, 500)
    assert game.matters == []
    assert told(game.events, "DebtArose") == []
    assert game.phase == "end-turn"


@rule("debt.raise")
def test_one_dollar_short_is_a_debt_and_not_a_dollar_moves_before_it_is_raised(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 49, "deeds": ["reading railroad"]})
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]
    assert cash(game) == (49, 1000, 500)
    assert game.to_act == ("Ann",)
    [arose] = told(game.events, "DebtArose")
    assert (arose.player, arose.other, arose.amount, arose.rule) == ("Ann", "Ben", 50, "rent.deed")


@rule("debt.raise")
def test_a_mortgage_raises_the_debt_and_it_is_paid_by_itself(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 20, "deeds": ["reading railroad"]})
    happened = game.play("Ann: mortgage reading railroad")
    assert payments(happened) == [("Bank", "Ann", 100, "mortgage.value"), ("Ann", "Ben", 50, "rent.deed")]
    assert [event.player for event in told(happened, "DebtSettled")] == ["Ann"]
    assert cash(game) == (70, 1050, 500)
    assert (game.matters, game.phase, game.on_turn) == ([], "end-turn", "Ann")


@rule("debt.raise")
def test_houses_are_sold_one_after_the_other_until_the_debt_is_covered(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": {"mediterranean": 1, "baltic": 1}})
    game.play("Ann: sell baltic")
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]
    assert cash(game) == (25, 1000, 500)
    game.play("Ann: sell mediterranean")
    assert game.matters == []
    assert cash(game) == (0, 1050, 500)
    assert game.bank.houses == 32


@rule("debt.raise")
def test_a_deal_with_a_third_player_raises_the_debt(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]})
    game.play("Ann: offer Cy: reading railroad for $150")
    game.play("Cy: accept Ann")
    assert cash(game) == (100, 1050, 350)
    assert list(game["Cy"].deeds) == ["Reading Railroad"]
    assert game.matters == []


@rule("debt.raise", "table.one-matter")
def test_whoever_is_offered_a_deal_in_a_debt_is_asked_before_the_debtor(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]})
    assert game.next_to_decide == "Ann"
    game.play("Ann: offer Cy: reading railroad for $150")
    assert game.next_to_decide == "Cy"


@rule("debt.raise")
def test_a_deal_with_the_creditor_raises_the_debt_too(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "jail_cards": ["chest"]})
    game.play("Ann: offer Ben: chest card for $60")
    game.play("Ben: accept Ann")
    assert cash(game) == (10, 990, 500)  # sixty come, fifty go back
    assert game["Ben"].jail_cards == ("chest",)


@rule("debt.raise", "table.one-matter")
def test_until_the_debt_is_paid_the_turn_stands_still(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]})
    assert refused(game, "Ann: end turn") == "table.one-matter"
    assert refused(game, "Ann: throw") == "table.one-matter"
    assert refused(game, "Ben: throw") == "table.one-matter"


@rule("debt.raise")
def test_only_the_debtor_of_an_unpaid_debt_can_go_bankrupt(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0})
    assert refused(game, "Ben: bankrupt") == "debt.raise"
    assert refused(game, "Cy: bankrupt") == "debt.raise"
    solvent = table(edition)
    assert refused(solvent, "Ann: bankrupt") == "debt.raise"


@rule("debt.raise")
def test_a_tax_that_cannot_be_paid_is_a_debt_to_the_bank(edition: str) -> None:
    tax = 100 if edition == "modern" else 75
    game = table(edition, Ann={"cash": 74, "square": "short line", "deeds": ["baltic"]})
    game.throw(1, 2)
    assert game.matters == [Debt("Ann", "Bank", tax, "tax.luxury")]
    game.play("Ann: mortgage baltic")
    assert game["Ann"].cash == 74 + 30 - tax
    assert game.matters == []


@rule("debt.fixed")
def test_the_rent_stays_what_it_was_at_the_landing_though_the_house_is_sold(edition: str) -> None:
    ben = {"deeds": {"park place": 1, "boardwalk": 1}}
    game = ann_owes_ben(edition, {"cash": 60, "deeds": ["short line", "reading railroad"]}, ben)
    game.play("Ben: sell boardwalk")  # bare, it would now earn $100
    assert game.matters == [Debt("Ann", "Ben", 200, "rent.deed")]
    game.play("Ann: mortgage short line")
    game.play("Ann: mortgage reading railroad")
    assert cash(game) == (60, 1000 + 100 + 200, 500)


@rule("debt.fixed")
def test_the_rent_stays_due_though_the_owner_mortgages_the_property_meanwhile(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]})
    game.play("Ben: mortgage boardwalk")
    game.play("Ann: mortgage reading railroad")
    assert cash(game) == (50, 1000 + 200 + 50, 500)


@rule("debt.fixed", editions=("1935", "classic", "speed-die"))
def test_ten_percent_of_worth_are_fixed_at_the_choice(edition: str) -> None:
    game = table(edition, Ann={"cash": 5, "square": "mediterranean", "deeds": ["boardwalk"]})
    game.throw(1, 2)
    game.play("Ann: pay worth tax")  # 10 % of 5 + 400, rounded down
    assert game.matters == [Debt("Ann", "Bank", 40, "tax.income")]
    game.play("Ann: mortgage boardwalk")
    assert game["Ann"].cash == 5 + 200 - 40


@rule("debt.fixed")
def test_a_debt_is_not_forgiven_in_part_when_it_cannot_be_paid(edition: str) -> None:
    ben = {"deeds": {"park place": 1, "boardwalk": 1}}
    game = ann_owes_ben(edition, {"cash": 150, "deeds": ["baltic"]}, ben)
    game.play("Ann: mortgage baltic")
    assert game.matters == [Debt("Ann", "Ben", 200, "rent.deed")]
    assert cash(game) == (180, 1000, 500)


@rule("debt.limits")
def test_a_debtor_neither_builds_nor_lifts_mortgages(edition: str) -> None:
    deeds = {"mediterranean": 1, "baltic": 1, "reading railroad": "mortgaged"}
    game = ann_owes_ben(edition, {"cash": 199, "deeds": deeds}, {"deeds": {"park place": 1, "boardwalk": 1}})
    assert refused(game, "Ann: build baltic") == "debt.limits"
    assert refused(game, "Ann: lift reading railroad") == "debt.limits"
    assert may(game, "Ann") == {"SellBuilding", "Offer", "OfferSettlement", "Resign"} - (
        set() if edition == "1935" else {"OfferSettlement"}
    )


@rule("debt.limits")
def test_a_debtor_may_mortgage_sell_deal_and_leave(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["baltic"]})
    settling = {"OfferSettlement"} if edition == "1935" else set()
    assert may(game, "Ann") == {"Mortgage", "Offer", "GoBankrupt", "Resign"} | settling


@rule("debt.limits")
def test_no_deed_is_sold_for_less_than_its_mortgage_would_bring(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]})
    assert refused(game, "Ann: offer Cy: reading railroad for $99") == "debt.limits"
    assert refused(game, "Cy: offer Ann: $99 for reading railroad") == "debt.limits"
    game.play("Cy: offer Ann: $100 for reading railroad")
    game.play("Ann: accept Cy")
    assert cash(game) == (50, 1050, 400)


@rule("debt.limits")
def test_a_swap_may_not_lower_what_can_be_raised(edition: str) -> None:
    game = ann_owes_ben(
        edition, {"cash": 0, "deeds": ["reading railroad"]}, Cy={"cash": 500, "deeds": ["baltic", "mediterranean"]}
    )
    assert refused(game, "Ann: offer Cy: reading railroad for baltic + $69") == "debt.limits"  # 30 + 69 < 100
    game.play("Ann: offer Cy: reading railroad for baltic + $70")
    game.play("Cy: accept Ann")
    assert cash(game) == (20, 1050, 430)


@rule("debt.limits")
def test_the_interest_on_a_mortgaged_deed_counts_against_taking_it(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 0, "square": "free parking", "deeds": ["reading railroad"]},
        Ben={"cash": 1000, "deeds": ["illinois"]},
        Cy={"cash": 500, "deeds": {"boardwalk": "mortgaged"}},
    )
    game.throw(1, 3)
    assert game.matters == [Debt("Ann", "Ben", 20, "rent.deed")]
    assert refused(game, "Ann: offer Cy: reading railroad for boardwalk + $119") == "debt.limits"  # 119 - 20 < 100
    assert game.check("Ann: offer Cy: reading railroad for boardwalk + $120") is None


@rule("debt.limits")
def test_a_debtor_does_not_pay_cash_for_a_card(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 40, "deeds": ["baltic"]}, Cy={"cash": 500, "jail_cards": ["chance"]})
    assert refused(game, "Ann: offer Cy: $10 for chance card") == "debt.limits"
    assert refused(game, "Cy: offer Ann: chance card for $10") == "debt.limits"


@rule("debt.limits", "deal.offers")
def test_an_offer_that_a_debtor_could_not_make_falls_when_the_debt_arises(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 0, "square": "chance_36", "deeds": ["reading railroad"]},
        Ben={"cash": 1000, "deeds": ["boardwalk"]},
    )
    game.play("Ann: offer Cy: reading railroad for $99")
    game.play("Ben: offer Ann: $150 for reading railroad")
    game.throw(1, 2)
    assert [event.player for event in told(game.events, "OfferLapsed")] == ["Ann"]
    assert [offer.player for offer in game.offers] == ["Ben"]


@rule("debt.limits")
def test_others_build_and_lift_freely_during_a_debt_that_is_not_theirs(edition: str) -> None:
    ben = {"cash": 1000, "deeds": {"boardwalk": 0, "mediterranean": 0, "baltic": 0, "short line": "mortgaged"}}
    game = ann_owes_ben(edition, {"cash": 0, "deeds": ["reading railroad"]}, ben)
    game.play("Ben: build baltic")
    game.play("Ben: lift short line")
    assert cash(game) == (0, 1000 - 50 - 110, 500)
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]


def ann_owes_130(edition: str, cash_left: int) -> Game:
    """Two houses ($25 each) and two mortgages ($30 each) bring Ann $110; Pacific with a house costs her $130."""
    game = table(
        edition,
        Ann={"cash": cash_left, "square": "water works", "deeds": {"mediterranean": 1, "baltic": 1}},
        Ben={"cash": 0, "deeds": {"pacific": 1, "north carolina": 1, "pennsylvania avenue": 1}},
        Cy={"cash": 500},
    )
    game.throw(1, 2)
    assert game.matters == [Debt("Ann", "Ben", 130, "rent.deed")]
    return game


@rule("debt.no-easy-out")
def test_owing_exactly_what_one_can_raise_is_not_bankruptcy(edition: str) -> None:
    game = ann_owes_130(edition, cash_left=20)
    assert refused(game, "Ann: bankrupt") == "debt.no-easy-out"
    for act in ("sell baltic", "sell mediterranean", "mortgage baltic"):
        game.play(f"Ann: {act}")
        assert refused(game, "Ann: bankrupt") == "debt.no-easy-out"
    game.play("Ann: mortgage mediterranean")
    assert cash(game) == (0, 130, 500)
    assert not game["Ann"].out
    assert (game.matters, game.phase, game.on_turn) == ([], "end-turn", "Ann")


@rule("debt.no-easy-out")
def test_one_dollar_less_is_bankruptcy(edition: str) -> None:
    game = ann_owes_130(edition, cash_left=19)
    game.play("Ann: bankrupt")
    assert game["Ann"].out


@rule("debt.no-easy-out")
def test_after_selling_everything_a_debtor_who_is_short_still_goes_bankrupt(edition: str) -> None:
    game = ann_owes_130(edition, cash_left=19)
    for act in ("sell baltic", "sell mediterranean", "mortgage baltic", "mortgage mediterranean"):
        game.play(f"Ann: {act}")
    assert game.matters == [Debt("Ann", "Ben", 130, "rent.deed")]
    game.play("Ann: bankrupt")
    assert game["Ann"].out
    assert game["Ben"].cash == 129  # all that Ann had, not what she owed


@rule("debt.no-easy-out")
def test_a_hotel_counts_as_five_houses_sold(edition: str) -> None:
    """Two hotels bring ten times $25, two mortgages $60: with $1,090 more that is exactly the rent of $1,400."""
    ben = {"deeds": {"park place": 3, "boardwalk": 3}}
    for spare, refusal in ((1090, "debt.no-easy-out"), (1089, None)):
        game = ann_owes_ben(edition, {"cash": spare, "deeds": {"mediterranean": "hotel", "baltic": "hotel"}}, ben)
        assert game.matters == [Debt("Ann", "Ben", 1400, "rent.deed")]
        checked = game.check("Ann: bankrupt")
        assert (checked and checked.rule) == refusal


@rule("debt.no-easy-out")
def test_what_is_mortgaged_already_brings_nothing_more(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 49, "deeds": {"reading railroad": "mortgaged", "short line": "mortgaged"}})
    assert game.check("Ann: bankrupt") is None


@rule("debt.no-easy-out")
def test_deals_that_might_save_a_debtor_do_not_keep_them_from_giving_up(edition: str) -> None:
    game = ann_owes_ben(edition, {"cash": 0, "jail_cards": ["chance"], "deeds": {"short line": "mortgaged"}})
    game.play("Cy: offer Ann: $400 for short line")
    game.play("Ann: bankrupt")
    assert game["Ann"].out


@rule("debt.no-easy-out")
def test_bankruptcy_waits_for_what_lies_on_top_of_the_debt(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 0},
        Ben={"cash": 500},
        phase="square-done",
        matters=[
            {"kind": "debt", "player": "Ann", "other": "Ben", "amount": 90, "rule": "rent.deed"},
            {"kind": "auction", "player": "Ben", "square": "baltic", "set": ["Ben", "Cy"]},
        ],
    )
    assert game.matters == [Debt("Ann", "Ben", 90, "rent.deed"), Auction("Baltic Avenue", ("Ben", "Cy"), None, 0)]
    assert refused(game, "Ann: bankrupt") == "debt.raise"


@rule("debt.no-easy-out")
def test_the_last_deed_of_the_board_can_be_mortgaged_too_before_one_gives_up(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "deeds": {"boardwalk": 0}}, Ben={"deeds": {"oriental avenue": 0}})
    game.throw(2, 4)  # $6 of rent
    assert refused(game, "Ann: bankrupt") == "debt.no-easy-out"
    game.play("Ann: mortgage boardwalk")
    assert game["Ann"].cash == 194


@rule("deal.mortgaged", "debt.raise")
def test_what_a_creditor_cannot_spend_is_not_said_to_be_a_bid(edition: str) -> None:
    cy = {"cash": 500, "deeds": {"short line": "mortgaged", "water works": 0}}
    game = ann_owes_ben(edition, {"cash": 10}, {"cash": 100}, Cy=cy)
    for act in ("Cy: offer Ben: short line for $5", "Ben: accept Cy"):
        game.play(act)
    assert refused(game, "Ben: offer Cy: $90 for water works") == "deal.private"  # $10 of his $95 are for the interest
