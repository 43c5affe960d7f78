"""The versions of the log: how to read what earlier versions stored, and bring it up to date.

Two things have versions. The tables: a database carries the number of the last step that was taken, and whoever opens
it takes the missing ones, each in one transaction with the new number. And the entries: each carries the version of
the words in its body; an old one is never rewritten, but upgraded whenever it is read.

Steps and upgrades that were once released are never edited: a new one is added behind them.
"""

from collections.abc import Callable, Sequence

from passgo.server.store import Entry, Unavailable

NEWER = "the games were kept by a newer PassGo: install that version or a later one"

APPLICATION_ID = 0x5061476F
"""The letters PaGo: they mark a SQLite file as ours."""

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
    ("ALTER TABLE entries ADD COLUMN version INTEGER NOT NULL DEFAULT 1",),
    (
        # Processes were rows among the games, without entries: one more with every start.
        "CREATE TABLE processes (name TEXT PRIMARY KEY, lived INTEGER NOT NULL) WITHOUT ROWID",
        "INSERT INTO processes SELECT substr(id, 9), CAST(CAST(summary AS TEXT) AS INTEGER) FROM games"
        " WHERE id LIKE 'process-%' AND seq = 0",
        "DELETE FROM games WHERE id LIKE 'process-%' AND seq = 0",
    ),
)

POSTGRES: tuple[Step, ...] = (
    (
        # xact is the transaction that changed the game last, writer the process: by them others hear of it.
        "CREATE TABLE passgo.games (id text PRIMARY KEY, version integer NOT NULL, created bigint NOT NULL,"
        " edition text NOT NULL, public boolean NOT NULL, status text NOT NULL, title text NOT NULL,"
        " summary bytea NOT NULL, seed bytea NOT NULL, changed bigint NOT NULL, seq bigint NOT NULL,"
        " xact xid8 NOT NULL, writer text NOT NULL)",
        "CREATE INDEX games_by_change ON passgo.games (changed)",
        "CREATE INDEX games_by_status ON passgo.games (status, changed)",
        "CREATE INDEX games_by_xact ON passgo.games (xact)",
        "CREATE TABLE passgo.entries (game text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, kind text NOT NULL,"
        " body bytea NOT NULL, move text NOT NULL, version integer NOT NULL, PRIMARY KEY (game, seq))",
        "CREATE UNIQUE INDEX entries_by_move ON passgo.entries (game, move) WHERE move <> ''",
    ),
    (
        "CREATE TABLE passgo.processes (name text PRIMARY KEY, lived bigint NOT NULL)",
        "INSERT INTO passgo.processes SELECT substr(id, 9), convert_from(summary, 'UTF8')::bigint FROM passgo.games"
        " WHERE id LIKE 'process-%' AND seq = 0",
        "DELETE FROM passgo.games WHERE id LIKE 'process-%' AND seq = 0",
    ),
)

Upgrade = Callable[[Entry], Entry]
UPGRADES: tuple[Upgrade, ...] = ()
"""What turns an entry of version 1 into one of version 2, one of version 2 into one of version 3, and so on."""


def log_version() -> int:
    """The version in which entries are written now; a new game's row carries it, too."""
    return 1 + len(UPGRADES)


def up_to_date(entry: Entry, version: int) -> Entry:
    """An entry of a version, upgraded to today's version."""
    if version > log_version():
        raise Unavailable(f"{NEWER} (an entry of version {version} of the log, this one knows {log_version()})")
    for upgrade in UPGRADES[version - 1 :]:
        entry = upgrade(entry)
    return entry


def missing(steps: Sequence[Step], version: int) -> list[tuple[int, Step]]:
    """The steps that a database of this version still needs, each with the version it leads to.

    >>> missing((("a",), ("b",)), 1)
    [(2, ('b',))]
    """
    if version > len(steps):
        raise Unavailable(f"{NEWER} (version {version} of the tables, this one knows {len(steps)})")
    return list(enumerate(steps, start=1))[version:]
