"""Why a request of a seat is refused."""

from passgo import rulebook
from passgo.rules import ids
from passgo.server.wire.types import Reason


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
