"""Chance and Community Chest: drawing a card and following it. A card is data with one of thirteen effects."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import owe, return_card, tell, tell_card, till, transfer
from passgo.rules.sets import has
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import not_now


@rule("cards.draw", "setup.decks")
def can_draw(g: State, a: Action) -> int:
    """Any unseen card may lie on top; when all have been seen, the one that went to the bottom first."""
    if g.phase != codes.PHASE_DRAW or g.matters > 0 or not 0 <= a.card < codes.DECK:
        return ids.CARDS_DRAW
    if g.unseen[g.deck] != 0:
        return ids.LAWFUL if has(g.unseen[g.deck], a.card) else ids.CARDS_DRAW
    return ids.LAWFUL if g.seen_count[g.deck] > 0 and g.seen[g.deck * codes.DECK] == a.card else ids.CARDS_DRAW


@rule("cards.draw", "cards.jail-free-kept")
def draw(g: State, e: Edition, log: Log, a: Action) -> None:
    """Take the top card and put it at the bottom, except the one that is kept."""
    deck = g.deck
    if g.unseen[deck] != 0:
        g.unseen[deck] &= ~(1 << a.card)
    else:
        take_first_seen(g, deck)
    tell(log, codes.CARD_DRAWN, ids.CARDS_DRAW, player=g.on_turn, other=deck, square=g.square[g.on_turn])
    tell_card(log, a.card)
    g.card = a.card
    if e.card_effect[deck * codes.DECK + a.card] == codes.GET_OUT_OF_JAIL_FREE:
        g.jail_card[deck] = g.on_turn
    else:
        return_card(g, log, deck, a.card, g.on_turn, ids.CARDS_DRAW)
    g.phase = codes.PHASE_CARD


@rule("cards.draw")
def take_first_seen(g: State, deck: int) -> None:
    """Every card has been seen: the top one is known."""
    last = g.seen_count[deck] - 1
    for k in range(last):
        g.seen[deck * codes.DECK + k] = g.seen[deck * codes.DECK + k + 1]
    g.seen[deck * codes.DECK + last] = 0
    g.seen_count[deck] = last


@rule("cards.draw", "cards.move-effective", "cards.move-back")
def follow(g: State, e: Edition, log: Log) -> None:
    """Do what the card says: move, settle with the Bank, with everyone, or with Jail."""
    effect = e.card_effect[g.deck * codes.DECK + g.card]
    if effect <= codes.NEAREST_UTILITY_10X:
        follow_move(g, e, effect)
        return
    amount = e.card_amount[g.deck * codes.DECK + g.card]
    g.phase = codes.PHASE_SQUARE_DONE
    g.cursor = 0
    if effect == codes.COLLECT:
        transfer(g, log, codes.BANK, g.on_turn, amount, ids.CARDS_DRAW)
    elif effect == codes.PAY:
        owe(g, log, g.on_turn, till(e), amount, ids.CARDS_DRAW)
    elif effect == codes.REPAIRS:
        owe(g, log, g.on_turn, till(e), repairs(g, e), ids.CARDS_REPAIRS)
    elif effect == codes.PAY_EACH:
        g.phase = codes.PHASE_PAY_EACH
    elif effect == codes.COLLECT_FROM_EACH:
        g.phase = codes.PHASE_COLLECT_FROM_EACH
    elif effect == codes.CARD_TO_JAIL:
        g.phase = codes.PHASE_TO_JAIL
    elif effect != codes.GET_OUT_OF_JAIL_FREE:
        g.phase = codes.PHASE_FINE_OR_CHANCE


@rule("cards.move-effective", "cards.move-back", "cards.nearest-railroad", "rent.utility-by-card")
def follow_move(g: State, e: Edition, effect: int) -> None:
    """Cards that move the token: forward to a square or to the nearest of a kind, or back."""
    square = g.square[g.on_turn]
    target = e.card_target[g.deck * codes.DECK + g.card]
    g.arrived = codes.BY_CARD
    if effect == codes.ADVANCE_TO:
        g.steps = forward(square, target)
    elif effect == codes.RETREAT_TO:
        g.steps = -forward(target, square)
    elif effect == codes.BACK_3:
        g.steps = -3
    elif effect == codes.NEAREST_RAILROAD_DOUBLE:
        g.arrived = codes.BY_RAILROAD_CARD
        g.steps = steps_to_nearest(e, square, codes.RAILROAD)
    else:
        g.arrived = codes.BY_UTILITY_CARD
        g.steps = steps_to_nearest(e, square, codes.UTILITY)
    g.phase = codes.PHASE_MOVE


@rule("cards.move-effective")
def forward(start: int, target: int) -> int:
    """Squares forward from one square to another; a whole round if they are the same."""
    steps = (target - start) % codes.SQUARES
    return steps if steps > 0 else codes.SQUARES


@rule("cards.nearest-railroad", "rent.utility-by-card")
def steps_to_nearest(e: Edition, square: int, kind: int) -> int:
    """Squares forward to the next property of the kind."""
    for steps in range(1, codes.SQUARES):
        if e.square_kind[(square + steps) % codes.SQUARES] == kind:
            return steps
    return codes.SQUARES


@rule("cards.repairs")
def repairs(g: State, e: Edition) -> int:
    """So much per house and per hotel owned."""
    card = g.deck * codes.DECK + g.card
    total = 0
    for d in range(codes.DEEDS):
        if g.owner[d] == g.on_turn:
            if g.level[d] == codes.HOTEL:
                total += e.card_per_hotel[card]
            else:
                total += g.level[d] * e.card_per_house[card]
    return total


@rule("cards.each-player", "bankrupt.several", "bankrupt.collect")
def settle_with_next(g: State, e: Edition, log: Log) -> None:
    """One debt per pair, from the drawer's left; each is settled, bankruptcy included, before the next arises."""
    drawer = g.on_turn
    amount = e.card_amount[g.deck * codes.DECK + g.card]
    while g.cursor < g.players - 1:
        g.cursor += 1
        other = (drawer + g.cursor) % g.players
        if g.out[other] == 0:
            if g.phase == codes.PHASE_PAY_EACH:
                owe(g, log, drawer, other, amount, ids.CARDS_EACH_PLAYER)
            else:
                owe(g, log, other, drawer, amount, ids.CARDS_EACH_PLAYER)
            return
    g.cursor = 0
    g.phase = codes.PHASE_SQUARE_DONE


@rule("cards.fine-or-chance")
def can_choose(g: State, player: int) -> int:
    """The drawer chooses between the fine and a Chance card."""
    return not_now(g, player, codes.PHASE_FINE_OR_CHANCE, ids.CARDS_FINE_OR_CHANCE)


@rule("cards.fine-or-chance")
def pay_card_fine(g: State, e: Edition, log: Log) -> None:
    """Pay the fine."""
    g.phase = codes.PHASE_SQUARE_DONE
    owe(g, log, g.on_turn, till(e), e.card_amount[g.deck * codes.DECK + g.card], ids.CARDS_FINE_OR_CHANCE)


@rule("cards.fine-or-chance")
def take_chance(g: State) -> None:
    """Draw a Chance card, which acts from the square one stands on."""
    g.deck = codes.CHANCE_DECK
    g.phase = codes.PHASE_DRAW
