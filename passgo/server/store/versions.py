"""The versions of the log: how databases of earlier versions are brought up to date.

A database carries the number of the last step that was taken; whoever opens it takes the missing ones, each in one
transaction with the new number. Steps that were once released are never edited: a new step is added behind them.
"""

from collections.abc import Sequence

from passgo.server.store import Unavailable

APPLICATION_ID = 0x5061476F
"""The letters PaGo: how a SQLite file of ours is told from any other."""

Step = tuple[str, ...]
"""The statements that lead from one version to the next."""

SQLITE: tuple[Step, ...] = (
    (
        "CREATE TABLE games (id TEXT PRIMARY KEY, version INTEGER NOT NULL, created INTEGER NOT NULL,"
        " edition TEXT NOT NULL, public INTEGER NOT NULL, status TEXT NOT NULL, title TEXT NOT NULL,"
        " summary BLOB NOT NULL, seed BLOB NOT NULL, changed INTEGER NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE INDEX games_by_change ON games (changed)",
        "CREATE INDEX games_by_status ON games (status, changed)",
        "CREATE TABLE entries (game TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,"
        " body BLOB NOT NULL, move TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID",
        "CREATE UNIQUE INDEX entries_by_move ON entries (game, move) WHERE move <> ''",
    ),
)


def missing(steps: Sequence[Step], version: int) -> list[tuple[int, Step]]:
    """The steps that a database of this version still needs, each with the version it leads to.

    >>> missing((("a",), ("b",)), 1)
    [(2, ('b',))]
    """
    if version > len(steps):
        raise Unavailable(
            f"the games were kept by a newer PassGo (version {version} of the log, this one knows {len(steps)}): "
            "install that version or a later one"
        )
    return list(enumerate(steps, start=1))[version:]
