"""What a table may switch, and what it may not."""

import pytest

from passgo import editions, rulebook
from passgo.editions import EditionError
from passgo.machine import records
from passgo.rules import state

every_edition = pytest.mark.parametrize("edition", editions.NAMES)


@every_edition
def test_options_survive_a_round_trip(edition: str) -> None:
    for option in editions.options(edition):
        values = option.values or (option.least, option.most)
        for value in values:
            with_it = {option.name: value} | ({"short_game": True} if option.name == "short_rounds" else {})
            if option.name == "short_deal":
                with_it |= {"setup_cash": 5000}
            table = editions.ruleset(edition, **with_it)
            again = editions.ruleset(edition, **table.options)
            from_text = editions.parse_ruleset(table.edition, table.options_text)
            assert table == again == from_text
            assert table.record.tobytes() == again.record.tobytes() == from_text.record.tobytes()


@every_edition
def test_an_option_at_its_default_changes_nothing(edition: str) -> None:
    plain = editions.ruleset(edition)
    for option in editions.options(edition):
        table = editions.ruleset(edition, **{option.name: option.default})
        assert table.record.tobytes() == plain.record.tobytes()
        assert table.options == {}
        assert rulebook.house_rules(table) == ()


@every_edition
def test_every_option_has_a_rule_a_line_of_help_and_values_in_range(edition: str) -> None:
    fields = records.fields_of(state.Edition)
    for option in editions.options(edition):
        assert option.title
        assert option.title[0] == option.title[0].upper()
        assert option.help.endswith(".")
        assert "\n" not in option.help
        assert fields[option.name].least <= option.least <= option.most <= fields[option.name].most
        assert option.default in (option.values or range(option.least, option.most + 1))
        marks = (option.choice, rulebook.is_ruling(option, edition), rulebook.is_house_rule(option, edition))
        assert marks.count(True) == 1


def test_what_each_edition_does_not_offer() -> None:
    names = {edition: {option.name for option in editions.options(edition)} for edition in editions.NAMES}
    everything = names["1935"] | names["speed-die"]
    assert everything - names["1935"] == {"speed_from_first_salary", "speed_triple_again"}
    assert everything - names["classic"] == {"speed_from_first_salary", "speed_triple_again"}
    assert everything - names["speed-die"] == set()
    assert everything - names["modern"] == {
        "rent_claims", "speed_from_first_salary", "speed_triple_again", "tax_income_percent", "tax_worth_round_up",
    }  # fmt: skip


def test_values_may_be_text() -> None:
    table = editions.ruleset("classic", **{"rent-claims": "Manual", "deal_settlement": "on", "jail-fine": " 75 "})
    assert table.options == {"jail_fine": 75, "rent_claims": "manual", "deal_settlement": True}
    assert table.options_text == "jail-fine=75 rent-claims=manual deal-settlement=on"
    assert editions.ruleset("classic", build_sell_hotel=2).options == {"build_sell_hotel": "level"}
    assert editions.ruleset("classic", build_sell_hotel="level_or_all").options == {}
    assert editions.ruleset("classic", deal_swaps="no").options == {"deal_swaps": False}
    assert editions.ruleset("1935", jail_doubles_then=False).options == {"jail_doubles_then": "turn-over"}


def test_the_short_game_brings_its_deal() -> None:
    table = editions.ruleset("modern", short_game=True)
    assert table.options == {"short_game": True}
    assert rulebook.house_rules(table) == ()
    assert [int(table.record[0][f]) for f in ("short_game", "short_deal", "short_deal_paid", "short_rounds")] == [
        1, 2, 1, 0,
    ]  # fmt: skip
    undealt = editions.ruleset("modern", **{"short-game": "on", "short-deal": "0", "short-rounds": "50"})
    assert undealt.options == {"short_rounds": 50, "short_game": True, "short_deal": 0}
    assert int(undealt.record[0]["short_deal"]) == 0
    assert editions.ruleset("modern", short_game="off").options == {}


@pytest.mark.parametrize(
    "options",
    [{"auction_declined": "off"}, {"free_parking_pot": True}, {"double_salary_on_go": True}, {"short_deal": 2},
     {"short_deal_paid": False}, {"move_salary": 400}],
)  # fmt: skip
def test_house_rules_are_named(options: dict[str, object]) -> None:
    assert rulebook.house_rules(editions.ruleset("classic", **options)) == tuple(options)


def test_choices_and_rulings_are_no_house_rules() -> None:
    assert rulebook.house_rules(editions.ruleset("classic", rent_claims="manual", deal_settlement=True)) == ()
    assert rulebook.house_rules(editions.ruleset("1935", jail_doubles_then="turn-over")) == ()
    assert rulebook.house_rules(editions.ruleset("classic", jail_doubles_then="throw-again")) == ("jail_doubles_then",)


@pytest.mark.parametrize(
    ("edition", "options", "complaint"),
    [
        ("modern", {"rent_claims": "manual"}, r"in the edition modern: there rent is always asked for \(rent.claim\)"),
        ("modern", {"tax_income_percent": 10}, "there the income tax is a fixed amount"),
        (
            "classic",
            {"speed_from_first_salary": "off"},
            "in the edition classic: it needs speed_die, which is off there",
        ),
        ("classic", {"speed_die": True}, "an edition of its own, speed-die"),
        ("classic", {"setup_players_most": 4}, "the book says how many may play"),
        ("classic", {"auction_open_outcry": False}, "auction.open-outcry is a rule that no option switches"),
        ("classic", {"auction.order": "off"}, "auction.order is a rule that no option switches"),
        ("classic", {"build_evenly": False}, "build.evenly is a rule that no option switches"),
        ("classic", {"jail_fin": 20}, "no option is called 'jail_fin'; did you mean jail_fine"),
        ("classic", {"jail_square": 3}, "no option is called 'jail_square'"),
        ("classic", {"jail_fine": -1}, r"jail_fine is -1, not a whole number from 0 to 10000 \(jail.fine-before\)"),
        ("classic", {"jail_fine": 1.5}, "jail_fine is 1.5"),
        ("classic", {"jail_fine": True}, "jail_fine is True"),
        ("classic", {"jail_fine": "lots"}, "jail_fine is 'lots'"),
        ("classic", {"rent_claims": "never"}, "rent_claims is 'never', not automatic or manual"),
        ("classic", {"rent_claims": 2}, "rent_claims is 2"),
        ("classic", {"deal_swaps": "perhaps"}, "deal_swaps is 'perhaps', not on or off"),
        ("classic", {"deal_swaps": None}, "deal_swaps is None"),
        ("classic", {"auction_opening": 0}, "auction_opening is 0"),
        ("classic", {"short_rounds": 10}, r"short_rounds needs short_game \(short.end\)"),
        ("classic", {"short_game": True, "setup_cash": 700}, "may not pay for 2 dealt deeds, which cost up to 750"),
        ("classic", {"jail-fine": 10, "jail_fine": 20}, "jail_fine is given twice"),
    ],
)
def test_what_may_not_be_switched_is_refused(edition: str, options: dict[str, object], complaint: str) -> None:
    with pytest.raises(EditionError, match=complaint):
        editions.ruleset(edition, **options)


def test_rent_claims_may_be_said_to_be_automatic_anywhere() -> None:
    assert editions.ruleset("modern", rent_claims="automatic").options == {}


@pytest.mark.parametrize("text", ["rent-claims", "=on", "jail-fine=", "jail-fine=1 jail_fine=2"])
def test_a_line_of_options_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        editions.parse_options(text)
