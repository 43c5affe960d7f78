"""A position, an action, an event, a whole game as text."""

from passgo.notation.actions import Action
from passgo.notation.events import Event
from passgo.notation.hearing import UnlawfulPosition
from passgo.notation.line import line_of, position_from
from passgo.notation.names import Names
from passgo.notation.position import position_said
from passgo.notation.record import BadRecord, read_record
from passgo.notation.setting import setting_from
from passgo.notation.text import action_from, action_said

__all__ = [
    "Action",
    "BadRecord",
    "Event",
    "Names",
    "UnlawfulPosition",
    "action_from",
    "action_said",
    "line_of",
    "position_from",
    "position_said",
    "read_record",
    "setting_from",
]
