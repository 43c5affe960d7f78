"""How often tokens land on each square.

`LANDINGS` is the long-run share of throws after which a token stands on the square, in ten thousandths. It is computed,
not counted, from the exact Markov chain of dice, doubles, cards and Jail of the classic edition, with players who throw
for doubles in Jail. `tests/bots` computes the chain again and compares. The shares of other editions differ by a few
percent.
"""

import numpy as np

LANDINGS = np.array(
    [
        292, 201, 178, 204, 220, 280, 213, 82, 219, 217,
        214, 256, 262, 218, 243, 264, 268, 230, 282, 281,
        282, 261, 104, 257, 300, 289, 254, 252, 265, 244,
        0, 252, 248, 223, 236, 229, 82, 206, 206, 249,
    ],
    np.int64,
)  # fmt: skip
