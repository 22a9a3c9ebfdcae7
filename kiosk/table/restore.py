"""`kiosk restore`: rebuild a damaged journal from its own sound rows and from its director."""

import contextlib
import os
import re
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from kiosk.journal import file, restoring
from kiosk.journal import head as heads
from kiosk.journal.errors import HeadMismatch, JournalDamaged, JournalError
from kiosk.journal.head import JournalHead
from kiosk.journal.salvage import chained_rows, name_of, openable_rows, sound_rows
from kiosk.table.enrolment import DEVICE_KEY, stored_enrolment
from kiosk.table.errors import RestoreFailed, TableSettingsError
from kiosk.table.line import DirectorConnection, LineDown
from kiosk.table.note import HaltNote
from kiosk.table.settings import check_address, load
from kiosk.wire.errors import WireError
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, row_fault, utc_text
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import JournalRows, Rejected, RowsWanted, fresh_nonce, reply_to, sign

TIMEOUT_S = 10.0
"""Limit for connecting, and for each answer."""

BEFORE_THAT = "; before that: "
_LOST = re.compile(r"rows? (?P<first>\d+)(?: to (?P<last>\d+))? of (?P<name>.+) (?:is|are) lost")


def run(
    path: Path,
    *,
    config: Path | None = None,
    url: str | None = None,
    journal_id: str | None = None,
    accept_loss: bool = False,
) -> int:
    """Put the journal at `path` back and print the result in a line; return the exit code.

    `config` is the table's, for its key and its director's address, which `url` overrides; without
    it no director is asked. Raises RestoreFailed, TableSettingsError, JournalError, WireError,
    OSError.
    """
    path = path.resolve()
    if not path.parent.is_dir():
        raise JournalError(f"{path.parent} is no folder: name the journal that was damaged")
    with _owned(path):
        left = _left(path, journal_id)
        director = None if config is None else _Director(config, path, url, left.journal_id)
        with contextlib.closing(director) if director else contextlib.nullcontext():
            found = _found(left, director)
        if journal_id is not None and not found.rows:
            raise RestoreFailed(f"no row of journal {journal_id!r} is anywhere: mind its spelling")
        sentence = _put_back(path, left, found, accept_loss=accept_loss)
    sys.stdout.write(f"{sentence}\n")
    return 0


@dataclass(frozen=True, slots=True)
class _Remains:
    """What a journal's files still hold. `whole`: the number of rows if it opens as it is.

    `end` is the last row of which there is a trace; None if the end is unknown.
    """

    journal_id: str
    rows: tuple[Row, ...]
    head: JournalHead | None
    counter: int
    whole: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class _Recovered:
    """The journal as far as it chains, the number of its rows fetched from the director, and the
    last row it should have; None if that is unknown.
    """

    rows: tuple[Row, ...]
    fetched: int
    end: int | None


def _left(path: Path, journal_id: str | None) -> _Remains:
    try:
        head, torn = heads.newest(path), False
    except HeadMismatch:
        head, torn = None, True
    made = restoring.restored_path(path)  # by a restore that was cut off
    named = journal_id or _name(path, head)
    counter = head.counter if head else 0
    whole, broken = (None, 0) if torn else _state(path, named, head)
    head = head if head and head.journal_id == named else None
    upto = head.seq if head else 0
    rows = tuple(row for each in (path, made) for row in sound_rows(each, upto))
    rows = tuple(row for row in dict.fromkeys(rows) if row.journal_id == named)
    end = max([upto, broken, *(row.seq for row in rows)])
    known = not torn and (head is not None or whole is not None)
    return _Remains(named, rows, head, counter, whole, end if known else None)


def _name(path: Path, head: JournalHead | None) -> str:
    """The journal's id by its files. Raises RestoreFailed if they name none or two."""
    names = {head.journal_id} if head else set()
    names |= {name for each in (path, restoring.restored_path(path)) if (name := name_of(each))}
    if len(names) != 1:
        found_names = " and ".join(sorted(map(repr, names))) or "no journal"
        raise RestoreFailed(
            f"the files of {path} name {found_names}: name one with --journal-id, the address of "
            "the table's page at the director ends with it"
        )
    return names.pop()


def _state(path: Path, journal_id: str, head: JournalHead | None) -> tuple[int | None, int]:
    """Number of rows with which the journal opens, or None and the first damaged row."""
    try:
        rows = openable_rows(path, head)
    except JournalDamaged as damage:
        return None, damage.seq
    except JournalError:
        return None, 0
    mine = all(row.journal_id == journal_id for row in rows)
    return (len(rows), len(rows)) if mine else (None, 0)


def _found(left: _Remains, director: "_Director | None") -> _Recovered:
    here = chained_rows(left.rows, left.journal_id)
    if director is None:
        return _Recovered(here, 0, left.end)
    fetched = director.rows_after(here)
    rows = chained_rows((*here, *fetched, *left.rows), left.journal_id)
    taken = len({row.hash for row in fetched} - {row.hash for row in left.rows})
    end = None if left.end is None else max(left.end, len(rows))
    return _Recovered(rows, taken, end)


def _put_back(path: Path, left: _Remains, found: _Recovered, *, accept_loss: bool) -> str:
    rows, count = found.rows, len(found.rows)
    head = left.head
    if head and 1 <= head.seq <= count and rows[head.seq - 1].hash != head.hash:
        raise RestoreFailed(
            f"row {head.seq} of journal {left.journal_id} is another than its head files name: "
            "this journal went on in two places; keep the files, and call the director"
        )
    if left.whole == count == found.end:
        return f"{path}: whole, {_counted(count)}; nothing was changed"
    loss = _loss(path, found)
    if loss is not None and not accept_loss:
        raise RestoreFailed(
            f"{loss}: name the director, or go on without them with --accept-loss; nothing was "
            "changed"
        )
    utc = utc_text(time.time_ns())
    aside = f".damaged-{''.join(filter(str.isalnum, utc))}"
    if loss is not None:
        _note(path, loss)
    mark = head.mark if head else None
    try:
        restoring.put_back(
            path, left.journal_id, rows, mark=mark, counter=left.counter, aside=aside
        )
    except (sqlite3.Error, OSError) as error:
        raise RestoreFailed(f"{path} was not put back: {error}; make room, try again") from error
    if loss is None:
        _take_back(path, count)
    lost = f"; {loss}, which the table journals when it starts" if loss is not None else ""
    return (
        f"{path}: {_counted(count)} in place, {found.fetched} of them from the director{lost}; "
        f"what was there is kept as {path.name}{aside}"
    )


def _counted(count: int) -> str:
    return "1 row" if count == 1 else f"{count} rows"


def _loss(path: Path, found: _Recovered) -> str | None:
    """The rows that are lost, in words; None if there are none."""
    count = len(found.rows)
    if found.end is None:
        return f"whether {path.name} had rows after row {count} nobody knows"
    if found.end == count:
        return None
    which = f"row {count + 1}" if found.end == count + 1 else f"rows {count + 1} to {found.end}"
    return f"{which} of {path.name} {'is' if found.end == count + 1 else 'are'} lost"


def _note(path: Path, loss: str) -> None:
    """Write the loss to the note that the next start journals first. An earlier note is kept."""
    note = HaltNote(path)
    before = note.read()
    note.write(loss if before is None or loss in before else f"{loss}{BEFORE_THAT}{before}")
    if loss not in (note.read() or ""):
        raise RestoreFailed(f"{note.path} can't be written, and a loss must be noted: make room")


def _take_back(path: Path, count: int) -> None:
    """Remove from the note the losses of earlier restores that are back: rows up to `count`."""
    note = HaltNote(path)
    before = note.read()
    if before is None:
        return
    parts = []
    for part in before.split(BEFORE_THAT):
        lost = _LOST.fullmatch(part)
        if lost is None or lost["name"] != path.name or int(lost["last"] or lost["first"]) > count:
            parts.append(part)
    if not parts:
        note.remove()
    elif BEFORE_THAT.join(parts) != before:
        note.write(BEFORE_THAT.join(parts))


@contextlib.contextmanager
def _owned(path: Path) -> Iterator[None]:
    lock = file.lock(path)
    try:
        yield
    finally:
        os.close(lock)


class _Director:
    """Fetches one journal's rows, authenticated by the device's key."""

    def __init__(self, config: Path, journal: Path, url: str | None, journal_id: str) -> None:
        """Raises TableSettingsError, KeyInvalid."""
        director, joined = load(config).director, stored_enrolment(journal)
        if director is None and joined is not None:
            director = joined.section(DEVICE_KEY)
        if director is None:
            raise TableSettingsError(
                f"{config} has no [director], and nobody enrolled this table; without one leave "
                "--config out"
            )
        self._url = url or director.url
        pin = director.certificate if self._url.startswith("https:") else None
        check_address(config, self._url, pin)
        self._key = DeviceKey.load(config.resolve().parent / director.device_key)
        self._director = director.key
        self._journal_id = journal_id
        self._line = DirectorConnection(self._url, TIMEOUT_S, pin)

    def close(self) -> None:
        self._line.close()

    def rows_after(self, here: Sequence[Row]) -> tuple[Row, ...]:
        """The rows that follow those at hand. Raises RestoreFailed."""
        rows = list(here)
        while True:
            page = self._page(len(rows))
            if page.last_seq <= len(rows):
                self._check(page, rows)
                return tuple(rows[len(here) :])
            if not page.rows:
                raise RestoreFailed(
                    f"the director at {self._url} has {page.last_seq} rows and gives none after "
                    f"row {len(rows)}: update it"
                )
            for row in page.rows:
                before = rows[-1].hash if rows else NO_HASH
                why = row_fault(
                    row, journal_id=self._journal_id, seq=len(rows) + 1, prev_hash=before
                )
                if why is not None:
                    raise self._forked(len(rows) + 1, why)
                rows.append(row)

    def _check(self, page: JournalRows, rows: Sequence[Row]) -> None:
        """Check that the director's last row is the one at hand."""
        last_hash = rows[page.last_seq - 1].hash if page.last_seq > 0 else NO_HASH
        if page.last_hash != last_hash:
            raise self._forked(page.last_seq, "another one is here")

    def _forked(self, seq: int, why: str) -> RestoreFailed:
        return RestoreFailed(
            f"row {seq} of journal {self._journal_id} at the director at {self._url} does not fit "
            f"({why}): move the damaged journal away and name it with --journal-id, to take the "
            "director's rows alone"
        )

    def _page(self, after: int) -> JournalRows:
        wanted = RowsWanted(
            PROTOCOL,
            f"table-kiosk {version('table-kiosk')}",
            self._journal_id,
            self._key.public,
            fresh_nonce(),
            _boot_id(),
            time.monotonic_ns(),
            after,
        )
        request = sign(wanted, self._key)
        try:
            reply = self._line.ask("POST", "/table/rows", request)
            answer = reply_to(request, wanted, reply.body, self._director).message
        except (LineDown, WireError) as error:
            raise RestoreFailed(
                f"the director at {self._url} does not give the rows: {error}; nothing was changed"
            ) from error
        if isinstance(answer, Rejected):
            raise RestoreFailed(f"the director refuses: {answer.why}; nothing was changed")
        if not isinstance(answer, JournalRows):
            raise RestoreFailed(
                f"the director at {self._url} does not give the rows but a "
                f"{type(answer).__name__.lower()}; nothing was changed"
            )
        return answer


def _boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
