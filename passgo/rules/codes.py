"""Named integers of the game: accounts, phases, matters, kinds of square, card, action and event.

Compiled code knows only numbers; people and text know only names. The order within a section is part of
the contract: `names_of` turns a section into the names of its numbers, and `docs/` is generated from it.
"""

# Bounds. Each is asserted where it could be exceeded.
PLAYERS = 8  # most seats of any edition
SQUARES = 40
DEEDS = 28
GROUPS = 10
DECK = 16  # cards in a deck
OFFERS = PLAYERS  # one open offer per proposer: `deal.offers`
CLAIMS = 16  # manual rent claims alive at once: two turns of at most six rents each, and slack
SAYINGS = PLAYERS + CLAIMS  # resignations and rent claims kept during matters: each is said once
MATTERS = 24  # unfinished matters on the table, one inside another
MATTERS_RESERVED = 8  # room that players' own acts must leave for what follows from a bankruptcy
EVENTS = 512  # events of one step
ACTIONS = 256  # entries of one legal list
MOST_CASH = 2**31 - 1

# Accounts: players are 0 to 7. Every dollar is always in exactly one of these.
BANK = 8
POT = 9  # house rule: the money on Free Parking
ACCOUNTS = 10
CHANCE = 10  # who "plays" dice and cards
CLOCK = 11  # who strikes the short game's hour
NOBODY = -1

# Decks
CHANCE_DECK = 0
CHEST_DECK = 1

# Kinds of square
GO = 0
STREET = 1
RAILROAD = 2
UTILITY = 3
CHANCE_SQUARE = 4
CHEST_SQUARE = 5
TAX = 6
JAIL = 7
FREE_PARKING = 8
GO_TO_JAIL = 9

# Effects of a card
ADVANCE_TO = 0
RETREAT_TO = 1
BACK_3 = 2
NEAREST_RAILROAD_DOUBLE = 3
NEAREST_UTILITY_10X = 4
COLLECT = 5
PAY = 6
COLLECT_FROM_EACH = 7
PAY_EACH = 8
REPAIRS = 9
CARD_TO_JAIL = 10
GET_OUT_OF_JAIL_FREE = 11
PAY_OR_DRAW_CHANCE = 12

# Faces of the Speed Die: 1, 2, 3, and then
BUS = 4
MR_M = 5
MR_M_AGAIN = 6

# How the token reached the square it stands on; it decides the rent
BY_DICE = 0
BY_CARD = 1
BY_RAILROAD_CARD = 2  # rent is doubled
BY_UTILITY_CARD = 3  # ten times a new throw
BY_MR_M = 4

# Lots of an auction beyond the squares 0 to 39
LOT_CHANCE_CARD = 40
LOT_CHEST_CARD = 41
LOT_HOUSE = 42
LOT_HOTEL = 43

HOTEL = 5  # level of a lot: 0 to 4 houses, 5 a hotel

# Phases of the turn. Automatic ones are run by `step` until somebody must choose.
PHASE_DEAL_DEEDS = 0  # chance deals a deed to the player on turn
PHASE_THROW_FOR_FIRST = 1  # chance throws for the player on turn
PHASE_BEGIN_TURN = 2  # automatic: a new turn of the player on turn
PHASE_BEFORE_THROW = 3  # the player on turn: throw, or leave Jail first
PHASE_THROW = 4  # chance throws the dice that move
PHASE_CHOOSE_BUS = 5  # the player on turn: one die, the other, or both
PHASE_CHOOSE_SQUARE = 6  # the player on turn: any other square (a triple)
PHASE_PAID_FINE = 7  # automatic: the third turn's fine is settled, move the throw
PHASE_MOVE = 8  # automatic: move the token by `steps`
PHASE_TO_JAIL = 9  # automatic: the token goes directly to Jail
PHASE_LAND = 10  # automatic: the square takes effect
PHASE_BUY = 11  # the player on turn: buy, or decline
PHASE_RENT = 12  # automatic: another player's property, does a throw measure the rent?
PHASE_THROW_FOR_RENT = 13  # chance throws to measure a utility's rent
PHASE_CHARGE_RENT = 14  # automatic: charge the rent
PHASE_DRAW = 15  # chance turns the top card of `deck`
PHASE_CARD = 16  # automatic: follow `card` of `deck`
PHASE_FINE_OR_CHANCE = 17  # the player on turn (1935)
PHASE_TAX = 18  # automatic: a tax square
PHASE_CHOOSE_TAX = 19  # the player on turn: the flat tax, or a share of worth
PHASE_PAY_EACH = 20  # automatic: pay or collect from the players in turn, `cursor` next
PHASE_COLLECT_FROM_EACH = 21  # automatic
PHASE_SQUARE_DONE = 22  # automatic: Mr. M, another throw, or the end of the turn
PHASE_END_TURN = 23  # the player on turn: last dealings, then pass the dice
PHASE_NEXT_TURN = 24  # automatic: the next seat still in the game
PHASE_GAME_OVER = 25

# Matters: what interrupts the turn until it is settled (`table.one-matter`). The last one is settled first.
MATTER_DEBT = 0
MATTER_AUCTION = 1
MATTER_KEEP_OR_LIFT = 2
MATTER_SHORTAGE = 3
MATTER_ESTATE = 4

# Stages of a shortage
STAGE_ASKING = 0  # those in `matter_set` have not answered yet
STAGE_AUCTION = 1  # an auction lies on top
STAGE_PLACING = 2  # `matter_last` puts the building on a lot
STAGE_ASKING_AGAIN = 3  # after the first building; `matter_set` as before

# Stages of a debt
STAGE_RAISING = 0
STAGE_BANKRUPT = 1  # the debtor has given up

# How to read `tax_choice` of a tax square
TAX_LUXURY_FLAT = 0
TAX_INCOME_CHOICE = 1
TAX_INCOME_FLAT = 2

# Kinds of action. Of players:
THROW = 0
PAY_FINE = 1
USE_CARD = 2
CHOOSE_STEPS = 3
CHOOSE_SQUARE = 4
BUY = 5
DECLINE = 6
BID = 7
WITHDRAW = 8
CLAIM_RENT = 9
PAY_FLAT_TAX = 10
PAY_WORTH_TAX = 11
PAY_CARD_FINE = 12
TAKE_CHANCE = 13
BUILD = 14
SELL_BUILDING = 15
SELL_HOTELS = 16
MORTGAGE = 17
LIFT_MORTGAGE = 18
KEEP_MORTGAGE = 19
OFFER = 20
COUNTER = 21
OFFER_SETTLEMENT = 22
WITHDRAW_OFFER = 23
ACCEPT = 24
REFUSE = 25
WANT_BUILDING = 26
PASS_BUILDING = 27
PLACE_BUILDING = 28
GO_BANKRUPT = 29
RESIGN = 30
END_TURN = 31
# Of chance, and of the clock on the wall:
DICE = 32
CARD = 33
DEED = 34
STRIKE_HOUR = 35

# Kinds of event
TURN_BEGAN = 0
DICE_THROWN = 1
FIRST_PLAYER_FOUND = 2
DEED_DEALT = 3
MOVED = 4
PAID = 5
SENT_TO_JAIL = 6
LEFT_JAIL = 7
STAYED_IN_JAIL = 8
SPEED_DIE_GAINED = 9
DEED_BOUGHT = 10
BUY_DECLINED = 11
AUCTION_OPENED = 12
BID_MADE = 13
WITHDREW = 14
AUCTION_WON = 15
AUCTION_UNSOLD = 16
RENT_CHARGED = 17
RENT_CLAIMED = 18
CLAIM_LAPSED = 19
CARD_DRAWN = 20
CARD_RETURNED = 21
TAX_CHOSEN = 22
WORTH_COUNTED = 23
BUILT = 24
BUILDING_SOLD = 25
MORTGAGED = 26
MORTGAGE_LIFTED = 27
MORTGAGE_KEPT = 28
OFFER_MADE = 29
OFFER_WITHDRAWN = 30
OFFER_REFUSED = 31
OFFER_LAPSED = 32
DEAL_MADE = 33
DEED_PASSED = 34
CARD_PASSED = 35
DEBT_AROSE = 36
DEBT_SETTLED = 37
WENT_BANKRUPT = 38
RESIGNED = 39
SHORTAGE_ASKED = 40
BUILDING_WANTED = 41
BUILDING_PASSED = 42
TURN_ENDED = 43
HOUR_STRUCK = 44
GAME_WON = 45
CLAIM_KEPT = 46


def names_of(first: str, last: str) -> tuple[str, ...]:
    """The names of one section above, in order: `names_of("THROW", "STRIKE_HOUR")`.

    >>> names_of("GO", "STREET")
    ('GO', 'STREET')
    """
    section = list(globals())
    return tuple(section[section.index(first) : section.index(last) + 1])


PHASES = names_of("PHASE_DEAL_DEEDS", "PHASE_GAME_OVER")
MATTER_KINDS = names_of("MATTER_DEBT", "MATTER_ESTATE")
ACTION_KINDS = names_of("THROW", "STRIKE_HOUR")
EVENT_KINDS = names_of("TURN_BEGAN", "CLAIM_KEPT")
SQUARE_KINDS = names_of("GO", "GO_TO_JAIL")
CARD_EFFECTS = names_of("ADVANCE_TO", "PAY_OR_DRAW_CHANCE")
