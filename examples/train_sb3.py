"""Masked PPO by sb3-contrib, against `cautious`: pip install sb3-contrib (it brings PyTorch).

python examples/train_sb3.py
"""

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
name = "passgo.envs.registration:passgo/Monopoly-v0"
env = gymnasium.make(name, opponents=["cautious"], deals=False, reward="shaped")
masked = ActionMasker(env, lambda env: env.unwrapped.action_masks())
agent = MaskablePPO("MlpPolicy", masked, gamma=1.0, verbose=1)
agent.learn(steps)
agent.save("agent")
