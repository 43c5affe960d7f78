"""The entries of a game's log: the body of each kind.

Each entry is stored with the version of the log. A change that old code could not read, or that changes the meaning of
an old entry, needs an upgrade in `store.versions`, so that old games still load.
"""

import base64
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct

from passgo.bots.reasons import Reason
from passgo.server.store import Entry
from passgo.server.wire.actions import Step
from passgo.server.wire.types import ClockSettings, Phrase


class Requested(Struct, kw_only=True, omit_defaults=True):
    """What somebody asked for; `mark` tells that request from any other, also from one with the same id."""

    mark: str = ""


class SeatBody(Struct, omit_defaults=True):
    """A seat at the start: a person's with the hash of its key, a bot's with its name, or a free one."""

    kind: Literal["person", "bot", "free"]
    name: str
    token: str
    bot: str = ""
    key: str = ""
    host: bool = False


class Deadline(Struct, omit_defaults=True, frozen=True):
    """The moment at which the time of some seats ends; `until` is the end of the decision's own time, if any."""

    kind: Literal["decision", "call", "grace"]
    at: int
    seats: list[int]
    until: int = 0


class Created(Struct, tag="created"):
    """A new game. `options` are written as `Ruleset.options_text` writes them; keys are hashes.

    `request` is a hash of the request, by which the same is known when it comes again; `sealed` is a hash of the
    game's secret, by which a check knows whether it is still the same. In old logs both are empty. At a table with a
    typed dealer people say what real dice and cards show.
    """

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
    request: str = ""
    sealed: str = ""
    dealer: Literal["server", "typed"] = "server"
    advice: bool = False


class Seated(Requested, tag="seat"):
    """Somebody sat down (`person`), or stood up before the game began (`free`)."""

    seat: int
    body: SeatBody


class Started(Requested, tag="started"):
    """The game begins with these seats; `steps` is the chance before the first decision."""

    seats: list[SeatBody]
    steps: list[Step]
    deadline: Deadline | None = None


class Moved(Requested, tag="move"):
    """One decision and the chance after it. `seat` is None if the clock itself acts.

    `reasons` are those that a bot gave for refusing an offer.
    """

    seat: int | None
    by: Literal["player", "bot", "clock"]
    steps: list[Step]
    deadline: Deadline | None = None
    reasons: list[Reason] = []


class ClockSet(Struct, tag="clock", omit_defaults=True):
    """The time of the present decision changes: a grace begins or ends."""

    deadline: Deadline | None = None


class Away(Requested, tag="away"):
    """A bot plays the seat from now on."""

    seat: int
    bot: str


class Returned(Requested, tag="back"):
    """The player has the seat back."""

    seat: int
    deadline: Deadline | None = None


class Connected(Struct, tag="here"):
    """A seat is connected to a process."""

    seat: int
    process: str


class Disconnected(Struct, tag="gone"):
    """A seat is no longer connected to a process, since a moment; if the process died, since the entry before."""

    seat: int
    process: str
    since: int


class Undone(Requested, tag="undo"):
    """Every move after entry `back_to` is taken back. Chance goes on with number `chance` of the dealer.

    In old logs `chance` is 0: there the same numbers came again. A reason is given at a real table.
    """

    seat: int
    back_to: int
    chance: int = 0
    reason: str = ""


class Corrected(Requested, tag="right"):
    """At a real table something is set right: the changes as `passgo.notation.corrections` writes them, and why."""

    seat: int
    changes: str
    reason: str


class UndoRequested(Requested, tag="asked"):
    """A seat asks to undo its last action, that is, to go back to entry `back_to`."""

    seat: int
    back_to: int


class UndoAnswered(Requested, tag="answered"):
    """A seat's answer to that request."""

    seat: int
    agree: bool


class Chatted(Requested, tag="chat"):
    """A line of chat."""

    seat: int
    text: str = ""
    phrase: Phrase | None = None


class SettingsChanged(Requested, tag="settings"):
    """The host switched undo or advice on or off; None is as it was."""

    undo: bool | None = None
    advice: bool | None = None


class Invited(Requested, tag="invite"):
    """A further key, as a hash, to play or to watch."""

    to: Literal["play", "watch"]
    key: str


class Analysed(Struct, tag="analysis"):
    """What a finished game was decided by, as it is sent; `mark` says by which version it was made."""

    mark: str
    content: msgspec.Raw


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
    | Connected
    | Disconnected
    | Undone
    | Corrected
    | UndoRequested
    | UndoAnswered
    | Chatted
    | SettingsChanged
    | Invited
    | Analysed
    | Abandoned
)
BODY: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
JSON = msgspec.json.Encoder()


def mark_of(request: Struct) -> str:
    """What tells one request from another: a short hash of all that it says."""
    return base64.urlsafe_b64encode(sha256(JSON.encode(request)).digest()[:6]).decode()


def entry_of(seq: int, at: int, body: Body, move: str = "") -> Entry:
    """An entry of the log.

    >>> entry_of(3, 1_700_000_000_000, SettingsChanged(undo=False)).body
    b'{"type":"settings","undo":false}'
    """
    kind: Any = body.__struct_config__.tag
    return Entry(seq, at, kind, JSON.encode(body), move)


def body_of(entry: Entry) -> Body:
    """The body of an entry."""
    return BODY.decode(entry.body)
