"""The table on this machine: who is asked, taking back, keeping and going on; and what a person may answer."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from passgo import Game, editions
from passgo.bots.reasons import REASONS, Reason
from passgo.notation.actions import DEALS
from passgo.terminal.files import BadInput
from passgo.terminal.local_table import LocalTable
from passgo.terminal.questions import ANSWERS, PICKED, ask, tools
from passgo.terminal.reasons import format_reasons
from passgo.terminal.rows import Log
from passgo.terminal.saves import MOST_KEPT, by_age, new_save, newest_save, read_save, saves_folder
from tests.terminal.tables import new_table, play_on, table_from

SHEETS = {"Build", "SellBuilding", "SellHotels", "Mortgage", "LiftMortgage", *DEALS}
"""Kinds that are done in a sheet of their own."""

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _own_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize("edition", editions.NAMES)
def test_every_lawful_action_has_a_key_or_a_sheet(edition: str) -> None:
    table = new_table(edition, people=("Ann", "Ben", "Cy"), seed=5)
    log = Log(table)
    for n in range(1500):
        if table.is_over:
            break
        person = table.person
        assert person is not None
        question = ask(table)
        keys = [answer.key for answer in question.answers]
        assert len(keys) == len(set(keys))
        offered = {answer.action.kind for answer in question.answers if answer.action is not None}
        for action in table.legal_actions(person):
            if action.kind in PICKED:
                assert "pick" in [answer.opens for answer in question.answers]
            elif action.kind not in SHEETS | {"Resign"}:
                assert action.kind in offered, (action, question)
        open_tools = {tool.key for tool in tools(table) if not tool.lacks}
        assert offered or open_tools & {"g", "m", "d"} or keys
        if n % 100 == 0:
            assert all(len(row.text) < 200 for row in log.rows())
        table.let_bot_play(person)
    assert set(ANSWERS) | SHEETS | set(PICKED) | {"Bid", "ChooseSteps", "Resign"} >= offered


def test_the_log_is_the_same_whether_it_is_kept_or_told_anew() -> None:
    table = new_table(people=("Ann",), seed=4)
    log = Log(table)
    for _ in range(300):
        play_on(table, 1)
        told = log.rows()
        if table.is_over:
            break
    assert told == Log(table).rows()
    assert len(told) > 50
    log.fold = False
    assert len(log.rows()) > len(told)


def test_a_game_that_was_kept_goes_on_as_if_nothing_had_happened() -> None:
    path = new_save()
    table = play_on(new_table(save_to=path, seed=8), 120)
    table.save()
    found, saved = newest_save()
    assert found == path
    again = LocalTable.resume(saved, path)
    assert again.game == table.game
    assert again.opponents.memory == table.opponents.memory
    assert [step[::2] for step in again.steps] == [step[::2] for step in table.steps]
    for _ in range(100):
        play_on(table, 1)
        play_on(again, 1)
    assert again.game.position == table.game.position


def test_a_game_kept_by_an_older_passgo_goes_on_with_bots_that_have_forgotten() -> None:
    path = new_save()
    table = play_on(new_table(save_to=path, seed=8), 60)
    table.save()
    older = json.loads(path.read_text()) | {"passgo": 1, "notebooks": [0] * 12}
    del older["memory"]
    path.write_text(json.dumps(older))
    again = LocalTable.resume(read_save(path), path)
    assert again.game == table.game
    assert set(again.opponents.memory.values()) == {b""}
    play_on(again, 20)
    path.write_text(json.dumps(older | {"passgo": 3}))
    with pytest.raises(BadInput, match="expected a game that was kept"):
        read_save(path)


def test_one_can_take_back_what_was_done_before_the_game_was_kept() -> None:
    path = new_save()
    table = play_on(new_table(save_to=path, seed=8), 60)
    table.undo()
    table.save()
    again = LocalTable.resume(read_save(path), path)
    table.undo()
    again.undo()
    assert again.game == table.game
    assert any(happening.undone for happening in again.told)
    assert not all(happening.undone for happening in again.told)


def test_what_is_kept_is_whole_and_not_too_much() -> None:
    for _ in range(MOST_KEPT + 5):
        new_table(save_to=new_save()).save()
    assert len(by_age(saves_folder())) == MOST_KEPT
    newest = by_age(saves_folder())[0]
    kept = json.loads(newest.read_text())
    newest.write_text(json.dumps({**kept, "people": ["Nobody"]}))
    with pytest.raises(ValueError, match="do not fit"):
        LocalTable.resume(read_save(newest), newest)
    newest.write_text("{}")
    with pytest.raises(BadInput, match="kept by passgo play"):
        newest_save()


def test_a_finished_game_is_not_gone_on_with() -> None:
    table = new_table(save_to=new_save(), seed=33)
    table.game.play_out("cautious")
    table.save()
    with pytest.raises(BadInput, match="there is none"):
        newest_save()


def test_a_game_survives_being_killed(tmp_path: Path) -> None:
    """The process is killed at the prompt, and the next one asks the same question."""
    words = [sys.executable, "-m", "passgo", "play", "--plain", "--seed", "3"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=env, cwd=ROOT) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("throw\n")
        playing.stdin.flush()
        told = ""
        while not re.search(r"Ann> throw\n(.*\n)+Ann> ", told):
            told += playing.stdout.read(1)
        playing.send_signal(signal.SIGKILL)
    resuming = [*words[:4], "--resume", "--plain"]
    done = subprocess.run(resuming, input="quit\n", capture_output=True, text=True, env=env, cwd=ROOT, check=True)
    thrown = re.search(r"Ann throws \d and \d\. \(move\.throw\)", told)
    assert thrown is not None
    assert thrown[0] in done.stdout
    last = told.rsplit("\n\n", 1)[-1].removesuffix("Ann> ")
    assert last in done.stdout
    assert done.stdout.endswith("The game is kept: passgo play --resume goes on with it.\n")


def test_people_who_share_a_keyboard_are_asked_in_turn() -> None:
    table = new_table(people=("Ann", "Ben"), seed=3)
    asked = set()
    for _ in range(40):
        play_on(table, 1)
        asked.add(table.person)
        assert table.viewer == table.person
        assert [name for name in table.board.names if table.cash(name) is not None] == [table.person]
    assert asked == {"Ann", "Ben"}
    assert isinstance(table.board, Game)


@pytest.mark.parametrize("claims", [True, False])
def test_a_person_may_step_in_and_claim_a_rent(claims: bool) -> None:
    """Ben lands on what Ann owns. She is asked once, and may let him go on."""
    players: dict[str, object] = {"Ann": {"deeds": ["oriental avenue"]}, "Ben": {"square": "go"}}
    options = {"rent_claims": "manual"}
    game = Game.from_dict({"players": players, "on_turn": "Ben", "options": options}, dealer="typed")
    game.throw(2, 4)
    table = LocalTable(game, ("Ann",), "normal")
    assert not table.may_wait
    assert table.go_on()
    assert [table.person] == ["Ann"]
    assert ask(table).usual is None
    question = ask(table)
    assert question.heading == "RENT"
    assert {answer.key for answer in question.answers} >= {"r", "n"}
    if claims:
        claim = next(answer.action for answer in question.answers if answer.key == "r")
        assert claim is not None
        table.play(claim, "Ann")
    else:
        table.wait()
        assert table.go_on()
    assert ("RentClaimed" in [happening.event.kind for happening in table.told]) is claims
    assert not table.may_wait


def test_a_bot_says_why_it_refuses() -> None:
    players = {"Ann": {"deeds": {"oriental": 0, "vermont": 0}}, "Ben": {"deeds": {"connecticut": 0}}, "Cy": {}}
    table = table_from({"players": players, "on_turn": "Ann"})
    table.play("offer Ben: $1 for connecticut", "Ann")
    while table.person is None:
        table.go_on()
    refusal = next(happening for happening in table.told if happening.event.kind == "OfferRefused")
    assert refusal.reasons
    assert str(refusal) == f"Ben refuses Ann's offer: {refusal.reasons}."
    assert str(refusal) in [row.text for row in Log(table).rows()]
    table.undo()
    assert "(taken back)" in next(row.text for row in Log(table).rows() if "refuses" in row.text)


def test_every_reason_has_words() -> None:
    ruleset = editions.ruleset("classic")
    words = {format_reasons([Reason(kind, 1)], ruleset, "Ann") for kind in REASONS}
    assert len(words) == len(REASONS)
    assert all(words)


def test_who_was_left_behind_writes_nothing_over_a_game_that_was_resumed() -> None:
    path = new_save()
    left_behind = play_on(new_table(save_to=path, seed=8), 20)
    left_behind.save()
    again = play_on(LocalTable.resume(read_save(path), path), 20)
    again.save()
    play_on(left_behind, 20)
    with pytest.raises(BadInput, match="resumed elsewhere"):
        left_behind.save()
    assert read_save(path).record == again.game.record()
    again.save()
