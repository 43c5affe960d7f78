"""A game as text or as a picture: what `render` of an environment gives."""

import sys
from typing import Any

import numpy as np

from passgo.editions import Ruleset
from passgo.game.picture import ink
from passgo.game.setup_options import choose_tokens, seat_players
from passgo.notation.drawing import draw_board
from passgo.rules import codes
from passgo.rules.state import State

RENDER_MODES = ["ansi", "rgb_array", "human"]

CELL, SIDE = 48, 11
"""Pixels of a square, and squares along a side of the board."""

Picture = np.ndarray[Any, np.dtype[np.uint8]]


def check_render_mode(mode: str | None) -> str | None:
    """A mode that there is; otherwise a ValueError."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def render(ruleset: Ruleset, players: int, g: State, mode: str | None) -> Any:
    """The board in a mode: a text, a picture, or, for people, None after it was written to standard output."""
    if mode == "rgb_array":
        return paint_board(ruleset, g)
    if mode is None:
        return None
    names = seat_players(ruleset, players)
    text = draw_board(names, choose_tokens(ruleset, names, None), g)
    if mode == "human":
        sys.stdout.write(text + "\n")
        return None
    return text


def colour_of(text: str) -> tuple[int, int, int]:
    """A colour as red, green and blue.

    >>> colour_of("#0b5d69")
    (11, 93, 105)
    """
    digits = text.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


TOKEN_COLOURS = tuple(colour_of(colour) for colour in ink.TOKENS.values())


def corner_of(square: int) -> tuple[int, int]:
    """Where the upper left corner of a square is, down and across: GO is at the lower right, play goes clockwise."""
    side, n = divmod(square, SIDE - 1)
    last = SIDE - 1
    down, across = ((last, last - n), (last - n, 0), (0, n), (n, last))[side]
    return down * CELL, across * CELL


def paint_board(ruleset: Ruleset, g: State) -> Picture:
    """The board as pixels: groups by colour, owners by the colour of their tokens, houses, hotels and tokens."""
    picture = np.empty((SIDE * CELL, SIDE * CELL, 3), np.uint8)
    picture[:] = colour_of(ink.TRAY)
    for square in range(codes.SQUARES):
        paint_square(picture, ruleset, g, square)
    for seat in range(g.players):
        if g.out[seat] == 0:
            down, across = corner_of(g.square[seat])
            y, x = down + 26 + 10 * (seat // 4), across + 3 + 11 * (seat % 4)
            picture[y : y + 9, x : x + 9] = TOKEN_COLOURS[seat]
    return picture


def paint_square(picture: Picture, ruleset: Ruleset, g: State, square: int) -> None:
    """One square: a band in the colour of its group, what is built there, and whose it is."""
    down, across = corner_of(square)
    cell = picture[down + 1 : down + CELL - 1, across + 1 : across + CELL - 1]
    cell[:] = colour_of(ink.SQUARE)
    for deed in ruleset.deeds:
        if deed.square == square:
            group = next(group for group in ruleset.groups if deed.index in group.deeds)
            cell[:12] = colour_of(group.colour)
            paint_buildings(cell, g.level[deed.index])
            if g.owner[deed.index] < codes.PLAYERS:
                cell[14:20] = TOKEN_COLOURS[g.owner[deed.index]]
                if g.mortgaged >> deed.index & 1:
                    cell[14:20:2] = colour_of(ink.SQUARE)


def paint_buildings(cell: Picture, level: int) -> None:
    """Houses as small squares, a hotel as a wide one."""
    if level == codes.HOTEL:
        cell[2:10, 6:40] = colour_of(ink.INK)
    for n in range(level if level < codes.HOTEL else 0):
        cell[2:10, 3 + 11 * n : 11 + 11 * n] = colour_of(ink.INK)
