"""Programs in any language at a simulated table: whatever they do, the run goes on, and nothing of them is left."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from passgo import editions
from passgo.cli import run
from passgo.clients import bot_from, conversation
from passgo.clients.messages import BoardSent
from passgo.simulate import Bot, Plan, Report, bot_named, fallback, simulate
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import REFUSED
from passgo.simulate.runs.faults import DIED, NO_ACTION, TOO_SLOW, UNLAWFUL

ROOT = Path(__file__).parents[2]
CLASSIC = editions.ruleset("classic")
PATIENT_S = 60.0
CAUTIOUS, MEEK = bot_named("cautious"), Bot("meek", fallback)

OPENING = """
import json, os, sys, time
def ask():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] in ("welcome", "update"):
            return message
    sys.exit(0)
def act(message, **changes):
    legal = message["hands"][0]["legal"]
    seat, seq = message["hands"][0]["seat"], message["seq"]
    usual = {"v": 1, "type": "act", "id": "a", "seat": seat, "seq": seq, "action": legal[0]}
    print(json.dumps({**usual, **changes}), flush=True)
"""


def program(folder: Path, body: str) -> str:
    path = folder / "program.py"
    path.write_text(OPENING + body)
    return f"cmd:{sys.executable} {path}"


def played(word: str, limit_s: float = PATIENT_S, games: int = 2, rounds: int = 8) -> tuple[Report, Any]:
    kept: list[Batch] = []
    bots = (bot_from(word, limit_s), CAUTIOUS)
    report = simulate(Plan(CLASSIC, bots, games, rounds=rounds), keep=kept.append)
    assert report.games == games
    return report, np.concatenate([batch.rows for batch in kept])


def running_with(marker: str) -> list[int]:
    """The processes that have this word on their line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if marker.encode() in line and state != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def wait_until_gone(marker: str, patience_s: float = 120.0) -> None:
    until = time.monotonic() + patience_s
    while running_with(marker):
        assert time.monotonic() < until, f"{running_with(marker)} are left"
        time.sleep(0.05)


MISBEHAVING = {
    "hangs": ("ask()\ntime.sleep(1000)", TOO_SLOW, "no answer within", True),
    "ignores its input": ("time.sleep(1000)", TOO_SLOW, "no answer within", True),
    "dies": ("ask()\nsys.exit('enough')", DIED, "it ended with code 1", True),
    "is killed": ("ask()\nos.kill(os.getpid(), 9)", DIED, "it ended with code -9", True),
    "floods with lines": ("ask()\nwhile True: print('{}')", None, "", True),
    "floods with one line": ("ask()\nwhile True: print('x' * 4096, end='')", DIED, "a line of more than", True),
    "floods with late acts": (
        "m = ask()\nwhile True: act(m, seq=0)", DIED, "it floods its output", True
    ),
    "prints rubbish": (
        "while True: ask(); print('I think', flush=True)", NO_ACTION, "no message of the protocol", False
    ),
    "prints bytes": (
        "while True: ask(); sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()",
        NO_ACTION, "no message of the protocol", False,
    ),
    "plays for another": ("while True: act(ask(), seat=1)", NO_ACTION, "an act for another question", False),
    "runs ahead": ("while True: act(ask(), seq=10**6)", NO_ACTION, "an act for another question", False),
    "asks for nonsense": (
        "while True: act(ask(), action={'kind': 'Build', 'square': 0})", None, "", False
    ),
    "names no square": (
        "while True: act(ask(), action={'kind': 'Build'})", NO_ACTION, "an action that makes no sense here", False
    ),
    "cheats": ("while True: act(ask(), action={'kind': 'GoBankrupt'})", UNLAWFUL, "", False),
}  # fmt: skip


@pytest.mark.parametrize("name", MISBEHAVING)
def test_a_program_that_misbehaves_is_reported_and_a_simple_choice_is_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, kind, what, given_up = MISBEHAVING[name]
    monkeypatch.setattr(conversation, "STARTING_S", 3.0)
    report, rows = played(program(tmp_path, body), 0.5 if kind == TOO_SLOW else PATIENT_S)
    faults = report.faults.all()
    assert {fault.bot for fault in faults} == {"program.py"}
    assert kind is None or {fault.kind for fault in faults} == {kind}
    assert what in faults[0].what
    if given_up and kind is not None:
        assert sum(fault.count for fault in faults) == 2, "once in each game, and then it is asked no more"
    if kind != UNLAWFUL and name != "asks for nonsense":
        bots = (MEEK, CAUTIOUS)
        kept: list[Batch] = []
        simulate(Plan(CLASSIC, bots, 2, rounds=8), keep=kept.append)
        meek = np.concatenate([batch.rows for batch in kept])
        assert (np.delete(rows, REFUSED, axis=1) == np.delete(meek, REFUSED, axis=1)).all()
    wait_until_gone(str(tmp_path))


def test_what_a_program_says_on_its_error_output_is_shown_with_its_end(tmp_path: Path) -> None:
    report, _ = played(program(tmp_path, "ask()\nraise KeyError('no idea')"), games=1)
    (fault,) = report.faults.all()
    assert fault.kind == DIED
    assert "KeyError: 'no idea'" in fault.first


def test_error_output_alone_harms_nobody(tmp_path: Path) -> None:
    chatty = "while True:\n    m = ask()\n    print('thinking ' * 5000, file=sys.stderr)\n    act(m)"
    report, _ = played(program(tmp_path, chatty), games=1, rounds=3)
    assert {fault.kind for fault in report.faults.all()} <= {UNLAWFUL}


def test_a_late_answer_is_nobodys(tmp_path: Path) -> None:
    """An act for a question of before is passed over, and the right one is taken."""
    twice = "last = None\nwhile True:\n    m = ask()\n    if last: act(last)\n    act(m)\n    last = m"
    report, _ = played(program(tmp_path, twice), games=1, rounds=4)
    assert {fault.kind for fault in report.faults.all()} <= {UNLAWFUL}


def test_a_program_may_have_actions_checked_and_ping(tmp_path: Path) -> None:
    careful = """
def request(kind, name, **fields):
    print(json.dumps({"v": 1, "type": kind, "id": name, **fields}), flush=True)
    while True:
        answer = json.loads(sys.stdin.readline())
        if answer.get("id") == name:
            return answer
while True:
    m = ask()
    hand = m["hands"][0]
    assert request("ping", "p")["type"] == "pong"
    assert request("chat", "c", seat=hand["seat"], text="hi")["type"] == "refused"
    listed = [{k: v for k, v in a.items() if k != "most"} for a in hand["legal"]]
    checked = [(a, request("check", "k", seat=hand["seat"], action=a)) for a in listed]
    refused = request("check", "x", seat=hand["seat"], action={"kind": "GoBankrupt"})
    assert refused["lawful"] or refused["rule"], refused
    act(m, action=next(a for a, found in checked if found["lawful"] and a["kind"] not in ("Offer", "Resign", "Bid")))
"""
    report, _ = played(program(tmp_path, careful), games=1, rounds=4)
    assert not report.faults, report.faults.to_list()


def test_what_is_told_is_of_the_schema_of_the_socket(tmp_path: Path) -> None:
    kept = tmp_path / "lines"
    body = f"""
kept = open({str(kept)!r}, "w")
for line in sys.stdin:
    print(line, end="", file=kept, flush=True)
    m = json.loads(line)
    if m["type"] in ("welcome", "update"):
        act(m)
"""
    played(program(tmp_path, body), games=2, rounds=6)
    schema = json.loads((ROOT / "docs" / "protocol.schema.json").read_text())
    messages = [json.loads(line) for line in kept.read_text().splitlines()]
    assert messages[0]["type"] == "board"
    assert messages[0]["board"]["squares"][0]["name"] == "GO"
    assert BoardSent.__struct_config__.tag == "board"
    assert [m["seq"] for m in messages if m["type"] == "welcome"] == [1, 1], "one for each game"
    assert len({m["game"] for m in messages if m["type"] == "welcome"}) == 2
    judge = jsonschema.Draft202012Validator({"$ref": "#/$defs/ServerMessage", "$defs": schema["$defs"]})
    kinds = {event["kind"] for m in messages if m["type"] == "update" for event in m["events"]}
    assert {"TurnBegan", "DiceThrown", "Moved", "Paid"} <= kinds, "they tell what the others did, too"
    assert {event.get("player") for m in messages[1:] for event in m.get("events", [])} >= {0, 1}
    for message in messages[1:]:
        judge.validate(message)
        if message["type"] in ("welcome", "update"):
            assert [hand["seat"] for hand in message["hands"]] == [0]
            assert all("cash" not in player for player in message["view"]["players"]), "others' cash is a secret"
            assert message["clock"]["deadline"] > message["clock"]["now"]


@pytest.mark.parametrize("file", ["line_bot.py", "line_bot.js"])
@pytest.mark.parametrize("edition", editions.NAMES)
def test_the_examples_play_every_edition_without_a_fault(file: str, edition: str) -> None:
    language = sys.executable if file.endswith(".py") else "node"
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language} here")
    word = f"cmd:{language} {ROOT / 'examples' / file}"
    bots = (bot_from(word, PATIENT_S), CAUTIOUS, bot_named("trader"), bot_named("random"))
    report = simulate(Plan(editions.ruleset(edition), bots, 2, rounds=60))
    assert not report.faults, report.faults.to_list()
    assert report.misplays() == []


def test_the_same_program_in_two_seats_has_two_processes(tmp_path: Path) -> None:
    body = f"open({str(tmp_path)!r} + '/' + str(os.getpid()), 'w').close()\nwhile True: act(ask())"
    bot = bot_from(program(tmp_path, body), PATIENT_S)
    simulate(Plan(CLASSIC, (bot, bot, CAUTIOUS), 3, rounds=2))
    assert len([path for path in tmp_path.iterdir() if path.name.isdecimal()]) == 2
    wait_until_gone(str(tmp_path))


def test_programs_in_a_tournament_are_in_its_standings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dying = program(tmp_path, "ask()\nsys.exit(3)")
    good = f"cmd:{sys.executable} {ROOT / 'examples' / 'line_bot.py'}"
    words = ["tournament", dying, good, "cautious", "--matches", "1", "--rounds", "10", "--limit", str(PATIENT_S)]
    assert run(words) == 0
    told = capsys.readouterr().out
    assert "program.py: died 3 times: it ended with code 3" in told
    assert "line_bot.py against cautious" in told
    assert run([*words, "--json"]) == 0
    faults = json.loads(capsys.readouterr().out)["faults"]
    assert [(fault["bot"], fault["kind"], fault["count"]) for fault in faults] == [("program.py", "died", 3)]


@pytest.mark.parametrize(
    ("word", "told"),
    [("cmd:", "expected a command after it"), ("cmd:no-such-program x", "there is no program no-such-program"),
     ("cmd:node 'bot.js", "with its quotes closed")],
)  # fmt: skip
def test_what_is_no_command_is_one_line(word: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tournament", word, "trader"]) == 2
    found = capsys.readouterr().err
    assert told in found
    assert found.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_passgo_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    """The program starts another one, and neither listens to anything."""
    deaf = (
        "import signal, subprocess\n"
        "for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(n, signal.SIG_IGN)\n"
        "if len(sys.argv) == 1: subprocess.Popen([sys.executable, __file__, 'child'])\n"
        f"open({str(tmp_path / 'begun')!r}, 'w').close()\n"
        "while True: time.sleep(1)"
    )
    line = [sys.executable, "-m", "passgo", "tournament", program(tmp_path, deaf), "cautious", "--limit", "600"]
    passgo = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 240
        while not (tmp_path / "begun").exists():
            assert time.monotonic() < until
            assert passgo.poll() is None
            time.sleep(0.05)
        passgo.send_signal(number)
        if number == signal.SIGINT:  # the second does not wait for the game
            time.sleep(0.3)
            passgo.send_signal(number)
        passgo.wait(60)
        wait_until_gone(str(tmp_path / "program.py"))
    finally:
        passgo.kill()
