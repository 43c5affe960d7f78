"""Training the net: games to learn from (`lessons`), the gradient (`learner`), and the run (`session`)."""
