"""The one dispatcher: it plays an action, then runs what follows by itself until somebody must choose."""

from passgo.machine.decorators import entry, part, rule
from passgo.rules import (
    auction,
    bankruptcy,
    buildings,
    cards,
    deals,
    debt,
    ids,
    jail,
    mortgage,
    movement,
    purchases,
    rent,
    short_game,
    shortage,
    speed_die,
    tax,
    turn,
)
from passgo.rules import setup as setting_up
from passgo.rules.codes import (
    ACCEPT,
    BID,
    BUILD,
    BUY,
    CARD,
    CHANCE,
    CHOOSE_SQUARE,
    CHOOSE_STEPS,
    CLAIM_RENT,
    DECLINE,
    DEED,
    DICE,
    END_TURN,
    GO_BANKRUPT,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MATTER_AUCTION,
    MATTER_DEBT,
    MATTER_KEEP_OR_LIFT,
    MATTER_SHORTAGE,
    MORTGAGE,
    NOBODY,
    OFFER_REFUSED,
    OFFER_SETTLEMENT,
    OFFER_WITHDRAWN,
    PASS_BUILDING,
    PAY_CARD_FINE,
    PAY_FINE,
    PAY_FLAT_TAX,
    PAY_WORTH_TAX,
    PHASE_BEGIN_TURN,
    PHASE_CARD,
    PHASE_CHARGE_RENT,
    PHASE_COLLECT_FROM_EACH,
    PHASE_GAME_OVER,
    PHASE_LAND,
    PHASE_MOVE,
    PHASE_NEXT_TURN,
    PHASE_PAID_FINE,
    PHASE_PAY_EACH,
    PHASE_RENT,
    PHASE_SQUARE_DONE,
    PHASE_TAX,
    PHASE_THROW,
    PHASE_THROW_FOR_RENT,
    PHASE_TO_JAIL,
    PLACE_BUILDING,
    REFUSE,
    SELL_BUILDING,
    SELL_HOTELS,
    TAKE_CHANCE,
    THROW,
    USE_CARD,
    WANT_BUILDING,
    WITHDRAW,
    WITHDRAW_OFFER,
)
from passgo.rules.legal import refusal
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.turns import chance_to_act, is_anything_kept, may_take_effect


@part
def play_chance(g: State, e: Edition, log: Log, a: Action) -> None:
    """Dice, a card, a dealt deed, or the hour."""
    if a.kind == DICE:
        dice_fall(g, e, log, a)
    elif a.kind == CARD:
        cards.draw(g, e, log, a)
    elif a.kind == DEED:
        setting_up.deal_deed(g, e, log, a)
    else:
        short_game.strike(g, log)


@part
def dice_fall(g: State, e: Edition, log: Log, a: Action) -> None:
    """Dice move, or free from Jail, or measure rent, or find who starts."""
    if g.phase == PHASE_THROW:
        turn.fall(g, log, a)
        if g.jail[g.on_turn] > 0:
            jail.throw_in_jail(g, e, log)
        else:
            turn.count_doubles(g)
            if g.phase == PHASE_MOVE and g.dice[2] > 0:
                speed_die.read_die(g, e)
    elif g.phase == PHASE_THROW_FOR_RENT:
        rent.fall_for_rent(g, log, a)
    else:
        setting_up.fall_for_first(g, log, a)


@part
def play_in_turn(g: State, e: Edition, log: Log, a: Action) -> None:
    """Actions of the turn, of an auction, and rent claims."""
    kind = a.kind
    if kind == THROW:
        if g.throws == 0:
            rent.age_claims(g, log)
        turn.throw(g, a.player)
    elif kind == PAY_FINE:
        jail.pay_fine(g, e, log, a.player)
    elif kind == USE_CARD:
        jail.use_card(g, e, log, a)
    elif kind == CHOOSE_STEPS:
        speed_die.choose_steps(g, a)
    elif kind == CHOOSE_SQUARE:
        speed_die.choose_square(g, a)
    elif kind == BUY:
        purchases.buy(g, e, log, a.player)
    elif kind == DECLINE:
        purchases.decline(g, e, log, a.player)
    elif kind == BID:
        auction.bid(g, log, a)
    elif kind == WITHDRAW:
        auction.withdraw(g, log, a.player)
    elif kind == CLAIM_RENT:
        rent.claim(g, log, a)
    elif kind == PAY_FLAT_TAX or kind == PAY_WORTH_TAX:
        tax.choose_tax(g, e, log, a)
    elif kind == PAY_CARD_FINE:
        cards.pay_card_fine(g, e, log)
    else:
        cards.take_chance(g)


@part
def play_at_any_time(g: State, e: Edition, log: Log, a: Action) -> None:
    """Building, mortgages, deals, shortages, leaving, and passing the dice."""
    kind = a.kind
    if kind == END_TURN:
        turn.end_turn(g, log, a.player)
    elif kind == BUILD:
        buildings.build(g, e, log, a)
    elif kind == SELL_BUILDING:
        buildings.sell(g, e, log, a)
    elif kind == SELL_HOTELS:
        buildings.sell_hotels(g, e, log, a)
    elif kind == MORTGAGE:
        mortgage.mortgage(g, e, log, a)
    elif kind == LIFT_MORTGAGE:
        mortgage.lift(g, e, log, a)
    elif kind == KEEP_MORTGAGE:
        mortgage.keep(g, e, log, a)
    elif kind <= OFFER_SETTLEMENT:
        deals.offer(g, log, a)
    elif kind == WITHDRAW_OFFER:
        deals.drop_offer(g, log, a.player, OFFER_WITHDRAWN, ids.DEAL_OFFERS)
    elif kind == ACCEPT:
        deals.accept(g, e, log, a)
    elif kind == REFUSE:
        deals.drop_offer(g, log, a.other, OFFER_REFUSED, ids.DEAL_OFFERS)
    elif kind == WANT_BUILDING:
        shortage.want(g, log, a.player)
    elif kind == PASS_BUILDING:
        shortage.pass_over(g, log, a.player)
    elif kind == PLACE_BUILDING:
        shortage.place(g, e, log, a)
    elif kind == GO_BANKRUPT:
        debt.give_up(g)
    else:
        bankruptcy.resign(g, log, a.player)


@part
def settle(g: State, e: Edition, log: Log) -> bool:
    """Let the matter on top go on by itself. Did anything happen?"""
    kind = g.matter_kind[g.matters - 1]
    if kind == MATTER_DEBT:
        return debt.settle_debt(g, log)
    if kind == MATTER_AUCTION:
        return auction.knock_down(g, e, log)
    if kind == MATTER_KEEP_OR_LIFT:
        return mortgage.settle_choice(g)
    if kind == MATTER_SHORTAGE:
        return shortage.settle_shortage(g, e, log)
    bankruptcy.auction_estate(g, e, log)
    return True


@part
def advance(g: State, e: Edition, log: Log) -> bool:
    """Let the turn go on by itself. Did anything happen?"""
    phase = g.phase
    if short_game.is_completed(g):
        for p in range(g.players):
            rent.lapse_claims_of(g, log, p)
        short_game.count_worth(g, e, log)
    elif phase == PHASE_MOVE:
        movement.move(g, e, log)
    elif phase == PHASE_LAND:
        movement.land(g, e, log)
    elif phase == PHASE_SQUARE_DONE:
        if g.mr_m == 1:
            speed_die.advance_mr_m(g, e)
        else:
            turn.square_done(g)
    elif phase == PHASE_RENT:
        rent.measure(g, e)
    elif phase == PHASE_CHARGE_RENT:
        rent.charge(g, e, log)
    elif phase == PHASE_CARD:
        cards.follow(g, e, log)
    elif phase == PHASE_NEXT_TURN:
        if is_anything_kept(g):
            return False  # who resigned leaves before the dice pass
        turn.next_turn(g)
        if short_game.rounds_are_over(g, e):
            short_game.strike(g, log)
    elif phase == PHASE_BEGIN_TURN:
        turn.begin_turn(g, log)
    elif phase == PHASE_TAX:
        tax.land_on_tax(g, e, log)
    elif phase == PHASE_TO_JAIL:
        jail.go_to_jail(g, e, log)
    elif phase == PHASE_PAID_FINE:
        jail.move_after_fine(g, log)
    elif phase == PHASE_PAY_EACH or phase == PHASE_COLLECT_FROM_EACH:
        cards.settle_with_next(g, e, log)
    else:
        return False
    return True


@part
def player_leaves(g: State, e: Edition, log: Log, player: int) -> None:
    """A player leaves, and so do the rent claims by and on that player."""
    bankruptcy.leave(g, e, log, player)
    rent.lapse_claims_of(g, log, player)


@rule("auction.meanwhile", "bankrupt.resign")
def keep_word(g: State, e: Edition, log: Log) -> bool:
    """Let what was said first take effect, a rent claim or a resignation. Is anything else still kept?"""
    claimed, leaver = rent.first_kept(g), bankruptcy.first_resigned(g)
    if claimed != NOBODY and (leaver == NOBODY or g.claim_said[claimed] < g.resigning[leaver]):
        rent.collect(g, log, claimed)
    else:
        player_leaves(g, e, log, leaver)
    return is_anything_kept(g)


@part
def run(g: State, e: Edition, log: Log, by_chance: bool) -> None:
    """Matters first, then what was said during them, then the turn, until a player or chance must act.

    Whoever resigned while chance was to act stays until what chance did has led to the next decision.
    """
    kept = is_anything_kept(g)
    while g.phase != PHASE_GAME_OVER:
        if g.matters > 0:
            if settle(g, e, log):
                continue
            debtor = bankruptcy.debtor_leaving(g)
            if debtor == NOBODY:
                break
            player_leaves(g, e, log, debtor)
            kept = is_anything_kept(g)
        elif kept and not by_chance and may_take_effect(g):
            kept = keep_word(g, e, log)
        elif not advance(g, e, log):
            if not kept or chance_to_act(g):
                break
            by_chance = False
    if g.offers_made > 0:
        deals.lapse_offers(g, e, log)


@entry
def step(games: Games, i: int, editions: Editions, e: int, logs: Logs, k: int, actions: Actions, j: int) -> int:
    """Play action j in game i: LAWFUL, or the rule that refuses it, with not a byte changed."""
    g = games[i]
    ed = editions[e]
    log = logs[k]
    a = actions[j]
    log.count = 0
    refused = refusal(g, ed, a)
    if refused != ids.LAWFUL:
        return refused
    if a.kind >= DICE:
        play_chance(g, ed, log, a)
    elif a.kind <= TAKE_CHANCE:
        play_in_turn(g, ed, log, a)
    else:
        play_at_any_time(g, ed, log, a)
    run(g, ed, log, a.player == CHANCE)
    return ids.LAWFUL


@entry
def setup(games: Games, i: int, editions: Editions, e: int, logs: Logs, k: int, players: int) -> int:
    """Begin a game in a zeroed record: LAWFUL, or the rule that refuses so many players."""
    logs[k].count = 0
    refused = setting_up.can_begin(editions[e], players)
    if refused == ids.LAWFUL:
        setting_up.begin(games[i], editions[e], logs[k], players)
        if games[i].phase == PHASE_BEGIN_TURN:  # nobody throws for the first turn
            turn.begin_turn(games[i], logs[k])
    return refused
