"""The REST part: editions, boards, rules, games, exports, health, metrics."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from passgo import bots, editions, rulebook
from passgo.game import verify
from passgo.server.http import resources, schema
from passgo.server.http.endpoints import ENDPOINTS
from passgo.server.wire import protocol
from tests.server.play import BOT, FREE, Running, finish, person, running, sit

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def finished(here: Running) -> dict[str, Any]:
    """A game that is over."""
    return finish(here, BOT, {"kind": "bot", "bot": "trader"})


def test_editions_have_every_option_with_its_help_and_a_board_to_draw(here: Running) -> None:
    listed = here.get("/api/editions").json()
    assert [edition["edition"] for edition in listed] == list(editions.NAMES)
    for name in editions.NAMES:
        detail = msgspec.json.decode(here.get(f"/api/editions/{name}").content, type=resources.EditionDetail)
        assert [option.name for option in detail.options] == [option.name for option in editions.options(name)]
        assert all(option.help for option in detail.options)
        board = detail.board
        assert (len(board.squares), len(board.deeds), len(board.groups)) == (40, 28, 10)
        assert all(deed.price == 2 * deed.mortgage and deed.lift == deed.mortgage + deed.keep for deed in board.deeds)
        assert all(group.colour for group in board.groups)
        assert len(board.chance) == len(board.chest) == 16
    assert here.get("/api/editions/clasic").status_code == 404


def test_the_board_of_a_game_has_its_options(here: Running) -> None:
    game = here.create([person("Ann"), FREE], options={"mortgage_interest": 20, "jail_fine": 77})
    board = here.get(f"/api/games/{game['game']}/board", game["watch"]).json()
    assert board["jail_fine"] == 77
    assert board["deeds"][27]["keep"] == 40
    assert here.get(f"/api/games/{game['game']}/board").status_code == 403


def test_the_rulebook_is_searched_and_explains_itself(here: Running) -> None:
    found = here.get("/api/rules?q=third turn jail&edition=classic").json()
    assert found[0]["id"] == "jail.third-turn"
    assert len(here.get("/api/rules").json()) == len(rulebook.RULES)
    why = here.get("/api/rules/jail.doubles-then?edition=modern").json()
    assert why["why"] == rulebook.why("jail.doubles-then", "modern")
    assert why["options"] == ["jail_doubles_then"]
    ruling = here.get("/api/rules/auction.order?edition=classic").json()
    assert ruling["status"] == "ruling"
    extended = here.get("/api/rules/tax.luxury?edition=speed-die").json()
    assert extended["extends"] == ["classic"]
    assert extended["reading"]
    assert here.get("/api/rules/no.such-rule").status_code == 404
    assert here.get("/api/rules?edition=1812").status_code == 404


def test_the_text_of_a_finished_game_is_verified_by_the_command(
    here: Running, finished: dict[str, Any], tmp_path: Path
) -> None:
    answer = here.get(f"/api/games/{finished['game']}/record", finished["watch"])
    assert answer.status_code == 200
    assert verify(answer.text) > 10
    assert f"dealer: verifiable {finished['commit']}" in answer.text
    file = tmp_path / "game.txt"
    file.write_text(answer.text)
    command = [sys.executable, "-c", "from passgo.cli import main; main()", "verify", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    verdict = here.get(f"/api/games/{finished['game']}/verify", finished["watch"]).json()
    assert verdict["verified"] is True
    assert verdict["chance_events"] == verify(answer.text)
    assert verdict["commit"] == finished["commit"]


def test_json_and_parquet_tell_the_same_game(here: Running, finished: dict[str, Any], tmp_path: Path) -> None:
    path = f"/api/games/{finished['game']}/record"
    record = msgspec.json.decode(here.get(f"{path}?as=json", finished["watch"]).content, type=resources.Record)
    assert record.status == "finished"
    assert record.winners
    assert record.players[0] == "Ann"
    text = here.get(path, finished["watch"]).text
    said = [line for line in text.splitlines() if line.startswith(("dice", "card", "Ann:"))]
    assert [
        action for move in record.moves for action in move.actions if not action.startswith(("Bela", "Cleo", "Dov"))
    ] == said
    file = tmp_path / "game.parquet"
    file.write_bytes(here.get(f"{path}?as=parquet", finished["watch"]).content)
    ((rows,),) = duckdb.sql(f"SELECT count(*) FROM '{file}'").fetchall()
    assert rows == sum(len(move.events) for move in record.moves)
    assert here.get(f"{path}?as=pdf", finished["watch"]).status_code == 400


def test_a_finished_game_is_replayed_moment_by_moment(here: Running, finished: dict[str, Any]) -> None:
    path = f"/api/games/{finished['game']}/replay"
    frames: list[Any] = []
    more = True
    while more:
        after = frames[-1].seq if frames else 0
        content = here.get(f"{path}?after={after}&limit=50", finished["watch"]).content
        part = msgspec.json.decode(content, type=resources.Replay)
        assert part.names[0] == "Ann"
        frames += part.frames
        more = part.more
    assert frames[0].events[0].kind == "Paid"
    assert frames[-1].view.phase == "game-over"
    assert all(player.cash is not None for frame in frames for player in frame.view.players), "everything is told now"
    assert [frame.seq for frame in frames] == sorted({frame.seq for frame in frames})
    assert here.get(path).status_code == 403
    assert here.get(f"{path}?limit=9999", finished["watch"]).status_code == 400


def test_a_game_under_way_keeps_its_record_to_itself_unless_the_table_is_open(here: Running) -> None:
    private = here.create([person("Ann"), BOT])
    assert here.get(f"/api/games/{private['game']}/record", private["watch"]).status_code == 409
    open_table = here.create([person("Ann"), BOT], options={"table_cash_private": False})
    text = here.get(f"/api/games/{open_table['game']}/record", open_table["watch"]).text
    assert "secret:" not in text
    assert here.get(f"/api/games/{open_table['game']}/verify", open_table["watch"]).status_code == 409
    waiting = here.create([person("Ann"), FREE])
    assert here.get(f"/api/games/{waiting['game']}/record", waiting["watch"]).status_code == 409


def test_health_and_metrics(here: Running) -> None:
    assert here.get("/api/health").json()["healthy"] is True
    text = here.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["passgo_moves_total"]) >= 0
    assert float(figures['passgo_keep_seconds_bucket{le="+Inf"}']) == float(figures["passgo_keep_seconds_count"])
    for line in text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ", "passgo_"))


def test_the_description_is_served(here: Running) -> None:
    assert here.get("/api/openapi.json").json() == msgspec.json.decode(msgspec.json.encode(schema.openapi()))
    assert here.get("/api/protocol.json").json()["title"] == "PassGo protocol 1"


def test_answers_are_as_described(here: Running, finished: dict[str, Any]) -> None:
    """Each endpoint's answer is read with the type that its description names."""
    places = {"edition": "classic", "rule": "jail.card", "game": finished["game"]}
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET" and not isinstance(endpoint.answer, str):
            answer = here.get(endpoint.path.format(**places), finished["watch"])
            while answer.status_code == 202 and endpoint.later is not None:
                msgspec.json.decode(answer.content, type=endpoint.later, strict=True)
                answer = here.get(endpoint.path.format(**places), finished["watch"])
            assert answer.status_code == 200, endpoint.path
            msgspec.json.decode(answer.content, type=endpoint.answer, strict=True)


def test_nonsense_is_answered_with_a_problem_in_json(here: Running) -> None:
    for path in ("/api/nothing", "/api/games/zzz", "/api/games/" + "x" * 500, "/api/games/%00"):
        answer = here.get(path)
        assert answer.status_code == 404
        assert answer.json()["problem"]
    assert here.http.delete("/api/games").status_code == 405
    assert here.http.post("/api/games", content=b'{"edition":' + b"[" * 8000).status_code == 400
    assert here.get("/api/games?before=-1").status_code == 400
    assert here.get("/api/games?before=99999999999999999999").status_code == 400


def test_the_bots_are_listed(here: Running) -> None:
    listed = here.get("/api/bots").json()
    assert [bot["name"] for bot in listed if bot["level"]] == ["easy", "normal", "hard", "expert"]
    assert [bot["level"] for bot in listed] == sorted((bot["level"] for bot in listed), reverse=True)
    assert {bot["name"] for bot in listed} == set(bots.DESCRIPTIONS)


def test_the_browser_game_is_served_if_it_is_built(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>PassGo</title>")
    (static / "assets" / "app.js").write_text("1")
    with running(tmp_path / "games.db", static=static) as here:
        assert "<title>PassGo</title>" in here.get("/").text
        assert "<title>PassGo</title>" in here.get("/g/abcdef").text
        for page in ("/new", "/rules", "/rules/rent.railroad", "/g/abcdef/replay", "/g/abcdef/dice"):
            assert "<title>PassGo</title>" in here.get(page).text
        assert here.get("/assets/app.js").text == "1"
        assert "immutable" in here.get("/assets/app.js").headers["cache-control"]
        assert here.get("/").headers["cache-control"] == "no-cache"
        lost = here.http.get("/no/such/page", headers={"accept": "text/html"})
        assert lost.status_code == 404
        assert "<title>PassGo</title>" in lost.text
        assert here.get("/no/such/page").json()["problem"]
        assert here.http.get("/api/nothing", headers={"accept": "text/html"}).json()["problem"]
        assert here.get("/../games.db").status_code == 404
        assert here.get("/assets/%2e%2e/%2e%2e/games.db").status_code == 404
        assert here.get("/api/editions").status_code == 200


def test_the_example_client_plays_a_whole_game(here: Running) -> None:
    command = [sys.executable, str(ROOT / "examples" / "client.py"), here.url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert "the game is over" in done.stdout, done.stderr
    link = done.stdout.split()[-1]
    assert verify(here.get(link.removeprefix(here.url)).text) > 10, "the link that it prints works"
    code = (ROOT / "examples" / "client.py").read_text().split('"""', 2)[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


def test_a_game_says_whether_it_waits_for_whoever_asks(here: Running) -> None:
    options = {"setup_first_player": "first-seat", "short_game": True, "short_deal": 3}
    game = here.create([person("Ann"), person("Ben")], options=options)
    ann, ben = (seat["key"] for seat in game["seats"])
    path = f"/api/games/{game['game']}"
    deeds = here.get(f"{path}/board", ann).json()["deeds"]

    def asked(key: str) -> bool:
        return bool(here.get(path, key).json()["asked"])

    async def offer() -> None:
        client = await sit(here, game["game"], ann)
        bens = next(deed["square"] for deed, owner in zip(deeds, client.view.owner, strict=True) if owner == 1)
        answer = await client.act(0, {"kind": "Offer", "other": 1, "give_cash": 10, "take": [bens]})
        assert isinstance(answer, protocol.Done)
        await client.socket.close()

    assert asked(ann)
    assert not asked(ben)
    assert not asked(game["watch"])
    asyncio.run(offer())
    assert asked(ben), "an offer waits for an answer"
    waiting = here.create([person("Ann"), FREE])
    assert not here.get(f"/api/games/{waiting['game']}", waiting["seats"][0]["key"]).json()["asked"]
