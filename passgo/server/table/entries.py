"""What stands in a game's log: the body of each kind of entry.

A change that old code could not read, or that changes the meaning of an old entry, is an upgrade in `store.versions`:
each entry is kept with the version of its words, so that old games still load.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from passgo.server.store import Entry
from passgo.server.wire.actions import Step
from passgo.server.wire.types import ClockSettings, Phrase


class SeatBody(Struct, omit_defaults=True):
    """A seat at the start: a person's with the hash of its key, a bot's with its name, or a free one."""

    kind: Literal["person", "bot", "free"]
    name: str
    token: str
    bot: str = ""
    key: str = ""
    host: bool = False


class Deadline(Struct, omit_defaults=True, frozen=True):
    """When the time of some seats is over; `until` is when the decision's own time is over, if it has one."""

    kind: Literal["decision", "call", "grace"]
    at: int
    seats: list[int]
    until: int = 0


class Created(Struct, tag="created"):
    """A new game. `options` are written as `Table.options_text` does; keys are hashes."""

    edition: str
    options: str
    title: str
    public: bool
    seats: list[SeatBody]
    commit: str
    clock: ClockSettings
    undo: bool
    invite: str
    watch: str


class Seated(Struct, tag="seat"):
    """Somebody sat down (`person`), or stood up before the game began (`free`)."""

    seat: int
    body: SeatBody


class Started(Struct, tag="started", omit_defaults=True):
    """The game begins with these seats; `steps` is the chance before the first decision."""

    seats: list[SeatBody]
    steps: list[Step]
    deadline: Deadline | None = None


class Moved(Struct, tag="move", omit_defaults=True):
    """One decision and the chance after it. `seat` is None where the clock itself acts."""

    seat: int | None
    by: Literal["player", "bot", "clock"]
    steps: list[Step]
    deadline: Deadline | None = None


class ClockSet(Struct, tag="clock", omit_defaults=True):
    """The time of the present decision changes: a grace begins or ends."""

    deadline: Deadline | None = None


class Away(Struct, tag="away"):
    """A bot plays the seat from now on."""

    seat: int
    bot: str


class Returned(Struct, tag="back", omit_defaults=True):
    """The player has the seat back."""

    seat: int
    deadline: Deadline | None = None


class Here(Struct, tag="here"):
    """A seat is connected to a process."""

    seat: int
    process: str


class Gone(Struct, tag="gone"):
    """A seat is no longer connected to a process, since this moment; for a process that died, since it last lived."""

    seat: int
    process: str
    since: int


class Undone(Struct, tag="undo", omit_defaults=True):
    """Every move after entry `back_to` is taken back."""

    seat: int
    back_to: int
    deadline: Deadline | None = None


class Asked(Struct, tag="asked"):
    """Somebody wishes to go back to before their last action: to entry `back_to`."""

    seat: int
    back_to: int


class Answered(Struct, tag="answered"):
    """Somebody's answer to that wish."""

    seat: int
    agree: bool


class Chatted(Struct, tag="chat", omit_defaults=True):
    """A line of chat."""

    seat: int
    text: str = ""
    phrase: Phrase | None = None


class Set(Struct, tag="settings"):
    """The host switched undo on or off."""

    undo: bool


class Invited(Struct, tag="invite"):
    """A further key, as a hash, to play or to watch."""

    to: Literal["play", "watch"]
    key: str


class Abandoned(Struct, tag="abandoned"):
    """Nobody is left: the host left before the game began."""


Body = (
    Created
    | Seated
    | Started
    | Moved
    | ClockSet
    | Away
    | Returned
    | Here
    | Gone
    | Undone
    | Asked
    | Answered
    | Chatted
    | Set
    | Invited
    | Abandoned
)
BODY: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
JSON = msgspec.json.Encoder()


def entry_of(seq: int, at: int, body: Body, move: str = "") -> Entry:
    """An entry of the log.

    >>> entry_of(3, 1_700_000_000_000, Set(undo=False)).body
    b'{"type":"settings","undo":false}'
    """
    kind: Any = body.__struct_config__.tag
    return Entry(seq, at, kind, JSON.encode(body), move)


def body_of(entry: Entry) -> Body:
    """What an entry says."""
    return BODY.decode(entry.body)
