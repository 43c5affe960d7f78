"""A person at a real server's table, from a terminal: by keys on the whole screen, and by lines."""

import asyncio
import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from passgo import Game
from passgo.cli import run
from passgo.clients.hosted_table import HostedTable
from passgo.clients.link import parse_link
from passgo.notation.actions import Action
from passgo.terminal.questions import ask
from tests.server.play import Running, running
from tests.server.real_tables import real_table, tablet_at
from tests.terminal.tables import play_a_move, program_of, run_program, screen_text, settle

SEATS: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"kind": "bot", "bot": "cautious"}]
SHORT = {"short_game": True, "short_rounds": 2}
PATIENT_S = 60.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "games.db") as here:
        yield here


def link_of(server: Running, game: dict[str, Any]) -> str:
    return f"{server.url}/g/{game['game']}#seat={game['seats'][0]['key']}"


def wait_until_asked(table: HostedTable) -> None:
    until = time.monotonic() + PATIENT_S
    while table.person is None and not table.is_over and time.monotonic() < until:
        table.go_on()
        time.sleep(0.01)
    assert table.person is not None or table.is_over


def test_a_hosted_game_is_played_to_its_end_by_keys(server: Running) -> None:
    game = server.create(SEATS, options=SHORT)
    table = HostedTable.connect(parse_link(link_of(server, game)), print)

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(200):
            await settle(pilot)
            if table.is_over:
                break
            await play_a_move(pilot)
        assert " WON" in screen_text(program_of(pilot))

    run_program(table, script)
    assert table.board.outcome == Game.from_record(table.record()).outcome
    table.close()


def test_the_seat_sees_what_the_server_sees(server: Running) -> None:
    game = server.create(SEATS)
    table = HostedTable.connect(parse_link(link_of(server, game)), print)
    for _ in range(12):
        wait_until_asked(table)
        question = ask(table)
        action = question.usual.action if question.usual else question.answers[-1].action
        assert action is not None
        table.play(action, "Ann")
    wait_until_asked(table)
    told = [str(happening.event) for happening in table.told]
    assert "Ann throws" in " ".join(told)
    assert table.cash("Ann") == table.board["Ann"].cash
    assert [table.cash(name) for name in table.board.names if name != "Ann"] == [None]
    assert table.kind_of("Ann") == "you"
    with pytest.raises(ValueError, match="when the game is over"):
        table.record()
    again = HostedTable.connect(parse_link(link_of(server, game)), print)
    assert [str(happening.event) for happening in again.told] == told
    assert again.board["Ann"].square == table.board["Ann"].square


def test_a_move_is_taken_back_at_a_server(server: Running) -> None:
    game = server.create(SEATS)
    table = HostedTable.connect(parse_link(link_of(server, game)), print)
    wait_until_asked(table)
    before = table.board["Ann"].square
    with pytest.raises(ValueError, match="nothing of yours"):
        table.undo()
    table.play("throw", "Ann")
    wait_until_asked(table)
    assert table.can_undo
    table.undo()
    until = time.monotonic() + PATIENT_S
    while not any(happening.undone for happening in table.told) and time.monotonic() < until:
        table.go_on()
        time.sleep(0.01)
    assert any(happening.undone for happening in table.told)
    assert table.board["Ann"].square == before


def test_people_at_a_server_talk(server: Running) -> None:
    seats: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}]
    game = server.create(seats, options={**SHORT, "setup_first_player": "first-seat"})
    links = [f"{server.url}/g/{game['game']}#seat={seat['key']}" for seat in game["seats"]]
    ann, ben = (HostedTable.connect(parse_link(link), print) for link in links)
    assert ann.can_talk

    def heard(table: HostedTable, lines: int) -> list[tuple[str, str]]:
        until = time.monotonic() + PATIENT_S
        while len(table.remarks) < lines and time.monotonic() < until:
            table.go_on()
            time.sleep(0.01)
        return [(remark.player, remark.text) for remark in table.remarks]

    async def script(pilot: Pilot[None]) -> None:
        program = program_of(pilot)
        assert "c chat" in screen_text(program)
        await pilot.press("semicolon", *"hi", "enter")
        for _ in range(600):
            if "Ann  hi" in screen_text(program):
                break
            await pilot.pause(0.05)
        await pilot.press("escape")
        assert 'Ann: "hi"' in screen_text(program)

    run_program(ann, script)
    assert heard(ben, 1) == [("Ann", "hi")]
    ben.talk("hello yourself")
    assert heard(ann, 2)[1] == ("Ben", "hello yourself")
    late = HostedTable.connect(parse_link(links[1]), print)
    assert heard(late, 2) == [("Ann", "hi"), ("Ben", "hello yourself")]
    for table in (ann, ben, late):
        table.close()


def test_a_bot_at_a_server_says_why_it_refuses(server: Running) -> None:
    dealt = {"short_game": True, "short_deal": 3, "short_deal_paid": False, "setup_first_player": "first-seat"}
    game = server.create(SEATS, options={**dealt, "setup_cash": 3000})
    table = HostedTable.connect(parse_link(link_of(server, game)), print)
    wait_until_asked(table)
    bot = next(name for name in table.board.names if name != "Ann")
    deed = next(iter(table.board[bot].deeds))
    table.play(f"offer {bot}: $1 for {deed}", "Ann")
    until = time.monotonic() + PATIENT_S
    while not any(h.event.kind == "OfferRefused" for h in table.told) and time.monotonic() < until:
        table.go_on()
        time.sleep(0.01)
    refusal = next(happening for happening in table.told if happening.event.kind == "OfferRefused")
    assert refusal.reasons
    assert str(refusal) == f"{bot} refuses Ann's offer: {refusal.reasons}."
    table.close()


def test_a_draft_of_buildings_is_sent_one_by_one(server: Running) -> None:
    game = real_table(server)

    async def give_deeds() -> None:
        tablet = await tablet_at(server, game)
        changes = 'deed 37: "Ann"; deed 39: "Ann"'
        await tablet.ask("correct", seat=0, seq=tablet.seq, changes=changes, reason="as we play")

    asyncio.run(give_deeds())
    table = HostedTable.connect(parse_link(link_of(server, game)), print)
    wait_until_asked(table)
    table.play_all([Action("Build", square="Park Place"), Action("Build", square="Boardwalk")], "Ann")
    until = time.monotonic() + PATIENT_S
    while table.board["Ann"].deeds["Boardwalk"] != 1 and time.monotonic() < until:
        table.go_on()
        time.sleep(0.01)
    assert table.board["Ann"].deeds == {"Park Place": 1, "Boardwalk": 1}
    assert table.board["Ann"].cash == 1100
    table.close()


def test_a_hosted_game_is_played_by_lines(
    server: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = server.create(SEATS, options=SHORT)
    monkeypatch.setattr(sys, "stdin", io.StringIO("throw\nwhy\nend turn now\nquit\n"))
    assert run(["play", "--plain", "--seat", link_of(server, game)]) == 0
    told = capsys.readouterr().out
    assert "You are Ann" in told
    assert "Ann throws" in told
    assert "'end turn now' says no action" in told
    assert told.endswith("Goodbye.\nThe server keeps the game: the same link comes back to your seat.\n")


def test_a_bad_link_is_one_line(server: Running, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = server.create(SEATS)
    for line in (
        ["play", "--seat", f"{server.url}/g/{game['game']}#seat=wrongwrongwrongwrong"],
        ["play", "--resume", "--seat", link_of(server, game)],
        ["play", "--server", server.url],
    ):
        assert run(line) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("passgo: ")
        assert told.err.count("\n") == 1
