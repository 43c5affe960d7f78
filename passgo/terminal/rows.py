"""The log as rows: what happened, and the sum it meant for the viewer; a bot's turn folds into one row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from passgo.notation.events import Event
from passgo.terminal.table import Happening, Table

WITH_SUM = frozenset(
    ("DeedBought", "AuctionWon", "RentCharged", "RentClaimed", "Built", "BuildingSold", "Mortgaged", "MortgageLifted")
)
"""Events that are told with their payment, which follows them."""

MAIN = (
    "GameWon", "WentBankrupt", "DealMade", "AuctionWon", "DebtArose", "SentToJail", "DeedBought", "RentCharged",
    "Built", "BuildingSold", "Mortgaged", "MortgageLifted", "CardDrawn", "Paid", "LeftJail", "StayedInJail",
)  # fmt: skip
"""What is told of a folded turn: the first of these kinds that happened in it."""


@dataclass
class Row:
    """A row of the log: one or more events told together. Without an event it is the line of a round, or a remark."""

    text: str
    seat: int | None = None
    events: list[Event] = field(default_factory=list)
    sum: int = 0
    undone: bool = False
    steps: int = 0
    """How many rows are folded into this one."""
    turn: int = 0
    said: bool = False
    """It is what somebody said."""


class Log:
    """The rows of everything told so far. Turns that are over are told once, because a game has hundreds."""

    def __init__(self, table: Table) -> None:
        self.table, self.fold = table, True
        self.unfolded: set[int] = set()
        """The turns of bots that somebody wants to see whole."""
        self._kept: dict[tuple[object, ...], list[Row]] = {}

    def rows(self) -> list[Row]:
        """The rows; turns of bots that are over are folded."""
        table, rows = self.table, list[Row]()
        last_round, begin, viewer = 0, 0, table.viewer
        for turn, happenings in by_turn(table.told):
            first = happenings[0].event
            if first.round and first.round != last_round:
                last_round = first.round
                rows.append(Row(f"round {last_round + 1}", turn=turn))
            is_over = turn < table.board.turn or table.is_over
            folds = self.fold and is_over and turn not in self.unfolded
            mark = (begin, len(happenings), happenings[0].undone, folds, viewer, table.is_over)
            if mark not in self._kept:
                self._kept[mark] = self._tell(happenings, turn, folds)
            rows += self._kept[mark]
            rows += self._remarks(begin, begin + len(happenings))
            begin += len(happenings)
        return rows

    def _remarks(self, begin: int, end: int) -> list[Row]:
        """What was said in a turn, which is told after it; what was said before the game, after the first."""
        names = self.table.board.names
        return [
            Row(f'{remark.player}: "{remark.text}"', names.index(remark.player), said=True)
            for remark in self.table.remarks
            if begin < max(1, remark.after) <= end
        ]

    def _tell(self, happenings: Sequence[Happening], turn: int, folds: bool) -> list[Row]:
        """The rows of a turn, or the one into which it is folded."""
        told, first = list(rows_of(self.table, happenings, turn)), happenings[0].event
        mover = first.player if first.kind == "TurnBegan" else None
        if folds and mover is not None and mover not in self.table.people:
            return fold_turn(self.table, told, mover, turn)
        return told


def by_turn(told: Sequence[Happening]) -> Iterator[tuple[int, list[Happening]]]:
    """The happenings of each turn; what was taken back and played again is a turn of its own."""
    found: list[Happening] = []
    for happening in told:
        if found and (happening.event.kind == "TurnBegan" or happening.undone != found[-1].undone):
            yield found[0].event.turn or 0, found
            found = []
        found.append(happening)
    if found:
        yield found[0].event.turn or 0, found


def rows_of(table: Table, happenings: Sequence[Happening], turn: int) -> Iterator[Row]:
    """A row for each event that is worth one; a throw with its move, a purchase with its payment."""
    row: Row | None = None
    for happening in happenings:
        event = happening.event
        if event.kind == "TurnBegan" or not table.is_shown(event):
            continue
        if row is not None and belongs(row.events[-1], event):
            row.events.append(event)
            row.sum += sum_for(event, table.viewer)
            if event.kind == "Moved":
                row.text = f"{row.text.removesuffix('.')}: {event.place}."
            continue
        if row is not None:
            yield row
        seat = table.board.names.index(event.player) if event.player in table.board.names else None
        text = f"{str(event).removesuffix('.')} (taken back)." if happening.undone else str(happening)
        row = Row(text, seat, [event], sum_for(event, table.viewer), happening.undone, turn=turn)
    if row is not None:
        yield row


def belongs(before: Event, event: Event) -> bool:
    """Is an event told together with the one before it?"""
    if event.kind == "Moved":
        return before.kind == "DiceThrown" and before.player == event.player
    return event.kind == "Paid" and before.kind in WITH_SUM and before.amount == event.amount


def sum_for(event: Event, viewer: str) -> int:
    """What a payment changes in the viewer's cash."""
    if event.kind != "Paid":
        return 0
    return event.amount * ((event.other == viewer) - (event.player == viewer))


def fold_turn(table: Table, rows: list[Row], mover: str, turn: int) -> list[Row]:
    """The rows of a bot's turn as one: its throws, and the main thing that happened."""
    if len(rows) < 2:
        return rows
    events = [event for row in rows for event in row.events]
    throws = [f"{e.dice[0]}+{e.dice[1]}" for e in events if e.kind == "DiceThrown" and e.player == mover]
    places = [e.place for e in events if e.kind == "Moved" and e.player == mover]
    main = [next((e for e in events if e.kind == kind), None) for kind in MAIN]
    sentence = next((str(event) for event in main if event is not None), "")
    way = f"{' '.join(throws)} to {places[-1]}" if throws and places else " ".join(throws)
    text = " ".join(filter(None, [f"{mover} {way}." if way else "", sentence])) or rows[0].text
    undone = rows[0].undone
    seat = table.board.names.index(mover)
    total = sum(row.sum for row in rows)
    return [Row(f"{text} (taken back)" if undone else text, seat, events, total, undone, len(rows), turn)]
