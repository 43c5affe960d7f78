"""The numbered actions of environments: everything that a player can decide, as 251 numbers.

Most numbers are one action of the game. A few depend on the moment: the number of a lot builds there, or places a
building that was won; the number of a deed turns it over, which mortgages it or lifts the mortgage. Bids lie on a grid
above the lowest bid. A deal is composed over several numbers: with whom, deeds and cards that join it, cash in four
sizes, and at last how it is sent. Nothing is taken out of a deal, so composing ends; dropping it begins anew, once
before each action that is played.

Where chance is played by the caller, the number is that of its outcome, 0 to 215.
"""

from dataclasses import dataclass

from passgo.machine.decorators import apart, part
from passgo.rules import codes, deals, ids
from passgo.rules.auction import lowest_bid
from passgo.rules.chance import blank
from passgo.rules.deeds import free_cash, held_by, lots_above
from passgo.rules.rent import find_claim
from passgo.rules.sets import has, lowest
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import awaiting_choice, top_matter

SIMPLE = (
    codes.THROW, codes.PAY_FINE, codes.BUY, codes.DECLINE, codes.WITHDRAW, codes.PAY_FLAT_TAX, codes.PAY_WORTH_TAX,
    codes.PAY_CARD_FINE, codes.TAKE_CHANCE, codes.KEEP_MORTGAGE, codes.WITHDRAW_OFFER, codes.WANT_BUILDING,
    codes.PASS_BUILDING, codes.GO_BANKRUPT, codes.RESIGN, codes.END_TURN,
)  # fmt: skip
"""The kinds of action that need nothing but their name, in the order of their numbers."""

SIMPLE_AT = tuple(SIMPLE.index(kind) if kind in SIMPLE else codes.NOBODY for kind in range(codes.DICE))
"""The number of each kind, if it is simple."""

RAISES = (0, 1, 5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 500, 1000)
"""The grid of bids: dollars above the lowest bid. One more number bids all that the player may spend."""

SIZES = (1000, 100, 10, 1)
"""The sizes in which cash joins a deal. They only get smaller, and below a thousand each comes at most nine times, so
that there is one way to compose each amount."""

SENDS = (codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT)
"""How a deal can be sent."""

SEATS = codes.PLAYERS - 1
"""The others at a table, counted to the left: the number of a seat is how far to the left it is, less one."""


@dataclass(frozen=True)
class Block:
    """Successive numbers of one meaning."""

    name: str
    size: int
    of: str
    """What the numbers of the block count."""
    means: str


BLOCKS = (
    Block("simple", len(SIMPLE), "kind", "an action that needs nothing but its name"),
    Block("use card", 2, "deck", "use the get-out-of-jail card of Chance, or of Community Chest"),
    Block("steps", 3, "die", "the Bus: move by the first die, by the second, or by both"),
    Block("silence", 1, "", "out of turn: nothing to do or to say before the next throw"),
    Block("square", codes.SQUARES, "square", "a triple: go to this square"),
    Block("build", codes.DEEDS, "deed", "build on the lot, or place a building that was won there"),
    Block("sell", codes.DEEDS, "deed", "sell a building of the lot"),
    Block("sell hotels", codes.GROUPS, "group", "sell all hotels of the group"),
    Block("turn over", codes.DEEDS, "deed", "mortgage the deed, or lift its mortgage"),
    Block("claim", codes.CLAIMS, "claim", "claim a rent; numbers as in the observation"),
    Block("accept", SEATS, "seat to the left", "accept the offer of that player"),
    Block("refuse", SEATS, "seat to the left", "refuse the offer of that player"),
    Block("bid", len(RAISES) + 1, "raise", "bid so much above the lowest bid; the last bids everything"),
    Block("deal with", SEATS, "seat to the left", "begin to compose a deal with that player"),
    Block("deal deed", codes.DEEDS, "deed", "the deed joins the deal, from whichever of the two holds it"),
    Block("deal card", 2, "deck", "the deck's get-out-of-jail card joins the deal"),
    Block("give", len(SIZES), "size", "give so much cash more"),
    Block("take", len(SIZES), "size", "take so much cash more"),
    Block("send", len(SENDS), "kind", "send the deal as an offer, as a counter-offer, or as a settlement"),
    Block("drop", 1, "", "drop the deal; another can be composed after the next action"),
)
"""All numbers, in order."""


def block_starts() -> dict[str, int]:
    """The first number of each block."""
    starts, at = {}, 0
    for block in BLOCKS:
        starts[block.name] = at
        at += block.size
    return starts


STARTS = block_starts()
COUNT = sum(block.size for block in BLOCKS)
"""How many numbers there are."""

CARD_AT, STEPS_AT, SILENCE, SQUARE_AT = (STARTS[name] for name in ("use card", "steps", "silence", "square"))
BUILD_AT, SELL_AT, HOTELS_AT, TURN_AT = (STARTS[name] for name in ("build", "sell", "sell hotels", "turn over"))
CLAIM_AT, ACCEPT_AT, REFUSE_AT, BID_AT = (STARTS[name] for name in ("claim", "accept", "refuse", "bid"))
WITH_AT, DEED_AT, DEAL_CARD_AT = (STARTS[name] for name in ("deal with", "deal deed", "deal card"))
GIVE_AT, TAKE_AT, SEND_AT, DROP = (STARTS[name] for name in ("give", "take", "send", "drop"))
ALL_IN = len(RAISES)

# What `most` of a draft says. A draft is an `Action` in which the deal is composed: `card` is the place of the last
# size of cash in SIZES, and `square` how often it came.
NO_DRAFT, OPEN_DRAFT, DROPPED = 0, 1, 2

MOST_CASH = 32_000
"""Dollars in a composed deal. More than anybody holds in a game of any length, and it fits the observation."""


@part
def to_the_left(g: State, player: int, other: int) -> int:
    """How many seats to the left of a player another sits; 0 is the player."""
    return other - player if other >= player else other - player + g.players


@part
def seat_at(g: State, player: int, left: int) -> int:
    """Who sits so many seats to the left of a player."""
    return player + left if player + left < g.players else player + left - g.players


@part
def steps_index(g: State, amount: int) -> int:
    """The number of a choice of the Bus."""
    if amount == g.dice[0] + g.dice[1]:
        return STEPS_AT + 2
    return STEPS_AT if amount == g.dice[0] else STEPS_AT + 1


@part
def index_of(g: State, e: Edition, a: Action) -> int:
    """The number of an action that is no bid and no deal."""
    kind = a.kind
    if SIMPLE_AT[kind] != codes.NOBODY:
        return SIMPLE_AT[kind]
    if kind == codes.ACCEPT:
        return ACCEPT_AT + to_the_left(g, a.player, a.other) - 1
    if kind == codes.REFUSE:
        return REFUSE_AT + to_the_left(g, a.player, a.other) - 1
    if kind == codes.USE_CARD:
        return CARD_AT + a.card
    if kind == codes.CHOOSE_STEPS:
        return steps_index(g, a.amount)
    if kind == codes.CHOOSE_SQUARE:
        return SQUARE_AT + a.square
    if kind == codes.CLAIM_RENT:
        return CLAIM_AT + find_claim(g, a.player, a.other, a.square)
    deed = e.deed_at[a.square]
    if kind == codes.BUILD or kind == codes.PLACE_BUILDING:
        return BUILD_AT + deed
    if kind == codes.SELL_BUILDING:
        return SELL_AT + deed
    return HOTELS_AT + e.group[deed] if kind == codes.SELL_HOTELS else TURN_AT + deed


@part
def bid_of(g: State, e: Edition, player: int, n: int) -> int:
    """The amount of a bid on the grid."""
    return free_cash(g, e, player) if n == ALL_IN else lowest_bid(g, e) + RAISES[n]


@part
def write_about_deed(g: State, e: Edition, a: Action, player: int, index: int) -> None:
    """Write the action of a number of `build`, `sell`, `sell hotels` or `turn over`."""
    if index < SELL_AT:
        deed = index - BUILD_AT
        blank(a, codes.PLACE_BUILDING if top_matter(g) == codes.MATTER_SHORTAGE else codes.BUILD, player)
    elif index < HOTELS_AT:
        deed = index - SELL_AT
        blank(a, codes.SELL_BUILDING, player)
    elif index < TURN_AT:
        group = e.group_set[index - HOTELS_AT]
        deed = lowest(group) if group != 0 else 0
        blank(a, codes.SELL_HOTELS, player)
    else:
        deed = index - TURN_AT
        blank(a, codes.LIFT_MORTGAGE if has(g.mortgaged, deed) else codes.MORTGAGE, player)
    a.square = e.square_of[deed]


@part
def write_simple(g: State, e: Edition, a: Action, player: int, index: int) -> None:
    """Write an action that needs nothing but its name; which mortgage is kept is the deed that is asked about."""
    blank(a, SIMPLE[index], player)
    if a.kind == codes.KEEP_MORTGAGE and top_matter(g) == codes.MATTER_KEEP_OR_LIFT:
        a.square = e.square_of[lowest(g.matter_set[g.matters - 1])]


@part
def write_action(g: State, e: Edition, a: Action, player: int, index: int) -> None:
    """Write the action of a number below `deal with` that is not silence."""
    if index < CARD_AT:
        write_simple(g, e, a, player, index)
    elif BUILD_AT <= index < CLAIM_AT:
        write_about_deed(g, e, a, player, index)
    elif index >= BID_AT:
        blank(a, codes.BID, player)
        if top_matter(g) == codes.MATTER_AUCTION:
            a.amount = bid_of(g, e, player, index - BID_AT)
    elif index >= REFUSE_AT:
        blank(a, codes.REFUSE, player)
        a.other = seat_at(g, player, index - REFUSE_AT + 1)
    elif index >= ACCEPT_AT:
        blank(a, codes.ACCEPT, player)
        a.other = seat_at(g, player, index - ACCEPT_AT + 1)
    elif index >= CLAIM_AT:
        blank(a, codes.CLAIM_RENT, player)
        a.other = g.claim_lander[index - CLAIM_AT]
        a.square = g.claim_square[index - CLAIM_AT]
    elif index >= SQUARE_AT:
        blank(a, codes.CHOOSE_SQUARE, player)
        a.square = index - SQUARE_AT
    elif index >= STEPS_AT:
        blank(a, codes.CHOOSE_STEPS, player)
        n = index - STEPS_AT
        a.amount = g.dice[n] if n < 2 else g.dice[0] + g.dice[1]
    else:
        blank(a, codes.USE_CARD, player)
        a.card = index - CARD_AT


@part
def can_join(g: State, e: Edition, draft: Action, deed: int) -> bool:
    """May the deed join the deal: one of the two holds it, nothing is built in its group, its mortgage is settled?"""
    held = g.owner[deed] == draft.player or g.owner[deed] == draft.other
    inside = has(draft.give_deeds | draft.take_deeds, deed)
    return held and not inside and lots_above(g, e, e.group[deed], 0) == 0 and not has(awaiting_choice(g), deed)


@part
def can_add_cash(g: State, e: Edition, draft: Action, n: int, gives: bool) -> bool:
    """May so much more cash join the deal: in this direction, in sizes that get smaller, and there for the giver?"""
    given, taken = draft.give_cash, draft.take_cash
    if (taken > 0 if gives else given > 0) or given + taken + SIZES[n] > MOST_CASH:
        return False
    if gives and given + SIZES[n] > free_cash(g, e, draft.player):
        return False
    return n > draft.card or (n == draft.card and (n == 0 or draft.square < 9))


@part
def join(g: State, draft: Action, index: int) -> None:
    """Let a deed, a card or cash join the deal."""
    if index < DEAL_CARD_AT:
        deed = index - DEED_AT
        if g.owner[deed] == draft.player:
            draft.give_deeds |= 1 << deed
        else:
            draft.take_deeds |= 1 << deed
    elif index < GIVE_AT:
        deck = index - DEAL_CARD_AT
        if g.jail_card[deck] == draft.player:
            draft.give_cards |= 1 << deck
        else:
            draft.take_cards |= 1 << deck
    else:
        n = (index - GIVE_AT) % len(SIZES)
        draft.square = draft.square + 1 if n == draft.card else 1
        draft.card = n
        if index < TAKE_AT:
            draft.give_cash += SIZES[n]
        else:
            draft.take_cash += SIZES[n]


@part
def write_deal(draft: Action, a: Action, kind: int) -> None:
    """Write the deal as an action."""
    blank(a, kind, draft.player)
    a.other = draft.other
    a.give_deeds, a.take_deeds = draft.give_deeds, draft.take_deeds
    a.give_cash, a.take_cash = draft.give_cash, draft.take_cash
    a.give_cards, a.take_cards = draft.give_cards, draft.take_cards


@apart
def can_send(g: State, e: Edition, draft: Action, a: Action, kind: int) -> bool:
    """Would the deal be lawful as this kind of action?"""
    write_deal(draft, a, kind)
    return deals.can_offer(g, e, a) == ids.LAWFUL


@part
def card_can_join(g: State, draft: Action, deck: int) -> bool:
    """May the deck's jail card join the deal?"""
    held = g.jail_card[deck] == draft.player or g.jail_card[deck] == draft.other
    return held and not has(draft.give_cards | draft.take_cards, deck)


@part
def deal_deeds(g: State, draft: Action) -> int:
    """The deeds of both sides of a deal that is being composed."""
    return held_by(g, draft.player) | held_by(g, draft.other)
