"""The program: it holds the table, the speed, and the look of everything."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from passgo.terminal.program.table_screen import TableScreen
from passgo.terminal.table import Table

SPEEDS = {"calm": 0.6, "brisk": 0.2, "instant": 0.0}
"""Seconds between two moves of others."""


class Program(App[None]):
    """`passgo play` on the whole screen. It draws with the terminal's own colours, on its own background."""

    TITLE = "PassGo"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", "leave", show=False, priority=True),
        Binding("ctrl+q", "leave", "leave", show=False, priority=True),
    ]
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    #head { height: 1; text-style: bold; }
    #middle { height: auto; }
    #board { width: 55; height: 13; }
    #side { width: 1fr; height: 13; }
    .large #board { width: 90; height: 24; }
    .large #side { height: 24; }
    #players { height: auto; margin-bottom: 1; }
    #held { height: 1; text-style: bold; }
    .line { height: 1; color: ansi_bright_black; }
    #keys { height: auto; }
    #asks { height: auto; text-style: bold; }
    #line { height: 1; border: none; padding: 0; display: none; background: ansi_default; }
    #line.open { display: block; }
    OptionList {
        border: none; padding: 0; background: ansi_default; color: ansi_default; scrollbar-size-vertical: 1;
        overflow-x: hidden;
    }
    OptionList > .option-list--option { padding: 0; }
    OptionList > .option-list--option-highlighted { background: ansi_default; color: ansi_default; text-style: none; }
    #deeds { height: 1fr; }
    #log { height: 1fr; }
    Sheet { background: ansi_default; padding: 0 1; }
    Sheet #title { height: 1; text-style: bold; }
    Sheet #foot { dock: bottom; height: auto; }
    Sheet #body { height: 1fr; }
    Sheet Input { border: none; height: 1; padding: 0; background: ansi_default; width: 1fr; }
    Sheet Input:focus { text-style: underline; }
    Sheet VerticalScroll { scrollbar-size-vertical: 1; background: ansi_default; }
    Sheet VerticalScroll:focus { background: ansi_default; }
    .column { width: 1fr; height: 1fr; padding-right: 2; }
    .label { height: 1; text-style: bold; }
    .cash { height: 1; }
    .cash Static { width: 7; }
    #verdict { height: auto; min-height: 3; }
    #card { width: 1fr; padding-left: 2; }
    #list { width: 46; height: 1fr; }
    .wide #list { width: 1fr; }
    """

    def __init__(self, table: Table, speed: str = "calm", write: Callable[[str, str], None] | None = None) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.table, self.speed = table, speed
        self.write = write
        """Writes a file that the person names."""

    @property
    def pause_s(self) -> float:
        """Seconds between two moves of others."""
        return SPEEDS[self.speed]

    def change_speed(self, by: int) -> None:
        """Play faster or slower."""
        names = list(SPEEDS)
        self.speed = names[max(0, min(len(names) - 1, names.index(self.speed) + by))]

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(TableScreen(self.table))

    def action_leave(self) -> None:
        """Ask before leaving; whoever asks twice leaves."""
        found = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if found:
            found[0].ask_to_leave()
