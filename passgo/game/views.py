"""What one sees of a game by looking: players, the Bank, and the matters on the table."""

from dataclasses import dataclass

from passgo.editions import Bills
from passgo.machine.decorators import cite
from passgo.machine.records import plain
from passgo.notation.actions import DECKS, Action
from passgo.notation.dict_writer import deed_said
from passgo.notation.names import Names
from passgo.rules import codes, ids
from passgo.rules.codes import BANK, NOBODY
from passgo.rules.deeds import worth_at_end
from passgo.rules.state import Edition, State


class Player:
    """A player as the table sees them now. It follows the game: look again and it shows what has become of them.

    >>> from passgo import Game
    >>> ann = Game("classic", players=["Ann", "Ben"], seed=7)["Ann"]
    >>> ann.cash, ann.square, ann.deeds, ann.in_jail
    (1500, 'GO', {}, False)
    """

    __slots__ = ("_g", "_names", "name", "seat", "token")

    def __init__(self, names: Names, g: State, seat: int, token: str) -> None:
        self._names, self._g = names, g
        self.name, self.seat, self.token = names.players[seat], seat, token

    @property
    def cash(self) -> int:
        """Dollars in hand."""
        return self._g.cash[self.seat]

    @property
    def bills(self) -> Bills:
        """The cash as bills, count and value: at the start those of the edition, later any (`setup.bills`)."""
        return self._names.table.bills_for(self.cash, self.seat, self._g.players)

    @property
    def square(self) -> str:
        """Where the token stands."""
        return self._names.squares[self._g.square[self.seat]]

    @property
    def deeds(self) -> dict[str, int | str]:
        """The deeds in board order, each with its houses (0 to 4), `hotel` or `mortgaged`."""
        g = self._g
        return {name: deed_said(g, d) for d, name in enumerate(self._names.deeds) if g.owner[d] == self.seat}

    @property
    def in_jail(self) -> bool:
        """In Jail, not visiting."""
        return self._g.jail[self.seat] > 0

    @property
    def jail_turn(self) -> int:
        """Which of the three turns in Jail is the next or present one; 0 outside."""
        return self._g.jail[self.seat]

    @property
    def jail_cards(self) -> tuple[str, ...]:
        """The decks whose get-out-of-jail card the player holds."""
        return tuple(deck for n, deck in enumerate(DECKS) if self._g.jail_card[n] == self.seat)

    @property
    def throws_speed_die(self) -> bool:
        """Does the player throw the Speed Die?"""
        return self._g.speeding[self.seat] == 1

    @property
    def out(self) -> bool:
        """Has the player left the game?"""
        return self._g.out[self.seat] == 1

    @property
    def worth(self) -> int:
        """What the player would have if a short game ended now (`short.worth`)."""
        return worth(self._names, self._g, self.seat)

    def __repr__(self) -> str:
        return f"<{self.name}: ${self.cash} on {self.square}, {len(self.deeds)} deeds>"


def worth(names: Names, g: State, seat: int) -> int:
    """Cash, property at its price (half, if mortgaged) and buildings at cost, a hotel being five houses."""
    return worth_at_end(g, plain(Edition, names.table.record), seat)


cite(Player, ("setup.bills", "table.deeds-public"))


class Bank:
    """The Bank as the table sees it now."""

    __slots__ = ("_g", "_names")

    def __init__(self, names: Names, g: State) -> None:
        self._names, self._g = names, g

    @property
    def houses(self) -> int:
        """Houses left."""
        return self._g.houses

    @property
    def hotels(self) -> int:
        """Hotels left."""
        return self._g.hotels

    @property
    def deeds(self) -> tuple[str, ...]:
        """Unsold deeds, in board order."""
        return tuple(name for d, name in enumerate(self._names.deeds) if self._g.owner[d] == BANK)

    @property
    def pot(self) -> int:
        """Dollars on Free Parking; always 0 unless the table plays that house rule."""
        return self._g.cash[codes.POT]

    def __repr__(self) -> str:
        return f"<Bank: {self.houses} houses, {self.hotels} hotels, {len(self.deeds)} deeds>"


@dataclass(frozen=True)
class Debt:
    """What a player has to raise."""

    debtor: str
    creditor: str
    amount: int
    rule: str


@dataclass(frozen=True)
class Auction:
    """A lot under the hammer: a square, `house`, `hotel`, `chance card` or `chest card`."""

    lot: str
    bidders: tuple[str, ...]
    highest_bidder: str | None
    bid: int


@dataclass(frozen=True)
class KeepOrLift:
    """Mortgaged deeds whose new owners have to decide, the first one now."""

    deeds: tuple[str, ...]


@dataclass(frozen=True)
class Shortage:
    """A building (`house` or `hotel`) that more than one may want; `placing` is who puts it on a lot now."""

    building: str
    asked: tuple[str, ...]
    wanted_by: tuple[str, ...]
    placing: str | None


@dataclass(frozen=True)
class Estate:
    """What is still to be auctioned of a player who left."""

    player: str
    deeds: tuple[str, ...]
    cards: tuple[str, ...]


Matter = Debt | Auction | KeepOrLift | Shortage | Estate


def matter(names: Names, g: State, m: int) -> Matter:
    """A matter on the table."""
    kind, members = g.matter_kind[m], g.matter_set[m]
    player = names.players[g.matter_player[m]]
    other = names.account(g.matter_other[m])
    if kind == codes.MATTER_DEBT:
        return Debt(player, other or "", g.matter_amount[m], ids.NAMES[g.matter_rule[m]])
    if kind == codes.MATTER_AUCTION:
        return Auction(names.lot(g.matter_square[m]) or "", names.players_of(members), other, g.matter_amount[m])
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return KeepOrLift(names.deeds_of(members))
    if kind == codes.MATTER_SHORTAGE:
        placing = names.players[g.matter_last[m]] if g.matter_stage[m] == codes.STAGE_PLACING else None
        building = names.lot(g.matter_other[m]) or ""
        return Shortage(building, names.players_of(members), names.players_of(g.matter_wants[m]), placing)
    return Estate(player, names.deeds_of(members), names.decks_of(g.matter_wants[m]))


def offers(names: Names, g: State) -> list[Action]:
    """The open offers, the oldest first."""
    makers = [p for p in range(g.players) if g.offer_to[p] != NOBODY]
    return [
        Action(
            "OfferSettlement" if g.offer_settles[p] else "Offer",
            player=names.players[p],
            other=names.players[g.offer_to[p]],
            give=names.deeds_of(g.offer_give_deeds[p]),
            take=names.deeds_of(g.offer_take_deeds[p]),
            give_cash=g.offer_give_cash[p],
            take_cash=g.offer_take_cash[p],
            give_cards=names.decks_of(g.offer_give_cards[p]),
            take_cards=names.decks_of(g.offer_take_cards[p]),
        )
        for p in sorted(makers, key=lambda p: g.offer_number[p])
    ]


@dataclass(frozen=True)
class Claim:
    """A rent that its owner may still claim (`rent.claim`)."""

    owner: str
    lander: str
    square: str
    amount: int


def claims(names: Names, g: State) -> list[Claim]:
    """The rents that may still be claimed."""
    players, squares = names.players, names.squares
    return [
        Claim(players[g.claim_owner[n]], players[g.claim_lander[n]], squares[g.claim_square[n]], g.claim_amount[n])
        for n in range(g.claims)
    ]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: who won (several, if a short game is tied), and what everyone was worth."""

    winners: tuple[str, ...]
    worth: dict[str, int]
