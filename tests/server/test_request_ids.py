"""A request whose answer was lost is sent again: it is done once, and answered as the first time."""

import asyncio
import secrets
from typing import Any

import httpx
import msgspec

from passgo.server.wire import protocol
from tests.server.play import FREE, Running, person, play_simply, sit

USED = "another request had this id: an id is for one request"
WISH: dict[str, Any] = {"edition": "classic", "seats": [person("Ann"), FREE]}


def new_id() -> str:
    return secrets.token_urlsafe(24)


def test_a_game_is_created_once_however_often_it_is_asked_for(here: Running) -> None:
    wish = {**WISH, "id": new_id()}
    first, again = (here.http.post("/api/games", json=wish) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json(), "the same game, seats and links"
    assert here.http.post("/api/games", json={**WISH, "id": new_id()}).json()["game"] != first.json()["game"]
    assert here.http.post("/api/games", json=WISH).json() != here.http.post("/api/games", json=WISH).json()

    async def run() -> None:
        ann = await sit(here, again.json()["game"], again.json()["seats"][0]["key"])
        assert ann.welcome.you == [0]

    asyncio.run(run())


def test_an_id_is_for_one_request(here: Running) -> None:
    wish = {**WISH, "id": new_id()}
    here.http.post("/api/games", json=wish)
    other = here.http.post("/api/games", json={**wish, "title": "Another table"})
    assert other.status_code == 409
    assert "seats" not in other.json()


def test_many_who_ask_at_the_same_time_get_one_game(here: Running) -> None:
    wish = {**WISH, "id": new_id()}

    async def run() -> set[str]:
        async with httpx.AsyncClient(base_url=here.url, timeout=30) as http:
            answers = await asyncio.gather(*(http.post("/api/games", json=wish) for _ in range(8)))
        assert {answer.status_code for answer in answers} == {201}
        return {answer.text for answer in answers}

    assert len(asyncio.run(run())) == 1


def test_a_seat_is_taken_once_and_answered_again_also_when_the_game_has_gone_on(here: Running) -> None:
    game = here.create([person("Ann"), FREE, FREE], options={"setup_first_player": "first-seat"})
    wish = {"name": "Ben", "invite": game["invite"], "id": new_id()}
    where = f"/api/games/{game['game']}/seats"
    first, again = (here.http.post(where, json=wish) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert here.join(game, "Cy")["seat"] != first.json()["seat"]

    async def run() -> None:
        keys = [game["seats"][0]["key"], first.json()["key"]]
        client = await sit(here, game["game"], *keys)
        assert client.table.status == "playing"
        await play_simply(client, [0, first.json()["seat"]], 1)

    asyncio.run(run())
    assert here.http.post(where, json=wish).json() == first.json()
    assert here.http.post(where, json={**wish, "id": new_id()}).status_code == 409
    assert here.http.post(where, json={**wish, "invite": None}).status_code == 403, "an id is no invitation"


def test_the_log_does_not_keep_ids_that_are_as_good_as_keys(here: Running) -> None:
    wish = {**WISH, "id": new_id()}
    game = here.http.post("/api/games", json=wish).json()
    joined = {"name": "Ben", "invite": game["invite"], "id": new_id()}
    here.http.post(f"/api/games/{game['game']}/seats", json=joined)
    log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
    kept = b"".join(entry.body + entry.move.encode() for entry in log)
    assert wish["id"].encode() not in kept
    assert joined["id"].encode() not in kept
    assert joined["id"].encode() not in kept


def test_requests_of_a_seat_are_answered_as_the_first_time_however_late(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        await client.act(seat, {"kind": "Throw"})
        asked = await client.ask("undo", seat=seat, id="u")
        await client.quiet()
        consent = {"seat": 1 - seat, "seq": client.table.undo_asked.seq, "agree": True, "id": "c"}
        agreed = await client.ask("consent", **consent)
        invited = await client.ask("invite", seat=0, to="watch", id="i")
        spoken = await client.ask("chat", seat=0, text="hello", id="t")
        assert isinstance(invited, protocol.Invited)
        for number in range(12):
            await client.ask("chat", seat=0, text=f"line {number}")
        await play_simply(client, [0, 1], 6)
        for over in (False, True):
            seq = client.seq
            assert await client.ask("undo", seat=seat, id="u") == asked
            assert await client.ask("consent", **consent) == agreed
            assert await client.ask("invite", seat=0, to="watch", id="i") == invited
            assert await client.ask("chat", seat=0, text="hello", id="t") == spoken
            assert client.seq == seq, "nothing was done twice"
            if not over:
                await client.act(0, {"kind": "Resign"})
                assert client.table.status == "finished"
        watcher = await sit(here, game["game"], watch=invited.key)
        assert watcher.welcome.you == []

    asyncio.run(run())


def test_a_seq_that_the_table_has_not_reached_is_refused(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        refused = await client.act(seat, {"kind": "Throw"}, seq=client.seq + 1000)
        assert refused.reason == "future"
        assert isinstance(await client.act(seat, {"kind": "Throw"}), protocol.Done)

    asyncio.run(run())


def test_an_id_is_for_one_request_of_a_seat_whatever_it_is(here: Running) -> None:
    """Any request with the id of another kind, or of another body, is refused; it does nothing, and gets no key."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        requests: list[tuple[str, dict[str, Any]]] = [
            ("chat", {"text": "hello"}),
            ("chat", {"text": "hallo"}),
            ("chat", {"phrase": "hello"}),
            ("invite", {"to": "watch"}),
            ("invite", {"to": "play"}),
            ("settings", {"undo": True}),
            ("settings", {"undo": False}),
            ("leave", {}),
            ("act", {"seq": client.seq, "action": {"kind": "Throw"}}),
            ("act", {"seq": client.seq, "action": {"kind": "Resign"}}),
            ("undo", {}),
            ("undo", {"seq": client.seq}),
            ("consent", {"seq": 1, "agree": True}),
            ("start", {}),
            ("back", {}),
        ]
        for n, (kind, fields) in enumerate(requests[:5]):
            first = await client.ask(kind, seat=seat, id=f"i{n}", **fields)
            assert not isinstance(first, protocol.Refused)
            seq = client.seq
            for other, others in requests:
                answer = await client.ask(other, seat=seat, id=f"i{n}", **others)
                if (other, others) == (kind, fields):
                    assert answer == first
                else:
                    assert isinstance(answer, protocol.Refused), (kind, other)
                    assert answer.reason == "id-used"
            await client.ask("ping")
            assert client.seq == seq, "nothing was done"
        thrown = await client.act(seat, {"kind": "Throw"}, id="move")
        assert isinstance(thrown, protocol.Done)
        for other, others in requests:
            assert (await client.ask(other, seat=seat, id="move", **others)).reason == "id-used"
        assert isinstance(await client.ask("chat", seat=1 - seat, text="mine", id="move"), protocol.Done)

    asyncio.run(run())


def test_an_id_that_was_looked_up_in_the_log_is_for_one_request_too(here: Running) -> None:
    """The table remembers the latest ids itself; older ones, and those of moves taken back, are in the log alone."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        await client.act(seat, {"kind": "Throw"}, id="thrown")
        await client.ask("undo", seat=seat)
        await client.ask("consent", seat=1 - seat, agree=True)
        for number in range(12):
            await client.ask("chat", seat=0, text=f"line {number}", id=f"line-{number}")
        assert (await client.act(seat, {"kind": "Throw"}, id="thrown")).reason == "id-used", "it is another throw"
        assert (await client.ask("chat", seat=0, text="another", id="line-0")).reason == "id-used"
        assert (await client.ask("invite", seat=0, to="play", id="line-0")).reason == "id-used"
        assert isinstance(await client.ask("chat", seat=0, text="line 0", id="line-0"), protocol.Done)

    asyncio.run(run())


def test_a_seat_is_not_given_again_for_another_wish_with_the_same_id(here: Running) -> None:
    game = here.create([person("Ann"), FREE, FREE, FREE], id="the-id-of-the-game-itself")
    wish = {"name": "Ben", "invite": game["invite"], "id": "an-id-for-one-seat"}
    path = f"/api/games/{game['game']}/seats"
    first = here.http.post(path, json=wish)
    assert first.status_code == 201
    assert here.http.post(path, json=wish).json() == first.json()
    for other in ({"name": "Cy"}, {"seat": 3}, {"token": "dog"}, {"name": "Ben "}):
        refused = here.http.post(path, json={**wish, **other})
        assert (refused.status_code, refused.json()["problem"]) == (409, USED)
    refused = here.http.post(path, json={**wish, "id": "the-id-of-the-game-itself"})
    assert (refused.status_code, refused.json()["problem"]) == (409, USED)
    assert here.http.post(path, json=wish).json() == first.json()


def test_requests_of_a_log_without_marks_are_known_by_their_kind(here: Running) -> None:
    """As earlier versions kept them."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        table = here.server.lobby.rooms[game["game"]].table
        said = await client.ask("chat", seat=0, text="hello", id="old")
        known = dict(table.state.requests)
        (key,) = (key for key in known if key.endswith(":old"))
        table.state.requests = {**known, key: msgspec.structs.replace(known[key], mark="")}
        assert await client.ask("chat", seat=0, text="hello", id="old") == said
        assert (await client.ask("invite", seat=0, to="play", id="old")).reason == "id-used"

    asyncio.run(run())


def test_what_was_refused_is_refused_again_whatever_has_become_of_the_game(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        requests: list[tuple[str, dict[str, Any]]] = [
            ("undo", {}),
            ("consent", {"seq": 100, "agree": True}),
            ("start", {}),
            ("act", {"seq": client.seq + 1, "action": {"kind": "EndTurn"}}),
        ]
        refused = [await client.ask(kind, seat=seat, id=f"r{n}", **more) for n, (kind, more) in enumerate(requests)]
        assert [answer.reason for answer in refused] == ["no-undo", "no-undo", "not-open", "future"]
        await client.act(seat, {"kind": "Throw"})
        position = client.view
        for n, (kind, more) in enumerate(requests):
            assert await client.ask(kind, seat=seat, id=f"r{n}", **more) == refused[n]
            assert (await client.ask("chat", seat=seat, text="hi", id=f"r{n}")).reason == "id-used"
        assert client.view == position
        assert client.table.undo_asked is None, "an undo that was refused asks nobody later"

    asyncio.run(run())
