"""What is lawful: one question for any action, and from it the list of everything a player may do."""

from passgo.machine.decorators import entry, part
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
    purchases,
    rent,
    setup,
    short_game,
    shortage,
    speed_die,
    tax,
    turn,
)
from passgo.rules.chance import blank, chance_outcomes
from passgo.rules.codes import (
    ACCEPT,
    ACTIONS,
    BID,
    BUILD,
    BUY,
    CARD,
    CHANCE,
    CHOOSE_SQUARE,
    CHOOSE_STEPS,
    CLAIM_RENT,
    CLOCK,
    DECLINE,
    DEEDS,
    DICE,
    END_TURN,
    GO_BANKRUPT,
    KEEP_MORTGAGE,
    LIFT_MORTGAGE,
    MATTER_AUCTION,
    MORTGAGE,
    OFFER,
    OFFER_SETTLEMENT,
    PASS_BUILDING,
    PAY_FINE,
    PAY_FLAT_TAX,
    PAY_WORTH_TAX,
    PHASE_CHOOSE_BUS,
    PHASE_CHOOSE_SQUARE,
    PHASE_GAME_OVER,
    PLACE_BUILDING,
    PLAYERS,
    REFUSE,
    SELL_BUILDING,
    SELL_HOTELS,
    SQUARES,
    STRIKE_HOUR,
    TAKE_CHANCE,
    THROW,
    USE_CARD,
    WANT_BUILDING,
    WITHDRAW,
    WITHDRAW_OFFER,
)
from passgo.rules.deeds import free_cash
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import top_matter


@part
def refusal(g: State, e: Edition, a: Action) -> int:
    """The rule that forbids the action now, or LAWFUL."""
    kind = a.kind
    if g.phase == PHASE_GAME_OVER:
        return ids.SHORT_END if g.hour_struck == 1 else ids.BANKRUPT_LAST_WINS
    if kind >= DICE:
        return refusal_of_chance(g, e, a)
    if not (0 <= a.player < g.players and 0 <= a.square < SQUARES and kind >= 0):
        return no_such_action(g, a)
    if g.out[a.player] == 1:
        return ids.BANKRUPT_LAST_WINS
    if kind <= TAKE_CHANCE:
        return refusal_in_turn(g, e, a)
    return refusal_at_any_time(g, e, a)


@part
def no_such_action(g: State, a: Action) -> int:
    """The rule that knows no such kind of action, no such seat, or no such square for the kind."""
    kind = a.kind
    if kind < 0:
        return ids.TABLE_NO_HOUSE_RULES
    if not 0 <= a.player < g.players:
        return ids.SETUP_PLAYERS
    if kind == BUILD or kind == PLACE_BUILDING:
        return ids.BUILD_GROUP
    if kind == SELL_BUILDING or kind == SELL_HOTELS:
        return ids.BUILD_SELL_HALF
    if MORTGAGE <= kind <= KEEP_MORTGAGE:
        return ids.MORTGAGE_DEEDS_ONLY
    if kind == CHOOSE_SQUARE:
        return ids.SPEED_TRIPLE
    return ids.RENT_CLAIM_WINDOW if kind == CLAIM_RENT else ids.TABLE_NO_HOUSE_RULES


@part
def refusal_of_chance(g: State, e: Edition, a: Action) -> int:
    """Dice, cards and dealt deeds come from chance alone, the hour from the clock; there are no further kinds."""
    if a.kind > STRIKE_HOUR:
        return ids.TABLE_NO_HOUSE_RULES
    if a.kind == STRIKE_HOUR:
        return short_game.can_strike(g, e) if a.player == CLOCK else ids.SHORT_END
    if a.player != CHANCE or not 0 <= a.square < SQUARES:
        return ids.TABLE_DECKS_HIDDEN
    if a.kind == DICE:
        return turn.can_fall(g, e, a)
    if a.kind == CARD:
        return cards.can_draw(g, a)
    return setup.can_deal_deed(g, e, a)


@part
def refusal_in_turn(g: State, e: Edition, a: Action) -> int:
    """Actions of the turn, of an auction, and rent claims."""
    kind = a.kind
    if kind == THROW:
        return turn.can_throw(g, a.player)
    if kind == PAY_FINE:
        return jail.can_pay_fine(g, e, a.player)
    if kind == USE_CARD:
        return jail.can_use_card(g, a)
    if kind == CHOOSE_STEPS:
        return speed_die.can_choose_steps(g, a)
    if kind == CHOOSE_SQUARE:
        return speed_die.can_choose_square(g, a)
    if kind == BUY:
        return purchases.can_buy(g, e, a.player)
    if kind == DECLINE:
        return purchases.can_decline(g, a.player)
    if kind == BID:
        return auction.can_bid(g, e, a)
    if kind == WITHDRAW:
        return auction.can_call(g, a.player)
    if kind == CLAIM_RENT:
        return rent.can_claim(g, e, a)
    if kind == PAY_FLAT_TAX or kind == PAY_WORTH_TAX:
        return tax.can_choose_tax(g, a.player)
    return cards.can_choose(g, a.player)


@part
def refusal_at_any_time(g: State, e: Edition, a: Action) -> int:
    """Building, mortgages, deals, shortages, leaving, and passing the dice."""
    kind = a.kind
    if kind == END_TURN:
        return turn.can_end_turn(g, a.player)
    if kind == BUILD:
        return buildings.can_build(g, e, a)
    if kind == SELL_BUILDING:
        return buildings.can_sell(g, e, a)
    if kind == SELL_HOTELS:
        return buildings.can_sell_hotels(g, e, a)
    if kind == MORTGAGE:
        return mortgage.can_mortgage(g, e, a)
    if kind == LIFT_MORTGAGE:
        return mortgage.can_lift(g, e, a)
    if kind == KEEP_MORTGAGE:
        return mortgage.can_keep(g, e, a)
    if kind <= OFFER_SETTLEMENT:
        return deals.can_offer(g, e, a)
    if kind == WITHDRAW_OFFER:
        return deals.can_withdraw_offer(g, a.player)
    if kind == ACCEPT:
        return deals.can_accept(g, e, a)
    if kind == REFUSE:
        return deals.can_answer_offer(g, a.player, a.other)
    if kind == WANT_BUILDING:
        return shortage.can_answer(g, a.player)
    if kind == PASS_BUILDING:
        return shortage.can_pass(g, a.player)
    if kind == PLACE_BUILDING:
        return shortage.can_place(g, e, a)
    if kind == GO_BANKRUPT:
        return debt.can_go_bankrupt(g, e, a.player)
    return bankruptcy.can_resign(g, a.player)


@entry
def allowed(games: Games, i: int, editions: Editions, e: int, actions: Actions, j: int) -> int:
    """The rule that forbids action j in game i, or LAWFUL; nothing is played."""
    return refusal(games[i], editions[e], actions[j])


@part
def candidates(g: State, kind: int) -> int:
    """How many actions of a kind could be lawful at all; each is then asked about by itself."""
    if BUILD <= kind <= KEEP_MORTGAGE or kind == PLACE_BUILDING:
        return DEEDS
    if OFFER <= kind <= OFFER_SETTLEMENT or kind == ACCEPT or kind == REFUSE:
        return PLAYERS
    if kind == CHOOSE_SQUARE:
        return SQUARES if g.phase == PHASE_CHOOSE_SQUARE else 0
    if kind == CLAIM_RENT:
        return g.claims
    if kind == CHOOSE_STEPS:
        return 3 if g.phase == PHASE_CHOOSE_BUS else 0
    return 2 if kind == USE_CARD else 1


@part
def propose(g: State, e: Edition, a: Action, player: int, n: int) -> bool:
    """Make candidate n of the action's kind; is it worth asking about?"""
    kind = a.kind
    if BUILD <= kind <= KEEP_MORTGAGE or kind == PLACE_BUILDING:
        a.square = e.square_of[n]
        return g.owner[n] == player
    if OFFER <= kind <= REFUSE:
        a.other = n
    elif kind == CHOOSE_SQUARE:
        a.square = n
    elif kind == CLAIM_RENT:
        a.other = g.claim_lander[n]
        a.square = g.claim_square[n]
        return rent.find_claim(g, player, a.other, a.square) == n
    elif kind == CHOOSE_STEPS:
        a.amount = g.dice[n] if n < 2 else g.dice[0] + g.dice[1]
        return n != 1 or g.dice[0] != g.dice[1]
    elif kind == USE_CARD:
        a.card = n
    elif kind == BID and top_matter(g) == MATTER_AUCTION:
        a.amount = auction.lowest_bid(g, e)
        a.most = free_cash(g, e, player)
    return True


@part
def is_listed(g: State, e: Edition, a: Action) -> bool:
    """Does the action belong in the list? Offers are listed empty, one for each partner."""
    if OFFER <= a.kind <= OFFER_SETTLEMENT:
        return a.other < g.players and deals.can_open(g, e, a) == ids.LAWFUL
    return refusal(g, e, a) == ids.LAWFUL


@entry
def legal(games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions) -> int:
    """Write the legal list of a player, of CHANCE or of the CLOCK; how many entries it has."""
    g = games[i]
    ed = editions[e]
    if player == CHANCE:
        return chance_outcomes(g, ed, actions)
    count = 0
    if player == CLOCK:
        blank(actions[0], STRIKE_HOUR, CLOCK)
        return 1 if g.phase != PHASE_GAME_OVER and short_game.can_strike(g, ed) == ids.LAWFUL else 0
    if g.phase == PHASE_GAME_OVER or not 0 <= player < g.players or g.out[player] == 1:
        return 0
    for kind in range(DICE):
        for n in range(candidates(g, kind)):
            assert count < ACTIONS
            blank(actions[count], kind, player)
            if propose(g, ed, actions[count], player, n) and is_listed(g, ed, actions[count]):
                count += 1
    return count
