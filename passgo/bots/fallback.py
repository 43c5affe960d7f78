"""What a seat does when its bot has answered unlawfully: a simple choice that the rules always allow.

- It refuses offers, withdraws from auctions, keeps mortgages it is given, and wants no building in a shortage.
- It buys what it can pay for, throws, in Jail too, and ends its turn; it never builds and never offers.
- In debt it raises money as all bots do (`bots/habits.py`), and is bankrupt only when that is not enough.
- It pays the flat tax and the card's fine, rides the Bus as far as it goes, and after a triple goes one square on.

Each of these brings the game nearer to its end, so that no bot can hold a game up.
"""

from passgo.bots import habits
from passgo.bots.policy import Memory
from passgo.machine.decorators import entry, part
from passgo.rules.chance import blank
from passgo.rules.codes import (
    BUY,
    DECLINE,
    KEEP_MORTGAGE,
    MATTER_AUCTION,
    MATTER_DEBT,
    MATTER_KEEP_OR_LIFT,
    NOBODY,
    PASS_BUILDING,
    PHASE_BEFORE_THROW,
    PHASE_BUY,
    STAGE_PLACING,
    THROW,
    WITHDRAW,
)
from passgo.rules.deeds import free_cash
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import top_matter


@part
def answer_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer the matter on top, which is not a debt."""
    kind = top_matter(g)
    if kind == MATTER_AUCTION:
        blank(a, WITHDRAW, player)
    elif kind == MATTER_KEEP_OR_LIFT:
        blank(a, KEEP_MORTGAGE, player)
        a.square = e.square_of[lowest(g.matter_set[g.matters - 1])]
    elif g.matter_stage[g.matters - 1] == STAGE_PLACING and g.matter_amount[g.matters - 1] > 0:
        habits.place_building(g, e, a, player)  # it was won by a bid, and has to stand somewhere
    else:
        blank(a, PASS_BUILDING, player)


@part
def go_on(g: State, e: Edition, a: Action, player: int) -> None:
    """What the player on turn does in each phase."""
    phase = g.phase
    if phase == PHASE_BEFORE_THROW:
        blank(a, THROW, player)
    elif phase == PHASE_BUY:
        price = e.price[e.deed_at[g.square[player]]]
        blank(a, BUY if free_cash(g, e, player) >= price else DECLINE, player)
    else:
        habits.go_on(g, a, player)


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
    proposer = habits.proposer_to(g, player)
    if proposer != NOBODY:
        habits.refuse(a, player, proposer)
    elif kind == MATTER_DEBT:
        habits.raise_money(g, editions[e], a, player)
    else:
        go_on(g, editions[e], a, player)
