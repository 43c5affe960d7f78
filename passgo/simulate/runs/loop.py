"""The compiled loop: it plays whole games. The policy of each seat decides for that seat, and the dealer for chance."""

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import Memory as Numbers
from passgo.bots.policy import Policy
from passgo.dealer import Words, deal
from passgo.machine.decorators import entry, part
from passgo.machine.pointers import pointer_to
from passgo.machine.switches import PLAIN
from passgo.rules import codes, ids
from passgo.rules.pointers import NextToDecide, Step
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Actions, Editions, Games, Logs, State
from passgo.rules.turns import playing
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
from passgo.simulate.runs.memory import ALL_NOTEBOOKS, NOTEBOOKS, OPENINGS, notebook_of

if TYPE_CHECKING:
    Deal = Callable[..., None]
    Policies = Sequence[Policy]
elif PLAIN:
    Deal = Policies = Any
else:
    from numba.core import types
    from numba.core.errors import NumbaExperimentalFeatureWarning

    # Numba warns about every tuple of functions. Ours works, and the tests play with it.
    warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)
    Deal = pointer_to(deal)
    Policies = types.UniTuple(Policy, codes.PLAYERS + 1)

PLAYING, TEMPLATE, TURN_ROOM = 0, 1, 2
"""The rows of `games`: the game that is being played, the position from which every game begins, and the first row in
which the position at the beginning of a turn is kept. There may be no such rows."""

FALLBACK = codes.PLAYERS
"""The place of the fallback among the policies. It decides for a bot whose action was refused."""

PATIENCE = 10_000
"""Decisions in one turn after which the fallback decides for all seats until the turn ends. The longest auction, dollar
by dollar, needs fewer, so only bots that would go on for ever (offer, refuse, offer, ...) reach this number."""


@part
def is_own(a: Action, player: int) -> bool:
    """Is this an action of the player? No bot may throw the dice, strike the hour or act for another player."""
    return a.player == player and a.kind < codes.DICE


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


@part
def count_refusal(book: Numbers, r: int, player: int, reason: int) -> None:
    """Count a refused action of the player's bot: `reason` is the rule that forbids the action, or NOT_OWN."""
    book[REFUSALS + player * REASONS + reason] += 1
    book[r + REFUSED] += 1


@part
def count_stall(book: Numbers, r: int, player: int, first: bool) -> None:
    """Count the turn of this player as stalled. `first` is true once in such a turn."""
    if first:
        book[STALLS + player] += 1
        book[r + STALLED] += 1


@part
def begin_game(games: Games, memory: Numbers, book: Numbers) -> None:
    """Set up the position and the notebooks, and forget the rents that were owed in the last game."""
    games[PLAYING] = games[TEMPLATE]
    for n in range(ALL_NOTEBOOKS):  # a loop, because Numba takes half a second to compile the copy of a slice
        memory[NOTEBOOKS + n] = memory[OPENINGS + n]
    for n in range(OWED, ROWS):
        book[n] = 0


@part
def others_to_poll(g: State, polled: int) -> int:
    """The players to ask in the turn of another: those whose bots want to act out of turn (`polled`), as a set."""
    return polled & playing(g) & ~(1 << g.on_turn) if polled != 0 else 0


@part
def may_poll(g: State, player: int) -> bool:
    """Is it time to ask the others: before the first throw of a turn, with no matter open?"""
    return player == g.on_turn and g.phase == codes.PHASE_BEFORE_THROW and g.throws == 0 and g.matters == 0


@part
def end_poll(a: Action, book: Numbers, r: int, player: int, reason: int, waiting: int) -> int:
    """Count an unlawful action out of turn, but not END_TURN, which means "nothing"; returns who is still to ask."""
    if a.kind != codes.END_TURN or a.player != player:
        count_refusal(book, r, player, reason)
    return waiting & (waiting - 1)


@part
def keep_turn(games: Games, kept: int) -> int:
    """Keep the position at the beginning of a turn, if there is room; returns the row for the next one."""
    if kept < len(games):
        games[kept] = games[PLAYING]
        return kept + 1
    return kept


@entry
def play_games(
    step: Step, deal: Deal, next_to_decide: NextToDecide, policies: Policies,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, memory: Numbers,
    book: Numbers, rounds: int, polled: int,
) -> None:  # fmt: skip
    """Play one game from each counter, to its end or for so many rounds; fill its row and add to the tally."""
    g, a, kept = games[PLAYING], actions[0], TURN_ROOM
    for k in range(len(counters)):
        begin_game(games, memory, book)
        r, decisions, turn, first_of_turn, waiting = ROWS + k * WIDTH, 0, 0, 0, 0
        fallen = False  # was the last action refused? Then the fallback makes the same decision.
        while g.round < rounds:
            player = next_to_decide(games, PLAYING)
            if player == codes.NOBODY:
                break
            if g.turn != turn:
                turn, first_of_turn, waiting = g.turn, decisions, others_to_poll(g, polled)
                kept = keep_turn(games, kept)
            stalls = decisions - first_of_turn >= PATIENCE
            polling = waiting != 0 and not fallen and not stalls and may_poll(g, player)
            player = lowest(waiting) if polling else player
            # Each function pointer is called in one place only, because such a call takes long to compile.
            if player == codes.CHANCE:
                deal(games, PLAYING, editions, 0, counters, k, actions, 0)
            else:
                asked = FALLBACK if fallen or stalls else player
                policies[asked](games, PLAYING, editions, 0, player, actions, 0, memory, notebook_of(player))
                count_stall(book, r, g.on_turn, stalls and not fallen and decisions - first_of_turn == PATIENCE)
                decisions += 0 if fallen else 1
            rule_id, refused = debt_rule(g, a), NOT_OWN
            if player == codes.CHANCE or is_own(a, player):
                refused = step(games, PLAYING, editions, 0, logs, 0, actions, 0)
            if refused == ids.LAWFUL:
                note_step(logs[0], a, rule_id, book, r)
                fallen = False
            elif polling:
                waiting = end_poll(a, book, r, player, refused, waiting)
            else:
                assert player != codes.CHANCE
                assert not fallen
                count_refusal(book, r, player, refused)
                fallen = True
        close_row(g, decisions, book, r)
