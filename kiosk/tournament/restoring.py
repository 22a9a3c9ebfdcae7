"""Restore an event to its state before an act, keeping everything done since that is independent of
it.

Three states are compared, part by part: before the act, after it, and now. A part the act did not
change stays as it is now; a part it changed is set back, if it is still as the act left it.
Otherwise that part is named: something new rests on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from kiosk.tournament.tournament import Division, PairingKey, Tournament

_FOLLOWS = frozenset({"matches", "ready_ms"})
"""Derived parts, restored wherever the act changed them."""
_OWN = frozenset({"facts", "moment", "undoable"})
"""Parts about the log, which only grow."""
_LISTS = frozenset({"entries", "tables"})
"""Lists of unique items: a removed one is put back beside those added since."""


class _Absent:
    """Marks a missing part."""


_ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Restored:
    """`changed_since` names the parts that are not as the act left them, as an objection does: a
    pairing, an entry, a division, a table, or "" for another.
    """

    tournament: Tournament
    changed_since: tuple[str, ...] = ()


def restore(before: Tournament, after: Tournament, now: Tournament) -> Restored:
    """`now` without the changes from `before` to `after`."""
    found: dict[str, None] = {}
    back = _part(("",), before, after, now, found)
    return Restored(back, tuple(found))


def _part(path: tuple[Any, ...], before: Any, after: Any, now: Any, found: dict[str, None]) -> Any:
    if before is after or before == after:
        return now
    if now is after or now == after:
        return before
    merged = None if isinstance(now, _Absent) else _merged(path, before, after, now, found)
    return _conflict(path, now, found) if merged is None else merged


def _merged(
    path: tuple[Any, ...], before: Any, after: Any, now: Any, found: dict[str, None]
) -> Any:
    """Merge a part whose parts change independently; None: it is a single value."""
    match before, after:
        case Mapping(), Mapping():
            return _mapping(path, before, after, now, found)
        case frozenset(), frozenset():
            return (now - (after - before)) | (before - after)
        case tuple(), tuple() if path[-1] in _LISTS:
            return _list(before, after, now)
        case Division(), Division() if _drawn_anew(before, after):
            return None
    if is_dataclass(before) and type(before) is type(after) is type(now) and _has_parts(before):
        return _fields(path, before, after, now, found)
    return None


def _has_parts(value: Any) -> bool:
    """Whether its parts can change independently: an event, a division, its draw, a
    format's state.
    """
    return any(isinstance(getattr(value, each.name), Mapping) for each in fields(value))


def _drawn_anew(before: Division, after: Division) -> bool:
    one, other = before.draw, after.draw
    return (one and one.number) != (other and other.number)


def _fields(
    path: tuple[Any, ...], before: Any, after: Any, now: Any, found: dict[str, None]
) -> Any:
    names = [each.name for each in fields(before) if each.name not in _OWN]
    parts = {}
    for name in names:
        was, then, here = (getattr(each, name) for each in (before, after, now))
        parts[name] = _part((*path, name), was, then, here, found)
    return replace(now, **parts)


def _mapping(
    path: tuple[Any, ...],
    before: Mapping[Any, Any],
    after: Mapping[Any, Any],
    now: Mapping[Any, Any],
    found: dict[str, None],
) -> dict[Any, Any]:
    """Merged in the order it had before, followed by what was added since."""
    follows = path[-1] in _FOLLOWS
    back: dict[Any, Any] = {}
    for key in dict.fromkeys((*before, *now)):
        was, then, here = (each.get(key, _ABSENT) for each in (before, after, now))
        if follows:
            value = here if was == then else was
        else:
            value = _part((*path, key), was, then, here, found)
        if not isinstance(value, _Absent):
            back[key] = value
    return back


def _list(before: tuple[Any, ...], after: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[Any, ...]:
    """An item removed by the act is put back after its former neighbour; one added by it is
    removed.
    """
    back = [each for each in now if each in before or each not in after]
    for nth, each in enumerate(before):
        if each in after or each in back:
            continue
        earlier = [one for one in before[:nth] if one in back]
        back.insert(back.index(earlier[-1]) + 1 if earlier else 0, each)
    return tuple(back)


def _conflict(path: tuple[Any, ...], now: Any, found: dict[str, None]) -> Any:
    keys = [each for each in path if isinstance(each, PairingKey)]
    names = [each for each in path if isinstance(each, str)]
    divisions = names[names.index("divisions") + 1 :][:1] if "divisions" in names else []
    entries = names[names.index("entries") + 1 :][:1] if names[1:2] == ["entries"] else []
    found[str(keys[0]) if keys else (*entries, *divisions, "")[0]] = None
    return now
