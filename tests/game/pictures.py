"""The pictures that are kept, one of each edition: `python -m tests.game.pictures` draws them anew."""

from pathlib import Path

import passgo
from passgo import editions

FOLDER = Path(__file__).parent / "pictures"
COMPANY = ("Ann", "Ben", "Mira", "Theo")


def kept(name: str) -> passgo.Game:
    """The position that a picture shows, by its line: what bots do may change, and the picture need not."""
    return passgo.Game.from_position((FOLDER / f"{name}.txt").read_text().strip(), COMPANY, dealer="typed")


def main() -> None:
    """Draw every kept position anew."""
    for name in editions.NAMES:
        (FOLDER / f"{name}.svg").write_text(kept(name).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
