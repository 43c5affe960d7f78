"""Who wins: by seat and by bot, with intervals."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.plots.style import DARK, INK, QUIET, new_figure, percent, ruled, titled
from passgo.simulate.output.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


Named = list[tuple[str, float, dict[str, Any]]]
"""Who, its share if all seats won alike, and what it won."""


def draw(report: Report) -> "Figure":
    """A point with its interval for each seat, and for each bot unless one sits in all seats."""
    panels = panels_of(report)
    rows = [len(named) for named in panels.values()]
    figure = new_figure(10, 1.95 + 0.45 * sum(rows) + 0.5 * len(rows))
    heights = [count + 0.4 for count in rows]
    grid = {"height_ratios": heights, "hspace": 0.35}
    places = figure.subplots(len(rows), 1, sharex=True, squeeze=False, gridspec_kw=grid)[:, 0]
    inches = figure.get_figheight()
    figure.subplots_adjust(left=0.22, right=0.75, top=1 - 1.25 / inches, bottom=0.7 / inches)
    everyone = [entry for named in panels.values() for entry in named]
    most = min(1.0, 1.1 * max(max(equal, won["high"]) for _, equal, won in everyone))
    for axes, (title, named) in zip(places, panels.items(), strict=True):
        draw_points(axes, named, title, most)
    places[-1].set_xlabel("share of all games won, with its 95 % interval; upright strokes: if all seats won alike")
    titled(figure, "Who wins", report)
    return figure


def panels_of(report: Report) -> dict[str, Named]:
    """What is drawn, by title. A bot that sits in all seats wins whatever is won: that says nothing."""
    seats, bots = report.by_seat(), report.by_bot()
    equal = 1 / len(seats)
    found = {"By seat": [(f"seat {won['seat'] + 1}: {won['bot']}", equal, won) for won in seats]}
    if len(bots) > 1:
        found["By bot, in whichever of its seats"] = [
            (f"{won['bot']} ({won['seats']} of {len(seats)} seats)", won["seats"] * equal, won) for won in bots
        ]
    return found


def draw_points(axes: "Axes", named: Named, title: str, most: float) -> None:
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
