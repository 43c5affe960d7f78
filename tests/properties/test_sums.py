"""The small sums of the rules, asked for every value that they could meet, on today's boards or on others."""

from typing import Any

import pytest

from passgo.rules import codes
from passgo.rules.buildings import dearer_lots, houses_needed
from passgo.rules.cards import forward, steps_to_nearest
from passgo.rules.deeds import interest, jail_free
from tests.properties.matches import begun, ruled


@pytest.mark.rule("cards.move-effective")
def test_a_card_moves_the_token_forward_by_one_to_forty_squares() -> None:
    for start in range(codes.SQUARES):
        for steps in range(1, codes.SQUARES + 1):
            assert forward(start, (start + steps) % codes.SQUARES) == steps


@pytest.mark.rule("cards.nearest-railroad", "rent.utility-by-card")
@pytest.mark.parametrize("kind", [codes.RAILROAD, codes.UTILITY])
def test_the_nearest_of_a_kind_is_found_wherever_it_lies_ahead(kind: int) -> None:
    e = ruled(begun())
    for square in range(codes.SQUARES):
        e.square_kind[square] = codes.STREET
    for steps in range(1, codes.SQUARES):
        for start in (0, 7, 36):
            nearest = (start + steps) % codes.SQUARES
            e.square_kind[nearest] = e.square_kind[start] = kind  # the one under the token does not count
            assert steps_to_nearest(e, start, kind) == steps
            e.square_kind[nearest] = e.square_kind[start] = codes.STREET


@pytest.mark.rule("build.sell-hotel-short")
@pytest.mark.parametrize("size", [2, 3])
def test_levels_spread_evenly_need_a_house_each_up_to_four_and_none_for_a_hotel(size: int) -> None:
    for levels in range(codes.HOTEL * size + 1):
        lots = [(levels + place) // size for place in range(size)]
        assert sum(lots) == levels
        assert max(lots) - min(lots) <= 1
        assert houses_needed(levels, size) == sum(lot for lot in lots if lot < codes.HOTEL)


@pytest.mark.rule("build.sell-hotel-short")
@pytest.mark.parametrize(
    ("prices", "before"),
    [
        ((100, 100, 120), (2, 1, 0)),
        ((120, 100, 100), (0, 2, 1)),
        ((100, 120, 100), (2, 0, 1)),
        ((100, 100, 100), (2, 1, 0)),
        ((140, 120, 100), (0, 1, 2)),
    ],
)
def test_the_dearest_lot_goes_first_and_among_equals_the_later(
    prices: tuple[int, ...], before: tuple[int, ...]
) -> None:
    e: Any = ruled(begun())
    group = next(g for g in range(codes.GROUPS) if e.group_size[g] == 3)
    lots = [d for d in range(codes.DEEDS) if e.group[d] == group]
    for deed, price in zip(lots, prices, strict=True):
        e.price[deed] = price
    assert tuple(dearer_lots(e, deed) for deed in lots) == before


@pytest.mark.rule("mortgage.lift")
@pytest.mark.parametrize(
    ("price", "percent", "rounded_up", "rounded_down"),
    [(60, 10, 3, 3), (102, 10, 6, 5), (202, 1, 2, 1), (200, 1, 1, 1), (198, 1, 1, 0), (60, 0, 0, 0)],
)
def test_a_single_cent_of_interest_is_a_dollar_or_nothing_as_the_table_says(
    price: int, percent: int, rounded_up: int, rounded_down: int
) -> None:
    e = ruled(begun(), mortgage_interest=percent, mortgage_lift_round_up=1)
    e.price[0] = price
    assert interest(e, 0) == rounded_up
    e.mortgage_lift_round_up = 0
    assert interest(e, 0) == rounded_down


@pytest.mark.rule("cards.jail-free-kept")
@pytest.mark.parametrize("deck", [codes.CHANCE_DECK, codes.CHEST_DECK])
@pytest.mark.parametrize("place", range(codes.DECK))
def test_the_card_that_is_kept_is_found_wherever_it_stands_in_its_deck(deck: int, place: int) -> None:
    e = ruled(begun())
    for card in range(codes.DECK):
        e.card_effect[deck * codes.DECK + card] = codes.GET_OUT_OF_JAIL_FREE if card == place else codes.COLLECT
    assert jail_free(e, deck) == place
