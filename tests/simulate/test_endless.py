"""How many games of two simple players never end, against a published estimate.

Friedman, Henderson, Byuen and Gutiérrez, "Estimating the probability that the game of Monopoly never ends" (Winter
Simulation Conference 2009): about 12 % for two players who keep the larger of $200 and the highest rent they may have
to pay, spend all else on deeds and buildings, never bid, never trade, stay in Jail until the third throw, and throw
once a turn. The rules know no such turn, so the player passes the dice by changing the record where doubles would
throw again. What is not named above (mortgages are lifted when there is money, buildings go up in board order) is
chosen here. So the tolerance is 2 percentage points, some four times the standard error of the run. A game counts as
endless when it has no winner after 2,000 rounds; that this is late enough shows in how few games are won in the second
half of them.
"""

from passgo import editions
from passgo.bots.policy import Memory
from passgo.dev.bench.heuristic import deed_to_lift, in_matter, in_turn, lot_to_build
from passgo.machine.decorators import entry, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.sets import has
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import top_matter
from passgo.simulate import Bot, Plan, simulate

PUBLISHED, TOLERANCE = 0.12, 0.02
KEPT = 200


@part
def reserve(g: State, e: Edition, player: int) -> int:
    """The larger of $200 and the highest rent of another's street."""
    most = KEPT
    for d in range(codes.DEEDS):
        if g.owner[d] != player and g.owner[d] != codes.BANK and not has(g.mortgaged, d) and e.kind[d] == codes.STREET:
            most = max(most, e.rent[e.square_of[d] * 6 + g.level[d]])
    return most


@part
def spend_and_throw(g: State, e: Edition, a: Action, player: int, spend: int) -> None:
    """Build, lift a mortgage, or throw."""
    lot = lot_to_build(g, e, player, spend) if spend > 0 else codes.NOBODY
    deed = deed_to_lift(g, e, player, spend) if spend > 0 else codes.NOBODY
    blank(a, codes.THROW, player)
    if lot != codes.NOBODY:
        blank(a, codes.BUILD, player)
        a.square = e.square_of[lot]
    elif deed != codes.NOBODY:
        blank(a, codes.LIFT_MORTGAGE, player)
        a.square = e.square_of[deed]


@entry
def saves(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """The published player."""
    g, ed, a = games[i], editions[e], actions[j]
    spend = g.cash[player] - reserve(g, ed, player)
    if top_matter(g) == codes.MATTER_AUCTION:
        blank(a, codes.WITHDRAW, player)
    elif g.matters > 0:
        in_matter(g, ed, a, player)
    elif g.phase == codes.PHASE_BEFORE_THROW and g.doubles > 0:
        g.doubles = 0
        g.phase = codes.PHASE_END_TURN
        blank(a, codes.END_TURN, player)
    elif g.phase == codes.PHASE_BEFORE_THROW:
        spend_and_throw(g, ed, a, player, spend)
    elif g.phase == codes.PHASE_BUY:
        blank(a, codes.BUY if spend >= ed.price[ed.deed_at[g.square[player]]] else codes.DECLINE, player)
    else:
        in_turn(g, ed, a, player)


def test_as_many_games_are_endless_as_was_published() -> None:
    plan = Plan(editions.ruleset("classic"), (Bot("saves", saves),) * 2, games=4000, rounds=2000)
    report = simulate(plan, 2)
    assert not report.misplays()
    assert abs(1 - report.finished / report.games - PUBLISHED) < TOLERANCE
    assert report.rounds.counts[1000:].sum() < 0.005 * report.games
