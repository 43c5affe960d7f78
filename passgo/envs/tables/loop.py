"""The compiled loop of environments: it takes a numbered action for each game, plays on until the caller has to decide
again, and writes what is seen and what may be done.

The arrays have a row for each game; `games` and `memory` have one more, from which every game begins. Bots of ours play
the seats that are not the caller's, as in simulations: a refused action is decided by the fallback, and so is
everything once a turn has taken too long.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.bots.policy import MEMORY, Decide, Policy, is_own, notes_at
from passgo.bots.policy import Memory as Numbers64
from passgo.dealer import ALL_BITS, STRIDE, Deal, Words, below, word
from passgo.envs.tables import actions as space
from passgo.envs.tables.flags import Seen
from passgo.envs.tables.observation import write_observation
from passgo.machine.bits import places
from passgo.machine.decorators import apart, entry, part
from passgo.machine.kinds import Numbers
from passgo.machine.pointers import caller_of
from passgo.rules import codes, ids, mortgage
from passgo.rules.auction import lowest_bid
from passgo.rules.chance import blank, outcomes, write_outcome
from passgo.rules.deeds import free_cash, held_by, mortgage_value, worth_at_end
from passgo.rules.legal import IN_TURN, is_listed, kinds_of, kinds_to_ask, numbers_to_ask, propose
from passgo.rules.pointers import Play
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.turns import playing, seats
from passgo.rules.waiting import next_one

if TYPE_CHECKING:
    Policies = Sequence[Any]
    Bytes = np.ndarray[Any, np.dtype[np.uint8]]
else:
    Policies, Bytes = Numbers64, Numbers("uint8")

policy_at, decide_at = caller_of(Policy), caller_of(Decide)

BEGIN, NOTHING = -2, -1
"""In place of a numbered action: begin a new game, or leave the game as it is."""

# The numbers of a game's row in `book`.
PLAYER = 0  # who decides: a player, CHANCE, or NOBODY when the game is over
OVER = 1  # 0, or FINISHED, or CUT_OFF
STEPS = 2  # numbered actions so far
WAITING = 3  # the players who are still to be asked out of turn, as a set
TURN = 4  # the turn that is being played
FIRST = 5  # decisions of bots when it began
DECISIONS = 6  # decisions of bots so far
POLLED = 7  # is the player asked out of turn?
DIRTY = 8  # does the row of the observation show any deal?
CHOICES = 9  # how many actions there are to choose from
BOOK = 10
"""Numbers in a row of `book`."""

# The numbers of a game's row in `ends`. It lies apart, because it is seldom touched.
PLACE = 0  # of each player: 0 while playing, then twice the place, which is a mean where players share it
WORTH = PLACE + codes.PLAYERS  # of each player, where rewards are shaped
ENDS = WORTH + codes.PLAYERS
"""Numbers in a row of `ends`."""

# What is told of each game, in `told`, all games together: whom to ask, whether it is over, and how many choices.
TOLD_PLAYER, TOLD_OVER, TOLD_CHOICES, TOLD = 0, 1, 2, 3

FINISHED, CUT_OFF = 1, 2

# The settings, alike for all games of a call.
LEARNERS = 0  # the seats that the caller plays, as a set
OUT_OF_TURN = 1  # 1: they are asked in others' turns too, before the first throw
RESIGNING = 2  # 1: they may resign
DEALING = 3  # 1: they may propose deals
CHANCE_PLAYED = 4  # 1: the caller plays chance, too
CASH_SHOWN = 5  # OPEN_CASH, COUNTED_CASH or HIDDEN_CASH
MOST_STEPS = 6  # a game is cut off after so many numbered actions
WORTH_COUNTED = 7  # 1: the worth of all is counted after every step
WIDTH = 8  # numbers of an observation
SETTINGS = 9

EVERYTHING = (1 << codes.DICE) - 1
PROPOSING = kinds_of(codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT)
NOT_OF_A_TURN = EVERYTHING & ~IN_TURN
TO_THROW, OUT_OF_JAIL = kinds_of(codes.THROW), kinds_of(codes.PAY_FINE, codes.USE_CARD)
TO_BUY, TO_END = kinds_of(codes.BUY, codes.DECLINE), kinds_of(codes.END_TURN)
"""Kinds of action, as sets."""

PATIENCE = 10_000
"""Decisions of bots in one turn after which the fallback decides for them until the turn ends."""


@part
def note_leavers(g: State, ends: Numbers64, i: int) -> None:
    """Write the places of those who have just left: they share what is behind those still in."""
    left = places(g.out, 1) & seats(g)
    new = left
    while new != 0:
        p = lowest(new)
        new = without_lowest(new)
        if ends[i * ENDS + PLACE + p] != 0:
            left &= ~(1 << p)
    still, leavers = count_of(playing(g)), count_of(left)
    while left != 0:
        ends[i * ENDS + PLACE + lowest(left)] = 2 * still + 1 + leavers
        left = without_lowest(left)


@apart
def note_end(g: State, e: Edition, ends: Numbers64, i: int) -> None:
    """Write the places of those still in when the game is over: winners first, the others by their worth."""
    for p in range(g.players):
        if g.out[p] == 0:
            better = equal = 0
            for q in range(g.players):
                if g.out[q] == 0:
                    ahead = standing(g, e, q) - standing(g, e, p)
                    better += 1 if ahead > 0 else 0
                    equal += 1 if ahead == 0 else 0
            ends[i * ENDS + PLACE + p] = 2 * better + 1 + equal


@part
def standing(g: State, e: Edition, player: int) -> int:
    """A number that is higher for whoever ends before another."""
    return worth_at_end(g, e, player) + (1 << 40 if has(g.winners, player) else 0)


@part
def begin(games: Games, i: int, drafts: Actions, memory: Numbers64, book: Numbers64, ends: Numbers64) -> None:
    """Begin a new game, in the position and with the notebooks of the last row, and with nothing in its books."""
    last = len(games) - 1
    games[i] = games[last]
    width = len(memory) // len(games)
    for n in range(width):
        memory[i * width + n] = memory[last * width + n]
    for n in range(BOOK):
        if n != DIRTY and n != CHOICES:  # these are about what was shown last
            book[i * BOOK + n] = 0
    for n in range(ENDS):
        ends[i * ENDS + n] = 0
    blank(drafts[i], codes.OFFER, 0)


@part
def compose(g: State, draft: Action, player: int, index: int) -> None:
    """Do what a number of composing says: begin, let something join, or drop."""
    if index < space.DEED_AT:
        blank(draft, codes.OFFER, player)
        draft.other = space.seat_at(g, player, index - space.WITH_AT + 1)
        draft.most = space.OPEN_DRAFT
    elif index == space.DROP:
        blank(draft, codes.OFFER, player)
        draft.most = space.DROPPED
    else:
        space.join(g, draft, index)


@part
def act(
    play: Play, g: State, e: Edition, log: Log, a: Action, draft: Action, book: Numbers64, ends: Numbers64, i: int,
    index: int,
) -> None:  # fmt: skip
    """Play the numbered action of whoever is to decide."""
    b = i * BOOK
    player = int(book[b + PLAYER])
    book[b + STEPS] += 1
    if player == codes.CHANCE:
        write_outcome(g, e, index, a)
    elif index == space.SILENCE:
        book[b + WAITING] &= ~(1 << player)
        return
    elif space.WITH_AT <= index < space.SEND_AT or index == space.DROP:
        compose(g, draft, player, index)
        return
    elif index >= space.SEND_AT:
        space.write_deal(draft, a, space.SENDS[index - space.SEND_AT])
    else:
        space.write_action(g, e, a, player, index)
    refused = play(g, e, log, a)
    assert refused == ids.LAWFUL
    draft.most = space.NO_DRAFT
    note_leavers(g, ends, i)


@part
def ask_bot(
    policies: Policies, deciders: Policies, games: Games, i: int, editions: Editions, actions: Actions,
    memory: Numbers64, player: int, helped: bool,
) -> None:  # fmt: skip
    """Let a bot of ours write what its player does; the fallback, if it needs help."""
    m = i * (len(memory) // len(games)) + player * MEMORY
    if not helped and deciders[player] != 0:
        decide_at(deciders[player])(games[i], editions[0], player, actions[0], notes_at(memory, m))
    else:
        asked = policy_at(policies[codes.PLAYERS if helped else player])
        asked(games, i, editions, 0, player, actions, 0, memory, m)


@part
def turn_the_page(g: State, book: Numbers64, b: int, settings: Numbers64) -> None:
    """Note the beginning of a turn: whom to ask out of turn, and how many decisions there were before it."""
    if g.turn != book[b + TURN]:
        book[b + TURN] = g.turn
        book[b + FIRST] = book[b + DECISIONS]
        book[b + WAITING] = playing(g) & ~(1 << g.on_turn) if settings[OUT_OF_TURN] == 1 else 0


@part
def who_decides(g: State, book: Numbers64, b: int, settings: Numbers64) -> int:
    """The player to ask, CHANCE or NOBODY: out of turn those who are still to be asked come first."""
    player = next_one(g)
    book[b + POLLED] = 0
    may_poll = player == g.on_turn and g.phase == codes.PHASE_BEFORE_THROW and g.throws == 0 and g.matters == 0
    waiting = int(book[b + WAITING] & settings[LEARNERS]) & playing(g)
    if may_poll and waiting != 0:
        book[b + POLLED] = 1
        return lowest(waiting)
    return player


@part
def go_on(
    play: Play, deal: Deal, policies: Policies, deciders: Policies, games: Games, i: int, editions: Editions,
    logs: Logs, actions: Actions, counters: Words, memory: Numbers64, book: Numbers64, ends: Numbers64,
    settings: Numbers64,
) -> None:  # fmt: skip
    """Play chance and bots until the caller has to decide, or the game is over."""
    g, e, log, a, b = games[i], editions[0], logs[0], actions[0], i * BOOK
    helped = False
    while True:
        turn_the_page(g, book, b, settings)
        player = who_decides(g, book, b, settings)
        if player == codes.NOBODY or playing(g) & int(settings[LEARNERS]) == 0:
            book[b + OVER], book[b + PLAYER] = FINISHED, codes.NOBODY
            if player == codes.NOBODY:
                note_end(g, e, ends, i)
            return
        if player == codes.CHANCE:
            if settings[CHANCE_PLAYED] == 1:
                break
            counters[i] = deal(g, e, word(counters[i]), a)
        elif has(int(settings[LEARNERS]), player):
            break
        else:
            stalls = book[b + DECISIONS] - book[b + FIRST] >= PATIENCE
            ask_bot(policies, deciders, games, i, editions, actions, memory, player, helped or stalls)
            book[b + DECISIONS] += 1
            if not is_own(a, player):
                assert not helped
                helped = True
                continue
        refused = play(g, e, log, a)
        assert refused == ids.LAWFUL or not (helped or player == codes.CHANCE)
        helped = refused != ids.LAWFUL
        if not helped:
            note_leavers(g, ends, i)
    book[b + PLAYER] = player
    if book[b + STEPS] >= settings[MOST_STEPS]:
        book[b + OVER] = CUT_OFF


@part
def add_choice(masks: Bytes, choices: Bytes, i: int, count: int, index: int) -> int:
    """One more numbered action to choose from; how many there are now."""
    at = i * space.COUNT
    masks[at + index] = 1
    choices[at + count] = index
    return count + 1


@part
def add_bids(g: State, e: Edition, player: int, masks: Bytes, choices: Bytes, i: int, count: int) -> int:
    """The bids of the grid that the player can pay, and all cash if that is none of them."""
    room = free_cash(g, e, player) - lowest_bid(g, e)
    exact = False
    for n in range(space.ALL_IN):
        if space.RAISES[n] > room:
            break
        exact = space.RAISES[n] == room
        count = add_choice(masks, choices, i, count, space.BID_AT + n)
    return count if exact else add_choice(masks, choices, i, count, space.BID_AT + space.ALL_IN)


@apart
def list_composing(
    g: State, e: Edition, draft: Action, a: Action, masks: Bytes, choices: Bytes, i: int
) -> int:  # fmt: skip
    """What may be done while a deal is being composed: let something join, send it, or drop it."""
    count = 0
    held = space.deal_deeds(g, draft)
    while held != 0:
        d = lowest(held)
        held = without_lowest(held)
        if space.can_join(g, e, draft, d):
            count = add_choice(masks, choices, i, count, space.DEED_AT + d)
    for deck in range(2):
        if space.card_can_join(g, draft, deck):
            count = add_choice(masks, choices, i, count, space.DEAL_CARD_AT + deck)
    for n in range(2 * len(space.SIZES)):
        if space.can_add_cash(g, e, draft, n % len(space.SIZES), n < len(space.SIZES)):
            count = add_choice(masks, choices, i, count, space.GIVE_AT + n)
    for n in range(len(space.SENDS)):
        if space.can_send(g, e, draft, a, space.SENDS[n]):
            count = add_choice(masks, choices, i, count, space.SEND_AT + n)
    return add_choice(masks, choices, i, count, space.DROP)


@part
def place_of(g: State, e: Edition, a: Action, n: int) -> int:
    """The number of candidate n of the action's kind, as `index_of` would find it in the action."""
    kind = a.kind
    if kind == codes.MORTGAGE or kind == codes.LIFT_MORTGAGE:
        return space.TURN_AT + n
    if kind == codes.BUILD or kind == codes.PLACE_BUILDING:
        return space.BUILD_AT + n
    if kind == codes.SELL_BUILDING:
        return space.SELL_AT + n
    if codes.OFFER <= kind <= codes.OFFER_SETTLEMENT:
        return space.WITH_AT + space.to_the_left(g, a.player, n) - 1
    return space.index_of(g, e, a)


@part
def in_this_phase(g: State) -> int:
    """The kinds of action that the phase does not rule out, as a set: few positions have more than one way to go on."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        return NOT_OF_A_TURN | (TO_THROW if g.jail[g.on_turn] == 0 else TO_THROW | OUT_OF_JAIL)
    if phase == codes.PHASE_END_TURN:
        return NOT_OF_A_TURN | TO_END
    return NOT_OF_A_TURN | TO_BUY if phase == codes.PHASE_BUY else EVERYTHING


@part
def whole_groups(e: Edition, deeds: int) -> int:
    """Those of the deeds whose whole group is among them: only there one builds."""
    whole = 0
    for group in range(codes.GROUPS):
        members = e.group_set[group]
        whole |= members if deeds & members == members else 0
    return whole


@part
def is_lawful(g: State, e: Edition, a: Action) -> bool:
    """Does the action belong in the list? What is asked about most, mortgages, is asked of its rule at once."""
    if a.kind == codes.MORTGAGE:
        return mortgage.can_mortgage(g, e, a) == ids.LAWFUL
    if a.kind == codes.LIFT_MORTGAGE:
        principal = mortgage_value(e, e.deed_at[a.square])  # who has less need not have the interest counted
        return g.cash[a.player] >= principal and mortgage.can_lift(g, e, a) == ids.LAWFUL
    return is_listed(g, e, a)


@part
def kinds_offered(draft: Action, settings: Numbers64) -> int:
    """The kinds of action that the caller wants offered, as a set."""
    kinds = EVERYTHING if settings[RESIGNING] == 1 else EVERYTHING & ~(1 << codes.RESIGN)
    return kinds if settings[DEALING] == 1 and draft.most == space.NO_DRAFT else kinds & ~PROPOSING


@part
def list_actions(
    g: State, e: Edition, a: Action, player: int, offered: int, masks: Bytes, choices: Bytes, i: int
) -> int:  # fmt: skip
    """What may be done now. It is the legal list, made as `legal` makes it, with a number in place of each action."""
    count = 0
    kinds = kinds_to_ask(g, player) & offered & in_this_phase(g)
    while kinds != 0:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        numbers = numbers_to_ask(g, kind, player)
        if kind == codes.BUILD:
            numbers &= whole_groups(e, held_by(g, player))
        blank(a, kind, player)
        while numbers != 0:
            n = lowest(numbers)
            numbers = without_lowest(numbers)
            if propose(g, e, a, player, n) and is_lawful(g, e, a):
                if kind == codes.BID:
                    count = add_bids(g, e, player, masks, choices, i, count)
                else:
                    index = place_of(g, e, a, n)
                    if masks[i * space.COUNT + index] == 0:  # offers to one partner, and a group's hotels, share one
                        count = add_choice(masks, choices, i, count, index)
    return count


@part
def show(
    games: Games, i: int, editions: Editions, actions: Actions, draft: Action, book: Numbers64,
    seen: Seen, masks: Bytes, choices: Bytes, settings: Numbers64, last: int,
) -> None:  # fmt: skip
    """Write what whoever decides sees and may do; when the game is over, what the player sees who acted last."""
    g, e, b = games[i], editions[0], i * BOOK
    for n in range(book[b + CHOICES]):
        masks[i * space.COUNT + int(choices[i * space.COUNT + n])] = 0
    player, count = int(book[b + PLAYER]), 0
    if player == codes.CHANCE:
        for n in range(outcomes(g, e)):
            count = add_choice(masks, choices, i, count, n)
        last = g.on_turn
    elif player != codes.NOBODY:
        if draft.most == space.OPEN_DRAFT:
            count = list_composing(g, e, draft, actions[0], masks, choices, i)
        else:
            count = list_actions(g, e, actions[0], player, kinds_offered(draft, settings), masks, choices, i)
            if book[b + POLLED] == 1:
                count = add_choice(masks, choices, i, count, space.SILENCE)
        last = player
    book[b + CHOICES] = count
    at, polled = i * int(settings[WIDTH]), int(book[b + POLLED])
    dirty = int(book[b + DIRTY])
    book[b + DIRTY] = write_observation(g, e, draft, seen, at, last, settings[CASH_SHOWN], polled, dirty)


@entry
def step_tables(
    play: Play, deal: Deal, policies: Policies, deciders: Policies,
    games: Games, editions: Editions, logs: Logs, actions: Actions, drafts: Actions, counters: Words,
    memory: Numbers64, book: Numbers64, ends: Numbers64, told: Numbers64, seen: Seen, masks: Bytes, choices: Bytes,
    settings: Numbers64, rows: Numbers64, chosen: Numbers64,
) -> int:  # fmt: skip
    """In each game of `rows`: play the numbered action that was chosen, and go on until the caller has to decide.
    Returns how many of these games are over."""
    e, log, count, over = editions[0], logs[0], len(games) - 1, 0
    for k in range(len(rows)):
        i, index = int(rows[k]), int(chosen[k])
        b = i * BOOK
        last = int(book[b + PLAYER])
        if index == BEGIN:
            begin(games, i, drafts, memory, book, ends)
            last = lowest(int(settings[LEARNERS]))
        elif index == NOTHING or book[b + OVER] != 0:
            over += 1 if book[b + OVER] != 0 else 0
            continue
        else:
            act(play, games[i], e, log, actions[0], drafts[i], book, ends, i, index)
        go_on(
            play, deal, policies, deciders, games, i, editions, logs, actions, counters, memory, book, ends, settings
        )  # fmt: skip
        if settings[WORTH_COUNTED] == 1:
            for p in range(games[i].players):
                ends[i * ENDS + WORTH + p] = worth_at_end(games[i], e, p) if games[i].out[p] == 0 else 0
        show(
            games, i, editions, actions, drafts[i], book, seen, masks, choices, settings,
            last if last < codes.PLAYERS else games[i].on_turn,
        )  # fmt: skip
        told[TOLD_PLAYER * count + i] = book[b + PLAYER]
        told[TOLD_OVER * count + i] = book[b + OVER]
        told[TOLD_CHOICES * count + i] = book[b + CHOICES]
        over += 1 if book[b + OVER] != 0 else 0
    return over


@entry
def observe_seat(
    games: Games, i: int, editions: Editions, drafts: Actions, player: int, cash_shown: int, polled: int, seen: Seen
) -> None:
    """Write what any player sees of a game."""
    write_observation(games[i], editions[0], drafts[i], seen, 0, player, cash_shown, polled, 1)


@entry
def choose_any(told: Numbers64, choices: Bytes, counters: Words, chosen: Numbers64) -> None:
    """Choose any of the lawful numbered actions in every game, all equally likely; NOTHING where there is none."""
    for i in range(len(chosen)):
        count = told[TOLD_CHOICES * len(chosen) + i]
        chosen[i] = NOTHING
        if count > 0:
            counter = word(counters[i])
            counters[i] = (counter + STRIDE) & ALL_BITS
            chosen[i] = int(choices[i * space.COUNT + below(counter, word(int(count)))])


@entry
def first_unlawful(masks: Bytes, chosen: Numbers64) -> int:
    """The first game in which what was chosen is not lawful now; NOBODY if it is so in none."""
    for i in range(len(chosen)):
        index = int(chosen[i])
        if not 0 <= index < space.COUNT or masks[i * space.COUNT + index] == 0:
            return i
    return codes.NOBODY
