"""What stands in the fields of an event that its kind does not use."""

from passgo.rules import codes
from passgo.rules.state import LOG

BLANK = {name: codes.NOBODY if name in ("player", "other", "square", "card") else 0 for name in LOG.names or ()}
FIELDS = [name for name in BLANK if name not in ("count", "listening", "dressed", "kind", "rule")]
