"""Cut the chapters of a finished game into the file that plays on the first page.

    python web/scripts/showcase.py http://localhost:8000 GAME > web/src/screens/start/showcase.json

A chapter is a moment to begin with and the few moments after it that end in something worth seeing: a deal, a hotel,
the dearest rents, a bankruptcy, the end.
"""

import json
import sys
import urllib.request
from typing import Any

CHAPTERS = 8
MOMENTS = 4
"""How many moments of a chapter are played."""
WORTH = {"DealMade": 900, "WentBankrupt": 2000, "Built": 150, "GameWon": 10_000, "DeedBought": 60}


def fetch(address: str) -> Any:
    """What the server says."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        return json.load(answer)


def frames_of(server: str, game: str) -> tuple[list[Any], Any]:
    """Every moment of the game, and the last part as it came."""
    frames: list[Any] = []
    while True:
        part = fetch(f"{server}/api/games/{game}/replay?after={frames[-1]['seq'] if frames else 0}&limit=400")
        frames += part["frames"]
        if not part["more"]:
            return frames, part


def worth_of(frame: Any) -> int:
    """How much there is to see in a moment."""
    paid = max((event.get("amount", 0) for event in frame["events"] if event["kind"] == "Paid"), default=0)
    return max([paid, *(WORTH.get(event["kind"], 0) for event in frame["events"])])


def chapters_of(frames: list[Any]) -> list[list[Any]]:
    """The chapters, in order: the dearest moments of equal parts of the game, and its end."""
    size = len(frames) // CHAPTERS
    ends = [
        max(range(n * size + MOMENTS, (n + 1) * size), key=lambda at: worth_of(frames[at])) for n in range(CHAPTERS)
    ]
    ends[-1] = len(frames) - 1
    return [frames[end - MOMENTS : end + 1] for end in ends]


def main(server: str, game: str) -> None:
    """Write the file."""
    frames, part = frames_of(server, game)
    story = {
        "board": fetch(f"{server}/api/games/{game}/board"),
        "names": part["names"],
        "tokens": part["tokens"],
        "rounds": frames[-1]["view"]["round"] + 1,
        "chapters": chapters_of(frames),
    }
    json.dump(story, sys.stdout, separators=(",", ":"), sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
