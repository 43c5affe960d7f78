"""How far the net errs at single positions: its chances against games that traders play to the end from there."""

import numpy as np

from passgo.analysis.judge import Judge
from passgo.analysis.table import Array, Floats, Table, all_alike, shares_of
from passgo.analysis.training.lessons import ROUNDS, Generator, begin, choose_table

POSITIONS = 100
"""Positions at which the net is compared."""
GAMES = 400
"""Games that are played to the end from each."""
LOOKS = 200
"""Looks ahead from each, for the closer judgement."""
LAST_ROUND = 30
"""Positions are taken from rounds up to this one."""


def errors(net: Floats, seed: int, positions: int = POSITIONS) -> dict[str, float]:
    """The standard errors of the net and of looks ahead with it, at an even chance; at others they are less.

    A chance p is taken to be wrong by a multiple of the root of p (1 - p). The sampling error of games is taken out.
    """
    chance = np.random.default_rng([seed, 2**33])
    off = {"net": 0.0, "looked_ahead": 0.0}
    spread = 0.0
    for _ in range(positions):
        judge, state, truth, games = one_position(net, chance)
        for name, judged in (
            ("net", judge.values([state])[0]),
            ("looked_ahead", judge.looks(state, LOOKS).mean(0)),
        ):
            sampled = truth * (1 - truth) / max(1, games - 1)
            off[name] += float(((judged - truth) ** 2 - sampled).sum())
        spread += float((4 * truth * (1 - truth)).sum())
    return {name: round(float(np.sqrt(max(0.0, sum_of) / spread)), 4) for name, sum_of in off.items()}


def one_position(net: Floats, chance: Generator) -> tuple[Judge, bytes, Array, int]:
    """A position of a game of traders, who wins how often from there, and in how many games."""
    while True:
        choice = choose_table(chance)
        players = len(choice.field.seats)
        field = all_alike(choice.ruleset, players)
        table = Table(field, begin(choice.ruleset, players, 1), chance.integers(0, 2**64, 1, np.uint64))
        table.play_on(int(chance.integers(0, LAST_ROUND * players)), ROUNDS)
        if table.is_over[0]:
            continue
        state = table.states.tobytes()
        ends = Table(field, np.repeat(table.states, GAMES), chance.integers(0, 2**64, GAMES, np.uint64))
        ends.play_on(10**9, int(table.states["round"][0]) + ROUNDS)
        over = ends.is_over
        if over.sum() > GAMES // 2:
            truth = shares_of(ends.states["winners"][over])[:, :players].astype(np.float64).mean(0)
            return Judge(choice.ruleset, players, net), state, truth, int(over.sum())
