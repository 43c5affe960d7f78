"""The tables of `passgo benchmark`."""

from rich.console import Console

from passgo.cli.tables import percent, plain_grid
from passgo.simulate.benchmark import Score

console = Console(highlight=False)


def show_score(found: Score) -> None:
    """What an agent has reached, by line-up, and in all positions together."""
    (gain, gain_half), (points, points_half) = found.gain, found.points
    games = sum(result.games for result in (*found.positions, *found.lineups))
    console.print(f"[bold]{found.benchmark.name}[/]: {found.agent}, {games:,} games.")
    console.print()
    grid = plain_grid("Line-ups", "", "players", "games", "won", "points", "95 % interval")
    for result in found.lineups:
        grid.add_row(
            result.task,
            str(result.players),
            f"{result.games:,}",
            percent(result.share),
            f"{result.points:.1f}",
            f"{result.points_low:.1f} to {result.points_high:.1f}",
        )
    console.print(grid)
    console.print()
    console.print(f"Points at tables: {points:.1f} ± {points_half:.1f} (50: as good as the average opponent).")
    console.print(
        f"Gain in positions: {gain:+.1f} ± {gain_half:.1f} points of chance beside {found.benchmark.reference} "
        f"(whose chances are known to ± {100 * found.benchmark.half:.2f} in each)."
    )
    if not found.benchmark.is_unchanged:
        console.print(
            f"The bots no longer play as those of {found.benchmark.name}: these results cannot be compared with it."
        )
