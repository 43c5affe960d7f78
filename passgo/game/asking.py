"""A position can be asked: what a bot would do in it, who wins if bots go on from it, and how.

Bots know games, and games do not know bots. What is here looks the other way, and only when somebody asks: a game can
be played without a bot, and `import passgo` needs none. `pyproject.toml` names this one exception among its contracts.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from passgo.errors import IllegalAction
from passgo.game.course import Course
from passgo.game.engine import Engine
from passgo.notation.actions import Action
from passgo.notation.names import Names
from passgo.notation.text import format_action
from passgo.rules import codes, ids

if TYPE_CHECKING:
    from passgo.game.seats import View
    from passgo.simulate import Bot
    from passgo.simulate.runs.questions import Questions

Choose = Callable[["View", str], Action | str | None]
"""A bot as a function: it is shown the game as its player sees it, and says what the player does."""

AnyBot: TypeAlias = "str | Choose | Bot"
"""A bot: the name of one that comes with PassGo, a file of one's own, a function, or a `passgo.simulate.Bot`."""

Bots: TypeAlias = "AnyBot | Sequence[AnyBot] | Mapping[str, AnyBot]"
"""One bot for all players, a list in the order of the seats, or a dictionary by player."""

ROUNDS = 500
"""A game without a winner is broken off after so many more rounds."""


class Interval(NamedTuple):
    """A share of games, with the ends of its 95 % interval by Wilson's method."""

    low: float
    mid: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.mid:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


class Chances(dict[str, Interval]):
    """Each player's chance to win, if all play like certain bots from here; `print` says so.

    It is no more than that: it tells what becomes of the position among these bots, not what the best play is worth.
    """

    def __init__(
        self, shares: Mapping[str, Interval], bots: Sequence[str], label: str, games: int, ended: int, how: str = ""
    ) -> None:
        super().__init__(shares)
        self.bots, self.games, self.unfinished = tuple(bots), games, games - ended
        self.how = how or f"{games:,} games" + (f", {games - ended:,} without a winner" if games > ended else "")
        """Where they come from: games that were played to their end, or the judgement of `passgo.analysis.value`."""
        self.label = label
        """What these chances are about."""

    def __str__(self) -> str:
        longest = max(map(len, self))
        lines = [f"{player:<{longest}}  {share}" for player, share in self.items()]
        return "\n".join([f"Chances to win, {self.label} ({self.how}):", *lines])


def seat_bots(names: Names, bots: Bots) -> "tuple[Bot, ...]":
    """A bot for each seat: one for all, a list in the order of the seats, or a dictionary by player."""
    from passgo.simulate import fill_seats

    if isinstance(bots, Mapping):
        by_seat = {names.seat(player): bot for player, bot in bots.items()}
        missing = [name for seat, name in enumerate(names.players) if seat not in by_seat]
        if missing:
            raise ValueError(f"who plays for {', '.join(missing)}? Name a bot for each player, or one for all")
        listed = [by_seat[seat] for seat in sorted(by_seat)]
    else:
        listed = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    return fill_seats([find_bot(bot) for bot in listed], len(names.players))


def find_bot(wanted: AnyBot) -> "Bot":
    """The bot that is meant by a name, a file, a function or itself."""
    from passgo.simulate import Bot
    from passgo.strategies import bot_from, bot_of

    if isinstance(wanted, Bot):
        return wanted
    if isinstance(wanted, str):
        return bot_from(wanted)
    if callable(wanted):
        return bot_of(wanted, getattr(wanted, "__name__", "mine"))
    raise ValueError(f"a bot is a name, a Python file, a function or a Bot, not {wanted!r:.60}")


def find_chances(
    names: Names, position: bytes, round_now: int, bots: Bots, games: int, seed: int, threads: int
) -> Chances:
    """Play so many games from a position, each with dice and cards of its own, and count who wins."""
    from passgo.simulate import Plan, simulate
    from passgo.simulate.output.report import label_of
    from passgo.simulate.output.statistics import wilson

    seats = seat_bots(names, bots)
    rounds = round_now + ROUNDS
    plan = Plan(names.ruleset, seats, games, seed, rounds, start=position, players=names.players)
    report = simulate(plan, threads=threads)
    shares = {}
    for seat, player in enumerate(names.players):
        won = int(report.wins[seat])
        low, high = wilson(won, report.games)
        shares[player] = Interval(low, won / max(1, report.games), high)
    return Chances(shares, plan.names, label_of(plan), report.games, report.finished)


def ask_bot(names: Names, course: Course, bot: AnyBot, seat: int) -> Action | None:
    """What a bot would do for a player now; None: nothing, out of turn. What is wrong with its answer is raised."""
    engine, questions = course.engine, questions_to(names, bot)
    questions.show(engine.position, course.events)
    questions.last_asked(seat, course.last_asked(seat))
    engine.played = questions.ask(seat)
    questions.close()
    if not is_own(engine, seat):
        raise ValueError(questions.complaint(seat))
    action = names.action(engine.played, engine.g.deck)
    refused = engine.allowed()
    if refused and action.kind == "EndTurn" and engine.next_to_decide != seat:
        return None
    if refused:
        from passgo import rulebook

        rule = ids.NAMES[refused]
        raise IllegalAction(format_action(action), rule, rulebook.refusal(rule))
    return action


def play_out(names: Names, course: Course, bots: Bots, rounds: int) -> None:
    """Let bots play on, to the end or for so many more rounds. A bot that fails is helped as in a simulation."""
    questions = questions_to(names, bots)
    try:
        play_on(course, questions, rounds)
    finally:
        questions.close()


def play_on(course: Course, questions: "Questions", rounds: int) -> None:
    """Ask and play, until the game or the rounds are over."""
    from passgo.simulate.runs.loop import PATIENCE

    engine = course.engine
    last, turn, decisions = engine.g.round + rounds, engine.g.turn, 0
    while engine.g.round < last and (seat := engine.next_to_decide) != codes.NOBODY:
        if seat == codes.CHANCE:
            raise ValueError("the dice of this game are typed in; bots cannot go on without a dealer")
        turn, decisions = engine.g.turn, decisions + 1 if engine.g.turn == turn else 0
        questions.show(engine.position, course.events)
        engine.played = questions.ask(seat)
        if decisions > PATIENCE or not is_own(engine, seat) or engine.allowed():
            engine.played = questions.fall_back(seat)
        course.act()
        course.let_chance_act()


def questions_to(names: Names, bots: Bots) -> "Questions":
    """The bots at the table of a game, ready to be asked."""
    from passgo.simulate import Plan
    from passgo.simulate.runs.questions import Questions

    return Questions(Plan(names.ruleset, seat_bots(names, bots), games=1, players=names.players))


def is_own(engine: Engine, seat: int) -> bool:
    """Is the action in the engine one of this player's?"""
    return engine.action.player == seat and engine.action.kind < codes.DICE
