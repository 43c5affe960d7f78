"""`passgo verify`: replaying a record."""

from pathlib import Path
from typing import Annotated

from passgo import editions
from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument, Option
from passgo.terminal.files import expecting, print_json, read_text


def command(
    record: Annotated[Path, Argument(says="The text record of a game, as `save` writes it; - reads it from stdin.")],
    edition: Annotated[
        list[str] | None,
        Option("--edition", "-e", metavar="FILE", says="The edition of a server's own that it was played by."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay the record of a game: is it lawful and complete?

    And does its seed give every throw and every card?

        passgo verify my_game.record
    """
    for path in edition or []:
        with expecting("--edition"):
            editions.add(path)
    show_verdict(record, read_text(record), as_json)


def show_verdict(path: Path, text: str, as_json: bool) -> None:
    """Whether a record is lawful and complete, and whether its dice are the dealer's."""
    from passgo import Game, verify
    from passgo.cli.warm import warm
    from passgo.notation.record import parse_record

    with expecting(str(path)):
        parse_record(text)[0].ruleset()  # before compiling, which may take a while
        warm()
        game = Game.from_record(text)
        dealt = None if game.dealer.waits else verify(text)
    over = game.outcome
    if as_json:
        winners = list(over.winners) if over else []
        print_json({"lawful": True, "complete": over is not None, "winners": winners, "chance_verified": dealt})
        return
    players = ", ".join(game.names)
    print(f"{path}: lawful and {'complete' if over else 'not finished'}.")
    print(f"{game.ruleset.title}; {players}; {game.turn} turns.")
    print(f"{' and '.join(over.winners)} won." if over else f"{game.next_to_decide} is to act.")
    if dealt is None:
        print("Dice and cards were typed in, or their dealer's secret is not in the record: not verifiable.")
    else:
        print(f"All {dealt} throws and cards are what the dealer ({game.dealer}) gives.")
