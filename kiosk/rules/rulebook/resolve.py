"""Resolving a profile: a base, perhaps a clock overlay, and the event's own settings."""

from collections.abc import Iterator, Mapping
from typing import Any

from kiosk.rules.rulebook.book import EVENT, KEYS, SECTIONS, RuleBook, Source
from kiosk.rules.rulebook.errors import RuleBookError
from kiosk.rules.rulebook.reading import BookKind, BookValue, Part, read, typed_value, value_faults

__all__ = ["parse", "resolve"]

NO_SETTINGS: Mapping[str, Any] = {}


def parse(document: Mapping[str, Any], file: str) -> RuleBook:
    """The base in a parsed TOML document, on its own. Raises RuleBookError."""
    return resolve(read(document, file))


def resolve(
    base: Part, overlay: Part | None = None, settings: Mapping[str, Any] = NO_SETTINGS
) -> RuleBook:
    """The whole book: the base, overridden by the overlay, overridden by the event's settings.

    `settings` holds plain values by `section.key`, or tables by section as TOML reads them. Raises
    RuleBookError.
    """
    if base.kind is not BookKind.BASE:
        raise RuleBookError(f"{base.profile} is a clock overlay; write BASE+{base.profile}")
    if overlay is not None and overlay.kind is not BookKind.OVERLAY:
        raise RuleBookError(f"{overlay.profile} is a base; only a clock overlay follows a +")
    entries = {
        **base.entries,
        **(overlay.entries if overlay else {}),
        **_set_by_event(settings),
    }
    parts: dict[str, Any] = {
        name: kind(**{key.name: _value(entries, key.where) for key in KEYS if key.section == name})
        for name, kind in SECTIONS.items()
    }
    return RuleBook(
        profile="+".join(part.profile for part in (base, overlay) if part),
        title=" with ".join(part.title for part in (base, overlay) if part),
        sources=tuple(entries[key.where].source for key in KEYS if key.where in entries),
        **parts,
    )


def _value(entries: Mapping[str, BookValue], where: str) -> Any:
    return entries[where].value if where in entries else None


def _set_by_event(settings: Mapping[str, Any]) -> dict[str, BookValue]:
    known = {key.where: key for key in KEYS}
    faults: list[str] = []
    entries: dict[str, BookValue] = {}
    for where, value in _flat(settings):
        if where not in known:
            faults.append(f"unknown key {where}; see kiosk rulebook keys")
            continue
        key = known[where]
        faults += value_faults(key, value)
        entries[where] = BookValue(typed_value(key, value), Source(where, EVENT, False))
    if faults:
        raise RuleBookError(*(f"event settings: {fault}" for fault in faults))
    return entries


def _flat(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        if name in SECTIONS and isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", each) for inner, each in value.items())
        else:
            yield name, value
