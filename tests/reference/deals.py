"""Section 10: deals between two players."""

from tests.reference.contract import Act, Action, MatterKind, bits_of, members
from tests.reference.mortgages import ask_keep_or_lift
from tests.reference.offers import lay_down, rule_of, take_off, tell
from tests.reference.table import Deed, Matter, Objections, Offer, Table


def composed(table: Table, action: Action) -> Offer:
    settles = action.kind == Act.OFFER_SETTLEMENT
    return Offer(
        0, action.player, action.other, action.give_deeds, action.take_deeds, action.give_cash,
        action.take_cash, action.give_cards, action.take_cards, settles,
        mortgaged_of(table, action.give_deeds | action.take_deeds),
    )  # fmt: skip


def mortgaged_of(table: Table, bits: int) -> int:
    """Which of these deeds are mortgaged now."""
    return bits_of(deed.number for deed in deeds_in(table, bits) if deed.mortgaged)


def deeds_in(table: Table, bits: int) -> list[Deed]:
    return [table.deeds[n] for n in members(bits) if n < len(table.deeds)]


def burden(table: Table, bits: int) -> int:
    """mortgage.transfer: the interest a new owner of these deeds must pay at once."""
    return sum(table.interest(d) for d in deeds_in(table, bits) if d.mortgaged)


def against_exchange(table: Table, offer: Offer) -> Objections:
    """deal.offers: what everybody can see to be wrong with an offer that lies on the table."""
    if not table.is_in(offer.partner) or not table.is_in(offer.proposer):
        yield "deal.private"
        return
    if table.hour_struck:
        yield "short.end"
    if offer.settles and settled_by(table, offer) is None:
        yield "deal.settlement"
    for bits, owner in ((offer.give_deeds, offer.proposer), (offer.take_deeds, offer.partner)):
        if any(d.owner != owner for d in deeds_in(table, bits)):
            yield "deal.private"
    for cards, holder in ((offer.give_cards, offer.proposer), (offer.take_cards, offer.partner)):
        if any(table.decks[n].holder != holder for n in members(cards) if n < 2):
            yield "cards.jail-free-sold"
    both = deeds_in(table, offer.give_deeds | offer.take_deeds)
    if any(lot.level for deed in both for lot in table.group_of(deed)):
        yield "deal.no-buildings"
    if mortgaged_of(table, offer.give_deeds | offer.take_deeds) != offer.mortgaged:
        yield "deal.offers"  # its goods are no longer as they stood
    if any(table.pending_choice(deed) for deed in both):
        yield "deal.mortgaged"  # not dealt again before
        yield "mortgage.choice"
    if lowers_a_debtor(table, offer):
        yield "debt.limits"
    if table.crowded() and any(deed.mortgaged for deed in both):
        yield "table.one-matter"


def against_terms(table: Table, offer: Offer) -> Objections:
    """deal.offers: what must be in an offer. Each side gives something, and cash passes one way."""
    if (offer.give_deeds | offer.take_deeds) >> len(table.deeds):
        yield "deal.private"
    if (offer.give_cards | offer.take_cards) >> 2:
        yield "cards.jail-free-sold"
    if offer.give_cash < 0 or offer.take_cash < 0:
        yield "deal.private"
    if offer.give_cash and offer.take_cash:
        yield "deal.offers"  # cash passes one way
    gives, takes = offer.give_deeds or offer.give_cards, offer.take_deeds or offer.take_cards
    if offer.settles:  # deal.settlement: property for the debt, and part cash if they like
        if takes or offer.take_cash or not gives:
            yield "deal.settlement"
        return
    if not (gives or offer.give_cash) or not (takes or offer.take_cash) or not (gives or takes):
        yield "deal.offers"  # no gifts, and money for money is one
    if not table.option("deal_swaps") and gives and takes:  # only sold for cash
        yield "deal.private"


def settled_by(table: Table, offer: Offer) -> Matter | None:
    """deal.settlement: the proposer's debt to this very creditor."""
    for matter in table.matters:
        if matter.kind == MatterKind.DEBT and (matter.player, matter.other) == (offer.proposer, offer.partner):
            return matter
    return None


def lowers_a_debtor(table: Table, offer: Offer) -> bool:
    """debt.limits: no deal may lower what cash, selling and mortgaging together would bring a debtor."""
    if not table.matters:
        return False

    def brings(bits: int) -> int:
        return sum(d.principal for d in deeds_in(table, bits) if not d.mortgaged)

    give = offer.give_cash + brings(offer.give_deeds)
    take = offer.take_cash + brings(offer.take_deeds)
    if table.debt_of(offer.proposer) and not offer.settles:
        if take - burden(table, offer.take_deeds) < give:
            return True
    return bool(table.debt_of(offer.partner)) and give - burden(table, offer.give_deeds) < take


def short_of_cash(table: Table, seat: int, pays: int, gets: int, interest: int) -> Objections:
    """auction.reserve, deal.mortgaged: can this side pay what it gives, and then the interest?"""
    if pays:
        yield from table.against_spending(seat, pays, "deal.private")
    if interest:
        yield from table.against_spending(seat, pays - gets + interest, "deal.mortgaged")


def proposer_short(table: Table, offer: Offer) -> Objections:
    return short_of_cash(table, offer.proposer, offer.give_cash, offer.take_cash, burden(table, offer.take_deeds))


def partner_short(table: Table, offer: Offer) -> Objections:
    return short_of_cash(table, offer.partner, offer.take_cash, offer.give_cash, burden(table, offer.give_deeds))


def against_addressing(table: Table, action: Action) -> Objections:
    """May the player put an offer of this kind to this partner at all, whatever is in it?"""
    if refusal := table.against_business():
        yield refusal
    if not table.may_deal(action.player, action.other):
        yield "table.any-time"
    if table.hour_struck:
        yield "short.end"
    if action.player == action.other or not table.is_in(action.other):
        yield "deal.private"
    if action.kind == Act.COUNTER:
        offer = table.offers.get(action.other)
        if not offer or offer.partner != action.player:
            yield "deal.offers"
    if action.kind == Act.OFFER_SETTLEMENT:
        if not table.option("deal_settlement") or settled_by(table, composed(table, action)) is None:
            yield "deal.settlement"


def against_offer(table: Table, action: Action) -> Objections:
    yield from against_addressing(table, action)
    offer = composed(table, action)
    yield from against_terms(table, offer)
    yield from against_exchange(table, offer)
    yield from proposer_short(table, offer)


def make_offer(table: Table, action: Action) -> None:
    lay_down(table, composed(table, action))


def counter(table: Table, action: Action) -> None:
    """deal.offers: refuses the offer and makes another to its proposer."""
    take_off(table, table.offers[action.other], "OFFER_REFUSED")
    lay_down(table, composed(table, action))


def against_withdraw_offer(table: Table, action: Action) -> Objections:
    if refusal := table.against_business():
        yield refusal
    if action.player not in table.offers:
        yield "deal.offers"


def withdraw_offer(table: Table, action: Action) -> None:
    take_off(table, table.offers[action.player], "OFFER_WITHDRAWN")


def against_answer(table: Table, action: Action) -> Objections:
    if refusal := table.against_business():
        yield refusal
    offer = table.offers.get(action.other)
    if offer is None or offer.partner != action.player:
        yield "deal.offers"


def refuse(table: Table, action: Action) -> None:
    take_off(table, table.offers[action.other], "OFFER_REFUSED")


def against_accept(table: Table, action: Action) -> Objections:
    """deal.offers: refused only for what the partner may know."""
    yield from against_answer(table, action)
    if not table.may_deal(action.player, action.other):
        yield "table.any-time"
    offer = table.offers.get(action.other)
    if offer and offer.partner == action.player:
        yield from partner_short(table, offer)


def accept(table: Table, action: Action) -> None:
    """deal.private: what passes, passes at once; if the proposer cannot pay after all, the offer lapses."""
    offer = table.offers[action.other]
    if any(proposer_short(table, offer)):
        take_off(table, offer, "OFFER_LAPSED")
        return
    rule = rule_of(offer)
    one, two = offer.proposer, offer.partner
    del table.offers[one]
    tell(table, "DEAL_MADE", offer, rule)
    table.pay(one, two, offer.give_cash, rule)
    table.pay(two, one, offer.take_cash, rule)
    hand_over(table, two, offer.give_deeds, offer.give_cards, rule)
    hand_over(table, one, offer.take_deeds, offer.take_cards, rule)
    debt = settled_by(table, offer) if offer.settles else None
    if debt:  # deal.settlement: part cash, part property for the whole debt
        table.matters.remove(debt)
        table.tell("DEBT_SETTLED", "deal.settlement", player=one, other=two, amount=debt.amount)
    burdened = {deed.number for deed in deeds_in(table, offer.give_deeds | offer.take_deeds) if deed.mortgaged}
    ask_keep_or_lift(table, one, burdened, "mortgage.transfer")


def hand_over(table: Table, to: int, deeds: int, cards: int, rule: str) -> None:
    """deal.private, cards.jail-free-sold: deeds and cards get another owner."""
    for deed in deeds_in(table, deeds):
        table.tell("DEED_PASSED", rule, player=deed.owner, other=to, square=deed.where)
        deed.owner = to
    for number in members(cards):
        deck = table.decks[number]
        table.tell("CARD_PASSED", "cards.jail-free-sold", player=deck.holder, other=to, amount=number)
        deck.holder = to


def sweep(table: Table) -> None:
    """deal.offers: an offer lapses that is no longer lawful, or whose goods are no longer as they stood."""
    for seat in sorted(table.offers):
        if any(against_exchange(table, table.offers[seat])):
            take_off(table, table.offers[seat], "OFFER_LAPSED")
