"""What stands on the screen, at 80 x 24 and at 160 x 50, compared with files that people have looked at.

PASSGO_LOOK=1 writes the files anew; look at them before you keep them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from passgo import Game
from passgo.terminal.local_table import LocalTable
from tests.terminal.tables import SMALL, WIDE, Watch, program_of, run_program, screen_text, table_from

SCREENS = Path(__file__).parent / "screens"
OFFERED: dict[str, Any] = {
    "players": {
        "Ann": {"deeds": {"park place": 1, "boardwalk": 2, "kentucky avenue": "mortgaged"}, "cash": 900},
        "Ben": {"deeds": {"st. james place": 0, "baltic avenue": 0, "mediterranean avenue": 0}, "square": "jail"},
        "Margarete von Hohenstein-Aue": {"deeds": ["electric company"], "jail_cards": ["chance"]},
        "Theo": {"deeds": ["short line", "reading railroad"], "square": "jail", "jail": 2},
    },
    "on_turn": "Ann",
    "phase": "before-throw",
}
PLAYED = (Path(__file__).parents[1] / "golden" / "classic-whole-game.txt").read_text(encoding="utf-8")
Maker = Callable[[], LocalTable]


def first(names: tuple[str, ...] = ("Ann", "Ben", "Cy")) -> LocalTable:
    """A new game in which the person is first to play: no bot has done anything."""
    return LocalTable(Game("classic", names, seed=3, setup_first_player="first-seat"), names[:1], "normal")


def played() -> LocalTable:
    """The middle of a game that was played once, whatever the bots would do today."""
    game = Game.from_record(PLAYED)
    while (game.turn, game.phase) != (40, "before-throw"):
        game.undo()
    return LocalTable(game, ("Ann",), "normal")


def called() -> LocalTable:
    """An auction in which two have bidden, with a clock."""
    game = Game("classic", ("Ann", "Ben", "Cy"), seed=3, setup_first_player="first-seat")
    for player, action in (("Ann", "throw"), ("Ann", "decline"), ("Ben", "bid 50"), ("Cy", "bid 75")):
        game.play(action, player)
    return LocalTable(game, ("Ann",), "normal", call_s=30, now_s=Watch())


TABLES: dict[str, tuple[Maker, list[str]]] = {
    "beginning": (first, []),
    "eight": (lambda: first(tuple("ABCDEFGH")), []),
    "middle": (played, []),
    "log": (played, ["tab", "tab", "up", "up"]),
    "refused": (first, ["e"]),
    "auction": (called, []),
    "deal": (lambda: table_from(OFFERED), ["d", "space", "tab", "5", "0", "tab", "space"]),
    "build": (lambda: table_from(OFFERED), ["g", "plus"]),
    "mortgage": (lambda: table_from(OFFERED), ["m"]),
    "deeds": (lambda: table_from(OFFERED), ["l", "end"]),
    "why": (first, ["t", "question_mark"]),
    "rules": (first, ["slash", *"auction"]),
    "keys": (first, ["f1"]),
    "leave": (first, ["q"]),
}


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "160x50"])
@pytest.mark.parametrize("name", TABLES)
def test_the_screen_is_as_it_was_looked_at(name: str, size: tuple[int, int]) -> None:
    make, keys = TABLES[name]
    seen = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        seen.append(screen_text(program_of(pilot)))

    run_program(make(), script, size)
    path = SCREENS / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("PASSGO_LOOK"):
        path.write_text(seen[0], encoding="utf-8")
    assert seen[0] == path.read_text(encoding="utf-8")
    assert all(len(line) <= size[0] for line in seen[0].splitlines())
