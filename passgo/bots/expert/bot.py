"""The bot "expert": it tries everything it could do, judges what comes of it, and does what leaves the best chance.

It is built on `trader`, which it takes for its model of everybody. Candidates are what trader would do, the legal list,
bids at several heights, and offers that a trader in the partner's seat would accept. The net judges them all after
traders have played on to the next throw; what trader would do is only left for something that is better by a margin.

With looks (`expert:100`) it plays on from each of the best few options for a round or two, so many times, all with the
same dice, which are its own. So its strength costs a number of looks, not of seconds, and games can be played again.

It plays on copies of the game, in which others hold what it knows of their cash: what was paid in public.
"""

from passgo.bots.expert import answers
from passgo.bots.expert.ahead import chance_after, know
from passgo.bots.expert.memory import (
    DECISIONS,
    FURTHER,
    LOOKS,
    MARGIN,
    OFFERS_LEFT,
    begin_decision,
    chance_of,
    note_business,
    note_deals,
)
from passgo.bots.expert.offers import offer
from passgo.bots.expert.options import (
    FEW,
    HEIGHTS,
    NEVER_CONSIDERED,
    USUAL,
    bid_at,
    clear_few,
    is_allowed_business,
    keep_if_good,
    pack_option,
    room_for_options,
    room_for_scores,
    write_option,
)
from passgo.bots.policy import Memory, Notes, notes_at
from passgo.bots.trader.bot import decide
from passgo.bots.trader.parameters import SEARCHED_TURN, SETTLED_TURN
from passgo.machine.decorators import entry, inner, part, rare
from passgo.machine.rooms import FloatsAt, empty_of, twin
from passgo.rules import codes
from passgo.rules.deals import is_any_open
from passgo.rules.legal import kinds_to_ask, numbers_to_ask
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, State
from passgo.rules.waiting import next_one

MOST_DECISIONS = 60
"""Decisions in a turn after which trader decides: nobody goes on for ever."""

empty_log = empty_of(Log)


@part
def only_throws(g: State, player: int) -> bool:
    """Is there nothing to decide but to throw: on turn, out of Jail, with no offer to answer and no rent to claim?"""
    waits = g.phase == codes.PHASE_BEFORE_THROW and g.matters == 0 and g.on_turn == player and g.jail[player] == 0
    return waits and g.claims == 0 and not is_any_open(g)


@part
def keep_options(
    known: State, e: Edition, log: Log, tried: Action, player: int, notes: Notes, options: Notes, scores: FloatsAt
) -> None:
    """Judge everything that the player could do, and keep the best few."""
    kinds = kinds_to_ask(known, player) & ~NEVER_CONSIDERED
    while kinds != 0:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        numbers = (1 << len(HEIGHTS)) - 1 if kind == codes.BID else numbers_to_ask(known, kind, player)
        while numbers != 0:
            number = lowest(numbers)
            numbers = without_lowest(numbers)
            amount = bid_at(known, e, player, number) if kind == codes.BID else 0
            option = pack_option(kind, number, max(0, amount))
            if amount < 0 or not write_option(known, e, tried, player, option):
                continue
            if is_allowed_business(e, notes, tried):
                chance = chance_after(known, e, log, tried, notes, player, 0)
                keep_if_good(options, scores, option, chance - chance_of(notes, MARGIN))


@part
def best_of_few(
    known: State, e: Edition, log: Log, usual: Action, player: int, notes: Notes, options: Notes, scores: FloatsAt
) -> int:
    """The best option, after looks ahead from those that are not hopeless."""
    looks, best, chosen = int(notes[LOOKS]), -1.0, int(options[0])
    if looks == 0 or scores[1] < scores[0] - chance_of(notes, FURTHER):
        return chosen
    tried = twin(usual)
    for n in range(FEW):
        if scores[n] < scores[0] - chance_of(notes, FURTHER):
            continue
        option = int(options[n])
        if option == USUAL:
            chance = chance_after(known, e, log, usual, notes, player, looks)
        else:
            write_option(known, e, tried, player, option)
            chance = chance_after(known, e, log, tried, notes, player, looks) - chance_of(notes, MARGIN)
        if chance > best:
            best, chosen = chance, option
    return chosen


@rare
def act(known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write the best action; `a` is what trader would do."""
    options, scores, tried = room_for_options(), room_for_scores(), twin(a)
    clear_few(options, scores)
    keep_if_good(options, scores, USUAL, chance_after(known, e, log, a, notes, player, 0))
    if scores[0] < 0:
        return  # it is refused, and somebody else will have to decide
    keep_options(known, e, log, tried, player, notes, options, scores)
    option = best_of_few(known, e, log, a, player, notes, options, scores)
    if option != USUAL:
        write_option(known, e, a, player, option)


@part
def ask_trader(g: State, e: Edition, player: int, a: Action, notes: Notes) -> None:
    """Write what trader would do, offers apart."""
    notes[SEARCHED_TURN] = notes[SETTLED_TURN] = g.turn
    decide(g, e, player, a, notes)


@inner(within="expert")
def choose(g: State, e: Edition, player: int, a: Action, notes: Notes) -> None:
    """Write the action of the player."""
    begin_decision(g, notes)
    note_deals(g, player, notes)
    ask_trader(g, e, player, a, notes)
    if only_throws(g, player) or notes[DECISIONS] > MOST_DECISIONS or next_one(g) != player:
        return
    known, log = twin(g), empty_log()
    know(known, e, player, notes)
    if answers.is_answer(a.kind):
        answers.answer(known, e, log, a, player, notes)
        return
    act(known, e, log, a, player, notes)
    if a.kind == codes.END_TURN and notes[OFFERS_LEFT] > 0:
        offer(g, known, e, log, a, player, notes)
    note_business(notes, a.kind, e.deed_at[a.square])


@entry
def expert(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write the action of the player to action j."""
    choose(games[i], editions[e], player, actions[j], notes_at(memory, m))
