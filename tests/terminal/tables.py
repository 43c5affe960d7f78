"""Tables to sit down at, and a person who plays them by keys alone."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from passgo import Game
from passgo.terminal.files import write_text
from passgo.terminal.local_table import LocalTable
from passgo.terminal.program import Program
from passgo.terminal.program.build_sheet import BuildSheet
from passgo.terminal.program.lists import MortgageSheet, PickSheet
from passgo.terminal.program.table_screen import TableScreen
from passgo.terminal.table import Table

SMALL, WIDE = (80, 24), (160, 50)
Script = Callable[[Pilot[None]], Awaitable[None]]


def run_program(table: Table, script: Script, size: tuple[int, int] = SMALL, speed: str = "instant") -> Program:
    """Show a table on a screen of that size, and do what the script says."""
    program = Program(table, speed, lambda name, text: write_text(Path(name), text))

    async def main() -> None:
        async with program.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(main())
    return program


def program_of(pilot: Pilot[None]) -> Program:
    """The program that a pilot steers."""
    assert isinstance(pilot.app, Program)
    return pilot.app


class Watch:
    """A clock that runs only when somebody says so."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def new_table(
    edition: str = "classic",
    names: tuple[str, ...] = ("Ann", "Ben", "Cy"),
    people: tuple[str, ...] = ("Ann",),
    seed: int = 3,
    save_to: Path | None = None,
    call_s: float = 0,
) -> LocalTable:
    """A new game."""
    return LocalTable(Game(edition, names, seed=seed), people, "normal", save_to, call_s, Watch())


def table_from(
    position: dict[str, Any], people: tuple[str, ...] = ("Ann",), call_s: float = 0, watch: Watch | None = None
) -> LocalTable:
    """A game set up by hand."""
    return LocalTable(Game.from_dict(position, seed=1), people, "normal", None, call_s, watch or Watch())


def play_on(table: LocalTable, steps: int) -> LocalTable:
    """Let bots play so many actions, and go on until a person is asked."""
    for _ in range(steps):
        if table.person is None:
            table.go_on()
        else:
            table.let_bot_play(table.person)
    while table.person is None and not table.is_over:
        table.go_on()
    return table


def screen_text(program: Program) -> str:
    """What stands on the screen."""
    strips = program.screen._compositor.render_strips()
    return "".join("".join(segment.text for segment in strip).rstrip() + "\n" for strip in strips)


def screen_of(program: Program) -> TableScreen:
    """The screen of the game."""
    assert isinstance(program.screen, TableScreen)
    return program.screen


async def settle(pilot: Pilot[None]) -> None:
    """Wait until somebody here is asked, or the game is over."""
    program = program_of(pilot)
    await pilot.pause()
    for _ in range(2000):
        if isinstance(program.screen, TableScreen):
            program.screen.tick()
        if program.table.person is not None or program.table.is_over:
            await pilot.pause()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody is asked")


async def play_a_move(pilot: Pilot[None]) -> None:
    """Answer the question by its keys, as a person in a hurry would."""
    program = program_of(pilot)
    question = screen_of(program).question
    keys = [answer.key for answer in question.answers]
    if question.usual is not None and not question.usual.opens:
        await pilot.press("enter")
    elif question.heading == "DEBT":
        await raise_money(pilot, keys)
    elif "s" in keys:
        await pilot.press("s")
        assert isinstance(program.screen, PickSheet)
        await pilot.press("down", "enter")
    else:
        wanted = [key for key in ("n", "k", "f", "2", "w", "1", "p", "a") if key in keys]
        assert wanted, (question, program.table.legal_actions(program.table.viewer))
        await pilot.press(wanted[0])


async def raise_money(pilot: Pilot[None], keys: list[str]) -> None:
    """Sell buildings, mortgage what is left, or give up."""
    program = program_of(pilot)
    kinds = {action.kind for action in program.table.legal_actions(program.table.viewer)}
    if kinds & {"SellBuilding", "Mortgage"}:
        kind = "SellBuilding" if "SellBuilding" in kinds else "Mortgage"
        await pilot.press("g" if kind == "SellBuilding" else "m")
        sheet = program.screen
        assert isinstance(sheet, BuildSheet | MortgageSheet)
        lawful = {action.square for action in program.table.legal_actions(sheet.person) if action.kind == kind}
        for deed in sheet.lots:
            if deed.name in lawful:
                await pilot.press("minus", *(["enter", "enter"] if kind == "SellBuilding" else []))
                break
            await pilot.press("down")
        if program.screen is sheet:
            await pilot.press("escape")
    elif "h" in keys or "SellHotels" in kinds:
        await pilot.press("g", "h", "enter", "enter")
    else:
        await pilot.press("x", "x")
