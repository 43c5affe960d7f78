"""The analysis of a finished game as the REST part gives it."""

from collections.abc import Iterable, Sequence

import msgspec

from passgo.analysis import Analysis as Found
from passgo.analysis import Change, analyse
from passgo.analysis.report import Decisions, Tell
from passgo.server.http.judgements import Analysis, ChancePoint, Decided, Moment, Parts, Slip
from passgo.server.judgement.played_game import PlayedGame

MOST_MOMENTS = 40
"""So many moments are told that changed any chance most."""
OF_EACH = 6
"""And for each player so many that changed theirs most."""


def write_analysis(played: PlayedGame, tell: Tell) -> bytes:
    """What a game was decided by, as JSON."""
    return msgspec.json.encode(analysis_of(played, analyse(played.game, tell)))


def analysis_of(played: PlayedGame, found: Found) -> Analysis:
    """An analysis in seats and entries of the log."""
    names, rounds = found.names, {point.turn: point.round for point in found.points}
    return Analysis(
        found.label,
        found.verdict,
        start=rounded(found.start),
        end=rounded(found.end),
        parts=[Parts(**{part: round(share, 5) for part, share in found.parts[name].items()}) for name in names],
        points=[
            ChancePoint(
                played.seq_of(point.step - 1),
                point.turn,
                point.round,
                rounded(point.chances),
                rounded(point.low),
                rounded(point.high),
            )
            for point in found.points
        ],
        moments=[moment_of(played, change, rounds) for change in weightiest(found.changes, len(names))],
        deals=[moment_of(played, change, rounds) for change in found.deals],
        mistakes=[
            Slip(
                played.seq_of(slip.step),
                slip.turn,
                rounds.get(slip.turn, 0),
                names.index(slip.player),
                played.action(slip.action, slip.player),
                played.action(slip.instead, slip.player),
                round(slip.loss, 5),
                round(slip.error, 5),
            )
            for slip in found.mistakes
        ],
        decisions=[
            Decided(decided.best, decided.fine, decided.mistakes)
            for decided in (found.decisions.get(name, Decisions()) for name in names)
        ],
    )


def rounded(numbers: Iterable[float]) -> list[float]:
    """Numbers as they are sent."""
    return [round(number, 5) for number in numbers]


def moment_of(played: PlayedGame, change: Change, rounds: dict[int, int]) -> Moment:
    """A moment as it is sent."""
    seq, at = played.seq_of(change.step), rounds.get(change.turn, 0)
    kind, seat = change.kind, played.seat(change.player)
    return Moment(seq, change.turn, at, kind, seat, rounded(change.effects))  # type: ignore[arg-type]


def weightiest(changes: Sequence[Change], players: int) -> list[Change]:
    """The changes worth telling, in the order of the game: those that moved most, and for each player some."""
    moved = [[abs(effect) for effect in change.effects] for change in changes]
    chosen = set(largest([max(effects) for effects in moved])[:MOST_MOMENTS])
    for seat in range(players):
        chosen |= set(largest([effects[seat] for effects in moved])[:OF_EACH])
    return [changes[n] for n in sorted(chosen)]


def largest(numbers: Sequence[float]) -> list[int]:
    """The places of numbers, that of the largest first.

    >>> largest([0.1, 0.3, 0.2])
    [1, 2, 0]
    """
    return sorted(range(len(numbers)), key=lambda n: -numbers[n])
