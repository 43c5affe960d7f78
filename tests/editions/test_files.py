"""Whatever is wrong in the files of a user's edition is refused in a line that names file and field."""

import shutil
from pathlib import Path

import pytest

from passgo import editions
from passgo.editions import EditionError
from passgo.editions.book import read_numbers
from passgo.editions.files import PACKAGE, Section
from passgo.editions.options import read_settings
from passgo.editions.template import write_template

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
    ("edition.toml", "[rules]", "[colours]\nbrown = 'purple'\n[rules]", "colours.brown is 'purple', not a colour"),
    ("board.toml", "[groups]", "[groups", "board.toml is not TOML"),
    ("decks.toml", 'effect = "back_3"', 'effect = "back_4"', r"chance\[5\].effect is 'back_4', not one of"),
    ("decks.toml", "amount = 50", "amount = 0", r"chance\[11\].amount is 0, not within 1 to"),
    ("decks.toml", "amount = 50\n", "", r"chance\[11\].amount is missing"),
    (
        "decks.toml",
        'target = "boardwalk"',
        'target = "rome"',
        r"chance\[3\].target is 'rome', which is no square of .*board.toml",
    ),
    ("decks.toml", 'target = "jail"', 'target = "go"', r"chance\[6\].target is 'go', which is not Jail"),
    ("decks.toml", "for each house", "for each {hovel}", r"chance\[14\].text has a placeholder"),
    ("decks.toml", "nearest_railroad_b", "nearest_railroad_a", "2 cards with the id 'nearest_railroad_a'"),
    ("decks.toml", 'effect = "get_out_of_jail_free"', 'effect = "back_3"', "0 cards of the effect get_out_of"),
    ("edition.toml", "[rules]", "[rules]\nsetup_cake = 1", "edition.toml: rules.setup_cake means nothing here"),
    ("edition.toml", "# jail_fine = 50", "jail_fine = -1", "edition.toml: rules.jail_fine is -1, not a whole number"),
    (
        "edition.toml",
        '# jail_doubles_then = "turn-over"',
        'jail_doubles_then = "over"',
        "rules.jail_doubles_then is 'over', not turn-over or throw-again",
    ),
    ("edition.toml", "# setup_players_least = 2", "setup_players_least = 1", "setup_players_least is 1"),
    ("edition.toml", "# setup_players_most = 8", "setup_players_most = 9", "setup_players_most is 9"),
    ("edition.toml", "# setup_cash = 1500", "setup_cash = 1600", "bills make 1500, not the 1600 a player starts with"),
    ("edition.toml", "[5, 1]]", "[5, 2]]", "bills must have falling values, the last being 1"),
    ("edition.toml", "[5, 1]]", "[5]]", r"bills has \[5\], not a count and a value"),
    ("edition.toml", '"kite", ', "", "tokens are 7, too few for 8 players"),
    ("edition.toml", '"kite", ', '"acorn", ', "tokens has 'acorn' twice"),
    (
        "edition.toml",
        'extends = "classic"\n',
        "",
        "edition.toml: extends is missing: say whose book the edition follows",
    ),
    (
        "edition.toml",
        'extends = "classic"',
        'extends = "rome"',
        "extends is 'rome', not one of 1935, classic, speed-die",
    ),
    (
        "edition.toml",
        'extends = "classic"',
        'extends = "edition.toml"',
        "extends comes back to an edition it began with",
    ),
    ("edition.toml", 'extends = "classic"', 'extends = "rome.toml"', "rome.toml is missing: no such file"),
    (
        "edition.toml",
        'extends = "classic"',
        'extends = "classic"\nkey = "rome"',
        "edition.toml: key means nothing here",
    ),
    ("edition.toml", "[rules]", "[fixed]\njail_cake = 'no'\n[rules]", "fixed.jail_cake means nothing here"),
    ("edition.toml", "[rules]", "[groups]\nmauve = 'Mauve'\n[rules]", "groups.mauve means nothing here"),
    (
        "edition.toml",
        'board = "board.toml"',
        'board = "rome.toml"',
        "board is 'rome.toml': no such file beside this one",
    ),
    ("edition.toml", "luxury_tax = {", "cake_tax = {", "taxes.cake_tax means nothing here"),
    ("edition.toml", 'kind = "income-choice"', 'kind = "income"', "taxes.income_tax.kind is 'income', not one of"),
    (
        "edition.toml",
        'decks = "decks.toml"',
        'decks = "rome.toml"',
        r"decks is 'rome.toml': .* PassGo's own \(1935.toml",
    ),
    ("edition.toml", 'title = "My edition"', "title = 5", "edition.toml: title is 5, not a text"),
    ("edition.toml", "year = 2004", "year = 4", "year is 4, not within 1900 to 2100"),
]

MISTAKES_OF_OPTIONS = [
    ("[jail_fine]", "[jail_cake]", "options.toml: jail_cake means nothing here"),
    ('rule = "jail.fine-before"', 'rule = "jail.cake"', "options.toml: jail_fine.rule is 'jail.cake'"),
    ("automatic = 0, manual = 1", "automatic = 1, manual = 2", "rent_claims.values must be numbered"),
    ("most = 22", "most = 200", "setup_hotels.values reach from 0 to 200, beyond 0 to 127"),
    ('help = "The fine to leave Jail."\n', "", "jail_fine.help is missing"),
    ('title = "Fine in Jail"\n', "", "jail_fine.title is missing"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_template(tmp_path)
    return tmp_path


def alter(path: Path, there: str, instead: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert there in text, f"{path.name} has no {there!r} to alter"
    path.write_text(text.replace(there, instead, 1), encoding="utf-8")


@pytest.mark.parametrize(("file", "there", "instead", "complaint"), MISTAKES)
def test_a_mistake_is_named(folder: Path, file: str, there: str, instead: str, complaint: str) -> None:
    alter(folder / file, there, instead)
    with pytest.raises(EditionError, match=complaint) as raised:
        editions.ruleset(folder / "edition.toml")
    assert "\n" not in str(raised.value).partition("not TOML")[0]
    assert str(folder) in str(raised.value)


@pytest.mark.parametrize(("there", "instead", "complaint"), MISTAKES_OF_OPTIONS)
def test_a_mistake_in_the_options_is_named(tmp_path: Path, there: str, instead: str, complaint: str) -> None:
    shutil.copy(PACKAGE / "options.toml", tmp_path)
    alter(tmp_path / "options.toml", there, instead)
    with pytest.raises(EditionError, match=complaint):
        read_settings(tmp_path / "options.toml")


def test_an_edition_of_the_package_must_say_everything_that_has_no_default() -> None:
    with pytest.raises(EditionError, match=r"book.toml: rules.setup_cash is missing"):
        read_numbers(Section("book.toml: rules", {}))


@pytest.mark.parametrize(
    ("content", "complaint"),
    [(None, "is missing: no such file"), (b"\xff\xfe", "is not text in UTF-8"), (b" " * (1 << 21), "is larger than"),
     (b"[[[[", "is not TOML"), (b"a=" + b"[" * 5000, "is not TOML")],
)  # fmt: skip
def test_a_file_that_is_none_is_refused(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    path = tmp_path / "edition.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(EditionError, match=complaint) as raised:
        editions.ruleset(path)
    assert str(raised.value).startswith(str(path))


def test_a_folder_is_no_edition(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match="is a folder or a device, not a file"):
        editions.ruleset(f"{tmp_path}/")
