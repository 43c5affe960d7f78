"""Who wins: by seat and by bot, with intervals."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.plots.style import DARK, INK, QUIET, new_figure, percent, ruled, titled
from passgo.simulate.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(report: Report) -> "Figure":
    """A point with its interval for each seat, and one for each bot."""
    seats, bots = report.by_seat(), report.by_bot()
    figure = new_figure(10, 2.6 + 0.42 * (len(seats) + len(bots)))
    heights = [len(seats) + 0.4, len(bots) + 0.4]
    above, below = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": heights, "hspace": 0.35})
    inches = figure.get_figheight()
    figure.subplots_adjust(left=0.22, right=0.75, top=1 - 1.25 / inches, bottom=0.7 / inches)
    equal = 1 / len(seats)
    most = min(1.0, 1.1 * max([won["seats"] * equal for won in bots] + [won["high"] for won in seats + bots]))
    draw_points(above, [(f"seat {won['seat'] + 1}: {won['bot']}", equal, won) for won in seats], "By seat", most)
    named = [(f"{won['bot']} ({won['seats']} of {len(seats)} seats)", won["seats"] * equal, won) for won in bots]
    draw_points(below, named, "By bot, in whichever of its seats", most)
    below.set_xlabel("share of all games won, with its 95 % interval; upright strokes: if all seats won alike")
    titled(figure, "Who wins", report)
    return figure


def draw_points(axes: "Axes", named: list[tuple[str, float, dict[str, Any]]], title: str, most: float) -> None:
    """Points with intervals, each beside the share that it would have if all seats won alike."""
    for n, (_, equal, won) in enumerate(named):
        axes.plot([won["low"], won["high"]], [n, n], color=DARK, linewidth=3, solid_capstyle="butt")
        axes.plot(won["share"], n, "o", color=DARK, markersize=7, markeredgecolor="white", clip_on=False)
        axes.plot([equal, equal], [n - 0.32, n + 0.32], color=INK, linewidth=1.2)
        told = f"{100 * won['share']:.2f} %  ({100 * won['low']:.2f} to {100 * won['high']:.2f})"
        axes.annotate(told, (1.02, n), xycoords=("axes fraction", "data"), va="center", fontsize=9.5)
    axes.set_yticks(range(len(named)), [name for name, _, _ in named])
    axes.set_ylim(len(named) - 0.5, -0.5)
    axes.set_xlim(0, most)
    axes.xaxis.set_major_formatter(percent)
    axes.set_title(title, loc="left", fontsize=10, color=QUIET)
    ruled(axes, "x")
