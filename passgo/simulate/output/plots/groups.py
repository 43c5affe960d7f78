"""What each group cost and brought."""

from typing import TYPE_CHECKING, Any

from passgo.simulate.output.plots.style import HATCHES, INK, PAPER, QUIET, new_figure, ruled, titled
from passgo.simulate.output.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MONEY = (
    ("price_paid", "paid for deeds", "#c9ced2", ""),
    ("building_cost", "paid for buildings, less what was sold back", "#8b949c", "///"),
    ("rent", "rent earned", "#1b3f5c", ""),
)
"""What is shown of each group's money: light, patterned, dark."""


def draw(report: Report) -> "Figure":
    """Rent earned for each dollar paid, and both in dollars a game."""
    found = report.groups()
    figure = new_figure(12, 8.2)
    left, right = figure.subplots(1, 2, sharey=True, gridspec_kw={"width_ratios": [1, 1.25], "wspace": 0.06})
    figure.subplots_adjust(left=0.1, right=0.97, top=0.86, bottom=0.08)
    draw_returns(left, report, found)
    draw_money(right, report, found)
    left.set_yticks(range(len(found)), [group["group"] for group in found])
    left.invert_yaxis()
    titled(figure, "What each group cost and brought", report)
    return figure


def draw_returns(axes: "Axes", report: Report, found: list[dict[str, Any]]) -> None:
    """A bar for each group's return, in its colour and pattern."""
    for n, (group, of_table) in enumerate(zip(found, report.plan.table.groups, strict=True)):
        back = group["return"] or 0.0
        axes.barh(n, back, height=0.68, color=of_table.colour, edgecolor=PAPER, hatch=HATCHES[n], linewidth=0)
        axes.barh(n, back, height=0.68, fill=False, edgecolor=INK, linewidth=0.9)
        told = "none" if group["return"] is None else f"{back:.2f}"
        number = axes.annotate(told, (back, n), (5, 0), textcoords="offset points", va="center", fontweight="bold")
        number.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1.5})  # the line of money back runs behind
    axes.axvline(1, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate("money back", (1, -0.62), (4, 0), textcoords="offset points", va="center", fontsize=8.5, color=QUIET)
    axes.set_ylim(-0.85, len(found) - 0.4)
    axes.set_xlim(0, 1.15 * max(1.0, *(group["return"] or 0 for group in found)))
    axes.set_xlabel("return: rent earned for each dollar paid")
    ruled(axes, "x")


def draw_money(axes: "Axes", report: Report, found: list[dict[str, Any]]) -> None:
    """Three thin bars for each group: what its deeds and its buildings cost, and what it earned, in dollars a game."""
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
    ruled(axes, "x")
