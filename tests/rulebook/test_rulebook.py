"""The rules in words: complete, by edition, and in step with the code and the editions."""

import ast
import re
import shutil
from pathlib import Path

import pytest

from passgo import editions, rulebook
from passgo.editions import EditionError
from passgo.editions.options import read_settings
from passgo.rulebook.law import RULES_FILE, read_law
from passgo.rules import ids

every_book = pytest.mark.parametrize("edition", rulebook.BOOKS)

# A few rows of the rulebook with its marks: 1935, classic, speed-die, modern.
MARKS = {
    "setup.players": ("book", "book", "book", "book"),
    "setup.start": ("book", "book", "book", "ruling"),
    "setup.decks": ("ruling", "ruling", "ruling", "book"),
    "move.salary-twice": ("ruling", "book", "book", "ruling"),
    "auction.raise": ("ruling", "ruling", "ruling", "book"),
    "auction.open-outcry": ("ruling", "ruling", "ruling", "ruling"),
    "rent.railroad": ("printed", "printed", "printed", "book"),
    "rent.utility-by-card": ("none", "printed", "printed", "printed"),
    "rent.claim-window": ("book", "book", "book", "none"),
    "rent.claim-holder": ("ruling", "ruling", "ruling", "none"),
    "cards.fine-or-chance": ("printed", "none", "none", "none"),
    "tax.income": ("book", "book", "book", "printed"),
    "tax.worth": ("book", "book", "book", "none"),
    "jail.doubles-then": ("ruling", "book", "book", "book"),
    "build.sell-evenly": ("ruling", "book", "book", "book"),
    "build.sell-hotel-short": ("none", "ruling", "ruling", "ruling"),
    "mortgage.kept": ("ruling", "book", "book", "ruling"),
    "deal.settlement": ("book", "option", "option", "option"),
    "bankrupt.mortgages-cancelled": ("ruling", "ruling", "ruling", "book"),
    "bankrupt.cards": ("book", "ruling", "ruling", "book"),
    "bankrupt.collect": ("none", "ruling", "ruling", "ruling"),
    "speed.bus": ("none", "none", "book", "none"),
    "speed.faces": ("none", "none", "printed", "none"),
    "short.deal": ("book", "option", "option", "option"),
    "table.cash-private": ("ruling", "book", "book", "ruling"),
}


def test_there_is_a_text_for_every_id_in_order() -> None:
    assert tuple(rulebook.RULES) == ids.NAMES[1:]
    assert len(rulebook.RULES) == 122
    assert [rule.number for rule in rulebook.RULES.values()] == list(range(1, 123))


@pytest.mark.parametrize("rule_id", MARKS)
def test_marks(rule_id: str) -> None:
    assert tuple(rulebook.rule(rule_id).status[edition] for edition in rulebook.BOOKS) == MARKS[rule_id]


@pytest.mark.parametrize("rule", rulebook.RULES.values(), ids=rulebook.RULES)
def test_every_text_is_a_sentence(rule: rulebook.Rule) -> None:
    texts = [rule.says, *rule.reading.values(), *rule.ruled.values()] + [rule.refusal] * bool(rule.refusal)
    assert all(text.endswith(".") and text[0] == text[0].upper() for text in texts)


def test_no_two_rules_refuse_in_the_same_words() -> None:
    sentences = [rule.refusal for rule in rulebook.RULES.values() if rule.refusal]
    assert len(set(sentences)) == len(sentences)


def test_how_many_rulings_an_edition_has() -> None:
    rulings = {
        book: {rule.id for rule in rulebook.RULES.values() if rule.is_ruling_in(book)} for book in rulebook.BOOKS
    }
    assert [len(rulings[book]) for book in ("1935", "classic", "speed-die", "modern")] == [60, 55, 61, 47]
    assert rulings["classic"] < rulings["speed-die"]
    assert "jail.doubles-then" in rulings["1935"]
    assert "jail.doubles-then" not in rulings["classic"]


SWITCHED_RULINGS = {
    "classic": {
        "auction_raise", "build_shortage_auction", "rent_railroad_mortgaged", "rent_utility_mortgaged",
        "tax_worth_round_up", "build_shortage_asked", "build_sell_hotel", "mortgage_lift_round_up", "deal_swaps",
        "bankrupt_mortgages_cancelled", "bankrupt_cards",
    },
    "modern": {
        "move_salary_twice", "rent_group_double", "jail_fine_before", "build_shortage_asked", "mortgage_lift_round_up",
        "bankrupt_to_player",
    },
}  # fmt: skip
SWITCHED_RULINGS["speed-die"] = SWITCHED_RULINGS["classic"] | {"speed_triple_again"}
SWITCHED_RULINGS["1935"] = (SWITCHED_RULINGS["classic"] - {"bankrupt_cards"}) | {
    "move_salary_twice", "rent_group_double", "jail_doubles_then", "build_sell_evenly",
}  # fmt: skip


@every_book
def test_switching_a_ruling_is_no_house_rule(edition: str) -> None:
    options = editions.options(edition)
    assert {option.name for option in options if rulebook.is_ruling(option, edition)} == SWITCHED_RULINGS[edition]
    for option in options:
        assert rulebook.is_house_rule(option, edition) == (
            not option.choice and option.name not in SWITCHED_RULINGS[edition]
        )


@pytest.mark.parametrize("edition", editions.NAMES)
def test_every_edition_is_played_by_a_book(edition: str) -> None:
    table = editions.ruleset(edition)
    assert (
        rulebook.book_of(edition)
        == rulebook.book_of(table)
        == next(name for name in (edition, *table.extends) if name in rulebook.BOOKS)
    )


@every_book
def test_an_option_of_a_rule_that_an_edition_lacks_is_not_offered(edition: str) -> None:
    offered = {option.name for option in editions.options(edition)}
    for name, setting in read_settings().items():
        if not rulebook.rule(setting.rule).exists_in(edition):
            assert name not in offered


@every_book
def test_an_option_belongs_to_a_rule_of_its_edition(edition: str) -> None:
    present = set(rulebook.in_edition(edition))
    assert {option.rule for option in editions.options(edition)} <= present


def test_how_many_rules_an_edition_has() -> None:
    assert {edition: len(rulebook.in_edition(edition)) for edition in rulebook.BOOKS} == {
        "1935": 107, "classic": 111, "speed-die": 121, "modern": 107,
    }  # fmt: skip
    speed = {rule for rule in rulebook.RULES if rule.startswith("speed.")}
    assert set(rulebook.in_edition("speed-die")) - set(rulebook.in_edition("classic")) == speed
    for prefix in ("short.", "table."):
        family = {rule for rule in rulebook.RULES if rule.startswith(prefix)}
        assert all(family <= set(rulebook.in_edition(edition)) for edition in rulebook.BOOKS)


def test_a_rule_is_found_by_its_id_alone() -> None:
    assert rulebook.rule("Jail.Card").id == "jail.card"
    with pytest.raises(ValueError, match=r"no rule is called 'jail.crad'; did you mean jail.card"):
        rulebook.rule("jail.crad")


@pytest.mark.parametrize(
    ("text", "first"),
    [("can I build unevenly", "build.evenly"), ("leaving jail with a card", "jail.card"), ("bus", "speed.bus"),
     ("free parking", "move.free-parking"), ("utilities dice", "rent.utility"),
     ("who goes first", "setup.first-player"),
     ("income taxes", "tax.income"), ("hotels none left", "build.none-left"), ("jail.third-turn", "jail.third-turn"),
     ("loans between players", "deal.no-loans"), ("resigning", "bankrupt.resign"), ("deeds dealt", "short.deal")],
)  # fmt: skip
def test_search_finds_what_a_player_means(text: str, first: str) -> None:
    assert rulebook.search(text)[0].id == first


def test_search_keeps_to_the_edition_and_may_find_nothing() -> None:
    assert "speed.bus" not in {rule.id for rule in rulebook.search("bus", "modern")}
    assert rulebook.search("xylophone") == []
    assert rulebook.search("") == []
    assert rulebook.search("the of and") == []


@every_book
def test_every_rule_can_be_explained(edition: str) -> None:
    for rule in rulebook.RULES.values():
        text = rulebook.why(rule.id, edition)
        assert text.startswith(f"{rule.id} ({rule.section})\n{rule.says}\n")
        assert ("There is no such rule in" in text) == (not rule.exists_in(edition))
        assert ("ruling" in text.casefold()) == rule.is_ruling_in(edition)
        if rule.status[edition] in ("book", "printed"):
            assert "Source: " in text


def test_why_tells_editions_apart() -> None:
    assert "You throw again" in rulebook.why("jail.doubles-then", "1935")
    assert "This is a ruling of ours" in rulebook.why("jail.doubles-then", "1935")
    assert "Your turn is over" in rulebook.why("jail.doubles-then", "speed-die")
    assert "$10." in rulebook.why("auction.opening", "modern")
    assert "a table may choose it" in rulebook.why("deal.settlement", "classic")
    assert "Option: rent_claims (automatic or manual)" in rulebook.why("rent.claim", "classic")
    assert "Option:" not in rulebook.why("rent.claim", "modern")
    assert "only in 1935" in rulebook.why("cards.fine-or-chance", "modern")


def test_a_refusal_is_said_for_every_rule() -> None:
    assert rulebook.refusal("auction.reserve") == "Your highest bid stands, and its cash is set aside."
    assert rulebook.refusal("debt.fixed").startswith("The rules do not allow it: What you owe")
    assert all(rulebook.refusal(rule_id) for rule_id in rulebook.RULES)


@pytest.mark.parametrize(
    ("there", "instead", "complaint"),
    [
        ('id = "setup.cash"', 'id = "setup.cake"', r"rules.toml: rule\[1\].id is 'setup.cake', not 'setup.cash'"),
        ('status = "book"', 'status = "hearsay"', r"rule\[0\].status.1935 is 'hearsay', not one of book"),
        ('status = "book"\n', "", r"rule\[0\].status leaves no edition with this rule"),
        ("in = { 1935 =", "in = { 1936 =", r"rule\[0\].in.1936 means nothing here"),
        ('refusal = "', 'refusel = "', r"rule\[0\].refusel means nothing here"),
        ('status = { 1935 = "printed" }\nruled = { 1935', 'status = { 1935 = "printed" }\nruled = { modern',
         "ruled.modern speaks of an edition without this rule"),
        ('setup = "Setting up"\n', "", "sections.setup is missing"),
        ('modern = "rule book of 2017"', 'rome = "rule book of 2017"', "books.rome means nothing here"),
        ('switch = "auction_raise"', 'switch = "auction_opening"',
         "switch.1935 is 'auction_opening', which is no option of this rule"),
        ('switch = { modern = "jail_fine_before" }', 'switch = { modern = "jail_cake" }', "is 'jail_cake', which"),
        ('switch = "move_salary_twice"', 'switch = { classic = "move_salary_twice" }',
         "switch.classic switches what is no ruling there"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_file_is_named(tmp_path: Path, there: str, instead: str, complaint: str) -> None:
    shutil.copy(RULES_FILE, tmp_path)
    text = (tmp_path / "rules.toml").read_text(encoding="utf-8")
    assert there in text
    (tmp_path / "rules.toml").write_text(text.replace(there, instead, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=complaint):
        read_law(tmp_path / "rules.toml")


def refusing_ids() -> set[str]:
    """The rules that functions named `can_…` answer with."""
    found: set[str] = set()
    for path in (Path(rulebook.__file__).parent.parent / "rules").glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and function.name.startswith("can_"):
                returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
                words = re.findall(r"\bids\.([A-Z_]+)", " ".join(ast.unparse(node) for node in returns))
                found |= {ids.NAMES[getattr(ids, word)] for word in words if word != "LAWFUL"}
    return found


def test_a_rule_that_refuses_has_its_own_words_for_it() -> None:
    assert not {rule_id for rule_id in refusing_ids() if not rulebook.rule(rule_id).refusal}
