"""Pictures of a run as PNG and SVG, drawn by matplotlib (extra `[data]`).

Nothing is shown by colour alone: numbers, names, patterns, lightness or kinds of line say the same.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from passgo.simulate.output.report import Report

KINDS = ("png", "svg")


def import_matplotlib() -> Any:
    """The matplotlib package; if it is missing, an error that says what to install."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise ValueError("drawing needs matplotlib: pip install 'passgo[data]'") from None
    return matplotlib


def folder_for(path: Path) -> Path:
    """The folder for the pictures, made if necessary. An impossible folder is refused before the run, not after it."""
    import_matplotlib()
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".passgo-probe"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise ValueError(f"{path}: expected a folder that can be written to: {problem.strerror}") from None
    return path


def pictures() -> dict[str, Callable[[Report], Any]]:
    """The functions that draw, by the name of their files."""
    from passgo.simulate.output.plots import board, groups, lengths, wins

    return {"board": board.draw, "groups": groups.draw, "length": lengths.draw, "wins": wins.draw}


def draw(report: Report, folder: Path) -> list[Path]:
    """Draw every picture of a run into a folder; returns the files. Each file is written completely or not at all."""
    from passgo.simulate.output.plots.style import RC_PARAMS

    written = []
    with import_matplotlib().rc_context(RC_PARAMS):
        for name, picture in pictures().items():
            figure = picture(report)
            for kind in KINDS:
                path, beside = folder / f"{name}.{kind}", folder / f".{name}.{kind}"
                nameless = {"Software": None} if kind == "png" else {"Date": None, "Creator": "PassGo"}
                figure.savefig(beside, format=kind, metadata=nameless)
                written.append(beside.replace(path))
    return written
