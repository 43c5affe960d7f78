"""A picture of who wins: by seat and by bot, with intervals."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.plots.style import DARK, INK, QUIET, add_grid, add_title, new_figure, percent
from passgo.simulate.output.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


WinRows = list[tuple[str, float, dict[str, Any]]]
"""Rows of a panel: the name, the share if all seats won equally often, and the wins."""


def draw(report: Report) -> "Figure":
    """Draw a point with its interval for each seat, and for each bot unless the same bot has all seats."""
    panels = panels_of(report)
    lengths = [len(rows) for rows in panels.values()]
    figure = new_figure(10, 1.95 + 0.45 * sum(lengths) + 0.5 * len(lengths))
    heights = [count + 0.4 for count in lengths]
    grid = {"height_ratios": heights, "hspace": 0.35}
    places = figure.subplots(len(lengths), 1, sharex=True, squeeze=False, gridspec_kw=grid)[:, 0]
    inches = figure.get_figheight()
    figure.subplots_adjust(left=0.22, right=0.75, top=1 - 1.25 / inches, bottom=0.7 / inches)
    everyone = [entry for rows in panels.values() for entry in rows]
    most = min(1.0, 1.1 * max(max(equal, won["high"]) for _, equal, won in everyone))
    for axes, (title, rows) in zip(places, panels.items(), strict=True):
        draw_points(axes, rows, title, most)
    places[-1].set_xlabel("share of all games won, with its 95 % interval; upright strokes: if all seats won alike")
    add_title(figure, "Who wins", report)
    return figure


def panels_of(report: Report) -> dict[str, WinRows]:
    """The rows of each panel, by its title. If one bot has all seats, it always wins, and has no panel."""
    seats, bots = report.by_seat(), report.by_bot()
    equal = 1 / len(seats)
    found = {"By seat": [(f"seat {won['seat'] + 1}: {won['bot']}", equal, won) for won in seats]}
    if len(bots) > 1:
        found["By bot, in whichever of its seats"] = [
            (f"{won['bot']} ({won['seats']} of {len(seats)} seats)", won["seats"] * equal, won) for won in bots
        ]
    return found


def draw_points(axes: "Axes", rows: WinRows, title: str, most: float) -> None:
    """Draw a point with its interval for each row, and a stroke at the share that equal seats would have."""
    for n, (_, equal, won) in enumerate(rows):
        axes.plot([won["low"], won["high"]], [n, n], color=DARK, linewidth=3, solid_capstyle="butt")
        axes.plot(won["share"], n, "o", color=DARK, markersize=7, markeredgecolor="white", clip_on=False)
        axes.plot([equal, equal], [n - 0.32, n + 0.32], color=INK, linewidth=1.2)
        text = f"{100 * won['share']:.2f} %  ({100 * won['low']:.2f} to {100 * won['high']:.2f})"
        axes.annotate(text, (1.02, n), xycoords=("axes fraction", "data"), va="center", fontsize=9.5)
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(0, most)
    axes.xaxis.set_major_formatter(percent)
    axes.set_title(title, loc="left", fontsize=10, color=QUIET)
    add_grid(axes, "x")
