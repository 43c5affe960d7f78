"""The Gymnasium environment of one learner: `gymnasium.make("passgo/Monopoly-v0", opponents=["trader"])`."""

from typing import Any

import gymnasium
import numpy as np

from passgo.envs.games import Games
from passgo.envs.pictures import RENDER_MODES, check_render_mode, render
from passgo.envs.rewards import Rewards
from passgo.envs.setup import PENALTY, Setup, setup_of
from passgo.envs.tables import actions as space
from passgo.envs.tables.loop import CUT_OFF, FINISHED, STEPS

Array = np.ndarray[Any, Any]

DEFAULTS: dict[str, Any] = {"opponents": ("trader",), "invalid": "penalty"}
"""What differs from `Setup` where nothing else is said: one learner against one bot, and no step raises."""


def learner_setup(settings: dict[str, Any]) -> Setup:
    """The setup of an environment for one policy; without opponents it plays all seats."""
    given = DEFAULTS | settings
    if "players" in settings and "opponents" not in settings and settings["players"] is not None:
        given["opponents"] = ("trader",) * (settings["players"] - 1)
    return setup_of(given)


def observation_space(setup: Setup) -> gymnasium.spaces.Box:
    """The space of observations."""
    layout = setup.layout
    return gymnasium.spaces.Box(layout.least, layout.most, (layout.size,), np.int16)


def refuse(index: Any, row: int | None = None) -> ValueError:
    """What is raised for an action that the mask forbids."""
    where = "" if row is None else f" in game {row}"
    return ValueError(f"action {index!r} is not lawful now{where}: choose one that the action mask allows")


class MonopolyEnv(gymnasium.Env[Array, np.int64]):
    """One learner against bots; with `opponents=[]` the caller plays all seats, one after the other.

    The observation is what whoever decides sees; `info` says who that is (`player`), which actions are lawful
    (`action_mask`), and what the last step brought every seat (`rewards`).
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012  (Gymnasium's own way)

    def __init__(self, *, render_mode: str | None = None, **settings: Any) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.setup = learner_setup(settings)
        self.games = Games(self.setup)
        self.rewards = Rewards(self.games)
        self.layout = self.setup.layout
        self.observation_space = observation_space(self.setup)
        self.action_space = gymnasium.spaces.Discrete(space.COUNT)
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game: with the dice of a seed, or with those that follow. `options` may hold a `position`: the
        bytes of one (`Game.to_bytes`)."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**62))
        self._seeded = True
        self.games.begin([seed])
        if options and "position" in options:
            self.games.place(0, options["position"])
        self.rewards.begin()
        return self.games.seen[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play a numbered action, and go on until the learner has to decide again."""
        games, index = self.games, int(action)
        if games.over[0] or not 0 <= index < space.COUNT or not games.masks[0, index]:
            if self.setup.invalid == "error":
                raise refuse(index)
            return games.seen[0].copy(), -PENALTY, *self._ended(), self._info()
        actor = int(games.players[0])
        gained = self.rewards.count(games.play(np.array([index])))[0]
        reward = float(gained[actor]) if actor < len(gained) else 0.0
        return games.seen[0].copy(), reward, *self._ended(), self._info()

    def _ended(self) -> tuple[bool, bool]:
        over = int(self.games.over[0])
        return over == FINISHED, over == CUT_OFF

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.games.masks[0].copy(),
            "player": int(self.games.players[0]),
            "rewards": self.rewards.latest[0].copy(),
            "steps": int(self.games.book[0, STEPS]),
        }

    def action_masks(self) -> Array:
        """Which actions are lawful now, as flags."""
        lawful: Array = self.games.masks[0].astype(bool)
        return lawful

    def render(self) -> Any:
        """The board, as `render_mode` says."""
        return render(self.setup.ruleset, self.setup.seats, self.games.state(), self.render_mode)
