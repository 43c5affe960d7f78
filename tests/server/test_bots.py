"""Bots think off the event loop and within a budget; one that hangs, fails, crashes or cheats is replaced."""

import asyncio
import sys
import time
from pathlib import Path

import pytest

from passgo import bots
from passgo.bots import Bot
from passgo.server import protocol
from passgo.server.metrics import Metrics
from passgo.server.thinking import Thinking
from tests.server.bad_thinker import BAD
from tests.server.play import Running, person, play_simply, running, sit

COMMAND = (sys.executable, "-m", "tests.server.bad_thinker")


@pytest.mark.parametrize("name", BAD)
def test_a_bad_bot_is_replaced_and_the_game_goes_on(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, name, Bot(BAD[name], "bad"))
    metrics = Metrics()
    thinking = Thinking(metrics, budget=0.3, command=COMMAND)

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), {"kind": "bot", "bot": name}])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0], 3)
        slowest = 0.0
        while not any(e.kind == "TurnEnded" and e.player == 1 for m in ann.messages for e in getattr(m, "events", [])):
            if 0 in ann.view.waiting or ann.view.next == 0:
                await play_simply(ann, [0], 1)
            asked = time.monotonic()
            assert isinstance(await ann.ask("ping"), protocol.Pong)
            slowest = max(slowest, time.monotonic() - asked)
        assert slowest < 2.0, "nobody waits for a bot's thoughts"

    with running(tmp_path / "games.db", thinking=thinking) as here:
        asyncio.run(run(here))
        assert here.server.lobby.host.metrics.bot_failures + metrics.bot_failures > 0


def test_a_good_bot_is_asked_and_keeps_its_notebook() -> None:
    from passgo.server.shared import shared
    from passgo.server.thinker import Thought

    async def run() -> None:
        thinking = Thinking(Metrics())
        here = shared("classic", "setup-first-player=first-seat")
        here.setup(2)
        thought = Thought("classic", "setup-first-player=first-seat", here.engine.position, "trader", 0)
        answer = await thinking.ask(thought)
        assert answer is not None
        here.engine.played = answer.action
        assert here.engine.action.player == 0
        assert len(answer.notebook) == 64 * 8
        again = await asyncio.gather(*(thinking.ask(thought) for _ in range(20)))
        assert all(other is not None and other.action == answer.action for other in again)
        await thinking.close()

    asyncio.run(run())


def test_the_process_ends_with_its_input() -> None:
    async def run() -> int:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "passgo.server.thinker", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdin is not None
        await process.stdout.readexactly(4)
        process.stdin.close()
        return await asyncio.wait_for(process.wait(), 30)

    assert asyncio.run(run()) == 0
