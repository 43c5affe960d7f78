"""What the REST part says of chances: the analysis of a finished game, and advice at a table that allows it.

Chances and their changes are parts of one; seats and squares are numbers, and `seq` names the entry of the log after
which a position stands, as in a replay.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from passgo.server.wire.types import Action, Seat


class Counting(Struct):
    """The analysis is on its way: what is being done, how far it is, and how far it goes. Ask again in a moment."""

    what: str
    done: int
    of: int


class ChancePoint(Struct):
    """Everybody's chance when a turn began, with the ends of 95 % intervals."""

    seq: int
    turn: int
    round: int
    chances: list[float]
    low: list[float]
    high: list[float]


class Moment(Struct):
    """What one step changed for everybody: a throw or card (`luck`), somebody's own decision, or a deal.

    `seat` threw, drew, decided or accepted.
    """

    seq: int
    turn: int
    round: int
    kind: Literal["luck", "decisions", "deals"]
    seat: int
    effects: list[float]


class Slip(Struct):
    """A decision that cost `loss`, with its standard error, and what was better. `seq` is the entry that holds it."""

    seq: int
    turn: int
    round: int
    seat: int
    played: Action
    better: Action
    loss: float
    error: float


class Parts(Struct):
    """Where a chance went from the start to the end: these four add up to the difference.

    `luck` is that of dice and cards, `decisions` are one's own, `unexplained` is the rest: others' decisions, and what
    cannot be told apart.
    """

    luck: float
    decisions: float
    deals: float
    unexplained: float


class Decided(Struct):
    """How many decisions of a player were the best, could not be told from the best, or were mistakes."""

    best: int
    fine: int
    mistakes: int


class Analysis(Struct):
    """What a finished game was decided by. All lists that are not of moments have an entry for each seat.

    `moments` are those that changed somebody's chance most, in the order of the game. `label` says whose chances these
    are.
    """

    label: str
    verdict: str
    start: list[float]
    end: list[float]
    parts: list[Parts]
    points: list[ChancePoint]
    moments: list[Moment]
    deals: list[Moment]
    mistakes: list[Slip]
    decisions: list[Decided]


class AdviceWanted(Struct, forbid_unknown_fields=True):
    """A question to the table's adviser.

    `chances`: what is everybody's chance now, and what has changed it since `seat`'s last turn? `choices`: what could
    `seat` do? `deal`: what would an offer change, if it were accepted? It is one that `seat` could make.
    """

    about: Literal["chances", "choices", "deal"]
    seat: Seat | None = None
    deal: Action | None = None


class ChanceRange(Struct):
    """A chance and the ends of its 95 % interval."""

    low: float
    mid: float
    high: float


class Since(Struct):
    """By how much entry `seq` changed a seat's chance."""

    seq: int
    change: float


class WorstThrow(Struct):
    """The throw that would cost a seat most: where it leads, what it costs, and in how many of how many cases."""

    dice: list[int]
    square: int
    amount: int
    change: float
    ways: int
    of: int


class Choice(Struct):
    """Something that a seat could do, the chance that it leaves, and by how much that is below the best."""

    action: Action
    chance: ChanceRange
    loss: float
    error: float


class DealEffect(Struct):
    """What a deal would change for everybody, with standard errors.

    `even_cash`: dollars that the proposer would have to add for both to gain alike; below zero, the partner; none, if
    no sum would do. `leans_to`: who gains more, beyond doubt.
    """

    gains: list[float]
    errors: list[float]
    even_cash: int | None = None
    leans_to: int | None = None


class Advice(Struct, omit_defaults=True):
    """The answer of the adviser at entry `seq`; which of the parts are there depends on the question."""

    seq: int
    label: str
    games: Annotated[int, Meta(ge=0)] = 0
    chances: list[ChanceRange] = []
    since: list[Since] = []
    changed: float | None = None
    worst: WorstThrow | None = None
    choices: list[Choice] = []
    deal: DealEffect | None = None
