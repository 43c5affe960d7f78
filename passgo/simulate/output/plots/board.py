"""A picture of the board: how often tokens land on each square."""

from typing import TYPE_CHECKING, Any

from passgo.editions import Square
from passgo.rules import codes
from passgo.simulate.output.plots.style import DARK, HATCHES, INK, LIGHT, PAPER, QUIET, describe_run, new_figure
from passgo.simulate.output.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Box = tuple[float, float, float, float]
"""Left, bottom, width and height."""

SIDE = codes.SQUARES // 4
DEPTH, BAND = 1.6, 0.26
"""The depth of a square and of the band of its group. The width of a square is 1."""

EDGE = 2 * DEPTH + SIDE - 1


def place(index: int) -> Box:
    """The box of a square. GO is at the bottom right, and play goes clockwise.

    >>> place(0) == (EDGE - DEPTH, 0, DEPTH, DEPTH), place(1)[0] < place(0)[0], place(11)[0]
    (True, True, 0.0)
    """
    side, step = divmod(index, SIDE)
    along = EDGE - DEPTH - step if step else EDGE - DEPTH
    width = 1.0 if step else DEPTH
    return [
        (along, 0.0, width, DEPTH),
        (0.0, EDGE - along - width, DEPTH, width),
        (EDGE - along - width, EDGE - DEPTH, width, DEPTH),
        (EDGE - DEPTH, along, DEPTH, width),
    ][side]


def band(index: int) -> Box:
    """The box of the band of a square's group, at its inner edge."""
    left, bottom, width, height = place(index)
    return [
        (left, bottom + height - BAND, width, BAND),
        (left + width - BAND, bottom, BAND, height),
        (left, bottom, width, BAND),
        (left, bottom, BAND, height),
    ][index // SIDE]


def middle(square: Square) -> tuple[float, float]:
    """Where the text of a square stands: in the middle of the part without the band."""
    left, bottom, width, height = place(square.index)
    x, y = left + width / 2, bottom + height / 2
    if square.group:
        shift = BAND / 2
        x += (0, -shift, 0, shift)[square.index // SIDE]
        y += (-shift, 0, shift, 0)[square.index // SIDE]
    return x, y


def draw(report: Report) -> "Figure":
    """Draw the board: a square is darker if tokens land there more often, and shows its share of all landings."""
    shares = [100 * float(square["share"]) for square in report.landings()]
    figure = new_figure(11, 11)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.96))
    axes.set(xlim=(-0.05, EDGE + 0.05), ylim=(-0.05, EDGE + 0.05), aspect="equal")
    axes.axis("off")
    low, high = min(shares), max(shares)
    for square, share in zip(report.plan.ruleset.squares, shares, strict=True):
        draw_square(axes, report, square, share, blend((share - low) / max(1e-9, high - low)))
    write_middle(axes, report)
    draw_scale(axes.inset_axes((0.27, 0.39, 0.46, 0.022)), low, high)
    return figure


def fill(axes: "Axes", box: Box, **how: Any) -> None:
    """Draw a rectangle."""
    left, bottom, width, height = box
    axes.bar(left, height, width, bottom, align="edge", **how)


def draw_square(axes: "Axes", report: Report, square: Square, share: float, colour: str) -> None:
    """Draw a square with its band, its name and its share."""
    fill(axes, place(square.index), color=colour)
    if square.group:
        group = next(group for group in report.plan.ruleset.groups if group.key == square.group)
        how = {"edgecolor": ink_on(group.colour), "linewidth": 0, "hatch": HATCHES[group.index]}
        fill(axes, band(square.index), facecolor=group.colour, **how)
        fill(axes, band(square.index), fill=False, edgecolor=INK, linewidth=1)
    fill(axes, place(square.index), fill=False, edgecolor=INK, linewidth=1)
    x, y = middle(square)
    name = square.short if place(square.index)[2] == DEPTH else square.short.replace(" ", "\n")
    ink = ink_on(colour)
    axes.text(x, y + 0.06, name, ha="center", va="bottom", fontsize=8, color=ink, linespacing=1.05)
    axes.text(x, y - 0.06, f"{share:.2f}", ha="center", va="top", fontsize=11.5, fontweight="bold", color=ink)


def channels(colour: str) -> list[float]:
    """The red, green and blue of a colour, from 0 to 1."""
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def blend(share: float) -> str:
    """The colour at a place of the scale, from 0 to 1.

    >>> blend(0) == LIGHT, blend(1) == DARK
    (True, True)
    """
    mixed = [(1 - share) * a + share * b for a, b in zip(channels(LIGHT), channels(DARK), strict=True)]
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in mixed)


def ink_on(colour: str) -> str:
    """The ink that is easiest to read on a colour.

    >>> ink_on("#000000") == PAPER, ink_on("#ffffff") == INK
    (True, True)
    """
    red, green, blue = channels(colour)
    return PAPER if 0.299 * red + 0.587 * green + 0.114 * blue < 0.48 else INK


def write_middle(axes: "Axes", report: Report) -> None:
    """Write in the middle of the board what the picture shows."""
    found = report.to_dict()
    landings = sum(square["landings"] for square in found["landings"])
    axes.text(EDGE / 2, 8.1, "Where tokens land", ha="center", fontsize=25, fontweight="bold")
    axes.text(EDGE / 2, 7.5, describe_run(report), ha="center", fontsize=11, color=QUIET)
    jailed = found["sent_to_jail"] / max(1, report.games)
    text = (
        f"Per cent of {landings:,} landings, by dice or card;\nforty equal squares would have 2.50 each.\n"
        f"Being sent to Jail is no landing: it happened {jailed:.2f} times a game."
    )
    axes.text(EDGE / 2, 7.0, text, ha="center", va="top", fontsize=11, linespacing=1.6)


def draw_scale(axes: "Axes", low: float, high: float, steps: int = 50) -> None:
    """Draw the scale: which shade stands for which share."""
    wide = (high - low) / steps or 1.0
    for n in range(steps):
        fill(axes, (low + n * wide, 0, wide, 1), color=blend((n + 0.5) / steps), linewidth=0)
    axes.set(xlim=(low, low + steps * wide), ylim=(0, 1), yticks=[])
    axes.set_xlabel("share of landings, %: darker is more often")
    for spine in axes.spines.values():
        spine.set_visible(True)
