"""The Gymnasium vector environment: many games, stepped in one compiled call."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from passgo.envs.games import Games
from passgo.envs.pictures import RENDER_MODES, check_render_mode, render
from passgo.envs.rewards import Rewards
from passgo.envs.setup import PENALTY
from passgo.envs.single import learner_setup, observation_space, refuse
from passgo.envs.tables import actions as space
from passgo.envs.tables.loop import CUT_OFF, FINISHED, NOTHING
from passgo.rules import codes

Array = np.ndarray[Any, Any]


class MonopolyVectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """So many games of `passgo/Monopoly-v0`, byte for byte as so many single environments with seeds that follow.

    With `copy=False` observations and masks are the memory into which the next step writes.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"there is at least 1 game, not {num_envs}")
        self.setup = learner_setup(settings)
        self.num_envs, self.render_mode, self.copy = num_envs, check_render_mode(render_mode), copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 4, "autoreset_mode": self.autoreset_mode}
        self.games, self.layout = Games(self.setup, num_envs), self.setup.layout
        self.rewards = Rewards(self.games)
        self.single_observation_space = observation_space(self.setup)
        self.single_action_space = gymnasium.spaces.Discrete(space.COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)
        self._seeded = False
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`: a seed for the first and those that follow for the
        others, or one for each; without seeds dice go on."""
        rows = self._rows if options is None or "reset_mask" not in options else self._masked(options["reset_mask"])
        seeds = self._seeds(seed)
        self.games.begin([seeds[row] for row in rows], rows)
        self.rewards.begin(rows)
        self._ended[rows] = False
        return self._seen(), self._infos()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """A seed for each game; None where its dice go on."""
        if seed is None and not self._seeded:
            seed = np.random.default_rng().integers(2**62, size=self.num_envs).tolist()
        self._seeded = True
        if seed is None:
            return [None] * self.num_envs
        seeds: list[int | None] = (
            [int(seed) + n for n in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        )
        if len(seeds) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} seeds, found {len(seeds)}")
        return seeds

    def _masked(self, mask: Any) -> Array:
        """The games of a mask."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask is an array of {self.num_envs} truth values")
        if not mask.any():
            raise ValueError("reset_mask names at least one game")
        return np.flatnonzero(mask)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play a numbered action in every game. Where a game has ended, `autoreset_mode` says what happens."""
        chosen, invalid = self._checked(np.asarray(actions, np.int64).reshape(self.num_envs))
        actors = self.games.players.copy()
        began = self._begin_ended()
        if len(began):
            chosen[began] = NOTHING
        gained = self.rewards.count(self.games.play(chosen))
        if len(began):
            self.rewards.begin(began)
        rewards = np.zeros(self.num_envs)
        if gained.any():
            rewards += gained[self._rows, np.minimum(actors, gained.shape[1] - 1)] * (actors < gained.shape[1])
        rewards[invalid] = -PENALTY
        over = self.games.over
        terminated, truncated = over == FINISHED, over == CUT_OFF
        np.logical_or(terminated, truncated, out=self._ended)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
            infos = self._finals(np.flatnonzero(self._ended))
        return self._seen(), rewards, terminated, truncated, infos | self._infos()

    def _checked(self, chosen: Array) -> tuple[Array, Array]:
        """The actions with NOTHING in place of those that are not lawful, and where these are; or an error."""
        if self.games.first_unlawful(chosen) == codes.NOBODY:
            return chosen.copy(), np.empty(0, np.int64)
        inside = (chosen >= 0) & (chosen < space.COUNT)
        lawful = self.games.masks[self._rows, np.where(inside, chosen, 0)].astype(bool) & inside
        wrong = np.flatnonzero(~lawful & ~self._ended)
        if len(wrong) and self.setup.invalid == "error":
            raise refuse(int(chosen[wrong[0]]), int(wrong[0]))
        return np.where(lawful, chosen, NOTHING), wrong

    def _begin_ended(self) -> Array:
        """Begin the games that ended in the step before, if that is the mode; which they were."""
        rows = np.flatnonzero(self._ended)
        if not len(rows) or self.autoreset_mode == AutoresetMode.SAME_STEP:
            return rows[:0]
        if self.autoreset_mode == AutoresetMode.DISABLED:
            raise ValueError(f"game {rows[0]} is over: reset it first, by options={{'reset_mask': ...}}")
        self.games.begin(rows=rows)
        return rows

    def _finals(self, rows: Array) -> dict[str, Any]:
        """What was last seen of these games, which begin again at once."""
        last = np.empty(self.num_envs, object)
        masks, rewards = np.zeros_like(self.games.masks), np.zeros_like(self.rewards.latest)
        for row in rows:
            last[row] = self.games.seen[row].copy()
        masks[rows], rewards[rows] = self.games.masks[rows], self.rewards.latest[rows]
        ended = np.zeros(self.num_envs, bool)
        ended[rows] = True
        final = {"rewards": rewards, "_rewards": ended, "action_mask": masks, "_action_mask": ended}
        self.games.begin(rows=rows)
        self.rewards.begin(rows)
        return {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def _seen(self) -> Array:
        return self.games.seen.copy() if self.copy else self.games.seen

    def _infos(self) -> dict[str, Any]:
        """What is known beside the observations: lawful actions, who decides, and what every seat gained."""
        everywhere = np.ones(self.num_envs, bool)
        known = {"action_mask": self.games.masks, "player": self.games.players, "rewards": self.rewards.latest}
        return {
            key: value
            for name, array in known.items()
            for key, value in ((name, array.copy() if self.copy else array), (f"_{name}", everywhere))
        }

    def action_masks(self) -> Array:
        """Which actions are lawful now: a row of flags for each game."""
        return self.games.masks.astype(bool) if self.copy else self.games.masks.view(bool)

    def sample_actions(self) -> Array:
        """A random lawful action for every game, all equally likely, chosen in one compiled call."""
        return np.maximum(self.games.choose_any(), 0)

    def render(self) -> tuple[Any, ...]:
        """The boards of all games, as `render_mode` says."""
        ruleset, seats = self.setup.ruleset, self.setup.seats
        return tuple(render(ruleset, seats, self.games.state(n), self.render_mode) for n in range(self.num_envs))
