"""One row of a journal, and the hash chain of the rows.

Here and not in `kiosk.journal`, because a director verifies rows too and owns no journal.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime

from kiosk.rules.fact import Event
from kiosk.rules.start import MatchOpened
from kiosk.wire import codec
from kiosk.wire.bounds import LARGEST, LONGEST_ID, Count, Hash, Id
from kiosk.wire.errors import RowInvalid

NO_HASH = "0" * 64
"""`prev_hash` of a journal's first row."""

_PICTURE = re.compile(r'"picture":"([0-9a-f]{64})"')
_IDS = ("match_id", "kind", "boot_id", "wall_utc", "by", "command_id")
_BY = re.compile(r"white|black|camera|tower|buttons|table|(director|observer):\S(.*\S)?")


@dataclass(frozen=True, slots=True)
class Row:
    """One event as it is stored. `body` is canonical JSON, hashes are 64 hexadecimal digits.

    Texts are of any length, and `body` of any depth: unreadable rows are stored, too.
    """

    journal_id: Id
    seq: Count
    """From 1, without gaps, over all matches of one journal."""
    match_id: str | None
    kind: str
    v: Count
    at_ns: Count
    """The instant of the command, on the monotonic clock of `boot_id`."""
    boot_id: str
    wall_utc: str
    """RFC 3339 with milliseconds and Z; for people, never for arithmetic."""
    by: str
    """white, black, camera, tower, buttons, table, director:NAME or observer:NAME."""
    command_id: str
    body: str
    prev_hash: Hash
    hash: Hash

    def event(self) -> Event:
        """The event in the body. Raises KindUnknown, VersionUnknown, BodyInvalid, and RowInvalid
        for ids that are longer than any of ours.
        """
        wrong = too_long(self)
        if wrong is not None:
            raise RowInvalid(wrong)
        return codec.decode_event(self.kind, self.v, self.body.encode())


def chain_row(
    event: Event,
    *,
    journal_id: str,
    seq: int,
    match_id: str | None,
    at_ns: int,
    boot_id: str,
    wall_utc: str,
    by: str,
    command_id: str,
    prev_hash: str,
) -> Row:
    """The row that stores `event` after the row whose hash is `prev_hash`.

    Raises RowInvalid, ValueUnfit.
    """
    _check(match_id, at_ns, wall_utc, by, command_id)
    _check_lengths(
        match_id=match_id, by=by, command_id=command_id, journal_id=journal_id, boot_id=boot_id
    )
    if isinstance(event, MatchOpened) and event.match_id != match_id:
        raise RowInvalid(f"match_id is {match_id!r} for the opening of {event.match_id!r}")
    kind = codec.kind_of(event)
    open_end = Row(
        journal_id=journal_id,
        seq=seq,
        match_id=match_id,
        kind=kind,
        v=codec.version_of(kind),
        at_ns=at_ns,
        boot_id=boot_id,
        wall_utc=wall_utc,
        by=by,
        command_id=command_id,
        body=codec.encode(event).decode(),
        prev_hash=prev_hash,
        hash="",
    )
    return replace(open_end, hash=row_hash(open_end))


def row_hash(row: Row) -> str:
    """sha256 over every other field, as one canonical JSON list in the order of the fields."""
    return codec.sha256(
        codec.canonical_json([getattr(row, field.name) for field in fields(row)[:-1]])
    )


def row_fault(row: Row, *, journal_id: str, seq: int, prev_hash: str) -> str | None:
    """Why this can't be row `seq` of the journal after `prev_hash`; None when it is."""
    if row.seq != seq:
        return f"row {row.seq} stands where row {seq} belongs"
    if row.journal_id != journal_id:
        return f"it belongs to journal {row.journal_id!r}, not {journal_id!r}"
    if row.prev_hash != prev_hash:
        return "it does not follow the row before it"
    if row.hash != row_hash(row):
        return "its content does not match its hash"
    return None


def too_long(row: Row) -> str | None:
    """The id with more characters than any that this program writes; None if there is none."""
    return _too_long((name, getattr(row, name)) for name in _IDS)


def ids_length(row: Row) -> int:
    """Characters of all its ids."""
    return sum(len(getattr(row, name) or "") for name in _IDS)


def pictures_in(row: Row) -> list[str]:
    """The roll pictures a row names, by sha256; also of an unreadable row."""
    return _PICTURE.findall(row.body)


def utc_text(unix_ns: int) -> str:
    """Wall time for `wall_utc`, e.g. `2026-05-09T14:03:07.123Z`."""
    seconds, rest_ns = divmod(unix_ns, 1_000_000_000)
    moment = datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
    return f"{moment.isoformat()}.{rest_ns // 1_000_000:03d}Z"


def _check(match_id: str | None, at_ns: int, wall_utc: str, by: str, command_id: str) -> None:
    if match_id == "":
        raise RowInvalid("match_id is empty: name the match, or None for the device itself")
    if isinstance(at_ns, bool) or not isinstance(at_ns, int) or not 0 <= at_ns <= LARGEST:
        raise RowInvalid(f"at_ns is {at_ns!r}: an instant is 0 to {LARGEST} nanoseconds")
    if not _is_utc(wall_utc):
        raise RowInvalid(f"wall_utc is {wall_utc!r}: write it as 2026-05-09T14:03:07.123Z")
    if not _BY.fullmatch(by):
        raise RowInvalid(f"by is {by!r}: white, black, camera, …, director:NAME, observer:NAME")
    if not command_id:
        raise RowInvalid("command_id is empty: each command carries its own")


def _check_lengths(**named: str | None) -> None:
    wrong = _too_long(named.items())
    if wrong is not None:
        raise RowInvalid(wrong)


def _too_long(named: Iterable[tuple[str, str | None]]) -> str | None:
    for name, words in named:
        if words is not None and len(words) > LONGEST_ID:
            return f"{name} has {len(words)} characters: write {LONGEST_ID} at most"
    return None


def _is_utc(text: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text, re.ASCII):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
