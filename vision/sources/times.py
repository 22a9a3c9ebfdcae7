"""The times of a folder's pictures, as written beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from vision.errors import RecordingInvalid
from vision.sources.pace import NS

TIMES = "times.json"
MOST_S = 1e9

_HOW = 'write {"PICTURE": seconds, …} or a list of seconds in the order of the names'


def read_times(file: Path, pictures: Sequence[str]) -> tuple[int, ...]:
    """When each picture was taken, ns, as many as `pictures` and rising.

    The file holds seconds: an object by picture's name, or a list in the pictures' order, of
    numbers or of objects with `file` and `t`; a list may stand under `frames` or `times`.
    Raises RecordingInvalid.
    """
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise RecordingInvalid(f"{file} is no JSON ({error}); {_HOW}.") from error
    found = _by_name(file, document, pictures)
    times: list[int] = []
    for name in pictures:
        seconds = found.get(name)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise RecordingInvalid(f"{file} has no time for {name}; {_HOW}.")
        if not abs(seconds) <= MOST_S or (times and round(seconds * NS) <= times[-1]):
            raise RecordingInvalid(
                f"{file} has {name} taken at {seconds} s, not after the picture before it; "
                "name the pictures in the order they were taken."
            )
        times.append(round(seconds * NS))
    return tuple(times)


def _by_name(file: Path, document: object, pictures: Sequence[str]) -> Mapping[str, object]:
    if isinstance(document, dict):
        inner = document.get("frames", document.get("times"))
        if inner is None:
            return document
        document = inner
    if isinstance(document, dict):
        return document
    if not isinstance(document, list):
        raise RecordingInvalid(f"{file} holds no times; {_HOW}.")
    if all(isinstance(entry, dict) for entry in document):
        return {str(entry.get("file")): entry.get("t") for entry in document}
    if len(document) != len(pictures):
        raise RecordingInvalid(
            f"{file} has {len(document)} times for {len(pictures)} pictures; {_HOW}."
        )
    return dict(zip(pictures, document, strict=True))
