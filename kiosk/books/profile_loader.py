"""The places of rule books, and loading a profile such as `norway+unified-2001`."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from kiosk.rules.rulebook import Part, RuleBook, RuleBookError, read, resolve
from kiosk.toml_file import parse_toml, read_text

SHIPPED = Path(__file__).resolve().parent / "rulebooks"

FOLDER = "KIOSK_RULEBOOKS"
"""The environment variable that names a folder with more books.

A variable and not an option, because the table, the director, the demo and the processes they start
must all find the same books.
"""


def load(
    profile: str, settings: Mapping[str, Any] | None = None, folders: Sequence[Path] | None = None
) -> RuleBook:
    """The whole rule book of `BASE` or `BASE+OVERLAY`, with the event's own settings on top.

    Books are searched in `folders`, by default the shipped ones and KIOSK_RULEBOOKS. Raises
    RuleBookError naming file, key and range.
    """
    ids = profile.split("+")
    if len(ids) > 2:
        raise RuleBookError(f"'{profile}' names {len(ids)} books; write BASE or BASE+OVERLAY")
    base, *overlays = [_part(each, folders or book_folders()) for each in ids]
    return resolve(base, overlays[0] if overlays else None, settings or {})


def profiles(folders: Sequence[Path] | None = None) -> Mapping[str, str]:
    """The title of each profile, by its id: every base, then with each clock overlay.

    Invalid files, and pairs that do not fit, are left out: `load` gives the reason.
    """
    ids = sorted({file.stem for file in _files(folders or book_folders())})
    found = {}
    for profile in (*ids, *(f"{base}+{overlay}" for base in ids for overlay in ids)):
        with suppress(RuleBookError):
            found[profile] = load(profile, folders=folders).title
    return found


def book_folders() -> tuple[Path, ...]:
    """The folders in which books are searched. Raises RuleBookError."""
    own = os.environ.get(FOLDER)
    if not own:
        return (SHIPPED,)
    if not Path(own).is_dir():
        raise RuleBookError(f"{FOLDER} is {own!r}; name a folder with rule books")
    return (SHIPPED, Path(own))


def read_file(file: Path) -> Part:
    """The base or overlay in a TOML file. Raises RuleBookError with all faults."""
    part = _parsed(_text(file), str(file))
    if part.profile != file.stem:
        raise RuleBookError(
            f"{file}: profile is {part.profile!r}; call it {file.stem!r}, as the file is"
        )
    return part


def _part(book_id: str, folders: Sequence[Path]) -> Part:
    found = [file for file in _files(folders) if file.stem == book_id]
    if not found:
        known = ", ".join(sorted({file.stem for file in _files(folders)}))
        where = " and ".join(map(str, folders))
        raise RuleBookError(f"no rule book '{book_id}' in {where}; one of {known}")
    if len(found) > 1:
        raise RuleBookError(f"'{book_id}' is both {found[0]} and {found[1]}; rename one")
    return read_file(found[0])


def _files(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.glob("*.toml"))


def read_document(file: Path) -> dict[str, Any]:
    """The contents of a TOML file. Raises RuleBookError."""
    return _document(_text(file), str(file))


@lru_cache(maxsize=64)
def _parsed(text: str, file: str) -> Part:
    """Each text is parsed once: `profiles` tries every base with every overlay."""
    return read(_document(text, file), file)


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except OSError as error:
        raise RuleBookError(f"{file} can't be read: {error.strerror}; name another file") from error
    except ValueError as error:
        raise RuleBookError(f"{file} is no TOML: {error}; mend it") from error


def _document(text: str, file: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise RuleBookError(f"{file} is no TOML: {error}; mend it") from error
