"""What bots see in the deeds that players hold: groups, prices, rents, and what a player can best do without."""

from passgo.machine.bits import places
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.deeds import half_price, held_by, interest, lots_above, mortgage_value, owns_group
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Edition, State

HOUSES_FIRST = 3
"""Rents rise most with the third house."""

A_GROUP = 10_000
"""Added to the loss by mortgaging a deed of a complete group, so that such deeds are mortgaged last."""


@part
def built_lots(g: State) -> int:
    """The lots with a building on them."""
    return ((1 << codes.DEEDS) - 1) & ~places(g.level, 0)


@part
def fewest_in_group(g: State, e: Edition, group: int) -> int:
    """The lowest level of any lot of the group."""
    fewest = codes.HOTEL
    left = int(e.group_set[group])
    while left != 0:
        fewest = min(fewest, g.level[lowest(left)])
        left = without_lowest(left)
    return fewest


@part
def built_groups(g: State, e: Edition) -> int:
    """The groups with a building on any lot."""
    groups = 0
    left = built_lots(g)
    while left != 0:
        groups |= 1 << e.group[lowest(left)]
        left = without_lowest(left)
    return groups


@part
def is_street_group(e: Edition, group: int) -> bool:
    """Are the deeds of the group streets, which can be built on?"""
    return e.kind[lowest(e.group_set[group])] == codes.STREET


@part
def streets_among(e: Edition, groups: int) -> int:
    """Those of these groups that are of streets, as a set."""
    streets, left = 0, groups
    while left != 0:
        group = lowest(left)
        left = without_lowest(left)
        if is_street_group(e, group):
            streets |= 1 << group
    return streets


@part
def is_of_complete_group(g: State, e: Edition, deed: int) -> bool:
    """Is the deed a street of a group that one player holds completely?"""
    return e.kind[deed] == codes.STREET and owns_group(g, e, g.owner[deed], e.group[deed])


@part
def incomplete_groups(e: Edition, held: int) -> int:
    """The groups of which these deeds are some and not all, as a set."""
    groups = 0
    left = held
    while left != 0:
        group = e.group[lowest(left)]
        if e.group_set[group] & ~left != 0:
            groups |= 1 << group
        left &= ~e.group_set[group]
    return groups


@part
def shared_groups(e: Edition, groups: int, mine: int, theirs: int) -> int:
    """Those of my incomplete groups of which a partner holds all the rest, as a set."""
    shared, others = 0, ~(mine | theirs)
    while groups != 0:
        group = lowest(groups)
        groups = without_lowest(groups)
        if e.group_set[group] & others == 0:
            shared |= 1 << group
    return shared


@part
def completed_group(e: Edition, before: int, after: int) -> int:
    """A street group that is complete in the second set of deeds, and was not in the first; or NOBODY."""
    left = after & ~before
    while left != 0:
        d = lowest(left)
        members = int(e.group_set[e.group[d]])
        left &= ~members
        if e.kind[d] == codes.STREET and members & ~after == 0:
            return e.group[d]
    return codes.NOBODY


@part
def lent_on(g: State, e: Edition, deed: int) -> int:
    """What the Bank has lent on a deed: its mortgage value, or nothing."""
    return mortgage_value(e, deed) if has(g.mortgaged, deed) else 0


@part
def printed_prices(g: State, e: Edition, deeds: int) -> int:
    """The sum of the printed prices of these deeds, less their mortgages."""
    total = 0
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        total += e.price[d] - lent_on(g, e, d)
    return total


@part
def likely_rent(g: State, e: Edition, deed: int, player: int, held: int) -> int:
    """About what the player would pay for landing on the deed; the owner holds `held` deeds of its group."""
    owner = g.owner[deed]
    if owner == player or owner == codes.BANK or has(g.mortgaged, deed) or (e.rent_in_jail == 0 and g.jail[owner] > 0):
        return 0
    if e.kind[deed] == codes.STREET:
        rent = e.rent[e.square_of[deed] * 6 + g.level[deed]]
        return 2 * rent if g.level[deed] == 0 and held == e.group_size[e.group[deed]] else rent
    if e.kind[deed] == codes.RAILROAD:
        return e.railroad_rent[max(0, held - 1)]
    return 7 * e.utility_factor[max(0, held - 1)]


@part
def least_useful_deed(g: State, e: Edition, player: int) -> int:
    """The deed whose mortgage is the smallest loss: cheap single deeds first, complete groups last; or NOBODY."""
    held, built = held_by(g, player), built_lots(g)
    left = held & ~g.mortgaged
    chosen = codes.NOBODY
    least = 0
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if built & e.group_set[e.group[d]] == 0:
            loss = e.price[d] * count_of(held & e.group_set[e.group[d]])
            if e.kind[d] == codes.STREET and e.group_set[e.group[d]] & ~held == 0:
                loss += A_GROUP
            if chosen == codes.NOBODY or loss < least:
                least = loss
                chosen = d
    return chosen


@part
def least_needed_building(g: State, e: Edition, player: int) -> int:
    """The lot whose building loses the least rent for the money that its sale brings; or NOBODY."""
    chosen = codes.NOBODY
    fewest = 0
    left = held_by(g, player)
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if g.level[d] > 0:
            rents = e.square_of[d] * 6 + g.level[d]
            loss = 100 * (e.rent[rents] - e.rent[rents - 1]) // max(1, half_price(e, d))
            if (chosen == codes.NOBODY or loss < fewest) and lots_above(g, e, e.group[d], g.level[d]) == 0:
                fewest = loss
                chosen = d
    return chosen


@apart
def single_deed(g: State, e: Edition, player: int) -> int:
    """The least useful deed, unless its group is complete; or NOBODY."""
    deed = least_useful_deed(g, e, player)
    return codes.NOBODY if deed == codes.NOBODY or is_of_complete_group(g, e, deed) else deed


@apart
def from_single_deeds(g: State, e: Edition, player: int) -> int:
    """The cash from mortgaging every deed that does not belong to a complete group."""
    total = 0
    left = held_by(g, player) & ~g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if not is_of_complete_group(g, e, d):
            total += mortgage_value(e, d)
    return total


@apart
def deed_to_lift(e: Edition, pledged: int, spend: int) -> int:
    """The deed whose mortgage to lift: the most expensive; or NOBODY."""
    chosen = codes.NOBODY
    most = 0
    while pledged != 0:
        d = lowest(pledged)
        pledged = without_lowest(pledged)
        if mortgage_value(e, d) + interest(e, d) <= spend:
            if e.price[d] > most:
                most = e.price[d]
                chosen = d
    return chosen
