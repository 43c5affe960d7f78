"""The second reading by itself, in small scenes: offers, unfinished throws, what is said meanwhile, refusals."""

from collections.abc import Callable

import pytest

from tests.reference import Reference, options_of
from tests.reference.contract import (
    BANK,
    BUS,
    CHANCE,
    CHEST_DECK,
    CLOCK,
    MR_M,
    Act,
    Action,
    Arrived,
    MatterKind,
    Phase,
    bits_of,
)
from tests.reference.debts import charge
from tests.reference.mortgages import ask_keep_or_lift
from tests.reference.moving import claims_age
from tests.reference.table import Claim

ANN, BEN, CY, DEE = range(4)
RAILROAD = 5
BROWN, LIGHT_BLUE, ORANGE = (1, 3), (6, 8, 9), (16, 18, 19)
CHEAPER, DEARER = DARK_BLUE = 37, 39


def scene(edition: str = "classic", players: int = 3, **switched: int) -> Reference:
    """A game in which Ann has the first turn, with everything still with the Bank."""
    return Reference(options_of(edition, setup_first_player=0, **switched), players)


def give(game: Reference, owner: int, *squares: int, level: int = 0, mortgaged: bool = False) -> None:
    for square in squares:
        deed = game.table.deed_at[square]
        deed.owner, deed.mortgaged = owner, mortgaged
        game.table.set_level(deed, level)


def deeds(game: Reference, *squares: int) -> int:
    return bits_of(game.table.deed_at[square].number for square in squares)


def play(game: Reference, kind: int, player: int, **fields: int) -> list[str]:
    """Play a lawful action; the kinds of the events."""
    refusal = game.play(Action(kind=kind, player=player, **fields))
    assert refusal is None, refusal
    return [event.kind for event in game.events]


def refusals(game: Reference, kind: int, player: int, **fields: int) -> set[str]:
    return set(game.objections(Action(kind=kind, player=player, **fields)))


def throw(game: Reference, first: int, second: int, third: int = 0) -> list[str]:
    play(game, Act.THROW, game.table.on_turn)
    return play(game, Act.DICE, CHANCE, die_1=first, die_2=second, die_3=third)


def listed(game: Reference, player: int) -> set[int]:
    return {action.kind for action in game.legal(player)}


# deal.offers: an offer names its goods as they stood


def test_an_offer_lapses_when_a_deed_in_it_is_mortgaged() -> None:
    game = scene()
    give(game, BEN, DEARER, CHEAPER, RAILROAD)
    play(game, Act.OFFER, ANN, other=BEN, give_cash=300, take_deeds=deeds(game, DEARER))
    play(game, Act.MORTGAGE, BEN, square=RAILROAD)
    assert ANN in game.table.offers
    assert play(game, Act.MORTGAGE, BEN, square=DEARER) == ["MORTGAGED", "PAID", "OFFER_LAPSED"]
    assert game.events[-1].rule == "deal.offers"
    assert refusals(game, Act.ACCEPT, BEN, other=ANN) == {"deal.offers"}


def test_an_offer_lapses_when_a_deed_in_it_is_lifted() -> None:
    game = scene()
    give(game, ANN, DEARER, mortgaged=True)
    play(game, Act.OFFER, ANN, other=BEN, give_deeds=deeds(game, DEARER), take_cash=100)
    assert game.table.offers[ANN].mortgaged == deeds(game, DEARER)
    assert play(game, Act.LIFT_MORTGAGE, ANN, square=DEARER)[-1] == "OFFER_LAPSED"


def test_cash_passes_one_way() -> None:
    game = scene()
    give(game, ANN, DEARER)
    both = {"give_deeds": deeds(game, DEARER), "give_cash": 1, "take_cash": 2}
    assert refusals(game, Act.OFFER, ANN, other=BEN, **both) == {"deal.offers"}


# table.any-time: while a throw's movement is unfinished


def bus() -> Reference:
    game = scene("speed-die", 4, speed_from_first_salary=0)
    throw(game, 1, 2, BUS)
    assert game.table.phase == Phase.CHOOSE_BUS
    return game


def triple() -> Reference:
    game = scene("speed-die", 4, speed_from_first_salary=0)
    throw(game, 2, 2, 2)
    assert game.table.phase == Phase.CHOOSE_SQUARE
    return game


def before_mr_m() -> Reference:
    game = scene("speed-die", 4, speed_from_first_salary=0)
    throw(game, 1, 2, MR_M)
    assert game.table.phase == Phase.BUY
    return game


def fine_unpaid() -> Reference:
    game = scene("speed-die", 4, setup_cash=20)
    game.table.mover.square, game.table.mover.jail = 10, 3
    throw(game, 1, 2)
    assert game.table.phase == Phase.PAID_FINE
    for player in (BEN, CY, DEE):
        game.table.cash[player] += 2000
        game.table.cash[BANK] -= 2000
    return game


UNFINISHED = pytest.mark.parametrize("unfinished", [bus, triple, before_mr_m, fine_unpaid])


@UNFINISHED
def test_nobody_builds_or_lifts_while_a_movement_is_unfinished(unfinished: Callable[[], Reference]) -> None:
    game = unfinished()
    give(game, BEN, *LIGHT_BLUE, level=1)
    give(game, BEN, DEARER, mortgaged=True)
    assert refusals(game, Act.BUILD, BEN, square=LIGHT_BLUE[1]) == {"table.any-time"}
    assert refusals(game, Act.LIFT_MORTGAGE, BEN, square=DEARER) == {"table.any-time"}
    assert listed(game, BEN) & {Act.BUILD, Act.LIFT_MORTGAGE} == set()


@UNFINISHED
def test_selling_and_mortgaging_stay_open_then(unfinished: Callable[[], Reference]) -> None:
    game = unfinished()
    give(game, BEN, *LIGHT_BLUE, level=1)
    give(game, BEN, RAILROAD)
    assert play(game, Act.SELL_BUILDING, BEN, square=LIGHT_BLUE[1]) == ["BUILDING_SOLD", "PAID"]
    assert play(game, Act.MORTGAGE, BEN, square=RAILROAD) == ["MORTGAGED", "PAID"]


@UNFINISHED
def test_every_deal_has_the_player_on_turn_as_a_party_then(unfinished: Callable[[], Reference]) -> None:
    game = unfinished()
    give(game, BEN, DEARER)
    give(game, CY, CHEAPER)
    swap = {"give_deeds": deeds(game, DEARER), "take_deeds": deeds(game, CHEAPER)}
    assert refusals(game, Act.OFFER, BEN, other=CY, **swap) == {"table.any-time"}
    offered = {action.other for action in game.legal(BEN) if action.kind == Act.OFFER}
    assert offered == {ANN}
    play(game, Act.OFFER, BEN, other=ANN, give_deeds=deeds(game, DEARER), take_cash=1)
    assert game.next_to_decide() == ANN
    assert play(game, Act.ACCEPT, ANN, other=BEN)[0] == "DEAL_MADE"


def test_an_older_offer_between_two_others_waits() -> None:
    game = scene("speed-die", 4, speed_from_first_salary=0)
    give(game, BEN, DEARER)
    play(game, Act.OFFER, BEN, other=CY, give_deeds=deeds(game, DEARER), take_cash=100)
    assert game.next_to_decide() == CY
    throw(game, 1, 2, BUS)
    assert game.next_to_decide() == ANN
    assert refusals(game, Act.ACCEPT, CY, other=BEN) == {"table.any-time"}
    counter = {"give_cash": 1, "take_deeds": deeds(game, DEARER)}
    assert refusals(game, Act.COUNTER, CY, other=BEN, **counter) == {"table.any-time"}
    assert listed(game, CY) >= {Act.REFUSE}
    assert listed(game, BEN) >= {Act.WITHDRAW_OFFER}
    play(game, Act.CHOOSE_STEPS, ANN, amount=3)
    assert game.next_to_decide() == CY
    assert play(game, Act.ACCEPT, CY, other=BEN)[0] == "DEAL_MADE"


def test_a_keep_or_lift_choice_is_answered_in_an_unfinished_movement() -> None:
    game = bus()
    give(game, BEN, DEARER, RAILROAD, mortgaged=True)
    play(game, Act.OFFER, ANN, other=BEN, give_cash=1, take_deeds=deeds(game, DEARER))
    play(game, Act.ACCEPT, BEN, other=ANN)
    give(game, ANN, CHEAPER, mortgaged=True)
    assert refusals(game, Act.LIFT_MORTGAGE, ANN, square=CHEAPER) == {"table.any-time"}
    assert refusals(game, Act.LIFT_MORTGAGE, BEN, square=RAILROAD) == {"table.any-time"}
    assert play(game, Act.LIFT_MORTGAGE, ANN, square=DEARER) == ["MORTGAGE_LIFTED", "PAID"]


def test_after_mr_m_has_moved_everything_is_open_again() -> None:
    game = before_mr_m()
    give(game, BEN, *LIGHT_BLUE)
    play(game, Act.BUY, ANN)
    assert not game.table.mr_m
    assert play(game, Act.BUILD, BEN, square=LIGHT_BLUE[0])[0] == "BUILT"


# auction.meanwhile: claims and resignations said during a matter


def claimable(game: Reference, lander: int, owner: int, square: int = DEARER, amount: int = 50) -> None:
    game.table.claims.append(Claim(lander, owner, square, amount))


def in_auction(players: int = 3, edition: str = "classic", third: int = 0, **switched: int) -> Reference:
    """Ann has declined the railroad she stands on."""
    game = scene(edition, players, rent_claims=1, **switched)
    throw(game, 2, 3, third)
    play(game, Act.DECLINE, ANN)
    return game


def end_auction(game: Reference) -> list[str]:
    kinds: list[str] = []
    for player in sorted(game.waited_for()):
        kinds = play(game, Act.WITHDRAW, player)
    return kinds


def test_a_claim_in_an_auction_is_made_when_it_ends() -> None:
    game = in_auction()
    claimable(game, lander=CY, owner=BEN)
    assert Act.CLAIM_RENT in listed(game, BEN)
    assert play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER) == ["CLAIM_KEPT"]
    event = game.events[0]
    assert (event.rule, event.player, event.other, event.square, event.amount) == (
        "auction.meanwhile", BEN, CY, DEARER, 50,
    )  # fmt: skip
    assert refusals(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER) == {"auction.meanwhile"}
    assert Act.CLAIM_RENT not in listed(game, BEN)
    assert end_auction(game) == ["WITHDREW", "AUCTION_UNSOLD", "RENT_CLAIMED", "PAID"]
    assert not game.table.claims


def test_of_two_equal_claims_the_oldest_not_said_is_meant() -> None:
    game = in_auction()
    claimable(game, CY, BEN, amount=50)
    claimable(game, CY, BEN, amount=60)
    for _ in range(2):
        play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    assert [(claim.amount, claim.said) for claim in game.table.claims] == [(50, 1), (60, 2)]
    end_auction(game)
    assert [event.amount for event in game.events if event.kind == "RENT_CLAIMED"] == [50, 60]


def test_what_was_said_takes_effect_in_the_order_said() -> None:
    game = in_auction(4)
    claimable(game, CY, BEN)
    claimable(game, BEN, CY, square=CHEAPER)
    play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    play(game, Act.RESIGN, CY)
    play(game, Act.CLAIM_RENT, CY, other=BEN, square=CHEAPER)
    assert [claim.said for claim in game.table.claims] == [1, 3]
    assert game.table.players[CY].resigning == 2
    kinds = end_auction(game)
    assert kinds[2:6] == ["RENT_CLAIMED", "PAID", "WENT_BANKRUPT", "PAID"]
    assert "CLAIM_LAPSED" in kinds  # Cy has left: rent.claim-holder
    assert game.table.players[BEN].resigning == 0


def test_a_debt_that_arises_so_is_a_matter_and_the_rest_waits() -> None:
    game = in_auction(4)
    game.table.cash[BANK] += game.table.cash[CY]
    game.table.cash[CY] = 0
    give(game, CY, CHEAPER)
    claimable(game, CY, BEN)
    play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    play(game, Act.RESIGN, DEE)
    assert end_auction(game)[-2:] == ["RENT_CLAIMED", "DEBT_AROSE"]
    assert game.table.is_in(DEE)
    assert "WENT_BANKRUPT" in play(game, Act.MORTGAGE, CY, square=CHEAPER)


def test_a_lander_who_resigned_later_leaves_to_the_claimant() -> None:
    game = in_auction(4)
    game.table.cash[BANK] += game.table.cash[CY]
    game.table.cash[CY] = 0
    give(game, CY, CHEAPER)
    claimable(game, CY, BEN)
    play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    play(game, Act.RESIGN, CY)
    end_auction(game)
    assert game.table.deed_at[CHEAPER].owner == BEN


def test_what_was_said_comes_before_mr_m_moves_on() -> None:
    game = in_auction(4, "speed-die", third=MR_M, speed_from_first_salary=0)
    play(game, Act.RESIGN, DEE)
    give(game, DEE, CHEAPER)
    assert end_auction(game)[-1] == "AUCTION_OPENED"
    assert game.table.mr_m
    assert refusals(game, Act.OFFER, BEN, other=CY, give_cash=1) >= {"table.any-time"}
    kinds = end_auction(game)
    assert kinds[-1] == "MOVED"
    assert game.table.arrived == Arrived.BY_MR_M


def test_what_was_said_comes_before_the_move_after_the_fine() -> None:
    game = fine_unpaid()
    give(game, DEE, CHEAPER)
    give(game, ANN, RAILROAD)
    play(game, Act.RESIGN, DEE)
    kinds = play(game, Act.MORTGAGE, ANN, square=RAILROAD)
    assert kinds[:4] == ["MORTGAGED", "PAID", "PAID", "DEBT_SETTLED"]
    assert kinds[-1] == "AUCTION_OPENED"
    assert game.table.mover.jail == 3
    give(game, BEN, *ORANGE)
    assert refusals(game, Act.BUILD, BEN, square=ORANGE[0]) == {"table.any-time"}
    assert end_auction(game)[2:4] == ["LEFT_JAIL", "MOVED"]


def test_what_was_said_comes_before_the_worth_is_counted() -> None:
    game = in_auction(short_game=1, short_deal=0)
    claimable(game, CY, BEN)
    play(game, Act.STRIKE_HOUR, CLOCK)
    play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    kinds = end_auction(game)
    assert kinds[2:5] == ["RENT_CLAIMED", "PAID", "WORTH_COUNTED"]
    assert game.table.winners == {BEN}


def test_a_claim_in_a_shortage_is_kept() -> None:
    game = shortage(rent_claims=1)
    claimable(game, CY, BEN)
    assert play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER) == ["CLAIM_KEPT"]
    assert refusals(game, Act.MORTGAGE, BEN, square=LIGHT_BLUE[0]) >= {"auction.meanwhile"}


def test_the_debts_of_one_card_come_before_what_was_said() -> None:
    game = scene(players=4, setup_cash=5)
    faces = game.table.decks[CHEST_DECK].faces
    card = next(n for n, face in enumerate(faces) if face.effect == "collect_from_each")
    give(game, BEN, CHEAPER)
    give(game, CY, DEARER)
    give(game, DEE, RAILROAD)
    game.table.phase, game.table.deck = Phase.DRAW, CHEST_DECK
    play(game, Act.CARD, CHANCE, card=card)
    play(game, Act.RESIGN, ANN)
    assert play(game, Act.MORTGAGE, BEN, square=CHEAPER)[-1] == "DEBT_AROSE"
    assert play(game, Act.MORTGAGE, CY, square=DEARER)[-1] == "DEBT_AROSE"
    assert game.table.is_in(ANN)
    kinds = play(game, Act.MORTGAGE, DEE, square=RAILROAD)
    assert kinds[2:5] == ["PAID", "DEBT_SETTLED", "WENT_BANKRUPT"]


def test_a_resignation_said_while_chance_is_to_act_waits_for_a_decision() -> None:
    game = scene(players=3)
    give(game, CY, CHEAPER)
    play(game, Act.THROW, ANN)
    assert play(game, Act.RESIGN, CY) == ["RESIGNED"]
    kinds = play(game, Act.DICE, CHANCE, die_1=2, die_2=3)
    assert kinds[:3] == ["DICE_THROWN", "MOVED", "WENT_BANKRUPT"]
    assert game.table.phase == Phase.BUY


def test_a_claim_that_was_said_no_longer_ages() -> None:
    game = in_auction()
    claimable(game, CY, BEN)
    claimable(game, CY, BEN, square=CHEAPER)
    play(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER)
    for _ in range(2):
        claims_age(game.table)
    assert [(claim.square, claim.age) for claim in game.table.claims] == [(DEARER, 0)]


def test_a_claim_is_refused_while_chance_is_to_act() -> None:
    game = scene(rent_claims=1)
    play(game, Act.THROW, ANN)
    claimable(game, CY, BEN)
    assert refusals(game, Act.CLAIM_RENT, BEN, other=CY, square=DEARER) == {"table.any-time"}


# auction.order: shortage questions


def shortage(**switched: int) -> Reference:
    """Ben asks to build the last house, for which everybody has a lot."""
    game = scene("classic", 4, setup_houses=1, **switched)
    give(game, ANN, *LIGHT_BLUE)
    give(game, BEN, *ORANGE)
    give(game, CY, *BROWN)
    give(game, DEE, *DARK_BLUE)
    assert play(game, Act.BUILD, BEN, square=ORANGE[0]) == ["SHORTAGE_ASKED"]
    return game


def test_shortage_questions_go_round_from_the_left_of_who_asked() -> None:
    game = shortage()
    order = []
    for _ in range(3):
        order.append(game.next_to_decide())
        play(game, Act.WANT_BUILDING if order[-1] == DEE else Act.PASS_BUILDING, order[-1])
    assert order == [CY, DEE, ANN]
    assert game.next_to_decide() == DEE  # the auction, likewise from Ben's left


def test_who_asked_is_asked_again_last() -> None:
    game = shortage()
    game.table.houses += 1
    for player in (CY, DEE, ANN):
        play(game, Act.WANT_BUILDING, player)
    play(game, Act.BID, CY, amount=10)
    for player in (DEE, ANN, BEN):
        play(game, Act.WITHDRAW, player)
    play(game, Act.PLACE_BUILDING, CY, square=1)
    order = []
    for _ in range(4):
        order.append(game.next_to_decide())
        play(game, Act.WANT_BUILDING, order[-1])
    assert order == [CY, DEE, ANN, BEN]


# speed.triple


@pytest.mark.parametrize(("again", "phase"), [(1, Phase.BEFORE_THROW), (0, Phase.END_TURN)])
def test_after_a_triple_one_throws_again_or_the_turn_is_over(again: int, phase: Phase) -> None:
    game = scene("speed-die", 3, speed_from_first_salary=0, speed_triple_again=again)
    throw(game, 2, 2, 2)
    play(game, Act.CHOOSE_SQUARE, ANN, square=RAILROAD)
    assert game.table.phase == Phase.BUY  # the square takes effect in any case
    play(game, Act.BUY, ANN)
    assert game.table.phase == phase


def test_other_doubles_throw_again_whatever_a_triple_does() -> None:
    game = scene("speed-die", 3, speed_from_first_salary=0, speed_triple_again=0)
    throw(game, 2, 2, 1)
    play(game, Act.BUY, ANN)
    assert game.table.phase == Phase.BEFORE_THROW


@pytest.mark.parametrize("again", [0, 1])
def test_a_triple_as_third_doubles_is_jail(again: int) -> None:
    game = scene("speed-die", 3, speed_from_first_salary=0, speed_triple_again=again)
    game.table.doubles = 2
    assert "SENT_TO_JAIL" in throw(game, 2, 2, 2)


# Refusals that name the reason


def test_a_claim_of_somebody_else_is_refused_by_the_rule_of_holders() -> None:
    game = scene(rent_claims=1)
    claimable(game, CY, BEN)
    give(game, ANN, DEARER)  # the new owner
    assert refusals(game, Act.CLAIM_RENT, ANN, other=CY, square=DEARER) == {"rent.claim-holder"}
    assert refusals(game, Act.CLAIM_RENT, ANN, other=CY, square=CHEAPER) == {"rent.claim-window"}
    game.table.players[CY].out = True
    assert refusals(game, Act.CLAIM_RENT, ANN, other=CY, square=CHEAPER) == {"rent.claim-holder"}


def test_a_card_after_the_third_throw_is_refused_by_the_third_turn() -> None:
    game = fine_unpaid()
    game.table.decks[0].holder = ANN
    assert refusals(game, Act.USE_CARD, ANN, card=0) == {"jail.third-turn"}


def test_a_bid_below_the_lowest_is_refused_by_the_opening() -> None:
    game = in_auction(auction_opening=10)
    for amount in (-5, 0, 9):
        assert refusals(game, Act.BID, BEN, amount=amount) == {"auction.opening"}
    play(game, Act.BID, BEN, amount=20)
    assert refusals(game, Act.BID, CY, amount=-5) == {"auction.opening", "auction.raise"}
    assert refusals(game, Act.BID, CY, amount=20) == {"auction.raise"}


def test_what_is_not_on_the_board_or_in_the_book_is_refused() -> None:
    game = scene()
    assert refusals(game, Act.BUILD, ANN, square=40) == {"build.group"}
    assert refusals(game, Act.SELL_BUILDING, ANN, square=-1) == {"build.sell-half"}
    assert "mortgage.deeds-only" in refusals(game, Act.LIFT_MORTGAGE, ANN, square=40)
    assert "rent.claim-window" in refusals(game, Act.CLAIM_RENT, ANN, square=40)
    assert refusals(game, Act.THROW, ANN, square=40) == {"table.no-house-rules"}
    assert refusals(game, 36, ANN) == {"table.no-house-rules"}
    assert refusals(game, Act.THROW, 3) == {"setup.players"}


# bankrupt.interest


def test_the_interest_on_all_deeds_is_set_aside_before_any_is_lifted() -> None:
    game = scene()
    give(game, ANN, RAILROAD, DEARER, mortgaged=True)  # interest 10 and 20, principal 100 and 200
    ask_keep_or_lift(game.table, ANN, {game.table.deed_at[RAILROAD].number, game.table.deed_at[DEARER].number}, "")
    game.table.cash[ANN] = 129
    assert "auction.reserve" in refusals(game, Act.LIFT_MORTGAGE, ANN, square=RAILROAD)
    game.table.cash[ANN] = 130
    assert play(game, Act.LIFT_MORTGAGE, ANN, square=RAILROAD) == ["MORTGAGE_LIFTED", "PAID"]
    assert game.table.cash[ANN] == 20


def test_interest_that_cannot_be_paid_is_a_debt_to_the_bank() -> None:
    game = scene()
    give(game, ANN, RAILROAD, mortgaged=True)
    give(game, ANN, DEARER)
    ask_keep_or_lift(game.table, ANN, {game.table.deed_at[RAILROAD].number}, "bankrupt.interest")
    game.table.cash[ANN] = 3
    assert play(game, Act.KEEP_MORTGAGE, ANN, square=RAILROAD) == ["MORTGAGE_KEPT", "DEBT_AROSE"]
    top = game.table.top
    assert top is not None
    assert (top.kind, top.other) == (MatterKind.DEBT, BANK)


# debt.limits


def test_a_debtor_neither_builds_nor_lifts_nor_deals_at_a_loss() -> None:
    game = scene(players=4)
    give(game, ANN, *LIGHT_BLUE)
    give(game, ANN, RAILROAD, mortgaged=True)
    give(game, ANN, DEARER)
    charge(game.table, ANN, BANK, 5000, "tax.income")
    assert refusals(game, Act.BUILD, ANN, square=LIGHT_BLUE[0]) == {"debt.limits"}
    assert refusals(game, Act.LIFT_MORTGAGE, ANN, square=RAILROAD) == {"debt.limits"}
    for price, rules in ((199, {"debt.limits"}), (200, set())):
        sale = {"give_deeds": deeds(game, DEARER), "take_cash": price}
        assert refusals(game, Act.OFFER, ANN, other=BEN, **sale) == rules
