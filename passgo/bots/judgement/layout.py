"""What stands where in a row of numbers, as the net sees a position.

A row is `SEATS` times `EACH` numbers about the players, in the order of their seats, and then `TABLE` about what is the
same for all. Amounts are divided by what is usual, so that most numbers lie between 0 and 2.
"""

from passgo.machine.decorators import part
from passgo.rules import codes

OF_A_PLAYER = (
    "plays", "cash", "cash_up_to_500", "cash_root", "on_throw", "waits", "in_jail", "jail_tries", "jail_cards",
    "income", "income_with_three_houses", "raisable", "worth", "income_of_others", "rent_ahead", "worst_rent_ahead",
    "chance_above_cash", "chance_of_ruin", "deeds", "buildings", "complete_groups", "share_of_cash", "share_of_worth",
    "share_of_income", "share_with_three_houses", "speed_die", "can_pay_three_houses", "to_go", "houses_to_three",
    "mortgaged", "shared_groups", "swaps", "swap_high", "swap_low", "rests_at_bank",
)  # fmt: skip
"""The numbers about a player, before those about each group."""
(
    PLAYS, CASH, CASH_UP_TO_500, CASH_ROOT, ON_THROW, WAITS, IN_JAIL, JAIL_TRIES, JAIL_CARDS,
    INCOME, BUILT_INCOME, RAISABLE, WORTH, INCOME_OF_OTHERS, RENT_AHEAD, WORST_RENT,
    ABOVE_CASH, RUIN, DEEDS, BUILDINGS, COMPLETE, CASH_SHARE, WORTH_SHARE,
    INCOME_SHARE, BUILT_SHARE, SPEED_DIE, CAN_PAY, TO_GO, HOUSES_TO_THREE,
    MORTGAGED, SHARED, SWAPS, SWAP_HIGH, SWAP_LOW, REST_AT_BANK,
) = range(len(OF_A_PLAYER))  # fmt: skip

GROUP = len(OF_A_PLAYER)
OF_A_GROUP = ("held", "complete", "income", "mortgaged", "unsold", "with_another")
"""The numbers about a player's part of each group; nothing, where the player holds none of it. Shares of the group are
what the Bank has, and the most that another player has."""
HELD, WHOLE, EARNED, PLEDGED, UNSOLD, WITH_ANOTHER = range(len(OF_A_GROUP))
WIDTH = len(OF_A_GROUP)

OF_THE_TABLE = (
    "houses", "hotels", "unsold", "players_left", "each_of_them", "round", "round_root", "doubles", "speed_die",
    "short_game", "rounds_to_go", "no_auctions", "pot", "no_swaps",
)  # fmt: skip
"""The numbers about the table."""

EACH = GROUP + codes.GROUPS * WIDTH
"""How many numbers there are about a player."""
TABLE = len(OF_THE_TABLE)
"""How many there are about the table."""
SEATS = codes.PLAYERS
ROW = SEATS * EACH + TABLE
"""How many numbers a position has."""


@part
def about(seat: int) -> int:
    """Where in a row the numbers about a player begin."""
    return seat * EACH
