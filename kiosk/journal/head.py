"""The head: two small files beside a journal that record its last row.

A chain cannot show that rows are missing at its end. The head can, and it holds the clock mark too,
so a mark adds nothing to the log. The files are overwritten in turn, each synced before the other
is touched: a write torn by a power cut leaves the other one whole.
"""

import os
from pathlib import Path

import msgspec

from kiosk.journal.errors import HeadMismatch
from kiosk.journal.file import beside
from kiosk.wire.codec import sha256
from kiosk.wire.disk import sync_folder
from kiosk.wire.secret_file import open_private

SUFFIXES = (".head-a", ".head-b")

SIZE = 512
"""Bytes of a head file: one sector of any disk."""

_TRIES = 3
"""A file that its table is just writing is unreadable; a moment later it is whole."""


class Mark(msgspec.Struct, frozen=True):
    """The table was certainly alive at `at_ns` on the monotonic clock of `boot_id`."""

    boot_id: str
    at_ns: int


class JournalHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`seq` and `hash` are of the last row; 0 and 64 zeros in a journal without rows.

    The head with the higher `counter` is the newer one. `mark`: None before the first mark.
    """

    counter: int
    journal_id: str
    seq: int
    hash: str
    mark: Mark | None


_HEAD = msgspec.json.Decoder(JournalHead)


def newest(path: Path) -> JournalHead | None:
    """The newest head of the journal at `path`; None without head files.

    Reads only. Raises HeadMismatch if there are head files and none of them is whole.
    """
    for _ in range(_TRIES):
        there, heads = _heads(path)
        if heads:
            return max(heads.values(), key=lambda head: head.counter)
        if not there:
            return None
    raise HeadMismatch(
        f"{' and '.join(map(str, there))}: damaged, so that it is unknown whether {path.name} "
        "has lost rows; keep the files, and see kiosk restore --help"
    )


def keep(path: Path, head: JournalHead) -> None:
    """Overwrite the older file; it is on the disk when this returns. Raises OSError.

    A missing file is created under another name first, so that it is never partial.
    """
    _there, heads = _heads(path)
    file = min(
        (beside(path, suffix) for suffix in SUFFIXES),
        key=lambda each: heads[each].counter if each in heads else -1,
    )
    if file.exists():
        _write(file, pack(head), os.O_WRONLY)
        return
    new = beside(file, ".new")
    _write(new, pack(head), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.replace(new, file)
    sync_folder(file.parent)


def pack(head: JournalHead) -> bytes:
    """A head file's content: the digest of a line of JSON, that line, and spaces."""
    line_json = msgspec.json.encode(head)
    line = sha256(line_json).encode() + b" " + line_json
    if len(line) >= SIZE:
        raise ValueError(f"{line!r} is longer than a head file's {SIZE} bytes: shorten its names")
    return line.ljust(SIZE - 1) + b"\n"


def unpack(content: bytes) -> JournalHead | None:
    """The inverse of `packed`; None for anything else."""
    digest, _space, line_json = content[:-1].rstrip(b" ").partition(b" ")
    try:
        head = _HEAD.decode(line_json)
    except (msgspec.MsgspecError, ValueError):
        return None
    return head if digest == sha256(line_json).encode() and pack(head) == content else None


def _heads(path: Path) -> tuple[list[Path], dict[Path, JournalHead]]:
    """The existing head files, and the contents of the whole ones."""
    there: list[Path] = []
    heads: dict[Path, JournalHead] = {}
    for suffix in SUFFIXES:
        file = beside(path, suffix)
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            continue
        there.append(file)
        head = unpack(content)
        if head is not None:
            heads[file] = head
    return there, heads


def _write(file: Path, content: bytes, flags: int) -> None:
    descriptor = open_private(file, flags)
    try:
        os.pwrite(descriptor, content, 0)
        os.fdatasync(descriptor)
    finally:
        os.close(descriptor)
