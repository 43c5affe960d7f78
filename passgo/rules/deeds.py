"""Facts about property, which change nothing: deeds, lots, buildings, what they are worth, and cash free to spend."""

from passgo.machine.bits import places, places_below
from passgo.machine.decorators import part, rule
from passgo.rules import codes, ids
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Edition, State
from passgo.rules.turns import in_debt


@rule("build.group")
def owns_group(g: State, e: Edition, player: int, group: int) -> bool:
    """Does the player hold every deed of the group?"""
    return e.group_set[group] & ~held_by(g, player) == 0


@part
def mortgaged_in_group(g: State, e: Edition, group: int) -> int:
    """The deeds of the group that are mortgaged, as a set."""
    return g.mortgaged & e.group_set[group]


@part
def lots_below(g: State, e: Edition, group: int, level: int) -> int:
    """The lots of the group that have not reached a level, as a set."""
    return e.group_set[group] & places_below(g.level, level)


@part
def lots_above(g: State, e: Edition, group: int, level: int) -> int:
    """The lots of the group that are above a level, as a set; above 0: those with buildings."""
    return e.group_set[group] & ~places_below(g.level, level + 1)


@rule("mortgage.value")
def mortgage_value(e: Edition, deed: int) -> int:
    """Half the printed price."""
    return e.price[deed] // 2


@rule("mortgage.lift")
def interest(e: Edition, deed: int) -> int:
    """Ten percent of the mortgage; a ruling rounds it up to a dollar."""
    hundredths = mortgage_value(e, deed) * e.mortgage_interest
    return (hundredths + 99) // 100 if e.mortgage_lift_round_up == 1 else hundredths // 100


@rule("mortgage.transfer", "deal.mortgaged")
def interest_on(g: State, e: Edition, deeds: int) -> int:
    """What a new owner of these deeds must pay at once."""
    total = 0
    left = deeds & g.mortgaged
    while left != 0:
        total += interest(e, lowest(left))
        left = without_lowest(left)
    return total


@part
def held_by(g: State, player: int) -> int:
    """The deeds the player holds, as a set."""
    return places(g.owner, player)


@rule("build.sell-half")
def half_price(e: Edition, deed: int) -> int:
    """What the Bank pays for one level of buildings, whatever was bid for it."""
    return e.house_cost[deed] // 2


@rule("debt.no-easy-out")
def raisable(g: State, e: Edition, player: int) -> int:
    """Cash, and what selling every building and mortgaging every deed would bring."""
    total = g.cash[player]
    left = held_by(g, player)
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        total += g.level[d] * half_price(e, d)
        if not has(g.mortgaged, d):
            total += mortgage_value(e, d)
    return total


@rule("tax.worth")
def worth_taxed(g: State, e: Edition, player: int) -> int:
    """Cash, printed prices of all properties, mortgaged or not, and of buildings; a hotel is five houses."""
    total = g.cash[player]
    left = held_by(g, player)
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        total += e.price[d] + g.level[d] * e.house_cost[d]
    return total


@rule("short.worth")
def worth_at_end(g: State, e: Edition, player: int) -> int:
    """As taxed, but a mortgaged property counts half its printed price."""
    total = worth_taxed(g, e, player)
    left = held_by(g, player) & g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        total -= e.price[d] - e.price[d] // 2
    return total


@rule("auction.reserve", "deal.mortgaged")
def reserved(g: State, e: Edition, player: int) -> int:
    """Cash not free to spend: the player's highest bids, and interest due on mortgages just received."""
    total = 0
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_AUCTION:
            if g.matter_other[m] == player:
                total += g.matter_amount[m]
        elif g.matter_kind[m] == codes.MATTER_KEEP_OR_LIFT:
            total += interest_on(g, e, g.matter_set[m] & held_by(g, player))
    return total


@part
def free_cash(g: State, e: Edition, player: int) -> int:
    """Cash the player may spend."""
    return g.cash[player] - reserved(g, e, player) if g.matters > 0 else g.cash[player]


@rule("auction.reserve")
def cannot_spend(g: State, e: Edition, player: int, amount: int, rule_id: int) -> int:
    """Why the player cannot spend so much: it is set aside for their highest bid, or they lack it (`rule_id`)."""
    if free_cash(g, e, player) >= amount:
        return ids.LAWFUL
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_AUCTION and g.matter_other[m] == player and g.cash[player] >= amount:
            return ids.AUCTION_RESERVE
    return rule_id


@rule("cards.jail-free-kept")
def jail_free(e: Edition, deck: int) -> int:
    """Which card of the deck is the one that is kept."""
    for card in range(codes.DECK):
        if e.card_effect[deck * codes.DECK + card] == codes.GET_OUT_OF_JAIL_FREE:
            return card
    return codes.NOBODY


@rule("setup.bank")
def stock_of(g: State, kind: int) -> int:
    """Houses or hotels in the Bank."""
    return g.hotels if kind == codes.LOT_HOTEL else g.houses


@rule("build.group", "build.not-mortgaged", "build.evenly", "build.four-then-hotel", "build.none-left")
def can_stand(g: State, e: Edition, player: int, square: int) -> int:
    """May the player put one more building on the lot, money apart?"""
    deed = e.deed_at[square]
    if deed < 0 or e.kind[deed] != codes.STREET or not owns_group(g, e, player, e.group[deed]):
        return ids.BUILD_GROUP
    group = e.group[deed]
    if has(g.mortgaged, deed) or (e.build_not_mortgaged == 1 and mortgaged_in_group(g, e, group) != 0):
        return ids.BUILD_NOT_MORTGAGED
    level = g.level[deed]
    if level == codes.HOTEL:
        return ids.BUILD_FOUR_THEN_HOTEL
    if lots_below(g, e, group, level) != 0:
        return ids.BUILD_FOUR_THEN_HOTEL if level == codes.HOTEL - 1 else ids.BUILD_EVENLY
    return ids.LAWFUL if stock_of(g, lot_kind(g, deed)) > 0 else ids.BUILD_NONE_LEFT


@part
def lot_kind(g: State, deed: int) -> int:
    """What the lot takes next: a house, or after four a hotel."""
    return codes.LOT_HOTEL if g.level[deed] == codes.HOTEL - 1 else codes.LOT_HOUSE


@rule("build.shortage-asked", "build.not-mortgaged")
def room_in(g: State, e: Edition, group: int, kind: int) -> int:
    """How many houses, or hotels, the lots of a complete group could lawfully take, cash and stock apart."""
    lots = int(e.group_set[group])
    mortgaged = g.mortgaged & lots
    if mortgaged != 0 and e.build_not_mortgaged == 1:
        return 0
    most = codes.HOTEL - 1
    if kind == codes.LOT_HOTEL:
        if lots_below(g, e, group, most) != 0:
            return 0
        return count_of(lots & places(g.level, most) & ~mortgaged)
    if mortgaged != 0:
        most = 1  # beside a mortgaged, and so bare, lot building evenly stops at one house (1935)
    room = 0
    left = lots & ~mortgaged
    while left != 0:
        room += max(0, most - g.level[lowest(left)])
        left = without_lowest(left)
    return room


@rule("build.group")
def owner_of_group(g: State, e: Edition, group: int) -> int:
    """Who holds all streets of the group, of which the Bank holds none, and owes nobody; or NOBODY."""
    first = lowest(e.group_set[group])
    owner = g.owner[first]
    if e.kind[first] != codes.STREET or not owns_group(g, e, owner, group):
        return codes.NOBODY
    return codes.NOBODY if in_debt(g, owner) else owner


@rule("build.shortage-asked", "debt.limits")
def askable(g: State, e: Edition, kind: int) -> int:
    """The players whose lots could take a house, or a hotel."""
    members = 0
    unsold = held_by(g, codes.BANK)
    for group in range(codes.GROUPS):
        if e.group_set[group] & unsold == 0:
            owner = owner_of_group(g, e, group)
            if owner != codes.NOBODY and room_in(g, e, group, kind) > 0:
                members |= 1 << owner
    return members


@rule("build.shortage-asked", "debt.limits")
def wanted_by_others(g: State, e: Edition, player: int, kind: int) -> int:
    """How many houses, or hotels, the lots of all other players could take."""
    total = 0
    not_theirs = held_by(g, codes.BANK) | held_by(g, player)
    for group in range(codes.GROUPS):
        if e.group_set[group] & not_theirs == 0 and owner_of_group(g, e, group) != codes.NOBODY:
            total += room_in(g, e, group, kind)
    return total
