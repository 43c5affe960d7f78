"""The games that are told in this folder: a whole one for each edition, and one for each rare path.

A playthrough is an edition, options, a position set up by hand (or none) and a script: what everyone says, line by
line. Without a script the game is dealt from its seed and played simply to its end.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from passgo import Game
from tests.golden.rare_paths import RARE_PATHS as SCRIPTED
from tests.golden.render import told
from tests.golden.simple import play_to_the_end

FOLDER = Path(__file__).parent
MOST_TURNS = 200


@dataclass(frozen=True)
class Playthrough:
    """A game to be told. Players with capital letters stand in `position`, as in `Game.from_dict`."""

    name: str
    edition: str
    title: str
    position: dict[str, Any] = field(default_factory=dict)
    script: str = ""
    seed: int = 0

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.txt"

    def play(self) -> Game:
        """The game, played."""
        if not self.script:
            game = Game(self.edition, ["Ann", "Ben", "Cy"], seed=self.seed, **self.position)
            play_to_the_end(game, MOST_TURNS)
            return game
        players = {name: of for name, of in self.position.items() if name[0].isupper()}
        rest = {name: of for name, of in self.position.items() if not name[0].isupper()}
        game = Game.from_dict({"edition": self.edition, "players": players, **rest}, dealer="typed")
        for line in self.script.strip().splitlines():
            game.play(line.strip())
        return game

    def text(self) -> str:
        """The file as it should be."""
        return told(self.title, self.play())


WHOLE_GAMES = tuple(
    Playthrough(f"{edition}-whole-game", edition, f"A whole game of the edition {edition}, played simply.", seed=seed)
    for edition, seed in (("1935", 33), ("classic", 42), ("speed-die", 55), ("modern", 44))
)

SHORT_GAME = Playthrough(
    "classic-short-game",
    "classic",
    "A short game of five rounds: two deeds are dealt to each and paid, and the richest wins.",
    {"short_game": True, "short_rounds": 5},
    seed=3,
)

RARE_PATHS = tuple(Playthrough(*path) for path in SCRIPTED)

PLAYTHROUGHS = (*WHOLE_GAMES, SHORT_GAME, *RARE_PATHS)


def written() -> dict[str, str]:
    """Every file of this folder as it should be, by name."""
    return {playthrough.file: playthrough.text() for playthrough in PLAYTHROUGHS}
