"""`passgo dev calibration`: how good the chances are, as a page."""

from pathlib import Path
from typing import Annotated

from passgo.cli.line import Option
from passgo.terminal.files import write_text


def command(
    out: Annotated[Path, Option(says="Write the page to this file.")] = Path("docs/calibration.md"),
    tables: Annotated[int, Option(least=2, most=10_000, says="Tables of 160 games for each line.")] = 12,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same page.")] = 1,
) -> None:
    """Judge the net on games that it did not learn from, by players, edition and part of the game.

    passgo dev calibration
    """
    from passgo.cli.warm import warm
    from passgo.dev.calibration import card

    warm()
    write_text(out, card(tables, seed))
    print(f"{out}: written")
