"""What a run counts, in arrays of constant size: a row for each game, and a tally over all games.

Everything is read from the events of each step. Writing and reading them costs about a tenth of the speed (measured:
6.0 instead of 6.4 million decisions per CPU-second at best, 5.4 instead of 6.1 at worst); comparing the record
before and after each step would see less: a debt that arises and is paid within one step, for example.

All counts are in one array, the book: the compiled loop counts references to every array that it hands on.
"""

from passgo.bots.policy import Memory as Numbers
from passgo.machine.decorators import part
from passgo.rules import ids
from passgo.rules.codes import (
    AUCTION_OPENED,
    AUCTION_WON,
    BANK,
    BUILDING_SOLD,
    BUILT,
    DEAL_MADE,
    DEBT_AROSE,
    DEBT_SETTLED,
    DEED_BOUGHT,
    GO_BANKRUPT,
    MOVED,
    OFFER_MADE,
    PAID,
    PLAYERS,
    RENT_CHARGED,
    RENT_CLAIMED,
    SENT_TO_JAIL,
    SHORTAGE_ASKED,
    SQUARES,
    WENT_BANKRUPT,
)
from passgo.rules.state import Action, Log

RULES = len(ids.NAMES)

COLUMNS = (
    "winners", "finished", "rounds", "turns", "decisions", "first", "offers", "deals", "auctions", "shortages",
    "bankruptcies", "buildings", "rent", "refused", "stalled",
)  # fmt: skip
"""What a row says of its game. `winners` is a set of seats; `rent` is what was paid, in dollars."""

(WINNERS, FINISHED, ROUNDS, TURNS, DECISIONS, FIRST, OFFERS, DEALS, AUCTIONS, SHORTAGES,
 BANKRUPTCIES, BUILDINGS, RENT, REFUSED, STALLED) = range(len(COLUMNS))  # fmt: skip
WIDTH = len(COLUMNS)

# By square: `book[square * PER_SQUARE + LANDINGS]`, ...
PER_SQUARE = 6
LANDINGS, RENTS, RENT_EARNED, PRICE_PAID, BUILDING_COST, SOLD_BACK = range(PER_SQUARE)
# Then, each from here on:
JAILINGS = SQUARES * PER_SQUARE  # how often somebody was sent to Jail
CAUSES = JAILINGS + 1  # bankruptcies by rule of the debt: to a player, to the Bank
REFUSALS = CAUSES + 2 * RULES  # refused actions by seat and rule
STALLS = REFUSALS + PLAYERS * RULES  # turns cut short, by seat
TALLY = STALLS + PLAYERS

# Then, of the game being played: rent that could not be paid at once, by debtor: the square, and the rule.
OWED = TALLY
# Then the rows of the games, one after another.
ROWS = OWED + 2 * PLAYERS


@part
def note_rent(log: Log, n: int, lander: int, book: Numbers, r: int) -> None:
    """Rent was charged or claimed as event n: it is earned now, or owed for the time being."""
    square = log.square[n]
    book[square * PER_SQUARE + RENTS] += 1
    if n + 1 < log.count:
        if log.kind[n + 1] == PAID and log.rule[n + 1] == log.rule[n]:
            earn(square, log.amount[n + 1], book, r)
        elif log.kind[n + 1] == DEBT_AROSE:
            book[OWED + 2 * lander] = square
            book[OWED + 2 * lander + 1] = log.rule[n + 1]


@part
def earn(square: int, amount: int, book: Numbers, r: int) -> None:
    """Rent was paid for a square."""
    book[square * PER_SQUARE + RENT_EARNED] += amount
    book[r + RENT] += amount


@part
def note_property(log: Log, n: int, book: Numbers, r: int) -> None:
    """A deed was bought, or a building put up or sold."""
    kind = log.kind[n]
    square = log.square[n]
    if kind == BUILT:
        book[square * PER_SQUARE + BUILDING_COST] += log.amount[n]
        book[r + BUILDINGS] += 1
    elif kind == BUILDING_SOLD:
        book[square * PER_SQUARE + SOLD_BACK] += log.amount[n]
    elif square < SQUARES:
        book[square * PER_SQUARE + PRICE_PAID] += log.amount[n]


@part
def note_bankruptcy(log: Log, n: int, a: Action, rule_id: int, book: Numbers, r: int) -> None:
    """Somebody left: by a debt that arose from `rule_id`, if the action just played gave up; else by resigning."""
    cause = rule_id if a.kind == GO_BANKRUPT and a.player == log.player[n] else ids.BANKRUPT_RESIGN
    to_bank = 1 if log.other[n] >= BANK else 0
    book[CAUSES + 2 * cause + to_bank] += 1
    book[r + BANKRUPTCIES] += 1


@part
def note_others(log: Log, n: int, book: Numbers, r: int) -> None:
    """Events that are only counted."""
    kind = log.kind[n]
    if kind == SENT_TO_JAIL:
        book[JAILINGS] += 1
    elif kind == AUCTION_OPENED:
        book[r + AUCTIONS] += 1
    elif kind == OFFER_MADE:
        book[r + OFFERS] += 1
    elif kind == DEAL_MADE:
        book[r + DEALS] += 1
    elif kind == SHORTAGE_ASKED:
        book[r + SHORTAGES] += 1


@part
def note_step(log: Log, a: Action, rule_id: int, book: Numbers, r: int) -> None:
    """Count what happened in a step; `rule_id` is the rule that the debt on top, before the step, arose from."""
    for n in range(log.count):
        kind = log.kind[n]
        if kind == MOVED:
            book[log.square[n] * PER_SQUARE + LANDINGS] += 1
        elif kind == RENT_CHARGED:
            note_rent(log, n, log.player[n], book, r)
        elif kind == RENT_CLAIMED:
            note_rent(log, n, log.other[n], book, r)
        elif kind == BUILT or kind == BUILDING_SOLD or kind == DEED_BOUGHT or kind == AUCTION_WON:
            note_property(log, n, book, r)
        elif kind == WENT_BANKRUPT:
            note_bankruptcy(log, n, a, rule_id, book, r)
        elif kind == DEBT_SETTLED:
            if log.rule[n] == book[OWED + 2 * log.player[n] + 1]:
                earn(book[OWED + 2 * log.player[n]], log.amount[n], book, r)
                book[OWED + 2 * log.player[n] + 1] = ids.LAWFUL
        elif kind != PAID:
            note_others(log, n, book, r)
