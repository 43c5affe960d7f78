"""A bot as a program of its own, in Python without PassGo: it reads lines of JSON and writes lines of JSON.

    passgo tournament "cmd:python examples/line_bot.py" trader --matches 10
    passgo bot "cmd:python examples/line_bot.py" --seat "http://localhost:8000/g/GAME#seat=KEY"

docs/programs.md describes the lines. The bot buys what it lands on, bids up to the printed price, and builds.
"""

import json
import sys
from typing import Any

GLADLY = ("Refuse", "Build", "ClaimRent", "Throw", "EndTurn", "Decline", "KeepMortgage", "PassBuilding")
MUST = ("Withdraw", "PlaceBuilding", "PayFine", "UseCard", "Mortgage", "SellBuilding", "SellHotels", "GoBankrupt")
RESERVE = 200

prices: dict[int, int] = {}  # of the deeds, by square


def choose(view: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    """One of the legal actions, which can be sent back as they are; a bid needs its amount."""
    can: dict[str, dict[str, Any]] = {}
    for action in hand["legal"]:
        can.setdefault(action["kind"], action)
    here = view["players"][hand["seat"]]["square"]
    if "Buy" in can and hand["cash"] >= prices.get(here, 0) + RESERVE:
        return can["Buy"]
    if "Bid" in can:
        worth = prices.get(view["matters"][-1].get("square"), 0)
        if can["Bid"]["amount"] <= min(worth, hand["cash"] - RESERVE):
            return {"kind": "Bid", "amount": can["Bid"]["amount"]}
    for kind in (*GLADLY, *MUST):
        if kind in can and (kind != "Build" or hand["cash"] > 2 * RESERVE):
            return can[kind]
    return next(action for action in hand["legal"] if action["kind"] not in ("Offer", "Counter", "Bid", "Resign"))


def main() -> None:
    """Answer every question with an act."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "board":
            prices.update({deed["square"]: deed["price"] for deed in message["board"]["deeds"]})
        if message["type"] in ("welcome", "update"):
            hand, seq = message["hands"][0], message["seq"]
            act = {"id": f"{seq}", "seat": hand["seat"], "seq": seq, "action": choose(message["view"], hand)}
            print(json.dumps({"v": 1, "type": "act", **act}), flush=True)
        if message["type"] == "refused":
            print(message["text"], file=sys.stderr)


if __name__ == "__main__":
    main()
