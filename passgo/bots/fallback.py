"""The fallback: it decides for a seat whose bot wrote an unlawful action. Its own choice is always lawful.

- It refuses offers, withdraws from auctions, keeps the mortgages of deeds it receives, and wants no building in a
  shortage.
- It buys what it can pay for, throws (in Jail too) and ends its turn. It never builds and never offers a deal.
- In debt it raises money as all bots do (`bots/habits.py`), and goes bankrupt only if that is not enough.
- It pays the flat tax and the fine of a card, takes the Bus as far as it goes, and moves one square after a triple.

Each of these choices moves the game on, so no bot can block a game.
"""

from passgo.bots import habits
from passgo.bots.policy import Memory
from passgo.machine.decorators import apart, entry, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.deeds import free_cash
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import top_matter


@part
def answer_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer the matter on top, which is not a debt."""
    kind = top_matter(g)
    if kind == codes.MATTER_AUCTION:
        blank(a, codes.WITHDRAW, player)
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        blank(a, codes.KEEP_MORTGAGE, player)
        a.square = e.square_of[lowest(g.matter_set[g.matters - 1])]
    elif g.matter_stage[g.matters - 1] == codes.STAGE_PLACING and g.matter_amount[g.matters - 1] > 0:
        habits.place_building(g, e, a, player)  # it was won and paid by a bid, and must be placed
    else:
        blank(a, codes.PASS_BUILDING, player)


@part
def go_on(g: State, e: Edition, a: Action, player: int) -> None:
    """Write what the player on turn does in each phase."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        blank(a, codes.THROW, player)
    elif phase == codes.PHASE_BUY:
        price = e.price[e.deed_at[g.square[player]]]
        blank(a, codes.BUY if free_cash(g, e, player) >= price else codes.DECLINE, player)
    else:
        habits.go_on(g, a, player)


@apart
def fall_back(g: State, e: Edition, player: int, a: Action) -> None:
    """Write a lawful action of the player, who is next to decide."""
    kind = top_matter(g)
    if kind != codes.NOBODY and kind != codes.MATTER_DEBT:
        answer_matter(g, e, a, player)
        return
    proposer = habits.proposer_to(g, player)
    if proposer != codes.NOBODY:
        habits.refuse(a, player, proposer)
    elif kind == codes.MATTER_DEBT:
        habits.raise_money(g, e, a, player)
    else:
        go_on(g, e, a, player)


@entry
def fallback(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write a lawful action to action j for the player, who is next to decide."""
    fall_back(games[i], editions[e], player, actions[j])
