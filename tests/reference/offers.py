"""Offers lying on the table (deal.offers): how they come and go."""

from tests.reference.table import Offer, Table


def rule_of(offer: Offer) -> str:
    return "deal.settlement" if offer.settles else "deal.private"


def tell(table: Table, kind: str, offer: Offer, rule: str) -> None:
    table.tell(
        kind, rule, player=offer.proposer, other=offer.partner,
        give_deeds=offer.give_deeds, take_deeds=offer.take_deeds,
        give_cash=offer.give_cash, take_cash=offer.take_cash,
        card=offer.give_cards, take_cards=offer.take_cards, amount=int(offer.settles),
    )  # fmt: skip


def lay_down(table: Table, offer: Offer) -> None:
    """deal.offers: at most one per proposer; a new one replaces the old."""
    if offer.proposer in table.offers:
        take_off(table, table.offers[offer.proposer], "OFFER_WITHDRAWN")
    table.offers_made += 1
    offer.number = table.offers_made
    table.offers[offer.proposer] = offer
    tell(table, "OFFER_MADE", offer, "deal.settlement" if offer.settles else "deal.offers")


def take_off(table: Table, offer: Offer, kind: str) -> None:
    """Withdrawn, refused, or no longer lawful."""
    del table.offers[offer.proposer]
    tell(table, kind, offer, "deal.offers")
