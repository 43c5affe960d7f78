"""The four records of the game: STATE, EDITION, ACTION and LOG (of events), each field with unit and range."""

from typing import TYPE_CHECKING, Any

from passgo.machine.records import DTYPES, Row, byte, record, short, word
from passgo.rules import codes


@record
class State:
    """The whole game: everything that is true now, and nothing about what will come."""

    # Money and turn
    cash: Row = word(
        "money of players 0-7, of the Bank (8: below zero by what it has paid out), of the pot (9); sums to 0",
        count=codes.ACCOUNTS,
        unit="$",
        least=-(2**31),
    )
    ledger: Row = word(
        "the same accounts as payments tell them, which all are public: bots read these of others, and never `cash`",
        count=codes.ACCOUNTS,
        unit="$",
        least=-(2**31),
    )
    turn: int = word("turns begun", unit="turns")
    round: int = word("rounds completed: every player still in has had a turn", unit="rounds")
    offers_made: int = word("offers made so far, to tell which is oldest", unit="offers")

    # Deals on the table, by proposer
    offer_number: Row = word("which offer of the game this is", count=codes.OFFERS)
    offer_give_deeds: Row = word("deeds the proposer gives, a bit each", count=codes.OFFERS, unit="set of deeds")
    offer_take_deeds: Row = word("deeds the proposer takes", count=codes.OFFERS, unit="set of deeds")
    offer_mortgaged: Row = word(
        "those deeds, of both sides, that were mortgaged when it was made", count=codes.OFFERS, unit="set of deeds"
    )
    offer_give_cash: Row = word("cash the proposer gives", count=codes.OFFERS, unit="$")
    offer_take_cash: Row = word("cash the proposer takes", count=codes.OFFERS, unit="$")

    # Matters, one inside another; the last is being settled
    matter_amount: Row = word(
        "the debt; the highest bid; the price of a building being placed", count=codes.MATTERS, unit="$"
    )
    matter_set: Row = word(
        "auction: bidders still in; keep-or-lift and estate: deeds to come; shortage: players yet to answer",
        count=codes.MATTERS,
        unit="set",
    )

    # Manual rent claims
    claim_amount: Row = word("rent that may be claimed", count=codes.CLAIMS, unit="$")

    mortgaged: int = word("deeds that are mortgaged", unit="set of deeds")
    unseen: Row = word(
        "cards of each deck not seen since the shuffle, in unknown order on top", count=2, unit="set of cards"
    )

    matter_wants: Row = short(
        "shortage: players who want the building; estate: cards to be auctioned", count=codes.MATTERS, unit="set"
    )
    matter_rule: Row = short("the rule a debt, or interest to come, arose from", count=codes.MATTERS, unit="rule")
    steps: int = short("squares to move in PHASE_MOVE; below zero: back", unit="squares", least=-39, most=40)
    contenders: int = short("players still throwing for the first turn", unit="set of players")
    winners: int = short("players who have won", unit="set of players")
    houses: int = byte("houses in the Bank", most=127)
    hotels: int = byte("hotels in the Bank", most=127)

    # Turn
    players: int = byte("seats at the start", most=codes.PLAYERS)
    first: int = byte("the seat that had the first turn", most=codes.PLAYERS - 1)
    on_turn: int = byte("the player on turn", most=codes.PLAYERS - 1)
    phase: int = byte("what the turn waits for: PHASE_*", most=len(codes.PHASES) - 1)
    doubles: int = byte("doubles thrown in a row this turn", most=3)
    throws: int = byte("throws so far this turn", most=4)
    again: int = byte("the player throws again when the square is done", most=1)
    salaried: int = byte("salary was paid in this throw already", most=1)
    mr_m: int = byte("Mr. M still has to move the player on", most=1)
    arrived: int = byte("how the token reached its square: BY_*", most=4)
    dice: Row = byte("the last dice that moved: two white, and the Speed Die or 0", count=3, most=6)
    rent_throw: int = byte("total of the dice that measure a utility's rent", most=15)
    deck: int = byte("the deck being drawn from", most=1)
    card: int = byte("the card being followed", most=codes.DECK - 1)
    cursor: int = byte("players served so far in a pay-each or collect-from-each card; deeds dealt before the start")
    hour_struck: int = byte("the short game's hour has struck: no further throw, deal or building", most=1)

    uncounted: int = byte(
        "1: the game began in a position in which nobody knew the cash of others",
        most=1,
    )

    # Players
    square: Row = byte("where the token stands", count=codes.PLAYERS, most=codes.SQUARES - 1)
    jail: Row = byte("0 free; 1-3 in Jail, the next throw being the first to third try", count=codes.PLAYERS, most=3)
    out: Row = byte("has left the game", count=codes.PLAYERS, most=1)
    speeding: Row = byte("1: throws the Speed Die; 2: will from the next throw", count=codes.PLAYERS, most=2)
    resigning: Row = byte(
        "above 0: will leave when nothing is pending, in the order of these numbers and `claim_said`",
        count=codes.PLAYERS,
        most=codes.SAYINGS,
    )
    first_throw: Row = byte("total thrown for the first turn", count=codes.PLAYERS, most=12)

    # Property
    owner: Row = byte("who holds the deed: a player, or the Bank (8)", count=codes.DEEDS, most=codes.BANK)
    level: Row = byte("houses on the lot; 5 is a hotel", count=codes.DEEDS, most=codes.HOTEL)

    # Decks
    seen: Row = byte(
        "cards at the bottom of deck 0 (first 16) and deck 1, in order from the top",
        count=2 * codes.DECK,
        most=codes.DECK - 1,
    )
    seen_count: Row = byte("how many of these there are", count=2, most=codes.DECK)
    jail_card: Row = byte(
        "who holds the deck's get-out-of-jail card: a player, or the Bank (8): in the deck or being auctioned",
        count=2,
        most=codes.BANK,
    )

    # Offers and claims, continued
    offer_to: Row = byte("the partner; -1: no open offer", count=codes.OFFERS, least=-1, most=codes.PLAYERS - 1)
    offer_give_cards: Row = byte("jail cards the proposer gives: 1 Chance, 2 Chest", count=codes.OFFERS, most=3)
    offer_take_cards: Row = byte("jail cards the proposer takes", count=codes.OFFERS, most=3)
    offer_settles: Row = byte("accepting it settles the proposer's debt", count=codes.OFFERS, most=1)
    claims: int = byte("rent claims alive", most=codes.CLAIMS)
    claim_lander: Row = byte("who landed", count=codes.CLAIMS, most=codes.PLAYERS - 1)
    claim_owner: Row = byte("who may claim", count=codes.CLAIMS, most=codes.PLAYERS - 1)
    claim_square: Row = byte("where", count=codes.CLAIMS, most=codes.SQUARES - 1)
    claim_age: Row = byte("first throws by following players since", count=codes.CLAIMS, most=2)
    claim_said: Row = byte(
        "0: not asked for; above 0: asked for during a matter, counted together with `resigning`",
        count=codes.CLAIMS,
        most=codes.SAYINGS,
    )

    # Matters, continued
    matters: int = byte("matters open", most=codes.MATTERS)
    matter_kind: Row = byte("MATTER_*", count=codes.MATTERS)
    matter_player: Row = byte(
        "the debtor; who caused the auction; who asked to build; the bankrupt", count=codes.MATTERS
    )
    matter_other: Row = byte(
        "the creditor; the highest bidder, or -1; shortage: LOT_HOUSE or LOT_HOTEL", count=codes.MATTERS, least=-1
    )
    matter_square: Row = byte("the lot auctioned or asked for: a square, or LOT_*", count=codes.MATTERS)
    matter_last: Row = byte(
        "auction: who called last; shortage: who places the building", count=codes.MATTERS, least=-1
    )
    matter_stage: Row = byte("stage of a shortage or debt: STAGE_*", count=codes.MATTERS)
    # Bytes that no field names are not copied with a record, and positions are compared byte by byte.
    padding: Row = byte("nothing: the record is as long as whole words", count=3, most=0)


@record
class Edition:
    """One edition with its board, decks, rulings and options. Every rule takes it as an argument."""

    # Rent and cards tables
    rent: Row = word(
        "rent of a street by square and level: `rent[square * 6 + level]`", count=codes.SQUARES * 6, unit="$"
    )
    group_set: Row = word("the deeds of each group", count=codes.GROUPS, unit="set of deeds")
    card_amount: Row = word("amount of each card, Chance 0-15, Chest 16-31", count=2 * codes.DECK, unit="$")
    card_per_house: Row = word("repairs per house", count=2 * codes.DECK, unit="$")
    card_per_hotel: Row = word("repairs per hotel", count=2 * codes.DECK, unit="$")
    tax: Row = word("flat tax of a tax square", count=codes.SQUARES, unit="$")
    price: Row = word("printed price by deed", count=codes.DEEDS, unit="$")
    house_cost: Row = word("price of a building by deed", count=codes.DEEDS, unit="$")
    railroad_rent: Row = word("rent by railroads owned, 1-4 at index 0-3", count=4, unit="$")
    utility_factor: Row = word("dice multiple by utilities owned, 1-2 at index 0-1", count=2)

    # Amounts
    setup_cash: int = word("cash at the start", unit="$")
    move_salary: int = word("salary", unit="$")
    auction_opening: int = word("lowest opening bid", unit="$", least=1)
    auction_raise: int = word("smallest raise", unit="$", least=1)
    build_shortage_auction: int = word("lowest opening bid for a building in short supply", unit="$", least=1)
    jail_fine: int = word("fine to leave Jail", unit="$")
    short_rounds: int = word("rounds of a short game; 0: until the hour strikes", unit="rounds")
    tax_income_percent: int = word("share of worth at the income tax", unit="%", most=100)
    mortgage_interest: int = word("interest on a mortgage", unit="%", most=100)

    # Board
    square_kind: Row = byte("GO, STREET, ... by square", count=codes.SQUARES)
    deed_at: Row = byte("the deed of a square, or -1", count=codes.SQUARES, least=-1, most=codes.DEEDS - 1)
    tax_choice: Row = byte(
        "tax square: 0 luxury, flat; 1 income, flat or a share of worth; 2 income, flat", count=codes.SQUARES, most=2
    )
    square_of: Row = byte("the square of a deed", count=codes.DEEDS, most=codes.SQUARES - 1)
    group: Row = byte(
        "the group of a deed; railroads and utilities are groups too", count=codes.DEEDS, most=codes.GROUPS - 1
    )
    kind: Row = byte("STREET, RAILROAD or UTILITY by deed", count=codes.DEEDS)
    group_size: Row = byte("deeds in a group", count=codes.GROUPS)
    card_effect: Row = byte("ADVANCE_TO, ... of each card, Chance 0-15, Chest 16-31", count=2 * codes.DECK)
    card_target: Row = byte("where the card sends the token, or -1", count=2 * codes.DECK, least=-1)
    jail_square: int = byte("where Jail is", most=codes.SQUARES - 1)

    # Rulings and options, named after their rule
    setup_players_least: int = byte("fewest players", unit="players", least=2, most=codes.PLAYERS)
    setup_players_most: int = byte("most players", unit="players", least=2, most=codes.PLAYERS)
    setup_houses: int = byte("houses in the Bank", unit="houses")
    setup_hotels: int = byte("hotels in the Bank", unit="hotels")
    setup_first_player: int = byte("1: the highest throw starts; 0: seat 0 starts", most=1)
    move_salary_twice: int = byte("1: a card to GO pays again after passing GO by dice", most=1)
    auction_declined: int = byte("1: declined property is auctioned; 0: house rule, it stays with the Bank", most=1)
    rent_claims: int = byte("0: the owner always asks; 1: the owner must act", most=1)
    rent_group_double: int = byte(
        "1: double also when other lots are built on or mortgaged; 0: only when none is", most=1
    )
    rent_railroad_mortgaged: int = byte("1: mortgaged railroads count for the rent of the others", most=1)
    rent_utility_mortgaged: int = byte("1: a mortgaged utility counts for the rent of the other", most=1)
    rent_utility: int = byte("0: the throw that moved the token; 1: a new throw", most=1)
    rent_in_jail: int = byte("1: owners in Jail collect rent", most=1)
    tax_worth_round_up: int = byte("0: a share of worth is rounded down; 1: up", most=1)
    jail_doubles_then: int = byte("0: the turn is over; 1: throw again, as after first doubles", most=1)
    jail_fine_before: int = byte("last turn in Jail on which the fine may be paid before throwing", least=1, most=3)
    build_not_mortgaged: int = byte("0: no building on a mortgaged lot; 1: none while a lot of its group is", most=1)
    build_shortage_asked: int = byte("1: others are asked when buildings are short; 0: first come", most=1)
    build_sell_evenly: int = byte("1: buildings are sold evenly", most=1)
    build_sell_hotel: int = byte("0: whole; 1: one level, or all of a group at once; 2: one level", most=2)
    mortgage_buildings_first: int = byte("0: buildings on the lot bar a mortgage; 1: on its group", most=1)
    mortgage_lift_round_up: int = byte("1: interest is rounded up to a dollar; 0: down", most=1)
    deal_swaps: int = byte("1: property may be swapped; 0: only sold for cash", most=1)
    deal_settlement: int = byte("1: a creditor may accept property for the whole debt", most=1)
    bankrupt_to_player: int = byte("0: deeds pass as they are; 1: all are mortgaged first", most=1)
    bankrupt_mortgages_cancelled: int = byte("1: deeds auctioned by the Bank come free of mortgage", most=1)
    bankrupt_cards: int = byte("owed to the Bank, jail cards 0: return to their deck; 1: are auctioned", most=1)
    speed_die: int = byte("1: played with the Speed Die", most=1)
    speed_from_first_salary: int = byte("1: after the first salary; 0: from the first throw", most=1)
    speed_triple_again: int = byte("1: after a triple one throws again; 0: the turn is over", most=1)
    short_game: int = byte("1: play ends at the hour or after the rounds; the richest wins", most=1)
    short_deal: int = byte("deeds dealt to each player at the start", unit="deeds", most=3)
    short_deal_paid: int = byte("1: their price is paid; 0: house rule, they are free", most=1)
    table_cash_private: int = byte("1: cash is a secret", most=1)
    free_parking_pot: int = byte("house rule 1: taxes and fines go to whoever lands on Free Parking", most=1)
    double_salary_on_go: int = byte("house rule 1: arriving exactly on GO pays twice", most=1)


@record
class Action:
    """What a player, chance or the clock does. Fields an action's kind does not use are 0 (`docs/actions.md`)."""

    amount: int = word("bid, or squares to move (CHOOSE_STEPS); in a legal list: the lowest bid", unit="$ or squares")
    most: int = word("in a legal list: the highest bid", unit="$")
    give_deeds: int = word("OFFER: deeds the player gives", unit="set of deeds")
    take_deeds: int = word("OFFER: deeds the player takes", unit="set of deeds")
    give_cash: int = word("OFFER: cash the player gives", unit="$")
    take_cash: int = word("OFFER: cash the player takes", unit="$")
    kind: int = byte("THROW, ...", most=len(codes.ACTION_KINDS) - 1)
    player: int = byte("who acts: a player, CHANCE (10) or CLOCK (11)", most=codes.CLOCK)
    other: int = byte(
        "OFFER: the partner; ACCEPT, REFUSE, COUNTER: the proposer; CLAIM_RENT: who landed", most=codes.PLAYERS - 1
    )
    square: int = byte("the square; DEED: the square of the deed dealt", most=codes.SQUARES - 1)
    card: int = byte("CARD: the card turned up; USE_CARD: the deck it came from", most=codes.DECK - 1)
    give_cards: int = byte("OFFER: jail cards the player gives: 1 Chance, 2 Chest", unit="set of decks", most=3)
    take_cards: int = byte("OFFER: jail cards the player takes", unit="set of decks", most=3)
    dice: Row = byte("DICE: two white dice, and the Speed Die or 0", count=3, most=6)


@record
class Log:
    """What happened in one step, event by event; kept only while someone listens."""

    amount: Row = word("dollars, squares or a total, by kind of event", count=codes.EVENTS, least=-(2**31))
    give_deeds: Row = word("deeds given in a deal or offer", count=codes.EVENTS, unit="set of deeds")
    take_deeds: Row = word("deeds taken in a deal or offer", count=codes.EVENTS, unit="set of deeds")
    give_cash: Row = word("cash given in a deal or offer", count=codes.EVENTS, unit="$")
    take_cash: Row = word("cash taken in a deal or offer", count=codes.EVENTS, unit="$")
    rule: Row = short("the rule by which it happened", count=codes.EVENTS)
    count: int = short("events in the log", most=codes.EVENTS)
    listening: int = short("1: write events", most=1)
    dressed: int = short("events up to the last one with dice or goods in it; the others have none", most=codes.EVENTS)
    kind: Row = byte("TURN_BEGAN, ...", count=codes.EVENTS)
    player: Row = byte("whom it happened to", count=codes.EVENTS, least=-1)
    other: Row = byte(
        "the other party: a player, the Bank (8), the pot (9), a deck, or -1", count=codes.EVENTS, least=-1
    )
    square: Row = byte("where: a square, a LOT_* or -1", count=codes.EVENTS, least=-1)
    card: Row = byte("a card, a set of jail cards given, a level of building, or -1", count=codes.EVENTS, least=-1)
    take_cards: Row = byte("jail cards taken in a deal or offer", count=codes.EVENTS)
    die_1: Row = byte("first white die", count=codes.EVENTS, most=6)
    die_2: Row = byte("second white die", count=codes.EVENTS, most=6)
    die_3: Row = byte("Speed Die, or 0", count=codes.EVENTS, most=6)


Games = list[State]
Editions = list[Edition]
Logs = list[Log]
Actions = list[Action]
"""Arrays of records, as entry points take them: NumPy record arrays when compiled, ctypes arrays when plain."""

RECORDS: tuple[type, ...] = (State, Edition, Action, Log)
NAMED = dict(zip(("STATE", "EDITION", "ACTION", "LOG"), RECORDS, strict=True))
"""The same as NumPy sees them: `state.STATE` and the others, found out when they are first asked for."""

if TYPE_CHECKING:
    import numpy as np

    STATE: np.dtype[Any]
    EDITION: np.dtype[Any]
    ACTION: np.dtype[Any]
    LOG: np.dtype[Any]
else:

    def __getattr__(name: str) -> Any:
        if name not in NAMED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return DTYPES[NAMED[name]]
