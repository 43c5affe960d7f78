"""Importing this module tells Gymnasium about the environments.

`gymnasium.make("passgo.envs.registration:passgo/Monopoly-v0")` imports it by itself. Gymnasium has looked for no entry
points of packages since its version 1.0.
"""

import gymnasium

NAME = "passgo/Monopoly-v0"

if NAME not in gymnasium.registry:
    gymnasium.register(
        NAME,
        entry_point="passgo.envs.single:MonopolyEnv",
        vector_entry_point="passgo.envs.vector:MonopolyVectorEnv",
        disable_env_checker=True,
        order_enforce=True,
    )
