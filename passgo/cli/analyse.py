"""`passgo analyse`: what a game was decided by."""

from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument, Option
from passgo.terminal.files import expecting, print_json, read_text, write_text


def command(
    record: Annotated[Path, Argument(says="The text record of a game; - reads it from stdin.")],
    html: Annotated[Path | None, Option(says="Write it all to this HTML file, which needs no other.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a game was decided by: dice, decisions, deals; and which moves were mistakes.

    Chances to win are those if all play like trader from there. A mistake is told only if it cost more than a point,
    and more than twice the standard error of that.

        passgo analyse my_game.record
        passgo analyse my_game.record --html my_game.html
    """
    from passgo import Game
    from passgo.analysis import analyse
    from passgo.analysis.page import format_page
    from passgo.analysis.words import format_text
    from passgo.cli.progress import telling
    from passgo.cli.warm import warm
    from passgo.notation.record import parse_record

    text = read_text(record)
    with expecting(str(record)):
        parse_record(text)[0].ruleset()  # before compiling, which may take a while
        warm()
        game = Game._replay(text)
    with telling() as tell:
        analysis = analyse(game, tell)
    if html is not None:
        write_text(html, format_page(analysis))
    if as_json:
        print_json(analysis.to_dict())
    elif html is not None:
        print(f"{html}: {analysis.verdict}")
    else:
        print(format_text(analysis))
