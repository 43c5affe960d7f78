"""Play games against three bots, and keep what happened: `src/state/pace.test.ts` counts by it how long one waits.

    python web/scripts/pace.py > web/src/state/pace.json

A bot plays the first seat, too. Kept is of each event what its picture needs, of the first rounds of each game.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.server.play import Running, person, running, sit

GAMES, ROUNDS = 3, 16
KEPT = ("kind", "player", "other", "square", "amount", "dice", "deck", "card", "asked", "level")
OPTIONS = {"setup_first_player": "first-seat", "table_cash_private": False}
STILL = {"decision": 0, "call": 0, "grace": 0}


async def played(here: Running) -> list[list[dict[str, Any]]]:
    """The messages of a game, each as its events."""
    bots = [{"kind": "bot", "bot": "normal"}] * 3
    game = here.create([person("Ann"), *bots], options=OPTIONS, clock=STILL)
    key = game["seats"][0]["key"]
    ann = await sit(here, game["game"], key)
    await ann.ask("leave", seat=0)
    watcher = await sit(here, game["game"], watch=game["watch"])
    while watcher.view.round < ROUNDS and not watcher.view.winners:
        await watcher.read()
    frames: list[Any] = []
    more = True
    while more:
        after = frames[-1]["seq"] if frames else 0
        part = here.get(f"/api/games/{game['game']}/replay?limit=500&after={after}", key).json()
        frames += part["frames"]
        more = part["more"]
    return [[slim(event) for event in frame["events"]] for frame in frames if frame["view"]["round"] < ROUNDS]


def slim(event: dict[str, Any]) -> dict[str, Any]:
    """What of an event is kept."""
    return {name: event[name] for name in KEPT if event.get(name) not in (None, [], "")}


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "games.db") as here:
        games = [asyncio.run(played(here)) for _ in range(GAMES)]
    json.dump(games, sys.stdout, separators=(",", ":"))
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
