"""The words shared with the engine: numbers and names of the contract, as docs/ list them."""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

NOBODY, BANK, POT, CHANCE, CLOCK = -1, 8, 9, 10, 11
LOT_CHANCE_CARD, LOT_CHEST_CARD, LOT_HOUSE, LOT_HOTEL = 40, 41, 42, 43
HOTEL = 5
MATTERS, MATTERS_RESERVED = 24, 8
BUS, MR_M = 4, 5  # a six is Mr. M again
CHANCE_DECK, CHEST_DECK = 0, 1


class Phase(IntEnum):
    """What the turn waits for."""

    DEAL_DEEDS = 0
    THROW_FOR_FIRST = 1
    BEGIN_TURN = 2
    BEFORE_THROW = 3
    THROW = 4
    CHOOSE_BUS = 5
    CHOOSE_SQUARE = 6
    PAID_FINE = 7
    MOVE = 8
    TO_JAIL = 9
    LAND = 10
    BUY = 11
    RENT = 12
    THROW_FOR_RENT = 13
    CHARGE_RENT = 14
    DRAW = 15
    CARD = 16
    FINE_OR_CHANCE = 17
    TAX = 18
    CHOOSE_TAX = 19
    PAY_EACH = 20
    COLLECT_FROM_EACH = 21
    SQUARE_DONE = 22
    END_TURN = 23
    NEXT_TURN = 24
    GAME_OVER = 25


OF_CHANCE = {Phase.DEAL_DEEDS, Phase.THROW_FOR_FIRST, Phase.THROW, Phase.THROW_FOR_RENT, Phase.DRAW}
OF_PLAYERS = {
    Phase.BEFORE_THROW, Phase.CHOOSE_BUS, Phase.CHOOSE_SQUARE, Phase.BUY,
    Phase.FINE_OR_CHANCE, Phase.CHOOSE_TAX, Phase.END_TURN,
}  # fmt: skip


class MatterKind(IntEnum):
    """What interrupts the turn."""

    DEBT = 0
    AUCTION = 1
    KEEP_OR_LIFT = 2
    SHORTAGE = 3
    ESTATE = 4


class Stage(IntEnum):
    """How far a shortage has come."""

    ASKING = 0
    AUCTION = 1
    PLACING = 2
    ASKING_AGAIN = 3


RAISING, GIVEN_UP = 0, 1  # the stages of a debt


class Arrived(IntEnum):
    """How the token reached its square."""

    BY_DICE = 0
    BY_CARD = 1
    BY_RAILROAD_CARD = 2
    BY_UTILITY_CARD = 3
    BY_MR_M = 4


class Act(IntEnum):
    """The kinds of action, by the names and numbers of docs/actions.md."""

    THROW = 0
    PAY_FINE = 1
    USE_CARD = 2
    CHOOSE_STEPS = 3
    CHOOSE_SQUARE = 4
    BUY = 5
    DECLINE = 6
    BID = 7
    WITHDRAW = 8
    CLAIM_RENT = 9
    PAY_FLAT_TAX = 10
    PAY_WORTH_TAX = 11
    PAY_CARD_FINE = 12
    TAKE_CHANCE = 13
    BUILD = 14
    SELL_BUILDING = 15
    SELL_HOTELS = 16
    MORTGAGE = 17
    LIFT_MORTGAGE = 18
    KEEP_MORTGAGE = 19
    OFFER = 20
    COUNTER = 21
    OFFER_SETTLEMENT = 22
    WITHDRAW_OFFER = 23
    ACCEPT = 24
    REFUSE = 25
    WANT_BUILDING = 26
    PASS_BUILDING = 27
    PLACE_BUILDING = 28
    GO_BANKRUPT = 29
    RESIGN = 30
    END_TURN = 31
    DICE = 32
    CARD = 33
    DEED = 34
    STRIKE_HOUR = 35


ACTION_NAMES = tuple(Act.__members__)


class Action(NamedTuple):
    """What a player, chance or the clock does: the fields of docs/actions.md, in their order."""

    amount: int = 0
    most: int = 0
    give_deeds: int = 0
    take_deeds: int = 0
    give_cash: int = 0
    take_cash: int = 0
    kind: int = 0
    player: int = 0
    other: int = 0
    square: int = 0
    card: int = 0
    give_cards: int = 0
    take_cards: int = 0
    die_1: int = 0
    die_2: int = 0
    die_3: int = 0


def plain_action(kind: int, player: int, square: int = 0, other: int = 0, card: int = 0, amount: int = 0) -> Action:
    """An action with few fields, made quickly: a legal list tries dozens of them."""
    return tuple.__new__(Action, (amount, 0, 0, 0, 0, 0, kind, player, other, square, card, 0, 0, 0, 0, 0))


class Event(NamedTuple):
    """Something that happened, by a rule: the fields of docs/events.md."""

    kind: str
    rule: str
    player: int = NOBODY
    other: int = NOBODY
    square: int = NOBODY
    amount: int = 0
    card: int = NOBODY
    give_deeds: int = 0
    take_deeds: int = 0
    give_cash: int = 0
    take_cash: int = 0
    take_cards: int = 0
    die_1: int = 0
    die_2: int = 0
    die_3: int = 0


def members(bits: int) -> list[int]:
    """The members of a set written as an integer, lowest first."""
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


def bits_of(numbers: Iterable[int]) -> int:
    bits = 0
    for n in numbers:
        bits |= 1 << n
    return bits
