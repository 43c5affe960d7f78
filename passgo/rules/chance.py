"""Chance as a player: every outcome that the dice, a deck or the dealt deeds may bring, all equally likely."""

from passgo.machine.decorators import part, rule
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, State
from passgo.rules.turns import chance_to_act, third_die


@part
def blank(a: Action, kind: int, player: int) -> None:
    """An action with nothing in it yet."""
    a.kind = kind
    a.player = player
    a.other = 0
    a.square = 0
    a.card = 0
    a.amount = 0
    a.most = 0
    a.give_deeds = 0
    a.take_deeds = 0
    a.give_cash = 0
    a.take_cash = 0
    a.give_cards = 0
    a.take_cards = 0
    for k in range(3):
        a.dice[k] = 0


@rule("setup.decks", "cards.draw")
def unseen_cards(g: State) -> int:
    """The cards that may be on top of the deck being drawn from: those not seen, or else the one known to lie there."""
    unseen = g.unseen[g.deck]
    return unseen if unseen != 0 else 1 << g.seen[g.deck * codes.DECK]


@part
def member(members: int, n: int) -> int:
    """The nth member of a set of cards or deeds, counted from 0."""
    for _ in range(n):
        members = without_lowest(members)
    return lowest(members) if members != 0 else 0


@part
def outcomes(g: State, e: Edition) -> int:
    """How many things can happen here, all equally likely; 0 where chance has nothing to do."""
    return outcomes_now(g, e) if chance_to_act(g) else 0


@rule("move.throw", "speed.faces", "cards.draw", "short.deal")
def outcomes_now(g: State, e: Edition) -> int:
    """How many things can happen where chance is to act."""
    if g.phase == codes.PHASE_DRAW:
        return count_of(unseen_cards(g))
    if g.phase == codes.PHASE_DEAL_DEEDS:
        return count_of(held_by(g, codes.BANK))
    return 216 if third_die(g, e) else 36


@rule("move.throw", "speed.faces", "cards.draw", "short.deal")
def write_outcome(g: State, e: Edition, n: int, a: Action) -> None:
    """Write the nth of these outcomes, counted from 0, as an action of chance."""
    if g.phase == codes.PHASE_DRAW:
        blank(a, codes.CARD, codes.CHANCE)
        a.card = member(unseen_cards(g), n)
    elif g.phase == codes.PHASE_DEAL_DEEDS:
        blank(a, codes.DEED, codes.CHANCE)
        a.square = e.square_of[member(held_by(g, codes.BANK), n)]
    else:
        blank(a, codes.DICE, codes.CHANCE)
        a.dice[0] = n // 6 % 6 + 1
        a.dice[1] = n % 6 + 1
        if third_die(g, e):
            a.dice[2] = n // 36 + 1


@rule("table.decks-hidden")
def chance_outcomes(g: State, e: Edition, actions: Actions) -> int:
    """Write every outcome possible now; how many there are. Nothing else about the future exists anywhere."""
    count = outcomes(g, e)
    for n in range(count):
        write_outcome(g, e, n, actions[n])
    return count
