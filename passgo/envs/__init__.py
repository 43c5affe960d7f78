"""Environments for learning: Gymnasium, PettingZoo, OpenSpiel and text, on one compiled loop (`docs/environments.md`).

Everything is loaded when it is first asked for; Gymnasium and PettingZoo come with the extra `passgo[rl]`.

>>> from passgo import envs
>>> games = envs.Games(envs.Setup("classic", players=3), 2)
>>> games.begin(seeds=[1, 2])
>>> games.masks.shape
(2, 251)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from passgo.envs.action_numbers import action_to_indices, index_name, indices_to_action
    from passgo.envs.aec import MonopolyAEC, MonopolyParallel
    from passgo.envs.games import Games
    from passgo.envs.setup import Setup
    from passgo.envs.single import MonopolyEnv
    from passgo.envs.tables.observation import Layout
    from passgo.envs.text import MonopolyText
    from passgo.envs.vector import MonopolyVectorEnv

__all__ = [
    "Games",
    "Layout",
    "MonopolyAEC",
    "MonopolyEnv",
    "MonopolyParallel",
    "MonopolyText",
    "MonopolyVectorEnv",
    "Setup",
    "action_to_indices",
    "aec_env",
    "index_name",
    "indices_to_action",
    "parallel_env",
    "register",
    "vector_env",
]

HOMES = {
    "action_numbers": ("action_to_indices", "index_name", "indices_to_action"),
    "aec": ("MonopolyAEC", "MonopolyParallel"),
    "games": ("Games",),
    "setup": ("Setup",),
    "single": ("MonopolyEnv",),
    "tables.observation": ("Layout",),
    "text": ("MonopolyText",),
    "vector": ("MonopolyVectorEnv",),
}
"""The modules of the public names."""


def aec_env(edition: str = "classic", players: int = 4, **settings: Any) -> "MonopolyAEC":
    """The PettingZoo environment in which every seat is an agent, and they act one after the other."""
    return load("aec", "MonopolyAEC")(edition=edition, players=players, **settings)  # type: ignore[no-any-return]


def parallel_env(edition: str = "classic", players: int = 4, **settings: Any) -> "MonopolyParallel":
    """The PettingZoo environment in which all agents act at once, and only what the deciding one says is played."""
    return load("aec", "MonopolyParallel")(edition=edition, players=players, **settings)  # type: ignore[no-any-return]


def vector_env(num_envs: int, **settings: Any) -> "MonopolyVectorEnv":
    """The Gymnasium vector environment of so many games."""
    return load("vector", "MonopolyVectorEnv")(num_envs, **settings)  # type: ignore[no-any-return]


def register() -> None:
    """Tell Gymnasium about `passgo/Monopoly-v0`."""
    load("registration", "NAME")


def load(home: str, name: str) -> Any:
    """What a module of this room calls by a name; if a library is missing, the extra that brings it is named."""
    try:
        return getattr(import_module(f"passgo.envs.{home}"), name)
    except ModuleNotFoundError as missing:
        if missing.name not in ("gymnasium", "pettingzoo"):
            raise
        told = f"this environment needs {missing.name}: pip install 'passgo[rl]'"
        raise ModuleNotFoundError(told, name=missing.name) from None


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        for home, names in HOMES.items():
            if name in names:
                return load(home, name)
        raise AttributeError(f"module 'passgo.envs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
