"""What the pictures of the story show: one picture a question, one panel an edition."""

import math
from collections.abc import Callable, Mapping

from passgo import editions
from passgo.dev.story.cells import Cell
from passgo.dev.story.charts import Axis, Panel, Row, draw
from passgo.dev.story.findings import MEASURES, Findings, Interval

Found = Mapping[Cell, Findings]

TABLE = 4
"""The number of players where a picture shows one number only."""


def percent(share: float) -> str:
    """A share as text.

    >>> percent(0.2534)
    '25.3 %'
    """
    return f"{100 * share:.1f} %"


def format_share(share: Interval) -> str:
    """A share with its interval.

    >>> format_share(Interval(0.25, 0.26, 0.27))
    '26.0 % (25.0 to 27.0)'
    """
    return f"{percent(share.mid)} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def format_number(number: Interval, digits: int = 2) -> str:
    """A number with its interval.

    >>> format_number(Interval(0.5, 0.75, 1.0))
    '0.75 (0.50 to 1.00)'
    """
    return f"{number.mid:.{digits}f} ({number.low:.{digits}f} to {number.high:.{digits}f})"


def signed(value: float) -> str:
    """A number with its sign.

    >>> signed(2.0), signed(0.0), signed(-0.5)
    ('+2', '0', '-0.5')
    """
    return f"{value:+g}" if value else "0"


def players_of(found: Found, edition: str) -> list[int]:
    """The numbers of players of an edition."""
    return [cell.players for cell in found if cell.edition == edition]


def panels(found: Found, rows: Callable[[str, Findings], list[Row]]) -> list[Panel]:
    """A panel for each edition, of games of four."""
    return [Panel(editions.ruleset(name).title, rows(name, found[Cell(name, TABLE)])) for name in editions.NAMES]


def panels_by_players(found: Found, row: Callable[[int, Findings], Row]) -> list[Panel]:
    """A panel for each edition, with a row for each number of players."""
    return [
        Panel(editions.ruleset(name).title, [row(n, found[Cell(name, n)]) for n in players_of(found, name)])
        for name in editions.NAMES
    ]


def advantage(findings: Findings, players: int) -> Interval:
    """By how many percentage points the first player wins more often than an equal share."""
    return Interval(*(100 * (end - 1 / players) for end in findings.place_share(0)))


def group_rows(edition: str, value: Callable[[int], Interval], write: Callable[[Interval], str]) -> list[Row]:
    """A row for each group, the best first."""
    groups = editions.ruleset(edition).groups
    rows = [Row(group.name, value(group.index), write(value(group.index)), group.colour) for group in groups]
    return sorted(rows, key=lambda row: -row.value.mid)


def order_of_play(found: Found) -> str:
    """What it is worth to begin."""

    def row(players: int, findings: Findings) -> Row:
        more = advantage(findings, players)
        return Row(f"{players} players", more, f"{more.mid:+.2f} ({more.low:+.2f} to {more.high:+.2f})")

    note = "How many percentage points more often the first player wins than an equal share; lines are 95 % intervals."
    axis = Axis("percentage points", signed, mark=0.0)
    return draw("What it is worth to begin", note, panels_by_players(found, row), axis)


def returns(found: Found) -> str:
    """What a dollar brings back."""
    note = f"Rent earned for each dollar paid for deeds and buildings, games of {TABLE}; lines are 95 % intervals."
    axis = Axis("dollars for each dollar paid", lambda value: f"{value:g}", mark=1.0)
    return draw(
        "What a dollar in each group brings back",
        note,
        panels(found, lambda name, findings: group_rows(name, findings.group_return, format_number)),
        axis,
    )


def chances(found: Found) -> str:
    """How often wins who is first to hold a group."""
    note = f"How often wins who is first to hold all of a group, games of {TABLE}; dashed: an equal share."
    axis = Axis("games won", lambda value: f"{100 * value:g} %", mark=1 / TABLE)
    return draw(
        "Who is first to hold a whole group",
        note,
        panels(found, lambda name, findings: group_rows(name, findings.group_chance, format_share)),
        axis,
    )


def lengths(found: Found) -> str:
    """How long games last."""

    def row(players: int, findings: Findings) -> Row:
        p05, p25, p50, p75, p95 = (findings.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95))
        return Row(f"{players} players", Interval(p05, p50, p95), f"{p50:g} ({p05:g} to {p95:g})", body=(p25, p75))

    note = "Rounds until somebody has won: the median, the middle half (thick) and nine games of ten (thin)."
    axis = Axis("rounds", lambda value: f"{value:g}")
    return draw("How long games last", note, panels_by_players(found, row), axis)


def what_wins(found: Found) -> str:
    """What it is worth to be ahead."""

    def rows(name: str, findings: Findings) -> list[Row]:
        shares = {f"most {name.split()[-1]}": findings.ahead_share(m) for m, name in enumerate(MEASURES)}
        shares["first group"] = findings.first_whole_share()
        listed = [Row(name, share, format_share(share)) for name, share in shares.items()]
        return sorted(listed, key=lambda row: -row.value.mid)

    note = f"How often wins who is ahead after 15 rounds, or was first to a whole group; games of {TABLE}."
    axis = Axis("games won", lambda value: f"{100 * value:g} %", mark=1 / TABLE)
    return draw("What wins", note, panels(found, rows), axis)


def difference(one: Interval, other: Interval) -> Interval:
    """One estimate less another one, which does not depend on it.

    >>> difference(Interval(2.7, 3.0, 3.3), Interval(0.6, 1.0, 1.4))
    Interval(low=1.5, mid=2.0, high=2.5)
    """
    mid = one.mid - other.mid
    below = math.hypot(one.mid - one.low, other.high - other.mid)
    above = math.hypot(one.high - one.mid, other.mid - other.low)
    return Interval(round(mid - below, 9), mid, round(mid + above, 9))


PLAIN, SPEEDY = "classic", "speed-die"
"""The same book without the Speed Die and with it."""


def speed_die(found: Found) -> str:
    """What the Speed Die changes in returns."""
    without, with_die = found[Cell(PLAIN, TABLE)], found[Cell(SPEEDY, TABLE)]

    def change(of: Callable[[Findings, int], Interval]) -> Callable[[int], Interval]:
        return lambda group: Interval(*(100 * end for end in difference(of(with_die, group), of(without, group))))

    def write(more: Interval) -> str:
        return f"{more.mid:+.1f} ({more.low:+.1f} to {more.high:+.1f})"

    both = [
        Panel("Return, cents for each dollar", group_rows(PLAIN, change(Findings.group_return), write)),
        Panel("Wins of its first holder, points", group_rows(PLAIN, change(Findings.group_chance), write)),
    ]
    note = f"With the Speed Die less without it, by group, games of {TABLE}; lines are 95 % intervals."
    return draw("What the Speed Die changes", note, both, Axis("change", signed, mark=0.0))


PICTURES: dict[str, Callable[[Found], str]] = {
    "order-of-play": order_of_play,
    "returns": returns,
    "chances": chances,
    "lengths": lengths,
    "what-wins": what_wins,
    "speed-die": speed_die,
}
"""Every picture by the name of its file."""
