"""`passgo rulebook`: the whole book of an edition, or how several differ."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from passgo import editions
from passgo.cli.arguments import EDITIONS, AsJson
from passgo.cli.line import Argument, Option
from passgo.rulebook.pages import format_html, format_markdown, rows_of
from passgo.terminal.files import BadInput, expecting, print_json, write_text

MOST = 4  # editions that fit side by side


def command(
    edition: Annotated[list[str], Argument(says=f"{EDITIONS}. Several are set side by side where they differ.")],
    html: Annotated[bool, Option("--html", says="Print HTML, in one file that can be printed.")] = False,
    as_json: AsJson = False,
    output: Annotated[Path | None, Option("--output", "-o", metavar="FILE", says="Write it to a file.")] = None,
) -> None:
    """Print the whole book of an edition, or how two editions differ.

    passgo rulebook modern
    passgo rulebook classic modern --html --output differences.html
    """
    if html and as_json:
        raise BadInput("expected --html or --json, not both")
    if len(edition) > MOST:
        raise BadInput(f"EDITION: expected at most {MOST} of them")
    with expecting("EDITION"):
        chosen = [editions.ruleset(name) for name in edition]
    if as_json:
        titles = [one.edition for one in chosen]
        print_json({"editions": titles, "rules": [asdict(row) for row in rows_of(chosen)]})
        return
    page = format_html(chosen) if html else format_markdown(chosen)
    if output is None:
        print(page, end="")
    else:
        write_text(output, page)
        print(f"wrote {output}")
