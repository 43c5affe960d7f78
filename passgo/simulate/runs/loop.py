"""The compiled loop: it plays whole games. The policy of each seat decides for that seat, and the dealer for chance."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import Decide, Policy, is_own, notes_at
from passgo.bots.policy import Memory as Numbers
from passgo.dealer import Deal, Words, word
from passgo.machine.decorators import entry, part, rare
from passgo.machine.pointers import caller_of
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import is_any_open
from passgo.rules.pointers import Play
from passgo.rules.sets import has, lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.turns import chance_to_act, playing
from passgo.rules.waiting import next_player
from passgo.simulate.runs.counts import (
    DECISIONS,
    FINISHED,
    FIRST,
    NOT_OWN,
    OWED,
    REASONS,
    REFUSALS,
    REFUSED,
    ROUNDS,
    ROWS,
    STALLED,
    STALLS,
    TURNS,
    WIDTH,
    WINNERS,
    note_step,
)
from passgo.simulate.runs.memory import NOTEBOOKS, OPENINGS, notebook_of

if TYPE_CHECKING:
    Policies = Sequence[Any]
else:
    Policies = Numbers

policy_at, decide_at = caller_of(Policy), caller_of(Decide)
"""The policy, or the inner function of one, at an address."""

PLAYING, TEMPLATE, TURN_ROOM = 0, 1, 2
"""The rows of `games`: the game that is being played, the position from which every game begins, and the first row in
which the position at the beginning of a turn is kept. There may be no such rows."""

BEFORE_ALL = -1
"""No turn, not even the one of number 0, in which players throw for the first turn."""

FALLBACK = codes.PLAYERS
"""The place of the fallback among the policies. It decides for a bot whose action was refused."""

PATIENCE = 10_000
"""Decisions in one turn after which the fallback decides for all seats until the turn ends. The longest auction, dollar
by dollar, needs fewer, so only bots that would go on for ever (offer, refuse, offer, ...) reach this number."""


@part
def play_own(play: Play, g: State, e: Edition, log: Log, a: Action, player: int) -> int:
    """Play an action of the player: LAWFUL, or why it is refused."""
    return play(g, e, log, a) if is_own(a, player) else NOT_OWN


@part
def debt_rule(g: State, a: Action) -> int:
    """The rule of the debt by which the player goes bankrupt, if the action is to go bankrupt; otherwise LAWFUL."""
    return g.matter_rule[g.matters - 1] if a.kind == codes.GO_BANKRUPT and g.matters > 0 else ids.LAWFUL


@part
def close_row(g: State, decisions: int, book: Numbers, r: int) -> None:
    """Write into the row of the game how it ended."""
    book[r + WINNERS] = g.winners
    book[r + FINISHED] = 1 if g.phase == codes.PHASE_GAME_OVER else 0
    book[r + ROUNDS] = g.round
    book[r + TURNS] = g.turn
    book[r + FIRST] = g.first
    book[r + DECISIONS] = decisions


@rare
def count_refusal(book: Numbers, r: int, player: int, reason: int) -> None:
    """Count a refused action of the player's bot: `reason` is the rule that forbids the action, or NOT_OWN."""
    book[REFUSALS + player * REASONS + reason] += 1
    book[r + REFUSED] += 1


@rare
def count_stall(book: Numbers, r: int, player: int) -> None:
    """Count the turn of this player as stalled."""
    book[STALLS + player] += 1
    book[r + STALLED] += 1


@rare
def keep_events(logs: Logs) -> None:
    """Add the events of a step to the first page behind the log that has room; the last page only counts what had none.

    There are no pages unless a bot wants to know what happened (`passgo.simulate.runs.history`).
    """
    log, last = logs[0], len(logs) - 1
    page = 1
    while page < last and logs[page].count + log.count > codes.EVENTS:
        page += 1
    to = logs[page]
    if page == last:
        to.count = 1
        return
    for n in range(log.count):
        m = to.count
        to.kind[m], to.rule[m], to.player[m], to.other[m] = log.kind[n], log.rule[n], log.player[n], log.other[n]
        to.square[m], to.amount[m], to.card[m] = log.square[n], log.amount[n], log.card[n]
        to.die_1[m], to.die_2[m], to.die_3[m] = log.die_1[n], log.die_2[n], log.die_3[n]
        to.give_deeds[m], to.take_deeds[m] = log.give_deeds[n], log.take_deeds[n]
        to.give_cash[m], to.take_cash[m], to.take_cards[m] = log.give_cash[n], log.take_cash[n], log.take_cards[n]
        to.count = m + 1


@rare
def begin_game(games: Games, logs: Logs, memory: Numbers, book: Numbers) -> None:
    """Set up the position and the notebooks, and forget the events and the rents owed of the last game."""
    games[PLAYING] = games[TEMPLATE]
    for seat in range(games[PLAYING].players):
        # Numba takes half a second to compile a slice's copy, and loops are not unrolled.
        for n in range(notebook_of(seat), notebook_of(seat + 1), 4):
            m = OPENINGS - NOTEBOOKS + n
            memory[n], memory[n + 1], memory[n + 2], memory[n + 3] = (
                memory[m],
                memory[m + 1],
                memory[m + 2],
                memory[m + 3],
            )
    for n in range(OWED, ROWS):
        book[n] = 0
    for page in range(1, len(logs)):
        logs[page].count = 0


@part
def others_to_poll(g: State, polled: int) -> int:
    """The players to ask in the turn of another: those whose bots want to act out of turn (`polled`), as a set."""
    return polled & playing(g) & ~(1 << g.on_turn) if polled != 0 else 0


@part
def may_poll(g: State, player: int) -> bool:
    """Is it time to ask the others: before the first throw of a turn, with no matter open?"""
    return player == g.on_turn and g.phase == codes.PHASE_BEFORE_THROW and g.throws == 0 and g.matters == 0


@rare
def ask(
    policies: Policies, who: int, player: int, games: Games, editions: Editions, actions: Actions, memory: Numbers
) -> None:
    """Ask a policy that takes arrays and indices: `who` is its place among the policies."""
    policy_at(policies[who])(games, PLAYING, editions, 0, player, actions, 0, memory, notebook_of(player))


@rare
def poll(
    play: Play, policies: Policies, waiting: int, games: Games, editions: Editions, logs: Logs, actions: Actions,
    memory: Numbers, book: Numbers, r: int,
) -> int:  # fmt: skip
    """Ask the first of those who wait to be asked out of turn; returns who is still to ask.

    Whoever did something is asked again. An unlawful action ends it. END_TURN, which means "nothing", is not counted
    among the unlawful ones.
    """
    log, a, player = logs[0], actions[0], lowest(waiting)
    ask(policies, player, player, games, editions, actions, memory)
    refused = play_own(play, games[PLAYING], editions[0], log, a, player)
    if refused == ids.LAWFUL:
        note_step(log, a, ids.LAWFUL, book, r)
        if len(logs) > 1:
            keep_events(logs)
        return waiting
    if a.kind != codes.END_TURN or a.player != player:
        count_refusal(book, r, player, refused)
    return without_lowest(waiting)


@rare
def decide_instead(
    play: Play, policies: Policies, player: int, games: Games, editions: Editions, logs: Logs, actions: Actions,
    memory: Numbers,
) -> int:  # fmt: skip
    """Let the fallback decide for a bot whose action was refused; the rule of the debt, as in `debt_rule`."""
    g, e, log, a = games[PLAYING], editions[0], logs[0], actions[0]
    ask(policies, FALLBACK, player, games, editions, actions, memory)
    rule_id = debt_rule(g, a)
    refused = play_own(play, g, e, log, a, player)
    assert refused == ids.LAWFUL
    return rule_id


@part
def only_throws(g: State, throwers: int) -> bool:
    """Has one of these players nothing to do but to throw: out of Jail, no offer to answer and no rent to claim?"""
    before = g.phase == codes.PHASE_BEFORE_THROW and g.matters == 0 and g.claims == 0 and not is_any_open(g)
    return before and g.jail[g.on_turn] == 0 and has(throwers, g.on_turn)


@part
def keep_turn(games: Games, kept: int) -> int:
    """Keep the position at the beginning of a turn, if there is room; returns the row for the next one."""
    return copy_turn(games, kept) if kept < len(games) and games[PLAYING].turn > 0 else kept


@rare
def copy_turn(games: Games, kept: int) -> int:
    """Copy the position; returns the row for the next one."""
    games[kept] = games[PLAYING]
    return kept + 1


@entry
def play_games(
    play: Play, deal: Deal, policies: Policies, deciders: Policies,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, memory: Numbers,
    book: Numbers, rounds: int, polled: int, throwers: int,
) -> None:  # fmt: skip
    """Play one game from each counter, to its end or for so many rounds; fill its row and add to the tally."""
    g, e, log, a, kept = games[PLAYING], editions[0], logs[0], actions[0], TURN_ROOM
    for k in range(len(counters)):
        begin_game(games, logs, memory, book)
        r, decisions, turn, counter = ROWS + k * WIDTH, 0, BEFORE_ALL, word(counters[k])
        while g.turn != turn and g.phase != codes.PHASE_GAME_OVER and g.round < rounds:
            turn, patience, waiting = g.turn, decisions + PATIENCE, others_to_poll(g, polled)
            kept = keep_turn(games, kept)
            while g.turn == turn and g.phase != codes.PHASE_GAME_OVER:
                rule_id = ids.LAWFUL
                throws = only_throws(g, throwers) and waiting == 0 and decisions < patience
                if throws:
                    decisions += 1
                    blank(a, codes.THROW, g.on_turn)
                    refused = play(g, e, log, a)  # nothing has happened yet that would be counted
                    assert refused == ids.LAWFUL
                if throws or chance_to_act(g):
                    counter = deal(g, e, counter, a)
                    refused = play(g, e, log, a)
                    assert refused == ids.LAWFUL
                else:
                    player = next_player(g)
                    decisions += 1
                    if decisions > patience:
                        ask(policies, FALLBACK, player, games, editions, actions, memory)
                        if decisions == patience + 1:
                            count_stall(book, r, g.on_turn)
                    elif waiting != 0 and may_poll(g, player):
                        waiting = poll(play, policies, waiting, games, editions, logs, actions, memory, book, r)
                        continue
                    elif deciders[player] != 0:
                        decide_at(deciders[player])(g, e, player, a, notes_at(memory, notebook_of(player)))
                    else:
                        ask(policies, player, player, games, editions, actions, memory)
                    rule_id, refused = debt_rule(g, a), play_own(play, g, e, log, a, player)
                    if refused != ids.LAWFUL:
                        count_refusal(book, r, player, refused)
                        rule_id = decide_instead(play, policies, player, games, editions, logs, actions, memory)
                note_step(log, a, rule_id, book, r)
                if len(logs) > 1:
                    keep_events(logs)
        close_row(g, decisions, book, r)
