"""The table: who sits there, what lies on it, and how money moves across it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.reference.contract import (
    BANK,
    HOTEL,
    MATTERS,
    MATTERS_RESERVED,
    NOBODY,
    OF_CHANCE,
    POT,
    Arrived,
    Event,
    MatterKind,
    Phase,
    Stage,
)
from tests.reference.editions import Face, Printed, Square, edition_of, printed

Objections = Iterator[str]
"""Every rule that forbids something; none if it is lawful. The law does not say which of several comes first."""


@dataclass
class Player:
    """A seat."""

    seat: int
    square: int = 0  # setup.start
    jail: int = 0  # 1-3: in Jail, the next throw being the first to third try
    out: bool = False
    speeding: int = 0  # 1: throws the Speed Die; 2: will from the next throw
    resigning: int = 0
    first_throw: int = 0


@dataclass
class Deed:
    """A property card: who holds it, what stands on its lot."""

    number: int
    square: Square
    owner: int = BANK
    level: int = 0
    mortgaged: bool = False

    def __post_init__(self) -> None:
        self.where, self.group = self.square.number, self.square.group
        self.price, self.cost = self.square.price, self.square.house_cost
        self.principal = self.price // 2  # mortgage.value: half the printed price
        self.is_street = self.square.kind == "street"


@dataclass
class Deck:
    """Cards never seen on top in unknown order, cards already seen below in known order."""

    number: int
    faces: tuple[Face, ...]
    unseen: set[int]
    seen: list[int] = field(default_factory=list)
    holder: int = BANK  # of the get-out-of-jail card

    @property
    def jail_free(self) -> int:
        return next(n for n, face in enumerate(self.faces) if face.effect == "get_out_of_jail_free")

    def possible(self) -> list[int]:
        """table.decks-hidden: the cards that could lie on top, for all that anybody knows."""
        return sorted(self.unseen) if self.unseen else self.seen[:1]

    def take(self, card: int) -> None:
        if self.unseen:
            self.unseen.remove(card)
        else:
            self.seen.pop(0)


@dataclass
class Matter:
    """Something that must be settled before the turn goes on (table.one-matter)."""

    kind: MatterKind
    player: int
    other: int = NOBODY
    square: int = 0
    amount: int = 0
    rule: str = ""
    members: set[int] = field(default_factory=set)
    wants: set[int] = field(default_factory=set)
    last: int = NOBODY  # who called last, or who places the building; at first who brought the matter about
    stage: int = 0

    def __post_init__(self) -> None:
        self.last = self.player if self.last == NOBODY else self.last


@dataclass
class Offer:
    """An offer on the table (deal.offers)."""

    number: int
    proposer: int
    partner: int
    give_deeds: int = 0
    take_deeds: int = 0
    give_cash: int = 0
    take_cash: int = 0
    give_cards: int = 0
    take_cards: int = 0
    settles: bool = False
    mortgaged: int = 0  # deal.offers: its deeds, of both sides, that were mortgaged when it was made


@dataclass
class Claim:
    """Rent the owner may still ask for (rent.claim)."""

    lander: int
    owner: int
    square: int
    amount: int
    age: int = 0
    said: int = 0  # auction.meanwhile: asked for while a matter was open, as the first, second, ...


class Table:
    """The whole game."""

    def __init__(self, options: dict[str, Any], players: int) -> None:
        self.options = options
        self.printed: Printed = printed(edition_of(options))
        self.players = [Player(seat) for seat in range(players)]
        properties = [s for s in self.printed.squares if s.price]
        self.deeds = [Deed(number, square) for number, square in enumerate(properties)]
        self.deed_at = {deed.where: deed for deed in self.deeds}
        self.groups: dict[str, list[Deed]] = {}
        for deed in self.deeds:
            self.groups.setdefault(deed.group, []).append(deed)
        self.decks = [Deck(n, faces, set(range(16))) for n, faces in enumerate(self.printed.decks)]
        self.cash = [0] * 10
        self.houses: int = options["setup_houses"]
        self.hotels: int = options["setup_hotels"]
        self.matters: list[Matter] = []
        self.offers: dict[int, Offer] = {}
        self.offers_made = 0
        self.claims: list[Claim] = []
        self.events: list[Event] = []
        self.turn = self.round = self.first = self.on_turn = 0
        self.phase = Phase.BEGIN_TURN
        self.contenders: set[int] = set()
        self.winners: set[int] = set()
        self.doubles = self.throws = self.cursor = 0
        self.again = self.salaried = self.mr_m = self.hour_struck = self.uncounted = False
        self.arrived = Arrived.BY_DICE
        self.dice = (0, 0, 0)
        self.steps = 0
        self.move_rule = ""
        self.jail_rule = ""
        self.rent_throw = 0
        self.deck = self.card = 0

    # Who and what

    def option(self, name: str) -> int:
        value: int = self.options[name]
        return value

    @property
    def mover(self) -> Player:
        return self.players[self.on_turn]

    @property
    def top(self) -> Matter | None:
        return self.matters[-1] if self.matters else None

    def is_in(self, seat: int) -> bool:
        return 0 <= seat < len(self.players) and not self.players[seat].out

    def still_in(self) -> list[int]:
        return [p.seat for p in self.players if not p.out]

    def to_the_left(self, seat: int) -> list[int]:
        """All other seats still in, from the left of one (setup.turn-order)."""
        count = len(self.players)
        seats = [(seat + step) % count for step in range(1, count)]
        return [s for s in seats if self.is_in(s)]

    def group_of(self, deed: Deed) -> list[Deed]:
        return self.groups[deed.group]

    def owns_group(self, deed: Deed, seat: int) -> bool:
        for lot in self.groups[deed.group]:  # asked often, so no generator
            if lot.owner != seat:
                return False
        return True

    def deeds_of(self, seat: int) -> list[Deed]:
        return [d for d in self.deeds if d.owner == seat]

    def debt_of(self, seat: int) -> Matter | None:
        """The debt a player has not paid yet, if any."""
        for matter in reversed(self.matters):
            if matter.kind == MatterKind.DEBT and matter.player == seat:
                return matter
        return None

    def crowded(self) -> bool:
        """The contract bounds matters inside matters; players' own acts must leave some room."""
        return len(self.matters) >= MATTERS - MATTERS_RESERVED

    def in_shortage(self) -> bool:
        for matter in self.matters:  # asked at every turn, so no generator
            if matter.kind == MatterKind.SHORTAGE:
                return True
        return False

    # Money

    def tell(self, kind: str, rule: str, **fields: int) -> None:
        self.events.append(Event(kind, rule, **fields))

    def pay(self, payer: int, payee: int, amount: int, rule: str) -> None:
        """Cash changes hands; the Bank never runs out (setup.bank-never-broke)."""
        if amount == 0:
            return
        self.cash[payer] -= amount
        self.cash[payee] += amount
        self.tell("PAID", rule, player=payer, other=payee, amount=amount)

    def interest(self, deed: Deed) -> int:
        """mortgage.lift: ten per cent of the mortgage, rounded up to a dollar unless switched."""
        share = deed.principal * self.option("mortgage_interest")
        return -(-share // 100) if self.option("mortgage_lift_round_up") else share // 100

    def pending_choice(self, deed: Deed) -> bool:
        """mortgage.choice: is keep or lift of this deed still to be chosen?"""
        if not self.matters:
            return False
        return any(m.kind == MatterKind.KEEP_OR_LIFT and deed.number in m.members for m in self.matters)

    def reserved(self, seat: int) -> int:
        """auction.reserve: highest bids, and interest due after a deal, are set aside."""
        kept = 0
        for matter in self.matters:
            if matter.kind == MatterKind.AUCTION and matter.other == seat:
                kept += matter.amount
            if matter.kind == MatterKind.SHORTAGE and matter.stage == Stage.PLACING and matter.last == seat:
                kept += matter.amount
            if matter.kind == MatterKind.KEEP_OR_LIFT:
                kept += sum(self.interest(self.deeds[n]) for n in matter.members if self.deeds[n].owner == seat)
        return kept

    def free_cash(self, seat: int) -> int:
        return self.cash[seat] - self.reserved(seat) if self.matters else self.cash[seat]

    def against_spending(self, seat: int, amount: int, rule: str) -> Objections:
        """The price is there in cash (`rule` asks for it), and is not set aside (auction.reserve)."""
        if amount <= 0:
            return  # as much comes in at the same time: nothing that is set aside is touched
        if self.cash[seat] < amount:
            yield rule
        elif self.free_cash(seat) < amount:
            yield "auction.reserve"
            if not any(m.kind == MatterKind.AUCTION and m.other == seat for m in self.matters):
                yield rule  # interest set aside (mortgage.choice) is cash that is not there for anything else

    def raisable(self, seat: int) -> int:
        """What selling every building and mortgaging every deed would bring."""
        total = 0
        for deed in self.deeds_of(seat):
            total += deed.level * (deed.cost // 2)
            if not deed.mortgaged:
                total += deed.principal
        return total

    def till(self) -> int:
        """Where taxes and fines go: the Bank, or by a house rule the pot (table.no-house-rules)."""
        return POT if self.option("free_parking_pot") else BANK

    # The turn

    def end_turn(self, rule: str) -> None:
        """The turn of the player on turn is over at once; the dice pass when nothing is pending."""
        self.tell("TURN_ENDED", rule, player=self.on_turn)
        self.phase = Phase.NEXT_TURN

    # Cards

    def return_card(self, deck: Deck, card: int, seat: int, rule: str) -> None:
        """A card goes to the bottom of its deck (cards.draw)."""
        deck.seen.append(card)
        self.tell("CARD_RETURNED", rule, player=seat, other=deck.number, card=card)

    # Buildings

    def set_level(self, deed: Deed, level: int) -> None:
        """Buildings go between the lot and the Bank's stock (setup.bank)."""

        def stock(of: int) -> tuple[int, int]:
            return (0, 1) if of == HOTEL else (of, 0)

        before, after = stock(deed.level), stock(level)
        self.houses += before[0] - after[0]
        self.hotels += before[1] - after[1]
        deed.level = level

    # When

    def next_said(self) -> int:
        """auction.meanwhile: claims and resignations said during a matter are counted together."""
        return 1 + max([claim.said for claim in self.claims] + [player.resigning for player in self.players])

    def movement_unfinished(self) -> bool:
        """table.any-time: dice have fallen, and the token has not come where they lead it."""
        return self.mr_m or self.phase in (Phase.CHOOSE_BUS, Phase.CHOOSE_SQUARE, Phase.PAID_FINE)

    def may_deal(self, one: int, two: int) -> bool:
        """table.any-time: while a movement is unfinished, every deal has the player on turn as a party."""
        return self.on_turn in (one, two) or not self.movement_unfinished()

    def against_business(self) -> str | None:
        """table.any-time: why nobody may build, sell, mortgage or deal now."""
        if not self.matters:
            return "table.any-time" if self.phase in OF_CHANCE else None
        return "auction.meanwhile" if self.in_shortage() else None
