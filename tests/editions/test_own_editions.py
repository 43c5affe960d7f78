"""An edition of one's own: loaded, played, recorded and read again; and what a record or a client cannot do with it."""

import pickle
import re
from functools import partial
from pathlib import Path

import pytest

from passgo import BadRecord, Game, editions, rulebook, verify
from passgo.dev.fuzz import fuzz
from passgo.editions import EditionError, sources
from passgo.editions.files import PACKAGE
from passgo.editions.template import write_template
from tests.editions.town import write_town


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of the edition, as a user in the folder above it gives it."""
    monkeypatch.chdir(tmp_path)
    write_town(tmp_path / "my towns")
    return "my towns/town.toml"


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is added is forgotten afterwards."""
    monkeypatch.setattr(sources, "added", {})


def test_an_untouched_copy_is_classic_but_for_its_title(tmp_path: Path) -> None:
    edition, *_ = write_template(tmp_path / "my")
    mine, classic = editions.ruleset(edition), editions.ruleset("classic")
    assert mine.record.tobytes() == classic.record.tobytes()
    assert (mine.squares, mine.deeds, mine.groups, mine.cards) == (
        classic.squares, classic.deeds, classic.groups, classic.cards,
    )  # fmt: skip
    assert (mine.tokens, mine.bills, mine.title) == (classic.tokens, classic.bills, "My edition")
    assert mine.extends == ("classic",)


def test_every_reading_of_the_copy_may_be_switched_on(tmp_path: Path) -> None:
    edition, *_ = write_template(tmp_path)
    text = edition.read_text(encoding="utf-8")
    edition.write_text(re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    assert editions.ruleset(edition).record.tobytes() == editions.ruleset("classic").record.tobytes()
    assert edition.read_text(encoding="utf-8").count("\n# ") > 40


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "decks.toml").write_text("mine")
    with pytest.raises(EditionError, match=r"decks.toml is already there, and nothing is overwritten"):
        write_template(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["decks.toml"]
    assert (tmp_path / "decks.toml").read_text() == "mine"
    with pytest.raises(EditionError, match="expected a folder that can be written"):
        write_template(tmp_path / "decks.toml" / "deeper")


def test_it_is_what_its_files_say(town: str) -> None:
    table = editions.ruleset(town)
    assert (table.title, table.square("jail").index, table.square("go to jail").index) == ("Our Town", 30, 10)
    assert (table.deed("harbour lane").price, table.deed("harbour lane").mortgage) == (440, 220)
    assert (int(table.record[0]["jail_square"]), int(table.record[0]["jail_fine"])) == (30, 70)
    assert table.card("chance", "advance_to_boardwalk").target == 39
    assert editions.options(town) == table.offered
    assert table == editions.ruleset(Path(town)) == editions.ruleset(table.edition)


def test_it_is_played(town: str) -> None:
    game = Game(town, ["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    game.throw(4, 6)
    assert (game["Ann"].square, game["Ann"].in_jail) == ("Jail / Just Visiting", True)
    game.throw(3, 4)
    game.draw("advance_to_boardwalk")
    assert game.play("buy")[0].amount == 440
    game.play("end turn")
    game.play("pay fine")
    assert game["Ann"].cash == 1430
    assert "In Our Town, jail_fine is 70, not 50." in game.why("jail.fine-before")
    assert "Our Town is played by the book of classic." in game.why("jail.fine-before")


def test_records_positions_and_dictionaries_are_read_again(town: str) -> None:
    game = Game(town, ["Ann", "Ben"], seed=3, jail_fine=60)
    for _ in range(30):
        game.play(game.legal_actions()[0])
    again = Game.from_record(game.record())
    assert again.position == game.position
    assert again.ruleset == game.ruleset
    assert "edition: my%20towns/town.toml@" in game.record()
    assert verify(game.record()) > 0
    assert Game.from_position(game.position, game.names).position == game.position
    assert Game.from_dict(game.to_dict()).position == game.position


def test_a_record_is_refused_when_the_edition_is_missing_or_has_changed(town: str) -> None:
    game = Game(town, ["Ann", "Ben"], seed=3)
    record, position = game.record(), game.position
    file = Path(town)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("jail_fine = 70", "jail_fine = 80"), encoding="utf-8")
    for read in (partial(Game.from_record, record), partial(Game.from_position, position, ["Ann", "Ben"])):
        with pytest.raises(ValueError, match=r"my towns/town.toml has changed since the game was played: the digest"):
            read()
    assert "jail_fine is 70" in game.why("jail.fine-before")  # a game that is being played keeps its rules
    file.unlink()
    with pytest.raises(BadRecord, match=r"my towns/town.toml is missing: no such file"):
        Game.from_record(record)
    file.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert Game.from_record(record).position == position  # other ends of lines are no other edition


def test_a_board_or_a_deck_that_has_changed_is_noticed(town: str) -> None:
    name = editions.ruleset(town).edition
    for file in ("board.toml", "decks.toml"):
        path = Path(town).parent / file
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# another\n", encoding="utf-8")
        with pytest.raises(EditionError, match="has changed since"):
            editions.parse_ruleset(name)
        path.write_text(text, encoding="utf-8")
        assert editions.parse_ruleset(name).edition == name


def test_a_text_may_not_name_a_file_without_its_digest(town: str) -> None:
    record = Game("classic", ["Ann", "Ben"], seed=3).record().replace("edition: classic", f"edition: {town}")
    with pytest.raises(BadRecord, match="names a file without its digest"):
        Game.from_record(record)


def test_it_may_extend_another_of_the_users_own(town: str) -> None:
    path = Path(town).parent / "suburb.toml"
    path.write_text('extends = "town.toml"\ntitle = "Suburb"\n[rules]\njail_fine = 90\n', encoding="utf-8")
    suburb = editions.ruleset(path)
    assert suburb.extends == ("town.toml", "classic")
    assert (int(suburb.record[0]["jail_fine"]), int(suburb.record[0]["move_salary"])) == (90, 250)
    assert suburb.square("jail").index == 30
    assert rulebook.book_of(suburb) == "classic"
    Path(town).write_text(Path(town).read_text(encoding="utf-8") + "\n#", encoding="utf-8")
    with pytest.raises(EditionError, match="has changed since"):
        editions.parse_ruleset(suburb.edition)


def test_it_may_extend_any_edition_and_keep_its_board(tmp_path: Path) -> None:
    for name in editions.NAMES:
        path = tmp_path / f"my-{name}.toml"
        path.write_text(f'extends = "{name}"\n', encoding="utf-8")
        mine, own = editions.ruleset(path), editions.ruleset(name)
        assert mine.record.tobytes() == own.record.tobytes()
        assert mine.groups == own.groups
        assert rulebook.book_of(mine) == rulebook.book_of(own)
        assert rulebook.in_edition(mine) == rulebook.in_edition(own)
        switched = {option.name for option in mine.offered if rulebook.is_ruling(option, mine)}
        assert switched == {option.name for option in own.offered if rulebook.is_ruling(option, own)}


def test_a_board_beside_the_file_comes_before_the_packages(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\nboard = "standard.toml"\n', encoding="utf-8")
    assert editions.ruleset(path).squares == editions.ruleset("classic").squares
    text = (PACKAGE / "boards" / "standard.toml").read_text(encoding="utf-8")
    (tmp_path / "standard.toml").write_text(text.replace("price = 400", "price = 402"), encoding="utf-8")
    assert editions.ruleset(path).deed("boardwalk").price == 402


def test_taxes_of_squares_that_are_not_there_are_not_inherited(tmp_path: Path) -> None:
    path = write_town(tmp_path)
    board = tmp_path / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace('name = "Luxury Tax"', 'name = "Window Tax"'))
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"luxury_tax = .*\n", "", text), encoding="utf-8")
    with pytest.raises(EditionError, match=r"town.toml: taxes.window_tax is missing"):
        editions.ruleset(path)
    path.write_text(text.replace("luxury_tax = ", "window_tax = "), encoding="utf-8")
    assert editions.ruleset(path).record[0]["tax"][38] == 75


def test_random_games_of_it_break_nothing(town: str) -> None:
    report = fuzz(25, seed=1, edition=town)
    assert not report.failure
    assert report.games == 25


def test_it_can_be_sent_to_another_process(town: str) -> None:
    table = editions.ruleset(town, jail_fine=60)
    Path(town).unlink()
    there = pickle.loads(pickle.dumps(table))
    assert there == table
    assert there.record.tobytes() == table.record.tobytes()


@pytest.mark.usefixtures("added")
class TestAdded:
    """What a server is given at its start."""

    def test_it_is_known_by_its_key(self, town: str) -> None:
        name = editions.add(town)
        assert re.fullmatch("town@[0-9a-f]{16}", name)
        assert editions.known_names() == (*editions.NAMES, "town")
        assert editions.known_name("Town") == editions.known_name(name) == name
        assert editions.ruleset("town").edition == name
        assert editions.ruleset("town").record.tobytes() == editions.ruleset(town).record.tobytes()
        assert editions.add(town) == name

    def test_it_does_not_change_when_its_files_do(self, town: str) -> None:
        name = editions.add(town)
        Path(town).unlink()
        assert editions.parse_ruleset(name).title == "Our Town"

    def test_a_game_of_another_version_of_it_is_refused(self, town: str) -> None:
        name = editions.add(town)
        with pytest.raises(EditionError, match="town has changed since the game was played"):
            editions.parse_ruleset(f"town@{'0' * 16}")
        sources.added.clear()
        with pytest.raises(EditionError, match="'town' is an edition of somebody's own that is not known here"):
            editions.parse_ruleset(name)

    def test_its_name_must_be_free_and_a_key(self, town: str, tmp_path: Path) -> None:
        editions.add(town)
        other = write_town(tmp_path / "other")
        with pytest.raises(EditionError, match=r"town.toml has an edition of the name 'town' already: rename the file"):
            editions.add(other)
        with pytest.raises(EditionError, match="PassGo has an edition of the name 'classic' already"):
            editions.add(write_town(tmp_path / "third", "classic"))
        with pytest.raises(EditionError, match="cannot be a key"):
            editions.add(write_town(tmp_path / "fourth", "b\u00fcrg"))

    @pytest.mark.parametrize(
        "name", ["{}", "./{}", "{}@0123456789abcdef", "/etc/passwd", "../secret.toml", "a\0b.toml"]
    )
    def test_a_name_from_a_client_never_opens_a_file(
        self, name: str, town: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        editions.add(town)
        monkeypatch.setattr(Path, "read_text", lambda *_, **__: pytest.fail("a file was read"))
        monkeypatch.setattr(Path, "stat", lambda *_, **__: pytest.fail("a file was looked for"))
        with pytest.raises(EditionError, match="no edition"):
            editions.known_name(name.format(town))
