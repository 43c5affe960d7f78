"""A strategy that raises, hangs or answers nonsense is reported by name and never ends a run."""

import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

import passgo
from passgo import editions
from passgo.cli import run
from passgo.machine.switches import PLAIN
from passgo.simulate import Bot, Plan, Report, bot_named, fallback, simulate
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import DECISIONS, REFUSED
from passgo.simulate.runs.faults import MOST_KINDS, NO_ACTION, RAISED, TOO_SLOW, UNLAWFUL, Faults
from passgo.simulate.runs.plan import Table
from passgo.simulate.tournament.tournament import Tournament, hold, number_duplicates
from passgo.strategies import bot_from, bot_of
from tests.simulate.commands import start_and_play_a_batch

CLASSIC = editions.ruleset("classic")
PATIENT_S = 60
"""On a busy machine a moment can be long; only the tests of the limit have a short one."""

CAUTIOUS, MEEK = bot_named("cautious"), Bot("meek", fallback)


def played(*bots: Bot, games: int = 3, rounds: int = 12, table: Any = CLASSIC) -> tuple[Report, Any]:
    kept: list[Batch] = []
    report = simulate(Plan(table, bots, games, rounds=rounds), 2, keep=kept.append)
    assert report.games == games
    return report, np.concatenate([batch.rows for batch in kept])


def fault_of(report: Report) -> Any:
    (fault,) = report.faults.all()
    return fault


def raises(game: Any, player: str) -> Any:
    raise KeyError("no idea")


def leaves(game: Any, player: str) -> Any:
    sys.exit("enough")


def loops(game: Any, player: str) -> Any:
    while True:
        try:
            game.legal_actions()
        except Exception:
            continue


def sleeps(game: Any, player: str) -> Any:
    time.sleep(3)


@pytest.mark.parametrize(
    ("choose", "kind", "what"),
    [
        (raises, RAISED, "KeyError at test_faults.py, line"),
        (leaves, RAISED, "SystemExit at test_faults.py"),
        (lambda game, player: None, NO_ACTION, "no action"),
        (lambda game, player: 17, NO_ACTION, "no action"),
        (lambda game, player: "dance", NO_ACTION, "no action"),
        (lambda game, player: passgo.Bid("much"), NO_ACTION, "no action"),  # type: ignore[arg-type]  # the mistake
        (lambda game, player: passgo.Action("Throw", game.others[0].name), NO_ACTION, "no action"),
        (lambda game, player: passgo.Accept(player), UNLAWFUL, ""),
    ],
)
def test_what_is_wrong_is_told_and_a_simple_choice_is_played(choose: Any, kind: str, what: str) -> None:
    """The seat then plays as the fallback does: the games are those of a bot that is nothing else."""
    report, rows = played(bot_of(choose, "odd", PATIENT_S), CAUTIOUS, CAUTIOUS)
    _, meek = played(MEEK, CAUTIOUS, CAUTIOUS)
    assert (np.delete(rows, REFUSED, axis=1) == np.delete(meek, REFUSED, axis=1)).all()
    assert {fault.kind for fault in report.faults.all()} == {kind}
    fault = report.faults.all()[0]
    assert (fault.bot, fault.game) == ("odd", 0)
    assert what in fault.what
    assert sum(fault.count for fault in report.faults.all()) == rows[:, REFUSED].sum() > 20
    broken_rules = sum(misplay["refused"] for misplay in report.misplays())
    assert broken_rules == (rows[:, REFUSED].sum() if kind == UNLAWFUL else 0)


def test_the_first_traceback_is_kept() -> None:
    report, _ = played(bot_of(raises, "odd", PATIENT_S), CAUTIOUS)
    assert "raise KeyError" in fault_of(report).first
    assert "minds.py" not in fault_of(report).first


@pytest.mark.parametrize("choose", [loops, sleeps])
def test_a_strategy_that_does_not_come_back_is_given_up_for_that_game(choose: Any) -> None:
    began = time.monotonic()
    report, rows = played(bot_of(choose, "slow", limit_s=0.2), CAUTIOUS, games=2)
    assert time.monotonic() - began < 20
    assert (fault_of(report).kind, fault_of(report).count) == (TOO_SLOW, 2), "once in each game"
    assert report.misplays() == []
    _, meek = played(MEEK, CAUTIOUS, games=2)
    assert (np.delete(rows, REFUSED, axis=1) == np.delete(meek, REFUSED, axis=1)).all()


def test_one_slow_decision_is_not_confused_with_the_next() -> None:
    """An answer that comes too late is nobody's."""
    asked = []

    def late(game: Any, player: str) -> Any:
        asked.append(game.turn)
        if len(asked) == 1:
            time.sleep(0.6)
        return "throw" if game.phase == "before-throw" else game.legal_actions()[0]

    report, _ = played(bot_of(late, "late", limit_s=0.3), CAUTIOUS, games=3, rounds=5)
    assert [fault.kind for fault in report.faults.all() if fault.kind != UNLAWFUL] == [TOO_SLOW]
    assert len(asked) > 5


POLICY = """
from passgo.bots.policy import Memory
from passgo.rules.chance import blank
from passgo.rules.codes import THROW
from passgo.machine.decorators import entry
from passgo.rules.state import Actions, Editions, Games

@entry
def policy(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    blank(actions[j], THROW, player)
    {body}
"""


def policy_file(folder: Path, body: str) -> Path:
    path = folder / "swift.py"
    path.write_text(POLICY.format(body=body))
    return path


@pytest.mark.skipif(PLAIN, reason="about compiling")
@pytest.mark.parametrize(
    ("body", "error"),
    [("actions[j].amount = 1 // memory[m]", "ZeroDivisionError"), ("raise ValueError('never')", "ValueError")],
)
def test_a_compiled_policy_that_raises_does_not_end_the_run(tmp_path: Path, body: str, error: str) -> None:
    report, rows = played(bot_from(str(policy_file(tmp_path, body))), CAUTIOUS, CAUTIOUS)
    _, meek = played(MEEK, CAUTIOUS, CAUTIOUS)
    assert (np.delete(rows, REFUSED, axis=1) == np.delete(meek, REFUSED, axis=1)).all()
    fault = fault_of(report)
    assert (fault.bot, fault.kind, fault.count) == ("swift", RAISED, rows[:, REFUSED].sum())
    assert error in fault.what
    assert error in fault.first
    assert report.misplays() == []


LOOPS = """g = games[i]
    while (31 * g.cash[0] + 17 * g.cash[1] + g.turn) % 5000 == 0:  # sooner or later, and then for ever
        memory[m] = (memory[m] + 1) % 1000
"""


@pytest.mark.skipif(PLAIN, reason="about compiling")
def test_a_compiled_policy_that_never_returns_is_left_behind_after_ctrl_c_twice(tmp_path: Path) -> None:
    """What was played before is reported and written; the thread in which it loops ends with the process."""
    bots, out = f"{policy_file(tmp_path, LOOPS)},cautious", tmp_path / "games.parquet"
    words = ["simulate", "--bots", bots, "--games", "1000000", "--rounds", "60", "--json", "--out", str(out)]
    command = start_and_play_a_batch(*words)
    time.sleep(2)  # for hundreds of further batches, if it did not loop
    for _ in range(2):
        command.send_signal(signal.SIGINT)
        time.sleep(0.3)
    told, err = command.communicate(timeout=60)
    assert command.returncode == 130, err
    games = json.loads(told)["games"]
    assert 0 < games < 2000
    assert games % 20 == 0
    assert len(duckdb.read_parquet(str(out)).fetchall()) == games


def test_a_compiled_policy_plays_as_if_it_were_one_of_the_bots(tmp_path: Path) -> None:
    path = tmp_path / "same.py"
    path.write_text("from passgo.bots.cautious import cautious as policy\n")
    report, rows = played(bot_from(str(path)), CAUTIOUS, bot_named("trader"), games=20, rounds=80)
    _, plain = played(CAUTIOUS, CAUTIOUS, bot_named("trader"), games=20, rounds=80)
    assert (rows == plain).all()
    assert not report.faults


def hurried(game: Any, player: str) -> Any:
    """Whatever comes first, or by a throw of its own dice last; now and then it fails."""
    if game.random.random() < 0.02:
        raise KeyError("no idea")
    return game.legal_actions()[0 if game.random.random() < 0.7 else -1]


@pytest.mark.parametrize("tables", [(), (turn_columns,)])
def test_the_games_of_a_plain_strategy_do_not_depend_on_the_batches(tables: tuple[Table, ...]) -> None:
    plan = Plan(CLASSIC, (bot_of(hurried, "hurried", PATIENT_S), CAUTIOUS, MEEK), 6, rounds=12, tables=tables)
    found = []
    for size in (None, 2, 6):
        kept: list[Batch] = []
        report = simulate(plan, keep=kept.append, batch=size)
        assert len(kept) == 6 // (size or 1), "a game of plain Python is a batch of its own"
        found.append((report.to_dict(), np.concatenate([batch.rows for batch in kept]).tobytes()))
    assert found[0] == found[1] == found[2]
    assert found[0][0]["faults"]


def test_the_matches_of_a_plain_strategy_do_not_depend_on_the_batches() -> None:
    field = number_duplicates([bot_of(hurried, "hurried", PATIENT_S), CAUTIOUS, MEEK])
    held, kept = Tournament(CLASSIC, field, 2, 5, rounds=10), list[int]()
    whole = hold(held, keep=lambda found: kept.append(found.matches)).to_dict()
    assert kept == [1, 2, 3, 4, 5]
    assert hold(held, batch=5).to_dict() == whole


def interrupting() -> Bot:
    """Lets somebody press Ctrl-C once, in the middle of its first game."""
    pressed: list[int] = []

    def choose(game: Any, player: str) -> Any:
        if game.turn == 3 and not pressed:
            pressed.append(1)
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            time.sleep(0.2)
        return game.legal_actions()[0]

    return bot_of(choose, "interrupting", PATIENT_S)


def test_ctrl_c_waits_for_one_game_of_a_plain_strategy_and_keeps_it() -> None:
    assert simulate(Plan(CLASSIC, (CAUTIOUS, interrupting()), 1000, rounds=3)).games in (1, 2)
    assert hold(Tournament(CLASSIC, (CAUTIOUS, interrupting()), 2, 1000, rounds=3)).matches in (1, 2)


STOPS_BEFORE_IT_BEGAN = """
import signal, threading, time
pressed = []
def choose(game, player):
    while len(pressed) < 2:
        pressed.append(1)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        time.sleep(0.2)
"""


@pytest.mark.parametrize(
    "command", ["simulate --rounds 3 -g 9 --bots {},cautious", "tournament --rounds 3 -m 9 {} cautious"]
)
def test_broken_off_before_the_first_game_is_said_and_exit_code_130(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "stops.py"
    path.write_text(STOPS_BEFORE_IT_BEGAN)
    assert run(command.format(path).split()) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "passgo: broken off before the first" in told.err


@pytest.mark.parametrize("command", ["simulate --json -g 2 --bots {},cautious", "tournament --json -m 2 {} cautious"])
def test_what_a_strategy_prints_does_not_get_into_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "talks.py"
    path.write_text("print('hello')\ndef choose(game, player):\n    print('hm')\n    return game.legal_actions()[0]\n")
    assert run([*command.format(path).split(), "--rounds", "3", "--limit", str(PATIENT_S)]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["finished"] == 0
    assert "hello\nhm\n" in told.err


def test_different_strategies_of_one_name_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / folder / "trader.py" for folder in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_text("def choose(game, player):\n    return game.legal_actions()[0]\n")
    bots = f"{paths[0]},trader,{paths[1]},Trader,{paths[0]}"
    assert run(["simulate", "--bots", bots, "-g", "1", "--rounds", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = ["trader", "trader (2)", "trader (3)", "trader (2)", "trader"]
    assert found["bots"] == names
    assert {won["bot"]: won["seats"] for won in found["wins_by_bot"]} == {"trader": 2, "trader (2)": 2, "trader (3)": 1}


def test_a_tournament_goes_on_and_tells_the_faults_by_name() -> None:
    field = number_duplicates(
        [bot_of(raises, "odd", PATIENT_S), CAUTIOUS, bot_of(lambda game, player: 0, "odder", PATIENT_S)]
    )
    held = Tournament(CLASSIC, field, 3, 4, rounds=10)
    found = hold(held)
    assert found.matches == 4
    assert {fault.bot: fault.kind for fault in found.faults.all()} == {"odd": RAISED, "odder": NO_ACTION}
    assert found.to_dict() == hold(held, batch=1, threads=2).to_dict()


def test_different_faults_are_told_apart_up_to_a_bound() -> None:
    faults = Faults()
    for n in range(3 * MOST_KINDS):
        faults.note("odd", RAISED, f"fault {n}", n, "")
    assert len(faults.all()) == MOST_KINDS + 1
    assert sum(fault.count for fault in faults.all()) == 3 * MOST_KINDS


BAD_FILES = {
    "nothing.py": ("x = 1", "either choose"),
    "both.py": ("def choose(game, player): ...\npolicy = 1", "either choose"),
    "syntax.py": ("def choose(", "SyntaxError"),
    "import.py": ("import no_such_module_anywhere", "ModuleNotFoundError"),
    "leaves.py": ("raise SystemExit(3)", "SystemExit"),
    "uncallable.py": ("choose = 7", "function"),
    "uncompiled.py": ("def policy(*everything): ...", "@entry"),
    "notebook.py": ("from passgo.bots.cautious import cautious as policy\nnotebook = [0.5]", "whole numbers"),
}


@pytest.mark.parametrize("name", [name for name in BAD_FILES if not (PLAIN and name == "uncompiled.py")])
def test_a_file_that_is_no_strategy_is_refused_before_anything_is_played(tmp_path: Path, name: str) -> None:
    text, told = BAD_FILES[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=told):
        bot_from(str(tmp_path / name))


@pytest.mark.skipif(PLAIN, reason="about compiling")
def test_a_policy_that_does_not_compile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not compile"):
        bot_from(str(policy_file(tmp_path, "actions[j].kind = no_such_name")))


def test_a_strategy_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("WORD = 'throw'")
    (tmp_path / "mine.py").write_text("from beside_it import WORD\ndef choose(game, player): return WORD")
    report, rows = played(bot_from(str(tmp_path / "mine.py"), PATIENT_S), CAUTIOUS, games=1)
    assert all(fault.kind == UNLAWFUL for fault in report.faults.all())
    assert rows[0, DECISIONS] > 10
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize("changed", ["mine.py", "beside_it.py", "below/deep.py", "below/__init__.py", "other.py"])
def test_a_strategy_is_another_when_what_it_imports_has_changed(tmp_path: Path, changed: str) -> None:
    (tmp_path / "below").mkdir()
    files = {
        "mine.py": "from beside_it import WORD\ndef choose(game, player): return WORD\n",
        "beside_it.py": "from below.deep import WORD\n",
        "below/__init__.py": "",
        "below/deep.py": "import statistics\nWORD = 'throw'\n",
        "other.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    before, again = (bot_from(str(tmp_path / "mine.py")).fingerprint for _ in range(2))
    assert before == again
    assert not {"beside_it", "below", "below.deep"} & sys.modules.keys()
    (tmp_path / changed).write_text(files[changed] + "# changed\n")
    after = bot_from(str(tmp_path / "mine.py")).fingerprint
    assert (after == before) == (changed == "other.py"), "which it does not import"
