"""Positions to begin from, as the user names them: FILE, or FILE@TURN for a record opened where a turn begins."""

import json
from pathlib import Path

from passgo import editions
from passgo.editions import Ruleset
from passgo.game import Game, Record, read_record
from passgo.notation.record import TITLE
from passgo.terminal.files import BadInput, expecting, read_text


def read_start(word: str) -> Game:
    """The game in the position of a file: a dictionary in JSON, the line of a position, or a record.

    Without a turn a record is opened at its end.
    """
    name, at, turn = word.rpartition("@")
    if not at or not turn.isdecimal() or Path(word).is_file():
        name, turn = word, ""
    text = read_text(Path(name)).strip()
    with expecting(name):
        if text.startswith(TITLE):
            return open_at(read_record(text), int(turn) if turn else None)
        if turn:
            raise ValueError("a turn can be named of a record, and this is a position")
        if text.startswith("{"):
            return Game.from_dict(parse_json(text), dealer="typed")
        return Game.from_position(text, dealer="typed")


def parse_json(text: str) -> dict[str, object]:
    """A dictionary in JSON."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"expected a position as JSON: {problem}") from None
    if not isinstance(found, dict):
        raise ValueError("expected a position as a JSON object")
    return found


def open_at(record: Record, turn: int | None) -> Game:
    """The game of a record at the beginning of a turn, or at its end."""
    if turn is None:
        return record.end
    try:
        number = record.at(turn=turn).number
    except IndexError as problem:
        raise ValueError(str(problem)) from None
    return record[number - 1].game if number else record.start


def refuse_both(**given: object) -> None:
    """The table of a position stands in its file: options that say something else about it are refused."""
    for name, value in given.items():
        if value:
            raise BadInput(f"--from and --{name}: the position says which, so expected only one of them")


def refuse_other(edition: str | None, ruleset: Ruleset) -> None:
    """An edition that is named beside a position must be the one of its file, also where it is the usual one."""
    if edition is None:
        return
    with expecting("--edition"):
        named = editions.ruleset(edition).edition
    if named != ruleset.edition:
        raise BadInput(f"--from and --edition: the position is of {ruleset.edition}, not of {named}")
