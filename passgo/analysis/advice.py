"""What a position is worth to each player, and what a player could do in it: `value` and `advise`."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Any

import numpy as np

from passgo import bots
from passgo.analysis.judge import MODEL, THROWS, Judge
from passgo.analysis.table import Array
from passgo.editions import Ruleset
from passgo.game import Chances, Game, Interval
from passgo.game.engine import Engine
from passgo.notation.actions import Action
from passgo.notation.text import format_words
from passgo.rules import codes

LABEL = f"if all play like {MODEL} from here"
NORMAL = 1.96
"""Standard errors to the end of a 95 % interval."""

NEVER = (codes.RESIGN, codes.OFFER, codes.COUNTER, codes.OFFER_SETTLEMENT)
"""Kinds that are no candidates: to give up, and offers with nothing in them yet."""
LADDER = (25, 50, 75, 100, 125, 150, 200)
"""The heights of bids that are tried, in percent of the printed price."""
LOOKED_AT = 5
"""So many of the best candidates are looked at further."""


@cache
def made() -> Mapping[str, Any]:
    """How the net that comes with PassGo was made, and how far it errs."""
    return tomllib.loads(files(bots).joinpath("judgement/weights.toml").read_text("utf-8"))


def model_error(chance: float, *, looked_ahead: bool) -> float:
    """The standard error of a chance that comes from the model, as measured against games played to the end.

    It is largest for even chances, and none where a game is decided.
    """
    error: float = made()["error"]["looked_ahead" if looked_ahead else "net"]
    return error * 2 * sqrt(max(0.0, chance * (1 - chance)))


def interval_of(chance: float, error: float) -> Interval:
    """The 95 % interval of a chance with this standard error."""
    return Interval(max(0.0, chance - NORMAL * error), chance, min(1.0, chance + NORMAL * error))


def value(game: Game, looks: int = 0, throws: int = THROWS) -> Chances:
    """Each player's chance to win, if all play like trader from here, in a thousandth of the time of `Game.chances`.

    The net judges the position where the dice are thrown next. With `looks` that many games are played on for some
    throws, and judged there: slower and closer. The intervals hold the error of the net as it was measured, and that of
    the sample. Offers on the table are left out. The whole position is looked at, secret cash too.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    >>> chances = passgo.analysis.value(game)
    >>> chances.label, abs(sum(chance.mid for chance in chances.values()) - 1) < 1e-6
    ('if all play like trader from here', True)
    """
    judge, position = Judge(game.ruleset, len(game.names)), game.to_bytes()
    if looks:
        seen = judge.looks(position, looks, throws)
        means, errors = seen.mean(0), seen.std(0) / max(1, looks - 1) ** 0.5
    else:
        means, errors = judge.values([position])[0], np.zeros(judge.players)
    shares = {
        name: interval_of(float(mean), float(np.hypot(error, model_error(float(mean), looked_ahead=looks > 0))))
        for name, mean, error in zip(game.names, means, errors, strict=True)
    }
    how = f"judged by the net after {looks:,} looks of {throws} throws" if looks else "judged by the net"
    return Chances(shares, (MODEL,) * judge.players, LABEL, 0, 0, how)


@dataclass(frozen=True)
class Choice:
    """Something that a player could do, and the chance to win that it leaves."""

    action: Action
    chance: Interval
    loss: float
    """By how much the chance is below that of the best choice."""
    error: float
    """The standard error of that difference, from the sample; 0, if it was judged by the net alone."""

    def __str__(self) -> str:
        less = f", {100 * self.loss:.1f} points less" if self.loss else ""
        return f"{format_words(self.action)}: {self.chance}{less}"


class Advice(tuple[Choice, ...]):
    """What a player could do, the best first; `print` says it in words."""

    def __new__(cls, choices: Sequence[Choice], player: str, label: str) -> "Advice":
        """Advice for a player."""
        advice = super().__new__(cls, choices)
        advice.player, advice.label = player, label
        return advice

    player: str
    label: str

    @property
    def best(self) -> Action:
        """What is best."""
        return self[0].action

    def __str__(self) -> str:
        lines = [f"  {choice}" for choice in self]
        return "\n".join([f"{self.player}'s chance to win, {self.label}, after:", *lines])


def advise(game: Game, player: str | None = None, looks: int = 200) -> Advice:
    """What a player could do now, with the chance to win that it leaves; the player who must decide, if none is named.

    The net judges everything that is possible, bids at several heights and the offer that trader would make included.
    The best few are looked at further, all with the same dice. The whole position is looked at, secret cash too: it is
    advice for whoever watches, and a player who asks for it must be allowed to.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    >>> _ = game.play("throw")
    >>> sorted({choice.action.kind for choice in passgo.analysis.advise(game, looks=20)})[:2]
    ['Buy', 'Decline']
    """
    asked = player if player is not None else game.next_to_decide
    if asked is None:
        raise ValueError("the game is over, or waits for chance: nobody has to decide")
    seat = game._names.seat(asked)
    judge, engine = Judge(game.ruleset, len(game.names)), Engine(game.ruleset)
    engine.position = game.to_bytes()
    options = options_of(engine, seat, judge)
    if not options:
        raise ValueError(f"there is nothing that {asked} could do now")
    choices = compare(judge, options, seat, looks)
    deck = engine.g.deck
    named = [Choice(game._names.action(record, deck), chance, loss, error) for record, chance, loss, error in choices]
    return Advice(named, game.names[seat], LABEL)


def options_of(engine: Engine, seat: int, judge: Judge, *, offers: bool = True) -> list[tuple[bytes, bytes]]:
    """What a player could do in the engine's position, each with the position after it; trader's choice first.

    `offers`: the offer that trader would make is among them.
    """
    before = engine.position
    notebook = judge.field.notebooks(1)[: bots.MEMORY]
    engine.ask(bots.policy(MODEL), seat, notebook)
    records = [engine.played]
    engine.position = before
    for record in engine.legal(seat):
        records += ladder(engine, record, judge.ruleset)
    found = []
    for record in dict.fromkeys(records):
        engine.position, engine.played = before, record
        if engine.action.player == seat and (offers or engine.action.kind not in NEVER) and not engine.step():
            found.append((record, engine.position))
    engine.position = before
    return found


def ladder(engine: Engine, record: bytes, ruleset: Ruleset) -> list[bytes]:
    """An entry of the legal list as candidates: itself, nothing, or bids of several heights."""
    engine.played = record
    action, g = engine.action, engine.g
    if action.kind in NEVER:
        return []
    if action.kind != codes.BID:
        return [record]
    least, most, lot = action.amount, action.most, g.matter_square[g.matters - 1]
    price = price_of(ruleset, lot) if lot < codes.SQUARES else 100
    heights = sorted({min(max(least, price * percent // 100), most) for percent in (0, *LADDER)})
    rungs = []
    for height in heights:
        engine.played = record
        action.amount, action.most = height, 0
        rungs.append(engine.played)
    return rungs


def price_of(ruleset: Ruleset, square: int) -> int:
    """The printed price of a square."""
    edition = ruleset.record[0]
    return int(edition["price"][int(edition["deed_at"][square])])


def compare(
    judge: Judge, options: Sequence[tuple[bytes, bytes]], seat: int, looks: int
) -> list[tuple[bytes, Interval, float, float]]:
    """The options with the chance each leaves, the best first, those looked at further before the others."""
    quick = judge.values([after for _, after in options], offers=True)[:, seat]
    order = [int(n) for n in np.argsort(-quick, kind="stable")]
    best = order[:LOOKED_AT] if looks else []
    seen = {n: judge.looks(options[n][1], looks, offers=True)[:, seat] for n in best}
    best.sort(key=lambda n: -seen[n].mean())
    listed = []
    for n in [*best, *(n for n in order if n not in best)]:
        chance = float(seen[n].mean()) if n in seen else float(quick[n])
        off, sampled = behind(seen, best, n) if n in seen else (float(max(quick) - quick[n]), 0.0)
        own = float(seen[n].std() / looks**0.5) if n in seen else 0.0
        error = float(np.hypot(own, model_error(chance, looked_ahead=n in seen)))
        listed.append((options[n][0], interval_of(chance, error), off, sampled))
    return listed


def behind(seen: Mapping[int, Array], best: Sequence[int], n: int) -> tuple[float, float]:
    """By how much a choice is worse than the best, and the standard error of that, look by look."""
    apart = seen[best[0]] - seen[n]
    return float(apart.mean()), float(apart.std() / max(1, len(apart) - 1) ** 0.5)
