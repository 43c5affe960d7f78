"""`passgo why`: what happened in a record, and by which rule."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from passgo import rulebook
from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument, Option
from passgo.editions import Ruleset
from passgo.terminal.files import BadInput, expecting, print_json, read_text, write_text

if TYPE_CHECKING:
    from passgo.game.explanations import Move

CHANCE = ("dice ", "card ", "deed ")
"""How the lines of chance begin: what they show belongs to the move before them."""


def command(
    record: Annotated[Path, Argument(says="The text record of a game; - reads it from stdin.")],
    move: Annotated[
        int | None, Argument(says="The number of a move, counted from 1; without it, every move.", least=1)
    ] = None,
    instead: Annotated[
        str | None, Option("--instead", metavar="ACTION", says="Ask of another action in the place of that move.")
    ] = None,
    markdown: Annotated[bool, Option("--markdown", says="Print Markdown, with every rule that is cited.")] = False,
    html: Annotated[bool, Option("--html", says="Print HTML, in one file that can be printed.")] = False,
    as_json: AsJson = False,
    output: Annotated[Path | None, Option("--output", "-o", metavar="FILE", says="Write it to a file.")] = None,
) -> None:
    """Explain what happened in a record, by rule, source and arithmetic.

    Of a move that is named, every rule is explained whole; of an unlawful record, the rule that refuses it.

        passgo why my_game.record
        passgo why my_game.record 17
        passgo why my_game.record 17 --instead "build boardwalk"
        passgo why my_game.record --html --output why.html
    """
    if instead is not None and move is None:
        raise BadInput("--instead: expected the number of a move as well, in whose place it is asked of")
    if [markdown, html, as_json].count(True) > 1:
        raise BadInput("expected one of --markdown, --html and --json")
    if output is not None and not (markdown or html):
        raise BadInput("--output: expected --markdown or --html as well")
    moves, edition = explained(record, read_text(record), move, instead)
    if as_json:
        print_json([asdict(one) for one in moves])
    elif markdown or html:
        put_page(moves, edition, html, output)
    else:
        print_moves(moves, edition, whole=move is not None, asked=instead is not None)


def put_page(moves: Sequence["Move"], edition: Ruleset, html: bool, output: Path | None) -> None:
    """Print a page, or write it to a file."""
    from passgo.game.explanation_pages import format_html, format_markdown

    page = format_html(moves, edition) if html else format_markdown(moves, edition)
    if output is None:
        print(page, end="")
    else:
        write_text(output, page)
        print(f"wrote {output}")


def print_moves(moves: Sequence["Move"], edition: Ruleset, whole: bool, asked: bool) -> None:
    """Print what happened; `whole`, every rule too; `asked`, the move is one that was only asked about."""
    for one in moves:
        print(format_move(one))
    if asked and not moves[0].refused:
        print("   may be played: no rule forbids it.")
    if whole:
        for rule in dict.fromkeys(reason.rule for one in moves for reason in one.reasons):
            print(f"\n{rulebook.why(rule, edition)}")


def explained(path: Path, text: str, number: int | None, instead: str | None) -> tuple[list["Move"], Ruleset]:
    """The moves that are asked for, explained, and the ruleset they were played by."""
    from passgo.cli.warm import warm
    from passgo.game.explanations import explain_instead, explain_record
    from passgo.notation.record import parse_record

    with expecting(str(path)):
        edition = parse_record(text)[0].ruleset()  # before compiling, which may take a while
        warm()
        if number is not None and instead is not None:
            return [explain_instead(text, number, instead)], edition
        moves = list(explain_record(text))
    if number is None:
        return moves, edition
    if number > len(moves):
        raise BadInput(f"MOVE: expected the number of a move, from 1 to {len(moves)}, not {number}")
    later = takewhile(lambda one: one.action.startswith(CHANCE), moves[number:])
    return [moves[number - 1], *later], edition


def format_move(move: "Move") -> str:
    """A move, and a line for each thing that came of it."""
    lines = [f"{move.number}. {move.action}"]
    for reason in move.reasons:
        refused = "refused: " if move.refused else ""
        lines.append(f"   {refused}{reason.says} ({reason.rule})")
        lines += [f"      {reason.arithmetic}"] if reason.arithmetic else []
    return "\n".join(lines)
