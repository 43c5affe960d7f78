"""Chance as a player: every outcome that the dice, a deck or the dealt deeds may bring, all equally likely."""

from passgo.machine.decorators import part, rule
from passgo.rules.codes import BANK, CARD, CHANCE, DECK, DEED, DEEDS, DICE, PHASE_DEAL_DEEDS, PHASE_DRAW
from passgo.rules.sets import has
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


@rule("table.decks-hidden")
def chance_outcomes(g: State, e: Edition, actions: Actions) -> int:
    """Write every outcome possible now; how many there are. Nothing else about the future exists anywhere."""
    if not chance_to_act(g):
        return 0
    if g.phase == PHASE_DRAW:
        return card_outcomes(g, actions)
    if g.phase == PHASE_DEAL_DEEDS:
        return deed_outcomes(g, e, actions)
    return dice_outcomes(g, e, actions)


@rule("cards.draw")
def card_outcomes(g: State, actions: Actions) -> int:
    """The unseen cards; or, when all have been seen, the one known to be on top."""
    count = 0
    for card in range(DECK):
        known = g.unseen[g.deck] == 0 and g.seen[g.deck * DECK] == card
        if known or has(g.unseen[g.deck], card):
            blank(actions[count], CARD, CHANCE)
            actions[count].card = card
            count += 1
    return count


@rule("short.deal")
def deed_outcomes(g: State, e: Edition, actions: Actions) -> int:
    """The deeds that the Bank still holds."""
    count = 0
    for d in range(DEEDS):
        if g.owner[d] == BANK:
            blank(actions[count], DEED, CHANCE)
            actions[count].square = e.square_of[d]
            count += 1
    return count


@part
def dice_outcomes(g: State, e: Edition, actions: Actions) -> int:
    """36 ordered throws, or 216 with the six faces of the Speed Die."""
    faces = 6 if third_die(g, e) else 1
    for n in range(36 * faces):
        blank(actions[n], DICE, CHANCE)
        actions[n].dice[0] = n // 6 % 6 + 1
        actions[n].dice[1] = n % 6 + 1
        actions[n].dice[2] = n // 36 + 1 if faces == 6 else 0
    return 36 * faces
