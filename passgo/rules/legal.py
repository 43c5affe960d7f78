"""What is lawful: one question for any action, and from it the list of everything a player may do."""

from passgo.machine.bits import places
from passgo.machine.decorators import entry, part
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
from passgo.rules.deeds import free_cash, held_by
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import not_any_time, playing, seats, top_matter


def kinds_of(*kinds: int) -> int:
    """Kinds of action as a set."""
    return sum(1 << kind for kind in kinds)


ALWAYS = kinds_of(codes.CLAIM_RENT, codes.RESIGN)
IN_TURN = kinds_of(*range(codes.THROW, codes.BID), *range(codes.PAY_FLAT_TAX, codes.BUILD), codes.END_TURN)
"""Kinds for the player on turn, while no matter is open."""
IN_AUCTION = kinds_of(codes.BID, codes.WITHDRAW)
IN_SHORTAGE = kinds_of(codes.WANT_BUILDING, codes.PASS_BUILDING, codes.PLACE_BUILDING)
AT_ANY_TIME = kinds_of(*range(codes.BUILD, codes.KEEP_MORTGAGE), codes.OFFER)
WITH_AN_OFFER = kinds_of(codes.COUNTER, codes.WITHDRAW_OFFER, codes.ACCEPT, codes.REFUSE)
"""Kinds for which some offer must be open."""


@part
def refusal(g: State, e: Edition, a: Action) -> int:
    """The rule that forbids the action now, or LAWFUL."""
    kind = a.kind
    if g.phase == codes.PHASE_GAME_OVER:
        return ids.SHORT_END if g.hour_struck == 1 else ids.BANKRUPT_LAST_WINS
    if kind >= codes.DICE:
        return refusal_of_chance(g, e, a)
    if not (0 <= a.player < g.players and 0 <= a.square < codes.SQUARES and kind >= 0):
        return no_such_action(g, a)
    if g.out[a.player] == 1:
        return ids.BANKRUPT_LAST_WINS
    if kind <= codes.TAKE_CHANCE:
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
    if kind == codes.BUILD or kind == codes.PLACE_BUILDING:
        return ids.BUILD_GROUP
    if kind == codes.SELL_BUILDING or kind == codes.SELL_HOTELS:
        return ids.BUILD_SELL_HALF
    if codes.MORTGAGE <= kind <= codes.KEEP_MORTGAGE:
        return ids.MORTGAGE_DEEDS_ONLY
    if kind == codes.CHOOSE_SQUARE:
        return ids.SPEED_TRIPLE
    return ids.RENT_CLAIM_WINDOW if kind == codes.CLAIM_RENT else ids.TABLE_NO_HOUSE_RULES


@part
def refusal_of_chance(g: State, e: Edition, a: Action) -> int:
    """Dice, cards and dealt deeds come from chance alone, the hour from the clock; there are no further kinds."""
    if a.kind > codes.STRIKE_HOUR:
        return ids.TABLE_NO_HOUSE_RULES
    if a.kind == codes.STRIKE_HOUR:
        if not 0 <= a.square < codes.SQUARES:
            return ids.TABLE_NO_HOUSE_RULES
        return short_game.can_strike(g, e) if a.player == codes.CLOCK else ids.SHORT_END
    if a.player != codes.CHANCE:
        return ids.TABLE_DECKS_HIDDEN
    if not 0 <= a.square < codes.SQUARES:
        return ids.SHORT_DEAL if a.kind == codes.DEED else ids.TABLE_NO_HOUSE_RULES
    if a.kind == codes.DICE:
        return turn.can_fall(g, e, a)
    if a.kind == codes.CARD:
        return cards.can_draw(g, a)
    return setup.can_deal_deed(g, e, a)


@part
def refusal_in_turn(g: State, e: Edition, a: Action) -> int:
    """Actions of the turn, of an auction, and rent claims."""
    kind = a.kind
    if kind == codes.THROW:
        return turn.can_throw(g, a.player)
    if kind == codes.PAY_FINE:
        return jail.can_pay_fine(g, e, a.player)
    if kind == codes.USE_CARD:
        return jail.can_use_card(g, a)
    if kind == codes.CHOOSE_STEPS:
        return speed_die.can_choose_steps(g, a)
    if kind == codes.CHOOSE_SQUARE:
        return speed_die.can_choose_square(g, a)
    if kind == codes.BUY:
        return purchases.can_buy(g, e, a.player)
    if kind == codes.DECLINE:
        return purchases.can_decline(g, a.player)
    if kind == codes.BID:
        return auction.can_bid(g, e, a)
    if kind == codes.WITHDRAW:
        return auction.can_call(g, a.player)
    if kind == codes.CLAIM_RENT:
        return rent.can_claim(g, e, a)
    if kind == codes.PAY_FLAT_TAX or kind == codes.PAY_WORTH_TAX:
        return tax.can_choose_tax(g, a.player)
    return cards.can_choose(g, a.player)


@part
def refusal_at_any_time(g: State, e: Edition, a: Action) -> int:
    """Building, mortgages, deals, shortages, leaving, and passing the dice."""
    kind = a.kind
    if kind == codes.END_TURN:
        return turn.can_end_turn(g, a.player)
    if kind == codes.BUILD:
        return buildings.can_build(g, e, a)
    if kind == codes.SELL_BUILDING:
        return buildings.can_sell(g, e, a)
    if kind == codes.SELL_HOTELS:
        return buildings.can_sell_hotels(g, e, a)
    if kind == codes.MORTGAGE:
        return mortgage.can_mortgage(g, e, a)
    if kind == codes.LIFT_MORTGAGE:
        return mortgage.can_lift(g, e, a)
    if kind == codes.KEEP_MORTGAGE:
        return mortgage.can_keep(g, e, a)
    if kind <= codes.OFFER_SETTLEMENT:
        return deals.can_offer(g, e, a)
    if kind == codes.WITHDRAW_OFFER:
        return deals.can_withdraw_offer(g, a.player)
    if kind == codes.ACCEPT:
        return deals.can_accept(g, e, a)
    if kind == codes.REFUSE:
        return deals.can_answer_offer(g, a.player, a.other)
    if kind == codes.WANT_BUILDING:
        return shortage.can_answer(g, a.player)
    if kind == codes.PASS_BUILDING:
        return shortage.can_pass(g, a.player)
    if kind == codes.PLACE_BUILDING:
        return shortage.can_place(g, e, a)
    if kind == codes.GO_BANKRUPT:
        return debt.can_go_bankrupt(g, e, a.player)
    return bankruptcy.can_resign(g, a.player)


@entry
def allowed(games: Games, i: int, editions: Editions, e: int, actions: Actions, j: int) -> int:
    """The rule that forbids action j in game i, or LAWFUL; nothing is played."""
    return refusal(games[i], editions[e], actions[j])


@part
def candidates(g: State, kind: int) -> int:
    """How many actions of a kind could be lawful at all; each is then asked about by itself."""
    if codes.BUILD <= kind <= codes.KEEP_MORTGAGE or kind == codes.PLACE_BUILDING:
        return codes.DEEDS
    if codes.OFFER <= kind <= codes.OFFER_SETTLEMENT or kind == codes.ACCEPT or kind == codes.REFUSE:
        return codes.PLAYERS
    if kind == codes.CHOOSE_SQUARE:
        return codes.SQUARES if g.phase == codes.PHASE_CHOOSE_SQUARE else 0
    if kind == codes.CLAIM_RENT:
        return g.claims
    if kind == codes.CHOOSE_STEPS:
        return 3 if g.phase == codes.PHASE_CHOOSE_BUS else 0
    return 2 if kind == codes.USE_CARD else 1


@part
def propose(g: State, e: Edition, a: Action, player: int, n: int) -> bool:
    """Make candidate n of the action's kind; is it worth asking about?"""
    kind = a.kind
    if codes.BUILD <= kind <= codes.KEEP_MORTGAGE or kind == codes.PLACE_BUILDING:
        a.square = e.square_of[n]
        return g.owner[n] == player
    if codes.OFFER <= kind <= codes.REFUSE:
        a.other = n
    elif kind == codes.CHOOSE_SQUARE:
        a.square = n
    elif kind == codes.CLAIM_RENT:
        a.other = g.claim_lander[n]
        a.square = g.claim_square[n]
        return rent.find_claim(g, player, a.other, a.square) == n
    elif kind == codes.CHOOSE_STEPS:
        a.amount = g.dice[n] if n < 2 else g.dice[0] + g.dice[1]
        return n != 1 or g.dice[0] != g.dice[1]
    elif kind == codes.USE_CARD:
        a.card = n
    elif kind == codes.BID and top_matter(g) == codes.MATTER_AUCTION:
        a.amount = auction.lowest_bid(g, e)
        a.most = free_cash(g, e, player)
    return True


@part
def kinds_to_ask(g: State, player: int) -> int:
    """The kinds of action that may be lawful at this moment, as a set. All others are refused, whatever is in them."""
    kinds = ALWAYS
    top = top_matter(g)
    if top == codes.NOBODY:
        kinds |= IN_TURN if player == g.on_turn else 0
    elif top == codes.MATTER_AUCTION:
        kinds |= IN_AUCTION
    elif top == codes.MATTER_SHORTAGE:
        kinds |= IN_SHORTAGE
    else:
        kinds |= 1 << codes.GO_BANKRUPT if top == codes.MATTER_DEBT else 1 << codes.KEEP_MORTGAGE
    if not_any_time(g) == ids.LAWFUL:
        kinds |= AT_ANY_TIME | (1 << codes.OFFER_SETTLEMENT if g.matters > 0 else 0)
        kinds |= WITH_AN_OFFER if deals.is_any_open(g) else 0
    return kinds


@part
def numbers_to_ask(g: State, kind: int, player: int) -> int:
    """The candidates of a kind that may be lawful, as a set: deeds that are as the kind wants them, partners, ..."""
    if kind == codes.BUILD or kind == codes.MORTGAGE:
        return held_by(g, player) & ~g.mortgaged
    if kind == codes.SELL_BUILDING:
        return held_by(g, player) & ~places(g.level, 0)
    if kind == codes.SELL_HOTELS:
        return held_by(g, player) & places(g.level, codes.HOTEL)
    if kind == codes.LIFT_MORTGAGE or kind == codes.KEEP_MORTGAGE:
        return held_by(g, player) & g.mortgaged
    if kind == codes.PLACE_BUILDING:
        return held_by(g, player)
    if kind == codes.OFFER or kind == codes.OFFER_SETTLEMENT:
        return playing(g) & ~(1 << player)
    if kind == codes.COUNTER or kind == codes.ACCEPT or kind == codes.REFUSE:
        return places(g.offer_to, player) & seats(g)
    return (1 << candidates(g, kind)) - 1


@part
def is_listed(g: State, e: Edition, a: Action) -> bool:
    """Does the action belong in the list? Offers are listed empty, one for each partner."""
    if codes.OFFER <= a.kind <= codes.OFFER_SETTLEMENT:
        return a.other < g.players and deals.can_open(g, e, a) == ids.LAWFUL
    return refusal(g, e, a) == ids.LAWFUL


@entry
def legal(games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions) -> int:
    """Write the legal list of a player, of CHANCE or of the CLOCK; how many entries it has."""
    g = games[i]
    ed = editions[e]
    if player == codes.CHANCE:
        return chance_outcomes(g, ed, actions)
    count = 0
    if player == codes.CLOCK:
        blank(actions[0], codes.STRIKE_HOUR, codes.CLOCK)
        return 1 if g.phase != codes.PHASE_GAME_OVER and short_game.can_strike(g, ed) == ids.LAWFUL else 0
    if g.phase == codes.PHASE_GAME_OVER or not 0 <= player < g.players or g.out[player] == 1:
        return 0
    kinds = kinds_to_ask(g, player)
    while kinds != 0:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        numbers = numbers_to_ask(g, kind, player)
        while numbers != 0:
            n = lowest(numbers)
            numbers = without_lowest(numbers)
            assert count < codes.ACTIONS
            a = actions[count]
            blank(a, kind, player)
            if propose(g, ed, a, player, n) and is_listed(g, ed, a):
                count += 1
    return count
