"""Bounds on the length, depth and size of what another process sends.

The depth is checked before anything is parsed: a recursive parser would stop at a depth of its own,
and not with an error of the text.
"""

import re
from itertools import accumulate
from typing import Annotated, Any

import msgspec

LARGEST = 2**63 - 1
"""The largest number that our databases store."""

DEEPEST = 32
"""Nested lists and objects. A match that another table takes over has 9."""

LONGEST_BODY = 256 * 1024
"""Bytes of an event. A match that another table takes over has 100 kB."""

LONGEST_ORDER = 64 * 1024
"""Bytes of a command; the longest are a rule book's, 21 kB. Its results are events."""

LONGEST_DRAW = 1024 * 1024
"""Bytes of a draw. One of 512 places in three brackets has 250 kB, with names of 16 bytes."""

LONGEST_ENTERED = 16 * 1024 * 1024
"""Bytes of entries made together. 10 000 have 2 MB."""

LONGEST_TEXT = 4000
"""Characters of any text in an event or a command."""

LONGEST_ID = 200
LONGEST_WORDS = 1000
"""Characters of a process's words about itself: why it halted, why it refuses."""

_LONGEST_COMPLAINT = 300

Count = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
Id = Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]
Words = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
Hash = Annotated[str, msgspec.Meta(max_length=64)]

_PART = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_STEPS = {ord("["): 1, ord("]"): -1}
_ALIKE = bytes.maketrans(b"{}", b"[]")
_STRETCH = 128 * 1024
"""Brackets that are counted at once."""

_NO_SIGN = bytes(set(range(256)) - set(b'[]{}"'))
_STEP = re.compile(r"[^.\[\]]+")


def too_deep(json: bytes) -> str | None:
    """The complaint if lists and objects of a JSON text nest deeper than DEEPEST; else None."""
    if json.count(b"[") + json.count(b"{") <= DEEPEST:
        return None
    if b"\\" in json:  # the first of two that follow each other escapes the second
        json = json.replace(b"\\\\", b"").replace(b'\\"', b"")
    # Every other stretch between the remaining quotes is a string.
    brackets = b"".join(json.translate(_ALIKE, _NO_SIGN).split(b'"')[::2])
    left = brackets
    for _level in range(DEEPEST):
        before = len(left)
        left = left.replace(b"[]", b"")
        if not left:
            return None
        if len(left) * 2 > before:
            break
    return _deep(brackets)


def _deep(brackets: bytes) -> str | None:
    """The complaint about these brackets; found at most a stretch after the bound."""
    deepest = depth = 0
    for start in range(0, len(brackets), _STRETCH):
        steps = map(_STEPS.__getitem__, brackets[start : start + _STRETCH])
        depths = tuple(accumulate(steps, initial=depth))
        deepest, depth = max(deepest, *depths), depths[-1]
        if deepest > DEEPEST:
            return f"it nests {deepest} deep, {DEEPEST} at most"
    return None


def prune(json: bytes, deepest: int) -> bytes:
    """A JSON text in which lists and objects nest at most `deepest` deep; deeper ones are empty."""
    kept, depth, start = [], 0, 0
    for part in _PART.finditer(json):
        if part[0] in b"[{":
            depth += 1
            if depth == deepest:
                kept.append(json[start : part.end()])
        elif part[0] in b"]}":
            if depth == deepest:
                start = part.start()
            depth -= 1
    return b"".join(kept) + (json[start:] if depth < deepest else b"")


def complaint(json: bytes, error: Exception) -> str:
    """msgspec's error about a JSON text, with the field and the length of its value."""
    found, _, at = str(error).partition(" - at `$")
    path = at.rstrip("`").lstrip(".")
    value = _value_at(json, path)
    if isinstance(value, str):
        size = f" has {len(value)} characters"
    elif isinstance(value, list):
        size = f" has {len(value)} entries"
    else:
        size = f" is {value!r:.40}" if path and not isinstance(value, dict) else ""
    words = f"{path}{size}: {found[:1].lower()}{found[1:]}" if size else str(error)
    return words[:_LONGEST_COMPLAINT]


def _value_at(json: bytes, path: str) -> Any:
    """The value at msgspec's path; None if there is none. For a text that is not too deep."""
    try:
        value = msgspec.json.decode(json)
        for step in _STEP.findall(path):
            value = value[int(step) if isinstance(value, list) else step]
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError):
        return None
    return value
