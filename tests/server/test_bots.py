"""Bots think off the event loop and within a budget; one that hangs, fails, crashes or cheats is replaced."""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from passgo import bots, editions
from passgo.bots import BundledBot
from passgo.dealer import VerifiableDealer
from passgo.game.course import Course
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.server.bots.pool import BotPool
from passgo.server.bots.worker import BotQuestion, ask_bot
from passgo.server.config import substitute_bot
from passgo.server.metrics import Metrics
from passgo.server.table.autoplay import TURN_PATIENCE
from passgo.server.table.edition_engine import edition_engine
from passgo.server.wire import protocol
from passgo.server.wire.actions import read_record
from tests.server.bad_worker import BAD
from tests.server.play import Running, person, play_simply, running, sit

FIRST_SEAT = "setup-first-player=first-seat"
COMMAND = (sys.executable, "-m", "tests.server.bad_worker")


@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_is_replaced_and_the_game_goes_on(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, name, BundledBot(BAD[name], "bad"))
    monkeypatch.setitem(bots.DESCRIPTIONS, name, "bad")
    metrics = Metrics()
    pool = BotPool(metrics, budget=0.3, command=COMMAND)

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), {"kind": "bot", "bot": name}])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0], 3)
        while not any(e.kind == "TurnEnded" and e.player == 1 for m in ann.messages for e in getattr(m, "events", [])):
            if 0 in ann.view.waiting or ann.view.next == 0:
                await play_simply(ann, [0], 1)
            assert isinstance(await ann.ask("ping"), protocol.Pong), "nobody waits for a bot that never answers"

    with running(tmp_path / "games.db", bots=pool) as here:
        asyncio.run(run(here))
        assert metrics.value("bot_failures_total") + here.server.lobby.host.metrics.value("bot_failures_total") > 0


def test_a_bot_that_hangs_has_its_processor_time_taken_away() -> None:
    """Its process is ended, not left to think on; and there are never more of them than were allowed."""

    async def run() -> None:
        pool = BotPool(Metrics(), workers=2, budget=1.0, command=COMMAND)
        position = edition_engine("classic", "").first_position(2)
        bad, good = (BotQuestion("classic", "", position, name, 0) for name in ("hang", "trader"))
        assert await pool.ask(good) is not None
        (worker,) = pool._workers
        assert os.getpriority(os.PRIO_PROCESS, worker._process.pid) > os.getpriority(os.PRIO_PROCESS, 0) or is_nicest()
        asked = [asyncio.create_task(pool.ask(bad)) for _ in range(4)]
        most = 0
        while not all(task.done() for task in asked):
            most = max(most, len(pool._workers))
            await asyncio.sleep(0.02)
        assert [task.result() for task in asked] == [None] * 4
        assert 1 <= most <= 2
        assert worker._process.returncode == -signal.SIGKILL
        assert pool._workers == set()
        await pool.close()

    asyncio.run(run())


def is_nicest() -> bool:
    """Does this very process give way as much as can be?"""
    return os.getpriority(os.PRIO_PROCESS, 0) >= 19


def test_a_good_bot_is_asked_and_keeps_its_notebook() -> None:
    async def run() -> None:
        pool = BotPool(Metrics())
        position = edition_engine("classic", FIRST_SEAT).first_position(2)
        question = BotQuestion("classic", FIRST_SEAT, position, "trader", 0)
        answer = await pool.ask(question)
        assert answer is not None
        assert read_record(answer.action).player == 0
        assert len(answer.notebook) == bots.MEMORY * 8
        again = await asyncio.gather(*(pool.ask(question) for _ in range(20)))
        assert all(other is not None and other.action == answer.action for other in again)
        await pool.close()

    asyncio.run(run())


def test_each_level_opens_its_own_notebook_and_a_kept_one_is_gone_on_with() -> None:
    """A notebook of nothing but zeros is no trader's: its mind is written on the first pages."""
    position = edition_engine("classic", FIRST_SEAT).first_position(2)
    opened = {}
    for name in bots.TRADERS:
        question = BotQuestion("classic", FIRST_SEAT, position, name, 0)
        first = ask_bot(question)
        pages = bots.bot(name).notebook
        kept = np.frombuffer(first.notebook, np.int64)
        assert any(pages)
        assert sum(a == b for a, b in zip(kept, pages, strict=False)) > len(pages) // 2, "its mind is in the notebook"
        opened[name] = pages
        question.notebook = first.notebook
        assert ask_bot(question).action == first.action
    assert len(set(opened.values())) == len(bots.TRADERS)


def game_of_the_forgetful(number: int, every: int) -> tuple[bool, int, int, int]:
    """Three bots of one mind; each time one of them has decided so often, its notebook is a new one.

    Whether the game ended, its rounds, the offers made, and the most decisions in one turn.
    """
    engine, bot = Engine(editions.ruleset("classic")), bots.bot(substitute_bot())
    g, course = engine.g, Course(engine, VerifiableDealer(number.to_bytes(32)))
    books = [bots.notebooks([bot.notebook]) for _ in range(3)]
    offers, decided = 0, Counter[int]()
    course.begin(3)
    course.let_chance_act()
    while g.phase != codes.PHASE_GAME_OVER and g.round < 500:
        seat = engine.next_to_decide
        decided[g.turn] += 1
        if decided.total() % every == 0:
            books[seat] = bots.notebooks([bot.notebook])
        engine.ask(bot.policy, seat, books[seat])
        offers += engine.action.kind == codes.OFFER
        course.act()
        course.let_chance_act()
    return g.phase == codes.PHASE_GAME_OVER, g.round, offers, max(decided.values())


def test_bots_whose_notebooks_are_lost_now_and_then_play_on_sensibly() -> None:
    """Notebooks are in memory only: a restart, an undo or another process opens new ones."""
    played = [game_of_the_forgetful(number, every=20) for number in range(40)]
    assert all(ended for ended, *_ in played)
    assert sum(offers for _, _, offers, _ in played) < sum(rounds for _, rounds, *_ in played), "no endless offers"
    assert max(most for *_, most in played) < TURN_PATIENCE


def test_the_process_ends_with_its_input() -> None:
    async def run() -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "passgo.server.bots.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stdin is not None
        await process.stdout.readexactly(4)
        process.stdin.close()
        return await asyncio.wait_for(process.wait(), 30)

    assert asyncio.run(run()) == 0


def test_a_process_is_ready_before_the_first_bot_is_asked() -> None:
    """It starts while the lobby is shown, once; and a pool that closes meanwhile ends it."""

    async def run() -> None:
        pool = BotPool(Metrics(), workers=2, command=COMMAND)
        pool.warm()
        pool.warm()
        for _ in range(600):
            if pool.ready:
                break
            await asyncio.sleep(0.1)
        assert pool.ready == 1
        await pool.close()
        assert pool.ready == 0
        pool.warm()
        await asyncio.sleep(0)
        await pool.close()
        assert pool.ready == 0

    asyncio.run(run())


def test_a_process_is_ready_when_the_first_page_has_been_seen(tmp_path: Path) -> None:
    """\"Play now\" begins at once: a bot that moves first must not take seconds."""
    pool = BotPool(Metrics(), command=COMMAND)
    with running(tmp_path / "games.db", bots=pool) as here:
        assert pool.ready == 0
        assert here.get("/api/games?status=open").status_code == 200
        end = time.monotonic() + 60
        while not pool.ready and time.monotonic() < end:
            time.sleep(0.05)
        assert pool.ready == 1


def test_the_expert_is_asked_as_the_others_are_and_goes_on_with_what_it_remembers() -> None:
    position = edition_engine("classic", FIRST_SEAT).first_position(2)
    question = BotQuestion("classic", FIRST_SEAT, position, "expert", 0)
    first = ask_bot(question)
    assert not first.problem
    assert read_record(first.action).player == 0
    question.notebook = first.notebook
    again = ask_bot(question)
    assert again.action == first.action
    assert again.notebook != first.notebook, "it counts its decisions"
