"""All deeds by group, with their owners; beside the list the card of the one that is looked at."""

from collections.abc import Iterable

from rich.text import Text
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from passgo.terminal.colours import group_style, player_style
from passgo.terminal.letters import group_letters, player_letters
from passgo.terminal.panels import board_state, deed_card, format_rent, format_state
from passgo.terminal.program.rows_view import RowsView
from passgo.terminal.program.sheets import Sheet
from passgo.terminal.table import Table


class DeedsSheet(Sheet):
    """The deeds; one may be looked at from the start."""

    heading = f"{'DEEDS':<28}owner   rent"
    foot = "Up Down look at a deed   Esc back"

    def __init__(self, table: Table, square: int | None = None) -> None:
        super().__init__()
        self.table, self._square = table, square
        ruleset = table.board.ruleset
        self._squares = [ruleset.deeds[deed].square for group in ruleset.groups for deed in group.deeds]

    def body(self) -> Iterable[Widget]:
        """The list, and a card."""
        yield Horizontal(
            RowsView(*(Option(self.row(square)) for square in self._squares), id="list"), Static(id="card"), id="body"
        )

    def row(self, square: int) -> Text:
        """A deed in the list."""
        board = self.table.board
        found = board.ruleset.squares[square]
        deed, owner = board.deed(found.name), board.owner(found.name)
        row = Text(no_wrap=True)
        row.append(f" {group_letters(board.ruleset)[found.group]} ", group_style(board.ruleset, found.group))
        row.append(f"{'*' if board.group(found.name).owner else ' '} {found.name:<22.22}")
        seat = board.names.index(owner) if owner is not None else None
        row.append(" " if seat is None else player_letters(board.names)[seat], f"bold {player_style(seat or 0)}")
        row.append(f" {format_state(board_state(board, deed)):<6}")
        row.append(f"{format_rent(board, deed):>6}")
        return row

    def on_mount(self) -> None:
        """Look at the deed that was asked for."""
        listed = self.query_one("#list", OptionList)
        listed.focus()
        if self._square in self._squares:
            listed.highlighted = self._squares.index(self._square)
        elif self._square is not None:
            self.look(self._square)
        else:
            listed.highlighted = 0

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the card."""
        self.look(self._squares[event.option_index])

    def look(self, square: int) -> None:
        """Show the card of a square."""
        self.query_one("#card", Static).update(Text("\n").join(deed_card(self.table.board, square)))
