"""Section 10: deals between two players."""

from tests.reference.contract import MatterKind, members
from tests.reference.mortgages import ask_keep_or_lift
from tests.reference.offers import lay_down, rule_of, take_off, tell
from tests.reference.table import Action, Deed, Offer, Table


def composed(action: Action) -> Offer:
    settles = action["kind"] == "OFFER_SETTLEMENT"
    return Offer(
        0, action["player"], action["other"], action["give_deeds"], action["take_deeds"], action["give_cash"],
        action["take_cash"], action["give_cards"], action["take_cards"], settles,
    )  # fmt: skip


def deeds_in(table: Table, bits: int) -> list[Deed]:
    return [table.deeds[n] for n in members(bits) if n < len(table.deeds)]


def burden(table: Table, bits: int) -> int:
    """mortgage.transfer: the interest a new owner of these deeds must pay at once."""
    return sum(table.interest(d) for d in deeds_in(table, bits) if d.mortgaged)


def unlawful(table: Table, offer: Offer) -> str | None:
    """deal.offers: what everybody can see to be wrong with an offer."""
    if offer.proposer == offer.partner or not table.is_in(offer.partner) or not table.is_in(offer.proposer):
        return "deal.private"
    if table.hour_struck:
        return "short.end"
    if offer.settles:
        refusal = unlawful_settlement(table, offer)
        if refusal:
            return refusal
    gives = offer.give_deeds or offer.give_cash or offer.give_cards
    takes = offer.take_deeds or offer.take_cash or offer.take_cards or offer.settles
    if not gives or not takes or offer.give_cash < 0 or offer.take_cash < 0:
        return "deal.offers"
    for bits, owner in ((offer.give_deeds, offer.proposer), (offer.take_deeds, offer.partner)):
        if bits >> len(table.deeds) or any(d.owner != owner for d in deeds_in(table, bits)):
            return "deal.private"
    for cards, holder in ((offer.give_cards, offer.proposer), (offer.take_cards, offer.partner)):
        if cards >> 2 or any(table.decks[n].holder != holder for n in members(cards)):
            return "cards.jail-free-sold"
    both = deeds_in(table, offer.give_deeds | offer.take_deeds)
    if any(lot.level for deed in both for lot in table.group_of(deed)):
        return "deal.no-buildings"
    if any(table.pending_choice(deed) for deed in both):
        return "mortgage.choice"
    if not table.option("deal_swaps"):  # only sold for cash
        if (offer.give_deeds or offer.give_cards) and (offer.take_deeds or offer.take_cards):
            return "deal.private"
    return lowers_a_debtor(table, offer)


def unlawful_settlement(table: Table, offer: Offer) -> str | None:
    """deal.settlement: the debtor's own debt to this creditor."""
    debt = table.debt_of(offer.proposer)
    if not table.option("deal_settlement") or debt is None or debt.other != offer.partner or debt.stage:
        return "deal.settlement"
    takes = offer.take_deeds or offer.take_cash or offer.take_cards
    property_given = offer.give_deeds or offer.give_cards
    return "deal.settlement" if takes or not property_given else None


def lowers_a_debtor(table: Table, offer: Offer) -> str | None:
    """debt.limits: no deal may lower what cash, selling and mortgaging together would bring a debtor."""

    def brings(bits: int) -> int:
        return sum(d.principal for d in deeds_in(table, bits) if not d.mortgaged)

    give = offer.give_cash + brings(offer.give_deeds)
    take = offer.take_cash + brings(offer.take_deeds)
    if table.debt_of(offer.proposer) and not offer.settles:
        if take - burden(table, offer.take_deeds) < give:
            return "debt.limits"
    if table.debt_of(offer.partner):
        if give - burden(table, offer.give_deeds) < take:
            return "debt.limits"
    return None


def short_of_cash(table: Table, seat: int, pays: int, gets: int, interest: int) -> str | None:
    """auction.reserve, deal.mortgaged: can this side pay what it gives, and then the interest?"""
    if table.cash[seat] < pays:
        return "deal.private"
    if table.free_cash(seat) < pays:
        return "auction.reserve"
    if interest and table.free_cash(seat) - pays + gets < interest:
        return "deal.mortgaged"
    return None


def proposer_short(table: Table, offer: Offer) -> str | None:
    return short_of_cash(table, offer.proposer, offer.give_cash, offer.take_cash, burden(table, offer.take_deeds))


def partner_short(table: Table, offer: Offer) -> str | None:
    return short_of_cash(table, offer.partner, offer.take_cash, offer.give_cash, burden(table, offer.give_deeds))


def may_offer(table: Table, action: Action) -> str | None:
    refusal = table.any_time(action["player"])
    if refusal:
        return refusal
    offer = composed(action)
    if offer.settles:
        debt = table.top
        if debt is None or debt.kind != MatterKind.DEBT or debt.player != offer.proposer:
            return "deal.settlement"
    return unlawful(table, offer) or proposer_short(table, offer)


def make_offer(table: Table, action: Action) -> None:
    lay_down(table, composed(action))


def may_counter(table: Table, action: Action) -> str | None:
    return may_answer(table, action) or may_offer(table, action)


def counter(table: Table, action: Action) -> None:
    """deal.offers: refuses the offer and makes another to its proposer."""
    take_off(table, table.offers[action["other"]], "OFFER_REFUSED")
    lay_down(table, composed(action))


def may_withdraw_offer(table: Table, action: Action) -> str | None:
    refusal = table.any_time(action["player"])
    return refusal or (None if action["player"] in table.offers else "deal.offers")


def withdraw_offer(table: Table, action: Action) -> None:
    take_off(table, table.offers[action["player"]], "OFFER_WITHDRAWN")


def may_answer(table: Table, action: Action) -> str | None:
    refusal = table.any_time(action["player"])
    if refusal:
        return refusal
    offer = table.offers.get(action["other"])
    return None if offer and offer.partner == action["player"] else "deal.offers"


def refuse(table: Table, action: Action) -> None:
    take_off(table, table.offers[action["other"]], "OFFER_REFUSED")


def may_accept(table: Table, action: Action) -> str | None:
    """deal.offers: refused only for what the partner may know."""
    return may_answer(table, action) or partner_short(table, table.offers[action["other"]])


def accept(table: Table, action: Action) -> None:
    """deal.private: what passes, passes at once; if the proposer cannot pay after all, the offer lapses."""
    offer = table.offers[action["other"]]
    if proposer_short(table, offer):
        take_off(table, offer, "OFFER_LAPSED")
        return
    rule = rule_of(offer)
    one, two = offer.proposer, offer.partner
    del table.offers[one]
    tell(table, "DEAL_MADE", offer, rule)
    debt = table.debt_of(one) if offer.settles else None
    table.pay(one, two, offer.give_cash, rule)
    table.pay(two, one, offer.take_cash, rule)
    burdened = set()
    given = [(deed, two) for deed in deeds_in(table, offer.give_deeds)]
    taken = [(deed, one) for deed in deeds_in(table, offer.take_deeds)]
    for deed, to in given + taken:
        table.tell("DEED_PASSED", rule, player=deed.owner, other=to, square=deed.where)
        deed.owner = to
        if deed.mortgaged:
            burdened.add(deed.number)
    for cards, to in ((offer.give_cards, two), (offer.take_cards, one)):
        for number in members(cards):  # cards.jail-free-sold
            deck = table.decks[number]
            table.tell("CARD_PASSED", "cards.jail-free-sold", player=deck.holder, other=to, amount=number)
            deck.holder = to
    if debt:  # deal.settlement: part cash, part property for the whole debt
        table.matters.remove(debt)
        table.tell("DEBT_SETTLED", "deal.settlement", player=one, other=two, amount=debt.amount)
    ask_keep_or_lift(table, one, burdened, "mortgage.transfer")


def sweep(table: Table) -> None:
    """deal.offers: an offer that is no longer lawful lapses, oldest first."""
    for offer in sorted(table.offers.values(), key=lambda o: o.number):
        if unlawful(table, offer):
            take_off(table, offer, "OFFER_LAPSED")
