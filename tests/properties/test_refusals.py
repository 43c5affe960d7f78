"""Actions that no player could say aloud: every number just beyond its bound is refused, by the rule that bounds it."""

from typing import Any

import pytest

from passgo import editions
from passgo.dev.fuzz.checked_game import Match
from passgo.rules import codes, ids
from passgo.rules.step import setup
from tests.properties.matches import EVERYTHING, LAST, begun, bytes_of, dealing, judged, put

LAWFUL = ids.NAMES[ids.LAWFUL]


@pytest.mark.parametrize("player", [-1, 3, 7, codes.CHANCE, codes.CLOCK])
@pytest.mark.parametrize("kind", [codes.THROW, codes.TAKE_CHANCE, codes.BUILD, codes.RESIGN, codes.END_TURN])
@pytest.mark.parametrize("square", [0, codes.SQUARES])
def test_actions_are_of_players_at_the_table(kind: int, player: int, square: int) -> None:
    assert judged(begun(), kind, player, square=square) == "setup.players"


OFF_THE_BOARD = {
    "CHOOSE_SQUARE": "speed.triple",
    "CLAIM_RENT": "rent.claim-window",
    "BUILD": "build.group",
    "SELL_BUILDING": "build.sell-half",
    "SELL_HOTELS": "build.sell-half",
    "MORTGAGE": "mortgage.deeds-only",
    "LIFT_MORTGAGE": "mortgage.deeds-only",
    "KEEP_MORTGAGE": "mortgage.deeds-only",
    "PLACE_BUILDING": "build.group",
}
"""The rule that refuses a square which is on no board, of the kinds that name one."""


@pytest.mark.parametrize("kind", range(codes.DICE))
@pytest.mark.parametrize("square", [-128, -1, codes.SQUARES, 127])
def test_actions_are_about_squares_on_the_board(kind: int, square: int) -> None:
    rule = OFF_THE_BOARD.get(codes.ACTION_KINDS[kind], "table.no-house-rules")
    assert judged(begun(), kind, square=square) == rule


@pytest.mark.parametrize("kind", [-128, -1, codes.STRIKE_HOUR + 1, 127])
@pytest.mark.parametrize("player", [0, 2, 3, -1, codes.CHANCE, codes.CLOCK])
def test_there_is_no_action_before_the_first_kind_nor_after_the_last(kind: int, player: int) -> None:
    assert judged(begun(), kind, player) == "table.no-house-rules"


@pytest.mark.parametrize("player", [0, 1, 2])
def test_everybody_at_the_table_may_act_whatever_square_is_named(player: int) -> None:
    for square in (0, codes.SQUARES - 1):
        assert judged(begun(), codes.RESIGN, player, square=square) == LAWFUL


@pytest.mark.parametrize("lander", [-1, codes.PLAYERS])
def test_a_rent_is_claimed_from_players_at_the_table(lander: int) -> None:
    match = Match(editions.ruleset("classic", setup_first_player="first-seat", rent_claims="manual"), codes.PLAYERS)
    match.g.out[codes.PLAYERS - 1] = 1
    assert judged(match, codes.CLAIM_RENT, other=codes.PLAYERS - 1) == "rent.claim-holder"
    assert judged(match, codes.CLAIM_RENT, other=lander) == "rent.claim-window"


def test_who_has_left_does_nothing_more() -> None:
    match = begun()
    match.g.out[1] = 1
    assert judged(match, codes.RESIGN, 1) == "bankrupt.last-wins"
    assert judged(match, codes.RESIGN, 2) == LAWFUL


@pytest.mark.parametrize(("struck", "rule"), [(0, "bankrupt.last-wins"), (1, "short.end")])
def test_when_the_game_is_over_nothing_is_lawful(struck: int, rule: str) -> None:
    match = begun()
    match.g.phase, match.g.winners, match.g.hour_struck = codes.PHASE_GAME_OVER, 1, struck
    for kind, player in (
        (codes.THROW, 0),
        (codes.RESIGN, 1),
        (codes.DICE, codes.CHANCE),
        (codes.STRIKE_HOUR, codes.CLOCK),
    ):
        assert judged(match, kind, player) == rule
    assert [match.legal(player) for player in (0, 1, 2, codes.CHANCE, codes.CLOCK)] == [0] * 5


def throwing(edition: str = "classic", **options: object) -> Match:
    match = begun(edition, **options)
    match.g.phase = codes.PHASE_THROW
    return match


def test_dice_cards_and_deeds_come_from_chance_alone_and_the_hour_from_the_clock() -> None:
    match = throwing()
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 6, 0)) == LAWFUL
    for player in (0, codes.CHANCE - 1, codes.CLOCK, -1):
        assert judged(match, codes.DICE, player, dice=(1, 6, 0)) == "table.decks-hidden"
        assert judged(match, codes.CARD, player) == "table.decks-hidden"
        assert judged(match, codes.DEED, player) == "table.decks-hidden"
    for square in (-1, codes.SQUARES):
        assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 6, 0), square=square) == "table.no-house-rules"
        assert judged(match, codes.CARD, codes.CHANCE, square=square) == "table.no-house-rules"
        assert judged(match, codes.DEED, codes.CHANCE, square=square) == "short.deal"
        assert judged(match, codes.DICE, 0, dice=(1, 6, 0), square=square) == "table.decks-hidden"
    for square in (0, codes.SQUARES - 1):
        assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 6, 0), square=square) == LAWFUL
    short = begun(short_game=True, short_deal=0)
    assert judged(short, codes.STRIKE_HOUR, codes.CLOCK) == LAWFUL
    for player in (0, codes.CHANCE, codes.CLOCK + 1):
        assert judged(short, codes.STRIKE_HOUR, player) == "short.end"
    for square in (-1, codes.SQUARES):
        assert judged(short, codes.STRIKE_HOUR, codes.CLOCK, square=square) == "table.no-house-rules"
    for square in (0, codes.SQUARES - 1):
        assert judged(short, codes.STRIKE_HOUR, codes.CLOCK, square=square) == LAWFUL
    assert judged(match, codes.STRIKE_HOUR, codes.CLOCK) == "short.end"


@pytest.mark.parametrize("phase", [codes.PHASE_THROW, codes.PHASE_THROW_FOR_RENT, codes.PHASE_THROW_FOR_FIRST])
def test_dice_have_six_sides(phase: int) -> None:
    match = begun()
    match.g.phase = phase
    for dice in ((1, 1, 0), (6, 6, 0), (1, 6, 0)):
        assert judged(match, codes.DICE, codes.CHANCE, dice=dice) == LAWFUL
    for dice in ((0, 1, 0), (7, 1, 0), (1, 0, 0), (1, 7, 0), (-1, 1, 0), (1, -1, 0)):
        assert judged(match, codes.DICE, codes.CHANCE, dice=dice) == "move.throw"
    for face in (1, 6):
        assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, face)) == "speed.from-first-salary"
    match.g.matters = 1
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 0)) == "move.throw"


@pytest.mark.parametrize("phase", codes.PHASES)
def test_dice_fall_only_when_they_are_thrown(phase: str) -> None:
    match = begun()
    match.g.phase = getattr(codes, phase)
    expected = LAWFUL if phase in ("PHASE_THROW", "PHASE_THROW_FOR_RENT", "PHASE_THROW_FOR_FIRST") else "move.throw"
    if phase == "PHASE_GAME_OVER":
        expected = "bankrupt.last-wins"
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 2, 0)) == expected


def test_the_speed_die_has_six_faces_and_is_thrown_by_those_who_use_it() -> None:
    match = throwing("speed-die")
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == "speed.from-first-salary"
    match.g.speeding[0] = 2
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == "speed.from-first-salary"
    match.g.speeding[0] = 1
    for face, rule in ((1, LAWFUL), (6, LAWFUL), (0, "speed.faces"), (7, "speed.faces"), (-1, "speed.faces")):
        assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, face)) == rule
    match.g.jail[0] = 1
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == "speed.jail-white"
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 0)) == LAWFUL
    match.g.phase = codes.PHASE_THROW_FOR_RENT
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == LAWFUL
    match.g.speeding[0] = 0
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == "speed.from-first-salary"


def test_in_jail_without_a_speed_die_at_the_table_a_third_die_is_refused_as_anywhere() -> None:
    match = throwing()
    match.g.jail[0] = 1
    assert judged(match, codes.DICE, codes.CHANCE, dice=(1, 1, 1)) == "speed.from-first-salary"


@pytest.mark.parametrize("deck", [0, 1])
def test_a_card_is_one_of_sixteen_that_may_lie_on_top(deck: int) -> None:
    match = begun()
    g = match.g
    assert judged(match, codes.CARD, codes.CHANCE, card=0) == "cards.draw"
    g.phase, g.deck = codes.PHASE_DRAW, deck
    for card, rule in ((0, LAWFUL), (codes.DECK - 1, LAWFUL), (-1, "cards.draw"), (codes.DECK, "cards.draw")):
        assert judged(match, codes.CARD, codes.CHANCE, card=card) == rule
    g.unseen[deck] &= ~(1 << 3)
    assert judged(match, codes.CARD, codes.CHANCE, card=3) == "cards.draw"
    g.unseen[deck], g.seen[deck * codes.DECK], g.seen[deck * codes.DECK + 1] = 0, 3, 0
    assert judged(match, codes.CARD, codes.CHANCE, card=3) == "cards.draw"  # the deck is empty
    g.seen_count[deck] = 1
    assert judged(match, codes.CARD, codes.CHANCE, card=3) == LAWFUL
    g.seen_count[deck] = 2
    assert judged(match, codes.CARD, codes.CHANCE, card=0) == "cards.draw"
    g.matters = 1
    assert judged(match, codes.CARD, codes.CHANCE, card=3) == "cards.draw"


def test_a_deed_is_dealt_that_the_bank_still_holds() -> None:
    match = begun()
    g = match.g
    assert judged(match, codes.DEED, codes.CHANCE, square=1) == "short.deal"
    g.phase = codes.PHASE_DEAL_DEEDS
    assert judged(match, codes.DEED, codes.CHANCE, square=1) == LAWFUL
    assert judged(match, codes.DEED, codes.CHANCE, square=39) == LAWFUL
    assert judged(match, codes.DEED, codes.CHANCE, square=0) == "short.deal"
    g.owner[0] = 2
    assert judged(match, codes.DEED, codes.CHANCE, square=1) == "short.deal"
    g.matters = 1
    assert judged(match, codes.DEED, codes.CHANCE, square=39) == "short.deal"


def test_chance_has_nothing_to_do_while_a_player_chooses() -> None:
    match = begun()
    assert match.legal(codes.CHANCE) == 0
    assert match.legal(codes.CLOCK) == 0
    assert [match.legal(player) for player in (-1, 3, 7, 8, 9)] == [0] * 5
    match.g.out[1] = 1
    assert match.legal(1) == 0


@pytest.mark.parametrize(
    ("offer", "rule"),
    [
        ({"give_deeds": 1, "take_deeds": LAST}, LAWFUL),
        ({"give_deeds": EVERYTHING, "take_cash": 1}, LAWFUL),
        ({"give_cards": 1, "take_cards": 2}, LAWFUL),
        ({"give_cash": 1, "take_cards": 2}, LAWFUL),
        ({"give_deeds": -1, "take_cash": 1}, "deal.private"),
        ({"give_deeds": 1 << codes.DEEDS, "take_cash": 1}, "deal.private"),
        ({"give_cash": 1, "take_deeds": -1}, "deal.private"),
        ({"give_cash": 1, "take_deeds": 1 << codes.DEEDS}, "deal.private"),
        ({"give_cards": -1, "take_cash": 1}, "cards.jail-free-sold"),
        ({"give_cards": 4, "take_cash": 1}, "cards.jail-free-sold"),
        ({"give_cash": 1, "take_cards": -1}, "cards.jail-free-sold"),
        ({"give_cash": 1, "take_cards": 4}, "cards.jail-free-sold"),
        ({"give_cards": 3, "take_cash": 1}, "cards.jail-free-sold"),  # one of them is not the proposer's
        ({"give_cash": 1, "take_cards": 3}, "cards.jail-free-sold"),
        ({"give_deeds": 1, "take_cash": -1}, "deal.private"),
        ({"give_cash": -1, "take_deeds": LAST}, "deal.private"),
        ({"give_deeds": 1, "give_cash": 1, "take_cash": 1}, "deal.offers"),
        ({"give_deeds": 1, "give_cash": 1, "take_deeds": LAST}, LAWFUL),
        ({"give_deeds": LAST, "take_cash": 1}, "deal.private"),
        ({"give_cash": 1, "take_deeds": 1}, "deal.private"),
        ({}, "deal.offers"),
        ({"give_cash": 1}, "deal.offers"),
        ({"take_cash": 1}, "deal.offers"),
        ({"give_deeds": 1}, "deal.offers"),
        ({"give_cards": 1}, "deal.offers"),
        ({"take_deeds": LAST}, "deal.offers"),
        ({"take_cards": 2}, "deal.offers"),
        ({"give_cash": 1500, "take_deeds": LAST}, LAWFUL),
        ({"give_cash": 1501, "take_deeds": LAST}, "deal.private"),
        ({"give_deeds": 1, "take_cash": 9999}, LAWFUL),  # what the partner has is a secret
    ],
)
def test_each_side_gives_something_that_is_its_own(offer: dict[str, int], rule: str) -> None:
    assert judged(dealing(), codes.OFFER, 0, other=1, **offer) == rule


@pytest.mark.parametrize("holder", [0, 1])
def test_a_set_is_no_set_though_everything_in_it_is_ones_own(holder: int) -> None:
    match = dealing()
    for deed in range(codes.DEEDS):
        match.g.owner[deed] = holder
    match.g.jail_card[0] = match.g.jail_card[1] = holder
    mine, yours = ("give", "take") if holder == 0 else ("take", "give")
    for deeds, rule in ((-1, "deal.private"), (1 << codes.DEEDS, "deal.private"), ((1 << codes.DEEDS) - 1, LAWFUL)):
        assert judged(match, codes.OFFER, 0, other=1, **{f"{mine}_deeds": deeds, f"{yours}_cash": 1}) == rule
    for cards, rule in ((-1, "cards.jail-free-sold"), (4, "cards.jail-free-sold"), (3, LAWFUL)):
        assert judged(match, codes.OFFER, 0, other=1, **{f"{mine}_cards": cards, f"{yours}_cash": 1}) == rule


@pytest.mark.parametrize("partner", [-1, 0, 3, 7])
def test_one_deals_with_another_player_at_the_table(partner: int) -> None:
    assert judged(dealing(), codes.OFFER, 0, other=partner, give_deeds=1, take_cash=1) == "deal.private"


def test_one_does_not_deal_with_one_who_has_left() -> None:
    match = dealing()
    match.g.out[2] = 1
    assert judged(match, codes.OFFER, 0, other=2, give_deeds=1, take_cash=1) == "deal.private"


@pytest.mark.parametrize(("kind"), [codes.ACCEPT, codes.REFUSE])
def test_only_an_open_offer_to_oneself_is_answered(kind: int) -> None:
    match = dealing()
    match.a.kind, match.a.player, match.a.other, match.a.give_deeds, match.a.take_cash = codes.OFFER, 0, 1, 1, 5
    assert match.play() == ids.LAWFUL
    assert judged(match, kind, 1, other=0) == LAWFUL
    assert judged(match, kind, 2, other=0) == "deal.offers"
    for proposer in (-1, 1, 2, 3, 7):
        assert judged(match, kind, 1, other=proposer) == "deal.offers"


@pytest.mark.parametrize(("card", "rule"), [(0, LAWFUL), (1, "jail.card"), (2, "jail.card"), (-1, "jail.card")])
def test_a_card_to_leave_jail_is_one_of_two(card: int, rule: str) -> None:
    match = dealing()
    match.g.jail[0], match.g.square[0] = 1, match.e.jail_square
    assert judged(match, codes.USE_CARD, 0, card=card) == rule


def test_the_second_decks_card_is_used_by_its_holder() -> None:
    match = dealing()
    put(match.g, "jail_card", 0, 1)
    match.g.jail[0], match.g.square[0] = 1, match.e.jail_square
    assert judged(match, codes.USE_CARD, 0, card=1) == LAWFUL
    assert judged(match, codes.USE_CARD, 0, card=-1) == "jail.card"


OUT_OF_PLACE = {
    "THROW": "move.throw",
    "PAY_FINE": "jail.fine-before",
    "USE_CARD": "jail.card",
    "CHOOSE_STEPS": "speed.bus",
    "CHOOSE_SQUARE": "speed.triple",
    "BUY": "buy.option",
    "DECLINE": "buy.option",
    "PAY_FLAT_TAX": "tax.income",
    "PAY_WORTH_TAX": "tax.income",
    "PAY_CARD_FINE": "cards.fine-or-chance",
    "TAKE_CHANCE": "cards.fine-or-chance",
    "END_TURN": "move.turn-end",
}
"""The rule that refuses an action of the turn when the turn stands elsewhere."""

NOTHING_TO_DO = {
    "BID": "auction.declined",
    "WITHDRAW": "auction.declined",
    "CLAIM_RENT": "rent.claim",
    "BUILD": "build.group",
    "SELL_BUILDING": "build.sell-half",
    "SELL_HOTELS": "build.sell-hotel",
    "MORTGAGE": "mortgage.deeds-only",
    "LIFT_MORTGAGE": "mortgage.kept",
    "KEEP_MORTGAGE": "mortgage.choice",
    "WITHDRAW_OFFER": "deal.offers",
    "ACCEPT": "deal.offers",
    "REFUSE": "deal.offers",
    "OFFER": "deal.private",
    "COUNTER": "deal.private",
    "OFFER_SETTLEMENT": "deal.private",
    "WANT_BUILDING": "build.shortage-asked",
    "PASS_BUILDING": "build.shortage-asked",
    "PLACE_BUILDING": "build.shortage-auction",
    "GO_BANKRUPT": "debt.raise",
}
"""The rule that refuses an action of any time when there is nothing of the kind to do (by player 0, with player 0)."""


@pytest.mark.parametrize("kind", OUT_OF_PLACE)
def test_an_action_of_the_turn_has_its_place_in_it(kind: str) -> None:
    match = begun()
    match.g.phase = codes.PHASE_BEFORE_THROW if kind == "END_TURN" else codes.PHASE_END_TURN
    number = getattr(codes, kind)
    assert judged(match, number) == OUT_OF_PLACE[kind]
    assert judged(match, number, 1) == "setup.turn-order"
    match.g.matters = 1
    assert judged(match, number) == "table.one-matter"


@pytest.mark.parametrize("kind", NOTHING_TO_DO)
def test_without_anything_of_the_kind_there_is_nothing_to_do(kind: str) -> None:
    match = begun()
    for player in (0, 1, 2):
        assert judged(match, getattr(codes, kind), player, other=player) == NOTHING_TO_DO[kind]


BUSINESS = (codes.BUILD, codes.SELL_BUILDING, codes.SELL_HOTELS, codes.MORTGAGE, codes.LIFT_MORTGAGE)
TALK = (codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT, codes.WITHDRAW_OFFER, codes.ACCEPT, codes.REFUSE)
ANY_TIME = [codes.ACTION_KINDS[kind] for kind in BUSINESS + TALK]


@pytest.mark.parametrize("kind", ANY_TIME)
@pytest.mark.parametrize("phase", ["THROW", "DRAW", "THROW_FOR_RENT", "THROW_FOR_FIRST", "DEAL_DEEDS"])
def test_nobody_does_business_while_chance_acts(phase: str, kind: str) -> None:
    match = begun()
    match.g.phase = getattr(codes, f"PHASE_{phase}")
    assert judged(match, getattr(codes, kind), 1) == "table.any-time"
    match.g.matters = 1  # a debt comes first, and is raised by business
    assert judged(match, getattr(codes, kind), 1, other=1) == NOTHING_TO_DO[kind]


@pytest.mark.parametrize("kind", ANY_TIME)
@pytest.mark.parametrize("below", [0, 1])
def test_in_a_shortage_there_is_only_answering_bidding_and_placing(kind: str, below: int) -> None:
    match = begun()
    match.g.matters, match.g.matter_kind[below] = below + 1, codes.MATTER_SHORTAGE
    assert judged(match, getattr(codes, kind), 1) == "auction.meanwhile"


def test_rent_is_claimed_in_time_by_its_holder_and_once() -> None:
    match = begun(rent_claims="manual")
    g = match.g
    g.claims, g.claim_owner[0], g.claim_lander[0], g.claim_square[0], g.claim_amount[0] = 1, 1, 2, 39, 50
    assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == LAWFUL
    assert judged(match, codes.CLAIM_RENT, 0, other=2, square=39) == "rent.claim-holder"
    for lander, square in ((0, 39), (2, 37), (-1, 39), (3, 39), (127, 39)):
        assert judged(match, codes.CLAIM_RENT, 1, other=lander, square=square) == "rent.claim-window"
    g.matters = 1
    for kind in range(len(codes.MATTER_KINDS)):
        g.matter_kind[0] = kind
        assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == LAWFUL
    g.claim_said[0] = 1
    assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == "auction.meanwhile"
    assert judged(match, codes.CLAIM_RENT, 0, other=2, square=39) == "rent.claim-holder"
    g.matters, g.phase = 0, codes.PHASE_DRAW
    assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == "table.any-time"


def test_whose_claim_it_is_is_found_whatever_order_the_claims_stand_in() -> None:
    match = begun(rent_claims="manual")
    g = match.g
    for n, (owner, lander) in enumerate(((0, 2), (1, 2), (0, 2))):
        g.claim_owner[n], g.claim_lander[n], g.claim_square[n], g.claims = owner, lander, 39, n + 1
    g.matters, g.claim_said[1] = 1, 1
    assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == "auction.meanwhile"
    assert judged(match, codes.CLAIM_RENT, 0, other=2, square=39) == LAWFUL
    g.claims, g.matters, g.out[0] = 0, 0, 1
    assert judged(match, codes.CLAIM_RENT, 1, other=0, square=39) == "rent.claim-holder"
    assert judged(match, codes.CLAIM_RENT, 1, other=2, square=39) == "rent.claim-window"


def test_a_call_is_refused_by_what_the_auction_is_about() -> None:
    match = begun(auction_opening=7, build_shortage_auction=3)
    g = match.g
    g.matters, g.matter_kind[0], g.matter_other[0], g.matter_set[0] = 1, codes.MATTER_AUCTION, codes.NOBODY, 0b011
    for lot, rule in (
        (39, "auction.open-outcry"),
        (codes.LOT_CHEST_CARD, "auction.open-outcry"),
        (codes.LOT_HOUSE, "build.shortage-auction"),
        (codes.LOT_HOTEL, "build.shortage-auction"),
    ):
        g.matter_square[0] = lot
        assert judged(match, codes.WITHDRAW, 2) == rule
        assert judged(match, codes.BID, 2, amount=100) == rule
        opening = "auction.opening" if lot < codes.LOT_HOUSE else "build.shortage-auction"
        least = match.e.auction_opening if lot < codes.LOT_HOUSE else match.e.build_shortage_auction
        assert judged(match, codes.BID, 0, amount=least - 1) == opening
        assert judged(match, codes.BID, 0, amount=least) == LAWFUL
        assert judged(match, codes.BID, 0, amount=1500) == LAWFUL
        assert judged(match, codes.BID, 0, amount=1501) == "auction.cash"
    g.matter_other[0], g.matter_amount[0] = 1, 20
    least = 20 + match.e.auction_raise
    assert judged(match, codes.BID, 0, amount=least - 1) == "auction.raise"
    assert judged(match, codes.BID, 0, amount=least) == LAWFUL
    assert judged(match, codes.BID, 1, amount=least) == "auction.reserve"
    assert judged(match, codes.WITHDRAW, 1) == "auction.reserve"
    g.matter_kind[0] = codes.MATTER_DEBT
    assert judged(match, codes.BID, 0, amount=least) == "table.one-matter"


@pytest.mark.parametrize("kind", ["BUILD", "SELL_BUILDING", "SELL_HOTELS", "MORTGAGE", "LIFT_MORTGAGE"])
@pytest.mark.parametrize("square", [0, 2, 38])
def test_squares_that_are_no_property_are_nobodys_to_do_business_with(kind: str, square: int) -> None:
    """Whoever holds the last deed of all holds no more than that."""
    match = begun()
    for deed in range(codes.DEEDS):
        match.g.owner[deed] = 0
    for levels in (0, codes.HOTEL):
        match.g.level[codes.DEEDS - 2] = match.g.level[codes.DEEDS - 1] = levels
        assert judged(match, getattr(codes, kind), 0, square=square) == NOTHING_TO_DO[kind]


def test_no_hour_strikes_after_a_short_game_was_won_before_it() -> None:
    match = begun(short_game=True, short_deal=0)
    assert match.legal(codes.CLOCK) == 1
    match.g.phase, match.g.winners = codes.PHASE_GAME_OVER, 1
    assert match.legal(codes.CLOCK) == 0


@pytest.mark.parametrize(("kind"), [codes.ACCEPT, codes.REFUSE, codes.COUNTER])
def test_the_seat_before_the_first_is_not_the_last(kind: int) -> None:
    """At a full table the last seat has an open offer; nobody takes it by a number below the first."""
    match = Match(editions.ruleset("classic", setup_first_player="first-seat"), codes.PLAYERS)
    g = match.g
    g.owner[0], g.offer_to[7], g.offer_number[7], g.offers_made = 7, 1, 1, 1
    g.offer_give_deeds[7], g.offer_take_cash[7] = 1, 5
    counter = {"give_cash": 3, "take_deeds": 1} if kind == codes.COUNTER else {}
    assert judged(match, kind, 1, other=7, **counter) == LAWFUL
    for nobody in (-1, 8):
        rule = "deal.private" if kind == codes.COUNTER else "deal.offers"
        assert judged(match, kind, 1, other=nobody, **counter) == rule


@pytest.mark.parametrize(("spare", "rule"), [(1, LAWFUL), (0, "table.one-matter")])
def test_players_leave_room_on_the_table_for_what_follows_from_a_bankruptcy(spare: int, rule: str) -> None:
    match = dealing()
    g = match.g
    g.matters = codes.MATTERS - codes.MATTERS_RESERVED - spare
    for m in range(g.matters):
        g.matter_kind[m], g.matter_player[m], g.matter_other[m], g.matter_amount[m] = 0, 2, codes.BANK, 5000
    g.mortgaged = 1
    assert judged(match, codes.OFFER, 0, other=1, give_deeds=1, take_cash=5) == rule
    assert judged(match, codes.OFFER, 0, other=1, give_deeds=2, take_cash=5) == LAWFUL  # it opens nothing
    g.mortgaged, g.houses = 0, 1
    g.owner[0] = g.owner[1] = 1  # two who could build, and one house
    assert judged(match, codes.BUILD, 1, square=1) == rule
    g.houses = 120  # enough for everybody
    assert judged(match, codes.BUILD, 1, square=1) == LAWFUL


def test_no_mortgage_is_kept_that_nobody_has_just_received() -> None:
    match = begun()
    for deed in range(codes.DEEDS):
        match.g.owner[deed] = 0
    match.g.mortgaged = (1 << codes.DEEDS) - 1
    for deed in range(codes.DEEDS):
        assert judged(match, codes.KEEP_MORTGAGE, 0, square=match.e.square_of[deed]) == "mortgage.choice"


def test_the_clocks_list_is_the_hour_and_nothing_else() -> None:
    match = begun(short_game=True, short_deal=0)
    assert match.legal(0) > 1
    assert match.legal(codes.CLOCK) == 1
    listed: Any = match.list[0]
    said = {name: getattr(listed, name) for name, _ in type(listed)._fields_ if name != "dice"}
    assert {name: value for name, value in said.items() if value} == {"kind": codes.STRIKE_HOUR, "player": codes.CLOCK}


def test_setting_up_tells_only_of_itself() -> None:
    """A log that has been used tells nothing of what it was used for."""
    match = begun()
    match.log.count = 5
    match.set_position(0, bytes(len(match.position(0))))
    assert setup(match.games, 0, match.editions, 0, match.logs, 0, 3) == ids.LAWFUL
    kinds = [codes.EVENT_KINDS[match.log.kind[n]] for n in range(match.log.count)]
    assert kinds == ["PAID", "PAID", "PAID", "TURN_BEGAN"]


def test_money_bid_is_set_aside_and_money_one_never_had_is_lacking() -> None:
    match = dealing()
    g = match.g
    g.matters, g.matter_kind[0], g.matter_set[0], g.matter_other[0] = 1, codes.MATTER_AUCTION, 0b111, 0
    g.matter_amount[0] = 1000
    for cash, rule in ((500, LAWFUL), (501, "auction.reserve"), (1500, "auction.reserve"), (1501, "deal.private")):
        assert judged(match, codes.OFFER, 0, other=1, give_cash=cash, take_deeds=LAST) == rule


def test_who_has_nothing_does_not_give_a_dollar() -> None:
    match = dealing()
    match.g.cash[0] = 0
    assert judged(match, codes.OFFER, 0, other=1, give_cash=1, take_deeds=LAST) == "deal.private"


def test_of_two_reasons_not_to_build_the_moment_comes_first() -> None:
    match = throwing(short_game=True, short_deal=0)
    match.g.hour_struck = 1
    assert judged(match, codes.BUILD, 0, square=1) == "table.any-time"
    match.g.matters, match.g.matter_kind[1] = 2, codes.MATTER_SHORTAGE  # and a debt of player 0 below it
    assert judged(match, codes.BUILD, 0, square=1) == "auction.meanwhile"


def test_a_legal_list_keeps_nothing_of_the_list_that_stood_there_before() -> None:
    fresh, used = dealing(), dealing()
    for n in range(codes.ACTIONS):
        entry: Any = used.list[n]
        for name, _ in type(entry)._fields_:
            if name != "dice":
                setattr(entry, name, 1)
        for k in range(3):
            entry.dice[k] = 1
    for player in (0, 1, 2):
        count = fresh.legal(player)
        assert used.legal(player) == count > 0
        for n in range(count):
            assert bytes_of(used.list[n]) == bytes_of(fresh.list[n])


def test_at_a_full_table_everybody_can_deal_with_the_last_seat() -> None:
    match = Match(editions.ruleset("classic", setup_first_player="first-seat"), codes.PLAYERS)
    for player in range(codes.PLAYERS):
        listed: list[Any] = [match.list[n] for n in range(match.legal(player))]
        offers = {entry.other for entry in listed if entry.kind == codes.OFFER}
        assert offers == set(range(codes.PLAYERS)) - {player}
