"""The compiled loop: whole games, each seat by its own policy, chance by the dealer."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import MEMORY, Policy
from passgo.bots.policy import Memory as Numbers
from passgo.dealer import Words, deal
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
from passgo.rules.compiled import PLAIN, entry, part
from passgo.rules.deeds import lowest, playing
from passgo.rules.pointers import NextToDecide, Step, pointer_to
from passgo.rules.state import Action, Actions, Editions, Games, Logs, State
from passgo.simulate.counting import (
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
elif PLAIN:
    Deal = Any
else:
    Deal = pointer_to(deal)

PLAYING, TEMPLATE = 0, 1
"""Where in `games` the game being played is, and the position from which each begins."""

NOTEBOOKS = PLAYERS * MEMORY
"""Numbers in all seats' notebooks; behind them in `memory` stands what they hold when a game begins."""

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
    memory[:NOTEBOOKS] = memory[NOTEBOOKS : 2 * NOTEBOOKS]
    book[OWED:ROWS] = 0


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
    if a.kind != END_TURN:
        count_refusal(book, r, player, rule_id)
    return waiting & (waiting - 1)


@entry
def play_games(
    step: Step, deal: Deal, next_to_decide: NextToDecide, fallback: Policy,
    p0: Policy, p1: Policy, p2: Policy, p3: Policy, p4: Policy, p5: Policy, p6: Policy, p7: Policy,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, memory: Numbers,
    book: Numbers, rounds: int, polled: int,
) -> None:  # fmt: skip
    """Play a game from each counter, to its end or for so many rounds; fill its row and add to the tally."""
    g, a = games[PLAYING], actions[0]
    for k in range(len(counters)):
        begin_game(games, memory, book)
        r, decisions, turn, first_of_turn, waiting = ROWS + k * WIDTH, 0, 0, 0, 0
        while g.round < rounds:
            player = next_to_decide(games, PLAYING)
            if player == NOBODY:
                break
            if g.turn != turn:
                turn, first_of_turn, waiting = g.turn, decisions, others_to_poll(g, polled)
            polling = waiting != 0 and may_poll(g, player) and decisions - first_of_turn < PATIENCE
            player = lowest(waiting) if polling else player
            m = player * MEMORY
            asked = player if decisions - first_of_turn < PATIENCE else NOBODY
            # Written out: handing all arrays to another function here would cost a tenth of the speed.
            if player == CHANCE:
                deal(games, PLAYING, editions, 0, counters, k, actions, 0)
            elif asked == 0:
                p0(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 1:
                p1(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 2:
                p2(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 3:
                p3(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 4:
                p4(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 5:
                p5(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 6:
                p6(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            elif asked == 7:
                p7(games, PLAYING, editions, 0, player, actions, 0, memory, m)
            else:
                fallback(games, PLAYING, editions, 0, player, actions, 0, memory, m)
                count_stall(book, r, g.on_turn, decisions - first_of_turn == PATIENCE)
            rule_id = owed_by(g, a)
            refused = ids.SETUP_PLAYERS
            if player == CHANCE or is_own(a, player):
                refused = step(games, PLAYING, editions, 0, logs, 0, actions, 0)
            if player != CHANCE:
                decisions += 1
                if polling and refused != ids.LAWFUL:
                    waiting = heard(a, book, r, player, refused, waiting)
                    continue
                if refused != ids.LAWFUL:
                    count_refusal(book, r, player, refused)
                    fallback(games, PLAYING, editions, 0, player, actions, 0, memory, m)
                    rule_id = owed_by(g, a)
                    refused = step(games, PLAYING, editions, 0, logs, 0, actions, 0)
            assert refused == ids.LAWFUL
            note_step(logs[0], a, rule_id, book, r)
        close_row(g, decisions, book, r)
