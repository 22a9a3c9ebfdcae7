"""The connection within a journal or a store: what no other connection to its file can show or
spoil.
"""

import sqlite3

from kiosk.director.store.store import Store
from kiosk.journal import Journal


def connection_of(owner: Journal | Store) -> sqlite3.Connection:
    connection: sqlite3.Connection = owner._connection  # type: ignore[union-attr]
    return connection


def fill_disk(owner: Journal | Store) -> None:
    """SQLite may not use one more page."""
    (pages,) = connection_of(owner).execute("PRAGMA page_count").fetchone()
    connection_of(owner).execute(f"PRAGMA max_page_count = {pages}")


def forbid_writing(owner: Journal | Store) -> None:
    connection_of(owner).execute("PRAGMA query_only = ON")
