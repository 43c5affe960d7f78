"""What very many games say (`passgo dev story`): every edition with every number of players, counted, drawn and told.

- `cells` plays: a cell is an edition with a number of players. What it found is kept in a file, so that a story that
  was broken off goes on where it stood.
- `findings` counts, `pictures` and `charts` draw, `page` tells.
"""

from passgo.dev.story.cells import Interrupted, Story
from passgo.dev.story.page import write

__all__ = ["Interrupted", "Story", "write"]
