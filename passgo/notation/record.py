"""A whole game as a text that a person can read: a heading, then every action of players and chance, turn by turn.

    passgo record 1
    edition: classic
    player: Ann (kite)
    player: Ben (moon)
    dealer: seeded 7

    dice 3 4
    dice 2 2

    turn 1: Ann, $1500 on GO [5f0c9a21]
    Ann: throw
    dice 6 1
    Ann: end turn

    end: 5 actions [c3a1e07d]

What stands in brackets is a fingerprint of all that came before it and of the position, so that a line that was
changed is found out in its turn. Comments begin with `#`. Replaying is the business of `Game`.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from passgo import editions
from passgo.editions import Ruleset
from passgo.errors import BadRecord
from passgo.notation.text import KEYS, format_name, parse_name

TITLE = "passgo record"
VERSION = "1"
SECRET = re.compile(r"[0-9a-f]{64}")
COMMENT = re.compile(r'^((?:[^"#]|"(?:[^"\\]|\\.)*")*)#')
HEADER = re.compile(r"([a-z]+)\s*:\s*(.*)")


@dataclass
class Heading:
    """What stands above the actions."""

    edition: str = ""
    options: str = ""
    players: list[tuple[str, str]] = field(default_factory=list)  # names and tokens
    dealer: str = "typed"
    secret: str = ""
    position: str = ""

    def lines(self) -> list[str]:
        """The heading as text."""
        told = [("edition", self.edition), ("options", self.options)]
        told += [("player", f"{format_name(name)} ({token})") for name, token in self.players]
        told += [("dealer", self.dealer), ("secret", self.secret), ("position", self.position)]
        return [f"{TITLE} {VERSION}", *(f"{key}: {value}" for key, value in told if value)]

    def ruleset(self) -> Ruleset:
        """The edition and options by which the game was played."""
        return editions.parse_ruleset(self.edition, self.options)


class Chain:
    """Every line of a record so far, in a hash of fixed size."""

    def __init__(self, heading: Heading) -> None:
        # The secret of a dealer is added to the heading when the game is over, so it is no part of the chain.
        self._link = hashlib.sha256("\n".join(replace(heading, secret="").lines()).encode()).digest()

    def add(self, said: str) -> None:
        """A further action."""
        self._link = hashlib.sha256(self._link + said.encode()).digest()

    def fingerprint(self, position: str) -> str:
        """Eight digits that tell this game, come to this position (as a line), from any other."""
        return hashlib.sha256(self._link + position.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Line:
    """A line below the heading, with its number in the text."""

    number: int
    text: str


def lines_of(text: str) -> Iterator[Line]:
    """The lines that say something, without comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        comment = COMMENT.match(line)
        said = (comment[1] if comment else line).strip()
        if said:
            yield Line(number, said)


def parse_record(text: str) -> tuple[Heading, list[Line]]:
    """The heading of a record, and the lines below it, the last of which says that the game ends there."""
    if not isinstance(text, str):
        raise BadRecord(1, f"a record is a text, not {type(text).__name__}")
    lines = list(lines_of(text))
    if not lines or " ".join(lines[0].text.split()) != f"{TITLE} {VERSION}":
        found = f"{lines[0].text!r:.40}" if lines else "nothing"
        raise BadRecord(lines[0].number if lines else 1, f"expected '{TITLE} {VERSION}', found {found}")
    heading = Heading()
    body = 1
    while body < len(lines) and (found_key := HEADER.fullmatch(lines[body].text)) and found_key[1] in KEYS:
        read_heading(heading, lines[body], found_key[1], found_key[2])
        body += 1
    last = lines[-1].number
    if not heading.edition or not heading.players:
        missing = "player" if heading.edition else "edition"
        raise BadRecord(last, f"expected a line '{missing}: ...' in the heading")
    if not lines[-1].text.startswith("end:"):
        raise BadRecord(last, "the record breaks off here: expected a last line 'end: ...'")
    return heading, lines[body:]


def read_heading(heading: Heading, line: Line, key: str, value: str) -> None:
    """A line of the heading."""
    if not value:
        raise BadRecord(line.number, f"expected something after '{key}:'")
    if key == "player":
        heading.players.append(read_player(line, value))
    elif getattr(heading, key) not in ("", "typed"):
        raise BadRecord(line.number, f"a second '{key}:'; expected one")
    elif key == "secret" and not SECRET.fullmatch(value):
        raise BadRecord(line.number, "expected 64 hexadecimal digits after 'secret:'")
    else:
        setattr(heading, key, value)


def read_player(line: Line, value: str) -> tuple[str, str]:
    """A name and a token: `Ann (top hat)`."""
    name, rest = parse_name(value, "(")
    if not name or rest is None or not rest.endswith(")"):
        raise BadRecord(line.number, f"expected 'player: NAME (TOKEN)', found {value!r:.60}")
    return name, rest.removesuffix(")").strip()


def turn_line(turn: int, player: str, cash: int, square: str, fingerprint: str) -> str:
    """The line at which a turn begins.

    >>> turn_line(1, "Ann", 1500, "GO", "5f0c9a21")
    'turn 1: Ann, $1500 on GO [5f0c9a21]'
    """
    return f"turn {turn}: {format_name(player)}, ${cash} on {square} [{fingerprint}]"


def end_line(actions: int, fingerprint: str) -> str:
    """The last line.

    >>> end_line(57, "5f0c9a21")
    'end: 57 actions [5f0c9a21]'
    """
    return f"end: {actions} actions [{fingerprint}]"
