"""Files that the user names: read or written, or one line that says what was expected."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class BadInput(Exception):
    """Something the user gave cannot be used; the message says what was expected."""


class BrokenOff(Exception):
    """Ctrl-C came before there was a result to keep; the message says of what."""


@contextmanager
def expecting(what: str = "") -> Iterator[None]:
    """Turn the library's complaint about what the user gave into `BadInput`; `what` says what it was about."""
    try:
        yield
    except ValueError as problem:
        raise BadInput(f"{what}: {problem}" if what else str(problem)) from problem


def read_text(path: Path) -> str:
    """The text of a file that the user named; `-` is the standard input."""
    try:
        with open(0 if str(path) == "-" else path, encoding="utf-8-sig", closefd=str(path) != "-") as file:
            return file.read()
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected text in UTF-8") from None
    except OSError as problem:
        raise BadInput(f"{path}: expected a file that can be read: {problem.strerror}") from None
    except ValueError:  # a name with a NUL in it
        raise BadInput(f"{path}: expected the name of a file") from None


def write_text(path: Path, text: str) -> None:
    """Write a file that the user named, whole or not at all."""
    try:
        path = path.expanduser()
        if path.exists() and not path.is_file():  # a folder or a device, which must not be replaced
            raise BadInput(f"{path}: expected a file that can be written: it is no file")
        beside = path.with_name(f".passgo.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        finally:
            with suppress(OSError):  # the one above says what is wrong
                beside.unlink()
    except OSError as problem:
        raise BadInput(f"{path}: expected a file that can be written: {problem.strerror}") from None
    except (ValueError, RuntimeError):  # no system allows this name, or no user has this home
        raise BadInput(f"{path}: expected the name of a file") from None


def print_json(answer: object) -> None:
    """Print what a program reads."""
    print(json.dumps(answer, indent=2, ensure_ascii=False))
