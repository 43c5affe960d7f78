"""Plans for the tests of the simulator, and single games of a run, played again through `Game`."""

from typing import Any

from passgo import Game, bots, editions
from passgo.bots.policy import MEMORY
from passgo.rules import codes
from passgo.simulate import Bot, Plan, game_seed


def classic_plan(*bots: Bot, games: int = 40, **more: Any) -> Plan:
    """A run of the classic edition."""
    return Plan(editions.ruleset("classic"), bots, games, **more)


def replay(plan: Plan, number: int) -> tuple[Game, int]:
    """One game of a run, played again through `Game`, and the number of its decisions."""
    game = Game(plan.ruleset.edition, len(plan.bots), seed=game_seed(plan.seed, number))
    engine, memory, decisions = game._engine, bots.notebooks(bot.notebook for bot in plan.bots), 0
    while game._g.round < plan.rounds and (player := engine.next_to_decide) != codes.NOBODY:
        policy = plan.bots[player].policy
        policy(engine._games, 0, engine._editions, 0, player, engine._actions, 0, memory, player * MEMORY)
        game.play(game._names.action(engine.played, game._g.deck))
        decisions += 1
    return game, decisions
