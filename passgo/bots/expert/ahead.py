"""What comes of a position: traders play on from a copy of the game, and the net judges the throw that comes next.

A look goes on for some throws, with dice of its own, which are the same from every position as far as the same things
happen. So looks from two positions can be compared one by one.
"""

from passgo.bots.fallback import fall_back
from passgo.bots.judgement.features import note_position
from passgo.bots.judgement.layout import ROW, SEATS
from passgo.bots.judgement.net import SCRATCH, judge_row
from passgo.bots.judgement.onward import is_thrown
from passgo.bots.judgement.weights import shipped_weights
from passgo.bots.policy import MEMORY, Notes, copy_notes, page_of
from passgo.bots.reasons import TELLS
from passgo.bots.trader import parameters
from passgo.bots.trader.bot import decide
from passgo.bots.trader.foresight import hide_cash
from passgo.bots.trader.parameters import NEVER, SEARCHED_TURN, SETTLED_TURN, STRENGTH, VISITS
from passgo.dealer import Word, mixed, word
from passgo.duplicate import OPENING, deal_duplicate_once
from passgo.machine.decorators import part, rare
from passgo.machine.rooms import FloatsAt, room_for, twin
from passgo.rules import codes, ids
from passgo.rules.chance import outcomes, write_outcome
from passgo.rules.sets import count_of, has
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import play
from passgo.rules.waiting import next_one

THROWS = 8
"""Throws of a look: one or two rounds. Longer ones see no more."""

LEAST_CHANCE = -1.0
"""Stands for what is not lawful."""

PATIENCE = 200
"""Decisions in a turn after which the fallback decides: no bot can block a look."""

OWN_DICE = 0x5EE
"""The number of the first look's dice. No live game has them."""

FORGETS = (
    parameters.OWNERS, parameters.COUNTERED_TURN, parameters.MOOD_TURN, parameters.RESERVE_FOR,
)  # fmt: skip
"""What a fresh notebook has never seen."""

room_for_pages = room_for(codes.PLAYERS * MEMORY, "int64")
room_for_row, room_for_net, room_for_chances = room_for(ROW), room_for(SCRATCH), room_for(SEATS)


@part
def know(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Let a copy of the game hold what the player knows of others' cash, and everybody there know it."""
    hide_cash(g, e, player, notes)
    for seat in range(g.players):
        g.ledger[seat] = g.cash[seat]
    g.uncounted = 0


@rare
def open_pages(g: State, notes: Notes, pages: Notes) -> None:
    """Open a fresh notebook for every trader. None looks for a deal in this turn: a deal is struck where it is."""
    for player in range(g.players):
        page = page_of(pages, player)
        copy_notes(page, notes)
        visits = notes[VISITS]
        for n in range(STRENGTH):
            page[n] = 0
        for n in range(len(FORGETS)):
            page[FORGETS[n]] = NEVER
        page[VISITS], page[SEARCHED_TURN], page[SETTLED_TURN], page[TELLS] = visits, g.turn, g.turn, 0


@part
def dice_of(number: int) -> Word:
    """The counter of the dice of a look."""
    counter: int = mixed(word(OWN_DICE + number)) & (word(-1) ^ OPENING)
    return counter


@rare
def play_on(g: State, e: Edition, log: Log, a: Action, pages: Notes, counter: Word, throws: int) -> None:
    """Let traders play on until so many throws have fallen and the next is due.

    With fewer than none, until chance has to do anything. The game may be over before.
    """
    turn, decisions = g.turn, 0
    player = next_one(g)
    while player != codes.NOBODY:
        if player == codes.CHANCE:
            if throws < 0 or (throws == 0 and is_thrown(g)):
                return
            throws -= 1 if is_thrown(g) else 0
            deal_duplicate_once(g, e, counter, a)
        else:
            decisions = decisions + 1 if g.turn == turn else 0
            turn = g.turn
            if decisions > PATIENCE:
                fall_back(g, e, player, a)
            else:
                decide(g, e, player, a, page_of(pages, player))
        if play(g, e, log, a) != ids.LAWFUL:
            fall_back(g, e, player, a)
            assert play(g, e, log, a) == ids.LAWFUL
        player = next_one(g)


@rare
def judge_here(g: State, e: Edition, chances: FloatsAt) -> None:
    """Write everybody's chance: by the net, where dice are about to be thrown; the result, if the game is over."""
    if g.phase == codes.PHASE_GAME_OVER:
        for player in range(SEATS):
            chances[player] = 1 / max(1, count_of(g.winners)) if has(g.winners, player) else 0.0
        return
    row, scratch = room_for_row(), room_for_net()
    note_position(g, e, row)
    judge_row(row, shipped_weights(), scratch, chances)


@rare
def judge_next(g: State, e: Edition, log: Log, a: Action, notes: Notes, chances: FloatsAt) -> None:
    """Play a copy of the game on to the next throw, and write everybody's chance there.

    Where a card is to be drawn before, or dice measure a rent, every outcome is gone through.
    """
    pages = room_for_pages()
    open_pages(g, notes, pages)
    play_on(g, e, log, a, pages, dice_of(0), -1)
    count = 0 if is_thrown(g) else outcomes(g, e)
    if count == 0:
        judge_here(g, e, chances)
        return
    judged = room_for_chances()
    for player in range(SEATS):
        chances[player] = 0.0
    for n in range(count):
        after = twin(g)
        write_outcome(after, e, n, a)
        play(after, e, log, a)
        open_pages(after, notes, pages)
        play_on(after, e, log, a, pages, dice_of(0), 0)
        judge_here(after, e, judged)
        for player in range(SEATS):
            chances[player] += judged[player] / count


@rare
def look_on(g: State, e: Edition, log: Log, a: Action, notes: Notes, number: int, chances: FloatsAt) -> None:
    """Play a copy of the game on for some throws, and write everybody's chance there."""
    pages = room_for_pages()
    open_pages(g, notes, pages)
    play_on(g, e, log, a, pages, dice_of(number), THROWS)
    judge_here(g, e, chances)


@rare
def chance_from(g: State, e: Edition, log: Log, a: Action, notes: Notes, player: int, looks: int) -> float:
    """The player's chance in a copy of the game: at the next throw, or as so many looks ahead find it."""
    chances = room_for_chances()
    if looks == 0:
        judge_next(g, e, log, a, notes, chances)
        return float(chances[player])
    total = 0.0
    for number in range(looks):
        after = twin(g)
        look_on(after, e, log, a, notes, number, chances)
        total += chances[player]
    return total / looks


@rare
def chance_after(g: State, e: Edition, log: Log, a: Action, notes: Notes, player: int, looks: int) -> float:
    """The player's chance after an action; `LEAST_CHANCE`, if it is refused."""
    after, acted = twin(g), twin(a)
    if play(after, e, log, acted) != ids.LAWFUL:
        return LEAST_CHANCE
    return chance_from(after, e, log, acted, notes, player, looks)
