"""Explained moves as pages: Markdown, and HTML that stands alone, with every rule that they cite below."""

from collections.abc import Sequence
from html import escape

from passgo import rulebook
from passgo.editions import Ruleset
from passgo.game.explanations import Move
from passgo.rulebook.pages import html_page


def cited(moves: Sequence[Move]) -> list[str]:
    """The rules that explain these moves, each once, in the order in which they come up."""
    return list(dict.fromkeys(reason.rule for move in moves for reason in move.reasons))


def title_of(edition: Ruleset) -> str:
    """What a page is called."""
    return f"Why? A game by the rules of {edition.title}"


def format_markdown(moves: Sequence[Move], edition: Ruleset) -> str:
    """The page as Markdown."""
    lines = [f"# {title_of(edition)}"]
    for move in moves:
        lines += ["", f"## {move.number}. {move.action}", ""]
        for reason in move.reasons:
            refused = "*Refused:* " if move.refused else ""
            lines.append(f"- {refused}{reason.says} (`{reason.rule}`)")
            lines += [f"  - {reason.arithmetic}"] if reason.arithmetic else []
    lines += ["", "# The rules"]
    for rule in cited(moves):
        heading, *said = rulebook.why(rule, edition).splitlines()
        lines += ["", f"## {heading}", "", *said]
    return "\n".join(lines) + "\n"


def format_html(moves: Sequence[Move], edition: Ruleset) -> str:
    """The page as HTML, in one file, to be read or printed."""
    told = []
    for move in moves:
        reasons = "".join(html_reason(move, n) for n in range(len(move.reasons)))
        told.append(f"<h2>{move.number}. {escape(move.action)}</h2>\n<ul>{reasons}</ul>")
    rules = []
    for rule in cited(moves):
        heading, *said = rulebook.why(rule, edition).splitlines()
        rules.append(f'<h2 id="{rule}">{escape(heading)}</h2>\n<p>{"<br>".join(map(escape, said))}</p>')
    body = "\n".join([*told, "<h1>The rules</h1>", *rules])
    return html_page(escape(title_of(edition)), body)


def html_reason(move: Move, number: int) -> str:
    """One thing that came of a move, with a link to its rule below."""
    reason = move.reasons[number]
    refused = "<b>Refused:</b> " if move.refused else ""
    sum_ = f"<br><small>{escape(reason.arithmetic)}</small>" if reason.arithmetic else ""
    link = f'<a href="#{reason.rule}"><code>{reason.rule}</code></a>'
    return f"<li>{refused}{escape(reason.says)} {link}{sum_}</li>\n"
