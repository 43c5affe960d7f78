"""Corrections as steps of a game's course: bytes like those of an action, followed by the position they lead to.

The rules never see them. Their kinds are numbers that no action has.
"""

from passgo.notation.actions import SetRight
from passgo.notation.corrections import format_changes, parse_set_right, parse_undo
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import ACTION, STATE

KIND_BYTE, PLAYER_BYTE = (ACTION.fields[name][1] for name in ("kind", "player"))  # type: ignore[index]
UNDONE, CORRECTED = 125, 126
POSITION = slice(ACTION.itemsize, ACTION.itemsize + STATE.itemsize)


def correction_step(kind: int, position: bytes, line: str) -> bytes:
    """The step of a correction that leads to a position; `line` says it in a record."""
    head = bytearray(ACTION.itemsize)
    head[KIND_BYTE], head[PLAYER_BYTE] = kind, codes.CLOCK
    return bytes(head) + position + line.encode()


def is_correction(step: bytes) -> bool:
    """Is it a correction, and no action?"""
    return step[KIND_BYTE] >= UNDONE


def position_after(step: bytes) -> bytes:
    """The position to which a correction leads."""
    return step[POSITION]


def line_of(step: bytes) -> str:
    """The line of a correction in a record."""
    return step[POSITION.stop :].decode()


def steps_taken_back(step: bytes) -> int:
    """How many steps an undo took back; 0 if the correction is no undo."""
    found = parse_undo(line_of(step))
    return found[0] if found else 0


def set_right_of(step: bytes, names: Names) -> SetRight:
    """What was set right, as the action of a moment."""
    changes, reason = parse_set_right(line_of(step), names) or ([], "")
    return SetRight("SetRight", changes=format_changes(changes), reason=reason)
