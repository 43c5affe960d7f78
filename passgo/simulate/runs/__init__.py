"""One run of the simulator: its plan, its batches, the compiled loop, and the workers that play."""
