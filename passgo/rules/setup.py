"""Setting up: cash, stock, decks, the deeds dealt in a short game, and who starts."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import owe, tell, tell_dice, transfer
from passgo.rules.sets import has, lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import playing


@rule("setup.players")
def can_begin(e: Edition, players: int) -> int:
    """The edition says how many may play."""
    return ids.LAWFUL if e.setup_players_least <= players <= e.setup_players_most else ids.SETUP_PLAYERS


@rule("setup.cash", "setup.start", "setup.bank", "setup.decks")
def begin(g: State, e: Edition, log: Log, players: int) -> None:
    """Fill a zeroed record: tokens on GO, cash dealt, everything else with the Bank, decks unseen."""
    g.players = players
    g.houses = e.setup_houses
    g.hotels = e.setup_hotels
    for d in range(codes.DEEDS):
        g.owner[d] = codes.BANK
    for deck in range(2):
        g.unseen[deck] = (1 << codes.DECK) - 1
        g.jail_card[deck] = codes.BANK
    for p in range(codes.PLAYERS):
        g.offer_to[p] = codes.NOBODY
    for p in range(players):
        transfer(g, log, codes.BANK, p, e.setup_cash, ids.SETUP_CASH)
        if e.speed_die == 1 and e.speed_from_first_salary == 0:
            g.speeding[p] = 1
    g.phase = codes.PHASE_DEAL_DEEDS
    if e.short_deal == 0:
        throw_for_first(g, e)


@rule("setup.first-player")
def throw_for_first(g: State, e: Edition) -> None:
    """Everyone throws for the first turn, seat 0 first; or seat 0 simply starts."""
    g.on_turn = 0
    g.cursor = 0
    if e.setup_first_player == 1:
        g.contenders = playing(g)
        g.phase = codes.PHASE_THROW_FOR_FIRST
    else:
        g.phase = codes.PHASE_BEGIN_TURN


@rule("short.deal")
def can_deal_deed(g: State, e: Edition, a: Action) -> int:
    """Chance deals any deed that the Bank still holds."""
    deed = e.deed_at[a.square]
    if g.phase != codes.PHASE_DEAL_DEEDS or g.matters > 0 or deed < 0 or g.owner[deed] != codes.BANK:
        return ids.SHORT_DEAL
    return ids.LAWFUL


@rule("short.deal")
def deal_deed(g: State, e: Edition, log: Log, a: Action) -> None:
    """Deeds go round the table; each is paid at its printed price at once."""
    player = g.on_turn
    deed = e.deed_at[a.square]
    g.owner[deed] = player
    tell(log, codes.DEED_DEALT, ids.SHORT_DEAL, player=player, square=a.square, amount=e.price[deed])
    if e.short_deal_paid == 1:
        owe(g, log, player, codes.BANK, e.price[deed], ids.SHORT_DEAL)
    g.cursor += 1
    if g.cursor == e.short_deal * g.players:
        throw_for_first(g, e)
    else:
        g.on_turn = (player + 1) % g.players


@rule("setup.first-player")
def fall_for_first(g: State, log: Log, a: Action) -> None:
    """One throw for the first turn; after the last, the highest starts, or the tied throw again."""
    thrower = g.on_turn
    g.first_throw[thrower] = a.dice[0] + a.dice[1]
    tell(log, codes.DICE_THROWN, ids.SETUP_FIRST_PLAYER, player=thrower, amount=g.first_throw[thrower])
    tell_dice(log, a.dice[0], a.dice[1], 0)
    for p in range(thrower + 1, g.players):
        if has(g.contenders, p):
            g.on_turn = p
            return
    find_first(g, log)


@rule("setup.first-player")
def find_first(g: State, log: Log) -> None:
    """The highest total of this round of throws, or a further round among the tied."""
    best = 0
    highest = 0
    for p in range(g.players):
        if g.first_throw[p] > highest:
            highest = g.first_throw[p]
            best = 0
        if g.first_throw[p] == highest:
            best |= 1 << p
    for p in range(g.players):
        g.first_throw[p] = 0
    g.contenders = best
    g.on_turn = lowest(best)
    if best == 1 << g.on_turn:
        g.contenders = 0
        g.first = g.on_turn
        tell(log, codes.FIRST_PLAYER_FOUND, ids.SETUP_FIRST_PLAYER, player=g.first, amount=highest)
        g.phase = codes.PHASE_BEGIN_TURN
