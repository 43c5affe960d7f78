"""A position, an action, an event, a whole game as text."""

from passgo.errors import BadRecord, UnlawfulPosition
from passgo.notation.actions import Action
from passgo.notation.dict_reader import position_from_dict
from passgo.notation.dict_writer import position_to_dict
from passgo.notation.events import Event
from passgo.notation.names import Names
from passgo.notation.position_line import format_position, parse_position
from passgo.notation.record import parse_record
from passgo.notation.text import format_action, parse_action

__all__ = [
    "Action",
    "BadRecord",
    "Event",
    "Names",
    "UnlawfulPosition",
    "format_action",
    "format_position",
    "parse_action",
    "parse_position",
    "parse_record",
    "position_from_dict",
    "position_to_dict",
]
