"""A process in which bots misbehave: it is the server's own, with a few bots more."""

import os
import time
from typing import Any

from passgo import bots
from passgo.bots import BundledBot
from passgo.rules import codes
from passgo.server.bots import worker


def hang(*asked: Any) -> None:
    time.sleep(3600)


def fail(*asked: Any) -> None:
    raise ZeroDivisionError("a bot divides by nothing")


def crash(*asked: Any) -> None:
    os._exit(3)


def cheat(games: Any, i: int, editions: Any, e: int, player: int, actions: Any, j: int, memory: Any, m: int) -> None:
    """Throw sixes, in the name of chance."""
    actions[j].kind, actions[j].player = codes.DICE, 10
    actions[j].dice[:] = (6, 6, 0)


def forbidden(
    games: Any, i: int, editions: Any, e: int, player: int, actions: Any, j: int, memory: Any, m: int
) -> None:
    """Something unlawful."""
    actions[j].kind, actions[j].player = 31, player


BAD = {"hang": hang, "fail": fail, "crash": crash, "cheat": cheat, "forbidden": forbidden}

if __name__ == "__main__":
    bots.BOTS.update({name: BundledBot(policy, "bad") for name, policy in BAD.items()})
    worker.main()
