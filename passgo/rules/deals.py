"""Deals between players: offers made, countered, withdrawn, refused, accepted."""

from passgo.machine.bits import eight_at, places
from passgo.machine.decorators import part, rule
from passgo.rules import codes, ids
from passgo.rules.bank import close_matter, open_matter, tell, transfer
from passgo.rules.deeds import cannot_spend, interest_on, lots_above, mortgage_value
from passgo.rules.sets import has, lowest, without_lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import awaiting_choice, in_debt, is_moving, not_any_time, seats

ALL_NOBODY = -1
"""`NOBODY` in each of eight bytes."""


@rule("table.any-time")
def must_wait(g: State, player: int, partner: int) -> bool:
    """While a throw's movement is unfinished every deal has the player on turn as a party."""
    return is_moving(g) and player != g.on_turn and partner != g.on_turn


@rule("table.any-time")
def not_dealing(g: State, player: int, partner: int) -> int:
    """Why these two may not deal at this moment."""
    refusal = not_any_time(g)
    return ids.TABLE_ANY_TIME if refusal == ids.LAWFUL and must_wait(g, player, partner) else refusal


@rule("deal.private", "short.end")
def can_address(g: State, player: int, partner: int) -> int:
    """Any two players still in the game may deal, at any time, until the hour strikes."""
    refusal = not_dealing(g, player, partner)
    if refusal != ids.LAWFUL:
        return refusal
    if g.hour_struck == 1:
        return ids.SHORT_END
    valid = 0 <= partner < g.players and partner != player and g.out[partner] == 0
    return ids.LAWFUL if valid else ids.DEAL_PRIVATE


@rule("deal.private", "deal.no-buildings", "cards.jail-free-sold", "mortgage.choice")
def can_give(g: State, e: Edition, giver: int, deeds: int, cards: int) -> int:
    """Only one's own unimproved property and jail cards; nothing of a group with a building on it."""
    left = deeds
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if g.owner[d] != giver:
            return ids.DEAL_PRIVATE
        if lots_above(g, e, e.group[d], 0) != 0:
            return ids.DEAL_NO_BUILDINGS
    for deck in range(2):
        if has(cards, deck) and g.jail_card[deck] != giver:
            return ids.CARDS_JAIL_FREE_SOLD
    return ids.MORTGAGE_CHOICE if deeds & awaiting_choice(g) != 0 else ids.LAWFUL


@rule("debt.limits")
def lowers_means(g: State, e: Edition, give_deeds: int, give_cash: int, take_deeds: int, take_cash: int) -> bool:
    """Would the deal lower what cash, selling and mortgaging together bring? A public fact: no cash enters into it."""
    change = take_cash - give_cash - interest_on(g, e, take_deeds)
    for d in range(codes.DEEDS):
        if not has(g.mortgaged, d):
            if has(take_deeds, d):
                change += mortgage_value(e, d)
            if has(give_deeds, d):
                change -= mortgage_value(e, d)
    return change < 0


@rule("deal.offers", "deal.private", "deal.no-loans")
def can_be_offered(a: Action, swaps: int) -> int:
    """Each side gives something, now: deeds, cash one way, cards; a settlement, property. No loans, no promises."""
    if not (0 <= a.give_deeds < 1 << codes.DEEDS and 0 <= a.take_deeds < 1 << codes.DEEDS):
        return ids.DEAL_PRIVATE
    if not (0 <= a.give_cards <= 3 and 0 <= a.take_cards <= 3):
        return ids.CARDS_JAIL_FREE_SOLD
    if a.give_cash < 0 or a.take_cash < 0:
        return ids.DEAL_PRIVATE
    if a.give_cash > 0 and a.take_cash > 0:
        return ids.DEAL_OFFERS
    gives = a.give_deeds != 0 or a.give_cards != 0
    takes = a.take_deeds != 0 or a.take_cards != 0
    if a.kind == codes.OFFER_SETTLEMENT:
        return ids.LAWFUL if gives and not takes and a.take_cash == 0 else ids.DEAL_SETTLEMENT
    if not ((gives or a.give_cash > 0) and (takes or a.take_cash > 0)) or not (gives or takes):
        return ids.DEAL_OFFERS
    return ids.DEAL_PRIVATE if swaps == 0 and gives and takes else ids.LAWFUL


@rule("deal.offers", "deal.mortgaged", "table.cash-private")
def can_offer(g: State, e: Edition, a: Action) -> int:
    """Judged only by what the proposer may know; the partner's cash is judged when they accept."""
    refusal = can_open(g, e, a)
    if refusal == ids.LAWFUL:
        refusal = can_be_offered(a, e.deal_swaps)
    if refusal == ids.LAWFUL:
        refusal = can_change_hands(
            g, e, a.player, a.other, a.give_deeds, a.give_cash, a.give_cards, a.take_deeds, a.take_cash, a.take_cards,
            1 if a.kind == codes.OFFER_SETTLEMENT else 0,
        )  # fmt: skip
    if refusal == ids.LAWFUL:
        refusal = can_afford(g, e, a.player, a.give_cash, a.take_cash, a.take_deeds)
    return refusal


@rule("deal.offers", "deal.settlement")
def can_open(g: State, e: Edition, a: Action) -> int:
    """May the player put an offer of this kind to this partner at all? What is in it comes later."""
    refusal = can_address(g, a.player, a.other)
    if refusal != ids.LAWFUL:
        return refusal
    if a.kind == codes.COUNTER and g.offer_to[a.other] != a.player:
        return ids.DEAL_OFFERS
    if a.kind == codes.OFFER_SETTLEMENT and (
        e.deal_settlement == 0 or debt_between(g, a.player, a.other) == codes.NOBODY
    ):
        return ids.DEAL_SETTLEMENT
    return ids.LAWFUL


@rule("deal.settlement")
def debt_between(g: State, debtor: int, creditor: int) -> int:
    """The unpaid debt of one to the other, or NOBODY."""
    for m in range(g.matters):
        if g.matter_kind[m] == codes.MATTER_DEBT and g.matter_player[m] == debtor and g.matter_other[m] == creditor:
            return m
    return codes.NOBODY


@rule("deal.private", "debt.limits", "table.one-matter")
def can_change_hands(
    g: State, e: Edition, player: int, partner: int, give_deeds: int, give_cash: int, give_cards: int,
    take_deeds: int, take_cash: int, take_cards: int, settles: int,
) -> int:  # fmt: skip
    """Is the exchange lawful by everything that all may know?"""
    refusal = can_give(g, e, player, give_deeds, give_cards)
    if refusal == ids.LAWFUL:
        refusal = can_give(g, e, partner, take_deeds, take_cards)
    if refusal != ids.LAWFUL:
        return refusal
    if settles == 0 and in_debt(g, player) and lowers_means(g, e, give_deeds, give_cash, take_deeds, take_cash):
        return ids.DEBT_LIMITS
    if in_debt(g, partner) and lowers_means(g, e, take_deeds, take_cash, give_deeds, give_cash):
        return ids.DEBT_LIMITS
    crowded = g.matters >= codes.MATTERS - codes.MATTERS_RESERVED and (give_deeds | take_deeds) & g.mortgaged != 0
    return ids.TABLE_ONE_MATTER if crowded else ids.LAWFUL


@rule("deal.private", "deal.mortgaged")
def can_afford(g: State, e: Edition, player: int, gives: int, takes: int, deeds: int) -> int:
    """The player has the cash they give, and can pay the interest on mortgaged deeds they take."""
    refusal = cannot_spend(g, e, player, gives, ids.DEAL_PRIVATE) if gives > 0 else ids.LAWFUL
    needed = gives - takes + interest_on(g, e, deeds)
    if refusal == ids.LAWFUL and needed > 0:
        refusal = cannot_spend(g, e, player, needed, ids.DEAL_MORTGAGED)
    return refusal


@part
def tell_offer(g: State, log: Log, kind: int, rule_id: int, proposer: int) -> None:
    """Write an event about an offer, with all that is in it."""
    tell(log, kind, rule_id, player=proposer, other=g.offer_to[proposer], amount=g.offer_settles[proposer])
    if log.listening == 1:
        n = log.count - 1
        log.give_deeds[n] = g.offer_give_deeds[proposer]
        log.take_deeds[n] = g.offer_take_deeds[proposer]
        log.give_cash[n] = g.offer_give_cash[proposer]
        log.take_cash[n] = g.offer_take_cash[proposer]
        log.card[n] = g.offer_give_cards[proposer]
        log.take_cards[n] = g.offer_take_cards[proposer]
        log.dressed = log.count


@rule("deal.offers")
def drop_offer(g: State, log: Log, proposer: int, kind: int, rule_id: int) -> None:
    """The offer no longer stands, and nothing of it remains in the record."""
    tell_offer(g, log, kind, rule_id, proposer)
    g.offer_to[proposer] = codes.NOBODY
    g.offer_number[proposer] = 0
    g.offer_give_deeds[proposer] = 0
    g.offer_take_deeds[proposer] = 0
    g.offer_mortgaged[proposer] = 0
    g.offer_give_cash[proposer] = 0
    g.offer_take_cash[proposer] = 0
    g.offer_give_cards[proposer] = 0
    g.offer_take_cards[proposer] = 0
    g.offer_settles[proposer] = 0


@rule("deal.offers", "deal.settlement")
def offer(g: State, log: Log, a: Action) -> None:
    """Put an offer on the table; it replaces the player's old one, and a counter-offer the one it answers."""
    if a.kind == codes.COUNTER:
        drop_offer(g, log, a.other, codes.OFFER_REFUSED, ids.DEAL_OFFERS)
    if g.offer_to[a.player] != codes.NOBODY:
        drop_offer(g, log, a.player, codes.OFFER_WITHDRAWN, ids.DEAL_OFFERS)
    g.offers_made += 1
    g.offer_number[a.player] = g.offers_made
    g.offer_to[a.player] = a.other
    g.offer_give_deeds[a.player] = a.give_deeds
    g.offer_take_deeds[a.player] = a.take_deeds
    g.offer_mortgaged[a.player] = (a.give_deeds | a.take_deeds) & g.mortgaged
    g.offer_give_cash[a.player] = a.give_cash
    g.offer_take_cash[a.player] = a.take_cash
    g.offer_give_cards[a.player] = a.give_cards
    g.offer_take_cards[a.player] = a.take_cards
    g.offer_settles[a.player] = 1 if a.kind == codes.OFFER_SETTLEMENT else 0
    tell_offer(
        g, log, codes.OFFER_MADE, ids.DEAL_SETTLEMENT if a.kind == codes.OFFER_SETTLEMENT else ids.DEAL_OFFERS, a.player
    )


@rule("deal.offers")
def can_withdraw_offer(g: State, player: int) -> int:
    """One's own open offer."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    return ids.LAWFUL if g.offer_to[player] != codes.NOBODY else ids.DEAL_OFFERS


@rule("deal.offers")
def can_answer_offer(g: State, player: int, proposer: int) -> int:
    """An open offer to oneself."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    open_to_me = 0 <= proposer < g.players and g.offer_to[proposer] == player
    return ids.LAWFUL if open_to_me else ids.DEAL_OFFERS


@rule("deal.offers", "deal.mortgaged")
def can_accept(g: State, e: Edition, a: Action) -> int:
    """The partner has the cash, and can pay interest; what the proposer can pay is not the partner's to learn."""
    refusal = not_dealing(g, a.player, a.other)
    if refusal == ids.LAWFUL:
        refusal = can_answer_offer(g, a.player, a.other)
    if refusal != ids.LAWFUL:
        return refusal
    p = a.other
    return can_afford(g, e, a.player, g.offer_take_cash[p], g.offer_give_cash[p], g.offer_give_deeds[p])


@rule("deal.offers", "deal.settlement", "mortgage.choice")
def accept(g: State, e: Edition, log: Log, a: Action) -> None:
    """Exchange; if the proposer no longer has the cash, the offer lapses instead."""
    p = a.other
    if can_afford(g, e, p, g.offer_give_cash[p], g.offer_take_cash[p], g.offer_take_deeds[p]) != ids.LAWFUL:
        drop_offer(g, log, p, codes.OFFER_LAPSED, ids.DEAL_OFFERS)
        return
    gives, takes = g.offer_give_deeds[p], g.offer_take_deeds[p]
    give_cash, take_cash = g.offer_give_cash[p], g.offer_take_cash[p]
    give_cards, take_cards = g.offer_give_cards[p], g.offer_take_cards[p]
    settles = g.offer_settles[p]
    rule_id = ids.DEAL_SETTLEMENT if settles == 1 else ids.DEAL_PRIVATE
    drop_offer(g, log, p, codes.DEAL_MADE, rule_id)
    transfer(g, log, p, a.player, give_cash, rule_id)
    transfer(g, log, a.player, p, take_cash, rule_id)
    hand_over(g, e, log, p, a.player, gives, give_cards, rule_id)
    hand_over(g, e, log, a.player, p, takes, take_cards, rule_id)
    if settles == 1:
        m = debt_between(g, p, a.player)
        tell(log, codes.DEBT_SETTLED, ids.DEAL_SETTLEMENT, player=p, other=a.player, amount=g.matter_amount[m])
        close_matter(g, m)
    mortgaged = (gives | takes) & g.mortgaged
    if mortgaged != 0:
        m = open_matter(g, codes.MATTER_KEEP_OR_LIFT, p, codes.NOBODY, 0, 0, mortgaged)
        g.matter_rule[m] = ids.MORTGAGE_TRANSFER


@rule("deal.private", "cards.jail-free-sold")
def hand_over(g: State, e: Edition, log: Log, giver: int, taker: int, deeds: int, cards: int, rule_id: int) -> None:
    """Deeds and jail cards change hands."""
    left = deeds
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        g.owner[d] = taker
        tell(log, codes.DEED_PASSED, rule_id, player=giver, other=taker, square=e.square_of[d])
    for deck in range(2):
        if has(cards, deck):
            g.jail_card[deck] = taker
            tell(log, codes.CARD_PASSED, ids.CARDS_JAIL_FREE_SOLD, player=giver, other=taker, amount=deck)


@part
def proposers(g: State) -> int:
    """Those whose offer is open, as a set."""
    return seats(g) & ~places(g.offer_to, codes.NOBODY)


@part
def is_any_open(g: State) -> bool:
    """Is any offer open?"""
    return eight_at(g.offer_to, 0) != ALL_NOBODY


@rule("deal.offers")
def lapse_offers(g: State, e: Edition, log: Log) -> None:
    """Offers that are no longer lawful, by what all may know, fall."""
    left = proposers(g)
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        if not still_lawful(g, e, p):
            drop_offer(g, log, p, codes.OFFER_LAPSED, ids.DEAL_OFFERS)


@rule("deal.offers")
def still_lawful(g: State, e: Edition, p: int) -> bool:
    """Could the offer still be accepted, cash apart, and are its goods as they stood when it was made?"""
    partner = g.offer_to[p]
    if g.hour_struck == 1 or g.out[p] == 1 or g.out[partner] == 1:
        return False
    if g.offer_settles[p] == 1 and debt_between(g, p, partner) == codes.NOBODY:
        return False
    if g.offer_mortgaged[p] != (g.offer_give_deeds[p] | g.offer_take_deeds[p]) & g.mortgaged:
        return False
    return (
        can_change_hands(
            g, e, p, partner, g.offer_give_deeds[p], g.offer_give_cash[p], g.offer_give_cards[p],
            g.offer_take_deeds[p], g.offer_take_cash[p], g.offer_take_cards[p], g.offer_settles[p],
        )
        == ids.LAWFUL
    )  # fmt: skip


@rule("deal.offers", "table.any-time")
def oldest_receiver(g: State) -> int:
    """Who should answer the oldest open offer that need not wait, or NOBODY."""
    receiver = codes.NOBODY
    oldest = 0
    left = proposers(g)
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        older = receiver == codes.NOBODY or g.offer_number[p] < oldest
        if older and not must_wait(g, p, g.offer_to[p]):
            oldest = g.offer_number[p]
            receiver = g.offer_to[p]
    return receiver
