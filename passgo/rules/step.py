"""The one dispatcher: it plays an action, then runs what follows by itself until somebody must choose."""

from passgo.machine.decorators import entry, inner, part, rare, rule
from passgo.rules import (
    auction,
    bankruptcy,
    buildings,
    cards,
    codes,
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
from passgo.rules.bank import clear
from passgo.rules.legal import refusal
from passgo.rules.sets import has
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.turns import chance_to_act, is_anything_kept, is_at_rest, may_take_effect

ARRIVING = sum(
    1 << phase
    for phase in (
        codes.PHASE_MOVE, codes.PHASE_LAND, codes.PHASE_RENT, codes.PHASE_CHARGE_RENT, codes.PHASE_SQUARE_DONE,
    )
)  # fmt: skip
"""The phases from a throw to the end of what its square does, as a set."""


@part
def play_chance(g: State, e: Edition, log: Log, a: Action) -> None:
    """Dice, a card, a dealt deed, or the hour."""
    if a.kind == codes.DICE:
        dice_fall(g, e, log, a)
    elif a.kind == codes.CARD:
        cards.draw(g, e, log, a)
    elif a.kind == codes.DEED:
        setting_up.deal_deed(g, e, log, a)
    else:
        short_game.strike(g, log)


@part
def dice_fall(g: State, e: Edition, log: Log, a: Action) -> None:
    """Dice move the token to where it arrives, or free from Jail, or measure rent, or find who starts."""
    if g.phase == codes.PHASE_THROW:
        turn.fall(g, log, a)
        if g.jail[g.on_turn] > 0:
            jail.throw_in_jail(g, e, log)
        else:
            turn.count_doubles(g)
            if g.phase == codes.PHASE_MOVE and g.dice[2] > 0:
                speed_die.read_die(g, e)
        arrive(g, e, log)
    elif g.phase == codes.PHASE_THROW_FOR_RENT:
        rent.fall_for_rent(g, log, a)
    else:
        setting_up.fall_for_first(g, log, a)


@part
def play_in_turn(g: State, e: Edition, log: Log, a: Action) -> None:
    """Actions of the turn, of an auction, and rent claims."""
    kind = a.kind
    if kind == codes.THROW:
        if g.throws == 0:
            rent.age_claims(g, log)
        turn.throw(g, a.player)
    elif kind == codes.PAY_FINE:
        jail.pay_fine(g, e, log, a.player)
    elif kind == codes.USE_CARD:
        jail.use_card(g, e, log, a)
    elif kind == codes.CHOOSE_STEPS:
        speed_die.choose_steps(g, a)
    elif kind == codes.CHOOSE_SQUARE:
        speed_die.choose_square(g, a)
    elif kind == codes.BUY:
        purchases.buy(g, e, log, a.player)
    elif kind == codes.DECLINE:
        purchases.decline(g, e, log, a.player)
    elif kind == codes.BID:
        auction.bid(g, log, a)
    elif kind == codes.WITHDRAW:
        auction.withdraw(g, log, a.player)
    elif kind == codes.CLAIM_RENT:
        rent.claim(g, log, a)
    elif kind == codes.PAY_FLAT_TAX or kind == codes.PAY_WORTH_TAX:
        tax.choose_tax(g, e, log, a)
    elif kind == codes.PAY_CARD_FINE:
        cards.pay_card_fine(g, e, log)
    else:
        cards.take_chance(g)


@part
def play_at_any_time(g: State, e: Edition, log: Log, a: Action) -> None:
    """Building, mortgages, deals, shortages, leaving, and passing the dice."""
    kind = a.kind
    if kind == codes.END_TURN:
        turn.end_turn(g, log, a.player)
        pass_dice(g, e, log)
    elif kind == codes.BUILD:
        buildings.build(g, e, log, a)
    elif kind == codes.SELL_BUILDING:
        buildings.sell(g, e, log, a)
    elif kind == codes.SELL_HOTELS:
        buildings.sell_hotels(g, e, log, a)
    elif kind == codes.MORTGAGE:
        mortgage.mortgage(g, e, log, a)
    elif kind == codes.LIFT_MORTGAGE:
        mortgage.lift(g, e, log, a)
    elif kind == codes.KEEP_MORTGAGE:
        mortgage.keep(g, e, log, a)
    elif kind <= codes.OFFER_SETTLEMENT:
        deals.offer(g, log, a)
    elif kind == codes.WITHDRAW_OFFER:
        deals.drop_offer(g, log, a.player, codes.OFFER_WITHDRAWN, ids.DEAL_OFFERS)
    elif kind == codes.ACCEPT:
        deals.accept(g, e, log, a)
    elif kind == codes.REFUSE:
        deals.drop_offer(g, log, a.other, codes.OFFER_REFUSED, ids.DEAL_OFFERS)
    elif kind == codes.WANT_BUILDING:
        shortage.want(g, log, a.player)
    elif kind == codes.PASS_BUILDING:
        shortage.pass_over(g, log, a.player)
    elif kind == codes.PLACE_BUILDING:
        shortage.place(g, e, log, a)
    elif kind == codes.GO_BANKRUPT:
        debt.give_up(g)
    else:
        bankruptcy.resign(g, log, a.player)


@part
def settle(g: State, e: Edition, log: Log) -> bool:
    """Let the matter on top go on by itself. Did anything happen?"""
    kind = g.matter_kind[g.matters - 1]
    if kind == codes.MATTER_DEBT:
        return debt.settle_debt(g, log)
    if kind == codes.MATTER_AUCTION:
        return auction.knock_down(g, e, log)
    return settle_seldom(g, e, log, kind)


@rare
def settle_seldom(g: State, e: Edition, log: Log, kind: int) -> bool:
    """The same, of the kinds of matter that are seldom open."""
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return mortgage.settle_choice(g)
    if kind == codes.MATTER_SHORTAGE:
        return shortage.settle_shortage(g, e, log)
    bankruptcy.auction_estate(g, e, log)
    return True


@part
def arrive(g: State, e: Edition, log: Log) -> None:
    """Move, land, pay rent, and be done with the square: nothing can come between these but a debt."""
    if g.phase == codes.PHASE_MOVE:
        movement.move(g, e, log)
    if g.phase == codes.PHASE_LAND:
        movement.land(g, e, log)
    if g.phase == codes.PHASE_RENT:
        rent.measure(g, e)
    if g.phase == codes.PHASE_CHARGE_RENT:
        rent.charge(g, e, log)
    if g.phase == codes.PHASE_SQUARE_DONE and g.matters == 0:
        if g.mr_m == 1:
            speed_die.advance_mr_m(g, e)
        else:
            turn.square_done(g)


@part
def pass_dice(g: State, e: Edition, log: Log) -> bool:
    """The next turn begins at once, unless these were the last rounds of a short game. Did the dice pass?"""
    if is_anything_kept(g):
        return False  # who resigned leaves before
    turn.next_turn(g)
    if short_game.rounds_are_over(g, e):
        short_game.strike(g, log)
    if g.hour_struck == 0:
        turn.begin_turn(g, log)
    return True


@part
def advance(g: State, e: Edition, log: Log) -> bool:
    """Let the turn go on by itself: move, land, pay rent, and whatever else follows. Did anything happen?"""
    if has(ARRIVING, g.phase):
        arrive(g, e, log)
        return True
    return pass_dice(g, e, log) if g.phase == codes.PHASE_NEXT_TURN else advance_seldom(g, e, log)


@rare
def advance_seldom(g: State, e: Edition, log: Log) -> bool:
    """The same, of what is not in every turn: cards, taxes, Jail, the hour."""
    phase = g.phase
    if phase == codes.PHASE_CARD:
        cards.follow(g, e, log)
    elif phase == codes.PHASE_TAX:
        tax.land_on_tax(g, e, log)
    elif phase == codes.PHASE_TO_JAIL:
        jail.go_to_jail(g, e, log)
    elif phase == codes.PHASE_PAID_FINE:
        jail.move_after_fine(g, log)
    elif phase == codes.PHASE_PAY_EACH or phase == codes.PHASE_COLLECT_FROM_EACH:
        cards.settle_with_next(g, e, log)
    elif g.hour_struck == 1 and short_game.is_completed(g):
        for p in range(g.players):
            rent.lapse_claims_of(g, log, p)
        short_game.count_worth(g, e, log)
    elif phase == codes.PHASE_BEGIN_TURN:
        turn.begin_turn(g, log)
    else:
        return False
    return True


@rare
def player_leaves(g: State, e: Edition, log: Log, player: int) -> None:
    """A player leaves, and so do the rent claims by and on that player."""
    bankruptcy.leave(g, e, log, player)
    rent.lapse_claims_of(g, log, player)


@rare
@rule("auction.meanwhile", "bankrupt.resign")
def keep_word(g: State, e: Edition, log: Log) -> bool:
    """Let what was said first take effect, a rent claim or a resignation, if it may now. Did anything happen?"""
    if not may_take_effect(g):
        return False
    claimed, leaver = rent.first_kept(g), bankruptcy.first_resigned(g)
    if claimed != codes.NOBODY and (leaver == codes.NOBODY or g.claim_said[claimed] < g.resigning[leaver]):
        rent.collect(g, log, claimed)
    else:
        player_leaves(g, e, log, leaver)
    return True


@rare
def run(g: State, e: Edition, log: Log, by_chance: bool) -> None:
    """Matters first, then what was said during them, then the turn, until a player or chance must act.

    Whoever resigned while chance was to act stays until what chance did has led to the next decision.
    """
    kept = is_anything_kept(g)
    while kept or not is_at_rest(g):
        if g.matters > 0:
            if settle(g, e, log):
                continue
            debtor = bankruptcy.debtor_leaving(g)
            if debtor == codes.NOBODY:
                break
            player_leaves(g, e, log, debtor)
            kept = is_anything_kept(g)
        elif kept and not by_chance and keep_word(g, e, log):
            kept = is_anything_kept(g)
        elif not advance(g, e, log):
            if not kept or chance_to_act(g):
                break
            by_chance = False


@inner(within="step")
def play(g: State, e: Edition, log: Log, a: Action) -> int:
    """Play an action: LAWFUL, or the rule that refuses it, with not a byte changed."""
    clear(log)
    refused = refusal(g, e, a)
    if refused != ids.LAWFUL:
        return refused
    if a.kind >= codes.DICE:
        play_chance(g, e, log, a)
    elif a.kind <= codes.TAKE_CHANCE:
        play_in_turn(g, e, log, a)
    else:
        play_at_any_time(g, e, log, a)
    if is_anything_kept(g) or not is_at_rest(g):
        run(g, e, log, a.player == codes.CHANCE)
    if deals.is_any_open(g):
        deals.lapse_offers(g, e, log)
    return ids.LAWFUL


@entry
def step(games: Games, i: int, editions: Editions, e: int, logs: Logs, k: int, actions: Actions, j: int) -> int:
    """Play action j in game i: LAWFUL, or the rule that refuses it, with not a byte changed."""
    return play(games[i], editions[e], logs[k], actions[j])


@entry
def setup(games: Games, i: int, editions: Editions, e: int, logs: Logs, k: int, players: int) -> int:
    """Begin a game in a zeroed record: LAWFUL, or the rule that refuses so many players."""
    clear(logs[k])
    refused = setting_up.can_begin(editions[e], players)
    if refused == ids.LAWFUL:
        setting_up.begin(games[i], editions[e], logs[k], players)
        if games[i].phase == codes.PHASE_BEGIN_TURN:  # nobody throws for the first turn
            turn.begin_turn(games[i], logs[k])
    return refused
