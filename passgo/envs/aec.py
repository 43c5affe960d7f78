"""The PettingZoo environments: every seat is an agent. `aec_env` asks them one by one, `parallel_env` all at once."""

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from passgo.envs.games import Games
from passgo.envs.pictures import RENDER_MODES, check_render_mode, render
from passgo.envs.rewards import Rewards
from passgo.envs.setup import PENALTY, setup_of
from passgo.envs.single import observation_space, refuse
from passgo.envs.tables import actions as space
from passgo.envs.tables.loop import CUT_OFF, FINISHED, PLAYER
from passgo.rules import codes

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

CHANCE_AGENT = "chance"
"""The agent that plays dice and cards, with `chance="agent"`."""


class Table:
    """What both kinds of environment share: a game, its agents and their spaces."""

    def __init__(self, settings: dict[str, Any], render_mode: str | None) -> None:
        self.setup = setup_of(settings)
        if self.setup.bots:
            raise ValueError("here every seat is an agent: opponents are for passgo/Monopoly-v0")
        self.games = Games(self.setup)
        self.rewards = Rewards(self.games)
        self.render_mode = check_render_mode(render_mode)
        self.seats = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.agents = [*self.seats, *([CHANCE_AGENT] if self.setup.chance == "agent" else [])]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        masks = gymnasium.spaces.Box(0, 1, (space.COUNT,), np.int8)
        both: dict[str, Any] = {"observation": observation_space(self.setup), "action_mask": masks}
        self.observation_spaces = {agent: gymnasium.spaces.Dict(both) for agent in self.agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(space.COUNT) for agent in self.agents}
        self.no_mask = np.zeros(space.COUNT, np.int8)
        self._seeded = False

    def reset(self, seed: int | None) -> None:
        """Begin a game, with the dice of a seed or with those that follow."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(2**62))
        self._seeded = True
        self.games.begin([seed])
        self.rewards.begin()

    @property
    def deciding(self) -> str | None:
        """The agent who decides now."""
        player = int(self.games.book[0, PLAYER])
        if player == codes.NOBODY:
            return None
        return CHANCE_AGENT if player == codes.CHANCE else self.seats[player]

    def is_lawful(self, action: Any) -> bool:
        """May whoever decides do this?"""
        return 0 <= int(action) < space.COUNT and bool(self.games.masks[0, int(action)])

    def play(self, action: Any) -> Array:
        """Play a lawful action; what every seat gains by it."""
        gained: Array = self.rewards.count(self.games.play(np.array([int(action)])))[0]
        return gained

    def has_left(self, agent: str) -> bool:
        """Is the agent out of the game?"""
        return agent in self.seats and bool(self.games.states["out"][0, self.seat_of[agent]])

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do. Chance sees what the player on turn sees."""
        if agent == self.deciding:
            return {"observation": self.games.seen[0].copy(), "action_mask": self.games.masks[0].copy()}
        seat = self.seat_of[agent] if agent in self.seats else self.games.state().on_turn
        return {"observation": self.games.observe(0, seat), "action_mask": self.no_mask.copy()}

    def render(self) -> Any:
        """The board, as `render_mode` says."""
        return render(self.setup.ruleset, self.setup.seats, self.games.state(), self.render_mode)


class MonopolyAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types for others
    """All seats as agents who act one after the other. Observations have the lawful actions beside them.

    Who goes bankrupt or resigns is terminated; the rewards are those of `reward`, given at the end and, if shaped,
    after every step.
    """

    metadata = {"name": "passgo_monopoly_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        self.table = Table(settings, render_mode)
        self.render_mode = self.table.render_mode
        self.possible_agents = list(self.table.agents)
        self.observation_spaces, self.action_spaces = self.table.observation_spaces, self.table.action_spaces

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.table.deciding or self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do."""
        return self.table.observe(agent)

    def step(self, action: Any) -> None:
        """Play a numbered action of the selected agent, and select who decides next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if not self.table.is_lawful(action):
            if self.table.setup.invalid == "error":
                raise refuse(action)
            self._cumulative_rewards[agent] -= PENALTY
            return
        gained = self.table.play(action)
        if gained.any():
            for seat, name in enumerate(self.table.seats):
                if name in self.rewards:
                    self.rewards[name] = float(gained[seat])
            self._accumulate_rewards()
        elif any(self.rewards.values()):
            self._clear_rewards()
        self._note_leavers()
        self.agent_selection = self.table.deciding or agent
        self._deads_step_first()

    def _note_leavers(self) -> None:
        """Mark those who have left, or everybody when the game is over."""
        over = int(self.table.games.over[0])
        if over or self.table.games.states["out"][0].any():
            for agent in self.agents:
                self.terminations[agent] = over == FINISHED or self.table.has_left(agent)
                self.truncations[agent] = over == CUT_OFF and not self.terminations[agent]

    def render(self) -> Any:
        """The board, as `render_mode` says."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""


class MonopolyParallel(ParallelEnv):  # type: ignore[misc]
    """All seats as agents who act at once: what the one says who decides is played, and the others wait.

    A cycle is one action of everybody; after `max_cycles` the game is cut off.
    """

    metadata = {"name": "passgo_monopoly_parallel_v0", "render_modes": RENDER_MODES}  # noqa: RUF012

    def __init__(self, max_cycles: int = 10_000, render_mode: str | None = None, **settings: Any) -> None:
        self.table = Table({"invalid": "penalty", **settings}, render_mode)
        self.render_mode, self.max_cycles = self.table.render_mode, max_cycles
        self.possible_agents = list(self.table.agents)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.table.reset(seed)
        self.agents, self._cycles = list(self.possible_agents), 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        seen = {agent: self.table.observe(agent) for agent in self.agents}
        for agent, observation in seen.items():
            if agent != self.table.deciding:
                observation["action_mask"][space.SILENCE] = 1
        return seen

    def step(self, actions: dict[str, Any]) -> Any:
        """Play what the agent does who decides."""
        self._cycles += 1
        deciding, gained = self.table.deciding, dict.fromkeys(self.agents, 0.0)
        if deciding in actions and self.table.is_lawful(actions[deciding]):
            latest = self.table.play(actions[deciding])
            gained |= {agent: float(latest[self.table.seat_of[agent]]) for agent in gained if agent in self.table.seats}
        elif deciding is not None:
            if self.table.setup.invalid == "error":
                raise refuse(actions.get(deciding))
            gained[deciding] = -PENALTY
        over = int(self.table.games.over[0])
        cut = over == CUT_OFF or self._cycles >= self.max_cycles
        ended = {agent: over == FINISHED or self.table.has_left(agent) for agent in self.agents}
        truncated = {agent: cut and not ended[agent] for agent in self.agents}
        seen = self._observations()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agents = [agent for agent in self.agents if not (ended[agent] or truncated[agent])]
        return seen, gained, ended, truncated, infos

    def render(self) -> Any:
        """The board, as `render_mode` says."""
        return self.table.render()
