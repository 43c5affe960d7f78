"""An analysis in words: the verdict, the text for a terminal, and what a program reads."""

from typing import Any

from passgo.analysis.report import PARTS, Analysis, Change

PART_WORDS = {
    "luck": "dice and cards",
    "decisions": "own decisions",
    "deals": "deals",
    "unexplained": "unexplained",
}
SMALL = 0.03
"""A part that moved a chance by less is not worth a word in the verdict."""


def points_text(change: float) -> str:
    """A change of a chance in points.

    >>> points_text(0.0312), points_text(-0.2)
    ('+3.1', '-20.0')
    """
    return f"{'+' if change >= 0 else '-'}{abs(100 * change):.1f}"


def listed(words: list[str]) -> str:
    """Words in a row.

    >>> listed(["Ann", "Ben", "Cy"])
    'Ann, Ben and Cy'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def verdict_of(analysis: Analysis) -> str:
    """One sentence: who won, or is ahead, and what brought it."""
    best = max(range(len(analysis.names)), key=lambda seat: analysis.end[seat])
    name = analysis.winners[0] if analysis.winners else analysis.names[best]
    parts = analysis.parts[name]
    helped = [PART_WORDS[part] for part in PARTS[:3] if parts[part] > SMALL]
    helped.sort(key=lambda words: -parts[next(part for part in PARTS if PART_WORDS[part] == words)])
    hurt = [PART_WORDS[part] for part in PARTS[:3] if parts[part] < -SMALL]
    who = f"{listed(list(analysis.winners))} won" if analysis.winners else f"{name} is ahead"
    if not helped:
        return f"{who}, and nothing in particular decided it."
    against = f", against {listed(hurt)}" if hurt else ""
    return f"{who}, mostly by {listed(helped)}{against}."


def format_effects(names: tuple[str, ...], effects: tuple[float, ...]) -> str:
    """What a step changed, for those whom it changed much."""
    told = [(name, change) for name, change in zip(names, effects, strict=True) if abs(change) >= 0.005]
    return ", ".join(f"{name} {points_text(change)}" for name, change in told)


def format_text(analysis: Analysis) -> str:
    """The analysis for a terminal."""
    names, widest = analysis.names, max(map(len, analysis.names))

    def told(change: Change) -> str:
        return f"  turn {change.turn}: {change.says} ({format_effects(names, change.effects)})"

    lines = [analysis.verdict, "", f"Chances to win in points, {analysis.label}.", ""]
    heading = ["start", *PART_WORDS.values(), "result" if analysis.over else "now"]
    lines.append(" " * widest + "".join(f"  {word:>{max(6, len(word))}}" for word in heading))
    for seat, name in enumerate(names):
        numbers = [f"{100 * analysis.start[seat]:.1f}", *[points_text(analysis.parts[name][part]) for part in PARTS]]
        row = zip([*numbers, f"{100 * analysis.end[seat]:.1f}"], heading, strict=True)
        lines.append(f"{name:<{widest}}" + "".join(f"  {number:>{max(6, len(word))}}" for number, word in row))
    lines += ["", "What turned the game:", *map(told, analysis.turning)]
    lines += ["", "Deals:", *map(told, analysis.deals)] if analysis.deals else []
    lines += ["", "Mistakes:" if analysis.mistakes else "No decision was a mistake beyond doubt."]
    for found in analysis.mistakes:
        word = "blunder: " if found.is_blunder else ""
        cost = f"{100 * found.loss:.1f} points (± {196 * found.error:.1f})"
        lines.append(f"  turn {found.turn}, {found.player}: {word}{found.played}; better was {found.better}: {cost}")
    return "\n".join(lines)


def format_change(names: tuple[str, ...], change: Change) -> dict[str, Any]:
    """A change as JSON has it."""
    effects = {name: round(effect, 5) for name, effect in zip(names, change.effects, strict=True)}
    told = {name: getattr(change, name) for name in ("step", "turn", "kind", "player", "says")}
    return {**told, "effects": effects}


def format_dict(analysis: Analysis) -> dict[str, Any]:
    """The analysis as JSON has it; parts are not rounded, so that they add up."""
    names = analysis.names
    points = [
        {
            "step": point.step,
            "turn": point.turn,
            "round": point.round,
            "chances": dict(zip(names, (round(chance, 5) for chance in point.chances), strict=True)),
            "low": dict(zip(names, (round(chance, 5) for chance in point.low), strict=True)),
            "high": dict(zip(names, (round(chance, 5) for chance in point.high), strict=True)),
        }
        for point in analysis.points
    ]
    mistakes = [
        {
            **{name: getattr(found, name) for name in ("step", "turn", "player", "played", "better")},
            "blunder": found.is_blunder,
            "loss": round(found.loss, 5),
            "error": round(found.error, 5),
        }
        for found in analysis.mistakes
    ]
    return {
        "verdict": analysis.verdict,
        "label": analysis.label,
        "edition": analysis.edition,
        "players": list(names),
        "over": analysis.over,
        "winners": list(analysis.winners),
        "start": dict(zip(names, analysis.start, strict=True)),
        "end": dict(zip(names, analysis.end, strict=True)),
        "parts": analysis.parts,
        "others_decisions": analysis.others,
        "points": points,
        "turning": [format_change(names, change) for change in analysis.turning],
        "deals": [format_change(names, change) for change in analysis.deals],
        "mistakes": mistakes,
        "decisions": {name: vars(decided) for name, decided in analysis.decisions.items()},
    }
