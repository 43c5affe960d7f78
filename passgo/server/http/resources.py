"""What the REST part gives and takes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from passgo.editions.board import KINDS
from passgo.server.wire.types import ClockSettings, Event, Key, View

Text = Annotated[str, Meta(max_length=200)]
OptionValue = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | Annotated[str, Meta(max_length=40)]


class Problem(Struct):
    """Why a request was refused; `rule` is the rule of the book that forbids it, if it is one."""

    problem: str
    rule: str = ""


class Health(Struct):
    """Whether the server can keep games now; if not, why."""

    healthy: bool
    version: str
    protocol: int
    reason: str = ""


class BotInfo(Struct):
    """A bot that can be given a seat. The levels are for people to play against, the weakest first."""

    name: str
    description: str
    level: bool = False


class EditionInfo(Struct):
    """An edition. `extends` names the editions it stands on, the nearest first: where it has no words, theirs hold."""

    edition: str
    title: str
    about: str
    extends: list[str]
    year: int
    least_players: int
    most_players: int
    tokens: list[str]


class OptionInfo(Struct):
    """An option of an edition, with a line of help; without `values` it is an amount from `least` to `most`."""

    name: str
    rule: str
    title: str
    help: str
    default: bool | int | str
    values: list[bool | int | str]
    least: int
    most: int
    unit: str
    house_rule: bool


SQUARE_KINDS = tuple(KINDS)
SquareKind = Literal[SQUARE_KINDS]  # type: ignore[valid-type]
DEED_KINDS = ("street", "railroad", "utility")
DeedKind = Literal[DEED_KINDS]  # type: ignore[valid-type]


class SquareInfo(Struct, omit_defaults=True):
    """A square of the board. `name` is what is printed, `slug` tells squares of one name apart."""

    name: str
    slug: str
    kind: SquareKind
    group: str = ""
    deed: int | None = None


class DeedInfo(Struct):
    """A property: `rents` by level, by railroads held, or for a utility as multiples of the dice.

    `lift` is what lifting its mortgage costs, `keep` what a new owner pays to keep it, `house_sale` what the Bank
    pays for a house.
    """

    square: int
    name: str
    kind: DeedKind
    group: str
    price: int
    mortgage: int
    lift: int
    keep: int
    house_cost: int
    house_sale: int
    rents: list[int]


class GroupInfo(Struct):
    """A group of deeds; `colour` is the word for it in this edition."""

    key: str
    name: str
    colour: str
    deeds: list[int]


class CardInfo(Struct, omit_defaults=True):
    """A card of a deck: what it says in English, what it does, and the square and the sums it names.

    Cards of a real table say it otherwise: there it is known by what it does.
    """

    id: str
    text: str
    target: int | None = None
    amount: int = 0
    per_house: int = 0
    per_hotel: int = 0
    effect: str = ""


class Board(Struct):
    """Everything needed to draw the board of an edition, as one table plays it."""

    edition: str
    title: str
    squares: list[SquareInfo]
    deeds: list[DeedInfo]
    groups: list[GroupInfo]
    chance: list[CardInfo]
    chest: list[CardInfo]
    tokens: list[str]
    bills: list[tuple[int, int]]
    houses: int
    hotels: int
    salary: int
    jail_fine: int
    speed_die: bool
    short_game: bool
    cash_private: bool
    taxes: dict[str, int]


class EditionDetail(Struct):
    """An edition with its options and its board."""

    info: EditionInfo
    options: list[OptionInfo]
    board: Board


class RuleInfo(Struct, omit_defaults=True):
    """A rule in our own words; with an edition, how it reads there, whether that is our ruling, and its source.

    `extends` are the editions that this one is laid over, the nearest first: what it does not say, they say.
    """

    id: str
    section: str
    says: str
    edition: str = ""
    extends: list[str] = []
    status: str = ""
    reading: str = ""
    ruled: str = ""
    source: str = ""
    why: str = ""
    options: list[str] = []


class SeatWanted(Struct, forbid_unknown_fields=True):
    """A seat of a new game: the creator's own (`mine`; several for hot-seat), another person's, or a bot's."""

    kind: Literal["person", "bot"] = "person"
    mine: bool = False
    name: Text = ""
    token: Text = ""
    bot: Text = ""


class CreateGame(Struct, forbid_unknown_fields=True):
    """A new game. At least one seat is the creator's; the first of those is the host's.

    `id` is a random text of the client's, which it keeps to itself. The same request with the same `id` again, because
    no answer came, gets the same answer: no second game is created. With a `typed` dealer people say what their real
    dice and cards show; then all seats are the creator's, who gives each player the key of one. With `advice` everybody
    at the table may ask what their chances are and what would be best; all see that it is on.
    """

    edition: Text
    seats: Annotated[list[SeatWanted], Meta(min_length=2, max_length=8)]
    options: Annotated[dict[Text, OptionValue], Meta(max_length=100)] = {}
    title: Text = ""
    public: bool = False
    undo: bool = True
    clock: ClockSettings = ClockSettings()
    id: Key | None = None
    dealer: Literal["server", "typed"] = "server"
    advice: bool = False


class SeatKey(Struct):
    """The secret key of a seat: whoever has it plays the seat."""

    seat: int
    key: str


class Created(Struct):
    """A new game: the keys of the creator's seats, a key that invites others to play, and one that lets them watch.

    In a link, `?card=` with the mark `card` lets whoever has the link see what it shows where it is shared.
    """

    game: str
    seats: list[SeatKey]
    invite: str
    watch: str
    commit: str
    card: str


class Join(Struct, forbid_unknown_fields=True):
    """Take a free seat. `invite` is needed unless the game is public; without `seat` it is the first that is free.

    `id` is a random text of the client's, which it keeps to itself: with the same `id` again, one gets the same seat.
    """

    name: Text
    invite: Key | None = None
    token: Text = ""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    id: Key | None = None


class Joined(Struct):
    """The seat taken and its secret key."""

    game: str
    seat: int
    key: str


class SeatLine(Struct):
    """A seat as the lobby shows it."""

    kind: Literal["person", "bot", "free"]
    name: str
    token: str


class GameLine(Struct):
    """A game as the lobby shows it. `winners` are seats.

    `asked`: the game waits for the player with whose key it was asked for. In a list it is never said.
    """

    game: str
    title: str
    edition: str
    status: str
    public: bool
    created: int
    changed: int
    seats: list[SeatLine]
    house_rules: list[str]
    options: dict[str, bool | int | str]
    winners: list[int] = []
    asked: bool = False


class Frame(Struct):
    """A moment of a replay: what happened, and how the table stood afterwards."""

    seq: int
    at: int
    events: list[Event]
    view: View


class Replay(Struct):
    """A part of a finished game, from which a browser scrubs. `more` says whether there is something after it."""

    game: str
    names: list[str]
    tokens: list[str]
    frames: list[Frame]
    more: bool


class Entered(Struct):
    """A move of an exported game."""

    seq: int
    at: int
    by: str
    seat: int | None
    actions: list[str]
    events: list[Event]


class Record(Struct):
    """A whole game as JSON. `seed` is there when it is over.

    `skipped` are numbers of the dealer, each pair from the first to the last: their chance was seen and taken back.
    """

    game: str
    edition: str
    options: dict[str, bool | int | str]
    players: list[str]
    tokens: list[str]
    bots: list[str]
    commit: str
    seed: str
    skipped: list[tuple[int, int]]
    status: str
    winners: list[int]
    worth: list[int]
    moves: list[Entered]


class Verdict(Struct):
    """Whether every throw and card of a finished game is what the published seed gives, and how many there were.

    `skipped` says how many more were taken back, so that their numbers were not used again.
    """

    verified: bool
    chance_events: int
    commit: str
    seed: str
    problem: str = ""
    skipped: int = 0
