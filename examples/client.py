"""A program that plays on a PassGo server: `python examples/client.py http://localhost:8000` plays a game against bots.

It needs `pip install httpx websockets`. docs/protocol.md describes the protocol.
"""

import asyncio
import json
import random
import sys
from typing import Any

import httpx
from websockets.asyncio.client import connect

EASY = (
    *("Refuse", "Buy", "Throw", "EndTurn", "Withdraw", "KeepMortgage", "PassBuilding", "PlaceBuilding"),
    *("Mortgage", "SellBuilding", "GoBankrupt"),
)


def choose(hand: dict[str, Any]) -> dict[str, Any]:
    """A simple legal action. The server sends the legal actions in the form in which they can be sent back."""
    by_kind = {action["kind"]: action for action in hand["legal"]}
    simple = [by_kind[kind] for kind in EASY if kind in by_kind]
    others = [action for action in hand["legal"] if action["kind"] not in ("Resign", "Offer", "Counter", "Bid")]
    return simple[0] if simple else random.choice(others)


async def play(server: str) -> str:
    """Play one game to its end, and say where its record is. The game is public, so the record needs no key."""
    seats = [{"mine": True, "name": "Program"}, {"kind": "bot"}, {"kind": "bot"}]
    answer = httpx.post(f"{server}/api/games", json={"edition": "classic", "seats": seats, "public": True})
    game = answer.raise_for_status().json()
    async with connect(f"{server.replace('http', 'ws', 1)}/socket", max_size=None) as socket:
        hello = {"v": 1, "type": "hello", "game": game["game"], "seats": [game["seats"][0]["key"]]}
        await socket.send(json.dumps(hello))
        async for text in socket:
            message = json.loads(text)
            table = message.get("table", {})
            if table.get("status") == "finished":
                return f"the game is over, see {server}/api/games/{game['game']}/record"
            view = message.get("view")
            if view and (0 in view["waiting"] or view.get("next") == 0):  # the game waits for us
                action = choose(message["hands"][0])
                move = {"id": f"m{message['seq']}", "seat": 0, "seq": message["seq"], "action": action}
                await socket.send(json.dumps({"v": 1, "type": "act", **move}))  # the id makes a retry harmless
    return "the connection was lost"


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000")))
