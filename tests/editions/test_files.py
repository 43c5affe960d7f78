"""Whatever is wrong in an edition's files is refused in a line that names file and field."""

import shutil
from pathlib import Path

import pytest

from passgo.editions import EditionError, table_from
from passgo.editions.book import read_book
from passgo.editions.files import FOLDER, read

# File, what stands there, what is put in its place, and what must be said about it.
MISTAKES = [
    ("board.toml", 'name = "GO"\n', "", r"board.toml: square\[0\].name is missing"),
    ("board.toml", 'name = "GO"', "name = 5", r"square\[0\].name is 5, not a text"),
    ("board.toml", 'name = "GO"', 'name = " "', r"square\[0\].name is empty"),
    ("board.toml", 'kind = "go"', 'kind = "stop"', r"square\[0\].kind is 'stop', not one of go, street"),
    ("board.toml", 'kind = "go"', 'kind = "jail"', "must have GO as the first square"),
    ("board.toml", 'kind = "jail"', 'kind = "free_parking"', "has 0 jails, not 1"),
    ("board.toml", '[[square]]  # 20\nname = "Free Parking"\nkind = "free_parking"\n', "", "has 39 entries, not 40"),
    ("board.toml", 'slug = "chest_2"\n', 'slug = "chest_17"\n', "2 squares with the slug 'chest_17'"),
    ("board.toml", "price = 60", "price = 61", r"square\[1\].price is 61: half of it, the mortgage, is no whole"),
    ("board.toml", "price = 60", "price = true", r"square\[1\].price is True, not a whole number"),
    ("board.toml", "price = 60", "price = 60\npryce = 1", r"square\[1\].pryce means nothing here"),
    ("board.toml", "house_cost = 50", "house_cost = 25", r"square\[1\].house_cost is 25: half of it"),
    ("board.toml", "rents = [2, 10, 30, 90, 160, 250]", "rents = [2, 10]", r"square\[1\].rents is \[2, 10\], not 6"),
    ("board.toml", "rents = [2, 10, 30,", "rents = [2, 10, 10,", r"square\[1\].rents do not rise"),
    ("board.toml", "railroad_rent = [25,", "railroad_rent = [", "board.toml: railroad_rent is .*not 4 whole numbers"),
    (
        "board.toml",
        'group = "brown"',
        'group = "beige"',
        r"square\[1\].group is 'beige', which is not among",
    ),
    ("board.toml", 'group = "brown"', 'group = "pink"', "groups.brown has 1 deeds, not 2 to 4"),
    ("board.toml", 'group = "yellow"', 'group = "railroad"', "groups.railroad has deeds of the kinds railroad, street"),
    ("board.toml", 'brown = "Brown"\n', "", "groups has 9 entries, not 10"),
    ("board.toml", 'kind = "tax"', 'kind = "street"\ngroup = "brown"\nprice = 2', "has 29 deeds, not 28"),
    ("board.toml", 'pink = "#b93a82"\n', "", "colours.pink is missing"),
    ("board.toml", '"#b93a82"', '"pink"', "colours.pink is 'pink', not a colour such as '#9bd0ea'"),
    ("board.toml", "[colours]", "[colours]\nmauve = '#000000'", "colours.mauve means nothing here"),
    ("classic.toml", "[rules]", "[colours]\nbrown = 'purple'\n[rules]", "colours.brown is 'purple', not a colour"),
    ("board.toml", "[groups]", "[groups", "board.toml is not TOML"),
    ("decks_classic.toml", 'effect = "back_3"', 'effect = "back_4"', r"chance\[5\].effect is 'back_4', not one of"),
    ("decks_classic.toml", "amount = 50", "amount = 0", r"chance\[11\].amount is 0, not within 1 to"),
    ("decks_classic.toml", "amount = 50\n", "", r"chance\[11\].amount is missing"),
    (
        "decks_classic.toml",
        'target = "boardwalk"',
        'target = "rome"',
        r"chance\[3\].target is 'rome', which is no",
    ),
    ("decks_classic.toml", 'target = "jail"', 'target = "go"', r"chance\[6\].target is 'go', which is not Jail"),
    ("decks_classic.toml", "for each house", "for each {hovel}", r"chance\[14\].text has a placeholder"),
    ("decks_classic.toml", "nearest_railroad_b", "nearest_railroad_a", "2 cards with the id 'nearest_railroad_a'"),
    ("decks_classic.toml", 'effect = "get_out_of_jail_free"', 'effect = "back_3"', "0 cards of the effect get_out_of"),
    ("classic.toml", 'key = "classic"', 'key = "modern"', "classic.toml: key is 'modern', not 'classic'"),
    ("classic.toml", "[rules]", "[rules]\nsetup_cake = 1", "classic.toml: rules.setup_cake means nothing here"),
    ("classic.toml", "jail_fine = 50\n", "", "classic.toml: rules.jail_fine is missing"),
    ("classic.toml", "jail_fine = 50", "jail_fine = -1", "classic.toml: rules.jail_fine is -1, not a whole number"),
    ("classic.toml", '"turn-over"', '"over"', "rules.jail_doubles_then is 'over', not turn-over or throw-again"),
    ("classic.toml", "setup_players_least = 2", "setup_players_least = 1", "setup_players_least is 1"),
    ("classic.toml", "setup_players_most = 8", "setup_players_most = 9", "setup_players_most is 9"),
    ("classic.toml", "setup_cash = 1500", "setup_cash = 1600", "bills make 1500, not the 1600 a player starts with"),
    ("classic.toml", "[5, 1]]", "[5, 2]]", "bills must have falling values, the last being 1"),
    ("classic.toml", "[5, 1]]", "[5]]", r"bills has \[5\], not a count and a value"),
    ("classic.toml", '"kite", ', "", "tokens are 7, too few for 8 players"),
    ("classic.toml", '"kite", ', '"acorn", ', "tokens has 'acorn' twice"),
    ("classic.toml", '"setup.decks"', '"setup.cake"', "rulings has 'setup.cake', which is no rule"),
    ("classic.toml", "luxury_tax = {", "cake_tax = {", "taxes.cake_tax means nothing here"),
    ("classic.toml", 'kind = "income-choice"', 'kind = "income"', "taxes.income_tax.kind is 'income', not one of"),
    ("classic.toml", 'decks = "decks_classic"', 'decks = "decks_rome"', "decks_rome.toml is missing"),
    ("classic.toml", 'title = "Classic"\n', "", "classic.toml: title is missing"),
    ("classic.toml", "year = 2004", "year = 4", "year is 4, not within 1900 to 2100"),
    ("options.toml", "[jail_fine]", "[jail_cake]", "options.toml: jail_cake means nothing here"),
    ("options.toml", 'rule = "jail.fine-before"', 'rule = "jail.cake"', "options.toml: jail_fine.rule is 'jail.cake'"),
    ("options.toml", "automatic = 0, manual = 1", "automatic = 1, manual = 2", "rent_claims.values must be numbered"),
    ("options.toml", "most = 22", "most = 200", "setup_hotels.values reach from 0 to 200, beyond 0 to 127"),
    ("options.toml", 'help = "The fine to leave Jail."\n', "", "jail_fine.help is missing"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in FOLDER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    return tmp_path


def alter(path: Path, there: str, instead: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert there in text, f"{path.name} has no {there!r} to alter"
    path.write_text(text.replace(there, instead, 1), encoding="utf-8")


@pytest.mark.parametrize(("file", "there", "instead", "complaint"), MISTAKES)
def test_a_mistake_is_named(folder: Path, file: str, there: str, instead: str, complaint: str) -> None:
    alter(folder / file, there, instead)
    with pytest.raises(EditionError, match=complaint) as raised:
        read_book(folder, "classic")
    assert "\n" not in str(raised.value).partition("not TOML")[0]


def test_an_edition_extends_another(folder: Path) -> None:
    alter(folder / "classic.toml", "jail_fine = 50", "jail_fine = 60")
    speedy = table_from(folder, "speed-die", {})
    assert (int(speedy.record[0]["jail_fine"]), int(speedy.record[0]["setup_cash"])) == (60, 2500)
    alter(folder / "speed_die.toml", 'extends = "classic"', 'extends = "speed-die"')
    read.cache_clear()
    read_book.cache_clear()
    with pytest.raises(EditionError, match="extends is 'speed-die', not one of"):
        read_book(folder, "speed-die")


def test_an_unaltered_copy_is_accepted(folder: Path) -> None:
    for edition in ("1935", "classic", "speed-die", "modern"):
        assert read_book(folder, edition).key == edition
