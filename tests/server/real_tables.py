"""Real tables for tests: created, joined by a tablet, and played by a robot that throws dice."""

import random
from typing import Any

from passgo.server.wire import protocol
from tests.server.play import Client, Running, person, simple, sit

CLOCK = {"decision": 0, "call": 0, "grace": 0, "hour": 0}
FIRST = {"setup_first_player": "first-seat"}


def real_table(here: Running, edition: str = "classic", people: int = 2, **options: Any) -> dict[str, Any]:
    names = ("Ann", "Ben", "Cy")[:people]
    wishes: dict[str, Any] = {"edition": edition, "clock": CLOCK, "dealer": "typed", "options": {**FIRST, **options}}
    return here.create([person(name) for name in names], **wishes)


async def tablet_at(here: Running, game: dict[str, Any], **settings: Any) -> Client:
    return await sit(here, game["game"], *(seat["key"] for seat in game["seats"]), **settings)


async def say(client: Client, **fields: Any) -> Any:
    """Say what dice or cards show; the answer."""
    return await client.ask("chance", seat=0, seq=client.seq, **fields)


class Dice:
    """A robot at a real table."""

    def __init__(self, seed: int) -> None:
        self.chooser = random.Random(seed)

    async def play(self, tablet: Client, most: int = 4000) -> None:
        for n in range(most):
            if tablet.table.status != "playing":
                return
            answer = await self.step(tablet)
            assert isinstance(answer, protocol.Done), answer
            if n % 40 == 17 and tablet.table.status == "playing":
                await tablet.ask("undo", seat=0, seq=tablet.seq, reason=f"slip {n}")
                await tablet.quiet(0.05)
            if tablet.view.winners and tablet.table.status == "playing":
                await tablet.until(lambda message: isinstance(message, protocol.TableChanged))

    async def step(self, tablet: Client) -> Any:
        wanted, view = tablet.view.chance, tablet.view
        if wanted is None:
            seat = next(s for s in range(len(view.players)) if s in view.waiting or view.next == s)
            return await tablet.act(seat, simple(tablet.hands[seat].legal))
        if wanted.kind == "card":
            return await say(tablet, card=self.chooser.choice(wanted.cards))
        if wanted.kind == "deed":
            return await say(tablet, square=self.chooser.choice(wanted.squares))
        return await say(tablet, dice=[self.chooser.randint(1, 6) for _ in range(wanted.dice)])
