"""What one seat may see of a table: the public view, and its own hand.

Everything is read from an open position. The public view is made and encoded once for all, and what it says of deeds,
which changes rarely, only when it changes.
"""

from itertools import accumulate
from operator import itemgetter
from typing import Any, Final

import msgspec
from msgspec import Raw

from passgo.game import matters
from passgo.game.matters import open_claims, open_matters, open_offers
from passgo.machine.records import fields_of, place_of, reader
from passgo.notation.actions import DECKS
from passgo.notation.names import LOT_NAMES
from passgo.notation.position_line import PHASES
from passgo.rules import codes, ids
from passgo.rules.deeds import interest_on, raisable, worth_at_end
from passgo.rules.state import State
from passgo.server.table.edition_engine import EditionEngine, Holding, OpenPosition
from passgo.server.wire import types
from passgo.server.wire.actions import legal_list, plain_record, read_record
from passgo.server.wire.types import DECK_SETS, SEATS

JSON = msgspec.json.Encoder()


ByDeed = tuple[Any, Any, Any, Any]
"""What a view says of each deed, in its order: owners, buildings, mortgages and rents; lists, or the same encoded."""


NONE_PLEDGED: Final = [False] * codes.DEEDS


def by_deed(holding: Holding, rents: list[int]) -> ByDeed:
    """Owners, buildings, mortgages and rents."""
    held, mortgaged = holding.held, holding.mortgaged
    pledged = [bool(mortgaged >> deed & 1) for deed in range(codes.DEEDS)] if mortgaged else NONE_PLEDGED
    return list(held[: codes.DEEDS]), list(held[codes.DEEDS :]), pledged, rents


class DeedMemory:
    """What the last view of a table said of each deed, encoded. Most views say the same again."""

    __slots__ = ("_encoded", "_holding", "_rents")

    def __init__(self) -> None:
        self._holding: Holding | None = None
        self._rents: list[int] = []
        self._encoded: ByDeed

    def by_deed(self, position: OpenPosition, holding: Holding) -> ByDeed:
        """What the view of a position says of each deed, encoded."""
        if holding != self._holding:
            self._rents = position.edition.rents(position.g, holding, self._holding, self._rents)
            self._holding = holding
            owner, level, mortgaged, rent = (Raw(JSON.encode(values)) for values in by_deed(holding, self._rents))
            self._encoded = owner, level, mortgaged, rent
        return self._encoded


Asked = tuple[int, int]
"""Whom a position asks: everybody whom the game waits for, as a set, and who is to be asked first."""


def view_of(
    position: OpenPosition, memory: DeedMemory | None = None, asked: Asked | None = None, *, afterwards: bool = False
) -> types.View:
    """What everybody sees of a position; `afterwards`, when the game is over, everybody's cash too.

    `memory` is what the table was shown before, `asked` is a part of it, if somebody has it already.
    """
    g, engine, edition = position.g, position.engine, position.edition
    waiting, first = asked or (engine.to_act, engine.next_to_decide)
    numbers = engine.read(READ_NUMBERS)
    (
        turn, round_, phase, on_turn, players, houses, hotels, doubles, throws, deck, card, winners, hour_struck,
        matters, claims, mortgaged,
    ) = PICK_ALONE(numbers)  # fmt: skip
    holding = Holding(engine.cut(HELD), mortgaged, b"" if edition.rent_in_jail else engine.cut(JAIL))
    over, asks = phase == codes.PHASE_GAME_OVER, phase == codes.PHASE_FINE_OR_CHANCE
    # In the order of the fields: by their names it would take three times as long.
    return types.View(
        turn,
        round_,
        PHASES[phase],
        on_turn,
        [] if waiting >> codes.CHANCE & 1 else SEATS[waiting],
        players_of(numbers, players, over or afterwards or not edition.cash_private),
        *(memory.by_deed(position, holding) if memory else by_deed(holding, edition.rents(g, holding))),
        houses,
        hotels,
        list(numbers[JAIL_CARD]),
        first if 0 <= first < codes.PLAYERS else None,
        [die for die in numbers[DICE] if die],
        doubles,
        throws,
        numbers[POT],
        DECKS[deck] if asks else None,  # type: ignore[arg-type]
        card if asks else None,
        [matter_of(edition, matter) for matter in open_matters(g)] if matters else [],
        [offer_of(position, offer) for offer in open_offers(g)] if numbers[OFFER_TO] != NO_OFFERS else [],
        [types.Claim(*claim) for claim in open_claims(g)] if claims else [],
        bool(hour_struck),
        SEATS[winners],
        [worth_at_end(g, edition.e, seat) for seat in range(players)] if over else [],
    )


def chance_wanted(position: OpenPosition) -> types.Wanted | None:
    """What a real table may say next of its dice, cards or dealt deeds. What dice stand for is tried, and undone."""
    engine, g = position.engine, position.g
    before = engine.position
    try:
        for phase, kind in ((codes.PHASE_END_TURN, codes.END_TURN), (codes.PHASE_BEFORE_THROW, codes.THROW)):
            if g.matters == 0 and g.phase == phase:
                engine.played = plain_record(kind, g.on_turn)
                engine.step()
        if engine.next_to_decide != codes.CHANCE:
            return None
        seat, listed = g.on_turn, [read_record(record) for record in engine.legal(codes.CHANCE)]
        if g.phase == codes.PHASE_DRAW:
            return types.Wanted("card", seat, deck=DECKS[g.deck], cards=[a.card for a in listed])  # type: ignore[arg-type]
        if g.phase == codes.PHASE_DEAL_DEEDS:
            return types.Wanted("deed", seat, squares=[a.square for a in listed])
        return types.Wanted("dice", seat, dice=3 if listed[0].dice[2] else 2)
    finally:
        engine.position = before


# What a view needs of a position is read at once.

OF_PLAYERS: Final = ("square", "cash", "jail", "out", "speeding", "resigning")
ALONE: Final = (
    "turn", "round", "phase", "on_turn", "players", "houses", "hotels", "doubles", "throws", "deck", "card", "winners",
    "hour_struck", "matters", "claims", "mortgaged",
)  # fmt: skip
COUNTS: Final = {name: fields_of(State)[name].count for name in (*ALONE, *OF_PLAYERS, "jail_card", "dice", "offer_to")}
READ_NUMBERS, IN_ORDER = reader(State, COUNTS)
STARTS: Final = dict(zip(IN_ORDER, accumulate((COUNTS[name] for name in IN_ORDER), initial=0), strict=False))
PICK_ALONE: Final = itemgetter(*(STARTS[name] for name in ALONE))
PLAYER_AT: Final = [itemgetter(*(STARTS[name] + seat for name in OF_PLAYERS)) for seat in range(codes.PLAYERS)]
POT: Final = STARTS["cash"] + codes.POT


def row_of(name: str) -> slice:
    """Where a row of the position stands among the numbers that are read."""
    return slice(STARTS[name], STARTS[name] + COUNTS[name])


JAIL_CARD, DICE, OFFER_TO = map(row_of, ("jail_card", "dice", "offer_to"))
JAIL, OWNER, LEVEL = (place_of(State, name) for name in ("jail", "owner", "level"))
HELD: Final = slice(OWNER.start, LEVEL.stop)
assert OWNER.stop == LEVEL.start
NO_OFFERS: Final = (codes.NOBODY,) * COUNTS["offer_to"]


def players_of(numbers: tuple[int, ...], players: int, open_cash: bool) -> list[types.Player]:
    """The players, from the rows of a position; their cash only where it is no secret."""
    found = []
    for at in PLAYER_AT[:players]:
        square, cash, jail, out, speeding, resigning = at(numbers)
        found.append(types.Player(square, cash if open_cash else None, jail, bool(out), speeding == 1, bool(resigning)))
    return found


def lot_of(number: int) -> dict[str, Any]:
    """A lot: a square, or something else that is auctioned."""
    return {"square": number} if number < codes.SQUARES else {"lot": LOT_NAMES[number]}


def matter_of(edition: EditionEngine, matter: matters.Matter) -> types.Matter:
    """A matter on the table, as it is sent."""
    match matter:
        case matters.Debt(debtor, creditor, amount, rule):
            return types.Debt(debtor, creditor, amount, ids.NAMES[rule])
        case matters.Auction(lot, bidders, highest, bid, calls):
            return types.Auction(
                SEATS[bidders], bid, highest=seat_or_none(highest), next=seat_or_none(calls), **lot_of(lot)
            )
        case matters.KeepOrLift(deeds, owner):
            return types.KeepOrLift(edition.squares_of(deeds), owner)
        case matters.Shortage(lot, asked, wanted, placing, price):
            building: Any = LOT_NAMES[lot]
            return types.Shortage(building, SEATS[asked], SEATS[wanted], seat_or_none(placing), price)
        case matters.Estate(player, deeds, cards):
            return types.Estate(player, edition.squares_of(deeds), DECK_SETS[cards])


def seat_or_none(seat: int) -> int | None:
    """A seat, or None for nobody."""
    return None if seat == codes.NOBODY else seat


def offer_of(position: OpenPosition, offer: matters.Offer) -> types.Offer:
    """An open offer, as it is sent."""
    g, edition = position.g, position.edition
    return types.Offer(
        offer.number,
        offer.proposer,
        offer.partner,
        edition.squares_of(offer.give),
        edition.squares_of(offer.take),
        offer.give_cash,
        offer.take_cash,
        DECK_SETS[offer.give_cards],
        DECK_SETS[offer.take_cards],
        offer.settles,
        interest_on(g, edition.e, offer.take),
        interest_on(g, edition.e, offer.give),
    )


NO_ACTIONS: Final = Raw(b"[]")


class RawHand(msgspec.Struct, omit_defaults=True):
    """`types.Hand` with a legal list that is encoded already."""

    seat: int
    cash: int
    bills: tuple[tuple[int, int], ...]
    legal: Raw
    owes: int = 0
    can_raise: int = 0
    undo: bool = False


def hand_of(position: OpenPosition, seat: int, undo: bool = False) -> Raw:
    """What a seat alone sees, encoded: its cash, and what it may do; `undo`, whether it may take something back."""
    g, edition = position.g, position.edition
    cash, owes, can_raise = g.cash[seat], 0, 0
    top = g.matters - 1
    if top >= 0 and g.matter_kind[top] == codes.MATTER_DEBT and g.matter_player[top] == seat:
        owes, can_raise = g.matter_amount[top] - cash, raisable(g, edition.e, seat) - cash
    bills = edition.bills(cash, seat, g.players) if cash >= 0 else ()
    legal = NO_ACTIONS if g.phase == codes.PHASE_GAME_OVER else Raw(legal_list(position, seat))
    return Raw(JSON.encode(RawHand(seat, cash, bills, legal, owes, can_raise, undo)))
