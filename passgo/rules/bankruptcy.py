"""Leaving the game: bankruptcy to a player or to the Bank, resignation, estates, and the last player left."""

from passgo.machine.bits import places
from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import (
    close_matter,
    open_auction,
    open_matter,
    put_buildings,
    return_card,
    tell,
    tell_card,
    transfer,
)
from passgo.rules.deeds import half_price, jail_free, mortgage_value
from passgo.rules.sets import has, lowest, without_lowest
from passgo.rules.state import Edition, Log, State
from passgo.rules.turns import next_saying, playing, seats, top_matter


@rule("bankrupt.resign")
def can_resign(g: State, player: int) -> int:
    """Once, at any moment; it takes effect when the rules allow."""
    return ids.LAWFUL if g.resigning[player] == 0 else ids.BANKRUPT_RESIGN


@rule("bankrupt.resign", "auction.meanwhile")
def resign(g: State, log: Log, player: int) -> None:
    """Leave for good, as soon as nothing is pending."""
    g.resigning[player] = next_saying(g)
    tell(log, codes.RESIGNED, ids.BANKRUPT_RESIGN, player=player)


@rule("bankrupt.resign", "debt.no-easy-out")
def debtor_leaving(g: State) -> int:
    """The debtor of the matter on top, who gives up or has resigned and so leaves now; or NOBODY."""
    m = g.matters - 1
    debtor = g.matter_player[m]
    gone = top_matter(g) == codes.MATTER_DEBT and (g.matter_stage[m] == codes.STAGE_BANKRUPT or g.resigning[debtor] > 0)
    return debtor if gone else codes.NOBODY


@rule("bankrupt.resign")
def first_resigned(g: State) -> int:
    """Who leaves first of those who resigned, or NOBODY."""
    left = seats(g) & ~places(g.resigning, 0)
    first = codes.NOBODY
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        if first == codes.NOBODY or g.resigning[p] < g.resigning[first]:
            first = p
    return first


@rule("bankrupt.to-player", "bankrupt.to-bank", "bankrupt.turn", "bankrupt.last-wins")
def leave(g: State, e: Edition, log: Log, player: int) -> None:
    """Everything goes to the creditor, or to the Bank and under the hammer; the player leaves."""
    creditor = g.matter_other[g.matters - 1] if top_matter(g) == codes.MATTER_DEBT else codes.BANK
    rule_id = ids.BANKRUPT_TO_PLAYER if creditor < codes.BANK else ids.BANKRUPT_TO_BANK
    tell(log, codes.WENT_BANKRUPT, rule_id, player=player, other=creditor)
    clear_buildings(g, e, log, player, rule_id)
    if creditor < codes.BANK and e.bankrupt_to_player == 1:
        mortgage_all(g, e, log, player)
    transfer(g, log, player, creditor, g.cash[player], rule_id)
    g.out[player] = 1
    g.resigning[player] = 0
    g.jail[player] = 0
    drop_matters_of(g, player)
    if creditor < codes.BANK:
        pass_estate(g, e, log, player, creditor)
    else:
        forfeit_estate(g, e, log, player)
    if g.on_turn == player:
        g.again = 0
        g.mr_m = 0
        g.steps = 0
        g.cursor = 0
        g.phase = codes.PHASE_NEXT_TURN
        tell(log, codes.TURN_ENDED, ids.BANKRUPT_TURN, player=player)
    if playing(g) & (playing(g) - 1) == 0:
        win(g, e, log)


@rule("bankrupt.to-player", "bankrupt.to-bank", "build.sell-half")
def clear_buildings(g: State, e: Edition, log: Log, player: int, rule_id: int) -> None:
    """Buildings go back to the Bank: at half price for a creditor who plays; owed to the Bank, they just come off."""
    for d in range(codes.DEEDS):
        if g.owner[d] == player and g.level[d] > 0:
            amount = g.level[d] * half_price(e, d) if rule_id == ids.BANKRUPT_TO_PLAYER else 0
            put_buildings(g, d, 0)
            tell(log, codes.BUILDING_SOLD, rule_id, player=player, square=e.square_of[d], amount=amount)
            tell_card(log, 0)
            transfer(g, log, codes.BANK, player, amount, rule_id)


@rule("bankrupt.to-player")
def mortgage_all(g: State, e: Edition, log: Log, player: int) -> None:
    """Modern: every deed is mortgaged first, and that cash passes too."""
    for d in range(codes.DEEDS):
        if g.owner[d] == player and not has(g.mortgaged, d):
            g.mortgaged |= 1 << d
            tell(
                log,
                codes.MORTGAGED,
                ids.BANKRUPT_TO_PLAYER,
                player=player,
                square=e.square_of[d],
                amount=mortgage_value(e, d),
            )
            transfer(g, log, codes.BANK, player, mortgage_value(e, d), ids.BANKRUPT_TO_PLAYER)


@rule("bankrupt.several", "bankrupt.to-player")
def drop_matters_of(g: State, player: int) -> None:
    """What the leaver owed, or was owed, falls away; choices on their deeds pass on with the deeds."""
    m = g.matters - 1
    while m >= 0:
        kind = g.matter_kind[m]
        if kind == codes.MATTER_DEBT and (g.matter_player[m] == player or g.matter_other[m] == player):
            close_matter(g, m)
        elif kind == codes.MATTER_KEEP_OR_LIFT:
            for d in range(codes.DEEDS):
                if g.owner[d] == player:
                    g.matter_set[m] &= ~(1 << d)
        m -= 1


@rule("bankrupt.to-player", "bankrupt.interest", "bankrupt.cards")
def pass_estate(g: State, e: Edition, log: Log, player: int, creditor: int) -> None:
    """Deeds and cards to the creditor, who then keeps or lifts each mortgage."""
    mortgaged = 0
    for d in range(codes.DEEDS):
        if g.owner[d] == player:
            g.owner[d] = creditor
            mortgaged |= g.mortgaged & (1 << d)
            tell(log, codes.DEED_PASSED, ids.BANKRUPT_TO_PLAYER, player=player, other=creditor, square=e.square_of[d])
    for deck in range(2):
        if g.jail_card[deck] == player:
            g.jail_card[deck] = creditor
            tell(log, codes.CARD_PASSED, ids.BANKRUPT_CARDS, player=player, other=creditor, amount=deck)
    if mortgaged != 0:
        m = open_matter(g, codes.MATTER_KEEP_OR_LIFT, creditor, codes.NOBODY, 0, 0, mortgaged)
        g.matter_rule[m] = ids.BANKRUPT_INTEREST


@rule("bankrupt.to-bank", "bankrupt.mortgages-cancelled", "bankrupt.cards")
def forfeit_estate(g: State, e: Edition, log: Log, player: int) -> None:
    """Deeds go to the Bank, free of mortgage, to be auctioned; cards to their decks, or (1935) under the hammer too."""
    estate = 0
    for d in range(codes.DEEDS):
        if g.owner[d] == player:
            g.owner[d] = codes.BANK
            estate |= 1 << d
            tell(log, codes.DEED_PASSED, ids.BANKRUPT_TO_BANK, player=player, other=codes.BANK, square=e.square_of[d])
    if e.bankrupt_mortgages_cancelled == 1:
        g.mortgaged &= ~estate
    cards = 0
    for deck in range(2):
        if g.jail_card[deck] == player:
            g.jail_card[deck] = codes.BANK
            if e.bankrupt_cards == 1:
                cards |= 1 << deck
                tell(log, codes.CARD_PASSED, ids.BANKRUPT_CARDS, player=player, other=codes.BANK, amount=deck)
            else:
                return_card(g, log, deck, jail_free(e, deck), player, ids.BANKRUPT_CARDS)
    if estate != 0 or cards != 0:
        m = open_matter(g, codes.MATTER_ESTATE, player, codes.NOBODY, 0, 0, estate)
        g.matter_wants[m] = cards


@rule("bankrupt.to-bank", "bankrupt.cards")
def auction_estate(g: State, e: Edition, log: Log) -> None:
    """Deed by deed in board order, then the cards, before the next throw."""
    m = g.matters - 1
    bankrupt = g.matter_player[m]
    if g.matter_set[m] != 0:
        deed = lowest(g.matter_set[m])
        g.matter_set[m] &= ~(1 << deed)
        lot = e.square_of[deed]
    else:
        deck = lowest(g.matter_wants[m])
        g.matter_wants[m] &= ~(1 << deck)
        lot = codes.LOT_CHANCE_CARD + deck
    if g.matter_set[m] == 0 and g.matter_wants[m] == 0:
        close_matter(g, m)
    rule_id = ids.BANKRUPT_TO_BANK if lot < codes.LOT_CHANCE_CARD else ids.BANKRUPT_CARDS
    open_auction(g, log, bankrupt, lot, playing(g), rule_id)


@rule("bankrupt.last-wins", "bankrupt.cards")
def win(g: State, e: Edition, log: Log) -> None:
    """The last player left wins, at once; whatever is pending falls away, and cards of an estate to their decks."""
    g.winners = playing(g)
    while g.matters > 0:
        m = g.matters - 1
        for deck in range(2):
            if (g.matter_kind[m] == codes.MATTER_ESTATE and has(g.matter_wants[m], deck)) or (
                g.matter_kind[m] == codes.MATTER_AUCTION and g.matter_square[m] == codes.LOT_CHANCE_CARD + deck
            ):
                return_card(g, log, deck, jail_free(e, deck), g.matter_player[m], ids.BANKRUPT_CARDS)
        close_matter(g, m)
    for p in range(codes.PLAYERS):
        g.resigning[p] = 0
    g.phase = codes.PHASE_GAME_OVER
    tell(log, codes.GAME_WON, ids.BANKRUPT_LAST_WINS, player=lowest(g.winners), amount=g.cash[lowest(g.winners)])
