"""A bot in a seat of a real server: it plays to the end, comes back when the line is lost, and never moves twice."""

import json
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from passgo import Game, read_record
from passgo.cli import run
from passgo.clients import table_seat
from passgo.clients.deciders import decider_from
from passgo.clients.link import parse_link
from passgo.clients.table_seat import TableSeat, Unwelcome
from passgo.server.wire import protocol
from tests.server.play import Running, running

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENT_S = 60.0
"""Nobody is tested for how busy this machine is."""

SEATS: list[dict[str, Any]] = [{"mine": True, "name": "Program"}, {"kind": "bot", "bot": "cautious"}]
SHORT = {"short_game": True, "short_rounds": 2}
BOTS = {
    "trader": "trader",
    "my_bot.py": str(EXAMPLES / "my_bot.py"),
    "compiled_bot.py": str(EXAMPLES / "compiled_bot.py"),
    "line_bot.py": f"cmd:{sys.executable} {EXAMPLES / 'line_bot.py'}",
    "line_bot.js": f"cmd:node {EXAMPLES / 'line_bot.js'}",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "games.db") as here:
        yield here


def link_of(server: Running, game: dict[str, Any]) -> str:
    return f"{server.url}/g/{game['game']}#seat={game['seats'][0]['key']}"


def seat_at(link: str, word: str, said: list[str], kind: type[TableSeat] = TableSeat) -> TableSeat:
    return kind(parse_link(link), decider_from(word, PATIENT_S), said.append, said.append)


def record_of(server: Running, game: dict[str, Any]) -> Game:
    """The game as the server kept it, replayed: every move of it is lawful."""
    answer = server.get(f"/api/games/{game['game']}/record", game["seats"][0]["key"])
    assert answer.status_code == 200, answer.text
    return Game.from_record(answer.text)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_to_the_end_and_does_nothing_wrong(name: str, server: Running) -> None:
    if name.endswith(".js") and shutil.which("node") is None:
        pytest.skip("there is no node here")
    game, said = server.create(SEATS, options=SHORT), list[str]()
    at = seat_at(link_of(server, game), BOTS[name], said)
    ended = at.play()
    at.close()
    assert not at.faults
    assert said == [f"Program sits at {server.url}/g/{game['game']} (classic).", "The game is on."]
    outcome = record_of(server, game).outcome
    assert outcome is not None
    assert ended == f"{' and '.join(outcome.winners)} won."


def test_a_bot_hears_what_happened_and_knows_the_names_and_all_cash(server: Running, tmp_path: Path) -> None:
    kept = tmp_path / "told"
    (tmp_path / "listens.py").write_text(
        "import json\n"
        "from examples.my_bot import choose as decide\n"
        "def choose(game, player):\n"
        "    assert game.cash_is_secret and game.since == game.events[-len(game.since):]\n"
        "    told = [[str(event), event.turn, event.round] for event in game.events if event.kind != 'WorthCounted']\n"
        f"    with open({str(kept)!r}, 'a') as file:\n"
        "        print(json.dumps([player, game.known_cash, told, len(game.since)]), file=file)\n"
        "    return decide(game, player)\n"
    )
    game, said = server.create(SEATS, options={**SHORT, "short_rounds": 6}), list[str]()
    at = seat_at(link_of(server, game), str(tmp_path / "listens.py"), said)
    at.play()
    assert not at.faults, at.faults
    happened: list[list[Any]] = []
    cash = {}
    record = read_record(record_of(server, game).record())
    for events, then in [(record.start.events, record.start), *((moment.events, moment.game) for moment in record)]:
        happened += [[str(event), event.turn, event.round] for event in events if event.kind != "WorthCounted"]
        cash[len(happened)] = {player.name: player.cash for player in then.players}
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert len(lines) > 6
    assert len({told[-1][2] for _, _, told, _ in lines}) > 3, "rounds went by"
    for player, known, told, _ in lines:
        assert player == "Program"
        assert told == happened[: len(told)]
        assert known == cash[len(told)]
    assert all(new > 0 for *_, new in lines)


def test_a_bot_that_is_told_all_again_begins_anew(server: Running) -> None:
    """A server that was restored from an older copy: events must not count twice."""
    game, said = server.create(SEATS, options=SHORT), list[str]()
    at = seat_at(link_of(server, game), str(EXAMPLES / "my_bot.py"), said)
    at.play()
    before = at._decider
    with pytest.raises(OSError, match="older"):
        at._hear(protocol.Bye(reason="future", text="this is an older copy"))
    assert before is not None
    assert at._decider is None
    assert (at._seq, at._asked, at._news, at._whole) == (0, 0, [], True)


class Unsteady(TableSeat):
    """A seat whose line breaks right after every third act was sent, and sometimes before it arrived."""

    acts = 0
    sent: list[str]

    def _send(self, message: protocol.ClientMessage) -> None:
        if isinstance(message, protocol.Act):
            self.acts += 1
            self.sent = [*getattr(self, "sent", []), message.id]
            if self.acts % 6 == 3:
                self._socket.socket.shutdown(socket.SHUT_RDWR)
        super()._send(message)
        if isinstance(message, protocol.Act) and self.acts % 6 == 0:
            self._socket.socket.shutdown(socket.SHUT_RDWR)


def test_a_lost_line_costs_nothing_and_no_move_is_made_twice(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_seat, "FIRST_WAIT_S", 0.01)
    game, said = server.create(SEATS, options={**SHORT, "short_rounds": 6}), list[str]()
    at = seat_at(link_of(server, game), "cautious", said, Unsteady)
    ended = at.play()
    assert isinstance(at, Unsteady)
    assert ended.endswith("won.")
    lost = [line for line in said if line.startswith(f"There is no connection to {server.url}")]
    assert len(lost) >= 2
    assert said.count("Connected again.") == len(lost)
    assert len(set(at.sent)) < len(at.sent), "an act was sent again, under its own id"
    assert not at.faults, "and none was refused"
    assert record_of(server, game).outcome is not None


FAILING = {
    "raises": ("def choose(game, player):\n    raise KeyError('no idea')\n", "raised: KeyError"),
    "dances": ("def choose(game, player):\n    return 'dance'\n", "no action: an answer that is no action"),
    "cheats": ("import passgo\ndef choose(game, player):\n    return passgo.GoBankrupt()\n", "unlawful: "),
}


@pytest.mark.parametrize("name", FAILING)
def test_what_a_bot_does_wrong_is_told_once_and_a_simple_choice_is_played(
    name: str, server: Running, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source, fault = FAILING[name]
    (tmp_path / f"{name}.py").write_text(source)
    game = server.create(SEATS, options=SHORT)
    words = ["bot", str(tmp_path / f"{name}.py"), "--seat", link_of(server, game), "--limit", str(PATIENT_S)]
    assert run(words) == 0
    told = capfd.readouterr().err
    assert told.count("a simple choice was played instead") >= 1
    assert f" {fault}" in told
    assert "in all." in told
    assert game["seats"][0]["key"] not in told, "the key is a secret"
    assert record_of(server, game).outcome is not None


def test_who_is_not_welcome_is_told_why(server: Running, capfd: pytest.CaptureFixture[str]) -> None:
    game = server.create(SEATS, options=SHORT)
    wrong = f"{server.url}/g/{game['game']}#seat={'x' * 32}"
    assert run(["bot", "trader", "--seat", wrong]) == 2
    assert "(bad-key)" in capfd.readouterr().err
    assert run(["bot", "trader", "--seat", f"{server.url}/nowhere/g/{game['game']}#seat={'x' * 32}"]) == 2
    assert "has no table for programs there (HTTP 40" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["trader", "--seat", "http://localhost/g/abcd"], "a seat's key in it"),
        (["trader", "--seat", "/g/abcd#seat=k"], "or --server with such an address"),
        (["trader", "--seat", "k" * 20, "--server", "localhost:1"], "or --game"),
        (["nobody", "--seat", "http://localhost:1/g/abcd#seat=k"], "there is no bot 'nobody'"),
        (["no/such.py", "--seat", "http://localhost:1/g/abcd#seat=k"], "no/such.py: expected a Python file"),
        (["cmd:", "--seat", "http://localhost:1/g/abcd#seat=k"], "expected a command after it"),
    ],
)
def test_what_cannot_be_seated_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", *words]) == 2
    found = capsys.readouterr().err
    assert told in found
    assert found.count("\n") == 1


def test_a_server_that_is_not_there_is_given_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_seat, "FIRST_WAIT_S", 0.01)
    monkeypatch.setattr(table_seat, "GIVE_UP_S", 0.05)
    said: list[str] = []
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        link = f"http://127.0.0.1:{nobody.getsockname()[1]}/g/abcd#seat=k"
        with pytest.raises(Unwelcome, match="was not to be reached"):
            seat_at(link, "trader", said).play()
    assert len(said) == 1, "a calm log"
