"""A strategy in a seat: showing it the game, and writing down what it answers."""

from collections.abc import Callable
from typing import Any

from passgo.machine.records import arrays, plain
from passgo.notation.actions import Action
from passgo.notation.text import format_action
from passgo.rules import ids
from passgo.rules.codes import NOBODY
from passgo.rules.state import Action as ActionRecord
from passgo.rules.state import Edition, State
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.faults import NO_ACTION, RAISED, TOO_SLOW, UNLAWFUL
from passgo.simulate.runs.loop import PLAYING
from passgo.simulate.runs.memory import addresses_of, notebook_of
from passgo.strategies.bridge import address_of_policy, address_of_python, callback
from passgo.strategies.sandbox import Failure, Mind, told_in_full, told_shortly
from passgo.strategies.view import SeatView


def sit(desk: BatchRun, seat: int, answer: Callable[[int], None], policy: Any = None) -> None:
    """Let the loop find the seat's compiled policy, if it has one, and its function of Python's."""
    called = callback(answer)
    desk.kept.append(called)
    place = addresses_of(seat)
    desk.memory[place] = 0 if policy is None else address_of_policy(policy)
    desk.memory[place + 1] = address_of_python(called)


class PythonSeat:
    """A plain strategy in its seat, for the games of one batch."""

    def __init__(self, desk: BatchRun, seat: int, mind: Mind) -> None:
        self._desk, self._seat, self._mind = desk, seat, mind
        self._view = SeatView(desk.plan.ruleset, len(desk.plan.bots), seat)
        self._name = self._view.names[seat]
        self._game = NOBODY
        self._given_up = False
        state: Any = desk.states[PLAYING : PLAYING + 1].view("u1")
        action: Any = desk.actions.view("u1")
        self._state, self._action = memoryview(state), memoryview(action)
        self._record = plain(ActionRecord, desk.actions)
        sit(desk, seat, self.answer)

    def answer(self, player: int) -> None:
        """Write what the strategy wants to do; or, if it fails, nothing that anybody may do."""
        self._record.player = NOBODY
        desk, note = self._desk, notebook_of(self._seat)
        if desk.memory[note] == 0:  # notebooks are emptied when a game begins
            desk.memory[note] = 1
            self._game, self._given_up = desk.game, False
            self._view.begin(f"passgo strategy {desk.plan.seed} {self._game} {self._seat}")
        if self._given_up:
            desk.lost[self._seat] += 1
            return
        self._view.look(self._state.tobytes())
        answered = self._mind.ask(self._view, self._name)
        if isinstance(answered, Failure):
            self._given_up = answered.kind == TOO_SLOW
            desk.lose(self._seat, answered.kind, answered.what, answered.first)
            return
        self._write(answered)

    def _write(self, answered: Any) -> None:
        """Write an answer as an action; None is one out of turn, and means nothing."""
        view, desk = self._view, self._desk
        try:
            if answered is None and not view.is_asked:
                answered = Action("EndTurn")
            if not isinstance(answered, Action | str):
                raise ValueError(f"expected an action or its text, not {answered!r:.60}")
            understood = view._write(answered, self._name)
        except Exception as problem:  # a name nobody has, an amount that is no number, or an odd object
            told = f"{type(problem).__name__}: {problem}"
            desk.lose(self._seat, NO_ACTION, "an answer that is no action", f"{answered!r:.200}: {told}")
            return
        self._action[:] = view._engine.played
        refused = view._engine.allowed()
        if refused and (view.is_asked or understood.kind != "EndTurn"):
            said = f"{format_action(understood)} (turn {view.turn}, {view.phase})"
            desk.faults.note(desk.plan.bots[self._seat].name, UNLAWFUL, ids.NAMES[refused], self._game, said)


class CompiledSeat:
    """A compiled strategy in its seat: Python is asked only if it raises."""

    def __init__(self, desk: BatchRun, seat: int, policy: Any, file: str) -> None:
        self._desk, self._seat, self._policy, self._file = desk, seat, policy, file
        self._games, self._actions = arrays(State, desk.states), arrays(ActionRecord, desk.actions)
        self._editions = arrays(Edition, desk.plan.ruleset.record)
        self._record = plain(ActionRecord, desk.actions)
        sit(desk, seat, self.answer, policy)

    def answer(self, player: int) -> None:
        """The policy has raised: find out what, by asking it once more from here."""
        desk, place = self._desk, notebook_of(self._seat)
        what = first = "it raised, and did not raise again when it was asked a second time"
        try:
            games, editions, actions = self._games, self._editions, self._actions
            self._policy(games, PLAYING, editions, 0, player, actions, 0, desk.memory, place)
        except BaseException as problem:
            what, first = told_shortly(problem, self._file), told_in_full(problem)
        self._record.player = NOBODY
        desk.lose(self._seat, RAISED, what, first)
