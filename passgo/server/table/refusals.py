"""Why a request is refused, and an action of a seat put into the engine, if it makes sense."""

from passgo import rulebook
from passgo.rules import ids
from passgo.server.table.edition_engine import OpenPosition
from passgo.server.wire.actions import BadAction, write_action
from passgo.server.wire.types import Action, Reason


class RequestRefusal(Exception):
    """A request is refused."""

    def __init__(self, reason: Reason, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.reason: Reason = reason
        self.text, self.rule = text, rule


def by_rule(number: int) -> RequestRefusal:
    """A refusal by the rules."""
    rule = ids.NAMES[number]
    return RequestRefusal("rule", rulebook.refusal(rule), rule)


def write(position: OpenPosition, action: Action, seat: int) -> bytes:
    """Put a seat's action into the engine, and return its record."""
    try:
        write_action(position, action, seat)
    except BadAction as problem:
        raise RequestRefusal("bad-action", f"{problem}.") from None
    return position.engine.played
