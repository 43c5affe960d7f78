"""The page "What a million games say": sentences, tables and pictures made of what was found, and of nothing else."""

import textwrap
from collections.abc import Callable
from pathlib import Path

from passgo import editions
from passgo.dev.story.cells import BOT, LOOKED_AT, Cell, Story
from passgo.dev.story.findings import LONGEST, LOOK_AFTER, MEASURES, Findings, Interval
from passgo.dev.story.pictures import (
    PICTURES,
    PLAIN,
    SPEEDY,
    TABLE,
    Found,
    advantage,
    difference,
    format_number,
    format_share,
    players_of,
)

WIDEST = 150
"""The longest line of prose."""

AHEAD = {
    "worth": "who is worth most",
    "whole groups": "who has most whole groups",
    "buildings": "who has most buildings",
    "deeds": "who has most deeds",
    "cash": "who has most cash",
}
"""The measures in a sentence."""

PAGE, FOLDER = "story.md", "story"
"""The page, and the folder of its pictures beside it."""


def write(story: Story, found: Found, docs: Path) -> list[Path]:
    """Write the page and its pictures into a folder; the files."""
    folder = docs / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    files = {folder / f"{name}.svg": draw(found) for name, draw in PICTURES.items()}
    files[docs / PAGE] = page_of(story, found)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    return list(files)


def page_of(story: Story, found: Found) -> str:
    """The whole page."""
    sections = [opening(story, found), order(found), groups(found), length(found), winning(found), speed(found)]
    return "\n".join([*sections, tables(found), again(story)])


def classic(found: Found, edition: str = PLAIN) -> Findings:
    """What was found in games of four."""
    return found[Cell(edition, TABLE)]


def paragraph(*sentences: str) -> str:
    """Sentences as lines that are narrow enough to read."""
    kept_together = " ".join(sentences).replace(" %", "\N{NO-BREAK SPACE}%")
    return textwrap.fill(kept_together, WIDEST, break_long_words=False, break_on_hyphens=False)


def section(heading: str, *parts: str) -> str:
    """A heading with what follows it."""
    return "\n\n".join([f"## {heading}\n{parts[0]}", *parts[1:]]) + "\n"


def picture(name: str, alt: str) -> str:
    """A picture of the page."""
    return f"![{alt}]({FOLDER}/{name}.svg)"


def opening(story: Story, found: Found) -> str:
    """How the games were played."""
    looked = sum(int(findings.looked) for findings in found.values())
    broken = sum(int(findings.games - findings.finished) for findings in found.values())
    told = paragraph(
        f"{story.total:,} games: every edition with every number of players, {story.games_each:,} games each,",
        f"all seats played by `{BOT}`, seed {story.seed}. One game in {LOOKED_AT} ({looked:,}) was looked at",
        "turn by turn.",
        f"{broken:,} games had no winner after {LONGEST} rounds and were broken off. What stands in brackets,",
        "and every",
        "line in a picture, is a 95 % interval, unless it says otherwise. All of it is about games of this bot against",
        "itself: people, and other bots, deal and build in other ways.",
    )
    return f"# What a million games say\n\n{told}\n"


def order(found: Found) -> str:
    """The order of play."""
    four = classic(found)
    names = ("", "the second ", "the third ", "the fourth ")
    places = ", ".join(f"{name}{format_share(four.place_share(place))}" for place, name in enumerate(names))
    more = {cell: advantage(findings, cell.players) for cell, findings in found.items()}
    most = max(more, key=lambda cell: more[cell].mid)
    told = paragraph(
        f"Of the classic games of {TABLE} that somebody won, the first player won {places}. An equal share is",
        f"{100 / TABLE:g} %. The advantage of",
        "the first player lies surely above zero, with its whole interval, in",
        f"{sum(m.low > 0 for m in more.values())} of the",
        f"{len(more)} cases; the largest is {format_number(more[most], 1)} percentage points, in",
        f"{title(most.edition)} with",
        f"{most.players} players.",
    )
    return section("Who begins", told, picture("order-of-play", "What it is worth to begin"))


def title(edition: str) -> str:
    """The name of an edition."""
    return editions.ruleset(edition).title


def ranked(edition: str, value: Callable[[int], Interval]) -> list[tuple[str, Interval]]:
    """The groups of an edition with a value, the highest first."""
    named = [(group.name, value(group.index)) for group in editions.ruleset(edition).groups]
    return sorted(named, key=lambda pair: -pair[1].mid)


def groups(found: Found) -> str:
    """What the groups are worth."""
    back, wins = ranked(PLAIN, classic(found).group_return), ranked(PLAIN, classic(found).group_chance)
    surely = [name for name, value in back if value.low > 1]
    returned = paragraph(
        "A return is the rent that a group earned for each dollar paid for its deeds and buildings, less",
        "what was sold back.",
        f"In classic games of {TABLE} the best is {back[0][0]}, {format_number(back[0][1])}, the worst {back[-1][0]},",
        f"{format_number(back[-1][1])}. Groups that surely earn more than they cost: {', '.join(surely) or 'none'}.",
    )
    won = paragraph(
        "Money back is one thing, winning another. Who is first to hold all of",
        f"{wins[0][0]} wins {format_share(wins[0][1])} of the games, of {wins[1][0]} {format_share(wins[1][1])},",
        f"of {wins[-1][0]} {format_share(wins[-1][1])}. An equal share is {100 / TABLE:g} %.",
        "Some come to a group early, by dealing, others late, with what a bankrupt player leaves them:",
        "this says who wins, not why.",
    )
    return section(
        "The groups",
        returned,
        picture("returns", "What a dollar in each group brings back"),
        won,
        picture("chances", "Who is first to hold a whole group"),
    )


def length(found: Found) -> str:
    """How long games last."""
    quick, slow = (pick(found, key=lambda cell: found[cell].mean_rounds().mid) for pick in (min, max))
    told = paragraph(
        f"A classic game of {TABLE} takes {format_number(classic(found).mean_rounds(), 1)} rounds on average;",
        "the median is",
        f"{format_number(classic(found).median_rounds(), 0)}. The quickest games are those of",
        f"{title(quick.edition)} with",
        f"{quick.players} players, {format_number(found[quick].mean_rounds(), 1)} rounds, the slowest those of",
        f"{title(slow.edition)} with {slow.players}, {format_number(found[slow].mean_rounds(), 1)}.",
    )
    return section("How long it lasts", told, picture("lengths", "How long games last"))


def winning(found: Found) -> str:
    """What wins."""
    four = classic(found)
    ahead = sorted(((four.ahead_share(m), name) for m, name in enumerate(MEASURES)), key=lambda pair: -pair[0].mid)
    told = paragraph(
        f"After {LOOK_AFTER} rounds of a classic game of {TABLE}, {AHEAD[ahead[0][1]]} wins",
        f"{format_share(ahead[0][0])},",
        f"{AHEAD[ahead[1][1]]} {format_share(ahead[1][0])}, {AHEAD[ahead[-1][1]]} {format_share(ahead[-1][0])}.",
        f"Who is first to own a whole colour group wins {format_share(four.first_whole_share())}. Where two",
        "are level nobody is",
        "ahead, and the game does not count.",
    )
    return section("What wins", told, picture("what-wins", "What wins"))


def speed(found: Found) -> str:
    """What the Speed Die changes."""
    heads = ("players", "rounds without", "rounds with", "change", "the first player's points without", "with")
    rows = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for players in players_of(found, PLAIN):
        without, with_die = found[Cell(PLAIN, players)], found[Cell(SPEEDY, players)]
        rounds = [format_number(each.mean_rounds(), 1) for each in (without, with_die)]
        change = format_number(difference(with_die.mean_rounds(), without.mean_rounds()), 1)
        begin = [format_number(advantage(each, players), 1) for each in (without, with_die)]
        rows.append(f"| {' | '.join([str(players), *rounds, change, *begin])} |")
    four, speedy = classic(found), classic(found, SPEEDY)
    told = paragraph(
        f"The same book with the Speed Die, all else alike. A game of {TABLE} takes",
        f"{format_number(speedy.mean_rounds(), 1)} rounds",
        f"instead of {format_number(four.mean_rounds(), 1)}, has {format_number(speedy.mean_per_game(0))}",
        "deals instead of",
        f"{format_number(four.mean_per_game(0))}, and {format_number(speedy.mean_per_game(1), 1)} buildings",
        "are built instead of",
        f"{format_number(four.mean_per_game(1), 1)}.",
    )
    return section(
        "What the Speed Die changes", told, picture("speed-die", "What the Speed Die changes"), "\n".join(rows)
    )


def tables(found: Found) -> str:
    """The tables of each edition."""
    parts = ["## Every edition, every number of players"]
    heads = (
        "players", "had a winner", "rounds, mean", "rounds, median", "the first player wins", "the last player wins",
        "best return", "best chance", "deals a game", "buildings a game",
    )  # fmt: skip
    for name in editions.NAMES:
        parts += ["", f"### {title(name)}", "", f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
        parts += [table_row(Cell(name, players), found[Cell(name, players)]) for players in players_of(found, name)]
        parts += ["", "What a dollar in each group brings back:", ""]
        parts += group_table(found, name, lambda findings, group: format_number(findings.group_return(group)))
        parts += ["", "How often wins who is first to hold the whole group:", ""]
        parts += group_table(found, name, lambda findings, group: format_share(findings.group_chance(group)))
    return "\n".join([*parts, ""])


def group_table(found: Found, edition: str, write: Callable[[Findings, int], str]) -> list[str]:
    """A table with a row for each group of an edition, and a column for each number of players."""
    numbers = players_of(found, edition)
    heads = ["group", *(f"{players} players" for players in numbers)]
    rows = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for group in editions.ruleset(edition).groups:
        values = [write(found[Cell(edition, players)], group.index) for players in numbers]
        rows.append(f"| {' | '.join([group.name, *values])} |")
    return rows


def table_row(cell: Cell, findings: Findings) -> str:
    """A row of such a table."""
    back, chance = ranked(cell.edition, findings.group_return)[0], ranked(cell.edition, findings.group_chance)[0]
    columns = (
        str(cell.players),
        format_share(findings.finished_share()),
        format_number(findings.mean_rounds(), 1),
        format_number(findings.median_rounds(), 0),
        format_share(findings.place_share(0)),
        format_share(findings.place_share(cell.players - 1)),
        f"{back[0]} {format_number(back[1])}",
        f"{chance[0]} {format_share(chance[1])}",
        format_number(findings.mean_per_game(0)),
        format_number(findings.mean_per_game(1), 1),
    )
    return f"| {' | '.join(columns)} |"


def again(story: Story) -> str:
    """How the page is made."""
    command = f"    passgo dev story --games {story.games} --seed {story.seed}"
    told = paragraph(
        "The same seed gives the same games, whatever the number of threads; a run that was broken off goes",
        "on where it",
        "stood. `passgo simulate` counts the same things for any bots and options",
        "([simulating](simulate.md)), and keeps",
        "games worth reading ([records](records.md)).",
    )
    return section("Again", "This page and its pictures are made by one command:", command, told)
