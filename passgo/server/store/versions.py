"""The versions of the log: how to read what earlier versions stored, and bring it up to date.

Two things have versions. The tables: a database carries the number of the last step that was taken, and whoever opens
it takes the missing ones, each in one transaction with the new number. And the entries: each carries the version of
the words in its body; an old one is never rewritten, but upgraded whenever it is read.

Steps and upgrades that were once released are never edited: a new one is added behind them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from passgo.server.store import Entry, Unavailable
from passgo.server.store.chain import START, entry_sum

NEWER = "the games were kept by a newer PassGo: install that version or a later one"

APPLICATION_ID = 0x5061476F
"""The letters PaGo: they mark a SQLite file as ours."""

Step = tuple[str | Callable[[Any], None], ...]
"""The statements that lead from one version to the next; in SQLite also functions of the connection."""


def fill_sums(connection: Any) -> None:
    """Chain the entries of a SQLite file that was written before there were checksums."""
    query = "SELECT version, seq, at, kind, body, move FROM entries WHERE game = ? ORDER BY seq"
    for (game,) in connection.execute("SELECT id FROM games").fetchall():
        before = START
        for version, *values in connection.execute(query, (game,)).fetchall():
            entry = Entry(*values)
            before = entry_sum(before, game, entry, version)
            connection.execute("UPDATE entries SET sum = ? WHERE game = ? AND seq = ?", (before, game, entry.seq))
        connection.execute("UPDATE games SET sum = ? WHERE id = ?", (before, game))


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
    (
        "ALTER TABLE games ADD COLUMN secret BLOB NOT NULL DEFAULT x''",
        "UPDATE games SET secret = randomblob(32)",
        "ALTER TABLE games ADD COLUMN sum BLOB NOT NULL DEFAULT x''",
        "ALTER TABLE entries ADD COLUMN sum BLOB NOT NULL DEFAULT x''",
        fill_sums,
        "CREATE TABLE snapshots (game TEXT PRIMARY KEY, seq INTEGER NOT NULL, mark TEXT NOT NULL, body BLOB NOT NULL,"
        " sum BLOB NOT NULL) WITHOUT ROWID",
        # Lists are of one status and of public games, and begin with those that changed last.
        "DROP INDEX games_by_status",
        "CREATE INDEX games_listed ON games (status, public, changed)",
        # How many games there are by status, and how many entries, so that nobody has to count them.
        "CREATE TABLE totals (what TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID",
        *(
            f"INSERT INTO totals SELECT '{status}', count(*) FROM games WHERE status = '{status}'"
            for status in ("open", "playing", "finished", "abandoned")
        ),
        "INSERT INTO totals SELECT 'entries', coalesce(sum(seq), 0) FROM games",
        "CREATE TRIGGER game_added AFTER INSERT ON games BEGIN"
        " UPDATE totals SET count = count + 1 WHERE what = NEW.status;"
        " UPDATE totals SET count = count + NEW.seq WHERE what = 'entries'; END",
        "CREATE TRIGGER game_forgotten AFTER DELETE ON games BEGIN"
        " UPDATE totals SET count = count - 1 WHERE what = OLD.status;"
        " UPDATE totals SET count = count - OLD.seq WHERE what = 'entries'; END",
        "CREATE TRIGGER game_grown AFTER UPDATE OF seq ON games WHEN NEW.seq <> OLD.seq BEGIN"
        " UPDATE totals SET count = count + NEW.seq - OLD.seq WHERE what = 'entries'; END",
        "CREATE TRIGGER game_moved_on AFTER UPDATE OF status ON games WHEN NEW.status <> OLD.status BEGIN"
        " UPDATE totals SET count = count - 1 WHERE what = OLD.status;"
        " UPDATE totals SET count = count + 1 WHERE what = NEW.status; END",
    ),
    # Every move paid for it, and every list is of one status, which `games_listed` serves.
    ("DROP INDEX games_by_change",),
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
    (
        # A process of the version before may still run, and write without secrets, checksums and totals: for these
        # there are defaults and triggers. Sums of old entries are filled in after the step, game by game.
        "ALTER TABLE passgo.games ADD COLUMN secret bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid())"
        " || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))",
        "ALTER TABLE passgo.games ADD COLUMN sum bytea",
        "ALTER TABLE passgo.entries ADD COLUMN sum bytea",
        "CREATE INDEX games_without_sum ON passgo.games (id) WHERE sum IS NULL",
        r"""
        CREATE FUNCTION passgo.entry_sum(before bytea, game text, seq bigint, at bigint, kind text, move text,
            version integer, body bytea) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS $$
            SELECT substr(sha256(before || convert_to(game, 'UTF8') || '\x00' || convert_to(seq::text, 'UTF8') || '\x00'
                || convert_to(at::text, 'UTF8') || '\x00' || convert_to(kind, 'UTF8') || '\x00'
                || convert_to(move, 'UTF8') || '\x00' || convert_to(version::text, 'UTF8') || '\x00' || body), 1, 16)
        $$""",
        """
        CREATE FUNCTION passgo.chain_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.sum := passgo.entry_sum(
                CASE WHEN NEW.seq = 1 THEN ''::bytea ELSE
                    (SELECT e.sum FROM passgo.entries AS e WHERE e.game = NEW.game AND e.seq = NEW.seq - 1) END,
                NEW.game, NEW.seq, NEW.at, NEW.kind, NEW.move, NEW.version, NEW.body);
            PERFORM set_config('passgo.chained', 'on', true);
            RETURN NEW;
        END $$""",
        "CREATE TRIGGER chain_entry BEFORE INSERT ON passgo.entries FOR EACH ROW WHEN (NEW.sum IS NULL)"
        " EXECUTE FUNCTION passgo.chain_entry()",
        """
        CREATE FUNCTION passgo.fill_sums(most integer) RETURNS integer LANGUAGE plpgsql AS $$
        DECLARE
            one record;
            line record;
            before bytea;
            filled integer := 0;
        BEGIN
            FOR one IN SELECT id FROM passgo.games WHERE sum IS NULL ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED LOOP
                before := ''::bytea;
                FOR line IN SELECT * FROM passgo.entries WHERE game = one.id ORDER BY seq LOOP
                    before := passgo.entry_sum(
                        before, line.game, line.seq, line.at, line.kind, line.move, line.version, line.body);
                    UPDATE passgo.entries SET sum = before WHERE game = one.id AND seq = line.seq;
                END LOOP;
                UPDATE passgo.games SET sum = before WHERE id = one.id;
                filled := filled + 1;
            END LOOP;
            RETURN filled;
        END $$""",
        "CREATE TABLE passgo.snapshots (game text PRIMARY KEY, seq bigint NOT NULL, mark text NOT NULL,"
        " body bytea NOT NULL, sum bytea NOT NULL)",
        "DROP INDEX passgo.games_by_status",
        "CREATE INDEX games_listed ON passgo.games (status, public, changed)",
        # Each connection counts in rows of its own, so that no two wait for each other; whoever asks adds them up.
        "CREATE TABLE passgo.totals (what text, connection integer, count bigint NOT NULL,"
        " PRIMARY KEY (what, connection))",
        "LOCK TABLE passgo.games IN SHARE ROW EXCLUSIVE MODE",
        "INSERT INTO passgo.totals SELECT status, 0, count(*) FROM passgo.games GROUP BY status",
        "INSERT INTO passgo.totals SELECT 'entries', 0, coalesce(sum(seq), 0) FROM passgo.games",
        """
        CREATE FUNCTION passgo.add_up(what text, more bigint) RETURNS void LANGUAGE sql AS $$
            INSERT INTO passgo.totals AS old VALUES (what, pg_backend_pid(), more)
            ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE SET count = old.count + excluded.count
        $$""",
        """
        CREATE FUNCTION passgo.count_game() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP <> 'INSERT' THEN PERFORM passgo.add_up(OLD.status, -1); END IF;
            IF TG_OP <> 'DELETE' THEN PERFORM passgo.add_up(NEW.status, 1); END IF;
            RETURN NULL;
        END $$""",
        "CREATE TRIGGER game_added AFTER INSERT OR DELETE ON passgo.games FOR EACH ROW"
        " EXECUTE FUNCTION passgo.count_game()",
        "CREATE TRIGGER game_moved_on AFTER UPDATE ON passgo.games FOR EACH ROW WHEN (NEW.status <> OLD.status)"
        " EXECUTE FUNCTION passgo.count_game()",
        """
        CREATE FUNCTION passgo.note_added() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF current_setting('passgo.chained', true) = 'on' THEN
                UPDATE passgo.games SET sum = last.sum
                    FROM (SELECT DISTINCT ON (game) game, sum FROM added ORDER BY game, seq DESC) AS last
                    WHERE id = last.game AND last.sum IS NOT NULL AND games.sum IS DISTINCT FROM last.sum;
            END IF;
            PERFORM passgo.add_up('entries', (SELECT count(*) FROM added));
            RETURN NULL;
        END $$""",
        "CREATE TRIGGER entries_added AFTER INSERT ON passgo.entries REFERENCING NEW TABLE AS added"
        " FOR EACH STATEMENT EXECUTE FUNCTION passgo.note_added()",
        """
        CREATE FUNCTION passgo.note_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM passgo.add_up('entries', -(SELECT count(*) FROM forgotten));
            RETURN NULL;
        END $$""",
        "CREATE TRIGGER entries_forgotten AFTER DELETE ON passgo.entries REFERENCING OLD TABLE AS forgotten"
        " FOR EACH STATEMENT EXECUTE FUNCTION passgo.note_forgotten()",
    ),
    ("DROP INDEX passgo.games_by_change",),
)

Upgrade = Callable[[Entry], Entry]


def same(entry: Entry) -> Entry:
    """An entry that means the same in the next version, which only has more words."""
    return entry


UPGRADES: tuple[Upgrade, ...] = (
    same,  # 2 has `given`, requests of `created` and the chance after `undo`, which version 1 would not understand
    same,  # 3 has typed dice and corrections of a real table
)
"""What turns an entry of version 1 into one of version 2, one of version 2 into one of version 3, and so on."""


def log_version() -> int:
    """The version in which entries are written now; a new game's row carries it, too."""
    return 1 + len(UPGRADES)


def up_to_date(entry: Entry, version: int) -> Entry:
    """An entry of a version, upgraded to today's version."""
    if version > log_version():
        raise Unavailable(
            f"{NEWER} (an entry of version {version} of the log, this one knows {log_version()})", "newer"
        )
    for upgrade in UPGRADES[version - 1 :]:
        entry = upgrade(entry)
    return entry


def missing(steps: Sequence[Step], version: int) -> list[tuple[int, Step]]:
    """The steps that a database of this version still needs, each with the version it leads to.

    >>> missing((("a",), ("b",)), 1)
    [(2, ('b',))]
    """
    if version > len(steps):
        raise Unavailable(f"{NEWER} (version {version} of the tables, this one knows {len(steps)})", "newer")
    return list(enumerate(steps, start=1))[version:]
