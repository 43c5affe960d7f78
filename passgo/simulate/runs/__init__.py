"""Playing a run: its plan, its batches, the compiled loop, and the workers."""
