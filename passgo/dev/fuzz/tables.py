"""Random tables and random positions, leaning to what is rare: little cash, few houses, mortgages, held cards."""

from random import Random

from passgo import editions
from passgo.dev.fuzz.checked_game import Match
from passgo.editions import EditionError, Option, Ruleset, Value
from passgo.rules import codes

SWITCHED = 0.12
"""How likely each option is switched."""


def random_ruleset(dice: Random, edition: str) -> Ruleset:
    """The edition with some of its options switched, as long as these fit together."""
    while True:
        chosen = {o.name: random_value(dice, o) for o in editions.options(edition) if dice.random() < SWITCHED}
        try:
            return editions.ruleset(edition, **chosen)
        except EditionError:
            continue


def random_value(dice: Random, option: Option) -> Value:
    """One of its values; of an amount, mostly an extreme or something of the usual size."""
    if option.values:
        return dice.choice(option.values)
    usual = int(option.default)
    least, most = option.least, option.most
    return dice.choice([least, most, usual, dice.randint(least, min(most, 2 * usual + 8)), min(most, least + 2)])


def random_match(dice: Random, ruleset: Ruleset) -> Match:
    """A game under these rules: from the beginning, or in the middle of things."""
    match = Match(ruleset, dice.choice(ruleset.players))
    if dice.random() < 0.6 and begin_first_turn(dice, match):
        stir(dice, match)
    match.begin_here()
    return match


def begin_first_turn(dice: Random, match: Match) -> bool:
    """Let chance play until a turn has begun. Did it, without a debt or the end on the way?"""
    while match.next_to_decide() == codes.CHANCE:
        match.take(dice.randrange(match.legal(codes.CHANCE)))
        match.play()
    return match.g.phase == codes.PHASE_BEFORE_THROW and match.g.matters == 0


def stir(dice: Random, match: Match) -> None:
    """Change what lies on the table into any other lawful state; money comes from and goes to the Bank."""
    share_deeds(dice, match)
    build(dice, match)
    mortgage(dice, match)
    draw_cards(dice, match)
    g = match.g
    rich = dice.choice([20, 200, 2000])
    for p in range(match.players):
        g.cash[p] = dice.randint(0, rich)
        square = dice.choice([s for s in range(codes.SQUARES) if s != match.e.jail_square])
        g.square[p] = square + 1 if match.e.square_kind[square] == codes.GO_TO_JAIL else square  # nobody stays there
        if dice.random() < 0.2:
            g.square[p], g.jail[p] = match.e.jail_square, dice.randint(1, 3)
        if match.e.speed_die and dice.random() < 0.7:
            g.speeding[p] = dice.randint(1, 2)
    g.cash[codes.BANK] = -sum(g.cash[account] for account in range(codes.ACCOUNTS) if account != codes.BANK)
    g.ledger[:] = g.cash[:]


def share_deeds(dice: Random, match: Match) -> None:
    """Most groups to one player each, the others deed by deed; some deeds stay with the Bank."""
    seats = range(match.players)
    unsold = dice.choice([0, 0, 0.1, 0.5])
    for group in range(codes.GROUPS):
        whole = dice.random() < 0.6
        holder = dice.choice(seats)
        for d in range(codes.DEEDS):
            if match.e.group[d] == group:
                holder = holder if whole else dice.choice(seats)
                match.g.owner[d] = holder if whole or dice.random() >= unsold else codes.BANK


def build(dice: Random, match: Match) -> None:
    """Build evenly on complete groups, as far as the Bank's stock goes; often until nothing is left."""
    g, e = match.g, match.e
    keen = dice.choice([0, 0.5, 0.9, 1])
    groups = list(range(codes.GROUPS))
    dice.shuffle(groups)
    for group in groups:
        lots = [d for d in range(codes.DEEDS) if e.group[d] == group]
        if e.kind[lots[0]] != codes.STREET or len({g.owner[d] for d in lots}) > 1 or g.owner[lots[0]] == codes.BANK:
            continue
        while dice.random() < keen:
            lot = min(lots, key=lambda d: (g.level[d], dice.random()))
            if g.level[lot] == codes.HOTEL or (g.hotels if g.level[lot] == codes.HOTEL - 1 else g.houses) == 0:
                break
            if g.level[lot] == codes.HOTEL - 1:
                g.hotels, g.houses = g.hotels - 1, g.houses + codes.HOTEL - 1
            else:
                g.houses -= 1
            g.level[lot] += 1


def mortgage(dice: Random, match: Match) -> None:
    """Mortgage some deeds of groups on which nothing is built."""
    g, e = match.g, match.e
    share = dice.choice([0, 0.2, 0.8])
    for d in range(codes.DEEDS):
        built = any(g.level[other] for other in range(codes.DEEDS) if e.group[other] == e.group[d])
        if g.owner[d] != codes.BANK and not built and dice.random() < share:
            g.mortgaged |= 1 << d


def draw_cards(dice: Random, match: Match) -> None:
    """Some cards have been seen, sometimes all; a jail card among them may be held."""
    g, e = match.g, match.e
    for deck in range(2):
        seen = [card for card in range(codes.DECK) if g.unseen[deck] >> card & 1]
        dice.shuffle(seen)
        for card in seen[: dice.choice([0, 5, codes.DECK])]:
            g.unseen[deck] &= ~(1 << card)
            if e.card_effect[deck * codes.DECK + card] == codes.GET_OUT_OF_JAIL_FREE and dice.random() < 0.8:
                g.jail_card[deck] = dice.randrange(match.players)
            else:
                g.seen[deck * codes.DECK + g.seen_count[deck]] = card
                g.seen_count[deck] += 1
