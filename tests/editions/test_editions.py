"""The editions of the package, number by number: the classic book, and in what the others differ from it."""

import tomllib
from typing import Any

import numpy as np
import pytest

from passgo import editions, rulebook
from passgo.editions import EditionError
from passgo.editions.board import KINDS
from passgo.editions.files import PACKAGE
from passgo.editions.options import read_settings
from passgo.machine import records
from passgo.rules import codes, state

# Every number that the classic book gives, as the rulebook's column says.
CLASSIC = {
    "setup_cash": 1500,
    "move_salary": 200,
    "auction_opening": 1,
    "auction_raise": 1,
    "build_shortage_auction": 1,
    "jail_fine": 50,
    "tax_income_percent": 10,
    "mortgage_interest": 10,
    "jail_square": 10,
    "setup_players_least": 2,
    "setup_players_most": 8,
    "setup_houses": 32,
    "setup_hotels": 12,
    "setup_first_player": 1,
    "move_salary_twice": 1,
    "auction_declined": 1,
    "rent_claims": 0,
    "rent_group_double": 1,
    "rent_railroad_mortgaged": 1,
    "rent_utility_mortgaged": 1,
    "rent_utility": 0,
    "rent_in_jail": 1,
    "tax_worth_round_up": 0,
    "jail_doubles_then": 0,
    "jail_fine_before": 2,
    "build_not_mortgaged": 1,
    "build_shortage_asked": 1,
    "build_sell_evenly": 1,
    "build_sell_hotel": 1,
    "mortgage_buildings_first": 1,
    "mortgage_lift_round_up": 1,
    "deal_swaps": 1,
    "deal_settlement": 0,
    "bankrupt_to_player": 0,
    "bankrupt_mortgages_cancelled": 1,
    "bankrupt_cards": 0,
    "table_cash_private": 1,
}

# In what the other books differ from it.
DIFFERENCES: dict[str, dict[str, int]] = {
    "classic": {},
    "1935": {
        "setup_players_least": 3,
        "setup_players_most": 7,
        "jail_doubles_then": 1,
        "build_not_mortgaged": 0,
        "build_sell_evenly": 0,
        "build_sell_hotel": 0,
        "mortgage_buildings_first": 0,
        "deal_settlement": 1,
        "bankrupt_cards": 1,
    },
    "speed-die": {
        "setup_cash": 2500,
        "speed_die": 1,
    },
    "modern": {
        "auction_opening": 10,
        "build_shortage_auction": 10,
        "tax_income_percent": 0,
        "setup_players_most": 6,
        "rent_utility": 1,
        "jail_fine_before": 3,
        "build_sell_hotel": 2,
        "bankrupt_to_player": 1,
    },
}

# What no book speaks of is the same in every edition whose file does not say another.
DEFAULTS = {
    "short_rounds": 0,
    "speed_die": 0,
    "speed_from_first_salary": 1,
    "speed_triple_again": 1,
    "short_game": 0,
    "short_deal": 0,
    "short_deal_paid": 1,
    "free_parking_pot": 0,
    "double_salary_on_go": 0,
}

BILLS = {
    "1935": ((1, 500), (6, 100), (4, 50), (3, 20), (10, 10), (7, 5), (5, 1)),
    "classic": ((2, 500), (2, 100), (2, 50), (6, 20), (5, 10), (5, 5), (5, 1)),
    "speed-die": ((4, 500), (2, 100), (2, 50), (6, 20), (5, 10), (5, 5), (5, 1)),
    "modern": ((2, 500), (4, 100), (1, 50), (1, 20), (2, 10), (1, 5), (5, 1)),
}

every_edition = pytest.mark.parametrize("edition", editions.NAMES)


def record(edition: str, **options: object) -> Any:
    return editions.ruleset(edition, **options).record[0]


@pytest.mark.parametrize("edition", DIFFERENCES)
def test_each_number_is_the_rulebooks(edition: str) -> None:
    expected = DEFAULTS | CLASSIC | DIFFERENCES[edition]
    e = record(edition)
    assert {name: int(e[name]) for name in expected} == expected


def test_every_book_is_checked_above() -> None:
    assert set(DIFFERENCES) == set(rulebook.BOOKS)


def test_no_single_valued_field_without_a_default_is_left_out_above() -> None:
    fields = {name for name, f in records.fields_of(state.Edition).items() if f.count == 1}
    defaults = {name for name, setting in read_settings().items() if setting.default is not None}
    assert set(CLASSIC) == fields - defaults
    assert set(DEFAULTS) <= defaults


@every_edition
def test_what_an_edition_does_not_say_is_as_everywhere(edition: str) -> None:
    said = tomllib.loads((PACKAGE / "books" / f"{edition}.toml").read_text(encoding="utf-8"))["rules"]
    e = record(edition)
    for name, setting in read_settings().items():
        if setting.default is not None and name not in said:
            assert int(e[name]) == setting.number(setting.default), name


@every_edition
def test_every_field_keeps_its_declared_range(edition: str) -> None:
    for name, field in records.fields_of(state.Edition).items():
        values = np.atleast_1d(record(edition)[name])
        assert field.least <= values.min() <= values.max() <= field.most, name


@every_edition
def test_the_record_suits_the_rules(edition: str) -> None:
    table = editions.ruleset(edition)
    assert table.record.dtype == state.EDITION
    assert table.record.shape == (1,)
    assert table.record.flags.c_contiguous
    assert table.record.flags.writeable  # the plain rules look at it through ctypes, which takes no other
    assert not np.shares_memory(table.record, editions.ruleset(edition).record)


@pytest.mark.parametrize("edition", BILLS)
def test_bills_are_those_of_the_book(edition: str) -> None:
    assert editions.ruleset(edition).bills == BILLS[edition]


@every_edition
def test_bills_make_the_starting_cash(edition: str) -> None:
    table = editions.ruleset(edition)
    assert sum(count * value for count, value in table.bills) == record(edition)["setup_cash"]


def test_taxes() -> None:
    choice, flat, luxury = codes.TAX_INCOME_CHOICE, codes.TAX_INCOME_FLAT, codes.TAX_LUXURY_FLAT
    for edition, kind, amount in (
        ("1935", choice, 75),
        ("classic", choice, 75),
        ("speed-die", choice, 75),
        ("modern", flat, 100),
    ):
        e = record(edition)
        assert (e["tax"][4], e["tax_choice"][4]) == (200, kind)
        assert (e["tax"][38], e["tax_choice"][38]) == (amount, luxury)
        assert e["tax"].sum() == 200 + amount


@pytest.mark.parametrize("edition", rulebook.BOOKS)
def test_the_standard_board(edition: str) -> None:
    table, e = editions.ruleset(edition), record(edition)
    assert [square.index for square in table.squares] == list(range(40))
    assert [deed.index for deed in table.deeds] == list(range(28))
    assert sum(deed.price for deed in table.deeds) == 5690
    assert sum(deed.mortgage for deed in table.deeds) == 2845
    assert [len(group.deeds) for group in table.groups] == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    assert [square.index for square in table.squares if square.kind == "chance"] == [7, 22, 36]
    assert [square.index for square in table.squares if square.kind == "chest"] == [2, 17, 33]
    assert list(e["square_kind"]) == [KINDS[square.kind] for square in table.squares]
    assert list(e["railroad_rent"]) == [25, 50, 100, 200]
    assert list(e["utility_factor"]) == [4, 10]


@every_edition
def test_the_record_and_the_deeds_agree(edition: str) -> None:
    table, e = editions.ruleset(edition), record(edition)
    for deed in table.deeds:
        group = table.groups[e["group"][deed.index]]
        assert e["deed_at"][deed.square] == deed.index
        assert e["square_of"][deed.index] == deed.square
        assert (e["price"][deed.index], e["house_cost"][deed.index]) == (deed.price, deed.house_cost)
        assert deed.index in group.deeds
        assert e["group_set"][group.index] >> deed.index & 1
        assert e["group_size"][group.index] == len(group.deeds)
        assert deed.mortgage * 2 == deed.price
    assert (e["deed_at"] == -1).sum() == 12


def test_some_deeds_by_name() -> None:
    table = editions.ruleset("classic")
    dearest = table.deed("Boardwalk")
    assert (dearest.price, dearest.house_cost, dearest.rents) == (400, 200, (50, 200, 600, 1400, 1700, 2000))
    assert list(table.record[0]["rent"][39 * 6 :]) == list(dearest.rents)
    assert table.deed("mediterranean").rents == (2, 10, 30, 90, 160, 250)
    assert table.deed("short_line").rents == (25, 50, 100, 200)
    assert table.deed("water-works").rents == (4, 10)
    with pytest.raises(ValueError, match="free_parking is not a property"):
        table.deed(20)


def test_groups_are_named_by_the_edition() -> None:
    assert editions.ruleset("1935").groups[0].name == "Dark purple"
    assert editions.ruleset("modern").groups[0].name == "Brown"
    assert editions.ruleset("1935").groups[0].key == "brown"


def test_drawings_have_a_colour_for_each_group_and_a_name_that_fits() -> None:
    for name in editions.NAMES:
        table = editions.ruleset(name)
        assert len({group.colour for group in table.groups}) == len(table.groups)
        assert all(len(word) <= 11 for square in table.squares for word in square.short.split())
        assert all(len(square.short) <= 13 for square in table.squares)
    assert editions.ruleset("1935").groups[0].colour != editions.ruleset("classic").groups[0].colour


@every_edition
def test_cards(edition: str) -> None:
    table, e = editions.ruleset(edition), record(edition)
    for deck, cards in enumerate(table.cards):
        assert [(card.deck, card.index) for card in cards] == [(deck, index) for index in range(16)]
        assert all(card.text.strip() == card.text and card.text.endswith(".") for card in cards)
        assert "{" not in "".join(card.text for card in cards)
        singles = {card.text for card in cards if not card.id.startswith("nearest_railroad")}
        twins = {card.text for card in cards if card.id.startswith("nearest_railroad")}
        assert len(singles) + len(twins) == (16 if not twins else 15)
        for card in cards:
            place = 16 * deck + card.index
            assert (e["card_amount"][place], e["card_target"][place]) == (card.amount, card.target)
            assert (e["card_per_house"][place], e["card_per_hotel"][place]) == (card.per_house, card.per_hotel)
            for number in (card.amount, card.per_house, card.per_hotel):
                assert not number or f"${number}" in card.text


def test_amounts_of_cards_differ_by_edition() -> None:
    def amount(edition: str, deck: str, card: str) -> int:
        return editions.ruleset(edition).card(deck, card).amount

    assert [amount(e, "chest", "beauty_contest_second") for e in rulebook.BOOKS] == [11, 10, 10, 10]
    assert [amount(e, "chest", "sale_of_stock") for e in rulebook.BOOKS] == [45, 45, 45, 50]
    assert amount("1935", "chance", "poor_tax") == 12
    assert amount("classic", "chance", "poor_tax") == 15
    assert amount("1935", "chest", "fine_or_chance") == 10
    assert amount("classic", "chest", "grand_opera") == 50
    assert amount("modern", "chest", "birthday") == 10
    repairs = editions.ruleset("modern").card("chest", "street_repairs")
    assert (repairs.per_house, repairs.per_hotel) == (40, 115)
    assert editions.ruleset("speed-die").cards == editions.ruleset("classic").cards


def test_cards_that_only_some_editions_have() -> None:
    effects = {e: {card.effect for deck in editions.ruleset(e).cards for card in deck} for e in editions.NAMES}
    assert {"retreat_to", "pay_or_draw_chance"} <= effects["1935"]
    assert not {"nearest_railroad_double", "pay_each", "collect_from_each"} & effects["1935"]
    assert {"nearest_railroad_double", "nearest_utility_10x", "pay_each", "collect_from_each"} <= effects["modern"]


@every_edition
def test_tokens_suffice(edition: str) -> None:
    table = editions.ruleset(edition)
    assert len(table.tokens) >= max(8, table.players[-1])


def test_each_player_has_a_token_of_their_own() -> None:
    table = editions.ruleset("classic")
    assert table.tokens_for([None, "Kite", None]) == ("acorn", "kite", "moon")
    with pytest.raises(ValueError, match="two players picked the bell"):
        table.tokens_for(["bell", "BELL"])
    with pytest.raises(ValueError, match="no token is called 'ship'"):
        table.tokens_for(["ship"])
    with pytest.raises(ValueError, match="too few"):
        table.tokens_for([None] * 9)


@pytest.mark.parametrize(
    ("wanted", "index"),
    [("boardwalk", 39), ("Boardwalk", 39), ("st_charles_place", 11), ("St. Charles Place", 11), ("park-place", 37),
     ("B&O Railroad", 25), ("b&o", 25), ("st charles", 11), ("go", 0), ("GO", 0), ("go to jail", 30), ("jail", 10),
     ("Jail / Just Visiting", 10), ("chance_22", 22), ("chest_2", 2), ("39", 39), (0, 0), (np.int8(7), 7),
     ("boardw", 39), ("free", 20), ("income", 4)],
)  # fmt: skip
def test_a_square_is_found_by_what_people_call_it(wanted: Any, index: int) -> None:
    assert editions.ruleset("classic").square(wanted).index == index


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [("pennsylvania", "pennsylvania_railroad, pennsylvania_avenue"), ("Community Chest", "chest_2, chest_17, chest_33"),
     ("chance", "chance_7, chance_22, chance_36"), ("broadwalk", "did you mean boardwalk"), ("xyzzy", "no square is"),
     ("", "no square is"), ("40", "they are 0 to 39"), (-1, "they are 0 to 39")],
)  # fmt: skip
def test_a_square_that_is_not_found_is_explained(wanted: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        editions.ruleset("classic").square(wanted)


@every_edition
def test_slugs_name_every_square(edition: str) -> None:
    table = editions.ruleset(edition)
    assert len({square.slug for square in table.squares}) == 40
    assert all(table.square(square.slug) is square for square in table.squares)


def test_a_card_is_found_by_its_id() -> None:
    table = editions.ruleset("classic")
    assert table.card("chance", "advance_to_go").target == 0
    assert table.card("Community Chest", "grand-opera").deck == 1
    assert table.card(0, "chairman").effect == "pay_each"
    with pytest.raises(ValueError, match="could be more than one card"):
        table.card(0, "advance")
    with pytest.raises(ValueError, match="no card is called 'bank_eror'; did you mean bank_error"):
        table.card(1, "bank_eror")
    with pytest.raises(ValueError, match="no deck is called 'fate'"):
        table.card("fate", "bank_error")


def test_bills_at_the_start_and_later() -> None:
    table = editions.ruleset("1935")
    assert table.bills_for(1500, seat=5, players=7) == BILLS["1935"]
    assert table.bills_for(1500, seat=6, players=7) == ((3, 500),)
    assert table.bills_for(1500, seat=5, players=6) == BILLS["1935"]
    assert table.bills_for(137) == ((1, 100), (1, 20), (1, 10), (1, 5), (2, 1))
    assert editions.ruleset("classic", setup_cash=2000).bills_for(2000) == ((4, 500),)
    assert editions.ruleset("classic").bills_for(1500, seat=6, players=7) == BILLS["classic"]
    assert table.breakdown(0) == ()
    with pytest.raises(ValueError, match="no bills make -1"):
        table.breakdown(-1)


def test_tables_are_equal_by_edition_and_options() -> None:
    assert editions.ruleset("classic") == editions.ruleset("Classic", rent_claims="automatic")
    assert editions.ruleset("classic") != editions.ruleset("speed_die")
    assert len({editions.ruleset("modern", jail_fine=60), editions.ruleset("modern", jail_fine="60")}) == 1


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(EditionError, match=r"no edition \(1935, classic, .*\) is called 'modren'; did you mean modern"):
        editions.ruleset("modren")


def test_the_editions_are_the_files_of_the_folder_the_oldest_first() -> None:
    assert set(editions.NAMES) == {path.stem for path in (PACKAGE / "books").glob("*.toml")}
    years = [editions.ruleset(name).year for name in editions.NAMES]
    assert years == sorted(years)
    assert editions.NAMES[:2] == ("1935", "classic")


def test_only_its_file_says_what_an_edition_extends() -> None:
    assert editions.ruleset("speed-die").extends == ("classic",)
    assert [editions.ruleset(name).extends for name in ("1935", "classic", "modern")] == [(), (), ()]
