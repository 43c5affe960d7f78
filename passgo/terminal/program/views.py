"""The parts of the screen that draw the table: board, players, log, keys."""

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static
from textual.widgets.option_list import Option

from passgo.terminal import questions
from passgo.terminal.colours import DIM, player_style, sum_style
from passgo.terminal.layout import Placed, lay_out, wrap_text
from passgo.terminal.letters import player_letters
from passgo.terminal.panels import player_rows, stage_lines
from passgo.terminal.program.rows_view import RowsView
from passgo.terminal.questions import Question
from passgo.terminal.ring import LARGE, SMALL, draw_ring
from passgo.terminal.rows import Log, Row
from passgo.terminal.table import Table

MOST_SIDE = 46
"""The panel beside the board is at most so wide: a line that is longer is hard to follow."""


def side_width(columns: int, large: bool) -> int:
    """How wide the panel beside the board is; at its right is room for a scroll bar."""
    return max(20, min(MOST_SIDE, columns - (90 if large else 55) - 1))


class Drawing(Static):
    """A text that is sent to the terminal only when it has changed."""

    _drawn: Text | None = None

    def draw(self, text: Text) -> None:
        """Show this."""
        if text != self._drawn:
            self._drawn = text
            self.update(text)


class BoardView(Drawing):
    """The ring of squares, with the stage inside."""

    class Pressed(Message):
        """A square was clicked."""

        def __init__(self, square: int) -> None:
            super().__init__()
            self.square = square

    def __init__(self, table: Table, *, id: str) -> None:  # noqa: A002  # Textual's own name
        super().__init__(id=id)
        self.table, self.ring = table, SMALL

    def show(self, question: Question, *, large: bool) -> None:
        """Draw it."""
        self.ring = LARGE if large else SMALL
        _, _, width, height = self.ring.stage
        stage = stage_lines(self.table, question, width - 1, height)
        lines = draw_ring(self.ring, self.table.board, self.table.viewer, stage)
        self.draw(Text("\n").join(lines))

    def on_click(self, event: events.Click) -> None:
        """Which square is it?"""
        square = self.ring.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Pressed(square))


class PlayersView(Drawing):
    """Everybody at the table."""

    def __init__(self, table: Table, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.table = table

    def show(self, *, large: bool) -> None:
        """Draw it."""
        width = side_width(self.app.size.width, large)
        rows = player_rows(self.table, width, with_groups=large and len(self.table.board.names) <= 6)
        self.draw(Text("\n").join(rows))


class KeysView(Drawing):
    """The keys of the moment; each can be clicked."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    placed: tuple[Placed, ...] = ()

    def show(self, question: Question, table: Table) -> None:
        """Draw them: the answers, and below them what is always there."""
        width = self.app.size.width
        answers = lay_out([(answer.key, answer.label, "") for answer in question.answers], width)
        below = max((placed.y for placed in answers), default=0) + 1
        tools = lay_out([(tool.key, tool.label, tool.lacks) for tool in questions.tools(table)], width, below)
        self.placed = (*answers, *tools)
        usual = question.usual.key if question.usual is not None else ""
        lines = [Text(no_wrap=True) for _ in range(max(placed.y for placed in self.placed) + 1)]
        for placed in self.placed:
            line = lines[placed.y]
            line.append(" " * (placed.x - len(line)))
            line.append(placed.key, DIM if placed.lacks else "bold reverse" if placed.key == usual else "bold")
            line.append(f" {placed.label}", DIM if placed.lacks else "none")
        if usual:
            lines[0].append("   Enter does the first", DIM)
        self.draw(Text("\n").join(lines))

    def on_click(self, event: events.Click) -> None:
        """Which key is it?"""
        for placed in self.placed:
            if placed.y == event.y and placed.x <= event.x < placed.x + len(placed.text):
                self.post_message(self.Pressed(placed.key))


class LogView(RowsView):
    """What happened, with a scroll of its own. Enter or a click on a row asks why, or unfolds a bot's turn."""

    def __init__(self, table: Table, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.table, self.telling = table, Log(table)
        self.rows: list[Row] = []
        self._width = 0

    def on_focus(self) -> None:
        """Whoever comes here stands at the end."""
        if self.highlighted is None and self.rows:
            self.highlighted = len(self.rows) - 1

    def action_cursor_up(self) -> None:
        """One row back; the oldest is the end, as in a book."""
        if self.highlighted != 0:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """One row on; the newest is the end."""
        if self.highlighted != len(self.rows) - 1:
            super().action_cursor_down()

    @property
    def picked(self) -> Row | None:
        """The row that the person stands on, if they are in the log."""
        if not self.has_focus or self.highlighted is None:
            return None
        row = self.rows[self.highlighted]
        return row if row.events else None

    def unfold(self, row: Row) -> None:
        """Show all of a turn."""
        self.telling.unfolded.add(row.turn)
        self.show()

    def show(self) -> None:
        """Draw what is new; the end is in sight unless the person stands in the log."""
        rows = self.telling.rows()
        width = self.app.size.width - 2
        same = 0
        if width == self._width:
            while same < min(len(rows), len(self.rows)) and rows[same] == self.rows[same]:
                same += 1
        if same == 0:
            self.clear_options()
        for index in range(len(self.rows) - 1, same - 1, -1) if same else ():
            self.remove_option_at_index(index)
        self.add_options([Option(self.draw_row(row, width)) for row in rows[same:]])
        self.rows, self._width = rows, width
        if not self.has_focus:
            self.highlighted = None
            self.scroll_end(animate=False)

    def draw_row(self, row: Row, width: int) -> Text:
        """A row: who, what, and the sum at the right."""
        if not row.events and not row.said:
            return Text(no_wrap=True).append(f"--- {row.text} ".ljust(width, "-"), DIM)
        letters = player_letters(self.table.board.names)
        mark = " " if row.seat is None else letters[row.seat].lower()
        right = f"{row.sum:+,}".replace("+", "+$").replace("-", "-$") if row.sum else ""
        right = right or (f"{row.steps} steps" if row.steps else "")
        style = "dim strike" if row.undone else "italic" if row.said else "none"
        text = f"- {row.text}" if row.undone else row.text
        lines = wrap_text(text, width - 4 - 9)
        drawn = Text.assemble(" ", (mark, f"bold {player_style(row.seat or 0)}"), "  ", (lines[0], style), no_wrap=True)
        drawn.append(" " * (width - len(drawn) - len(right)))
        drawn.append(right, sum_style(row.sum) if row.sum else DIM)
        for line in lines[1:]:
            drawn.append(f"\n    {line}", style)
        return drawn
