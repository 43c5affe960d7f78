"""Rent: how much, who asks for it, and until when."""

from passgo.machine.decorators import part, rule
from passgo.rules import codes, ids
from passgo.rules.bank import owe, tell, tell_dice
from passgo.rules.deeds import held_by, lots_above, mortgaged_in_group, owns_group
from passgo.rules.sets import count_of
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import chance_to_act, next_saying, pips


@rule("rent.utility", "rent.utility-by-card", "rent.in-jail")
def measure(g: State, e: Edition) -> None:
    """Another player's property: rent may need a throw of its own before it can be charged."""
    deed = e.deed_at[g.square[g.on_turn]]
    if e.rent_in_jail == 0 and g.jail[g.owner[deed]] > 0:
        g.phase = codes.PHASE_SQUARE_DONE
        return
    by_dice = g.arrived == codes.BY_DICE or g.arrived == codes.BY_MR_M
    if e.kind[deed] == codes.UTILITY and (e.rent_utility == 1 or not by_dice):
        g.phase = codes.PHASE_THROW_FOR_RENT
        return
    g.rent_throw = pips(g.dice[0], g.dice[1], g.dice[2])
    g.phase = codes.PHASE_CHARGE_RENT


@rule("rent.throw")
def fall_for_rent(g: State, log: Log, a: Action) -> None:
    """A throw that only measures rent: it moves nothing and is never doubles."""
    g.rent_throw = pips(a.dice[0], a.dice[1], a.dice[2])
    tell(log, codes.DICE_THROWN, ids.RENT_THROW, player=g.on_turn, amount=g.rent_throw)
    tell_dice(log, a.dice[0], a.dice[1], a.dice[2])
    g.phase = codes.PHASE_CHARGE_RENT


@rule("rent.deed", "rent.group-double")
def street_rent(g: State, e: Edition, deed: int) -> int:
    """The deed's rent for what stands on the lot; double on an unimproved lot of a complete group."""
    rent = e.rent[e.square_of[deed] * 6 + g.level[deed]]
    if g.level[deed] > 0 or not owns_group(g, e, g.owner[deed], e.group[deed]):
        return rent
    group = e.group[deed]
    untouched = mortgaged_in_group(g, e, group) == 0 and lots_above(g, e, group, 0) == 0
    return 2 * rent if e.rent_group_double == 1 or untouched else rent


@part
def counted(g: State, e: Edition, deed: int, with_mortgaged: int) -> int:
    """How many of the group the owner holds, the mortgaged ones included or not."""
    held = e.group_set[e.group[deed]] & held_by(g, g.owner[deed])
    return count_of(held if with_mortgaged == 1 else held & ~g.mortgaged)


@rule("rent.railroad", "cards.nearest-railroad")
def railroad_rent(g: State, e: Edition, deed: int) -> int:
    """By railroads owned; twice that when a nearest-railroad card led here."""
    rent = e.railroad_rent[counted(g, e, deed, e.rent_railroad_mortgaged) - 1]
    return 2 * rent if g.arrived == codes.BY_RAILROAD_CARD else rent


@rule("rent.utility", "rent.utility-by-card")
def utility_rent(g: State, e: Edition, deed: int) -> int:
    """A multiple of the dice; always the higher one when a nearest-utility card led here."""
    held = counted(g, e, deed, e.rent_utility_mortgaged)
    factor = e.utility_factor[1] if g.arrived == codes.BY_UTILITY_CARD else e.utility_factor[held - 1]
    return factor * g.rent_throw


@rule("rent.deed", "rent.group-double", "rent.railroad", "rent.utility", "rent.claim")
def charge(g: State, e: Edition, log: Log) -> None:
    """The owner asks for the rent: always, or (manual claims) only by acting in time."""
    lander = g.on_turn
    square = g.square[lander]
    deed = e.deed_at[square]
    owner = g.owner[deed]
    if e.kind[deed] == codes.STREET:
        rent = street_rent(g, e, deed)
        rule_id = ids.RENT_DEED if rent == e.rent[square * 6 + g.level[deed]] else ids.RENT_GROUP_DOUBLE
    elif e.kind[deed] == codes.RAILROAD:
        rent = railroad_rent(g, e, deed)
        rule_id = ids.CARDS_NEAREST_RAILROAD if g.arrived == codes.BY_RAILROAD_CARD else ids.RENT_RAILROAD
    else:
        rent = utility_rent(g, e, deed)
        rule_id = ids.RENT_UTILITY_BY_CARD if g.arrived == codes.BY_UTILITY_CARD else ids.RENT_UTILITY
    g.phase = codes.PHASE_SQUARE_DONE
    tell(log, codes.RENT_CHARGED, rule_id, player=lander, other=owner, square=square, amount=rent)
    if e.rent_claims == 1:
        keep_claim(g, lander, owner, square, rent)
    else:
        owe(g, log, lander, owner, rent, rule_id)


@rule("rent.claim-holder")
def keep_claim(g: State, lander: int, owner: int, square: int, rent: int) -> None:
    """The claim is the owner's at the landing, for the rent at the landing."""
    n = g.claims
    assert n < codes.CLAIMS
    g.claim_lander[n] = lander
    g.claim_owner[n] = owner
    g.claim_square[n] = square
    g.claim_amount[n] = rent
    g.claim_age[n] = 0
    g.claims = n + 1


@part
def drop_claim(g: State, n: int) -> None:
    """Take a claim off the list; later ones move up, and nothing of it remains in the record."""
    last = g.claims - 1
    for k in range(n, last):
        g.claim_lander[k] = g.claim_lander[k + 1]
        g.claim_owner[k] = g.claim_owner[k + 1]
        g.claim_square[k] = g.claim_square[k + 1]
        g.claim_amount[k] = g.claim_amount[k + 1]
        g.claim_age[k] = g.claim_age[k + 1]
        g.claim_said[k] = g.claim_said[k + 1]
    g.claim_lander[last] = 0
    g.claim_owner[last] = 0
    g.claim_square[last] = 0
    g.claim_amount[last] = 0
    g.claim_age[last] = 0
    g.claim_said[last] = 0
    g.claims = last


@part
def find_claim(g: State, owner: int, lander: int, square: int) -> int:
    """The oldest claim of the owner on the lander for the square that was not asked for yet, or NOBODY."""
    for n in range(g.claims):
        held = g.claim_owner[n] == owner and g.claim_said[n] == 0
        if held and g.claim_lander[n] == lander and g.claim_square[n] == square:
            return n
    return codes.NOBODY


@rule("rent.claim", "table.any-time")
def can_claim(g: State, e: Edition, a: Action) -> int:
    """The owner must ask in time, and may ask whenever a player is to decide, also during any matter."""
    if e.rent_claims == 0:
        return ids.RENT_CLAIM
    if chance_to_act(g):
        return ids.TABLE_ANY_TIME
    if find_claim(g, a.player, a.other, a.square) != codes.NOBODY:
        return ids.LAWFUL
    return why_no_claim(g, a.player, a.other, a.square)


@rule("rent.claim-holder", "rent.claim-window", "auction.meanwhile")
def why_no_claim(g: State, player: int, lander: int, square: int) -> int:
    """The rent was asked for already; or it is another's, or the lander has left; or it is too late."""
    rule_id = ids.RENT_CLAIM_WINDOW
    if 0 <= lander < g.players and g.out[lander] == 1:
        rule_id = ids.RENT_CLAIM_HOLDER
    for n in range(g.claims):
        if g.claim_lander[n] == lander and g.claim_square[n] == square:
            if g.claim_owner[n] == player:
                return ids.AUCTION_MEANWHILE
            rule_id = ids.RENT_CLAIM_HOLDER
    return rule_id


@rule("rent.claim", "auction.meanwhile")
def claim(g: State, log: Log, a: Action) -> None:
    """The owner asks; during a matter the claim is kept, and grows no older, since nobody throws before it is paid."""
    n = find_claim(g, a.player, a.other, a.square)
    if g.matters > 0:
        g.claim_said[n] = next_saying(g)
        tell(
            log,
            codes.CLAIM_KEPT,
            ids.AUCTION_MEANWHILE,
            player=a.player,
            other=a.other,
            square=a.square,
            amount=g.claim_amount[n],
        )
    else:
        collect(g, log, n)


@rule("rent.claim")
def collect(g: State, log: Log, n: int) -> None:
    """The lander pays the rent that is asked for, or owes it."""
    owner, lander, rent = g.claim_owner[n], g.claim_lander[n], g.claim_amount[n]
    tell(log, codes.RENT_CLAIMED, ids.RENT_CLAIM, player=owner, other=lander, square=g.claim_square[n], amount=rent)
    drop_claim(g, n)
    owe(g, log, lander, owner, rent, ids.RENT_CLAIM)


@rule("auction.meanwhile")
def first_kept(g: State) -> int:
    """The rent claim that was asked for first of those kept, or NOBODY."""
    first = codes.NOBODY
    for n in range(g.claims):
        if g.claim_said[n] > 0 and (first == codes.NOBODY or g.claim_said[n] < g.claim_said[first]):
            first = n
    return first


@rule("rent.claim-window")
def age_claims(g: State, log: Log) -> None:
    """The first throw of a turn: claims from two turns ago are lost with it."""
    n = 0
    while n < g.claims:
        g.claim_age[n] += 1
        if g.claim_age[n] == 2:
            lapse(g, log, n, ids.RENT_CLAIM_WINDOW)
        else:
            n += 1


@rule("rent.claim-holder")
def lapse_claims_of(g: State, log: Log, player: int) -> None:
    """Claims lapse when either party leaves."""
    n = 0
    while n < g.claims:
        if g.claim_owner[n] == player or g.claim_lander[n] == player:
            lapse(g, log, n, ids.RENT_CLAIM_HOLDER)
        else:
            n += 1


@rule("rent.claim-window", "rent.claim-holder")
def lapse(g: State, log: Log, n: int, rule_id: int) -> None:
    """A rent not claimed is lost."""
    tell(
        log,
        codes.CLAIM_LAPSED,
        rule_id,
        player=g.claim_owner[n],
        other=g.claim_lander[n],
        square=g.claim_square[n],
        amount=g.claim_amount[n],
    )
    drop_claim(g, n)
