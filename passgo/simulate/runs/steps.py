"""One game of a run played again, step by step, for its record. A run itself keeps no steps: that would cost too much.

This is the compiled loop (`loop.play_games`) for one game, in Python, without the counting.
"""

from typing import Any

import numpy as np

from passgo.bots.fallback import fallback
from passgo.bots.policy import is_own
from passgo.dealer import deal
from passgo.machine.records import arrays, plain
from passgo.rules import codes, ids
from passgo.rules.sets import lowest
from passgo.rules.state import STATE, Action, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.counts import COLUMNS
from passgo.simulate.runs.loop import PATIENCE, PLAYING, keep_events, may_poll, others_to_poll
from passgo.simulate.runs.memory import ALL_NOTEBOOKS, NOTEBOOKS, OPENINGS, notebook_of
from passgo.simulate.runs.plan import Plan, counters_of

HOW_IT_ENDED = ("winners", "finished", "rounds", "turns", "decisions", "first")
"""What a game that was played again must have in common with its row."""


def steps_of(plan: Plan, number: int, row: tuple[int, ...]) -> list[bytes]:
    """The actions of players and of chance in a game of a run, as records; `row` is what the run found.

    Raises ValueError if the game does not end as it did: then a bot does not always decide alike.
    """
    replay = Replay(plan, number)
    ended = replay.play()
    expected = {name: row[COLUMNS.index(name)] for name in HOW_IT_ENDED}
    if ended != expected:
        raise ValueError(
            f"game {number:,} went another way when it was played again: its bots do not always play alike"
        )
    return replay.steps


class Replay:
    """A game of a run while it is played again."""

    def __init__(self, plan: Plan, number: int) -> None:
        numbers = range(number, number + 1)
        self._plan, self._run = plan, BatchRun(plan, numbers, counters_of(plan.seed, numbers))
        run, logs = self._run, self._run.history.logs
        self._games, self._editions = arrays(State, run.states), plan.ruleset.rows
        self._actions, self._log, self._counters = arrays(Action, run.actions), arrays(Log, logs), run.counters.copy()
        self._g: State = plain(State, run.states)
        self._a: Action = plain(Action, run.actions)
        self._pages = [plain(Log, logs[n : n + 1]) for n in range(len(logs))]
        run.history.listen()
        setup(self._games, PLAYING, self._editions, 0, self._log, 0, len(plan.bots))
        run.history.open(from_start=not plan.start)
        if plan.start:
            run.states[PLAYING] = np.frombuffer(plan.start, STATE)[0]
        opening = slice(OPENINGS, OPENINGS + ALL_NOTEBOOKS)
        run.memory[NOTEBOOKS : NOTEBOOKS + ALL_NOTEBOOKS] = run.memory[opening]
        self.steps: list[bytes] = []

    def play(self) -> dict[str, int]:
        """Play to the end, or to the last round of the plan; how it ended."""
        g, a, plan = self._g, self._a, self._plan
        polled = sum(1 << seat for seat, bot in enumerate(plan.bots) if bot.out_of_turn)
        decisions = turn = first_of_turn = waiting = 0
        fallen = False
        while g.round < plan.rounds and (player := int(next_to_decide(self._games, PLAYING))) != codes.NOBODY:
            if g.turn != turn:
                turn, first_of_turn, waiting = g.turn, decisions, others_to_poll(g, polled)
            stalls = decisions - first_of_turn >= PATIENCE
            polling = waiting != 0 and not fallen and not stalls and may_poll(g, player)
            player = lowest(waiting) if polling else player
            if player == codes.CHANCE:
                deal(self._games, PLAYING, self._editions, 0, self._counters, 0, self._actions, 0)
            else:
                policy = fallback if fallen or stalls else plan.bots[player].policy
                self._ask(policy, player)
                decisions += not fallen
            lawful = (player == codes.CHANCE or is_own(a, player)) and self._step()
            if polling and not lawful:
                waiting &= waiting - 1
            fallen = not lawful and not polling
        return dict(zip(HOW_IT_ENDED, self._end(decisions), strict=True))

    def _ask(self, policy: Any, player: int) -> None:
        """Let a policy write its action."""
        policy(
            self._games, PLAYING, self._editions, 0, player, self._actions, 0, self._run.memory, notebook_of(player)
        )  # fmt: skip

    def _step(self) -> bool:
        """Play the action, if the rules allow it, and note it."""
        action = bytes(self._run.actions.view(np.uint8))
        if step(self._games, PLAYING, self._editions, 0, self._log, 0, self._actions, 0) != ids.LAWFUL:
            return False
        if len(self._pages) > 1:
            keep_events(self._pages)
        self.steps.append(action)
        return True

    def _end(self, decisions: int) -> tuple[int, ...]:
        """How the game ended, as `HOW_IT_ENDED` names it."""
        g = self._g
        return g.winners, int(g.phase == codes.PHASE_GAME_OVER), g.round, g.turn, decisions, g.first
