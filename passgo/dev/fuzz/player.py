"""What a random player does: one of the legal list, a bid, a composed offer, or plain nonsense."""

from random import Random

from passgo.dev.fuzz.checked_game import Match
from passgo.rules import codes
from passgo.rules.actions import DEALS, KINDS
from passgo.rules.state import Action

COMPARED = {kind.number: ("other",) if kind.is_deal else tuple(kind.fields) for kind in KINDS} | {codes.BID: ()}
"""The fields by which entries of a legal list differ: deals are listed empty, and a bid once."""

EXTREME = (-(2**31), -1, 0, 1, 2**31 - 1)
SMALL_EXTREME = (-128, -1, 0, 1, 7, 8, 9, 10, 11, 27, 28, 39, 40, 43, 127)


def meaning(a: Action) -> tuple[int, ...]:
    """Two actions with the same meaning are one entry of a legal list."""
    compared = COMPARED.get(a.kind, ())
    if "dice" in compared:
        return (a.kind, a.player, *a.dice)
    return (a.kind, a.player, *(getattr(a, name) for name in compared))


class Temper:
    """How likely each kind of action is in one game; games of different tempers meet different rare things."""

    def __init__(self, dice: Random) -> None:
        self.weights = [dice.choice([0.1, 1, 1, 6]) for _ in codes.ACTION_KINDS]
        for kind in (codes.THROW, codes.END_TURN):
            self.weights[kind] = 6
        self.weights[codes.RESIGN] = dice.choice([0, 0.002, 0.02])
        self.doubles = dice.choice([0, 0, 0.3])
        self.out_of_turn = dice.choice([0, 0.1, 0.4])
        self.nonsense = dice.choice([0.05, 0.3])
        self.hour = dice.choice([0, 0.002])

    def choose(self, dice: Random, match: Match, count: int) -> None:
        """Take one of the first `count` actions listed; a bid or an offer is filled in."""
        kinds = [match.list[n].kind for n in range(count)]
        weights = [self.weights[kind] / kinds.count(kind) for kind in kinds]
        if sum(weights) == 0:
            weights = [1.0] * count
        match.take(dice.choices(range(count), weights)[0])
        if match.a.kind == codes.BID:
            fill_bid(dice, match)
        elif match.a.kind in DEALS:
            fill_offer(dice, match)

    def choose_chance(self, dice: Random, match: Match, count: int) -> None:
        """Any outcome; in some games doubles come more often than they should."""
        match.take(dice.randrange(count))
        if match.a.kind == codes.DICE and dice.random() < self.doubles:
            match.a.dice[1] = match.a.dice[0]


def fill_bid(dice: Random, match: Match) -> None:
    """The lowest bid, a little more, or everything."""
    a = match.a
    a.amount = min(a.most, a.amount + dice.choice([0, 0, dice.randint(0, 50), a.most]))
    a.most = 0


def fill_offer(dice: Random, match: Match) -> None:
    """Deeds and cards of one side for deeds, cards or cash of the other; now and then an unlawful one."""
    a, g = match.a, match.g
    a.give_deeds = some_deeds(dice, match, a.player)
    a.give_cards = sum(1 << deck for deck in range(2) if g.jail_card[deck] == a.player and dice.random() < 0.4)
    if a.kind != codes.OFFER_SETTLEMENT:
        a.take_deeds = some_deeds(dice, match, a.other)
        a.take_cards = sum(1 << deck for deck in range(2) if g.jail_card[deck] == a.other and dice.random() < 0.4)
    side = dice.random()
    if side < 0.4:
        a.give_cash = dice.choice([1, dice.randint(0, 300), max(0, g.cash[a.player])])
    elif side < 0.8 and a.kind != codes.OFFER_SETTLEMENT:
        a.take_cash = dice.choice([1, dice.randint(0, 300)])


def some_deeds(dice: Random, match: Match, player: int) -> int:
    """None, one, or several of the player's deeds, or (rarely) of anybody's."""
    held = [d for d in range(codes.DEEDS) if match.g.owner[d] == player or dice.random() < 0.003]
    if not held or dice.random() < 0.4:
        return 0
    return sum(1 << d for d in dice.sample(held, min(len(held), dice.choice([1, 1, 1, 2, 5]))))


def write_nonsense(dice: Random, match: Match, extreme: bool) -> None:
    """Any action at all: a plausible one of a random kind, or one with fields as far out as they go."""
    a, g = match.a, match.g
    a.kind = dice.randrange(len(codes.ACTION_KINDS))
    a.player = dice.choice([dice.randrange(match.players), codes.CHANCE if a.kind >= codes.DICE else g.on_turn])
    if a.kind == codes.STRIKE_HOUR:
        a.player = codes.CLOCK
    a.other = dice.randrange(codes.PLAYERS)
    a.square, a.card = dice.randrange(codes.SQUARES), dice.randrange(codes.DECK)
    if a.kind == codes.CLAIM_RENT and g.claims:
        n = dice.randrange(g.claims)
        a.other, a.square = g.claim_lander[n], g.claim_square[n]
    a.amount = dice.choice([g.dice[0], g.dice[1], g.dice[0] + g.dice[1], dice.randint(0, 500)])
    a.most = a.give_deeds = a.take_deeds = a.give_cash = a.take_cash = a.give_cards = a.take_cards = 0
    for k in range(3):
        a.dice[k] = dice.randint(0 if k == 2 else 1, 6)
    if a.kind in DEALS:
        fill_offer(dice, match)
    if extreme:
        for name in dice.sample(["amount", "give_deeds", "take_deeds", "give_cash", "take_cash"], 2):
            setattr(a, name, dice.choice(EXTREME))
        for name in dice.sample(["kind", "player", "other", "square", "card", "give_cards", "take_cards"], 2):
            setattr(a, name, dice.choice(SMALL_EXTREME))


def is_listed(match: Match, count: int) -> bool | None:
    """Does the legal list of its player hold the action? None: it may or may not, as for a composed offer."""
    a = match.a
    if not 0 <= a.square < codes.SQUARES:
        return False  # no action, whether it names a square or not, may name one that does not exist
    wanted = meaning(a)
    for n in range(count):
        if meaning(match.list[n]) == wanted:
            if a.kind == codes.BID:
                return match.list[n].amount <= a.amount <= match.list[n].most
            return None if a.kind in DEALS else True
    return False


def whose_list(match: Match) -> int:
    """Whose legal list could hold the action; NOBODY if that is nobody who exists."""
    a = match.a
    if a.kind == codes.STRIKE_HOUR:
        return codes.CLOCK if a.player == codes.CLOCK else codes.NOBODY
    if codes.DICE <= a.kind < codes.STRIKE_HOUR:
        return codes.CHANCE if a.player == codes.CHANCE else codes.NOBODY
    return a.player if 0 <= a.player < match.players else codes.NOBODY
