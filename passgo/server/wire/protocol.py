"""The messages of the socket in both directions (`docs/protocol.md`).

Every message begins with `{"v": 1, "type": ...}`; a field that is left out has its default value. The parts of
messages are in `types`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from passgo.server.wire.types import (
    Action,
    CardNumber,
    Clock,
    Dice,
    Event,
    GameId,
    Hand,
    Instead,
    Key,
    Phrase,
    Reason,
    RequestId,
    Said,
    Seat,
    Sequence,
    SquareNumber,
    TableInfo,
    TakenBack,
    View,
)

VERSION = 1


# From a client


class FromClient(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A message to the server."""

    v: int = VERSION


class Hello(FromClient):
    """The first message of a socket.

    `seats` are the keys of the seats it holds (none: a watcher), `watch` the watch key of a game that is not public.

    `last` is the last `seq` this client has seen: the events since then come with the welcome.
    """

    game: GameId
    seats: Annotated[list[Key], Meta(max_length=8)] = []
    watch: Key | None = None
    last: Sequence = 0


class Act(FromClient):
    """Play an action.

    `seq` is that of the view it was chosen from; the same `id` again is the same move, not another.
    """

    id: RequestId
    seat: Seat
    seq: Sequence
    action: Action


class Check(FromClient):
    """Would this action be lawful, and what would it cost? Nothing is played."""

    id: RequestId
    seat: Seat
    action: Action


class Chat(FromClient):
    """Say something, in words or by a quick phrase that each browser shows in its own language."""

    id: RequestId
    seat: Seat
    text: Annotated[str, Meta(max_length=1000)] = ""
    phrase: Phrase | None = None


class Undo(FromClient):
    """Take back one's last action, or ask the others to agree to it.

    `seq` is that of the view it was chosen from: what one has done or taken back since then is left alone. At a real
    table the last move of all is taken back at once, and `reason` says why.
    """

    id: RequestId
    seat: Seat
    seq: Sequence | None = None
    reason: Annotated[str, Meta(max_length=200)] = ""


class Chance(FromClient):
    """Say what the dice or the cards of a real table show: dice, the number of a card, or the square of a dealt deed.

    Dice also stand for the end of the turn before and for the player's own Throw, if nothing else is open.
    """

    id: RequestId
    seat: Seat
    seq: Sequence
    dice: Dice = []
    card: CardNumber | None = None
    square: SquareNumber | None = None


class Correct(FromClient):
    """The host of a real table sets something right, with a reason: `cash "Ann": 1340; lot 39: hotel`."""

    id: RequestId
    seat: Seat
    seq: Sequence
    changes: Annotated[str, Meta(min_length=1, max_length=2000)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Amend(FromClient):
    """The host of a real table says that entry `at` was wrong, with a reason, and what happened `instead`.

    What came later is played again, as far as it still holds.
    """

    id: RequestId
    seat: Seat
    seq: Sequence
    at: Sequence
    instead: Annotated[list[Instead], Meta(max_length=40)]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class Suppose(FromClient):
    """What would come of an `Amend`? Nothing is changed. Without `later`, nothing that came later is played again."""

    id: RequestId
    seat: Seat
    seq: Sequence
    at: Sequence
    instead: Annotated[list[Instead], Meta(max_length=40)]
    later: bool = True


class Consent(FromClient):
    """Answer somebody's wish to undo: the one of `undo_asked` with this `seq`, and no other."""

    id: RequestId
    seat: Seat
    seq: Sequence
    agree: bool


class Start(FromClient):
    """The host begins the game. Seats that nobody took are played by bots."""

    id: RequestId
    seat: Seat


class Leave(FromClient):
    """Stand up: before the game the seat is free again, later a bot plays it until `Back` or a new connection."""

    id: RequestId
    seat: Seat


class Back(FromClient):
    """Take one's seat back from the bot."""

    id: RequestId
    seat: Seat


class Settings(FromClient):
    """The host allows or forbids undo or advice; what is left out stays as it is."""

    id: RequestId
    seat: Seat
    undo: bool | None = None
    advice: bool | None = None


class Invite(FromClient):
    """A seated player asks for a new link: to play, or to watch."""

    id: RequestId
    seat: Seat
    to: Literal["play", "watch"]


class Ping(FromClient):
    """Are you there?"""

    id: RequestId


ClientMessage = (
    Hello
    | Act
    | Check
    | Chance
    | Correct
    | Amend
    | Suppose
    | Chat
    | Undo
    | Consent
    | Start
    | Leave
    | Back
    | Settings
    | Invite
    | Ping
)


# From the server


class FromServer(Struct, tag_field="type", tag=str.lower, kw_only=True):
    """A message of the server."""

    v: int = VERSION


class Welcome(FromServer):
    """The answer to `Hello`:

    everything, as it stands at `seq`. `you` are the seats this socket holds. `events` are those since `last`; `gap`
    says that older ones were left out.
    """

    game: str
    seq: int
    you: list[int]
    table: TableInfo
    view: View | None
    hands: list[Hand]
    clock: Clock
    events: list[Event]
    chat: list[Said]
    gap: bool = False


class Update(FromServer):
    """The game went on:

    what happened after `after` up to `seq`, and how it stands. `undone`: a move was taken back, so draw the view
    without animation; `taken_back` says by whom, and what no longer counts.
    """

    seq: int
    after: int
    events: list[Event]
    view: View
    hands: list[Hand]
    clock: Clock
    undone: bool = False
    taken_back: TakenBack | None = None


class TableChanged(FromServer, tag="table"):
    """Somebody sat down, left, came back, or the host changed something."""

    seq: int
    table: TableInfo
    clock: Clock


class ChatSaid(FromServer, tag="chat"):
    """Somebody said something."""

    seq: int
    said: Said


class Done(FromServer):
    """A request was done; `seq` is the entry of the log that holds it."""

    id: str
    seq: int


class Refused(FromServer):
    """A request was not done, and nothing has changed. `rule` is the rule that forbids it, if it is one."""

    id: str
    seq: int
    reason: Reason
    text: str
    rule: str = ""


class Checked(FromServer):
    """The answer to `Check`.

    `cost` is what the seat's cash would change by at once; the interest is what either side would owe on mortgaged
    deeds of a deal.
    """

    id: str
    seq: int
    lawful: bool
    text: str = ""
    rule: str = ""
    cost: int = 0
    interest: int = 0
    partner_interest: int = 0


class Supposed(FromServer):
    """The answer to `Suppose`:

    the entries after the wrong one that would be `kept` and `dropped`, what would happen, and how it would stand. What
    happens up to entry `instead` comes of the amendment itself, the rest of what is played again.
    """

    id: str
    seq: int
    instead: int
    kept: list[int]
    dropped: list[int]
    events: list[Event]
    view: View
    hands: list[Hand]


class Invited(FromServer):
    """A new key for a link, and the mark with which the link shows a card where it is shared (`?card=`)."""

    id: str
    to: Literal["play", "watch"]
    key: str
    card: str


class Pong(FromServer):
    """Yes."""

    id: str
    now: int


class Bye(FromServer):
    """The last message before the server closes the socket, and why."""

    reason: Reason
    text: str


ServerMessage = Welcome | Update | TableChanged | ChatSaid | Done | Refused | Checked | Supposed | Invited | Pong | Bye


# The same messages with parts that are encoded already, because many seats get them


class RawWelcome(FromServer, tag="welcome"):
    """`Welcome` of encoded parts."""

    game: str
    seq: int
    you: list[int]
    table: TableInfo
    view: Raw
    hands: list[Raw]
    clock: Clock
    events: Raw
    chat: list[Said]
    gap: bool = False


class RawUpdate(FromServer, tag="update"):
    """`Update` of encoded parts."""

    seq: int
    after: int
    events: Raw
    view: Raw
    hands: list[Raw]
    clock: Raw
    undone: bool = False
    taken_back: TakenBack | None = None


class RawSupposed(FromServer, tag="supposed"):
    """`Supposed` of encoded parts."""

    id: str
    seq: int
    instead: int
    kept: list[int]
    dropped: list[int]
    events: Raw
    view: Raw
    hands: list[Raw]
