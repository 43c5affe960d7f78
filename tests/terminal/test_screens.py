"""What stands on the screen, at 80 x 24 and at 160 x 50, compared with files that people have looked at.

PASSGO_LOOK=1 writes the files anew; look at them before you keep them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from passgo.terminal.local_table import LocalTable
from tests.terminal.tables import SMALL, WIDE, new_table, play_on, program_of, run_program, screen_text, table_from

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
Maker = Callable[[], LocalTable]
TABLES: dict[str, tuple[Maker, list[str]]] = {
    "beginning": (lambda: new_table(seed=3), []),
    "eight": (lambda: new_table(names=tuple("ABCDEFGH"), people=("A",), seed=3), []),
    "middle": (lambda: play_on(new_table(seed=8), 150), []),
    "log": (lambda: play_on(new_table(seed=8), 150), ["tab", "tab", "up", "up"]),
    "refused": (lambda: new_table(seed=3), ["e"]),
    "auction": (lambda: play_on(new_table(seed=3, call_s=30), 0), ["t", "a"]),
    "deal": (lambda: table_from(OFFERED), ["d", "space", "tab", "5", "0", "tab", "space"]),
    "build": (lambda: table_from(OFFERED), ["g", "plus"]),
    "mortgage": (lambda: table_from(OFFERED), ["m"]),
    "deeds": (lambda: table_from(OFFERED), ["l", "end"]),
    "why": (lambda: new_table(seed=3), ["t", "question_mark"]),
    "rules": (lambda: new_table(seed=3), ["slash", *"auction"]),
    "keys": (lambda: new_table(seed=3), ["f1"]),
    "leave": (lambda: new_table(seed=3), ["q"]),
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
