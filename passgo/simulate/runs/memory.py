"""The layout of `memory`, the array of 64-bit numbers that every policy of a batch is given.

| from | how many numbers | content |
| --- | --- | --- |
| `NOTEBOOKS` | `MEMORY` for each seat | the notebook of each seat in the game that is being played |
| `OPENINGS` | `MEMORY` for each seat | what each notebook holds when a game begins; `loop.begin_game` copies it |
| `ADDRESSES` | 2 for each seat | where a user's bot is in the computer's memory (`passgo.strategies.bridge`) |

The two addresses of a seat are those of its compiled policy (0: it has none) and of its Python function.
"""

from passgo.bots.policy import MEMORY
from passgo.machine.decorators import part
from passgo.rules import codes

ALL_NOTEBOOKS = codes.PLAYERS * MEMORY
"""Numbers in the notebooks of all seats."""

NOTEBOOKS = 0
OPENINGS = NOTEBOOKS + ALL_NOTEBOOKS
ADDRESSES = OPENINGS + ALL_NOTEBOOKS
SIZE = ADDRESSES + 2 * codes.PLAYERS
"""Numbers in `memory`."""


@part
def notebook_of(seat: int) -> int:
    """Where the notebook of a seat begins."""
    return NOTEBOOKS + seat * MEMORY


@part
def addresses_of(seat: int) -> int:
    """Where the two addresses of a seat stand."""
    return ADDRESSES + 2 * seat
