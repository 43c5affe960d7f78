"""A strategy in a seat: it is shown the game, and its answer becomes an action."""

from collections.abc import Callable
from typing import Any

from passgo.game.seats import View
from passgo.game.setup_options import seat_players
from passgo.machine.records import arrays, plain
from passgo.notation.actions import Action
from passgo.notation.text import format_action
from passgo.rules import codes, ids
from passgo.rules.state import Action as ActionRecord
from passgo.rules.state import State
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.faults import NO_ACTION, RAISED, TOO_SLOW, UNLAWFUL
from passgo.simulate.runs.loop import PLAYING
from passgo.simulate.runs.memory import addresses_of, notebook_of
from passgo.strategies.bridge import address_of_policy, address_of_python, callback
from passgo.strategies.sandbox import Failure, Sandbox, format_traceback, summarize


def sit(batch: BatchRun, seat: int, answer: Callable[[int], None], policy: Any = None) -> None:
    """Write the addresses of the seat's compiled policy, if it has one, and of its Python function for the loop."""
    called = callback(answer)
    batch.kept.append(called)
    place = addresses_of(seat)
    batch.memory[place] = 0 if policy is None else address_of_policy(policy)
    batch.memory[place + 1] = address_of_python(called)


class PythonSeat:
    """A plain strategy in its seat, for the games of one batch."""

    def __init__(self, batch: BatchRun, seat: int, sandbox: Sandbox) -> None:
        self._batch, self._seat, self._sandbox = batch, seat, sandbox
        plan = batch.plan
        names = seat_players(plan.ruleset, plan.players or len(plan.bots))
        self._view = View(names, plan.ruleset.tokens[: len(plan.bots)], seat)
        self._view.warm()
        self._name = names.players[seat]
        self._game = codes.NOBODY
        self._given_up = False
        state: Any = batch.states[PLAYING : PLAYING + 1].view("u1")
        action: Any = batch.actions.view("u1")
        self._state, self._action = memoryview(state), memoryview(action)
        self._record = plain(ActionRecord, batch.actions)
        sit(batch, seat, self.answer)

    def answer(self, player: int) -> None:
        """Ask the strategy and write its action; if it fails, write an action that the loop will refuse."""
        self._record.player = codes.NOBODY
        batch, note = self._batch, notebook_of(self._seat)
        if batch.memory[note] == 0:  # notebooks are emptied when a game begins
            batch.memory[note] = 1
            self._game, self._given_up = batch.game, False
            self._view.begin(f"passgo strategy {batch.plan.seed} {self._game} {self._seat}")
            batch.history.begin(self._game)
        if self._given_up:
            batch.lost[self._seat] += 1
            return
        history = batch.history
        history.take()
        self._view.look(self._state.tobytes(), history.events, history.asked[self._seat])
        history.asked[self._seat] = len(history.events)
        answer = self._sandbox.ask(self._view, self._name)
        if isinstance(answer, Failure):
            self._given_up = answer.kind == TOO_SLOW
            batch.lose(self._seat, answer.kind, answer.what, answer.first)
            return
        self._write(answer)

    def _write(self, answer: Any) -> None:
        """Write an answer as an action. Out of turn, None is an answer too: it means to do nothing."""
        view, batch = self._view, self._batch
        try:
            if answer is None and not view.is_asked:
                answer = Action("EndTurn")
            if not isinstance(answer, Action | str):
                raise ValueError(f"expected an action or its text, not {answer!r:.60}")
            action, record, refused = view.judge(answer)
        except Exception as problem:  # a name nobody has, an amount that is no number, or an odd object
            found = f"{answer!r:.200}: {type(problem).__name__}: {problem}"
            batch.lose(self._seat, NO_ACTION, "an answer that is no action", found)
            return
        self._action[:] = record
        if refused and (view.is_asked or action.kind != "EndTurn"):
            where = f"{format_action(action)} (turn {view.turn}, {view.phase})"
            batch.faults.note(batch.plan.bots[self._seat].name, UNLAWFUL, ids.NAMES[refused], self._game, where)


class CompiledSeat:
    """A compiled strategy in its seat: Python is asked only if it raises."""

    def __init__(self, batch: BatchRun, seat: int, policy: Any, file: str) -> None:
        self._batch, self._seat, self._policy, self._file = batch, seat, policy, file
        self._games, self._actions = arrays(State, batch.states), arrays(ActionRecord, batch.actions)
        self._editions = batch.plan.ruleset.rows
        self._record = plain(ActionRecord, batch.actions)
        sit(batch, seat, self.answer, policy)

    def answer(self, player: int) -> None:
        """The policy has raised: ask it once more from Python to learn what it raises."""
        batch, place = self._batch, notebook_of(self._seat)
        what = first = "it raised, and did not raise again when it was asked a second time"
        try:
            games, editions, actions = self._games, self._editions, self._actions
            self._policy(games, PLAYING, editions, 0, player, actions, 0, batch.memory, place)
        except BaseException as problem:
            what, first = summarize(problem, self._file), format_traceback(problem)
        self._record.player = codes.NOBODY
        batch.lose(self._seat, RAISED, what, first)
