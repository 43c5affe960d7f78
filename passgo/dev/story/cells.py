"""The games of the story, cell by cell: an edition with a number of players, all seats played by the same bot.

Games are played for counting; of one in `LOOKED_AT` every turn is looked at, which takes longer.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from passgo import editions
from passgo.dev.story import findings
from passgo.dev.story.findings import LONGEST, Findings, progress_columns
from passgo.simulate import Plan, bot_named, fill_seats
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.fingerprint import source_hash
from passgo.simulate.runs.workers import TURNS_BATCH, Workers, batches_of, on_ctrl_c

BOT = "trader"
LOOKED_AT = 10

COUNTED_BATCH = 500
"""Games of a batch that is only counted: few enough that their scatter tells how sure a return is."""


class Interrupted(Exception):
    """Ctrl-C came; what was finished is kept."""


@dataclass(frozen=True)
class Cell:
    """An edition with a number of players."""

    edition: str
    players: int

    @property
    def name(self) -> str:
        """A name for files: `classic-4`."""
        return f"{self.edition}-{self.players}"

    def plan(self, games: int, seed: int) -> Plan:
        """The run of this cell."""
        seats = fill_seats([bot_named(BOT)], self.players)
        return Plan(editions.ruleset(self.edition), seats, games, seed, LONGEST)


def all_cells() -> list[Cell]:
    """Every edition that comes with PassGo, with every number of players."""
    return [Cell(name, players) for name in editions.NAMES for players in editions.ruleset(name).players]


def tell_more(tell: Callable[[int], None], before: int, games: int) -> None:
    """Tell how many games are done, with those of the cells before."""
    tell(before + games)


@dataclass
class Story:
    """All games of a story: how many, from which seed, and the folder in which what was found is kept."""

    games: int
    seed: int
    folder: Path

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells; each has the same number of games."""
        return all_cells()

    @property
    def games_each(self) -> int:
        """The games of a cell: no fewer in all than were asked for."""
        return -(-self.games // len(self.cells))

    @property
    def total(self) -> int:
        """The games of all cells."""
        return self.games_each * len(self.cells)

    def file_of(self, cell: Cell) -> Path:
        """Where the findings of a cell are kept; other games, another bot or other rules have another file."""
        bot = bot_named(BOT)
        counting = Path(findings.__file__).read_bytes()
        identity = [
            source_hash(),
            hashlib.sha256(counting).hexdigest(),
            BOT,
            bot.notebook,
            self.games_each,
            self.seed,
            LOOKED_AT,
        ]
        return self.folder / f"{cell.name}-{hashlib.sha256(repr(identity).encode()).hexdigest()[:12]}.json"

    def kept(self, cell: Cell) -> Findings | None:
        """What was found in a cell, if it is finished."""
        path = self.file_of(cell)
        return Findings.from_dict(json.loads(path.read_text())) if path.exists() else None

    def play(self, threads: int, tell: Callable[[int], None] = lambda games: None) -> dict[Cell, Findings]:
        """Play what has not been played yet, and keep it cell by cell. Ctrl-C loses only the cell that is being played.

        `tell` is told how many games are done.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        found: dict[Cell, Findings] = {}
        for n, cell in enumerate(self.cells):
            before = n * self.games_each
            kept = self.kept(cell)
            if kept is None:
                kept = self._play_cell(cell, threads, partial(tell_more, tell, before))
                self._keep(cell, kept)
            found[cell] = kept
            tell(before + self.games_each)
        return found

    def _play_cell(self, cell: Cell, threads: int, tell: Callable[[int], None]) -> Findings:
        """Play the games of a cell: first those that are looked at."""
        plan = cell.plan(self.games_each, self.seed)
        looked = -(-self.games_each // LOOKED_AT)
        both = [
            (replace(plan, tables=(progress_columns,)), batches_of(looked, TURNS_BATCH)),
            (plan, batches_of(self.games_each, COUNTED_BATCH, looked)),
        ]
        found = Findings()
        for each, batches in both:
            workers: Workers[Batch] = Workers(partial(play_batch, each), batches, threads)
            with on_ctrl_c(workers.stop, workers.give_up):
                for batch in workers.results():
                    found.add(each, batch)
                    tell(int(found.games))
        if found.games < self.games_each:
            raise Interrupted
        return found

    def _keep(self, cell: Cell, found: Findings) -> None:
        """Write what was found in a cell, whole or not at all."""
        path = self.file_of(cell)
        beside = path.with_suffix(".part")
        beside.write_text(json.dumps(found.to_dict()))
        beside.replace(path)
