"""Jail: how one gets in, and the ways out."""

from typing import Any

import pytest

from passgo import Game
from tests.rules.by_rule import rule
from tests.rules.table import cash, may, payments, play, refused, table, told

JAIL = "Jail / Just Visiting"
CARD = "get_out_of_jail_free"
ORANGE = {"st. james place": 0, "tennessee avenue": 0, "new york avenue": 0}


def jailed(edition: str, turn: int, **position: Any) -> Game:
    """Ann in Jail, before the throw of that turn of hers there; double fours lead to her own lot. All have $500."""
    ann = {"jail": turn, "deeds": ORANGE, **position.pop("Ann", {})}
    return table(edition, each=500, Ann=ann, **position)


def has_left(game: Game, name: str = "Ann") -> bool:
    """Is the player out of Jail, in the record too?"""
    return not game[name].in_jail and game[name].jail_turn == 0


# How one gets in


@rule("jail.sent")
@pytest.mark.parametrize("dice", [(2, 4), (3, 3)])
def test_go_to_jail_sends_directly_there_and_ends_the_turn_even_after_doubles(
    edition: str, dice: tuple[int, int]
) -> None:
    game = table(edition, Ann={"cash": 500, "square": "illinois avenue"})
    events = game.throw(*dice)
    assert (game["Ann"].square, game["Ann"].in_jail, game["Ann"].jail_turn) == (JAIL, True, 1)
    assert game["Ann"].cash == 500
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")
    assert [(e.kind, e.rule) for e in events[-3:]] == [
        ("SentToJail", "jail.sent"), ("TurnEnded", "jail.sent"), ("TurnBegan", "setup.turn-order")
    ]  # fmt: skip


@rule("jail.sent", "move.no-salary-backward")
@pytest.mark.parametrize(("start", "deck"), [("marvin gardens", "chance"), ("atlantic avenue", "chest")])
def test_a_card_sends_to_jail_past_go_without_salary(edition: str, start: str, deck: str) -> None:
    game = table(edition, Ann={"cash": 500, "square": start})
    game.throw(3, 4)
    events = game.draw("go_to_jail")
    assert told(events, "CardDrawn")[0].deck == deck
    assert (game["Ann"].square, game["Ann"].jail_turn, game["Ann"].cash) == (JAIL, 1, 500)
    assert payments(events) == []
    assert game.on_turn == "Ben"


@rule("jail.sent", "move.three-doubles")
def test_three_doubles_send_to_jail_without_moving(edition: str) -> None:
    game = table(edition, Ann={"cash": 500})
    game.throw(5, 5)
    game.throw(5, 5)
    assert (game["Ann"].square, game.phase) == ("Free Parking", "before-throw")
    events = game.throw(1, 1)
    assert told(events, "Moved") == []
    assert told(events, "SentToJail")[0].rule == "move.three-doubles"
    assert (game["Ann"].square, game["Ann"].jail_turn, game.on_turn) == (JAIL, 1, "Ben")


@rule("jail.sent", "move.just-visiting")
def test_a_visitor_is_not_in_jail(edition: str) -> None:
    game = table(edition, Ann={"cash": 500})
    game.throw(4, 6)
    assert (game["Ann"].square, game["Ann"].in_jail, game["Ann"].cash) == (JAIL, False, 500)
    assert game.phase == "end-turn"


# Doubles


@rule("jail.doubles-out")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_doubles_on_any_of_three_turns_lead_out_by_that_throw_for_nothing(edition: str, turn: int) -> None:
    game = jailed(edition, turn)
    events = game.throw(4, 4)
    assert (game["Ann"].square, game["Ann"].cash) == ("Tennessee Avenue", 500)
    assert has_left(game)
    assert [(e.kind, e.rule) for e in told(events, "LeftJail", "Moved")] == [
        ("LeftJail", "jail.doubles-out"), ("Moved", "move.throw")
    ]  # fmt: skip


@rule("jail.doubles-out")
@pytest.mark.parametrize("turn", [1, 2])
def test_without_doubles_one_stays_and_only_the_end_of_the_turn_is_left(edition: str, turn: int) -> None:
    game = jailed(edition, turn)
    events = game.throw(3, 5)
    assert told(events, "StayedInJail")[0].rule == "jail.doubles-out"
    assert (game["Ann"].square, game["Ann"].jail_turn, game["Ann"].cash) == (JAIL, turn + 1, 500)
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")
    assert refused(game, "Ann: throw") == "move.throw"
    assert refused(game, "Ann: pay fine") == "jail.fine-before"


@rule("jail.doubles-out", "speed.jail-white", editions=("speed-die",))
def test_a_speed_die_player_throws_two_dice_to_leave_jail(edition: str) -> None:
    game = jailed(edition, 1, Ann={"speeding": True})
    before = game.position
    with pytest.raises(ValueError, match="speed"):
        game.throw(4, 4, 3)
    assert game.position == before
    game.throw(4, 4)
    assert game["Ann"].square == "Tennessee Avenue"


@rule("jail.doubles-then", editions=("classic", "speed-die", "modern"))
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_after_doubles_out_of_jail_nobody_throws_again(edition: str, turn: int) -> None:
    game = jailed(edition, turn)
    game.throw(4, 4)
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")
    assert refused(game, "Ann: throw") == "move.throw"
    game.play("Ann: end turn")
    assert game.on_turn == "Ben"


@rule("jail.doubles-then", editions=("1935",))
def test_in_1935_doubles_out_of_jail_are_the_first_doubles_of_the_turn(edition: str) -> None:
    game = jailed(edition, 1)
    game.throw(4, 4)
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")
    game.throw(1, 1)
    assert (game["Ann"].square, game.phase) == ("Free Parking", "before-throw")
    events = game.throw(2, 2)  # the third doubles
    assert told(events, "SentToJail")[0].rule == "move.three-doubles"
    assert (game["Ann"].square, game["Ann"].jail_turn, game.on_turn) == (JAIL, 1, "Ben")


@rule("jail.doubles-then", editions=("1935",))
def test_in_1935_the_throw_after_doubles_out_of_jail_is_an_ordinary_one(edition: str) -> None:
    game = jailed(edition, 2)
    game.throw(4, 4)
    game.throw(1, 5)
    assert game["Ann"].square == "Illinois Avenue"
    game.play("Ann: buy")
    assert (game["Ann"].cash, game.phase) == (260, "end-turn")


@rule("jail.doubles-then")
def test_the_table_can_choose_the_other_reading_of_doubles_out_of_jail(edition: str) -> None:
    other = "turn-over" if edition == "1935" else "throw-again"
    game = jailed(edition, 1, options={"jail_doubles_then": other})
    game.throw(4, 4)
    assert game.phase == ("end-turn" if edition == "1935" else "before-throw")


# The fine


@rule("jail.fine-before")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_fine_is_paid_before_throwing_and_an_ordinary_turn_follows_doubles_included(
    edition: str, turn: int
) -> None:
    game = jailed(edition, turn)
    events = game.play("Ann: pay fine")
    assert payments(events) == [("Ann", "Bank", 50, "jail.fine-before")]
    assert told(events, "LeftJail")[0].rule == "jail.fine-before"
    assert has_left(game)
    assert (game["Ann"].cash, game["Ann"].square, game.phase) == (450, JAIL, "before-throw")
    game.throw(4, 4)
    assert (game["Ann"].square, game.phase) == ("Tennessee Avenue", "before-throw")  # doubles: again
    game.throw(1, 1)
    game.throw(3, 3)
    assert game["Ann"].jail_turn == 1  # the third doubles


@rule("jail.fine-before", editions=("1935", "classic", "speed-die"))
def test_the_fine_cannot_be_paid_before_the_third_throw(edition: str) -> None:
    game = jailed(edition, 3)
    assert "PayFine" not in may(game, "Ann")
    assert refused(game, "Ann: pay fine") == "jail.fine-before"


@rule("jail.fine-before", editions=("modern",))
def test_modern_takes_the_fine_before_the_third_throw_too(edition: str) -> None:
    game = jailed(edition, 3)
    game.play("Ann: pay fine")
    game.throw(2, 3)
    assert (game["Ann"].cash, game["Ann"].square) == (450, "Pennsylvania Railroad")


@rule("jail.fine-before")
def test_the_fine_is_cash_never_a_debt_but_may_be_raised_first(edition: str) -> None:
    game = jailed(edition, 1, Ann={"cash": 49})
    assert "PayFine" not in may(game, "Ann")
    assert refused(game, "Ann: pay fine") == "jail.fine-before"
    play(game, "Ann: mortgage tennessee avenue", "Ann: pay fine")  # +90
    assert game["Ann"].cash == 49 + 90 - 50
    assert has_left(game)


@rule("jail.fine-before")
def test_the_last_fifty_dollars_pay_the_fine(edition: str) -> None:
    game = jailed(edition, 2, Ann={"cash": 50})
    game.play("Ann: pay fine")
    assert game["Ann"].cash == 0
    assert has_left(game)


@rule("jail.fine-before")
def test_only_a_prisoner_on_turn_pays_the_fine(edition: str) -> None:
    game = jailed(edition, 1, on_turn="Ben")
    assert refused(game, "Ann: pay fine") == "setup.turn-order"
    assert refused(game, "Ben: pay fine") == "jail.fine-before"


@rule("jail.fine-before")
def test_the_table_can_change_the_fine_and_its_last_turn(edition: str) -> None:
    game = jailed(edition, 3, options={"jail_fine": 70, "jail_fine_before": 3})
    game.play("Ann: pay fine")
    assert game["Ann"].cash == 430
    game = jailed(edition, 2, options={"jail_fine_before": 1})
    assert refused(game, "Ann: pay fine") == "jail.fine-before"


@rule("jail.fine-before", "jail.third-turn", "table.no-house-rules")
def test_under_a_house_rule_the_fine_goes_to_the_pot_on_free_parking(edition: str) -> None:
    game = jailed(edition, 1, options={"free_parking_pot": True})
    assert payments(game.play("Ann: pay fine")) == [("Ann", "Pot", 50, "jail.fine-before")]
    game = jailed(edition, 3, options={"free_parking_pot": True})
    assert payments(game.throw(3, 6)) == [("Ann", "Pot", 50, "jail.third-turn")]
    assert game.bank.pot == 50


@rule("jail.fine-before", "speed.jail-white", editions=("speed-die",))
def test_after_the_fine_the_speed_die_is_thrown_again(edition: str) -> None:
    game = jailed(edition, 1, Ann={"speeding": True})
    game.play("Ann: pay fine")
    game.throw(1, 2, 3)
    assert game["Ann"].square == "St. James Place"  # 10 + 1 + 2 + 3


# The card


@rule("jail.card", "cards.jail-free-kept")
@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("deck", ["chance", "chest"])
def test_a_held_card_leads_out_before_any_of_three_throws_and_goes_under_its_own_deck(
    edition: str, turn: int, deck: str
) -> None:
    game = jailed(edition, turn, Ann={"jail_cards": [deck]}, seen={deck: ["advance_to_go"]})
    events = game.play("Ann: use card")
    assert [(e.kind, e.rule, e.deck) for e in told(events, "CardReturned")] == [("CardReturned", "jail.card", deck)]
    assert game.to_dict()["seen"] == {deck: ["advance_to_go", CARD]}
    assert game["Ann"].jail_cards == ()
    assert has_left(game)
    assert (game["Ann"].cash, game.phase) == (500, "before-throw")
    game.throw(4, 4)
    assert (game["Ann"].square, game.phase) == ("Tennessee Avenue", "before-throw")  # an ordinary turn: again


@rule("jail.card")
def test_of_two_cards_only_the_one_named_is_used(edition: str) -> None:
    game = jailed(edition, 1, Ann={"jail_cards": ["chance", "chest"]})
    game.play("Ann: use chest card")
    assert game["Ann"].jail_cards == ("chance",)
    assert game.to_dict()["seen"] == {"chest": [CARD]}


@rule("jail.card")
def test_the_card_is_refused_to_who_does_not_hold_it_is_free_or_has_thrown(edition: str) -> None:
    game = jailed(edition, 1, Ben={"jail_cards": ["chance"]})
    assert refused(game, "Ann: use chance card") == "jail.card"
    game = table(edition, Ann={"jail_cards": ["chance"]})
    assert refused(game, "Ann: use chance card") == "jail.card"
    game = jailed(edition, 1, Ann={"jail_cards": ["chance"]})
    game.throw(3, 5)
    assert refused(game, "Ann: use chance card") == "jail.card"


@rule("jail.card", "cards.jail-free-sold")
def test_a_card_may_be_bought_in_jail_and_used_at_once(edition: str) -> None:
    game = jailed(edition, 3, Ben={"jail_cards": ["chance"]})
    play(game, "Ann: offer Ben: $30 for chance card", "Ben: accept Ann", "Ann: use card")
    assert cash(game) == (470, 530, 500)
    assert has_left(game)
    assert game["Ann"].jail_cards == game["Ben"].jail_cards == ()


# The third turn


@rule("jail.third-turn")
def test_the_third_throw_without_doubles_costs_fifty_and_moves(edition: str) -> None:
    game = jailed(edition, 3)
    events = game.throw(3, 6)
    assert [(e.kind, e.rule) for e in told(events, "Paid", "LeftJail", "Moved")] == [
        ("Paid", "jail.third-turn"), ("LeftJail", "jail.third-turn"), ("Moved", "move.throw")
    ]  # fmt: skip
    assert payments(events) == [("Ann", "Bank", 50, "jail.third-turn")]
    assert (game["Ann"].square, game["Ann"].cash) == ("New York Avenue", 450)
    assert has_left(game)
    assert game.phase == "end-turn"


@rule("jail.third-turn", "jail.doubles-out")
def test_there_are_three_tries_and_never_a_fourth(edition: str) -> None:
    game = table(edition, each=500, Ann={"jail": 1}, Ben={"jail": 1}, Cy={"jail": 1})
    for _ in range(2):
        for name in ("Ann", "Ben", "Cy"):
            assert game.on_turn == name
            game.throw(1, 3)
            game.play("end turn")
    assert [player.jail_turn for player in game.players] == [3, 3, 3]
    game.throw(1, 3)
    assert (game["Ann"].square, game["Ann"].cash) == ("Virginia Avenue", 450)
    assert has_left(game)


@rule("jail.third-turn", "debt.raise")
def test_who_lacks_the_fine_of_the_third_turn_raises_it_and_only_then_moves(edition: str) -> None:
    game = jailed(edition, 3, Ann={"cash": 20, "jail_cards": ["chance"]})
    events = game.throw(3, 6)
    assert [(e.amount, e.other, e.rule) for e in told(events, "DebtArose")] == [(50, "Bank", "jail.third-turn")]
    assert told(events, "Moved") == []
    assert (game["Ann"].square, game["Ann"].in_jail) == (JAIL, True)
    assert refused(game, "Ann: use chance card") == "jail.third-turn"  # no card after the throw
    assert refused(game, "Ann: pay fine") == "table.one-matter"
    assert refused(game, "Ben: use chance card") == "table.one-matter"
    assert refused(game, "Ann: bankrupt") == "debt.no-easy-out"
    events = game.play("Ann: mortgage st. james place")  # +90
    assert payments(events)[-1] == ("Ann", "Bank", 50, "jail.third-turn")
    assert (game["Ann"].square, game["Ann"].cash) == ("New York Avenue", 60)
    assert has_left(game)


@rule("jail.third-turn", "cards.jail-free-sold")
def test_the_card_may_be_sold_to_raise_the_fine_of_the_third_turn(edition: str) -> None:
    game = jailed(edition, 3, Ann={"cash": 20, "jail_cards": ["chest"]})
    game.throw(3, 6)
    play(game, "Ann: offer Ben: chest card for $30", "Ben: accept Ann")
    assert cash(game) == (0, 470, 500)
    assert (game["Ann"].square, game["Ben"].jail_cards) == ("New York Avenue", ("chest",))


@rule("jail.third-turn")
def test_who_cannot_raise_the_fine_goes_bankrupt_without_moving(edition: str) -> None:
    game = jailed(edition, 3, Ann={"cash": 49, "deeds": {}})
    game.throw(3, 6)
    events = game.play("Ann: bankrupt")
    assert told(events, "Moved", "LeftJail") == []
    assert told(events, "WentBankrupt")[0].other == "Bank"
    assert (game["Ann"].out, game["Ann"].square, game["Ann"].cash) == (True, JAIL, 0)
    assert game.on_turn == "Ben"


@rule("jail.third-turn")
def test_exactly_fifty_dollars_are_enough_on_the_third_turn(edition: str) -> None:
    game = jailed(edition, 3, Ann={"cash": 50})
    game.throw(3, 6)
    assert (game["Ann"].square, game["Ann"].cash, game.matters) == ("New York Avenue", 0, [])


# Business in Jail


@rule("jail.business", "rent.in-jail")
def test_a_prisoner_collects_rent(edition: str) -> None:
    game = table(edition, each=500, Ann={"jail": 1, "deeds": ["baltic avenue"]}, on_turn="Ben")
    game.throw(1, 2)
    assert (game["Ann"].cash, game["Ben"].cash) == (504, 496)


@rule("jail.business", "auction.anyone")
def test_a_prisoner_bids_and_buys(edition: str) -> None:
    game = table(edition, each=500, Ann={"jail": 1}, on_turn="Ben")
    game.throw(1, 2)
    play(game, "Ben: decline", "Ann: bid 25", "Cy: withdraw", "Ben: withdraw")
    assert game["Ann"].deeds == {"Baltic Avenue": 0}
    assert cash(game) == (475, 500, 500)


@rule("jail.business", "build.any-time", "mortgage.value", "deal.private")
def test_a_prisoner_builds_sells_mortgages_lifts_and_deals(edition: str) -> None:
    game = jailed(edition, 1, Ann={"deeds": {**ORANGE, "short line": 0}}, on_turn="Ben")
    play(game, "Ann: build new york avenue", "Ann: sell new york avenue")
    assert game["Ann"].cash == 500 - 100 + 50
    play(game, "Ann: mortgage short line", "Ann: lift short line")
    assert game["Ann"].cash == 450 + 100 - 110
    play(game, "Ann: offer Cy: short line for $200", "Cy: accept Ann")
    assert cash(game) == (640, 500, 300)
    assert "Short Line" in game["Cy"].deeds
    assert game["Ann"].in_jail
