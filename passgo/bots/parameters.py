"""The numbers by which `trader` plays, in one table, so that they can be varied without touching the code.

The table is copied into a seat's notebook when the bot first acts in a game; whoever fills the notebook beforehand
(with `KNOWN` set) plays with other numbers.
"""

import numpy as np

from passgo.bots.policy import Memory
from passgo.rules.compiled import part

# Where things stand in the notebook.
KNOWN = 0  # 1: the parameters are in
FIRST_OWNERS, LAST_OWNERS = 1, 2  # who owned what when the counts were made, four bits a deed
COMPLETE = 3  # the street groups I hold completely, ten bits; above them all deeds I hold
STRENGTHS_FOR = 4  # for how many players the strengths were computed
SEARCHED_TURN = 5  # the last turn in which I looked for a deal
SEARCHED_ROUND = 6
SEARCH_AGAIN = 7  # 1: the last search found something, so there may be more
OFFERED = 8  # the last offers, as a ring of six
OFFERS_KEPT = 6
OFFERED_NEXT = 14
SETTLED_TURN = 15  # the last turn in which I offered a settlement
COUNTS = 16  # how many deeds of each group each player holds, four bits a group
STRENGTH = 24  # what each group is worth once complete, beyond its printed prices; of railroads and utilities nothing
RAILROADS = 34  # what one to four railroads are worth
UTILITIES = 38  # what one or two utilities are worth
BUILD_TURN, BUILD_STANDS = 61, 62  # when I last asked for a building, and with what cash and stock
FIRST_DEEDS = 63  # the first deed of each group, five bits each
PARAMETERS = 40

# The parameters themselves.
HORIZON = PARAMETERS + 0  # rounds for which a deed is expected to earn
NEAR = PARAMETERS + 1  # percent of a group's strength when one deed is missing
FAR = PARAMETERS + 2  # percent when two are missing
POOR = PARAMETERS + 3  # percent of a complete group's strength without any money to build
RIVALRY = PARAMETERS + 4  # percent of a partner's gain that counts as a loss, shared by the number of opponents
MARGIN = PARAMETERS + 5  # dollars that an offer must bring to either side
LEAST_GAIN = PARAMETERS + 6  # dollars for which an offer is accepted
ASSUMED_CASH = PARAMETERS + 7  # what others are thought to hold: their cash is their secret
PLENTY = PARAMETERS + 8  # cash beyond this is worth less to its owner
SPARE = PARAMETERS + 9  # percent that such cash is worth
PATIENCE = PARAMETERS + 10  # rounds until the same offer may be made, or nothing new is searched, again
RESERVE = PARAMETERS + 11  # dollars kept in any case
EXPECTED = PARAMETERS + 12  # percent of the expected rent of the next throw that is kept too
WORST = PARAMETERS + 13  # percent of the highest rent of the next throw that is kept too
BUYING_RESERVE = PARAMETERS + 14  # dollars kept when buying a deed
STAY_IN_JAIL = PARAMETERS + 15  # buildings of others from which on Jail is the safer place
FEW_HOUSES = PARAMETERS + 16  # houses in the Bank below which four houses are better than a hotel
LIFT_ABOVE = PARAMETERS + 17  # dollars beyond the reserve from which on mortgages are lifted
CARD_WORTH = PARAMETERS + 18  # dollars bid for a jail card
SHORT_BID = PARAMETERS + 19  # percent of its printed price bid for a building in a shortage
LAST_CHEAP_ROUND = PARAMETERS + 20  # until this round a share of worth is taken to be the smaller tax

TIRED_FROM, TIRED_OUT = 60, 150
"""From this round on rivalry fades, and after so many more it is gone: a game must end some day."""

DEFAULTS = np.array(
    [40, 25, 4, 20, 60, 40, 15, 400, 1500, 50, 8, 40, 80, 10, 30, 5, 6, 350, 40, 100, 3],
    np.int64,
)
"""In the order above. Chosen by hand, then a few varied one at a time in games against the first choice; not tuned."""


@part
def open_notebook(memory: Memory, m: int) -> None:
    """Copy the parameters into an empty notebook."""
    memory[m + KNOWN] = 1
    for k in range(len(DEFAULTS)):
        memory[m + PARAMETERS + k] = DEFAULTS[k]
    memory[m + SEARCHED_TURN] = -1
    memory[m + SETTLED_TURN] = -1
    memory[m + FIRST_OWNERS] = -1
