"""What a run found, as pictures: PNG and SVG, drawn by matplotlib (extra `[data]`).

Everything is also said without colour: by numbers, names, patterns, lightness or the kind of line.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from passgo.simulate.output.report import Report

KINDS = ("png", "svg")


def matplotlib() -> Any:
    """The matplotlib package; without it, say what to install."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise ValueError("drawing needs matplotlib: pip install 'passgo[data]'") from None
    return matplotlib


def folder_for(path: Path) -> Path:
    """The folder for the pictures, made if it is not there; better refused before the run than after it."""
    matplotlib()
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".passgo-probe"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise ValueError(f"{path}: expected a folder that can be written to: {problem.strerror}") from None
    return path


def pictures() -> dict[str, Callable[[Report], Any]]:
    """What is drawn, by the name of its files."""
    from passgo.simulate.output.plots import board, groups, lengths, wins

    return {"board": board.draw, "groups": groups.draw, "length": lengths.draw, "wins": wins.draw}


def draw(report: Report, folder: Path) -> list[Path]:
    """Draw every picture of a run into a folder; the files, each of which is there whole or not at all."""
    from passgo.simulate.output.plots.style import SETTINGS

    written = []
    with matplotlib().rc_context(SETTINGS):
        for name, picture in pictures().items():
            figure = picture(report)
            for kind in KINDS:
                path, beside = folder / f"{name}.{kind}", folder / f".{name}.{kind}"
                nameless = {"Software": None} if kind == "png" else {"Date": None, "Creator": "PassGo"}
                figure.savefig(beside, format=kind, metadata=nameless)
                written.append(beside.replace(path))
    return written
