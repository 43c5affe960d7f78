"""The Bank and the table: money, the stock of buildings, cards returned, matters opened and closed, and the log.

`transfer` is the only function in the project that changes cash, so that every dollar has a from and a to.
"""

from passgo.machine.decorators import apart, part, rule
from passgo.rules import codes
from passgo.rules.state import Edition, Log, State


@part
def clear(log: Log) -> None:
    """Forget the events of the step before. Few have dice or goods in them, so only those are wiped."""
    if log.dressed > 0:
        undress(log)
    log.count = 0


@apart
def undress(log: Log) -> None:
    """Wipe dice and goods."""
    for n in range(log.dressed):
        log.give_deeds[n] = 0
        log.take_deeds[n] = 0
        log.give_cash[n] = 0
        log.take_cash[n] = 0
        log.take_cards[n] = 0
        log.die_1[n] = 0
        log.die_2[n] = 0
        log.die_3[n] = 0
    log.dressed = 0


@part
def tell(
    log: Log,
    kind: int,
    rule_id: int,
    player: int = codes.NOBODY,
    other: int = codes.NOBODY,
    square: int = codes.NOBODY,
    amount: int = 0,
) -> None:
    """Write an event, if someone listens."""
    if log.listening == 1:
        n = log.count
        assert n < codes.EVENTS
        log.kind[n] = kind
        log.rule[n] = rule_id
        log.player[n] = player
        log.other[n] = other
        log.square[n] = square
        log.amount[n] = amount
        log.card[n] = codes.NOBODY
        log.count = n + 1


@part
def tell_card(log: Log, card: int) -> None:
    """Add a card, or a level of building, to the event just written."""
    if log.listening == 1:
        log.card[log.count - 1] = card


@part
def tell_dice(log: Log, die_1: int, die_2: int, die_3: int) -> None:
    """Add the dice to the event just written."""
    if log.listening == 1:
        n = log.count - 1
        log.die_1[n] = die_1
        log.die_2[n] = die_2
        log.die_3[n] = die_3
        log.dressed = n + 1


@rule("setup.bank-till", "setup.bank-never-broke")
def transfer(g: State, log: Log, payer: int, payee: int, amount: int, rule_id: int) -> None:
    """Move cash from one account to another; the Bank's may fall below zero without end. Everybody sees it."""
    if amount == 0:
        return
    assert amount > 0
    assert payer >= codes.BANK or g.cash[payer] >= amount
    assert g.cash[payee] <= codes.MOST_CASH - amount  # rather stop than let an endless game wrap around
    g.cash[payer] -= amount
    g.cash[payee] += amount
    g.ledger[payer] -= amount
    g.ledger[payee] += amount
    tell(log, codes.PAID, rule_id, player=payer, other=payee, amount=amount)


@rule("table.one-matter")
def open_matter(g: State, kind: int, player: int, other: int, square: int, amount: int, members: int) -> int:
    """Put a new matter on top of those on the table; its index."""
    m = g.matters
    assert m < codes.MATTERS
    g.matter_kind[m] = kind
    g.matter_player[m] = player
    g.matter_other[m] = other
    g.matter_square[m] = square
    g.matter_amount[m] = amount
    g.matter_set[m] = members
    g.matter_wants[m] = 0
    g.matter_rule[m] = 0
    g.matter_last[m] = player
    g.matter_stage[m] = 0
    g.matters = m + 1
    return m


@rule("table.one-matter")
def close_matter(g: State, m: int) -> None:
    """Take a settled matter off the table; those above it slide down. Nothing of it remains in the record."""
    last = g.matters - 1
    for k in range(m, last):
        g.matter_kind[k] = g.matter_kind[k + 1]
        g.matter_player[k] = g.matter_player[k + 1]
        g.matter_other[k] = g.matter_other[k + 1]
        g.matter_square[k] = g.matter_square[k + 1]
        g.matter_amount[k] = g.matter_amount[k + 1]
        g.matter_set[k] = g.matter_set[k + 1]
        g.matter_wants[k] = g.matter_wants[k + 1]
        g.matter_rule[k] = g.matter_rule[k + 1]
        g.matter_last[k] = g.matter_last[k + 1]
        g.matter_stage[k] = g.matter_stage[k + 1]
    g.matter_kind[last] = 0
    g.matter_player[last] = 0
    g.matter_other[last] = 0
    g.matter_square[last] = 0
    g.matter_amount[last] = 0
    g.matter_set[last] = 0
    g.matter_wants[last] = 0
    g.matter_rule[last] = 0
    g.matter_last[last] = 0
    g.matter_stage[last] = 0
    g.matters = last


@rule("debt.raise", "debt.fixed")
def owe(g: State, log: Log, debtor: int, creditor: int, amount: int, rule_id: int) -> None:
    """Pay at once what cash covers; otherwise the amount, fixed now, becomes a debt to be raised."""
    if g.cash[debtor] >= amount:
        transfer(g, log, debtor, creditor, amount, rule_id)
        return
    m = open_matter(g, codes.MATTER_DEBT, debtor, creditor, 0, amount, 0)
    g.matter_rule[m] = rule_id
    tell(log, codes.DEBT_AROSE, rule_id, player=debtor, other=creditor, amount=amount)


@rule("setup.bank-till", "table.no-house-rules")
def till(e: Edition) -> int:
    """Taxes and fines go to the Bank; under a house rule, to the pot on Free Parking."""
    return codes.POT if e.free_parking_pot == 1 else codes.BANK


@rule("setup.bank", "build.price")
def put_buildings(g: State, deed: int, level: int) -> None:
    """Set a lot to a level, giving back to the Bank's stock what stood there and taking what stands now."""
    before = g.level[deed]
    if before == codes.HOTEL:
        g.hotels += 1
    else:
        g.houses += before
    if level == codes.HOTEL:
        g.hotels -= 1
    else:
        g.houses -= level
    assert g.houses >= 0
    assert g.hotels >= 0
    g.level[deed] = level


@rule("cards.jail-free-kept")
def return_card(g: State, log: Log, deck: int, card: int, player: int, rule_id: int) -> None:
    """Put a card at the bottom of its own deck."""
    g.seen[deck * codes.DECK + g.seen_count[deck]] = card
    g.seen_count[deck] += 1
    tell(log, codes.CARD_RETURNED, rule_id, player=player, other=deck)
    tell_card(log, card)


@rule("auction.anyone")
def open_auction(g: State, log: Log, cause: int, lot: int, bidders: int, rule_id: int) -> None:
    """The Bank puts a lot up: a deed by its square, a jail card, or a building."""
    open_matter(g, codes.MATTER_AUCTION, cause, codes.NOBODY, lot, 0, bidders)
    tell(log, codes.AUCTION_OPENED, rule_id, player=cause, square=lot)


@rule("build.price", "build.four-then-hotel")
def erect(g: State, log: Log, player: int, deed: int, square: int, price: int, rule_id: int) -> None:
    """Pay the Bank and put the building up; a hotel gives the lot's four houses back."""
    put_buildings(g, deed, g.level[deed] + 1)
    tell(log, codes.BUILT, rule_id, player=player, square=square, amount=price)
    tell_card(log, g.level[deed])
    transfer(g, log, player, codes.BANK, price, rule_id)
