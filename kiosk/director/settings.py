"""`director.toml`, read strictly: an unknown key or a value out of range stops the start."""

import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from kiosk.director.errors import DirectorSettingsError
from kiosk.toml_file import read_toml
from kiosk.wire.errors import KeyInvalid
from kiosk.wire.signing import check_public

T = TypeVar("T")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Where = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
"""A path, relative to the configuration's folder."""

Megabytes = Annotated[int, msgspec.Meta(ge=10, le=900_000)]
Days = Annotated[int, msgspec.Meta(ge=1, le=3650)]

_STEP = re.compile(r"[^.\[\]]+")


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; unknown keys are errors."""


class ServiceSection(_Section, frozen=True):
    """Where the service listens and keeps pictures; `tables` is a file of more [[table]]s.

    `names` are further host names, beside this machine's own and the address a request came to.
    Pictures take `pictures_mb` and stay `picture_days` at most, and leave `reserve_mb` of the disk
    to the database, of which a second copy is kept at `copy`. `tls`: on this machine's own address,
    too. `guide`: each player is led through a turn in pictures, once. `transcribe`: what was played
    is inferred from the pictures, by a process of its own, once a match is over. Players find the
    page of their match for `match_page_days`; 0: there are none.
    """

    event_id: Name = "club-night"
    host: Name = "127.0.0.1"
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] | None = None
    tls: bool = False
    guide: bool = True
    transcribe: bool = True
    pictures: Where = "pictures"
    pictures_mb: Megabytes = 20_000
    picture_days: Days = 30
    match_page_days: Annotated[int, msgspec.Meta(ge=0, le=3650)] = 30
    reserve_mb: Megabytes = 500
    tables: Where | None = None
    copy: Where | None = None


class EnrolledTableSection(_Section, frozen=True):
    """An enrolled device and its table, until it is moved."""

    number: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class DirectorSettings(_Section, frozen=True):
    """The whole file, with the enrolled tables of `director.tables`. Without a file: the
    defaults.
    """

    director: ServiceSection = ServiceSection()
    table: tuple[EnrolledTableSection, ...] = ()

    @property
    def enrolled(self) -> dict[str, int]:
        """Table numbers by device key."""
        return {table.key: table.number for table in self.table}


class _Tables(_Section, frozen=True):
    table: tuple[EnrolledTableSection, ...] = ()


def load(file: Path) -> DirectorSettings:
    """Read the file. Raises DirectorSettingsError naming file, key and range."""
    settings = _converted(file, DirectorSettings)
    _check_keys(file, settings.table)
    if settings.director.tables is None:
        return settings
    more = file.parent / settings.director.tables
    tables = settings.table + _converted(more, _Tables).table
    _check_keys(more, tables)
    return msgspec.structs.replace(settings, table=tables)


def _converted(file: Path, root: type[T]) -> T:
    try:
        document = read_toml(file)
    except OSError as error:
        raise DirectorSettingsError(
            f"{file} can't be read: {error.strerror}; name another file"
        ) from error
    except ValueError as error:
        raise DirectorSettingsError(f"{file} is no TOML: {error}; mend it") from error
    try:
        return msgspec.convert(document, root)
    except msgspec.ValidationError as error:
        raise DirectorSettingsError(f"{file}: {_complaint(document, str(error))}") from error


def _complaint(document: Any, error: str) -> str:
    """msgspec's error with the key and its value."""
    found, _, at = error.partition(" - at `$")
    path = at.rstrip("`").lstrip(".")
    value = document
    for step in _STEP.findall(path):
        value = value[int(step) if isinstance(value, list) else step]
    if found.startswith("Object"):
        return f"{path or 'the file'}: {found[0].lower()}{found[1:]}"
    return f"{path} is {value!r}; {found[0].lower()}{found[1:]}"


def _check_keys(file: Path, tables: tuple[EnrolledTableSection, ...]) -> None:
    for table in tables:
        try:
            check_public(table.key)
        except KeyInvalid as error:
            raise DirectorSettingsError(
                f"{file}: table {table.number} has key {table.key!r}: {error}"
            ) from error
    key, times = next(iter(Counter(table.key for table in tables).most_common(1)), ("", 0))
    if times > 1:
        numbers = ", ".join(str(table.number) for table in tables if table.key == key)
        raise DirectorSettingsError(
            f"{file}: tables {numbers} have the same key {key}; each has its own"
        )
    number, times = next(iter(Counter(table.number for table in tables).most_common(1)), (0, 0))
    if times > 1:
        raise DirectorSettingsError(
            f"{file}: {times} tables have the number {number}; give each its own"
        )
