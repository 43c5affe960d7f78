"""The games of a run that are worth reading, as records in a folder, and an index of them."""

import csv
import io
from pathlib import Path

from passgo.dealer import SeededDealer
from passgo.game.records import format_record
from passgo.notation.names import Names
from passgo.simulate import Plan, game_seed
from passgo.simulate.output.selection import Chosen, Selection
from passgo.simulate.output.statistics import format_count
from passgo.simulate.runs.counts import FINISHED, ROUNDS, TURNS, WINNERS
from passgo.simulate.runs.steps import steps_of
from passgo.terminal.files import BadInput, write_text

INDEX = "index.csv"
COLUMNS = ("file", "game", "seed", "kept_for", "winners", "turns", "rounds")
"""The columns of the index."""


def folder_for(path: Path) -> Path:
    """The folder for the records, made if necessary. Records of another run would be mistaken for those of this one."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise ValueError(f"{path}: expected an empty folder, or none yet")
    except OSError as problem:
        raise ValueError(f"{path}: expected a folder that can be written to: {problem.strerror}") from None
    return path


def names_of(plan: Plan) -> Names:
    """The players, named after their bots; a bot in several seats has the number of its seat behind its name."""
    bots = plan.names
    told = [name if bots.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(bots, start=1)]
    try:
        return Names(plan.ruleset, told)
    except ValueError:  # a bot may be called what no player can be
        return Names(plan.ruleset, [f"Seat {seat}" for seat in range(1, len(bots) + 1)])


def text_of(plan: Plan, games: int, chosen: Chosen) -> str:
    """The record of a game, with a comment that says why it was kept."""
    names = names_of(plan)
    dealer, tokens = SeededDealer(game_seed(plan.seed, chosen.number)), plan.ruleset.tokens[: len(plan.bots)]
    steps = steps_of(plan, chosen.number, chosen.row)
    text = format_record(names, tokens, dealer, steps, plan.start or None, over=chosen.row[FINISHED] == 1)
    title, _, rest = text.partition("\n")
    why = f"# Game {chosen.number} of {format_count(games, 'game')} with seed {plan.seed}; {format_ranks(chosen)}."
    return "\n".join([title, why, f"# Bots: {', '.join(plan.names)}.", rest])


def format_ranks(chosen: Chosen) -> str:
    """Why a game was kept.

    >>> format_ranks(Chosen(57, (), {"random": 3, "longest": 1}))
    'kept for: random 3, longest 1'
    """
    return f"kept for: {', '.join(f'{kind} {rank}' for kind, rank in chosen.ranks.items())}"


def write_records(plan: Plan, selection: Selection, games: int, folder: Path) -> list[str]:
    """Write the records of a run of so many games, and their index; the files."""
    table = io.StringIO()
    index = csv.writer(table, lineterminator="\n")
    index.writerow(COLUMNS)
    names, kept = names_of(plan).players, selection.chosen()
    for chosen in kept:
        file = f"game-{chosen.number}.txt"
        try:
            write_text(folder / file, text_of(plan, games, chosen))
        except ValueError as problem:
            raise BadInput(f"--records: {problem}") from problem
        ranks = " ".join(f"{kind}-{rank}" for kind, rank in chosen.ranks.items())
        row = chosen.row
        won = " ".join(name for seat, name in enumerate(names) if row[WINNERS] >> seat & 1)
        seed = game_seed(plan.seed, chosen.number)
        index.writerow((file, chosen.number, seed, ranks, won, row[TURNS], row[ROUNDS]))
    write_text(folder / INDEX, table.getvalue())
    return [f"game-{chosen.number}.txt" for chosen in kept]
