"""What messages are made of: actions, the view, a seat's hand, events, the clock, the table (`docs/protocol.md`).

Players are seats 0 to 7, in payments also 8 for the Bank and 9 for the pot. Squares are 0 to 39, deeds 0 to 27 in
board order. Times are milliseconds since 1970 by the server's clock.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from passgo.bots.reasons import REASONS
from passgo.notation.actions import PLAYER_KINDS
from passgo.notation.events import EVENT_KINDS
from passgo.notation.position_line import PHASES
from passgo.rules import codes

SEATS = [[seat for seat in range(codes.PLAYERS) if members >> seat & 1] for members in range(1 << codes.PLAYERS)]
"""The seats of each set of players."""

DECK_SETS: list[list[Any]] = [[], ["chance"], ["chest"], ["chance", "chest"]]
"""The decks of each set of decks."""

LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message from a client."""

ActionKind = Literal[PLAYER_KINDS]  # type: ignore[valid-type]
EventKind = Literal[EVENT_KINDS]  # type: ignore[valid-type]
Phase = Literal[PHASES]  # type: ignore[valid-type]
AnswerReasonKind = Literal[REASONS]  # type: ignore[valid-type]
Deck = Literal["chance", "chest"]
Lot = Literal["house", "hotel", "chance card", "chest card"]
Seat = Annotated[int, Meta(ge=0, le=7)]
SquareNumber = Annotated[int, Meta(ge=0, le=39)]
Dollars = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Sequence = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
GameId = Annotated[str, Meta(min_length=4, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
RequestId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.:-]+$")]
Squares = Annotated[list[SquareNumber], Meta(max_length=28)]
CardNumber = Annotated[int, Meta(ge=0, le=15)]
Dice = Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(max_length=3)]
Decks = Annotated[list[Deck], Meta(max_length=2)]
Phrase = Literal["hello", "good-luck", "well-played", "thanks", "sorry", "hurry", "nice-deal", "no-deal", "good-game"]
Reason = Literal[
    "rule",  # the rules forbid it; `rule` says which
    "stale",  # the game has moved on since `seq`
    "future",  # the game has not come to `seq` yet
    "not-your-seat",  # this socket does not hold that seat
    "not-host",  # only the host may
    "not-playing",  # the game has not begun, or is over
    "not-open",  # the game has begun already
    "bad-action",  # the action makes no sense here: no such square, no deed on it, ...
    "bad-message",  # not a message of this protocol
    "bad-key",  # no such seat or watch key
    "no-game",  # no such game
    "id-used",  # another request had this id
    "no-undo",  # switched off, or there is nothing to take back
    "too-fast",  # too many messages
    "unavailable",  # the store cannot be written now; try again with the same id
    "version",  # another version of the protocol
    "full",  # too many connections
    "replaced",  # the seat is open in too many other places; this one was the oldest
    "left",  # the seat was given up, and without it this game is not to be heard
]


class Action(Struct, omit_defaults=True, forbid_unknown_fields=True, frozen=True):
    """What a player does. A legal list holds actions ready to be sent back as they are.

    `amount` and `most` of a listed Bid are the lowest and the highest; listed deals name the partner (`other`) and are
    to be filled in. `card` of UseCard is the deck it came from.
    """

    kind: ActionKind
    square: SquareNumber | None = None
    other: Seat | None = None
    amount: Dollars = 0
    most: Dollars = 0
    give: Squares = []
    take: Squares = []
    give_cash: Dollars = 0
    take_cash: Dollars = 0
    give_cards: Decks = []
    take_cards: Decks = []
    card: Deck | None = None


class Instead(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What happened at a real table instead of what was typed: dice, a card or a dealt deed; or an action of a seat; or
    `changes` that set something right, as in `Correct`; or what was typed, `again`."""

    dice: Dice = []
    card: CardNumber | None = None
    square: SquareNumber | None = None
    seat: Seat = 0
    action: Action | None = None
    changes: Annotated[str, Meta(max_length=2000)] = ""
    again: bool = False


class Wanted(Struct, omit_defaults=True):
    """What a real table may say next of its dice or cards:

    `seat` throws two `dice` or three, or drew one of `cards` (numbers) from `deck`, or is dealt the deed of one of
    `squares`. Dice may be said as soon as a turn can end: they end it.
    """

    kind: Literal["dice", "card", "deed"]
    seat: int
    dice: int = 0
    deck: Deck | None = None
    cards: list[int] = []
    squares: list[int] = []


class Player(Struct, omit_defaults=True):
    """A player as everybody sees them.

    `cash` is there if the table is open or the game is over; `jail` is which turn in Jail comes next.
    """

    square: int
    cash: int | None = None
    jail: int = 0
    out: bool = False
    speed_die: bool = False
    resigning: bool = False


class Debt(Struct, tag_field="kind", tag="debt"):
    """What a player has to raise; `creditor` is a seat, 8 for the Bank, or 9."""

    debtor: int
    creditor: int
    amount: int
    rule: str


class Auction(Struct, tag_field="kind", tag="auction", omit_defaults=True):
    """A lot under the hammer, a square or another `lot`:

    `bidders` are still in, `next` calls next where one asks in order.
    """

    bidders: list[int]
    bid: int
    square: int | None = None
    lot: Lot | None = None
    highest: int | None = None
    next: int | None = None


class KeepOrLift(Struct, tag_field="kind", tag="keep-or-lift"):
    """Mortgaged deeds whose new owners have to decide, the first one now, by `seat`."""

    squares: list[int]
    seat: int


class Shortage(Struct, tag_field="kind", tag="shortage", omit_defaults=True):
    """A building that more than one may want. `placing` puts it on a lot now, for `price` (none: the printed one)."""

    building: Lot
    asked: list[int]
    wanted: list[int]
    placing: int | None = None
    price: int = 0


class Estate(Struct, tag_field="kind", tag="estate"):
    """What is still to be auctioned of a player who left."""

    player: int
    squares: list[int]
    cards: list[Deck]


Matter = Debt | Auction | KeepOrLift | Shortage | Estate


class Offer(Struct, omit_defaults=True):
    """An open offer of a deal.

    `settles`: accepting it settles the proposer's debt. The interest is what each side would owe at once on mortgaged
    deeds.
    """

    number: int
    proposer: int
    partner: int
    give: list[int] = []
    take: list[int] = []
    give_cash: int = 0
    take_cash: int = 0
    give_cards: list[Deck] = []
    take_cards: list[Deck] = []
    settles: bool = False
    proposer_interest: int = 0
    partner_interest: int = 0


class Claim(Struct, omit_defaults=True):
    """A rent that its owner may still claim. `said`: it was claimed during a matter, and is paid when none is open."""

    owner: int
    lander: int
    square: int
    amount: int
    said: bool = False


class View(Struct, omit_defaults=True):
    """What everybody at the table sees.

    `waiting` is whom the game waits for; `next` is who should answer first, which may be somebody who was offered a
    deal; `matters` ends with the one to be settled first.

    By deed: `owner` (8 is the Bank), `level` (houses, 5 a hotel), `mortgaged`, and `rent`: what stopping there costs a
    stranger now, for a utility as a multiple of the dice. `jail_cards` says who holds the get-out-of-jail card of each
    deck. `card` is the one just drawn that asks for a choice. At a real table, `chance` is what it may say next.
    """

    turn: int
    round: int
    phase: Phase
    on_turn: int
    waiting: list[int]
    players: list[Player]
    owner: list[int]
    level: list[int]
    mortgaged: list[bool]
    rent: list[int]
    houses: int
    hotels: int
    jail_cards: list[int]
    next: int | None = None
    dice: list[int] = []
    doubles: int = 0
    throws: int = 0
    pot: int = 0
    deck: Deck | None = None
    card: int | None = None
    matters: list[Matter] = []
    offers: list[Offer] = []
    claims: list[Claim] = []
    hour_struck: bool = False
    winners: list[int] = []
    worth: list[int] = []
    chance: Wanted | None = None


class Hand(Struct, omit_defaults=True):
    """What a seat alone sees:

    its cash, as bills (count, value) too, and what it may do now. In debt also what it still owes and could still
    raise. `undo`: there is an action of its own to take back, at once or with the others' consent.
    """

    seat: int
    cash: int
    bills: list[tuple[int, int]]
    legal: list[Action]
    owes: int = 0
    can_raise: int = 0
    undo: bool = False


class AnswerReason(Struct, omit_defaults=True):
    """Why a bot refused an offer, by its own reckoning:

    `would-complete`: the other side would hold all of `group`. `would-break`: it holds all of `group`, and would no
    longer. `wants-cash`: about `amount` dollars too little. `too-little-left`: it needs its cash for the rents ahead.
    `not-for-sale`: no price would do for the deed of `square`. `no-use`: what it would get of `group` brings it no
    nearer to it. `no-deals`: it never deals. `only-two`: two players are left, and what helps one hurts the other.
    `too-soon`: the two dealt these deeds lately. `no-rescue`: without the deal the other side is bankrupt to it.
    `too-little-gain`: looking ahead, it gains too little by the deal beside the other side.
    """

    kind: AnswerReasonKind
    group: str = ""
    square: int | None = None
    amount: int = 0


class Event(Struct, omit_defaults=True):
    """Something that happened, by which rule, and as a sentence.

    Fields that a kind does not use are left out; `docs/events.md` has them.

    `player` and `other` are seats, 8 the Bank, 9 the pot. `card` is its number in `deck`, `level` what stands on the
    lot now, `asked` the seats asked in a shortage, `choice` the tax chosen. `amount` of a counted worth is left out
    for everybody but its owner. `reasons` are those of a bot that refused an offer; if it countered, the event after
    it is its own offer.
    """

    seq: int
    kind: EventKind
    rule: str
    text: str
    player: int | None = None
    other: int | None = None
    square: int | None = None
    lot: Lot | None = None
    amount: int = 0
    dice: list[int] = []
    deck: Deck | None = None
    card: int | None = None
    level: int | None = None
    give: list[int] = []
    take: list[int] = []
    give_cash: int = 0
    take_cash: int = 0
    give_cards: list[Deck] = []
    take_cards: list[Deck] = []
    settles: bool = False
    asked: list[int] = []
    choice: str | None = None
    reasons: list[AnswerReason] = []


class Clock(Struct, omit_defaults=True):
    """The clock on the wall.

    `deadline` is when the time of `seats` is over (0: never); after a grace a bot plays on, a silent bidder withdraws.

    `hour` is when the short game's hour strikes.
    """

    now: int
    deadline: int = 0
    kind: Literal["off", "decision", "call", "grace"] = "off"
    seats: list[int] = []
    hour: int = 0


class ClockSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for a decision, for a call in an auction, of grace, and of the short game; 0 is no limit."""

    decision: Annotated[int, Meta(ge=0, le=86400)] = 120
    call: Annotated[int, Meta(ge=0, le=3600)] = 20
    grace: Annotated[int, Meta(ge=0, le=86400)] = 60
    hour: Annotated[int, Meta(ge=0, le=86400)] = 3600


class SeatInfo(Struct, omit_defaults=True):
    """Who sits there. `bot` is the bot of a bot's seat, or of a person's that a bot plays while they are `away`."""

    kind: Literal["person", "bot", "free"]
    name: str
    token: str
    host: bool = False
    here: bool = False
    away: bool = False
    bot: str = ""


class UndoAsked(Struct):
    """Somebody wishes to undo; `waiting` have not agreed yet. A consent names the question by its `seq`."""

    seat: int
    waiting: list[int]
    seq: int


class Correction(Struct, omit_defaults=True):
    """A correction at a real table: `changes` were set right, or something was taken back; and why."""

    seq: int
    at: int
    seat: int
    reason: str
    changes: str = ""


class TakenBack(Struct, omit_defaults=True):
    """Who took something back: everything that happened after entry `after` did not count.

    With `until`, only what happened before that entry: what comes after it was played instead.
    """

    seat: int
    after: int
    until: int = 0


class TableInfo(Struct, omit_defaults=True):
    """The game apart from its position. `commit` is the SHA-256 of the `seed`, which is shown when the game is over.

    With a `typed` dealer the table throws real dice, and `corrections` are the latest ones. With `advice` everybody may
    ask the adviser (`POST /api/games/{game}/advice`).
    """

    game: str
    title: str
    status: Literal["open", "playing", "finished", "abandoned"]
    edition: str
    options: dict[str, bool | int | str]
    house_rules: list[str]
    public: bool
    seats: list[SeatInfo]
    clock: ClockSettings
    undo: bool
    commit: str
    created: int
    seed: str = ""
    cash_private: bool = True
    undo_asked: UndoAsked | None = None
    dealer: Literal["server", "typed"] = "server"
    corrections: list[Correction] = []
    advice: bool = False


class Said(Struct, omit_defaults=True):
    """A line of chat, from a seat."""

    seq: int
    at: int
    seat: int
    text: str = ""
    phrase: Phrase | None = None
