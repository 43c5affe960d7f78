"""Bankruptcy to a player: what passes, the interest on what was mortgaged, and chains of it."""

from passgo import Game
from passgo.game.views import Auction, Debt, KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.estates import DARK_BLUE, ESTATE, ann_fails_ben, ann_leaves_a_railroad, leave_all_unsold, lots, sell_to
from tests.rules.table import cash, landed, outcome, payments, play, refused, told

# To a player


@rule("bankrupt.to-player", editions=("1935", "classic", "speed-die"))
def test_buildings_are_sold_at_half_and_everything_passes_to_the_creditor_as_it_is(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chance"]})
    assert (game["Ann"].cash, game["Ann"].deeds, game["Ann"].jail_cards, game["Ann"].out) == (0, {}, (), True)
    assert game["Ben"].cash == 1000 + 7 + 2 * 25
    assert game["Ben"].deeds == {
        "Mediterranean Avenue": 0,
        "Baltic Avenue": 0,
        "Reading Railroad": "mortgaged",
        "Park Place": 1,
        "Boardwalk": 1,
    }
    assert game["Ben"].jail_cards == ("chance",)
    assert game.bank.houses == 32 - 2  # Ben's own two
    assert game.matters == [KeepOrLift(("Reading Railroad",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_every_deed_is_mortgaged_first_and_that_cash_passes_too(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chance"]})
    assert game["Ben"].cash == 1000 + 7 + 2 * 25 + 2 * 30
    assert [game["Ben"].deeds[name] for name in ("Mediterranean Avenue", "Baltic Avenue")] == ["mortgaged"] * 2
    assert game["Ben"].jail_cards == ("chance",)
    assert game.matters == [KeepOrLift(("Mediterranean Avenue", "Baltic Avenue", "Reading Railroad"))]
    assert game.bank.houses == 32 - 2


@rule("bankrupt.to-player")
def test_the_creditor_gets_no_more_than_the_debtor_had(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 199})
    assert cash(game) == (0, 1199, 500)  # not the $200 that Ann owed
    [paid] = told(game.events, "WentBankrupt")
    assert (paid.player, paid.other, paid.rule) == ("Ann", "Ben", "bankrupt.to-player")


@rule("bankrupt.to-player")
def test_a_debtor_with_nothing_leaves_the_creditor_nothing(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0})
    assert cash(game) == (0, 1000, 500)
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.to-player")
def test_hotels_bring_half_of_five_houses_each(edition: str) -> None:
    ann = {"cash": 10, "deeds": {"mediterranean": "hotel", "baltic": "hotel"}}
    ben = {"cash": 0, "deeds": {"park place": 3, "boardwalk": 3}}  # $1,400
    game = ann_fails_ben(edition, ann, Ben=ben)
    raised = 10 + 2 * 5 * 25 + (60 if edition == "modern" else 0)
    assert game["Ben"].cash == raised
    assert (game.bank.hotels, game.bank.houses) == (12, 32 - 6)


@rule("bankrupt.to-player")
def test_nothing_is_auctioned_when_a_player_is_the_creditor(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chest"]})
    assert lots(game) == []


@rule("bankrupt.to-player", editions=("1935", "classic", "speed-die"))
def test_option_deeds_can_pass_mortgaged_as_in_the_modern_book(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": ["baltic"]}, options={"bankrupt_to_player": "mortgaged"})
    assert game["Ben"].cash == 1030
    assert game.matters == [KeepOrLift(("Baltic Avenue",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_option_deeds_can_pass_as_they_are_as_in_the_older_books(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": ["baltic"]}, options={"bankrupt_to_player": "as-they-are"})
    assert game["Ben"].cash == 1000
    assert game["Ben"].deeds["Baltic Avenue"] == 0
    assert game.matters == []


@rule("bankrupt.to-player", "mortgage.choice")
def test_the_first_deed_of_the_board_is_kept_or_lifted_too(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": {"mediterranean": "mortgaged"}})
    assert game.matters == [KeepOrLift(("Mediterranean Avenue",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_every_deed_up_to_the_last_of_the_board_is_mortgaged_first(edition: str) -> None:
    game = landed(edition, "reading railroad", Ann={"cash": 0, "deeds": ["mediterranean", "boardwalk"]},
                  Ben={"cash": 0, "deeds": ["reading railroad"]})  # fmt: skip
    game.play("Ann: resign")
    assert game["Ben"].deeds == {"Mediterranean Avenue": "mortgaged", "Reading Railroad": 0, "Boardwalk": "mortgaged"}
    assert game["Ben"].cash == 30 + 200


# Interest on inherited mortgages


@rule("bankrupt.interest")
def test_the_creditor_pays_ten_percent_of_each_inherited_mortgage(edition: str) -> None:
    """Park Place is mortgaged for $175: $17.50 rounds up to $18. Reading for $100: $10, not 10 % of its price."""
    estate = {"reading railroad": "mortgaged", "pennsylvania avenue": "mortgaged", "water works": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 30, "deeds": estate})
    assert game.matters == [KeepOrLift(("Reading Railroad", "Water Works", "Pennsylvania Avenue"))]
    happened = play(game, "Ben: keep reading", "Ben: keep water works", "Ben: keep pennsylvania avenue")
    assert payments(happened) == [
        ("Ben", "Bank", 10, "bankrupt.interest"),
        ("Ben", "Bank", 8, "bankrupt.interest"),  # a tenth of $75, rounded up
        ("Ben", "Bank", 16, "bankrupt.interest"),
    ]
    assert game["Ben"].cash == 1000 + 30 - 34
    assert game["Ben"].deeds["Water Works"] == "mortgaged"
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.interest")
def test_the_creditor_may_lift_an_inherited_mortgage_then_and_pays_the_interest_once(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 30, "deeds": {"reading railroad": "mortgaged"}})
    game.play("Ben: lift reading railroad")
    assert game["Ben"].cash == 1000 + 30 - 110
    assert game["Ben"].deeds["Reading Railroad"] == 0
    assert game.matters == []


@rule("bankrupt.interest")
def test_who_kept_an_inherited_mortgage_pays_interest_again_when_lifting_it_later(edition: str) -> None:
    game = ann_leaves_a_railroad(edition, ben_cash=1000)
    play(game, "Ben: keep reading railroad", "Ben: lift reading railroad")
    assert game["Ben"].cash == 1000 - 10 - 110


@rule("bankrupt.interest", "mortgage.choice")
def test_inherited_mortgages_are_decided_in_board_order_by_the_creditor(edition: str) -> None:
    estate = {"reading railroad": "mortgaged", "short line": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 30, "deeds": estate})
    assert refused(game, "Ben: keep short line") == "mortgage.choice"
    assert refused(game, "Ben: lift short line") == "mortgage.choice"
    assert refused(game, "Cy: keep reading railroad") == "mortgage.choice"
    assert refused(game, "Ben: throw") == "table.one-matter"
    assert game.to_act == ("Ben",)


@rule("bankrupt.interest")
def test_interest_that_the_creditor_lacks_is_a_debt_to_the_bank(edition: str) -> None:
    game = ann_leaves_a_railroad(edition, ben_cash=9)
    game.play("Ben: keep reading railroad")
    assert game.matters[-1] == Debt("Ben", "Bank", 10, "bankrupt.interest")
    assert refused(game, "Ben: bankrupt") == "debt.no-easy-out"
    game.play("Ben: sell boardwalk")
    assert game["Ben"].cash == 9 + 100 - 10
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.interest")
def test_a_second_debt_of_interest_does_not_overwrite_the_first(edition: str) -> None:
    estate = {"reading railroad": "mortgaged", "short line": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 0, "deeds": estate}, Ben={"cash": 0, "deeds": DARK_BLUE})
    game.play("Ben: keep reading railroad")
    assert game.matters == [KeepOrLift(("Short Line",)), Debt("Ben", "Bank", 10, "bankrupt.interest")]
    assert refused(game, "Ben: keep short line") == "mortgage.choice"  # one matter after the other
    game.play("Ben: sell boardwalk")
    assert game.matters == [KeepOrLift(("Short Line",))]
    game.play("Ben: keep short line")
    assert game["Ben"].cash == 100 - 10 - 10


@rule("bankrupt.interest", "debt.raise")
def test_who_is_short_of_the_interest_on_an_estate_may_deal_to_raise_it(edition: str) -> None:
    mortgaged = ("mediterranean", "reading railroad", "pennsylvania railroad", "b&o railroad")
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 0, "deeds": dict.fromkeys(mortgaged, "mortgaged")},
        Ben={"cash": 5, "deeds": {"boardwalk": 0, "oriental": 0}},
        Cy={"cash": 500},
    )
    play(game, "Ann: bankrupt", "Cy: offer Ben: $300 for oriental", "Ben: accept Cy")
    assert (game["Ben"].cash, game["Cy"].cash) == (305, 200)


@rule("bankrupt.interest", "debt.raise")
def test_the_last_choice_is_made_though_its_interest_becomes_a_debt(edition: str) -> None:
    game = ann_leaves_a_railroad(edition, ben_cash=5)
    game.play("Ben: keep reading railroad")
    assert game.matters == [Debt("Ben", "Bank", 10, "bankrupt.interest")]


# Chains


def chain(edition: str) -> Game:
    """Ann owes Ben $4 for Baltic and has nothing but two mortgages, whose interest Ben cannot pay either."""
    game = landed(
        edition,
        "baltic",
        Ann={"cash": 0, "deeds": {"park place": "mortgaged", "boardwalk": "mortgaged"}},
        Ben={"cash": 0, "deeds": ["baltic"], "jail_cards": ["chest"]},
        Cy={"cash": 500},
        Dee={"cash": 600},
    )
    play(game, "Ann: bankrupt", "Ben: keep park place")
    assert game.matters == [KeepOrLift(("Boardwalk",)), Debt("Ben", "Bank", 18, "bankrupt.interest")]
    play(game, "Ben: mortgage baltic", "Ben: keep boardwalk")
    assert game["Ben"].cash == 12
    assert game.matters[-1] == Debt("Ben", "Bank", 20, "bankrupt.interest")
    return game


@rule("bankrupt.interest", "bankrupt.to-bank")
def test_a_creditor_who_cannot_pay_the_interest_goes_bankrupt_to_the_bank(edition: str) -> None:
    game = chain(edition)
    game.play("Ben: bankrupt")
    assert [(e.player, e.other, e.rule) for e in told(game.events, "WentBankrupt")] == [
        ("Ann", "Ben", "bankrupt.to-player"),
        ("Ben", "Bank", "bankrupt.to-bank"),
    ]
    assert (game["Ann"].out, game["Ben"].out, cash(game)) == (True, True, (0, 0, 500, 600))
    assert game.matters[-1] == Auction("Baltic Avenue", ("Cy", "Dee"), None, 0)
    sell_to(game, "Cy", 10)
    sell_to(game, "Dee", 30)
    sell_to(game, "Cy", 40)
    assert lots(game)[:3] == ["Baltic Avenue", "Park Place", "Boardwalk"]
    assert game["Cy"].deeds == {"Baltic Avenue": 0, "Boardwalk": 0}
    assert game["Dee"].deeds == {"Park Place": 0}
    assert cash(game) == (0, 0, 450, 570)


@rule("bankrupt.interest")
def test_a_position_in_the_middle_of_a_chain_can_be_set_up_again(edition: str) -> None:
    game = chain(edition)
    assert Game.from_dict(game.to_dict()).position == game.position
    game.play("Ben: bankrupt")
    assert Game.from_dict(game.to_dict()).position == game.position


@rule("bankrupt.interest", "bankrupt.turn")
def test_after_a_chain_of_bankruptcies_the_next_seat_still_in_plays(edition: str) -> None:
    game = chain(edition)
    game.play("Ben: bankrupt")
    leave_all_unsold(game)
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")
    assert {"Baltic Avenue", "Park Place", "Boardwalk"} <= set(game.bank.deeds)
    assert cash(game) == (0, 0, 500, 600)


@rule("bankrupt.interest", "bankrupt.last-wins")
def test_a_chain_that_leaves_one_player_ends_the_game_without_an_auction(edition: str) -> None:
    game = landed(
        edition,
        "baltic",
        Ann={"cash": 0, "deeds": {"boardwalk": "mortgaged"}},
        Ben={"cash": 0, "deeds": ["baltic", "mediterranean"]},  # $8 as a pair
        Cy={"cash": 500},
    )
    game.play("Ann: bankrupt")
    game.play("Ben: keep boardwalk")
    assert game.matters[-1] == Debt("Ben", "Bank", 20, "bankrupt.interest")
    game.play("Ben: resign")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Cy",))
    assert lots(game) == []
