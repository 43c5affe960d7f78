"""The command line: what it prints, and that bad input is one line and exit code 2."""

import errno
import io
import json
import os
import pickle
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from passgo import Game, __version__, bots, editions
from passgo.cli import COMMANDS as TOP
from passgo.cli import bench, dev, main, run
from passgo.cli import warm as warming
from passgo.editions import sources
from passgo.machine import decorators
from passgo.terminal.local_table import LocalTable
from passgo.terminal.opponents import Opponents
from passgo.terminal.prompt import PromptGame, Quit
from passgo.terminal.screen import Screen
from passgo.terminal.table import Happening
from tests.editions.town import write_town

COMMANDS = [
    "play",
    "bank",
    "ask",
    "why",
    "analyse",
    "benchmark",
    "rulebook",
    "rules",
    "editions",
    "verify",
    "simulate",
    "tournament",
    "train",
    "serve",
    "bot",
    "check",
    "backup",
    "restore",
    "forget",
    "bench",
    "bench engine",
    "bench envs",
    "bench expert",
    "bench library",
    "bench simulate",
    "bench start",
    "bench threads",
    "warm",
    "completion",
    "dev",
    "dev fuzz",
    "dev referee",
    "dev perft",
    "dev probe",
    "dev docs",
    "dev instructions",
    "dev story",
    "dev benchmark",
    "dev calibration",
    "dev tune",
]


@pytest.fixture(autouse=True)
def _own_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games are not kept among those of whoever runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """The rules are compiled, so that no command shows its progress bar here."""
    warming.warm()


BAD_INPUT = [
    "no-such-command",
    "play --edition nowhere",
    "play --players many",
    "play --level godlike",
    "play --players 9",
    "play --edition 1935 --players 2",
    "play --seed -1",
    "play --option nonsense",
    "play --option no-such-option=1",
    "play --option rent-claims=perhaps",
    "play --no-such-flag",
    "bank --edition nowhere Ann Ben",
    "bank Ann",
    "bank Ann ann",
    "bank --resume no/such/file",
    "bank --resume README.md",
    "bank --resume examples/game.txt",
    "bank --resume examples/game.txt Ann Ben",
    "bank Ann Ben --file README.md",
    "bank Ann Ben --minutes 0",
    "play --speed breakneck",
    "play --call soon",
    "play --resume",
    "play --seat nonsense",
    "play --name Ann --name ann",
    "rules --edition nowhere",
    "ask",
    "ask --edition nowhere who starts",
    "why no/such/file",
    "why README.md",
    "why tests/golden/classic-deals.txt 0",
    "why tests/golden/classic-deals.txt 999",
    "why tests/golden/classic-deals.txt --instead throw",
    "rulebook",
    "rulebook nowhere",
    "rulebook classic --html --json",
    "editions nowhere",
    "verify",
    "verify no/such/file",
    "verify .",
    "dev no-such-command",
    "fuzz --games 1",
    "dev perft",
    "dev perft --all also-a-file",
    "dev perft no/such/file",
    "dev fuzz --games 0",
    "dev tune",
    "dev tune --generations 0",
    "dev tune --minutes 1 --population 2",
    "dev tune --generations 1 --out no/such/folder/x.toml",
    "dev fuzz --games 1 --edition nowhere",
    "dev fuzz --games 1 --edition no/such/edition.toml",
    "dev fuzz --games 1 --against reference --edition no/such/edition.toml",
    "dev perft --all --edition no/such/edition.toml",
    "play --edition no/such/edition.toml",
    "rules --edition no/such/edition.toml",
    "editions no/such/edition.toml",
    "editions --new passgo classic",
    "serve --edition no/such/edition.toml",
    "serve --edition classic",
    "verify --edition no/such/edition.toml -",
    "bench engine --seconds soon",
]


@pytest.mark.parametrize("line", BAD_INPUT)
def test_bad_input_is_one_line_and_exit_code_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("passgo: ")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"not a record\n", b"\xff\xfe\x00", "{}".encode("utf-16"), b"passgo\n" * 3])
def test_a_bad_record_is_refused_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.record"
    path.write_bytes(content)
    assert run(["verify", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--help"]) == 0
    assert "Usage: passgo " + command in capsys.readouterr().out


def test_every_command_is_in_this_test() -> None:
    groups = {"bench": bench.COMMANDS, "dev": dev.COMMANDS}
    assert {*TOP, *(f"{group} {name}" for group, names in groups.items() for name in names)} == set(COMMANDS)


def test_the_help_of_the_program_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for line, names in (("--help", TOP), ("dev --help", dev.COMMANDS), ("bench --help", bench.COMMANDS)):
        assert run(line.split()) == 0
        told = capsys.readouterr().out
        assert all(f"\n  {name} " in told for name in names)


def test_no_command_shows_help(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["passgo"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    assert "verify" in capsys.readouterr().out


def test_editions_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["editions", "--json"]) == 0
    assert [edition["edition"] for edition in json.loads(capsys.readouterr().out)] == list(editions.NAMES)
    assert run(["editions", "classic", "--json"]) == 0
    assert {"free_parking_pot", "rent_claims"} <= {o["name"] for o in json.loads(capsys.readouterr().out)}
    assert run(["editions", "classic"]) == 0
    assert "rent-claims=automatic*, manual" in capsys.readouterr().out


LEFT = "Goodbye.\nThe game is kept: passgo play --resume goes on with it.\n"


def play(lines: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """A prompt game with these lines typed in."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    return run(["play", "--seed", "3", *options])


def test_a_game_is_played_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.record"
    script = f"throw\nwhy\n1\nrules jail\nboard\nsave {record}\nundo\nquit\n"
    assert play(script, monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert "Ann throws" in told
    assert "(move.throw)" in told
    assert "Taken back." in told
    assert told.endswith(LEFT)
    assert run(["verify", str(record)]) == 0
    assert "lawful and not finished" in capsys.readouterr().out


def test_without_any_input_one_leaves_politely(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run(["play", "--seed", "3"]) == 0
    assert capsys.readouterr().out.endswith(LEFT)


class Full(io.StringIO):
    """A stream on which nothing can be written."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def write(self, text: str) -> int:
        raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("line", ["editions --json", "editions classic", "rules jail"])
def test_a_full_disk_is_one_line(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full(errno.ENOSPC))
    assert run(line.split()) == 2
    told = capsys.readouterr().err
    assert told == "passgo: expected to be able to go on writing and reading: No space left on device\n"


def test_a_reader_who_leaves_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", Full(errno.EPIPE))
    with suppress(SystemExit):
        run(["editions", "--json"])
    assert capsys.readouterr().err == ""


def test_letters_that_the_terminal_does_not_know_are_spelt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    with pytest.raises(SystemExit) as left:
        main(["play", "--seed", "3", "--name", "Zo\u00eb"])
    assert left.value.code == 0
    assert b"You are Zo\\xeb" in written.getvalue()
    assert b"says no action" in written.getvalue()


def test_a_cache_that_cannot_be_written_is_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("not a folder")
    monkeypatch.setenv("PASSGO_CACHE", str(taken))
    monkeypatch.setattr(warming, "cold", lambda: {"step": "passgo.rules.step"})
    assert run(["play"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"passgo: {taken}: expected a folder that can be written")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("problem", [EOFError(), pickle.UnpicklingError("truncated")])
def test_a_damaged_cache_is_one_line(
    problem: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise problem

    monkeypatch.setattr(warming, "cold", dict)
    monkeypatch.setattr(decorators, "compile_all", fail)
    assert run(["play"]) == 2
    told = capsys.readouterr().err
    assert "expected whole files of compiled rules; remove the folder" in told
    assert told.count("\n") == 1


def test_names_are_shown_as_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "[red] :cat:.record"
    assert play(f"throw\nsave {record}\n", "--name", "[b] :cat:", monkeypatch=monkeypatch) == 0
    assert "You are [b] :cat: (kite)" in capsys.readouterr().out
    assert run(["verify", str(record)]) == 0
    told = capsys.readouterr().out
    assert f"{record}: lawful" in told
    assert "; [b] :cat:, Ben, Cy;" in told


def test_a_record_may_begin_with_the_mark_that_some_editors_write(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    record.write_text(Game(players=2, seed=3).record(), encoding="utf-8-sig")
    assert run(["verify", str(record)]) == 0


def test_the_end_of_input_ends_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("throw\n", monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.endswith(LEFT)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "'nonsense' says no action: expected a number of the list, or its words, such as throw; help"),
        ("99", "expected a number from 1 to"),
        ("buy", "(buy.option)"),
        ("build nowhere", "nowhere"),
        ("Ben: throw", "who acts"),
        ("save", "save needs"),
        ("save /no/such/folder/x", "can be written"),
        ("save .", "it is no file"),
        ("save /dev/null", "it is no file"),
        ("save /dev/null/x", "can be written"),
        ("save " + "x" * 300, "can be written"),
        ("save ~nobody-is-called-so/x", "expected the name of a file"),
        ("save a\0b", "expected the name of a file"),
        ("9" * 5000, "expected a number from 1 to"),
        ("hour", "(short.end)"),
        ("undo", "nothing of yours"),
        ("why no.such-rule", "no rule is called"),
        ("rules xyzzy", "no rule of this edition"),
        ("dice 6 6", "refused"),
        ("2", "GOODS for GOODS"),
    ],
)
def test_a_bad_line_at_the_prompt_is_explained_and_changes_nothing(
    line: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    assert play(f"save {before}\n{line}\nsave {after}\n", monkeypatch=monkeypatch) == 0
    assert told in capsys.readouterr().out
    assert before.read_text() == after.read_text()


def test_the_cash_of_others_is_a_secret(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("board\n", monkeypatch=monkeypatch) == 0
    told = capsys.readouterr().out
    assert told.count("$1,500") * 2 == told.count("$?") + told.count("secret")  # two others see each of theirs hidden
    assert play("board\n", "--option", "table-cash-private=off", monkeypatch=monkeypatch) == 0
    assert "secret" not in capsys.readouterr().out


def test_nobody_is_told_what_another_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    taxed = {"players": {"Ann": {}, "Ben": {"square": "income tax"}}, "on_turn": "Ben", "phase": "choose-tax"}
    for viewer, told in (("Ann", False), ("Ben", True)):
        game = Game.from_dict(taxed, seed=1)
        Screen(viewer).tell(game, map(Happening, game.play("pay worth tax")))
        assert ("Ben is worth $1,500" in capsys.readouterr().out) is told


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
def test_bots_play_on(edition: str, level: str) -> None:
    game = Game(edition, ["Ann", "Ben", "Cy"], seed=5)
    opponents = Opponents(game, level)
    for _ in range(1200):
        decider = game.next_to_decide
        if decider is None or game.turn > 40:
            break
        game.play(opponents.choose(decider), decider)
    assert game.turn > 40 or game.outcome is not None


DEALING = {
    "players": {
        "Ann": {"deeds": ["kentucky avenue", "indiana avenue", "new york avenue"], "cash": 900},
        "Ben": {"deeds": ["st. james place", "tennessee avenue", "illinois avenue"], "cash": 900},
    },
    "on_turn": "Ben",
    "phase": "end-turn",
}
SWAP = "offer Ann: illinois for new york"


def dealt(lines: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which Ben, a bot, has offered Ann a swap that completes a group on either side, and she answers."""
    game = Game.from_dict(DEALING, seed=1)
    game.play(SWAP, "Ben")
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    with suppress(Quit):
        PromptGame(LocalTable(game, ("Ann",), "hard"), Screen("Ann")).run()
    return game


def test_a_person_reads_what_is_offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    game = dealt("", monkeypatch)
    told = capsys.readouterr().out
    assert "Ben offers Ann Illinois Avenue" in told
    assert all(f"{answer} Ben" in told for answer in ("accept", "refuse", "counter"))
    assert [offer.other for offer in game.offers] == ["Ann"]


def test_a_person_accepts_refuses_or_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    accepted = dealt("accept Ben\n", monkeypatch)
    assert "Illinois Avenue" in accepted["Ann"].deeds
    assert "Illinois Avenue" not in dealt("refuse Ben\n", monkeypatch)["Ann"].deeds
    assert "OfferMade" in [event.kind for event in dealt("counter Ben: $1 for illinois\n", monkeypatch).events[-9:]]
    greedy = dealt("counter Ben: $1 for illinois\n", monkeypatch)
    assert "Illinois Avenue" not in greedy["Ann"].deeds


def test_what_is_taken_back_the_bots_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("classic", ["Ann", "Ben", "Cy"], seed=3)
    table = LocalTable(game, ("Ann",), "easy")
    before = {}
    for _ in range(200):
        player = game.next_to_decide
        assert player is not None
        if player == "Ann":
            before = dict(table.opponents.memory)
        table.let_bot_play(player)
    position = game.position
    table.undo()
    assert position != game.position
    assert table.opponents.memory == before


def test_bots_claim_rent_where_it_must_be_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann lands on what Ben owns, and before she ends her turn he claims."""
    owned = {"players": {"Ann": {"square": "go"}, "Ben": {"deeds": ["oriental avenue"]}}, "on_turn": "Ann"}
    game = Game.from_dict({**owned, "options": {"rent_claims": "manual"}}, dealer="typed")
    game.throw(2, 4)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with suppress(Quit):
        PromptGame(LocalTable(game, ("Ann",), "hard"), Screen("Ann")).run()
    assert "RentClaimed" in [event.kind for event in game.events]


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """The file of an edition of one's own."""
    return write_town(tmp_path / "my")


def test_an_edition_of_ones_own_begins_with_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my"
    assert run(["editions", "--new", str(folder)]) == 0
    told = capsys.readouterr().out
    assert all(f"wrote {folder / name}" in told for name in ("edition.toml", "board.toml", "decks.toml"))
    assert f"passgo play --edition {folder / 'edition.toml'}" in told
    assert run(["editions", str(folder / "edition.toml")]) == 0
    assert run(["editions", "--new", str(folder)]) == 2
    assert "is already there, and nothing is overwritten" in capsys.readouterr().err


def test_every_command_takes_an_edition_of_ones_own(
    town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.record"
    assert play(f"throw\nsave {record}\nquit\n", "--edition", str(town), monkeypatch=monkeypatch) == 0
    assert "Our Town. You are Ann" in capsys.readouterr().out
    assert run(["verify", str(record)]) == 0
    assert run(["editions", str(town)]) == 0
    assert "jail-fine=70*" in capsys.readouterr().out
    assert run(["rules", "jail.fine-before", "--edition", str(town)]) == 0
    assert "In Our Town, jail_fine is 70, not 50." in capsys.readouterr().out
    assert run(["dev", "fuzz", "--games", "2", "--edition", str(town)]) == 0
    perft = tmp_path / "perft.toml"
    perft.write_text('counts = [{ depth = 1, games = 1, hash = "" }]\n[position]\nplayers = { Ann = {}, Ben = {} }\n')
    assert run(["dev", "perft", str(perft), "--edition", str(town)]) == 1  # nobody knows the hash beforehand
    assert "found 1, hash" in capsys.readouterr().out


def test_a_mistake_in_an_edition_is_one_line_that_names_file_and_field(
    town: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = town.parent / "board.toml"
    board.write_text(board.read_text(encoding="utf-8").replace("price = 440", "price = 441"), encoding="utf-8")
    commands = ("play -e", "simulate -e", "tournament trader cautious -e", "editions", "rules jail -e", "dev fuzz -e",
                "dev perft --all -e", "serve -e")  # fmt: skip
    for command in commands:
        assert run([*command.split(), str(town)]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert f"{board}: square[39].price is 441: half of it, the mortgage, is no whole number" in told.err
        assert told.err.count("\n") == 1


def test_a_servers_record_is_verified_with_the_servers_edition(
    town: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sources, "added", {})
    editions.add(town)
    record = tmp_path / "game.record"
    record.write_text(Game("town", players=2, seed=3).record(), encoding="utf-8")
    sources.added.clear()
    assert run(["verify", str(record)]) == 2
    assert "'town' is an edition of somebody's own that is not known here" in capsys.readouterr().err
    assert run(["verify", str(record), "--edition", str(town)]) == 0


def test_the_version_stands_in_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert "version" not in json.loads((root / "web" / "package.json").read_text(encoding="utf-8"))
    assert project["tool"]["hatch"]["version"]["path"] == "passgo/__init__.py"
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"passgo {__version__}\n"
