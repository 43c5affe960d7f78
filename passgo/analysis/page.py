"""An analysis as one HTML file: nothing is loaded from anywhere, and nothing runs in it."""

from html import escape

from passgo.analysis.report import PARTS, Analysis, Change
from passgo.analysis.words import PART_WORDS, format_effects, points_text

WIDE, HIGH, LEFT, BELOW = 880, 300, 40, 24
"""The size of the picture of chances, and the room for its numbers."""
COLOURS = ("#0b6e99", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#be185d", "#475569", "#0f766e")
DASHES = ("", "8 4", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 2 2")
"""Lines differ in dashes, too, so that nobody needs the colours."""

STYLE = """
:root { color-scheme: light dark; --ink: #1f2933; --paper: #fbfaf7; --line: #d5d2ca; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #17191c; --line: #3b3f45; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right; }
th:first-child, td:first-child, td.words, th.words { text-align: left; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--line); } small { opacity: .75; }
"""


def x_of(number: int, count: int) -> float:
    """Where a point stands from left to right."""
    return LEFT + (WIDE - LEFT - 10) * number / max(1, count - 1)


def y_of(chance: float) -> float:
    """Where a chance stands from top to bottom."""
    return 10 + (HIGH - BELOW - 10) * (1 - chance)


def draw_player(analysis: Analysis, seat: int) -> str:
    """The line of one player, with the band of its interval."""
    count = len(analysis.points)
    line = " ".join(f"{x_of(n, count):.1f},{y_of(point.chances[seat]):.1f}" for n, point in enumerate(analysis.points))
    upper = [f"{x_of(n, count):.1f},{y_of(point.high[seat]):.1f}" for n, point in enumerate(analysis.points)]
    lower = [f"{x_of(n, count):.1f},{y_of(point.low[seat]):.1f}" for n, point in enumerate(analysis.points)]
    colour, dash = COLOURS[seat], f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    band = f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{colour}" opacity=".12"/>'
    drawn = f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
    return f"<g><title>{escape(analysis.names[seat])}</title>{band}{drawn}</g>"


def draw_chances(analysis: Analysis) -> str:
    """The picture of the chances along the game."""
    grid = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{WIDE - 10}" y1="{y_of(at / 4):.1f}" y2="{y_of(at / 4):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y_of(at / 4) + 4:.1f}" text-anchor="end">{25 * at} %</text>'
        for at in range(5)
    )
    count = len(analysis.points)
    marks = "".join(
        f'<text x="{x_of(n, count):.1f}" y="{HIGH - 4}" text-anchor="middle">{analysis.points[n].turn}</text>'
        for n in range(0, count, max(1, count // 8))
    )
    lines = "".join(draw_player(analysis, seat) for seat in range(len(analysis.names)))
    said = "The chance of every player to win, turn by turn"
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{said}">{grid}{marks}{lines}</svg>'


def legend(analysis: Analysis) -> str:
    """Whose line is whose."""
    keys = []
    for seat, name in enumerate(analysis.names):
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        line = f'<line x1="0" x2="36" y1="6" y2="6" stroke="{COLOURS[seat]}" stroke-width="3"{dash}/>'
        key = f'<svg viewBox="0 0 36 12" style="width:36px;height:12px" aria-hidden="true">{line}</svg>'
        keys.append(f"<span>{key} {escape(name)}</span>")
    return f"<p>{' &nbsp; '.join(keys)}</p>"


def table(heading: list[str], rows: list[list[str]], words: int = 1) -> str:
    """A table; so many of its first columns are words."""

    def row(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(
            f"<{tag}{' class=words' if n < words else ''}>{escape(cell)}</{tag}>" for n, cell in enumerate(cells)
        ) + "</tr>"  # fmt: skip

    return f'<div class="scroll"><table>{row(heading, "th")}{"".join(row(cells, "td") for cells in rows)}</table></div>'


def changes(analysis: Analysis, told: list[Change]) -> str:
    """A table of moments and what each changed."""
    rows = [[f"{each.turn}", each.says, format_effects(analysis.names, each.effects)] for each in told]
    return table(["turn", "what happened", "points"], rows, words=3)


def format_page(analysis: Analysis) -> str:
    """The whole file."""
    rows = []
    for seat, name in enumerate(analysis.names):
        parts = [points_text(analysis.parts[name][part]) for part in PARTS]
        rows.append([name, f"{100 * analysis.start[seat]:.1f}", *parts, f"{100 * analysis.end[seat]:.1f}"])
    heading = ["", "start", *PART_WORDS.values(), "result" if analysis.over else "now"]
    sections = [
        f"<h1>{escape(analysis.verdict)}</h1>",
        f"<p><small>{escape(analysis.edition)}. Chances to win in points, {escape(analysis.label)}.</small></p>",
        draw_chances(analysis) + legend(analysis),
        "<h2>What decided it</h2>" + table(heading, rows),
        "<p><small>The four parts add up to the result less the start. What is unexplained are the decisions of the"
        " others and the drift of the judgement itself.</small></p>",
        "<h2>What turned the game</h2>" + changes(analysis, analysis.turning),
    ]
    if analysis.deals:
        sections.append("<h2>Deals</h2>" + changes(analysis, analysis.deals))
    sections.append(mistakes_of(analysis))
    title = escape(" and ".join(analysis.names))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "".join(sections)
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body>{body}</body></html>\n'


def mistakes_of(analysis: Analysis) -> str:
    """The mistakes, or that there were none."""
    if not analysis.mistakes:
        return "<h2>Mistakes</h2><p>No decision was a mistake beyond doubt.</p>"
    rows = [
        [f"{found.turn}", found.player, found.played, found.better, f"{100 * found.loss:.1f} ± {196 * found.error:.1f}"]
        for found in analysis.mistakes
    ]
    return "<h2>Mistakes</h2>" + table(["turn", "player", "played", "better was", "cost in points"], rows, words=4)
