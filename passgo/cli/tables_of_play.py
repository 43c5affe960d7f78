"""The table that `passgo play` sits down at, and which face it shows: the whole screen, or lines."""

import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from passgo import Game, editions, rulebook
from passgo.bots import DESCRIPTIONS
from passgo.cli.arguments import parse_options
from passgo.cli.play import LEVELS, SPEEDS
from passgo.cli.warm import warm
from passgo.game.setup_options import seat_players
from passgo.terminal.files import BadInput, expecting, write_text
from passgo.terminal.lines import edit_lines
from passgo.terminal.local_table import LocalTable
from passgo.terminal.prompt import PromptGame, Quit
from passgo.terminal.saves import new_save, newest_save
from passgo.terminal.screen import Screen
from passgo.terminal.table import Table

BOT_NAMES = ("Ben", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Joe")
LEAST_COLUMNS, LEAST_ROWS = 80, 24


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for."""

    edition: str
    players: int
    people: list[str]
    level: str
    seed: int | None
    option: list[str] | None
    resume: bool
    plain: bool
    speed: str
    call_s: int
    server: str
    seat: str


def sit_down(wanted: Wanted) -> None:
    """Play a game until the person leaves."""
    for name, value, known in (("level", wanted.level, LEVELS), ("speed", wanted.speed, SPEEDS)):
        with expecting(f"--{name}"):
            if value not in known:
                raise ValueError(f"there is no {name} {value!r}: choose from {', '.join(known)}")
    table = table_for(wanted)
    reason = "" if wanted.plain else why_plain()
    try:
        if wanted.plain or reason:
            play_by_lines(table, reason)
        else:
            from passgo.terminal.program import Program

            Program(table, wanted.speed, lambda name, text: write_text(Path(name), text)).run()
    finally:
        table.close()
    if not table.is_over:
        print(table.keeping)


def table_for(wanted: Wanted) -> Table:
    """The table: a server's, a game that was kept, or a new one."""
    if wanted.server or wanted.seat:
        return hosted_table(wanted)
    if wanted.resume:
        path, saved = newest_save()
        warm()
        with expecting(str(path)):
            return LocalTable.resume(saved, path, wanted.call_s)
    names, options = seat_names(wanted.people, wanted.players), parse_options(wanted.option)
    with expecting():  # before compiling, which may take a while
        seat_players(editions.ruleset(wanted.edition, **options), names)
    warm()
    with expecting():
        game = Game(wanted.edition, names, seed=wanted.seed, options=options)
    return LocalTable(game, tuple(wanted.people), wanted.level, new_save(), wanted.call_s)


def hosted_table(wanted: Wanted) -> Table:
    """A seat at a server's table."""
    from passgo.clients.hosted_table import HostedTable
    from passgo.clients.link import parse_link
    from passgo.clients.table_seat import Unwelcome

    if wanted.resume:
        raise BadInput("--resume: a server keeps its games by itself; the link of the seat goes on")
    with expecting("--seat"):
        link = parse_link(wanted.seat, wanted.server)
    warm()
    try:
        with expecting():
            return HostedTable.connect(link, lambda text: print(text, file=sys.stderr))
    except Unwelcome as problem:
        raise BadInput(str(problem)) from None


def seat_names(people: list[str], players: int) -> list[str]:
    """The people, and bots of other names."""
    taken = {name.casefold() for name in people}
    others = [name for name in BOT_NAMES if name.casefold() not in taken]
    return [*people, *others][: max(players, len(people))]


def why_plain() -> str:
    """Why the game is not shown on the whole screen; nothing if it can be."""
    streams = (sys.stdin, sys.stdout, sys.stderr)  # Textual draws on the last
    if not all(stream is not None and stream.isatty() for stream in streams) or os.environ.get("TERM") == "dumb":
        return "Plain lines, because this is no terminal with a screen of its own."
    if find_spec("textual") is None:
        return "Plain lines, because Textual is not installed: pip install 'passgo[terminal]' brings the whole screen."
    size = os.get_terminal_size()
    if size.columns < LEAST_COLUMNS or size.lines < LEAST_ROWS:
        return f"Plain lines, because the screen is smaller than {LEAST_COLUMNS} x {LEAST_ROWS}."
    return ""


def play_by_lines(table: Table, reason: str) -> None:
    """The plain game: what is played, then lines."""
    screen = Screen(table.viewer)
    if reason:
        screen.say(reason)
    board = table.board
    you = " and ".join(f"{name} ({board[name].token})" for name in table.people)
    dice = f" Dice: {board.dealer}." if isinstance(board, Game) else ""
    screen.say(f"{board.ruleset.title}. You are {you}.{dice}")
    if isinstance(table, LocalTable) and len(table.people) < len(board.names):
        screen.say(f"The others are bots, {table.level}: {DESCRIPTIONS[table.level]}.")
    for rule in rulebook.house_rules(board.ruleset):
        screen.say(f"House rule: {rule.replace('_', '-')}.")
    screen.say("Type help for help, why for the rule behind what happened, quit to leave.\n")
    screen.board(board)
    screen.tell(board, table.told)
    try:
        with edit_lines():
            PromptGame(table, screen).run()
    except (Quit, KeyboardInterrupt):
        screen.say("Goodbye.")
