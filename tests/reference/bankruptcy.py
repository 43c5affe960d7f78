"""Section 11, second half: what becomes of a player who leaves, and of what they had."""

from tests.reference.auctions import open_auction
from tests.reference.contract import BANK, LOT_CHANCE_CARD, MatterKind, Phase
from tests.reference.mortgages import ask_keep_or_lift
from tests.reference.table import Claim, Matter, Table


def leave(table: Table, seat: int, creditor: int) -> None:
    """A player leaves: to a creditor who plays, or to the Bank (whose pot counts as the Bank)."""
    to_player = creditor < BANK
    rule = "bankrupt.to-player" if to_player else "bankrupt.to-bank"
    table.tell("WENT_BANKRUPT", rule, player=seat, other=creditor)
    fall_away(table, seat)
    if to_player:
        pass_to_creditor(table, seat, creditor)
    else:
        pass_to_bank(table, seat, creditor)
    player = table.players[seat]
    player.out, player.resigning, player.jail = True, 0, 0
    if table.on_turn == seat:  # bankrupt.turn: one's own turn ends at once; another's goes on.
        table.end_turn("bankrupt.turn")
        table.again = table.mr_m = False
        table.steps = table.cursor = 0
    if len(table.still_in()) == 1:
        last_wins(table)
    claims_of_leaver_lapse(table, seat)


def fall_away(table: Table, seat: int) -> None:
    """bankrupt.several: the leaver's other debts fall away, and so does their part in what is pending."""
    deeds = {d.number for d in table.deeds_of(seat)}
    for matter in list(table.matters):
        if matter.kind == MatterKind.DEBT and seat in (matter.player, matter.other):
            table.matters.remove(matter)
        elif matter.kind == MatterKind.KEEP_OR_LIFT:
            matter.members -= deeds
        elif matter.kind in (MatterKind.AUCTION, MatterKind.SHORTAGE):
            matter.members.discard(seat)
            matter.wants.discard(seat)


def pass_to_creditor(table: Table, seat: int, creditor: int) -> None:
    """bankrupt.to-player: buildings at half price to the Bank, then cash, deeds and cards to the creditor."""
    rule = "bankrupt.to-player"
    for deed in table.deeds_of(seat):
        if deed.level:
            refund = deed.level * (deed.cost // 2)
            table.set_level(deed, 0)
            table.tell("BUILDING_SOLD", rule, player=seat, square=deed.where, amount=refund, card=0)
            table.pay(BANK, seat, refund, rule)
    if table.option("bankrupt_to_player"):
        for deed in table.deeds_of(seat):
            if not deed.mortgaged:
                deed.mortgaged = True
                table.tell("MORTGAGED", rule, player=seat, square=deed.where, amount=deed.principal)
                table.pay(BANK, seat, deed.principal, rule)
    table.pay(seat, creditor, table.cash[seat], rule)
    burdened = set()
    for deed in table.deeds_of(seat):
        deed.owner = creditor
        table.tell("DEED_PASSED", rule, player=seat, other=creditor, square=deed.where)
        if deed.mortgaged:
            burdened.add(deed.number)
    for deck in table.decks:
        if deck.holder == seat:  # bankrupt.cards
            deck.holder = creditor
            table.tell("CARD_PASSED", "bankrupt.cards", player=seat, other=creditor, amount=deck.number)
    # bankrupt.interest: ten per cent of each mortgage at once, or lifted then.
    ask_keep_or_lift(table, creditor, burdened, "bankrupt.interest")


def pass_to_bank(table: Table, seat: int, creditor: int) -> None:
    """bankrupt.to-bank: everything to the Bank, buildings off, to be auctioned at once; cash owed to the pot, there."""
    rule = "bankrupt.to-bank"
    deeds = table.deeds_of(seat)
    for deed in deeds:
        if deed.level:
            table.set_level(deed, 0)
            table.tell("BUILDING_SOLD", rule, player=seat, square=deed.where, card=0)
    table.pay(seat, creditor, table.cash[seat], rule)
    for deed in deeds:
        deed.owner = BANK
        table.tell("DEED_PASSED", rule, player=seat, other=BANK, square=deed.where)
        if table.option("bankrupt_mortgages_cancelled"):  # bankrupt.mortgages-cancelled
            deed.mortgaged = False
    cards = set()
    for deck in table.decks:  # bankrupt.cards
        if deck.holder != seat:
            continue
        deck.holder = BANK
        if table.option("bankrupt_cards"):
            table.tell("CARD_PASSED", "bankrupt.cards", player=seat, other=BANK, amount=deck.number)
            cards.add(deck.number)
        else:
            table.return_card(deck, deck.jail_free, seat, "bankrupt.cards")
    if deeds or cards:
        estate = {d.number for d in deeds}
        table.matters.append(Matter(MatterKind.ESTATE, seat, members=estate, wants=cards))


def auction_estate(table: Table, estate: Matter) -> None:
    """bankrupt.to-bank: deed by deed in board order; then the cards (bankrupt.cards)."""
    if estate.members:
        number = min(estate.members)
        estate.members.remove(number)
        lot, rule = table.deeds[number].where, "bankrupt.to-bank"
    else:
        deck = min(estate.wants)
        estate.wants.remove(deck)
        lot, rule = LOT_CHANCE_CARD + deck, "bankrupt.cards"
    if not estate.members and not estate.wants:
        table.matters.remove(estate)
    open_auction(table, estate.player, lot, rule)


def claims_of_leaver_lapse(table: Table, seat: int) -> None:
    """rent.claim-holder: a claim lapses if either party leaves."""
    for claim in list(table.claims):
        if seat in (claim.lander, claim.owner):
            lapse_claim(table, claim, "rent.claim-holder")


def lapse_claim(table: Table, claim: Claim, rule: str) -> None:
    table.claims.remove(claim)
    table.tell("CLAIM_LAPSED", rule, player=claim.owner, other=claim.lander, square=claim.square, amount=claim.amount)


def last_wins(table: Table) -> None:
    """bankrupt.last-wins: the last player left wins at once; whatever is pending falls away."""
    (winner,) = table.still_in()
    table.winners = {winner}
    for matter in reversed(table.matters):
        for deck in table.decks:  # a card that was to be auctioned goes to the bottom of its deck
            for_sale = matter.kind == MatterKind.AUCTION and matter.square == LOT_CHANCE_CARD + deck.number
            if for_sale or (matter.kind == MatterKind.ESTATE and deck.number in matter.wants):
                table.return_card(deck, deck.jail_free, matter.player, "bankrupt.cards")
    table.matters.clear()
    for player in table.players:
        player.resigning = 0
    table.phase = Phase.GAME_OVER
    table.tell("GAME_WON", "bankrupt.last-wins", player=winner, amount=table.cash[winner])
