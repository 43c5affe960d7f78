"""What all pictures share: colours, patterns, sizes and texts."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.report import Report
from passgo.simulate.output.statistics import format_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, QUIET, LINE, PAPER = "#1d2227", "#59636c", "#c9ced2", "#ffffff"
LIGHT, DARK = "#f4f1e8", "#1b3f5c"
"""The ends of the colour scale. They differ so much in lightness that the scale also works in grey."""

HATCHES = ("---", "...", "///", "||", "xx", "++", "\\\\\\", "", "||||", "oo")
"""A pattern for each group, in the order of the board, in addition to its colour."""

RC_PARAMS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "hatch.linewidth": 0.8,
    "figure.facecolor": PAPER,
    "savefig.dpi": 150,
    "svg.fonttype": "none",  # text stays text: it can be searched and read aloud, and the file is small
    "svg.hashsalt": "passgo",  # the same run gives the same file
}
"""Settings of matplotlib for all pictures."""


def new_figure(width: float, height: float) -> "Figure":
    """An empty picture of so many inches. matplotlib is imported here, so that PassGo starts without it."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def percent(share: float, position: object = None) -> str:
    """A share as text, also for the axes of matplotlib.

    >>> percent(0.25), percent(0.005)
    ('25 %', '0.5 %')
    """
    return f"{100 * share:.3g} %"


def add_title(figure: "Figure", title: str, report: Report) -> None:
    """Write above a picture what it shows, and of which run."""
    figure.suptitle(title, x=0.02, y=0.98, ha="left", va="top", fontsize=15, fontweight="bold")
    height = figure.get_figheight()
    figure.text(0.02, 0.98 - 0.36 / height, describe_run(report), ha="left", va="top", color=QUIET)


def describe_run(report: Report) -> str:
    """The run in one line of text."""
    plan = report.plan
    seats = ", ".join(plan.names) if len(set(plan.names)) > 1 else f"{len(plan.names)} seats, all {plan.names[0]}"
    options = f" ({plan.ruleset.options_text})" if plan.ruleset.options else ""
    return f"{plan.ruleset.title}{options}: {seats}; {format_count(report.games, 'game')}, seed {plan.seed}"


def add_grid(axes: "Axes", axis: str) -> None:
    """Draw thin lines across one axis, behind the marks."""
    axes.grid(axis=axis, color=LINE, linewidth=0.6)  # type: ignore[arg-type]
    axes.tick_params(length=0)
