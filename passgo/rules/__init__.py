"""The game itself: every rule, and nothing else. Start reading at `step.py`; `state.py` is what it works on."""
