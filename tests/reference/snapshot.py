"""The table written down as the State record of docs/state.md: every field, in its order, as one row of numbers.

Rows beyond `matters`, beyond `claims` and of seats without an open offer are blank. Rules are written by the numbers
that the reader gives for their ids.
"""

from collections.abc import Mapping
from typing import Any

from tests.reference.contract import NOBODY, bits_of
from tests.reference.table import Offer, Table

FIELDS = {
    "cash": 10, "ledger": 10, "turn": 1, "round": 1, "offers_made": 1, "offer_number": 8, "offer_give_deeds": 8,
    "offer_take_deeds": 8, "offer_mortgaged": 8, "offer_give_cash": 8, "offer_take_cash": 8, "matter_amount": 24,
    "matter_set": 24, "claim_amount": 16, "mortgaged": 1, "unseen": 2, "matter_wants": 24, "matter_rule": 24,
    "steps": 1, "contenders": 1, "winners": 1, "houses": 1, "hotels": 1, "players": 1, "first": 1, "on_turn": 1,
    "phase": 1, "doubles": 1, "throws": 1, "again": 1, "salaried": 1, "mr_m": 1, "arrived": 1, "dice": 3,
    "rent_throw": 1, "deck": 1, "card": 1, "cursor": 1, "hour_struck": 1, "uncounted": 1, "square": 8, "jail": 8,
    "out": 8, "speeding": 8, "resigning": 8, "first_throw": 8, "owner": 28, "level": 28, "seen": 32, "seen_count": 2,
    "jail_card": 2, "offer_to": 8, "offer_give_cards": 8, "offer_take_cards": 8, "offer_settles": 8, "claims": 1,
    "claim_lander": 16, "claim_owner": 16, "claim_square": 16, "claim_age": 16, "claim_said": 16, "matters": 1,
    "matter_kind": 24, "matter_player": 24, "matter_other": 24, "matter_square": 24, "matter_last": 24,
    "matter_stage": 24, "padding": 3,
}  # fmt: skip
"""The fields of docs/state.md and how many numbers each holds."""

Row = tuple[int, ...]
ZEROS = tuple((0,) * length for length in range(33))
NO_OFFER = Offer(0, NOBODY, NOBODY)


def to_record(table: Table, number_of: Mapping[str, int]) -> Row:
    """The whole table, field after field."""
    offers, matters, claims = offer_rows(table), matter_rows(table, number_of), claim_rows(table)
    return (
        *table.cash, *table.cash, table.turn, table.round, table.offers_made, *offers[0], *matters[0], *claims[0],
        bits_of([deed.number for deed in table.deeds if deed.mortgaged]),
        *[bits_of(deck.unseen) for deck in table.decks],
        *matters[1], *turn_row(table), *seat_rows(table), *[deed.owner for deed in table.deeds],
        *[deed.level for deed in table.deeds], *deck_rows(table), *offers[1], *claims[1], *matters[2],
        *ZEROS[3],
    )  # fmt: skip


def padded(values: list[int], length: int) -> Row:
    return (*values, *ZEROS[length - len(values)])


def turn_row(table: Table) -> Row:
    return (
        table.steps, bits_of(table.contenders), bits_of(table.winners), table.houses, table.hotels,
        len(table.players), table.first, table.on_turn, table.phase, table.doubles, table.throws, table.again,
        table.salaried, table.mr_m, table.arrived, *table.dice, table.rent_throw, table.deck, table.card,
        table.cursor, table.hour_struck, table.uncounted,
    )  # fmt: skip


def seat_rows(table: Table) -> list[int]:
    seats, nobody = table.players, ZEROS[8 - len(table.players)]
    return [
        *[p.square for p in seats], *nobody, *[p.jail for p in seats], *nobody, *[p.out for p in seats], *nobody,
        *[p.speeding for p in seats], *nobody, *[p.resigning for p in seats], *nobody,
        *[p.first_throw for p in seats], *nobody,
    ]  # fmt: skip


def deck_rows(table: Table) -> Row:
    one, two = table.decks
    return (*padded(one.seen, 16), *padded(two.seen, 16), len(one.seen), len(two.seen), one.holder, two.holder)


def offer_rows(table: Table) -> tuple[Row, Row]:
    if not table.offers:
        return NO_OFFERS
    return written_offers([table.offers.get(seat, NO_OFFER) for seat in range(8)])


def written_offers(seats: list[Offer]) -> tuple[Row, Row]:
    return (
        *[o.number for o in seats], *[o.give_deeds for o in seats], *[o.take_deeds for o in seats],
        *[o.mortgaged for o in seats],
        *[o.give_cash for o in seats], *[o.take_cash for o in seats],
    ), (
        *[o.partner for o in seats], *[o.give_cards for o in seats], *[o.take_cards for o in seats],
        *[o.settles for o in seats],
    )  # fmt: skip


NO_OFFERS = written_offers([NO_OFFER] * 8)


def claim_rows(table: Table) -> tuple[Row, Row]:
    claims = table.claims
    if not claims:
        return ZEROS[16], NO_CLAIMS
    return padded([c.amount for c in claims], 16), (
        len(claims), *padded([c.lander for c in claims], 16), *padded([c.owner for c in claims], 16),
        *padded([c.square for c in claims], 16), *padded([c.age for c in claims], 16),
        *padded([c.said for c in claims], 16),
    )  # fmt: skip


NO_CLAIMS = (0,) * 81


def matter_rows(table: Table, number_of: Mapping[str, int]) -> tuple[Row, Row, Row]:
    matters = table.matters
    if not matters:
        return NO_MATTERS
    return (
        *padded([m.amount for m in matters], 24), *padded([bits_of(m.members) for m in matters], 24),
    ), (
        *padded([bits_of(m.wants) for m in matters], 24),
        *padded([number_of[m.rule] if m.rule else 0 for m in matters], 24),
    ), (
        len(matters), *padded([m.kind for m in matters], 24), *padded([m.player for m in matters], 24),
        *padded([m.other for m in matters], 24), *padded([m.square for m in matters], 24),
        *padded([m.last for m in matters], 24), *padded([m.stage for m in matters], 24),
    )  # fmt: skip


NO_MATTERS = (0,) * 48, (0,) * 48, (0,) * 145


def by_name(record: Row) -> dict[str, Any]:
    """A record with the names of its fields: a number, or a list of them."""
    named: dict[str, Any] = {}
    start = 0
    for name, count in FIELDS.items():
        named[name] = record[start] if count == 1 else list(record[start : start + count])
        start += count
    return named
