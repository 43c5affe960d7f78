"""Finished games are analysed once, off the event loop, and kept; advice is given where the table allows it."""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from passgo.server.config import Limits
from passgo.server.judgement.judges import Judge
from passgo.server.judgement.questions import AdviceQuestion
from passgo.server.store import Unavailable
from tests.server.play import GENEROUS, Running, person, play_simply, running, sit

PATIENCE = 120.0
SHORT = {"short_game": True, "short_rounds": 3, "setup_first_player": "first-seat"}
STILL = {"decision": 0, "call": 0, "grace": 0}


def finished(here: Running, **wishes: Any) -> dict[str, Any]:
    """A short game of two people that is over."""
    seats = [person("Ann"), person("Ben")]
    game = here.create(seats, options={**SHORT, **wishes.pop("options", {})}, clock=STILL, **wishes)

    async def play() -> None:
        both = await sit(here, game["game"], *[seat["key"] for seat in game["seats"]])
        while not both.view.winners:
            await play_simply(both, [0, 1], 1)

    asyncio.run(play())
    return game


def analysed(here: Running, game: dict[str, Any]) -> dict[str, Any]:
    """The analysis of a game, asked for until it is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer = here.get(f"/api/games/{game['game']}/analysis", game["seats"][0]["key"])
        if answer.status_code == 200:
            return dict(answer.json())
        assert answer.status_code == 202, answer.text
        assert set(answer.json()) == {"what", "done", "of"}
    raise AssertionError("no analysis")


def test_an_analysis_adds_up_names_its_moments_and_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "games.db") as here:
        game = finished(here)
        key = game["seats"][0]["key"]
        found = analysed(here, game)
        for seat in (0, 1):
            change = found["end"][seat] - found["start"][seat]
            assert abs(sum(found["parts"][seat].values()) - change) < 1e-3
        frames = here.get(f"/api/games/{game['game']}/replay?limit=500", key).json()["frames"]
        seqs = {frame["seq"]: frame for frame in frames}
        assert {moment["seq"] for moment in found["moments"]} <= set(seqs)
        for moment in found["moments"]:
            kinds = {event["kind"] for event in seqs[moment["seq"]]["events"]}
            assert moment["kind"] != "luck" or kinds & {"DiceThrown", "CardDrawn", "DeedDealt"}
        assert [point["seq"] for point in found["points"]][-1] == frames[-1]["seq"]
        assert len(found["decisions"]) == 2
        lines = here.get(f"/api/games/{game['game']}", key).json()
        assert lines["status"] == "finished"
    monkeypatch.setattr(Judge, "ask", lambda *about: pytest.fail("it is kept, and not made again"))
    with running(tmp_path / "games.db") as here:
        answer = here.get(f"/api/games/{game['game']}/analysis", key)
        assert answer.json() == found
        assert here.get(f"/api/games/{game['game']}/verify", key).json()["verified"]


def test_only_finished_games_are_analysed_and_only_for_those_who_may_look(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as here:
        game = here.create([person("Ann"), person("Ben")])
        path = f"/api/games/{game['game']}/analysis"
        assert here.get(path, game["seats"][0]["key"]).status_code == 409
        assert here.get(path).status_code == 403


def advised(here: Running, game: dict[str, Any], holder: int = 0, **question: Any) -> httpx.Response:
    """What the adviser says to the holder of a seat."""
    headers = {"authorization": f"Bearer {game['seats'][holder]['key']}"}
    return here.http.post(f"/api/games/{game['game']}/advice", json=question, headers=headers, timeout=PATIENCE)


def test_advice_is_given_where_the_table_allows_it(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as here:
        quiet = here.create([person("Ann"), person("Ben")], options={"setup_first_player": "first-seat"})
        refused = advised(here, quiet, about="chances")
        assert (refused.status_code, "no advice" in refused.json()["problem"]) == (409, True)

        game = here.create([person("Ann"), person("Ben")], options={"setup_first_player": "first-seat"}, advice=True)
        said = advised(here, game, about="chances", seat=0).json()
        assert abs(sum(chance["mid"] for chance in said["chances"]) - 1) < 0.01
        assert all(chance["low"] <= chance["mid"] <= chance["high"] for chance in said["chances"])
        assert "changed" not in said, "nobody had a turn before this one"
        answer = advised(here, game, about="choices", seat=0)
        assert answer.status_code == 200, answer.text
        choices = answer.json()["choices"]
        assert choices[0]["action"] == {"kind": "Throw"}
        assert choices[0]["loss"] == 0
        assert advised(here, game, 1, about="choices", seat=0).status_code == 403, "not to the other player"
        assert advised(here, game, about="choices", seat=7).status_code == 400
        assert advised(here, game, about="deal", seat=0).status_code == 400
        assert advised(here, game, about="future", seat=0).status_code == 400


def test_a_deal_is_judged_for_everybody(tmp_path: Path) -> None:
    dealt = {"short_game": True, "short_deal": 3, "short_deal_paid": False, "setup_first_player": "first-seat"}
    with running(tmp_path / "games.db") as here:
        game = here.create([person("Ann"), person("Ben"), person("Cy")], options=dealt, advice=True)

        async def first_deed() -> int:
            ann = await sit(here, game["game"], game["seats"][0]["key"])
            board = here.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"]).json()
            return int(board["deeds"][ann.view.owner.index(1)]["square"])

        square = asyncio.run(first_deed())
        gift = {"kind": "Offer", "other": 1, "give_cash": 1400, "take": [square]}
        effect = advised(here, game, about="deal", seat=0, deal=gift).json()["deal"]
        assert abs(sum(effect["gains"])) < 0.01
        assert effect["gains"][0] < 0 < effect["gains"][1]
        assert effect["leans_to"] == 1
        assert effect["even_cash"] < 0, "the partner would have to add something"
        unlawful = {"kind": "Offer", "other": 1, "give_cash": 1_000_000, "take": [square]}
        assert advised(here, game, about="deal", seat=0, deal=unlawful).status_code == 400


def test_changes_since_ones_last_turn_and_the_worst_throw(tmp_path: Path) -> None:
    with running(tmp_path / "games.db") as here:
        options = {"setup_first_player": "first-seat"}
        game = here.create([person("Ann"), person("Ben")], options=options, clock=STILL, advice=True)

        async def play() -> Any:
            both = await sit(here, game["game"], *[seat["key"] for seat in game["seats"]])
            for _ in range(400):
                before = both.view.turn >= 8 and both.view.on_turn == 0 and both.view.phase == "before-throw"
                if before and not both.view.matters and not both.view.players[0].jail:
                    return both.view
                await play_simply(both, [0, 1], 1)
            raise AssertionError("Ann never threw again")

        view = asyncio.run(play())
        said = advised(here, game, about="chances", seat=0).json()
        assert said["seq"] > 0
        assert -1 < said["changed"] < 1
        assert all(one["seq"] <= said["seq"] for one in said.get("since", []))
        worst = said.get("worst")
        if worst is not None:
            assert worst["change"] < 0
            assert 1 <= worst["ways"] <= 6
            assert worst["of"] == 36
            assert sum(worst["dice"]) <= 12
        assert view.phase == "before-throw"


def test_the_host_switches_advice_and_everybody_sees_it(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann, ben = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        assert not ann.table.advice
        await ann.ask("settings", seat=0, advice=True)
        await ben.quiet()
        assert ben.table.advice
        assert ben.table.undo, "that stays as it was"
        refused = await ben.ask("settings", seat=1, advice=False)
        assert refused.reason == "not-host"

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


def test_questions_are_limited(tmp_path: Path) -> None:
    few = Limits(**{**{name: getattr(GENEROUS, name) for name in GENEROUS.__dataclass_fields__}, "advice_burst": 2.0})
    with running(tmp_path / "games.db", few) as here:
        game = here.create([person("Ann"), person("Ben")], advice=True)
        answers = [advised(here, game, about="chances").status_code for _ in range(4)]
        assert answers[:2] == [200, 200]
        assert 429 in answers


def test_a_process_that_fails_is_replaced_and_too_many_are_told_to_wait() -> None:
    async def run() -> None:
        question = AdviceQuestion("none", [], "chances")
        broken = Judge(5.0, 2, (sys.executable, "-c", "import sys; sys.exit(3)"))
        with pytest.raises(Unavailable):
            await broken.ask(question)
        slow = Judge(0.5, 1, (sys.executable, "-m", "tests.server.silent_worker"))
        asked = asyncio.create_task(slow.ask(question))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="at once"):
            await slow.ask(question)
        with pytest.raises(Unavailable, match="too long"):
            await asked
        await slow.close()
        await broken.close()

    asyncio.run(run())
