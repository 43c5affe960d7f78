"""The whole book of an edition, or two of them side by side, as pages: Markdown, and HTML that stands alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from passgo.editions import Ruleset, format_value
from passgo.rulebook.law import LAW, Rule

MARKS = {"book": "Book", "printed": "Printed", "ruling": "Our ruling", "option": "Option", "none": "None"}
"""How a page marks where a rule comes from."""

NEITHER = MARKS["none"]
STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
body { color: #1d2328; background: #fff; }
h1, h2 { font-weight: 600; line-height: 1.2; }
h2 { border-bottom: 1px solid #b9b2a3; padding-bottom: .2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; }
tr { border-bottom: 1px solid #e4ded2; break-inside: avoid; } code { font-size: .85em; color: #0b5d66; }
small { color: #5c5b57; }
@media print { body { margin: 0; max-width: none; font-size: 9.5pt; } h2 { break-after: avoid; } }
"""


@dataclass(frozen=True)
class Cell:
    """How a rule reads in one edition: its mark, and the sentences."""

    mark: str
    says: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A rule on a page: its id, its heading, and how it reads in each edition that is shown."""

    rule: str
    section: str
    cells: tuple[Cell, ...]


def book_of(edition: Ruleset) -> str:
    """The book by which an edition is played: its own, or that of the nearest edition it extends."""
    return next(name for name in (edition.edition, *edition.extends) if name in LAW.books)


def cell_of(rule: Rule, edition: Ruleset) -> Cell:
    """How a rule reads in an edition."""
    book = book_of(edition)
    if not rule.exists_in(book):
        return Cell(NEITHER, ("There is no such rule.",))
    says = [rule.says, rule.reading.get(book, "")]
    says += [f"Our ruling: {rule.ruled[book]}"] if book in rule.ruled else []
    switched = [o for o in edition.offered if o.rule == rule.id and o.name in edition.options]
    says += [f"At this table: {option.name} is {format_value(edition.options[option.name])}." for option in switched]
    source = rule.source.get(book, "")
    return Cell(MARKS[rule.status[book]] + (f": {source}" if source else ""), tuple(text for text in says if text))


def rows_of(editions: Sequence[Ruleset]) -> list[Row]:
    """The rules of an edition; of several, those in which they differ."""
    rows = [Row(rule.id, rule.section, tuple(cell_of(rule, one) for one in editions)) for rule in LAW.rules.values()]
    if len(editions) == 1:
        return [row for row in rows if row.cells[0].mark != NEITHER]
    return [row for row in rows if len({reading(cell) for cell in row.cells}) > 1]


def reading(cell: Cell) -> tuple[str, tuple[str, ...]]:
    """What makes two readings differ: the words and whose they are, not in which book they stand."""
    return cell.mark.partition(":")[0], cell.says


def title_of(editions: Sequence[Ruleset]) -> str:
    """What a page is called."""
    names = [edition.title for edition in editions]
    if len(names) == 1:
        return f"The rulebook: {names[0]}"
    return f"How the rules differ: {', '.join(names[:-1])} and {names[-1]}"


def sections_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows by their heading, in the order of the book."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row.section, []).append(row)
    return found


def format_markdown(editions: Sequence[Ruleset]) -> str:
    """The page as Markdown."""
    lines = [f"# {title_of(editions)}"]
    for section, rows in sections_of(rows_of(editions)).items():
        lines += ["", f"## {section}", ""]
        if len(editions) == 1:
            lines += [f"- **{row.rule}** ({row.cells[0].mark}) {' '.join(row.cells[0].says)}" for row in rows]
        else:
            lines += [
                f"| rule | {' | '.join(edition.title for edition in editions)} |",
                "| --- " * (len(editions) + 1) + "|",
            ]
            lines += [f"| `{row.rule}` | {' | '.join(map(format_cell, row.cells))} |" for row in rows]
    return "\n".join(lines) + "\n"


def format_cell(cell: Cell) -> str:
    """A cell of a table in Markdown."""
    return f"{' '.join(cell.says)} *({cell.mark})*".replace("|", "\\|")


def format_html(editions: Sequence[Ruleset]) -> str:
    """The page as HTML, in one file, to be read or printed."""
    title = escape(title_of(editions))
    heads = "".join(f"<th>{escape(edition.title)}</th>" for edition in editions)
    body = []
    for section, rows in sections_of(rows_of(editions)).items():
        told = "".join(
            f"<tr><td><code>{row.rule}</code></td>{''.join(map(html_cell, row.cells))}</tr>\n" for row in rows
        )
        body.append(f"<h2>{escape(section)}</h2>\n<table>\n<tr><th>Rule</th>{heads}</tr>\n{told}</table>")
    return html_page(title, "\n".join(body))


def html_page(title: str, body: str) -> str:
    """A page of HTML that stands alone, to be read or printed. Title and body are HTML already."""
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>'
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n<style>{STYLE}</style>\n</head>\n'
        f"<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def html_cell(cell: Cell) -> str:
    """A cell of a table in HTML."""
    return f"<td>{escape(' '.join(cell.says))} <small>({escape(cell.mark)})</small></td>"
