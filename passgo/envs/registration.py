"""What Gymnasium finds by the entry point of the package: `gymnasium.make("passgo/Monopoly-v0")` needs no import."""

from typing import Any


def register() -> None:
    """Tell Gymnasium about the environments; the entry point gives the namespace `passgo`."""
    declare("Monopoly-v0")


def register_by_name() -> None:
    """The same where the package is not installed, as in a checkout: with the namespace in the name."""
    import gymnasium

    if "passgo/Monopoly-v0" not in gymnasium.registry:
        declare("passgo/Monopoly-v0")


def declare(name: str) -> None:
    """Register the environment under a name."""
    import gymnasium

    settings: dict[str, Any] = {"disable_env_checker": True, "order_enforce": True}
    gymnasium.register(
        name,
        entry_point="passgo.envs.single:MonopolyEnv",
        vector_entry_point="passgo.envs.vector:MonopolyVectorEnv",
        **settings,
    )
