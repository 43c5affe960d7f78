"""The board as a ring of squares on lines of text: letters, owner, state, tokens; in colour where there is any.

A square of the small ring is four characters: two letters, owner, state. `SjA3` is the square Sj, Ann's, three houses.
In the large one a square has a second line: its rent or price. Nothing is told by colour alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from rich.text import Text

from passgo.game.views import Board
from passgo.rules import codes
from passgo.terminal.colours import DIM, group_style, player_style
from passgo.terminal.letters import player_letters, square_index, square_letters

SIDE = 10
"""Squares from one corner to the next."""

SQUARES = 4 * SIDE
STATES = {"hotel": "#", "mortgaged": "m", 0: " "}
"""What stands on a deed, in a character; houses are their number."""


@dataclass(frozen=True)
class Ring:
    """The sizes of a ring: how wide and high a square is, and the free lines beside a row of squares."""

    width: int
    height: int
    gap: int
    lane: int

    @property
    def columns(self) -> int:
        """How wide the ring is."""
        return SIDE * self.width + 4 + 4 * (self.height - 1)

    @property
    def rows(self) -> int:
        """How high the ring is."""
        return 2 * (self.height + self.gap) + (SIDE - 1) * self.height

    @property
    def stage(self) -> tuple[int, int, int, int]:
        """The room inside: column, row, width and height."""
        left = 5 + self.lane
        top = self.height + self.gap
        return left, top, SIDE * self.width - left - self.lane, self.rows - 2 * top

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square: GO at the top left, and clockwise round the table."""
        side, along = divmod(square, SIDE)
        far_x, far_y = SIDE * self.width, self.rows - self.height
        inner = self.height + self.gap + (along - 1) * self.height
        if side == 0:
            return along * self.width, 0
        if side == 1:
            return far_x, inner if along else 0
        if side == 2:
            return far_x - along * self.width, far_y
        return 0, self.rows - self.height - self.gap - along * self.height if along else far_y

    def square_at(self, x: int, y: int) -> int | None:
        """The square under a point of the ring, or beside its lane."""
        for square in range(SQUARES):
            left, top = self.place(square)
            if left <= x < left + min(self.width, 7) and top <= y < top + self.height:
                return square
        return None


SMALL = Ring(width=5, height=1, gap=1, lane=4)
LARGE = Ring(width=8, height=2, gap=1, lane=4)


class Canvas:
    """Characters in rows, each with a style."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._cells = [[(" ", "")] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text into a row; what lies outside is left out."""
        for n, letter in enumerate(text):
            if 0 <= x + n < self.columns and 0 <= y < self.rows:
                self._cells[y][x + n] = (letter, style)

    def put_text(self, x: int, y: int, text: Text, width: int) -> None:
        """Write a text with styles of its own into a row."""
        for n, letter in enumerate(text.plain[:width]):
            style = " ".join(str(span.style) for span in text.spans if span.start <= n < span.end)
            self.put(x + n, y, letter, style or str(text.style))

    def lines(self) -> list[Text]:
        """The rows as texts."""
        found = []
        for row in self._cells:
            line = Text(no_wrap=True, end="")
            for style, run in groupby(row, key=itemgetter(1)):
                line.append("".join(letter for letter, _ in run), style)
            found.append(line)
        return found


def draw_ring(ring: Ring, board: Board, viewer: str, stage: Sequence[Text] = ()) -> list[Text]:
    """The ring with everything on it, and a text in the room inside."""
    canvas = Canvas(ring.columns, ring.rows)
    here = square_index(board.ruleset, board[viewer].square) if not board[viewer].out else codes.NOBODY
    for square in range(SQUARES):
        draw_square(canvas, ring, board, square, is_here=square == here)
    left, top, width, height = ring.stage
    for n, line in enumerate(stage[:height]):
        canvas.put_text(left, top + n, line, width)
    for square in range(SQUARES):
        draw_tokens(canvas, ring, board, square, viewer)
    return canvas.lines()


def draw_square(canvas: Canvas, ring: Ring, board: Board, square: int, *, is_here: bool) -> None:
    """A square: letters on the colour of the group, owner, state; below, in the large ring, what it costs."""
    x, y = ring.place(square)
    found = board.ruleset.squares[square]
    letters = square_letters(board.ruleset)[square]
    canvas.put(x, y, letters, group_style(board.ruleset, found.group) if found.group else "bold")
    owner = board.owner(found.name) if found.group else None
    held = board[owner].deeds[found.name] if owner is not None else 0
    at = x + len(letters) + (ring.height > 1)
    if owner is not None:
        seat = board.names.index(owner)
        dim = " dim" if held == "mortgaged" else ""
        canvas.put(at, y, player_letters(board.names)[seat], f"bold {player_style(seat)}{dim}")
        canvas.put(at + 1, y, STATES.get(held, str(held)), f"bold{dim}")
    if is_here:
        canvas.put(x, y, letters, "reverse bold")
    if ring.height > 1:
        canvas.put(x, y + 1, price_of(board, square)[: ring.width - 1], DIM)


def price_of(board: Board, square: int) -> str:
    """The second line of a square: its rent, or its price with a question mark while it can be bought."""
    found = board.ruleset.squares[square]
    if not found.group:
        return ""
    owner = board.owner(found.name)
    if owner is None:
        return f"{board.deed(found.name).price}?"
    if board[owner].deeds[found.name] == "mortgaged":
        return "mort"
    rent = board.rent(found.name)
    return f"{rent}x" if found.kind == "utility" else f"${rent}"


def draw_tokens(canvas: Canvas, ring: Ring, board: Board, square: int, viewer: str) -> None:
    """The tokens on a square, in the lane inside the ring."""
    marks = token_marks(board, square, viewer)
    if not marks:
        return
    x, y = lane_place(ring, square)
    size = sum(len(mark) for mark, _ in marks)
    if square // SIDE == 1 or square == 2 * SIDE:  # the right side: they end beside their square
        x = min(x, SIDE * ring.width + 3) - size + 1
    elif square // SIDE == 2 and x + size > canvas.columns:
        x = canvas.columns - size
    for mark, style in marks:
        canvas.put(x, y, mark, style)
        x += len(mark)


def lane_place(ring: Ring, square: int) -> tuple[int, int]:
    """Where the tokens of a square begin; those of the right side end there."""
    x, y = ring.place(square)
    side, along = divmod(square, SIDE)
    if square == SIDE:
        return x + 3, y + ring.height
    if square == 2 * SIDE:
        return x + 3, y - 1
    if side == 1:
        return x - 2, y
    if side == 3 and along:
        return x + 5 + (ring.height > 1), y
    return x + (square % SIDE > 0), y + ring.height if side == 0 else y - 1


def token_marks(board: Board, square: int, viewer: str) -> list[tuple[str, str]]:
    """The tokens on a square: small letters, round brackets for whoever has the turn, square ones in Jail."""
    marks = []
    letters = player_letters(board.names)
    for player in board.players:
        if player.out or square_index(board.ruleset, player.square) != square:
            continue
        mark = letters[player.seat].lower()
        if player.in_jail:
            mark = f"[{mark}]"
        elif player.name == board.on_turn and board.outcome is None:
            mark = f"({mark})"
        line = " underline" if player.name == viewer else ""
        marks.append((mark, f"bold {player_style(player.seat)}{line}"))
    return marks
