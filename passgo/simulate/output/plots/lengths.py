"""A picture of how long games last: the share of games that still go on, round by round."""

from typing import TYPE_CHECKING

import numpy as np

from passgo.simulate.output.plots.style import DARK, INK, LINE, QUIET, add_grid, add_title, new_figure, percent
from passgo.simulate.output.report import Report
from passgo.simulate.output.statistics import format_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(report: Report) -> "Figure":
    """Draw the curve of games that still go on, and below it how many ended in each round."""
    counts = report.rounds.counts / max(1, report.games)
    last = last_round_shown(report)
    figure = new_figure(10, 6.6)
    above, below = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": [3, 1], "hspace": 0.12})
    figure.subplots_adjust(left=0.09, right=0.97, top=0.85, bottom=0.1)
    draw_going(above, report, np.clip(1 - np.cumsum(counts), 0, 1)[: last + 1])
    below.bar(np.arange(last + 1), counts[: last + 1], width=1, color=DARK, edgecolor=LINE, linewidth=0.2)
    below.yaxis.set_major_formatter(percent)
    below.set(
        xlabel="rounds completed", ylabel="ended in it", xlim=(0, last), ylim=(0, 1.05 * max(counts[: last + 1]) or 1)
    )
    add_grid(below, "y")
    add_title(figure, "How long games last", report)
    figure.text(0.97, 0.975, describe_ends(report), ha="right", va="top", color=QUIET, linespacing=1.5)
    return figure


def last_round_shown(report: Report) -> int:
    """Where the axis ends. A few games that are much longer than all others are not shown."""
    long = report.rounds.quantile(0.995)
    return min(report.plan.rounds, max(10, round(1.1 * (long or report.plan.rounds))))


def draw_going(axes: "Axes", report: Report, going: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> None:
    """Draw the curve, the rounds after which half and nine tenths of the games are over, and the games broken off."""
    rounds, unfinished = np.arange(len(going)), report.games - report.finished
    axes.fill_between(rounds, going, step="post", color=DARK, alpha=0.12, linewidth=0)
    axes.step(rounds, going, where="post", color=DARK, linewidth=2)
    axes.yaxis.set_major_formatter(percent)
    axes.set(ylabel="games still going", ylim=(0, 1.04))
    add_grid(axes, "y")
    for share, height in ((0.5, 0.5), (0.9, 0.1)):
        where = int(np.argmax(going <= height)) if (going <= height).any() else None
        if where is not None:
            axes.plot([where, where], [0, height], color=INK, linewidth=1, linestyle=(0, (4, 3)))
            text = f"{percent(share)} are over after {format_count(where, 'round')}"
            axes.annotate(text, (where, height), (8, 6), textcoords="offset points", fontsize=9.5)
    if unfinished:
        axes.axhline(unfinished / report.games, color=INK, linewidth=1.2, linestyle=":")


def describe_ends(report: Report) -> str:
    """A text: how many games were broken off, how many ended, and after how many rounds."""
    unfinished, mean = report.games - report.finished, report.rounds.mean()
    limit = format_count(report.plan.rounds, "round")
    text = f"every game had a winner within {limit}"
    if unfinished:
        share = f"{100 * unfinished / report.games:.2f} %"
        text = f"dotted: {format_count(unfinished, 'game')} ({share}) had no winner after {limit}"
    ended = f"{format_count(report.finished, 'game')} ended"
    return text if mean is None else f"{text}\n{ended}, after {mean:.1f} rounds on average"
