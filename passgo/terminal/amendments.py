"""Corrections of any entry at a real table: the terminal's Banker goes back, and plays again what still holds."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from passgo.game import Game
from passgo.game.amendments import FREE, TURN_ENDS, play_again
from passgo.game.corrections import KIND_BYTE, is_correction, line_of
from passgo.game.course import Mark
from passgo.notation.actions import KINDS
from passgo.terminal.lines import read_line
from passgo.terminal.table import QUIET
from passgo.terminal.table_questions import wants

if TYPE_CHECKING:
    from passgo.terminal.banker import Banker

ONE_ENTRY = frozenset((("EndTurn", "Throw"), ("Throw", "Dice"), ("Offer", "Accept")))
"""Steps that are typed together: dice stand for the end of the turn and for the throw, a deal for both who agree."""

BEFORE_TURNS = ("deal-deeds", "throw-for-first")
NOTHING = frozenset(("nothing", "none", "it did not happen"))
STOP = frozenset(("stop", "cancel"))
MOST_EVENTS = 3


class Entry(NamedTuple):
    """What was typed at once: its number, counted from 0, its steps, and what came of it."""

    number: int
    steps: tuple[bytes, ...]
    told: str


def kind_of_step(step: bytes) -> str:
    """The kind of a step; nothing for what was set right."""
    return "" if is_correction(step) else KINDS[step[KIND_BYTE]]


def kind_of(entry: Entry) -> str:
    """What an entry begins with."""
    return kind_of_step(entry.steps[0])


def entries_of(game: Game) -> list[Mark]:
    """The points before each entry of a game that was kept, as far as its record shows what was typed at once."""
    marks: list[Mark] = []

    def perform(twin: Game, line: str) -> None:
        before = twin._course.mark()
        twin._perform_line(line)
        stands = len(twin._course.steps)
        if stands > before.steps:
            marks.append(before)
        else:  # something was taken back
            marks[:] = [mark for mark in marks if mark.steps < stands]

    if game._course.steps:
        Game._replay(game.record(), perform=perform)
    kinds = ["", *map(kind_of_step, game._course.steps)]
    return [mark for mark in marks if (kinds[mark.steps], kinds[mark.steps + 1]) not in ONE_ENTRY]


def format_entry(game: Game, marks: Sequence[Mark], number: int) -> str:
    """What came of an entry, in a line: the first of what happened, or what was set right."""
    this, then = marks[number], marks[number + 1]
    steps = game._course.steps[this.steps : then.steps]
    events = game._events_between(this, then.events, then.time)
    told = [str(event) for event in events if event.kind not in QUIET and event.kind != "TurnBegan"]
    told += [line_of(step) for step in steps if is_correction(step)]
    return " ".join(told[:MOST_EVENTS] or map(str, events[:1]))


class Amendment:
    """An entry that was otherwise, tried by a Banker of its own; nothing changes at the table until all is settled."""

    def __init__(self, table: "Banker", number: int, said: str, reason: str) -> None:
        self.table, self.number, self.reason = table, number, reason
        self.parts = [part.strip() for part in said.split(" then ")]
        self.trial = table.trial()
        self.changed: list[str] = []
        """What comes now of entries that hold, where it is something else than before."""

    def work_out(self) -> "Banker | None":
        """The Banker of the table as it would be; None if the people do not want it."""
        trial, wrong_and_later = self.trial, list(self.entries())
        trial.take_back(self.number, self.reason)
        before = trial.game.phase in BEFORE_TURNS
        sets = all(part.casefold().startswith("set ") for part in self.parts)
        for part in self.parts:
            self.play_instead(part)
        wrong, *later = wrong_and_later
        if sets:  # something was wrong before it, and it happened all the same
            later = wrong_and_later
        follows = not sets and not before and kind_of(wrong) not in FREE
        if follows and any(kind_of(entry) in TURN_ENDS for entry in later) and not self.settle():
            return None
        kept = play_again(later, kind_of, self.repeat, lambda: trial.game.outcome is not None, follows)
        return trial if self.is_wanted(kept, [entry for entry in later if entry not in kept]) else None

    def entries(self) -> Iterator[Entry]:
        """The entry that was otherwise, and those after it."""
        marks, steps = self.table.entries, self.table.game._course.steps
        ends = [mark.steps for mark in marks[1:]] + [len(steps)]
        for number in range(self.number, len(marks)):
            part = tuple(steps[marks[number].steps : ends[number]])
            yield Entry(number, part, self.table.format_entry(number))

    def play_instead(self, part: str) -> None:
        """Play what happened instead; it is typed as it would have been then."""
        word, _, rest = part.partition(" ")
        if word.casefold() == "set":
            changes = rest.strip().removeprefix("right ")
            self.trial.note(lambda: self.trial.game.set_right(changes, self.reason))
        elif word.casefold() == "deal" or word.casefold() not in self.trial.commands:
            if part.casefold() not in NOTHING:
                self.trial.take(part)
        else:
            raise ValueError(f"expected what happened instead, not {part!r:.40}; help shows how.")

    def settle(self) -> bool:
        """Ask what is open after it, before what came later: a purchase, a card, an auction. False to leave it."""
        trial = self.trial
        if not is_settled(trial.game):
            trial.screen.say("What is open now, before the rest (stop leaves all as it was):")
        while not is_settled(trial.game):
            trial.show_situation()
            line = trial.read()
            if line.casefold() in STOP:
                return False
            trial.answer(line)
        return True

    def repeat(self, entry: Entry) -> None:
        """Play an entry again, as a whole; `Refusal` or `ValueError` if it no longer holds."""
        game = self.trial.game

        def steps() -> None:
            for step in entry.steps:
                if is_correction(step):
                    game._perform_line(line_of(step))
                else:
                    game._course.repeat(step)

        self.trial.note(steps, tell=False)
        now = self.trial.format_entry(len(self.trial.entries) - 1)
        if now != entry.told:
            self.changed.append(f"{entry.number + 1:4}. {now}")

    def is_wanted(self, kept: Sequence[Entry], dropped: Sequence[Entry]) -> bool:
        """Say what comes of it, and ask."""
        say = self.table.screen.say
        if kept:
            say(f"Then the same again: {len(kept)} {'entry' if len(kept) == 1 else 'entries'}.")
        if self.changed:
            say("What now comes of them:")
        for line in self.changed:
            say(line)
        if dropped:
            say("No longer so, and to be typed again if it happened:")
            for entry in dropped:
                say(f"{entry.number + 1:4}. {entry.told}")
        answer = read_line("Set it right like this? (yes, no)", self.table.screen)
        return answer is not None and answer.casefold() in ("y", "yes")


def is_settled(game: Game) -> bool:
    """Does the turn wait for nothing but its end, or the next throw?"""
    if game.outcome is not None:
        return True
    return not game.matters and wants(game) is None and game.phase in ("end-turn", "before-throw")
