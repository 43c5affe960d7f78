"""A bot of one's own passes the strictest reading of its types."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

BOT = """
import passgo


def choose(game: passgo.View, player: str) -> passgo.Action | str | None:
    wealth: dict[str, int | None] = game.known_cash
    poorest: str = min(wealth, key=lambda name: wealth[name] or 0)
    for event in game.since:
        if event.kind == "DeedBought" and event.player == poorest:
            game.memory["bought"] = event.square
    dear: bool = any(game.rent(name) > 200 for name in game.group("orange").deeds)
    others: list[str] = [other.name for other in game.others]
    if game.round > 10 and dear and others and game.deed("boardwalk").price <= game.me.cash:
        return None
    for action in game.legal_actions():
        if action.kind in ("Buy", "Throw", "EndTurn"):
            return action
    return game.random.choice(game.legal_actions(complete=True))


def ask(game: passgo.Game) -> passgo.Action | None:
    chances: dict[str, passgo.Interval] = game.chances(choose, games=2)
    outcome: passgo.Outcome | None = game.copy().play_out({"Ann": choose, "Ben": "trader"}, rounds=3)
    print(game.ask(choose), chances["Ann"].mid, outcome)
    return choose(game.view("Ann"), "Ann")  # error: a text is no Action
"""


def judged(path: Path) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(path.parent / "cache"), str(path)]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_a_bot_is_typed_as_strictly_as_the_package(tmp_path: Path) -> None:
    path = tmp_path / "typed_bot.py"
    path.write_text(BOT)
    found = judged(path)
    assert found.stdout.count("error:") == 1, found.stdout
    assert (
        f"typed_bot.py:{BOT.count(chr(10), 0, BOT.index('# error')) + 1}: error: Incompatible return value"
        in found.stdout
    )
