"""What a seat does when its bot has answered unlawfully: a simple choice that the rules always allow.

- It refuses offers, withdraws from auctions, keeps mortgages it is given, and wants no building in a shortage.
- It buys what it can pay for, throws, in Jail too, and ends its turn; it never builds and never offers.
- In debt it mortgages, then sells buildings, and is bankrupt only when nothing is left.
- It pays the flat tax and the card's fine, rides the Bus as far as it goes, and after a triple goes one square on.

Each of these brings the game nearer to its end, so that no bot can hold a game up.
"""

from passgo.bots.policy import Memory
from passgo.rules import ids
from passgo.rules.chance import blank
from passgo.rules.codes import (
    BUY,
    CHOOSE_SQUARE,
    CHOOSE_STEPS,
    DECLINE,
    DEEDS,
    END_TURN,
    GO_BANKRUPT,
    KEEP_MORTGAGE,
    MATTER_AUCTION,
    MATTER_DEBT,
    MATTER_KEEP_OR_LIFT,
    MORTGAGE,
    NOBODY,
    PASS_BUILDING,
    PAY_CARD_FINE,
    PAY_FLAT_TAX,
    PHASE_BEFORE_THROW,
    PHASE_BUY,
    PHASE_CHOOSE_BUS,
    PHASE_CHOOSE_SQUARE,
    PHASE_CHOOSE_TAX,
    PHASE_FINE_OR_CHANCE,
    PLACE_BUILDING,
    REFUSE,
    SELL_BUILDING,
    SQUARES,
    STAGE_PLACING,
    THROW,
    WITHDRAW,
)
from passgo.rules.compiled import entry, part
from passgo.rules.deeds import can_stand, free_cash, has, lot_kind, lowest, most_in_group, top_matter
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State


@part
def oldest_offer_to(g: State, player: int) -> int:
    """Whose offer the player should answer first, or NOBODY."""
    proposer = NOBODY
    for p in range(g.players):
        if g.offer_to[p] == player and (proposer == NOBODY or g.offer_number[p] < g.offer_number[proposer]):
            proposer = p
    return proposer


@part
def raise_cash(g: State, e: Edition, a: Action, player: int) -> None:
    """Mortgage a deed of a bare group; else sell a building of the first group built on; else give up."""
    built = NOBODY
    for d in range(DEEDS):
        if g.owner[d] == player:
            most = most_in_group(g, e, e.group[d])
            if most == 0 and not has(g.mortgaged, d):
                blank(a, MORTGAGE, player)
                a.square = e.square_of[d]
                return
            if built == NOBODY and most > 0 and g.level[d] == most:
                built = d
    if built != NOBODY:
        blank(a, SELL_BUILDING, player)
        a.square = e.square_of[built]
    else:
        blank(a, GO_BANKRUPT, player)


@part
def answer_shortage(g: State, e: Edition, a: Action, player: int) -> None:
    """Want none; a building that was won by a bid has to be placed."""
    m = g.matters - 1
    blank(a, PASS_BUILDING, player)
    if g.matter_stage[m] == STAGE_PLACING and g.matter_amount[m] > 0:
        for d in range(DEEDS):
            stands = g.owner[d] == player and can_stand(g, e, player, e.square_of[d]) == ids.LAWFUL
            if stands and lot_kind(g, d) == g.matter_other[m]:
                blank(a, PLACE_BUILDING, player)
                a.square = e.square_of[d]
                return


@part
def answer_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer the matter on top, which is not a debt."""
    kind = top_matter(g)
    if kind == MATTER_AUCTION:
        blank(a, WITHDRAW, player)
    elif kind == MATTER_KEEP_OR_LIFT:
        blank(a, KEEP_MORTGAGE, player)
        a.square = e.square_of[lowest(g.matter_set[g.matters - 1])]
    else:
        answer_shortage(g, e, a, player)


@part
def go_on(g: State, e: Edition, a: Action, player: int) -> None:
    """What the player on turn does in each phase."""
    phase = g.phase
    if phase == PHASE_BEFORE_THROW:
        blank(a, THROW, player)
    elif phase == PHASE_BUY:
        price = e.price[e.deed_at[g.square[player]]]
        blank(a, BUY if free_cash(g, e, player) >= price else DECLINE, player)
    elif phase == PHASE_CHOOSE_TAX:
        blank(a, PAY_FLAT_TAX, player)
    elif phase == PHASE_FINE_OR_CHANCE:
        blank(a, PAY_CARD_FINE, player)
    elif phase == PHASE_CHOOSE_BUS:
        blank(a, CHOOSE_STEPS, player)
        a.amount = g.dice[0] + g.dice[1]
    elif phase == PHASE_CHOOSE_SQUARE:
        blank(a, CHOOSE_SQUARE, player)
        a.square = (g.square[player] + 1) % SQUARES
    else:
        blank(a, END_TURN, player)


@entry
def fallback(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write to action j something lawful that the player, who is next to decide, can do."""
    g = games[i]
    a = actions[j]
    kind = top_matter(g)
    if kind != NOBODY and kind != MATTER_DEBT:
        answer_matter(g, editions[e], a, player)
        return
    proposer = oldest_offer_to(g, player)
    if proposer != NOBODY:
        blank(a, REFUSE, player)
        a.other = proposer
    elif kind == MATTER_DEBT:
        raise_cash(g, editions[e], a, player)
    else:
        go_on(g, editions[e], a, player)
