"""Random games that lean towards what is rare: how a table is laid, and what its players and chance do."""

from random import Random

from passgo import editions
from passgo.dev.fuzz.tables import random_match, random_value
from passgo.editions import EditionError, Ruleset
from passgo.rules import codes
from tests.reference.compare import Pair
from tests.reference.contract import CHANCE, CLOCK, NOBODY, Act, Action, MatterKind

SWITCHED, FAVOURED = 0.12, 0.35
"""How likely an option is switched, and one that leads to rare situations."""

FAVOURITES = {
    "rent_claims", "speed_triple_again", "short_game", "short_rounds", "deal_settlement", "free_parking_pot",
    "setup_houses", "setup_hotels", "bankrupt_cards", "bankrupt_mortgages_cancelled", "bankrupt_to_player",
    "build_sell_evenly", "build_sell_hotel",
}  # fmt: skip
DEALS = (Act.OFFER, Act.COUNTER, Act.OFFER_SETTLEMENT)
ON_SQUARE = (
    Act.BUILD, Act.SELL_BUILDING, Act.SELL_HOTELS, Act.MORTGAGE, Act.LIFT_MORTGAGE, Act.KEEP_MORTGAGE,
    Act.PLACE_BUILDING,
)  # fmt: skip
ENDING = (Act.RESIGN, Act.STRIKE_HOUR)
"""What is lawful nearly always and soon ends a game."""

RARE_CARDS = {"pay_each", "collect_from_each", "repairs", "get_out_of_jail_free", "pay_or_draw_chance", "go_to_jail"}
LENGTHS = (150, 300, 300, 600, 600, 2000)
"""Steps after which a game is broken off."""


def random_ruleset(dice: Random, edition: str) -> Ruleset:
    """The edition with some of its options switched, as long as these fit together."""
    while True:
        chosen = {}
        for option in editions.options(edition):
            if dice.random() < (FAVOURED if option.name in FAVOURITES else SWITCHED):
                chosen[option.name] = random_value(dice, option)
        if "short_rounds" in chosen:
            chosen["short_game"] = True
        try:
            return editions.ruleset(edition, **chosen)
        except EditionError:
            continue


def random_pair(seed: int, edition: str | None = None) -> tuple[Random, Pair]:
    """The game of a seed: at any table (of an edition), from the beginning or from any lawful position."""
    dice = Random(seed)
    ruleset = random_ruleset(dice, edition or editions.NAMES[seed % len(editions.NAMES)])
    match = random_match(dice, ruleset)
    return dice, Pair(ruleset, match.players, match.position(0))


class Temper:
    """How likely each kind of action is in one game; games of different tempers meet different rare things."""

    def __init__(self, dice: Random) -> None:
        self.weights = [dice.choice([0.1, 1, 1, 6]) for _ in codes.ACTION_KINDS]
        self.weights[Act.THROW] = self.weights[Act.END_TURN] = 6
        self.weights[Act.RESIGN] = dice.choice([0, 0.002, 0.02])
        self.weights[Act.OFFER] = dice.choice([0.1, 1, 3])
        for kind in (Act.MORTGAGE, Act.LIFT_MORTGAGE, Act.SELL_BUILDING):  # always possible, and soon done to death
            self.weights[kind] /= 4
        self.doubles = dice.choice([0, 0, 0.3])
        self.rare_cards = dice.choice([0, 0, 0.5])
        self.out_of_turn = dice.choice([0, 0.1, 0.4])
        self.claiming = dice.choice([0, 0.2])
        self.hour = dice.choice([0, 0.003])
        self.nonsense = 0.4
        self.length = dice.choice(LENGTHS)


def walk(dice: Random, pair: Pair, most: int | None = None) -> None:
    """Play the game of a temper, every step compared; a `Difference` ends it."""
    temper = Temper(dice)
    length = temper.length if most is None else min(most, temper.length)
    while len(pair.played) < length:
        player = pair.next_to_decide()
        if player == NOBODY:
            break
        if dice.random() < temper.nonsense:
            pair.play(nonsense(dice, pair))
            continue
        if dice.random() < temper.hour:
            player = CLOCK
        elif player != CHANCE and dice.random() < temper.out_of_turn:
            player = dice.randrange(pair.players)
        elif player != CHANCE and pair.reference.table.claims and dice.random() < temper.claiming:
            player = dice.choice(pair.reference.table.claims).owner
        action = choice(dice, pair, temper, pair.legal(player))
        if action is not None:
            pair.play(action)


def choice(dice: Random, pair: Pair, temper: Temper, listed: list[Action]) -> Action | None:
    """One of a legal list; a bid or an offer is filled in."""
    if not listed:
        return None
    if listed[0].player == CHANCE:
        return of_chance(dice, pair, temper, listed)
    by_kind: dict[int, list[Action]] = {}
    for action in listed:
        by_kind.setdefault(action.kind, []).append(action)
    kinds = list(by_kind)
    weights = [temper.weights[kind] for kind in kinds]
    kind = dice.choices(kinds, weights)[0] if any(weights) else kinds[0]
    action = dice.choice(by_kind[kind])
    if kind == Act.BID:
        amount = action.amount + dice.choice([0, 0, dice.randint(0, 50), action.most])
        return action._replace(amount=min(action.most, amount), most=0)
    return offer(dice, pair, action) if kind in DEALS else action


def of_chance(dice: Random, pair: Pair, temper: Temper, listed: list[Action]) -> Action:
    """Any outcome; in some games doubles and rare cards come more often than they should."""
    action = dice.choice(listed)
    if action.kind == Act.DICE and dice.random() < temper.doubles:
        return action._replace(die_2=action.die_1)
    if action.kind == Act.CARD and dice.random() < temper.rare_cards:
        faces = pair.reference.table.decks[pair.reference.table.deck].faces
        return dice.choice([a for a in listed if faces[a.card].effect in RARE_CARDS] or listed)
    return action


def offer(dice: Random, pair: Pair, action: Action) -> Action:
    """Deeds and cards of one side for deeds, cards or cash of the other; now and then an unlawful one."""
    mine, theirs = action.player, action.other
    give, take = some_deeds(dice, pair, mine), some_deeds(dice, pair, theirs)
    give_cards, take_cards = some_cards(dice, pair, mine), some_cards(dice, pair, theirs)
    give_cash = take_cash = 0
    side = dice.random()
    if side < 0.42:
        give_cash = dice.choice([1, dice.randint(0, 300), max(0, pair.reference.table.cash[mine])])
    if 0.4 < side < 0.8:
        take_cash = dice.choice([1, dice.randint(0, 300)])
    if action.kind == Act.OFFER_SETTLEMENT and dice.random() < 0.9:
        take = take_cards = take_cash = 0
    return action._replace(
        give_deeds=give, take_deeds=take, give_cards=give_cards, take_cards=take_cards, give_cash=give_cash,
        take_cash=take_cash,
    )  # fmt: skip


def some_deeds(dice: Random, pair: Pair, player: int) -> int:
    """None, one, or several of the player's deeds, or (rarely) of anybody's."""
    if dice.random() < 0.4:
        return 0
    deeds = pair.reference.table.deeds
    held = [deed.number for deed in deeds if deed.owner == player]
    if dice.random() < 0.05:
        held.append(dice.randrange(len(deeds)))
    bits = 0
    for _ in range(dice.choice([1, 1, 1, 2, 5]) if held else 0):
        bits |= 1 << dice.choice(held)
    return bits


def some_cards(dice: Random, pair: Pair, player: int) -> int:
    held = [deck.number for deck in pair.reference.table.decks if deck.holder == player or dice.random() < 0.01]
    return sum(1 << number for number in held if dice.random() < 0.4)


def not_in_the_book(dice: Random, kind: int, square: int, amount: int) -> tuple[int, int, int]:
    """What no rule knows: another kind of action, a square beside the board, a bid below nothing."""
    which = dice.randrange(3)
    if which == 0:
        kind = dice.choice([-1, len(codes.ACTION_KINDS), 127])
    elif which == 1:
        square = dice.choice([-1, codes.SQUARES, 127])
    else:
        kind, amount = Act.BID, -amount
    return kind, square, amount


def nonsense(dice: Random, pair: Pair) -> Action:
    """Any action at all, mostly one that could be thought of."""
    table = pair.reference.table
    kind = dice.randrange(len(codes.ACTION_KINDS))
    if kind in ENDING and dice.random() < 0.97:
        kind = Act.THROW
    player = table.on_turn if dice.random() < 0.4 else dice.randrange(pair.players)
    if table.top and dice.random() < 0.5:
        player = table.top.player if table.top.kind == MatterKind.DEBT else dice.randrange(pair.players)
    if kind == Act.STRIKE_HOUR:
        player = CLOCK
    elif kind > Act.END_TURN and dice.random() < 0.95:
        player = CHANCE
    elif dice.random() < 0.01:
        player = dice.randrange(pair.players, 10)
    if table.top and table.top.kind == MatterKind.SHORTAGE and dice.random() < 0.5:
        kind, player = Act.PLACE_BUILDING, table.top.last
    square, other = dice.randrange(codes.SQUARES), dice.randrange(codes.PLAYERS)
    mine = table.deeds_of(player)
    if kind in ON_SQUARE and mine and dice.random() < 0.8:
        square = dice.choice(mine).where
    if kind == Act.CLAIM_RENT and table.claims and dice.random() < 0.8:
        claim = dice.choice(table.claims)
        other, square = claim.lander, claim.square
    first, second, _ = table.dice
    amount = dice.choice([first, second, first + second, dice.randint(0, 500)])
    if dice.random() < 0.02:
        kind, square, amount = not_in_the_book(dice, kind, square, amount)
    action = Action(
        kind=kind, player=player, other=other, square=square, card=dice.randrange(codes.DECK), amount=amount,
        die_1=dice.randint(1, 6), die_2=dice.randint(1, 6), die_3=dice.randint(0, 6),
    )  # fmt: skip
    return offer(dice, pair, action) if kind in DEALS else action
