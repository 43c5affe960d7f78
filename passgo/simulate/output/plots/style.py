"""What all pictures share: colours, patterns, sizes, and words."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.report import Report
from passgo.simulate.output.statistics import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, QUIET, LINE, PAPER = "#1d2227", "#59636c", "#c9ced2", "#ffffff"
LIGHT, DARK = "#f4f1e8", "#1b3f5c"
"""The ends of the scale of the board: far apart in lightness, so that it reads in grey too."""

HATCHES = ("---", "...", "///", "||", "xx", "++", "\\\\\\", "", "||||", "oo")
"""A pattern for each group, in the order of the board, beside its colour."""

SETTINGS: dict[str, Any] = {
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
    "svg.fonttype": "none",  # text stays text: it can be searched, read aloud, and is small
    "svg.hashsalt": "passgo",  # the same run gives the same file
}


def new_figure(width: float, height: float) -> "Figure":
    """An empty picture of so many inches. Only here is matplotlib needed, so that PassGo starts without it."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def percent(share: float, position: object = None) -> str:
    """A share on an axis.

    >>> percent(0.25), percent(0.005)
    ('25 %', '0.5 %')
    """
    return f"{100 * share:.3g} %"


def titled(figure: "Figure", title: str, report: Report) -> None:
    """Say what a picture shows and of which games."""
    figure.suptitle(title, x=0.02, y=0.98, ha="left", va="top", fontsize=15, fontweight="bold")
    height = figure.get_figheight()
    figure.text(0.02, 0.98 - 0.36 / height, of_which(report), ha="left", va="top", color=QUIET)


def of_which(report: Report) -> str:
    """The run in a line."""
    plan = report.plan
    seats = ", ".join(plan.names) if len(set(plan.names)) > 1 else f"{len(plan.names)} seats, all {plan.names[0]}"
    options = f" ({plan.table.options_text})" if plan.table.options else ""
    return f"{plan.table.title}{options}: {seats}; {counted(report.games, 'game')}, seed {plan.seed}"


def ruled(axes: "Axes", axis: str) -> None:
    """Thin lines behind the marks, across one axis."""
    axes.grid(axis=axis, color=LINE, linewidth=0.6)  # type: ignore[arg-type]
    axes.tick_params(length=0)
