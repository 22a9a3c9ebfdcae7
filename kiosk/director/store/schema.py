"""Tables of a director's database (`sqlite.py`): each of them only grows."""


def _only_grow(*tables: str, why: str = "what a director was told is kept") -> str:
    """Triggers that forbid changing or deleting their rows."""
    return "".join(
        f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT raise(ABORT, '{why}'); END;\n"
        for table in tables
        for verb in ("UPDATE", "DELETE")
    )


_TABLES = """
CREATE TABLE journal (
    journal_id TEXT PRIMARY KEY, key TEXT NOT NULL, first_utc TEXT NOT NULL
) STRICT;
CREATE TABLE event (
    journal_id TEXT NOT NULL REFERENCES journal,
    seq INTEGER NOT NULL,
    match_id TEXT,
    kind TEXT NOT NULL,
    v INTEGER NOT NULL,
    at_ns INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    wall_utc TEXT NOT NULL,
    "by" TEXT NOT NULL,
    command_id TEXT NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (journal_id, seq)
) STRICT;
CREATE TABLE head (
    journal_id TEXT NOT NULL REFERENCES journal,
    last_seq INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    at_ns INTEGER NOT NULL,
    received_utc TEXT NOT NULL,
    signed TEXT NOT NULL,
    signature TEXT NOT NULL
) STRICT;
CREATE INDEX head_by_journal ON head (journal_id);
CREATE TABLE fork (
    journal_id TEXT NOT NULL REFERENCES journal,
    seq INTEGER NOT NULL,
    kept_hash TEXT NOT NULL,
    other_hash TEXT NOT NULL,
    "row" TEXT,
    received_utc TEXT NOT NULL,
    signed TEXT NOT NULL,
    signature TEXT NOT NULL,
    UNIQUE (journal_id, seq, other_hash)
) STRICT;
CREATE TABLE given (
    command_id TEXT PRIMARY KEY,
    journal_id TEXT NOT NULL REFERENCES journal,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    "by" TEXT NOT NULL,
    why TEXT NOT NULL,
    given_utc TEXT NOT NULL,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;
CREATE TABLE unanswerable (
    command_id TEXT PRIMARY KEY REFERENCES given, why TEXT NOT NULL, received_utc TEXT NOT NULL
) STRICT;
CREATE TABLE picture (
    sha256 TEXT NOT NULL,
    journal_id TEXT NOT NULL REFERENCES journal,
    seq INTEGER NOT NULL,
    UNIQUE (sha256, journal_id)
) STRICT;
CREATE TABLE play_answer (
    journal_id TEXT NOT NULL REFERENCES journal,
    match_id TEXT NOT NULL,
    body TEXT NOT NULL,
    "by" TEXT NOT NULL,
    at_utc TEXT NOT NULL,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    address TEXT NOT NULL
) STRICT;
CREATE TABLE noted (utc TEXT NOT NULL, note TEXT NOT NULL) STRICT;
CREATE TABLE enrolment (
    body TEXT NOT NULL, "by" TEXT NOT NULL, at_utc TEXT NOT NULL
) STRICT;
CREATE TRIGGER event_only_grows BEFORE INSERT ON event
    WHEN NEW.seq IS NOT (
        SELECT coalesce(max(seq), 0) + 1 FROM event WHERE journal_id = NEW.journal_id
    )
    BEGIN SELECT raise(ABORT, 'a journal grows by the next row only'); END;
"""

_FACT = """
    kind TEXT NOT NULL,
    v INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    "by" TEXT NOT NULL,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    address TEXT NOT NULL,
    body TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL"""
"""Columns of a log of facts except its seq, as in `EventRow`."""

_LOGS = f"""
CREATE TABLE event_log (
    seq INTEGER PRIMARY KEY,{_FACT}
) STRICT;
CREATE TRIGGER event_log_only_grows BEFORE INSERT ON event_log
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event_log)
    BEGIN SELECT raise(ABORT, 'a log grows by the next row only'); END;
CREATE TABLE ladder_log (
    ladder_id TEXT NOT NULL,
    seq INTEGER NOT NULL,{_FACT},
    UNIQUE (ladder_id, seq)
) STRICT;
CREATE TRIGGER ladder_log_only_grows BEFORE INSERT ON ladder_log
    WHEN NEW.seq IS NOT (
        SELECT coalesce(max(seq), 0) + 1 FROM ladder_log WHERE ladder_id = NEW.ladder_id
    )
    BEGIN SELECT raise(ABORT, 'a log grows by the next row only'); END;
"""

TABLES = (
    _TABLES
    + _LOGS
    + _only_grow("journal", "event", "head", "fork", "given", "unanswerable", "picture")
    + _only_grow("play_answer")
    + _only_grow("noted", "enrolment")
    + _only_grow("event_log", "ladder_log", why="what happened is kept")
)
"""Created with the database."""
