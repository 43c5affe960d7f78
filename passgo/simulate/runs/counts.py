"""What a run counts, in one array of constant size: a row for each game, and a tally over all games.

All counts are read from the events of each step. Writing and reading the events costs about a tenth of the speed
(measured: 6.0 instead of 6.4 million decisions per CPU-second at best, 5.4 instead of 6.1 at worst). Comparing the
position before and after each step would miss things, such as a debt that arises and is paid within one step.

All counts stand in one array, the *book*, because the compiled loop counts references to every array that it passes
on, and that takes time.
"""

from typing import Any

import numpy as np

from passgo.bots.policy import Memory as Numbers
from passgo.machine.decorators import part
from passgo.rules import codes, ids
from passgo.rules.sets import has
from passgo.rules.state import Action, Log

Array = np.ndarray[Any, np.dtype[np.int64]]

RULES = len(ids.NAMES)

NOT_OWN = RULES
"""The reason of a refusal that is no rule: the bot wrote an action for another player, for chance or for the clock, or
it gave no answer at all. Such an action never reaches the rules."""

REASONS = RULES + 1
"""Reasons for which an action is refused: every rule, and `NOT_OWN`."""

REASON_NAMES = (*ids.NAMES, "not-own-action")

COLUMNS = (
    "winners", "finished", "rounds", "turns", "decisions", "first", "offers", "deals", "auctions", "shortages",
    "bankruptcies", "buildings", "rent", "refused", "stalled",
)  # fmt: skip
"""The columns of a row. `winners` is a set of seats; `rent` is the rent that was paid, in dollars."""

(WINNERS, FINISHED, ROUNDS, TURNS, DECISIONS, FIRST, OFFERS, DEALS, AUCTIONS, SHORTAGES,
 BANKRUPTCIES, BUILDINGS, RENT, REFUSED, STALLED) = range(len(COLUMNS))  # fmt: skip
WIDTH = len(COLUMNS)

# The book begins with the tally. First, for each square: `book[square * PER_SQUARE + LANDINGS]` and so on.
PER_SQUARE = 6
LANDINGS, RENTS, RENT_EARNED, PRICE_PAID, BUILDING_COST, SOLD_BACK = range(PER_SQUARE)
# Each of the following is the place at which its counts begin.
JAILINGS = codes.SQUARES * PER_SQUARE  # how often a player was sent to Jail
CAUSES = JAILINGS + 1  # bankruptcies by the rule of the debt, two for each rule: to a player, to the Bank
REFUSALS = CAUSES + 2 * RULES  # refused actions by seat and reason
STALLS = REFUSALS + codes.PLAYERS * REASONS  # turns that were cut short, by seat
TALLY = STALLS + codes.PLAYERS  # where the tally ends

# Then, for the game that is being played, rent that could not be paid at once: for each debtor the square and the rule.
OWED = TALLY
# Then the rows of the games, one after another.
ROWS = OWED + 2 * codes.PLAYERS

COUNTED = sum(
    1 << kind
    for kind in (
        codes.MOVED, codes.RENT_CHARGED, codes.RENT_CLAIMED, codes.BUILT, codes.BUILDING_SOLD, codes.DEED_BOUGHT,
        codes.AUCTION_WON, codes.WENT_BANKRUPT, codes.DEBT_SETTLED, codes.SENT_TO_JAIL, codes.AUCTION_OPENED,
        codes.OFFER_MADE, codes.DEAL_MADE, codes.SHORTAGE_ASKED,
    )
)  # fmt: skip
"""The kinds of event that are counted, as a set: most events are of others."""


@part
def note_rent(log: Log, n: int, lander: int, book: Numbers, r: int) -> None:
    """Count rent that was charged or claimed in event n: as earned if it was paid at once, otherwise as owed."""
    square = log.square[n]
    book[square * PER_SQUARE + RENTS] += 1
    if n + 1 < log.count:
        if log.kind[n + 1] == codes.PAID and log.rule[n + 1] == log.rule[n]:
            earn(square, log.amount[n + 1], book, r)
        elif log.kind[n + 1] == codes.DEBT_AROSE:
            book[OWED + 2 * lander] = square
            book[OWED + 2 * lander + 1] = log.rule[n + 1]


@part
def earn(square: int, amount: int, book: Numbers, r: int) -> None:
    """Count rent that was paid for a square."""
    book[square * PER_SQUARE + RENT_EARNED] += amount
    book[r + RENT] += amount


@part
def note_property(log: Log, n: int, book: Numbers, r: int) -> None:
    """Count a deed that was bought, or a building that was built or sold."""
    kind = log.kind[n]
    square = log.square[n]
    if kind == codes.BUILT:
        book[square * PER_SQUARE + BUILDING_COST] += log.amount[n]
        book[r + BUILDINGS] += 1
    elif kind == codes.BUILDING_SOLD:
        book[square * PER_SQUARE + SOLD_BACK] += log.amount[n]
    elif square < codes.SQUARES:
        book[square * PER_SQUARE + PRICE_PAID] += log.amount[n]


@part
def note_bankruptcy(log: Log, n: int, a: Action, rule_id: int, book: Numbers, r: int) -> None:
    """Count a bankruptcy: by a debt under `rule_id` if the action was to go bankrupt, otherwise by resigning."""
    cause = rule_id if a.kind == codes.GO_BANKRUPT and a.player == log.player[n] else ids.BANKRUPT_RESIGN
    to_bank = 1 if log.other[n] >= codes.BANK else 0
    book[CAUSES + 2 * cause + to_bank] += 1
    book[r + BANKRUPTCIES] += 1


@part
def note_others(log: Log, n: int, book: Numbers, r: int) -> None:
    """Count events of which nothing but the number matters."""
    kind = log.kind[n]
    if kind == codes.SENT_TO_JAIL:
        book[JAILINGS] += 1
    elif kind == codes.AUCTION_OPENED:
        book[r + AUCTIONS] += 1
    elif kind == codes.OFFER_MADE:
        book[r + OFFERS] += 1
    elif kind == codes.DEAL_MADE:
        book[r + DEALS] += 1
    elif kind == codes.SHORTAGE_ASKED:
        book[r + SHORTAGES] += 1


@part
def note_step(log: Log, a: Action, rule_id: int, book: Numbers, r: int) -> None:
    """Count the events of a step; `rule_id` is the rule of the debt that was on top before the step."""
    for n in range(log.count):
        if has(COUNTED, log.kind[n]):
            note_event(log, n, a, rule_id, book, r)


@part
def note_event(log: Log, n: int, a: Action, rule_id: int, book: Numbers, r: int) -> None:
    """Count event n of a step."""
    kind = log.kind[n]
    if kind == codes.MOVED:
        book[log.square[n] * PER_SQUARE + LANDINGS] += 1
    elif kind == codes.RENT_CHARGED:
        note_rent(log, n, log.player[n], book, r)
    elif kind == codes.RENT_CLAIMED:
        note_rent(log, n, log.other[n], book, r)
    elif kind == codes.BUILT or kind == codes.BUILDING_SOLD or kind == codes.DEED_BOUGHT or kind == codes.AUCTION_WON:
        note_property(log, n, book, r)
    elif kind == codes.WENT_BANKRUPT:
        note_bankruptcy(log, n, a, rule_id, book, r)
    elif kind == codes.DEBT_SETTLED:
        if log.rule[n] == book[OWED + 2 * log.player[n] + 1]:
            earn(book[OWED + 2 * log.player[n]], log.amount[n], book, r)
            book[OWED + 2 * log.player[n] + 1] = ids.LAWFUL
    else:
        note_others(log, n, book, r)
