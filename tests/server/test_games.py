"""Creating, joining, watching, leaving, coming back: what people do around a game."""

import asyncio

import pytest

from passgo.server.wire import protocol
from tests.server.play import BOT, FREE, Running, person, play_simply, sit


def test_a_game_is_created_with_edition_options_bots_and_levels(here: Running) -> None:
    game = here.create(
        [person("Ann", token="bell"), FREE, {"kind": "bot", "bot": "trader", "name": "Robo"}],
        edition="modern",
        options={"short_game": True, "table_cash_private": "off"},
        title="Friday",
        public=True,
    )
    line = here.get(f"/api/games/{game['game']}").json()
    assert line["edition"] == "modern"
    assert line["title"] == "Friday"
    assert line["status"] == "open"
    assert line["options"] == {"short_game": True, "table_cash_private": False}
    assert [(seat["kind"], seat["name"]) for seat in line["seats"]] == [
        ("person", "Ann"),
        ("free", ""),
        ("bot", "Robo"),
    ]
    assert line["seats"][0]["token"] == "bell"
    assert [seat["seat"] for seat in game["seats"]] == [0]


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        ({"edition": "clasic"}, "did you mean classic"),
        ({"options": {"free_beer": True}}, "no option is called"),
        ({"options": {"setup_cash": -5}}, "setup_cash"),
        ({"seats": [FREE, FREE]}, "must be yours"),
        ({"seats": [person("Ann"), {"kind": "bot", "bot": "hal"}]}, "there is no bot"),
        ({"seats": [person("Ann"), {"kind": "bot", "bot": "recluse"}]}, "there is no bot"),  # it is to spar with
        ({"seats": [person("Ann"), person("ann")]}, "two players are called"),
        ({"seats": [person("Bank"), FREE]}, "means something else"),
        ({"seats": [person("\u202e\u200b"), FREE]}, "not empty"),
        ({"seats": [person("Ann", token="boot"), FREE]}, "no token is called"),
        ({"seats": [person("Ann")]}, "seats"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(here: Running, wishes: dict[str, object], complaint: str) -> None:
    wish = {"edition": "classic", "seats": [person("Ann"), FREE], **wishes}
    answer = here.http.post("/api/games", json=wish)
    assert answer.status_code == 400
    assert complaint in answer.json()["problem"]


def test_open_and_finished_games_are_listed_if_they_are_public(here: Running) -> None:
    shown = here.create([person("Ann"), FREE], public=True)["game"]
    hidden = here.create([person("Ann"), FREE])["game"]
    listed = {line["game"] for line in here.get("/api/games?status=open").json()}
    assert shown in listed
    assert hidden not in listed
    assert here.get("/api/games?status=closed").status_code == 400


def test_one_joins_by_link_without_an_account_and_picks_name_and_token(here: Running) -> None:
    game = here.create([person("Ann", token="kite"), FREE, FREE])
    path = f"/api/games/{game['game']}/seats"
    assert here.http.post(path, json={"name": "Ben"}).status_code == 403
    assert here.http.post(path, json={"name": "Ben", "invite": game["watch"]}).status_code == 403
    taken = here.http.post(path, json={"name": "Ben", "invite": game["invite"], "token": "kite"})
    assert taken.status_code == 400
    assert "two players picked the kite" in taken.json()["problem"]
    assert here.http.post(path, json={"name": "ANN", "invite": game["invite"]}).status_code == 400
    joined = here.join(game, "Ben", token="moon")
    assert joined["seat"] == 1
    line = here.get(f"/api/games/{game['game']}", joined["key"]).json()
    assert line["seats"][1] == {"kind": "person", "name": "Ben", "token": "moon"}
    assert here.join(game, "Cy")["seat"] == 2
    assert here.http.post(path, json={"name": "Dee", "invite": game["invite"]}).status_code == 409
    assert here.get(f"/api/games/{game['game']}", joined["key"]).json()["status"] == "playing"


def test_two_people_play_and_a_spectator_looks_on(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        joined = here.join(game, "Ben")
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        ben = await sit(here, game["game"], joined["key"])
        eve = await sit(here, game["game"], watch=game["watch"])
        assert (ann.welcome.you, ben.welcome.you, eve.welcome.you) == ([0], [1], [])
        await ann.quiet()
        first, other = (ann, ben) if ann.view.waiting == [0] else (ben, ann)
        seat = first.welcome.you[0]
        done = await first.act(seat, {"kind": "Throw"})
        assert isinstance(done, protocol.Done)
        for client in (other, eve):
            update = await client.until(lambda message: isinstance(message, protocol.Update))
            assert update.seq == done.seq
            assert update.events[0].kind == "DiceThrown"
        assert other.view == eve.view == first.view
        assert eve.hands == {}
        refused = await eve.ask("act", seat=seat, seq=eve.seq, action={"kind": "Throw"})
        assert refused.reason == "not-your-seat"

    asyncio.run(run())


def test_links_to_watch_are_no_links_to_play_and_a_private_game_needs_one(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        keys = {game["seats"][0]["key"], game["invite"], game["watch"]}
        assert len(keys) == 3
        for keys_shown, watch in (([game["watch"]], None), ([game["invite"]], None), ([], game["invite"]), ([], None)):
            client = await sit(here, game["game"], *keys_shown, watch=watch)
            assert isinstance(client.messages[0], protocol.Bye)
            assert client.messages[0].reason == "bad-key"
            assert await client.closed() == 4403

    asyncio.run(run())


def test_the_host_starts_and_free_seats_go_to_bots(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        joined = here.join(game, "Ben")
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        ben = await sit(here, game["game"], joined["key"])
        assert (await ben.ask("start", seat=1)).reason == "not-host"
        assert (await ann.ask("act", seat=0, seq=ann.seq, action={"kind": "Throw"})).reason == "not-playing"
        assert isinstance(await ann.ask("start", seat=0), protocol.Done)
        assert ann.table.status == "playing"
        assert [seat.kind for seat in ann.table.seats] == ["person", "person", "bot"]
        assert (await ann.ask("start", seat=0)).reason == "not-open"

    asyncio.run(run())


def test_before_the_game_one_may_leave_and_the_seat_is_free_again(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        joined = here.join(game, "Ben")
        ann = await sit(here, game["game"], game["seats"][0]["key"], watch=game["watch"])
        assert isinstance(await ann.ask("leave", seat=0), protocol.Done)
        assert ann.table.seats[0].kind == "free"
        assert ann.table.seats[1].host, "the next person is host"
        again = await ann.ask("leave", seat=0)
        assert again.reason == "not-your-seat", "the key is worth nothing any more"
        taken = here.join(game, "Dee", seat=0)
        assert taken["seat"] == 0
        old = await sit(here, game["game"], game["seats"][0]["key"])
        assert old.messages[0].reason == "bad-key"
        ben = await sit(here, game["game"], joined["key"])
        await ben.ask("leave", seat=1)
        dee = await sit(here, game["game"], taken["key"])
        await dee.ask("leave", seat=0)
        assert here.get(f"/api/games/{game['game']}", game["watch"]).json()["status"] == "abandoned"

    asyncio.run(run())


def test_a_seat_comes_back_on_any_device(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT])
        key = game["seats"][0]["key"]
        phone = await sit(here, game["game"], key)
        await phone.until(lambda m: 0 in m.view.waiting) if phone.view.waiting != [0] else None
        await phone.act(0, {"kind": "Throw"})
        await phone.socket.close()
        desk = await sit(here, game["game"], key)
        assert desk.welcome.you == [0]
        assert desk.hands[0].cash > 0
        both = await sit(here, game["game"], key)
        assert both.hands[0].cash == desk.hands[0].cash

    asyncio.run(run())


def test_hot_seat_one_connection_holds_several_seats(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben"), BOT])
        keys = [seat["key"] for seat in game["seats"]]
        client = await sit(here, game["game"], *keys)
        assert client.welcome.you == [0, 1]
        await play_simply(client, [0, 1], 12)
        assert sorted(client.hands) == [0, 1]
        assert (await client.ask("act", seat=2, seq=client.seq, action={"kind": "Throw"})).reason == "not-your-seat"

    asyncio.run(run())


def test_leaving_a_running_game_gives_the_seat_to_a_bot_until_one_is_back(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben"), BOT])
        ann, ben = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        assert isinstance(await ann.ask("leave", seat=0), protocol.Done)
        assert ann.table.seats[0].away
        assert ann.table.seats[0].bot
        await ben.quiet()
        assert ben.table.seats[0].away
        for _ in range(6):  # Ben plays; the bot of Ann's seat answers by itself
            await play_simply(ben, [1], 3)
        moves = [e for m in ben.messages if isinstance(m, protocol.Update) for e in m.events if e.player == 0]
        assert any(event.kind == "DiceThrown" for event in moves)
        assert isinstance(await ann.ask("back", seat=0), protocol.Done)
        assert not ann.table.seats[0].away

    asyncio.run(run())


def test_a_new_link_can_be_asked_for(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        watch = await ann.ask("invite", seat=0, to="watch")
        assert watch.key != game["watch"]
        eve = await sit(here, game["game"], watch=watch.key)
        assert eve.welcome.you == []
        play = await ann.ask("invite", seat=0, to="play")
        assert here.join({**game, "invite": play.key}, "Ben")["seat"] == 1

    asyncio.run(run())
