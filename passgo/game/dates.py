"""When events happened, found by going back from now: every turn begins with an event, and rounds follow from those."""

from collections.abc import Iterator, Sequence
from typing import Any

from passgo.notation.events import AMOUNT, KIND, PLAYER, RawEvent, Time
from passgo.rules import codes


def date_events(events: Sequence[RawEvent], first: int, g: Any) -> list[tuple[RawEvent, Time]]:
    """The events from the `first` on, each with its time; `g` is the position after the last of them."""
    end, parts = len(events), []
    for begin, time in turns_back(events, first, g):
        begin = max(begin, first)
        parts.append([(numbers, time) for numbers in events[begin:end]])
        end = begin
    return [dated for part in reversed(parts) for dated in part]


def turns_back(events: Sequence[RawEvent], first: int, g: Any) -> Iterator[tuple[int, Time]]:
    """The turns from now back to that of the `first` event: where each begins among the events, and its time."""
    end, turn, complete = len(events), g.turn, g.round
    later, is_now = g.on_turn, True
    while True:
        begin = last_beginning(events, end)
        player = events[begin][PLAYER] if begin >= 0 else who_passed(events[:end])
        if player != codes.NOBODY and not (is_now and player == later):
            complete -= (later - g.first) % g.players <= (player - g.first) % g.players
        yield begin, Time(turn, complete)
        if begin <= first:
            return
        end, turn, later, is_now = begin, events[begin][AMOUNT] - 1, events[begin][PLAYER], False


def last_beginning(events: Sequence[RawEvent], end: int) -> int:
    """Where the last turn before the `end` begins; -1, if it began before all events."""
    for n in range(end - 1, -1, -1):
        if events[n][KIND] == codes.TURN_BEGAN:
            return n
    return -1


def who_passed(events: Sequence[RawEvent]) -> int:
    """Whose turn it was, if these events begin in the middle of one: who passed the dice, or else who went last."""
    for kind in (codes.TURN_ENDED, codes.WENT_BANKRUPT):
        for numbers in reversed(events):
            if numbers[KIND] == kind:
                return numbers[PLAYER]
    return codes.NOBODY
