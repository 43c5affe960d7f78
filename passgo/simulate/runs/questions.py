"""Bots that are asked one decision at a time, in a game that somebody else plays.

In a run the compiled loop asks the bots and plays what they say. Here they sit at the same kind of table, with the same
notebooks, and whoever holds the game puts the questions.
"""

from typing import Any

from passgo.bots.fallback import fallback
from passgo.machine.records import arrays
from passgo.notation.events import RawEvent
from passgo.rules.state import Action, State
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.loop import PLAYING
from passgo.simulate.runs.memory import ALL_NOTEBOOKS, NOTEBOOKS, OPENINGS, notebook_of
from passgo.simulate.runs.plan import Plan, counters_of, finish


class Questions:
    """The bots of a plan in their seats, for one game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._run = run = BatchRun(plan, range(1), counters_of(plan.seed, range(1)))
        run.memory[NOTEBOOKS : NOTEBOOKS + ALL_NOTEBOOKS] = run.memory[OPENINGS : OPENINGS + ALL_NOTEBOOKS]
        state: Any = run.states[PLAYING : PLAYING + 1].view("u1")
        self._state = memoryview(state)
        self._records = arrays(State, run.states), plan.ruleset.rows, arrays(Action, run.actions)

    def show(self, position: bytes, events: list[RawEvent]) -> None:
        """The position that the next questions are about, and what happened until then; see `History.show`."""
        self._state[:] = position
        self._run.history.show(events)

    def last_asked(self, seat: int, events: int) -> None:
        """There had been so many events when this seat was last asked."""
        self._run.history.asked[seat] = events

    def ask(self, seat: int) -> bytes:
        """What the bot of a seat does, as the record of an action; not its own or no action at all, if it fails."""
        return self._ask(self.plan.bots[seat].policy, seat)

    def fall_back(self, seat: int) -> bytes:
        """What the fallback does for a seat: it is always lawful."""
        return self._ask(fallback, seat)

    def _ask(self, policy: Any, seat: int) -> bytes:
        games, editions, actions = self._records
        policy(games, PLAYING, editions, 0, seat, actions, 0, self._run.memory, notebook_of(seat))
        return self._run.actions.tobytes()

    def close(self) -> None:
        """There are no more questions."""
        finish(self.plan.bots)

    def complaint(self, seat: int) -> str:
        """Why a bot gave no action, in full where it is one of a user's own."""
        faults = self._run.faults.to_list()
        name = self.plan.bots[seat].name
        return f"the bot {name!r} gave no action" + (f": {faults[-1]['first']}" if faults else "")
