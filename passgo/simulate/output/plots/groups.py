"""A picture of what each group cost and earned."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.plots.style import HATCHES, INK, PAPER, QUIET, add_grid, add_title, new_figure
from passgo.simulate.output.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MONEY = (
    ("price_paid", "paid for deeds", "#c9ced2", ""),
    ("building_cost", "paid for buildings, less what was sold back", "#8b949c", "///"),
    ("rent", "rent earned", "#1b3f5c", ""),
)
"""The bars of each group: light, patterned and dark."""


def draw(report: Report) -> "Figure":
    """Draw the rent earned for each dollar paid, and both sums in dollars a game."""
    found = report.groups()
    figure = new_figure(12, 8.2)
    left, right = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [1, 1.25], "wspace": 0.06})
    figure.subplots_adjust(left=0.1, right=0.97, top=0.86, bottom=0.08)
    draw_returns(left, report, found)
    draw_money(right, report, found)
    left.set_yticks(range(len(found)), [group["group"] for group in found])
    left.invert_yaxis()
    add_title(figure, "What each group cost and brought", report)
    return figure


def draw_returns(axes: "Axes", report: Report, found: list[dict[str, Any]]) -> None:
    """Draw a bar for the return of each group, in its colour and pattern."""
    for n, (group, printed) in enumerate(zip(found, report.plan.ruleset.groups, strict=True)):
        back = group["return"] or 0.0
        axes.barh(n, back, height=0.68, color=printed.colour, edgecolor=PAPER, hatch=HATCHES[n], linewidth=0)
        axes.barh(n, back, height=0.68, fill=False, edgecolor=INK, linewidth=0.9)
        text = "none" if group["return"] is None else f"{back:.2f}"
        number = axes.annotate(text, (back, n), (5, 0), textcoords="offset points", va="center", fontweight="bold")
        number.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1.5})  # the line at 1 runs behind it
    axes.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate("money back", (1, -0.62), (4, 0), textcoords="offset points", va="center", fontsize=8.5, color=QUIET)
    axes.set_ylim(-0.85, len(found) - 0.4)
    axes.set_xlim(0, 1.15 * max(1.0, *(group["return"] or 0 for group in found)))
    axes.set_xlabel("return: rent earned for each dollar paid")
    add_grid(axes, "x")


def draw_money(axes: "Axes", report: Report, found: list[dict[str, Any]]) -> None:
    """Draw three thin bars for each group, in dollars a game: the cost of its deeds, of its buildings, and its rent."""
    high, most = 0.27, 0.0
    for m, (key, label, colour, hatch) in enumerate(MONEY):
        sums = [group[key] - (group["sold_back"] if key == "building_cost" else 0) for group in found]
        means = [total / max(1, report.games) for total in sums]
        most = max(most, *means)
        at = [n + (m - 1) * high for n in range(len(found))]
        axes.barh(at, means, height=high, color=colour, edgecolor=INK, hatch=hatch, linewidth=0.6, label=label)
        for y, mean in zip(at, means, strict=True):
            axes.annotate(f"{mean:,.0f}", (mean, y), (4, 0), textcoords="offset points", va="center", fontsize=7.5)
    axes.set_xlim(0, 1.12 * max(1.0, most))
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlabel("dollars a game, all players together")
    axes.legend(loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=3, frameon=False, fontsize=8.5, handlelength=1.6,
                columnspacing=1.2)  # fmt: skip
    add_grid(axes, "x")
