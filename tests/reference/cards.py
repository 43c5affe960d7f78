"""Section 5: Chance and Community Chest."""

from tests.reference.contract import BANK, CHANCE_DECK, HOTEL, Action, Arrived, Phase
from tests.reference.debts import charge
from tests.reference.moving import against_in_turn
from tests.reference.table import Objections, Table


def against_turning_up(table: Table, action: Action) -> Objections:
    if table.matters or table.phase != Phase.DRAW or action.card not in table.decks[table.deck].possible():
        yield "cards.draw"


def turn_up(table: Table, action: Action) -> None:
    """cards.draw: the top card, which goes to the bottom unless it is kept (cards.jail-free-kept)."""
    deck = table.decks[table.deck]
    table.card = action.card
    deck.take(table.card)
    table.tell(
        "CARD_DRAWN", "cards.draw", player=table.on_turn, other=deck.number, square=table.mover.square, card=table.card
    )
    if deck.faces[table.card].effect == "get_out_of_jail_free":
        deck.holder = table.on_turn
    else:
        table.return_card(deck, table.card, table.on_turn, "cards.draw")
    table.phase = Phase.CARD


def follow(table: Table) -> None:
    """What the card says."""
    face = table.decks[table.deck].faces[table.card]
    seat, here = table.on_turn, table.mover.square
    table.phase = Phase.SQUARE_DONE
    if face.effect == "advance_to":
        go(table, (face.target - here) % 40, Arrived.BY_CARD)
    elif face.effect == "retreat_to":  # cards.move-back
        go(table, -((here - face.target) % 40), Arrived.BY_CARD)
    elif face.effect == "back_3":
        go(table, -3, Arrived.BY_CARD)
    elif face.effect == "nearest_railroad_double":
        go(table, steps_to_nearest(table, "railroad"), Arrived.BY_RAILROAD_CARD)
    elif face.effect == "nearest_utility_10x":
        go(table, steps_to_nearest(table, "utility"), Arrived.BY_UTILITY_CARD)
    elif face.effect == "collect":
        table.pay(BANK, seat, face.amount, "cards.draw")
    elif face.effect == "pay":
        charge(table, seat, table.till(), face.amount, "cards.draw")
    elif face.effect == "repairs":  # cards.repairs
        mine = table.deeds_of(seat)
        houses = sum(d.level for d in mine if d.level < HOTEL)
        hotels = sum(1 for d in mine if d.level == HOTEL)
        charge(table, seat, table.till(), houses * face.per_house + hotels * face.per_hotel, "cards.repairs")
    elif face.effect == "go_to_jail":
        table.phase, table.jail_rule = Phase.TO_JAIL, "jail.sent"
    elif face.effect == "pay_each":
        table.phase, table.cursor = Phase.PAY_EACH, 0
    elif face.effect == "collect_from_each":
        table.phase, table.cursor = Phase.COLLECT_FROM_EACH, 0
    elif face.effect == "pay_or_draw_chance":
        table.phase = Phase.FINE_OR_CHANCE


def go(table: Table, steps: int, how: Arrived) -> None:
    """cards.move-effective forward, cards.move-back backward."""
    table.steps, table.arrived, table.phase = steps, how, Phase.MOVE
    table.move_rule = "cards.move-back" if steps < 0 else "cards.move-effective"


def steps_to_nearest(table: Table, kind: str) -> int:
    here = table.mover.square
    return next(n for n in range(1, 41) if table.printed.squares[(here + n) % 40].kind == kind)


def each_player(table: Table) -> None:
    """cards.each-player: one debt per pair, from the drawer's left; bankrupt.collect: each is completed first."""
    drawer, count = table.on_turn, len(table.players)
    table.cursor += 1
    if table.cursor >= count:
        table.cursor = 0
        table.phase = Phase.SQUARE_DONE
        return
    other = (drawer + table.cursor) % count
    if not table.is_in(other):
        return
    amount = table.decks[table.deck].faces[table.card].amount
    if table.phase == Phase.PAY_EACH:
        charge(table, drawer, other, amount, "cards.each-player")
    else:
        charge(table, other, drawer, amount, "cards.each-player")


def against_choice(table: Table, action: Action) -> Objections:
    return against_in_turn(table, action, Phase.FINE_OR_CHANCE, "cards.fine-or-chance")


def pay_card_fine(table: Table, action: Action) -> None:
    """cards.fine-or-chance: the fine."""
    face = table.decks[table.deck].faces[table.card]
    table.phase = Phase.SQUARE_DONE
    charge(table, table.on_turn, table.till(), face.amount, "cards.fine-or-chance")


def take_chance(table: Table, action: Action) -> None:
    """cards.fine-or-chance: a Chance card, which acts from the square one stands on."""
    table.deck = CHANCE_DECK
    table.phase = Phase.DRAW
