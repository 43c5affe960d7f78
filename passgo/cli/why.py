"""`passgo why`: what happened in a record, and by which rule."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from passgo import rulebook
from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument, Option
from passgo.editions import Ruleset
from passgo.terminal.files import BadInput, expecting, print_json, read_text

if TYPE_CHECKING:
    from passgo.game.explanations import Move


def command(
    record: Annotated[Path, Argument(says="The text record of a game; - reads it from stdin.")],
    move: Annotated[
        int | None, Argument(says="The number of a move, counted from 1; without it, every move.", least=1)
    ] = None,
    instead: Annotated[
        str | None, Option("--instead", metavar="ACTION", says="Ask of another action in the place of that move.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Explain what happened in a record, by rule, source and arithmetic.

    Of a move that is named, every rule is explained whole; of an unlawful record, the rule that refuses it.

        passgo why my_game.record
        passgo why my_game.record 17
        passgo why my_game.record 17 --instead "build boardwalk"
    """
    if instead is not None and move is None:
        raise BadInput("--instead: expected the number of a move as well, in whose place it is asked of")
    moves, edition = explained(record, read_text(record), move, instead)
    if as_json:
        print_json([asdict(one) for one in moves])
        return
    for one in moves:
        print(format_move(one))
    if instead is not None and not moves[0].refused:
        print("   may be played: no rule forbids it.")
    if move is not None:
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
    return [moves[number - 1]], edition


def format_move(move: "Move") -> str:
    """A move, and a line for each thing that came of it."""
    lines = [f"{move.number}. {move.action}"]
    for reason in move.reasons:
        refused = "refused: " if move.refused else ""
        lines.append(f"   {refused}{reason.says} ({reason.rule})")
        lines += [f"      {reason.arithmetic}"] if reason.arithmetic else []
    return "\n".join(lines)
