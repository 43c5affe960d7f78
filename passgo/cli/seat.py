"""The seat that `passgo bot` takes, and what it says of it."""

import sys
import time

from passgo.cli.warm import warm
from passgo.clients.deciders import decider_from
from passgo.clients.link import parse_link
from passgo.clients.table_seat import TableSeat, Unwelcome
from passgo.terminal.files import BadInput, expecting


def take_seat(bot: str, server: str, seat: str, game: str, limit_s: float, quiet: bool) -> int:
    """Seat a bot until its game is over; the exit code."""
    with expecting("--seat"):
        link = parse_link(seat, server, game)
    with expecting():
        maker = decider_from(bot, limit_s)
    warm()
    at = TableSeat(link, maker, (lambda text: None) if quiet else say, say)
    try:
        with expecting():
            ended = at.play()
    except Unwelcome as problem:
        raise BadInput(str(problem)) from None
    finally:
        at.close()
        for fault, count in at.faults.items():
            say(f"{fault}: {count:,} in all." if count > 1 else f"{fault}: once.")
    if not quiet:
        say(ended)
    return 0


def say(text: str) -> None:
    """A line with the time of day."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)
