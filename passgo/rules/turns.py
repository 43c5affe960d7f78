"""Facts about the moment, which change nothing: who plays, whose turn it is, what is open, what may happen now."""

from passgo.machine.bits import eight_at, places
from passgo.machine.decorators import part, rule
from passgo.rules import codes, ids
from passgo.rules.sets import has
from passgo.rules.state import Edition, State

AUTOMATIC = sum(
    1 << phase
    for phase in (
        codes.PHASE_BEGIN_TURN, codes.PHASE_PAID_FINE, codes.PHASE_MOVE, codes.PHASE_TO_JAIL, codes.PHASE_LAND,
        codes.PHASE_RENT, codes.PHASE_CHARGE_RENT, codes.PHASE_CARD, codes.PHASE_TAX, codes.PHASE_PAY_EACH,
        codes.PHASE_COLLECT_FROM_EACH, codes.PHASE_SQUARE_DONE, codes.PHASE_NEXT_TURN,
    )
)  # fmt: skip
"""The phases that go on by themselves, as a set."""


@part
def seats(g: State) -> int:
    """The set of all who began the game."""
    return (1 << g.players) - 1


@part
def playing(g: State) -> int:
    """The set of players still in the game."""
    return places(g.out, 0) & seats(g)


@rule("auction.order")
def next_to_left(g: State, members: int, player: int) -> int:
    """The first of a set of players to the left of one, who comes last; NOBODY if the set is empty."""
    for _ in range(g.players):
        player = (player + 1) % g.players
        if has(members, player):
            return player
    return codes.NOBODY


@part
def top_matter(g: State) -> int:
    """The kind of the matter being settled, or NOBODY."""
    return g.matter_kind[g.matters - 1] if g.matters > 0 else codes.NOBODY


@part
def in_debt(g: State, player: int) -> bool:
    """Does an unpaid debt of the player lie on the table?"""
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_DEBT and g.matter_player[m] == player:
            return True
    return False


@rule("auction.meanwhile")
def only_shortage(g: State) -> bool:
    """In a building shortage there is only answering, bidding and placing."""
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_SHORTAGE:
            return True
    return False


@part
def awaiting_choice(g: State) -> int:
    """The deeds whose new owners still have to keep or lift the mortgage."""
    members = 0
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_KEEP_OR_LIFT:
            members |= g.matter_set[m]
    return members


@part
def is_chance_phase(phase: int) -> bool:
    """Does the turn wait for dice, a card or a dealt deed in this phase?"""
    return (
        phase == codes.PHASE_THROW
        or phase == codes.PHASE_DRAW
        or phase == codes.PHASE_THROW_FOR_RENT
        or phase == codes.PHASE_THROW_FOR_FIRST
        or phase == codes.PHASE_DEAL_DEEDS
    )


@part
def chance_to_act(g: State) -> bool:
    """Are dice in the air, or is a card or deed being turned?"""
    return g.matters == 0 and is_chance_phase(g.phase)


@part
def is_at_rest(g: State) -> bool:
    """Does the turn wait for a choice or for chance, and nothing else is open, nor the hour struck?"""
    return not has(AUTOMATIC, g.phase) and g.matters == 0 and g.hour_struck == 0


@rule("table.any-time")
def is_moving(g: State) -> bool:
    """Is a throw's movement unfinished: a choice where to go, Mr. M's second move, or the third turn's fine to come?"""
    return (
        g.mr_m == 1
        or g.phase == codes.PHASE_CHOOSE_BUS
        or g.phase == codes.PHASE_CHOOSE_SQUARE
        or g.phase == codes.PHASE_PAID_FINE
    )


@rule("auction.meanwhile", "bankrupt.resign")
def is_anything_kept(g: State) -> bool:
    """Was a rent claimed during a matter, or has anybody resigned, and it has not taken effect yet?"""
    return eight_at(g.resigning, 0) != 0 or (g.claims > 0 and places(g.claim_said, 0) != (1 << codes.CLAIMS) - 1)


@rule("auction.meanwhile", "bankrupt.resign")
def next_saying(g: State) -> int:
    """The number of what is said next: rent claims and resignations are counted together, in the order said."""
    last = 0
    for p in range(codes.PLAYERS):
        last = max(last, g.resigning[p])
    for n in range(g.claims):
        last = max(last, g.claim_said[n])
    return last + 1


@rule("auction.meanwhile", "cards.each-player")
def may_take_effect(g: State) -> bool:
    """No matter is open: may what is kept take effect now? Not while chance acts, nor while a card's debts go round."""
    return not (g.phase == codes.PHASE_PAY_EACH or g.phase == codes.PHASE_COLLECT_FROM_EACH or chance_to_act(g))


@rule("speed.jail-white", "rent.utility-by-card")
def third_die(g: State, e: Edition) -> bool:
    """Is the Speed Die thrown too? Not for the first turn, not to leave Jail, not in the throw that earned it."""
    if e.speed_die == 0 or g.speeding[g.on_turn] != 1:
        return False
    return g.phase == codes.PHASE_THROW_FOR_RENT or (g.phase == codes.PHASE_THROW and g.jail[g.on_turn] == 0)


@rule("rent.utility", "speed.number")
def pips(die_1: int, die_2: int, die_3: int) -> int:
    """The sum of all dice; the Bus and Mr. M count nothing."""
    return die_1 + die_2 + (die_3 if die_3 <= 3 else 0)


@rule("setup.turn-order", "table.one-matter")
def not_now(g: State, player: int, phase: int, rule_id: int) -> int:
    """Why the player may not do what only the player on turn may do in this phase; `rule_id` names the phase's rule."""
    if g.matters > 0:
        return ids.TABLE_ONE_MATTER
    if player != g.on_turn:
        return ids.SETUP_TURN_ORDER
    return ids.LAWFUL if g.phase == phase else rule_id


@rule("table.any-time", "auction.meanwhile")
def not_any_time(g: State) -> int:
    """Why nobody may build, sell, mortgage or deal at this moment."""
    if chance_to_act(g):
        return ids.TABLE_ANY_TIME
    return ids.AUCTION_MEANWHILE if only_shortage(g) else ids.LAWFUL
