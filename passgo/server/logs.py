"""The server's log: one JSON object a line. It never holds keys, names, addresses or chat."""

import json
import logging
import sys
import time

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A record of the log as a line of JSON.

    >>> fields = {"name": "passgo", "levelname": "INFO", "msg": "a game was created", "game": "ab12", "created": 0}
    >>> record = logging.makeLogRecord(fields)
    >>> JsonLines().format(record)
    '{"at": "1970-01-01T00:00:00Z", "level": "info", "from": "passgo", "what": "a game was created", "game": "ab12"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in USUAL and name[0] != "_"}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def log_as_json(level: int = logging.INFO) -> None:
    """Write the server's log, and the warnings of libraries, to the standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    libraries, ours = logging.getLogger(), logging.getLogger("passgo")
    libraries.handlers = [handler]
    libraries.setLevel(logging.WARNING)
    ours.setLevel(level)
