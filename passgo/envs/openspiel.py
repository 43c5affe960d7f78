"""The game for OpenSpiel: importing this module registers `python_passgo_monopoly`.

    import pyspiel
    import passgo.envs.openspiel
    game = pyspiel.load_game("python_passgo_monopoly(players=3,edition=modern)")

Dice, cards and dealt deeds are chance nodes. All that happens is public but the deal that somebody is composing: so an
information state is what a player sees now, and all actions before it but the composing of others.
"""

import json
from typing import Any

import numpy as np
import pyspiel

from passgo.envs.action_numbers import index_name
from passgo.envs.games import Games
from passgo.envs.rewards import Rewards
from passgo.envs.setup import Setup
from passgo.envs.tables import actions as space
from passgo.envs.tables.observation import Layout
from passgo.rules import codes

PARAMETERS: dict[str, Any] = {"players": 2, "edition": "classic", "short_rounds": 0, "max_steps": 2000}
"""What a game may be loaded with; with `short_rounds` it is a short game of so many rounds."""

GAME_TYPE = pyspiel.GameType(
    short_name="python_passgo_monopoly",
    long_name="PassGo Monopoly",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=codes.PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=PARAMETERS,
)

EDITION = "-edition"
"""What may stand behind the name of an edition: OpenSpiel takes `edition=1935` for a number."""

DICE = 36
COMPOSING = range(space.WITH_AT, space.SEND_AT)


class MonopolyGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with its players, its edition, and how many actions (of chance, too) it is cut off after."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (params or {})
        edition, rounds = str(given["edition"]).removesuffix(EDITION), int(given["short_rounds"])
        short = {"short_game": True, "short_rounds": rounds} if rounds else {}
        most = int(given["max_steps"])
        self.setup = Setup(edition, int(given["players"]), chance="agent", max_steps=most, options=short)
        info = pyspiel.GameInfo(
            num_distinct_actions=space.COUNT,
            max_chance_outcomes=6 * DICE,
            num_players=self.setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setup.max_steps,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "MonopolyState":
        """A game before its first throw."""
        return MonopolyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MonopolyObserver":
        """What shows states to players."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return MonopolyObserver(self.setup.layout, kind.perfect_recall)


class MonopolyState(pyspiel.State):  # type: ignore[misc]
    """A state: one game of the environments, in which the caller plays chance."""

    def __init__(self, game: MonopolyGame) -> None:
        super().__init__(game)
        self.games = Games(game.setup)
        self.games.begin()

    def current_player(self) -> Any:
        """Who decides: a player, chance, or nobody."""
        if self.games.over[0]:
            return pyspiel.PlayerId.TERMINAL
        player = int(self.games.players[0])
        return pyspiel.PlayerId.CHANCE if player == codes.CHANCE else player

    def _legal_actions(self, player: int) -> list[int]:
        """What the player may do."""
        return np.flatnonzero(self.games.masks[0]).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, all equally likely."""
        lawful = np.flatnonzero(self.games.masks[0]).tolist()
        return [(outcome, 1 / len(lawful)) for outcome in lawful]

    def _apply_action(self, action: int) -> None:
        """Play an action of whoever decides."""
        self.games.play(np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        """An action in words."""
        return f"outcome {action}" if player == pyspiel.PlayerId.CHANCE else index_name(action)

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return bool(self.games.over[0])

    def returns(self) -> list[float]:
        """What every player has gained: 1 shared by the winners, -1 by the others."""
        gained: list[float] = Rewards(self.games).count(int(self.games.over[0] != 0))[0].tolist()
        return gained

    def observation_json(self, player: int) -> str:
        """What a player sees, as JSON by the layout's schema."""
        return json.dumps(self.games.layout.to_json(self.games.observe(0, player)))

    def information_state_json(self, player: int) -> str:
        """What a player sees, and all that was done before, but the composing of others."""
        heard = [
            [int(pair.player), int(pair.action)]
            for pair in self.full_history()
            if pair.player in (player, pyspiel.PlayerId.CHANCE)
            or (pair.action not in COMPOSING and pair.action != space.DROP)
        ]
        seen = self.games.layout.to_json(self.games.observe(0, player))
        return json.dumps({"player": player, "history": heard, "seen": seen})

    def __str__(self) -> str:
        g = self.games.state()
        return f"turn {g.turn} of player {g.on_turn}, {codes.PHASES[g.phase]}, steps {len(self.history())}"


class MonopolyObserver:
    """The observation of a player as a tensor with named parts, and as JSON."""

    def __init__(self, layout: Layout, perfect_recall: bool) -> None:
        self._recalls = perfect_recall
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.named(self.tensor)

    def set_from(self, state: MonopolyState, player: int) -> None:
        """Take what a player sees of a state."""
        self.tensor[:] = state.games.observe(0, player)

    def string_from(self, state: MonopolyState, player: int) -> str:
        """The same as JSON; with perfect recall, all that was heard, too."""
        return state.information_state_json(player) if self._recalls else state.observation_json(player)


pyspiel.register_game(GAME_TYPE, MonopolyGame)
