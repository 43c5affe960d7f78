"""The entrance: after a restart the first to come are served while the last still wait."""

import asyncio

from passgo.server.wire.entrance import AT_ONCE, MOST_UNSERVED, Entrance
from tests.server.flood import HANDSHAKE, line_to
from tests.server.play import Running


def test_those_inside_have_their_turn_between_those_who_come() -> None:
    asyncio.run(let_a_crowd_in())


async def let_a_crowd_in() -> None:
    entrance, order = Entrance(), list[str]()

    def enter(n: int) -> None:
        order.append(f"enters {n}")
        asyncio.get_running_loop().call_soon(order.append, f"is served {n}")

    for n in range(3 * AT_ONCE):
        entrance.come(lambda n=n: enter(n))  # type: ignore[misc]
    while len(order) < 6 * AT_ONCE:
        await asyncio.sleep(0)
    assert [line for line in order if "enters" in line] == [f"enters {n}" for n in range(3 * AT_ONCE)]
    assert order.index("is served 0") < order.index(f"enters {2 * AT_ONCE}")


def test_whom_a_game_waits_for_comes_first_and_one_in_eight_is_somebody_else() -> None:
    asyncio.run(let_in_who_is_asked())


async def let_in_who_is_asked() -> None:
    entrance, came = Entrance(), list[str]()
    for _ in range(AT_ONCE):  # nobody waits outside yet
        entrance.come(lambda: came.append("at once"))
    for _ in range(20):
        entrance.come(lambda: came.append("other"))
    for _ in range(14):
        entrance.come(lambda: came.append("asked"), asked=True)
    while len(came) < AT_ONCE + 34:
        await asyncio.sleep(0)
    outside = came[AT_ONCE:]
    assert outside[:16] == [*["asked"] * 7, "other"] * 2
    assert outside[16:] == ["other"] * 18


def test_who_is_asked_is_not_kept_waiting_while_many_wait_for_their_welcome() -> None:
    asyncio.run(let_in_who_is_asked_one_by_one())


async def let_in_who_is_asked_one_by_one() -> None:
    entrance, came = Entrance(), list[str]()
    for guest in range(MOST_UNSERVED):
        entrance.greet(guest)
    for _ in range(9):
        entrance.come(lambda: came.append("other"))
    for _ in range(7):
        entrance.come(lambda: came.append("asked"), asked=True)
    async with asyncio.timeout(30):
        while len(came) < 8:
            await asyncio.sleep(0.001)
    assert came[:8] == ["other", *["asked"] * 7], "the first found nobody before it"


def test_while_many_wait_for_their_welcome_others_are_let_in_one_by_one_and_never_locked_out() -> None:
    asyncio.run(let_in_while_many_wait())


async def let_in_while_many_wait() -> None:
    entrance, came = Entrance(), list[int]()
    for guest in range(MOST_UNSERVED):
        entrance.greet(guest)
    for n in range(AT_ONCE):
        entrance.come(lambda n=n: came.append(n))  # type: ignore[misc]
    assert came == [0]
    async with asyncio.timeout(30):
        while len(came) < 3:
            await asyncio.sleep(0.001)
    entrance.serve(0)
    async with asyncio.timeout(30):
        while len(came) < AT_ONCE:
            await asyncio.sleep(0.001)
    assert came == list(range(AT_ONCE))


def test_a_crowd_of_handshakes_is_answered_and_a_wrong_one_among_them_refused(here: Running) -> None:
    lines = [line_to(here) for _ in range(2 * AT_ONCE)]
    for n, line in enumerate(lines):
        line.sendall(HANDSHAKE if n else HANDSHAKE.replace(b": 13", b": 12"))
    for line in lines:
        line.settimeout(60)
    answers = [line.recv(4096) for line in lines]
    assert answers[0].startswith(b"HTTP/1.1 400"), answers[0]
    assert all(answer.startswith(b"HTTP/1.1 101") for answer in answers[1:])
    for line in lines:
        line.close()
