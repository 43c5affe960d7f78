"""The table written down field by field, by the names of the State record.

Rows beyond `matters`, beyond `claims` and of seats without an open offer are blank. `matter_rule` holds the rule's id,
not its number.
"""

from typing import Any

from tests.reference.contract import NOBODY, bits_of
from tests.reference.table import Table


def row(values: list[Any], length: int, blank: Any = 0) -> list[Any]:
    return values + [blank] * (length - len(values))


def snapshot(table: Table) -> dict[str, Any]:
    return {**plain(table), **seats(table), **property_and_decks(table), **offers(table), **pending(table)}


def plain(table: Table) -> dict[str, Any]:
    return {
        "cash": list(table.cash),
        "turn": table.turn,
        "round": table.round,
        "offers_made": table.offers_made,
        "steps": table.steps,
        "contenders": bits_of(table.contenders),
        "winners": bits_of(table.winners),
        "houses": table.houses,
        "hotels": table.hotels,
        "players": len(table.players),
        "first": table.first,
        "on_turn": table.on_turn,
        "phase": int(table.phase),
        "doubles": table.doubles,
        "throws": table.throws,
        "again": int(table.again),
        "salaried": int(table.salaried),
        "mr_m": int(table.mr_m),
        "arrived": int(table.arrived),
        "dice": list(table.dice),
        "rent_throw": table.rent_throw,
        "deck": table.deck,
        "card": table.card,
        "cursor": table.cursor,
        "hour_struck": int(table.hour_struck),
    }


def seats(table: Table) -> dict[str, Any]:
    fields = ("square", "jail", "out", "speeding", "resigning", "first_throw")
    return {name: row([int(getattr(p, name)) for p in table.players], 8) for name in fields}


def property_and_decks(table: Table) -> dict[str, Any]:
    return {
        "mortgaged": bits_of({d.number for d in table.deeds if d.mortgaged}),
        "owner": [d.owner for d in table.deeds],
        "level": [d.level for d in table.deeds],
        "unseen": [bits_of(deck.unseen) for deck in table.decks],
        "seen": row(list(table.decks[0].seen), 16) + row(list(table.decks[1].seen), 16),
        "seen_count": [len(deck.seen) for deck in table.decks],
        "jail_card": [deck.holder for deck in table.decks],
    }


def offers(table: Table) -> dict[str, Any]:
    written: dict[str, Any] = {"offer_to": [NOBODY] * 8}
    fields = {
        "offer_number": "number", "offer_give_deeds": "give_deeds", "offer_take_deeds": "take_deeds",
        "offer_give_cash": "give_cash", "offer_take_cash": "take_cash", "offer_give_cards": "give_cards",
        "offer_take_cards": "take_cards", "offer_settles": "settles",
    }  # fmt: skip
    for name, part in fields.items():
        written[name] = [0] * 8
        for seat, offer in table.offers.items():
            written[name][seat] = int(getattr(offer, part))
    for seat, offer in table.offers.items():
        written["offer_to"][seat] = offer.partner
    return written


def pending(table: Table) -> dict[str, Any]:
    matters, claims = table.matters, table.claims
    return {
        "claims": len(claims),
        "claim_amount": row([c.amount for c in claims], 16),
        "claim_lander": row([c.lander for c in claims], 16),
        "claim_owner": row([c.owner for c in claims], 16),
        "claim_square": row([c.square for c in claims], 16),
        "claim_age": row([c.age for c in claims], 16),
        "matters": len(matters),
        "matter_kind": row([int(m.kind) for m in matters], 24),
        "matter_player": row([m.player for m in matters], 24),
        "matter_other": row([m.other for m in matters], 24),
        "matter_square": row([m.square for m in matters], 24),
        "matter_amount": row([m.amount for m in matters], 24),
        "matter_set": row([bits_of(m.members) for m in matters], 24),
        "matter_wants": row([bits_of(m.wants) for m in matters], 24),
        "matter_rule": row([m.rule for m in matters], 24, ""),
        "matter_last": row([m.last for m in matters], 24),
        "matter_stage": row([int(m.stage) for m in matters], 24),
    }
