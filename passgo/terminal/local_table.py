"""A table on this machine: the people at the keyboard, and bots of one level in the other seats."""

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from passgo.game import Game
from passgo.notation.actions import Action
from passgo.terminal.files import BadInput
from passgo.terminal.opponents import Opponents
from passgo.terminal.reasons import format_reasons
from passgo.terminal.saves import Saved, stamp_of, write_save
from passgo.terminal.table import Clock, Happening, Table

ELSEWHERE = "this game was resumed elsewhere and goes on there; here nothing more is kept"
KEPT = "The game is kept: passgo play --resume goes on with it."


class Step(NamedTuple):
    """An action as undo needs it: who took it, what their bot remembered, and how much had been told before."""

    player: str
    memory: bytes
    told: int


class LocalTable(Table):
    """A game played here. `save_to` is the file in which it is kept, `call_s` the time for a call in an auction."""

    def __init__(
        self,
        game: Game,
        people: tuple[str, ...],
        level: str,
        save_to: Path | None = None,
        call_s: float = 0,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = self.game = game
        self.people, self.level = people, level
        self.opponents = Opponents(game, level)
        self.told = [Happening(event) for event in game.events]
        self.steps: list[Step] = []
        self._save_to, self._call_s, self._now_s = save_to, call_s, now_s
        self._stamp: tuple[int, int] | None = None
        """Of what is kept: what was written here last, so that nothing is written over what is newer."""
        self.keeping = KEPT if save_to is not None else "The game is not kept."
        self._claims_shown: set[tuple[int, str, str, str]] = set()
        self._stepping_in: str | None = None
        self._last_asked = people[0]
        self._asked_for, self._asked_at = ("", 0), 0.0

    @classmethod
    def resume(cls, saved: Saved, save_to: Path, call_s: float = 0) -> "LocalTable":
        """Go on with a game that was kept; `ValueError` if it is damaged. Whoever had it before notices."""
        table = cls(Game.from_record(saved.record), tuple(saved.people), saved.level, save_to, call_s)
        if not set(saved.people) <= set(table.game.names) or not set(saved.memory) <= set(table.game.names):
            raise ValueError("the people and the record of this game do not fit")
        table.opponents.memory |= {player: b64decode(memory) for player, memory in saved.memory.items()}
        for player, told in saved.steps:
            table.steps.append(Step(player, table.opponents.memory[player], told))
        table.save()
        return table

    # Who

    @property
    def person(self) -> str | None:
        """Whoever must decide, if they sit here; or who may step in and claim a rent."""
        decider = self.game.next_to_decide
        found = self._stepping_in or (decider if decider in self.people else None)
        if found is not None:
            self._last_asked = found
        return found

    @property
    def viewer(self) -> str:
        """Who is asked now, or was asked last."""
        return self.person or self._last_asked

    @property
    def may_wait(self) -> bool:
        """Is somebody only asked whether to claim a rent?"""
        return self._stepping_in is not None

    def wait(self) -> None:
        """Claim nothing."""
        self._stepping_in = None

    # Playing

    def go_on(self) -> bool:
        """Let a bot claim its rent, or make its move."""
        claim = self.opponents.claim(self.people) if self.game.claims else None
        if claim is not None:
            self._play(claim[1], claim[0])
        elif self.person is not None:
            return self._withdraw_in_time()
        elif self.is_over:
            return False
        elif (owner := self._claimant()) is not None:
            self._stepping_in = owner
        else:
            self.let_bot_play(self.game.next_to_decide or "")
        return True

    def let_bot_play(self, player: str) -> None:
        """Play what a bot chooses."""
        before, told = self.opponents.memory[player], len(self.told)
        self._play(self.opponents.choose(player), player, before)
        for happening in self.told[told:]:
            if happening.event.kind == "OfferRefused" and happening.event.other == player:
                proposer = happening.event.player or ""
                happening.reasons = format_reasons(self.opponents.reasons, self.game.ruleset, proposer)

    def play(self, action: Action | str, person: str) -> None:
        """Play an action of a person."""
        self._play(action, person)
        self._stepping_in = None

    def _play(self, action: Action | str, player: str, before: bytes | None = None) -> None:
        kept = self.opponents.memory[player] if before is None else before
        told = len(self.told)
        events = self.game.play(action, player)
        self.steps.append(Step(player, kept, told))
        self.told += map(Happening, events)

    def _claimant(self) -> str | None:
        """Who here may claim a rent that was not yet shown? Then the others wait a moment."""
        for claim in self.game.claims:
            mark = (self.game.turn, claim.owner, claim.lander, claim.square)
            if claim.owner in self.people and not claim.said and mark not in self._claims_shown:
                if any(action.kind == "ClaimRent" for action in self.game.legal_actions(claim.owner)):
                    self._claims_shown.add(mark)
                    return claim.owner
        return None

    # Taking back

    @property
    def can_undo(self) -> bool:
        """Has somebody here acted?"""
        return any(step.player in self.people for step in self.steps)

    def undo(self) -> None:
        """Take back the last action of a person and everything after it; the bots forget it too."""
        if not self.can_undo:
            raise ValueError("there is nothing of yours to take back.")
        player = ""
        while player not in self.people:
            self.game.undo()
            player, memory, told = self.steps.pop()
            self.opponents.memory[player] = memory
        for happening in self.told[told:]:
            happening.undone = True
        self._stepping_in = None

    # The clock

    @property
    def clock(self) -> Clock | None:
        """The time for a call of whoever is asked in an auction."""
        if not self._call_s or not self._is_called():
            return None
        question = (self.person or "", len(self.steps))
        if question != self._asked_for:
            self._asked_for, self._asked_at = question, self._now_s()
        return Clock(max(0.0, self._asked_at + self._call_s - self._now_s()), self._call_s)

    def restart_clock(self) -> None:
        """Give the whole time again."""
        self._asked_for = ("", 0)

    def _is_called(self) -> bool:
        """Is somebody here to bid or to withdraw?"""
        person = self.person
        return person is not None and any(a.kind == "Withdraw" for a in self.game.legal_actions(person))

    def _withdraw_in_time(self) -> bool:
        """Whoever is silent for too long in an auction withdraws; has that happened?"""
        clock = self.clock
        if clock is None or clock.left_s > 0:
            return False
        self.play("withdraw", self.person or "")
        return True

    # Keeping

    def record(self) -> str:
        """The record of the game."""
        return self.game.record()

    def save(self) -> None:
        """Keep the game in its file, unless it is played elsewhere by now, as after a line that was lost."""
        if self._save_to is not None:
            if self._stamp is not None and stamp_of(self._save_to) not in (None, self._stamp):
                raise BadInput(ELSEWHERE)
            standing = [0, *accumulate(not happening.undone for happening in self.told)]
            steps = [(step.player, standing[step.told]) for step in self.steps]
            memory = {player: b64encode(kept).decode() for player, kept in self.opponents.memory.items() if kept}
            over = self.game.outcome is not None
            write_save(self._save_to, Saved(self.record(), list(self.people), self.level, memory, steps, over))
            self._stamp = stamp_of(self._save_to)

    def close(self) -> None:
        """Keep the game once more."""
        self.save()
