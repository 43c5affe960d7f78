"""The compiled loop: whole games, each seat by its own policy, chance by the dealer."""

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import MEMORY, Policy
from passgo.bots.policy import Memory as Numbers
from passgo.dealer import Words, deal
from passgo.machine.decorators import entry, part
from passgo.machine.pointers import pointer_to
from passgo.machine.switches import PLAIN
from passgo.rules import ids
from passgo.rules.codes import (
    CHANCE,
    DICE,
    END_TURN,
    GO_BANKRUPT,
    NOBODY,
    PHASE_BEFORE_THROW,
    PHASE_GAME_OVER,
    PLAYERS,
)
from passgo.rules.pointers import NextToDecide, Step
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Actions, Editions, Games, Logs, State
from passgo.rules.turns import playing
from passgo.simulate.runs.counts import (
    DECISIONS,
    FINISHED,
    FIRST,
    OWED,
    REFUSALS,
    REFUSED,
    ROUNDS,
    ROWS,
    RULES,
    STALLED,
    STALLS,
    TURNS,
    WIDTH,
    WINNERS,
    note_step,
)

if TYPE_CHECKING:
    Deal = Callable[..., None]
    Policies = Sequence[Policy]
elif PLAIN:
    Deal = Policies = Any
else:
    from numba.core import types
    from numba.core.errors import NumbaExperimentalFeatureWarning

    # Numba says so of every tuple of functions; ours is used, and tested, as it was found to work.
    warnings.filterwarnings("ignore", "First-class function type", NumbaExperimentalFeatureWarning)
    Deal = pointer_to(deal)
    Policies = types.UniTuple(Policy, PLAYERS + 1)

PLAYING, TEMPLATE, TURN_ROOM = 0, 1, 2
"""Where in `games` the game being played is, the position from which each begins, and from where on, if there are
more, the position at the beginning of every turn is kept."""

NOTEBOOKS = PLAYERS * MEMORY
"""Numbers in all seats' notebooks; behind them in `memory` stands what they hold when a game begins."""

FALLBACK = PLAYERS
"""Where among the policies the one stands that answers for a bot whose answer was refused."""

PATIENCE = 10_000
"""Decisions in one turn after which the seats fall back until it ends: more than the longest auction by dollars needs,
so that only bots that would go on for ever (offer, refuse, offer, ...) meet it."""


@part
def is_own(a: Action, player: int) -> bool:
    """Does the action speak for the player alone? No bot throws the dice, strikes the hour or plays for another."""
    return a.player == player and a.kind < DICE


@part
def owed_by(g: State, a: Action) -> int:
    """The rule that the debt arose from which the action gives up, if it does."""
    return g.matter_rule[g.matters - 1] if a.kind == GO_BANKRUPT and g.matters > 0 else ids.LAWFUL


@part
def close_row(g: State, decisions: int, book: Numbers, r: int) -> None:
    """Write how the game ended."""
    book[r + WINNERS] = g.winners
    book[r + FINISHED] = 1 if g.phase == PHASE_GAME_OVER else 0
    book[r + ROUNDS] = g.round
    book[r + TURNS] = g.turn
    book[r + FIRST] = g.first
    book[r + DECISIONS] = decisions


@part
def count_refusal(book: Numbers, r: int, player: int, rule_id: int) -> None:
    """The player's bot did what a rule forbids."""
    book[REFUSALS + player * RULES + rule_id] += 1
    book[r + REFUSED] += 1


@part
def count_stall(book: Numbers, r: int, player: int, first: bool) -> None:
    """The turn of this player would not end: counted once."""
    if first:
        book[STALLS + player] += 1
        book[r + STALLED] += 1


@part
def begin_game(games: Games, memory: Numbers, book: Numbers) -> None:
    """Set up the position, the notebooks, and what is remembered of debts."""
    games[PLAYING] = games[TEMPLATE]
    for n in range(NOTEBOOKS):  # loops, because Numba takes half a second to compile the copy of a slice
        memory[n] = memory[NOTEBOOKS + n]
    for n in range(OWED, ROWS):
        book[n] = 0


@part
def others_to_poll(g: State, polled: int) -> int:
    """Those whose bots ask to be heard out of turn, while another's turn begins."""
    return polled & playing(g) & ~(1 << g.on_turn) if polled != 0 else 0


@part
def may_poll(g: State, player: int) -> bool:
    """Is it the moment to hear the others: before the first throw, with nothing pending?"""
    return player == g.on_turn and g.phase == PHASE_BEFORE_THROW and g.throws == 0 and g.matters == 0


@part
def heard(a: Action, book: Numbers, r: int, player: int, rule_id: int, waiting: int) -> int:
    """Who is left to hear after a bot did out of turn what a rule forbids; END_TURN means that it wants nothing."""
    if a.kind != END_TURN or a.player != player:
        count_refusal(book, r, player, rule_id)
    return waiting & (waiting - 1)


@part
def keep_turn(games: Games, kept: int) -> int:
    """Keep the position at the beginning of a turn, if there is room; where the next one goes."""
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
    """Play a game from each counter, to its end or for so many rounds; fill its row and add to the tally."""
    g, a, kept = games[PLAYING], actions[0], TURN_ROOM
    for k in range(len(counters)):
        begin_game(games, memory, book)
        r, decisions, turn, first_of_turn, waiting = ROWS + k * WIDTH, 0, 0, 0, 0
        fallen = False  # was the last answer refused, so that the same decision is made by the fallback?
        while g.round < rounds:
            player = next_to_decide(games, PLAYING)
            if player == NOBODY:
                break
            if g.turn != turn:
                turn, first_of_turn, waiting = g.turn, decisions, others_to_poll(g, polled)
                kept = keep_turn(games, kept)
            stalls = decisions - first_of_turn >= PATIENCE
            polling = waiting != 0 and not fallen and not stalls and may_poll(g, player)
            player = lowest(waiting) if polling else player
            # Each of these calls stands here once: what calls a function through a pointer is long to compile.
            if player == CHANCE:
                deal(games, PLAYING, editions, 0, counters, k, actions, 0)
            else:
                asked = FALLBACK if fallen or stalls else player
                policies[asked](games, PLAYING, editions, 0, player, actions, 0, memory, player * MEMORY)
                count_stall(book, r, g.on_turn, stalls and not fallen and decisions - first_of_turn == PATIENCE)
                decisions += 0 if fallen else 1
            rule_id, refused = owed_by(g, a), ids.SETUP_PLAYERS
            if player == CHANCE or is_own(a, player):
                refused = step(games, PLAYING, editions, 0, logs, 0, actions, 0)
            if refused == ids.LAWFUL:
                note_step(logs[0], a, rule_id, book, r)
                fallen = False
            elif polling:
                waiting = heard(a, book, r, player, refused, waiting)
            else:
                assert player != CHANCE
                assert not fallen
                count_refusal(book, r, player, refused)
                fallen = True
        close_row(g, decisions, book, r)
