"""`kiosk read`: what lies in a picture, one line each, judged by the rules core."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.dice.explain import drawings, explained, save
from kiosk.dice.judged import Table, dashed, judged, zone
from kiosk.rules.still import RollStatus, Verdict
from kiosk.rules.table import Half, PictureSeat
from vision.calibration import Calibration, CalibrationError
from vision.calibration.check import checked
from vision.calibration.given import Given, read_given
from vision.errors import VisionError
from vision.learned.find import DIE_PX
from vision.picture_file import PictureUnreadable, read_picture
from vision.reader import see
from vision.reader.bare import read_bare
from vision.reading import DieSeen, Doubted, StillSeen
from vision.view import Picture

MOST_ENLARGED_PX = 16e6
"""Where dice are small the picture is enlarged before they are looked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to read and how. images: names as given; calibration, before, explain: files or None;
    bare: no board there, die_px then the side of a die if known."""

    images: tuple[str, ...]
    table: Table = Table()
    calibration: Path | None = None
    before: Path | None = None
    bare: bool = False
    die_px: float | None = None
    explain: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One picture, read. verdict: None when there is no board; calibration: None when there is
    none or it was not found; doubted: as in `StillSeen`."""

    picture: Picture
    dice: tuple[DieSeen, ...]
    verdict: Verdict | None
    reason: str | None
    calibration: Calibration | None
    ms: float
    doubted: tuple[Doubted, ...] = ()


def records(asked: Asked) -> Iterator[dict[str, Any]]:
    """A JSON object per picture, in order.

    Raises CalibrationFileInvalid, PictureUnreadable or OSError when what all pictures share
    cannot be used, ExplainFailed when no explaining picture can be written; a picture that cannot
    be read makes an object with `error`.
    """
    given = None
    if asked.calibration is not None:
        given = read_given(asked.calibration.read_text(errors="replace"))
    before = None if asked.before is None else read_picture(asked.before)
    paths = [Path(name) for name in asked.images]
    outs = [None] * len(paths) if asked.explain is None else drawings(asked.explain, paths)
    for name, path, out in zip(asked.images, paths, outs, strict=True):
        try:
            picture = read_picture(path)
            look = (
                _bare(picture, asked.die_px) if asked.bare else _look(picture, given, before, asked)
            )
        except OSError as error:
            yield {"image": name, "error": f"{path}: {error.strerror}."}
        except VisionError as error:
            yield {"image": name, "error": str(error)}
        else:
            if out is not None:
                save(explained(look), out)
            yield record(name, look, asked.table)


def _look(picture: Picture, given: Given | None, before: Picture | None, asked: Asked) -> Look:
    if before is not None and before.shape != picture.shape:
        raise PictureUnreadable(
            f"The picture is {picture.shape[1]} x {picture.shape[0]} pixels and the one before it "
            f"{before.shape[1]} x {before.shape[0]}; both must come from one camera."
        )
    start = time.perf_counter()
    try:
        world = checked(picture, given)
    except CalibrationError as error:
        ms = 1000 * (time.perf_counter() - start)
        return Look(picture, (), Verdict(RollStatus.UNSURE), str(error), None, ms)
    seen: StillSeen = see(picture, world, before)
    verdict = judged(seen, asked.table)
    ms = 1000 * (time.perf_counter() - start)
    reason = "; ".join(why.value for why in verdict.why) or None
    return Look(picture, seen.dice, verdict, reason, world, ms, seen.doubted)


def _bare(picture: Picture, die_px: float | None) -> Look:
    height, width = picture.shape[:2]
    enlarged = 1.0 if die_px is None else max(1.0, DIE_PX / die_px)
    if enlarged > 1 and width * height * enlarged**2 > MOST_ENLARGED_PX:
        raise PictureUnreadable(
            f"Dice of {die_px:g} pixels are too small to be looked for in all of {width} x "
            f"{height}; cut out where they lie."
        )
    start = time.perf_counter()
    dice = read_bare(picture, die_px)
    return Look(picture, dice, None, None, None, 1000 * (time.perf_counter() - start))


def record(name: str, look: Look, table: Table) -> dict[str, Any]:
    verdict = look.verdict
    line: dict[str, Any] = {
        "image": name,
        "status": None if verdict is None else verdict.status.value,
        "values": None if verdict is None or verdict.values is None else list(verdict.values),
        "reason": look.reason,
        "ms": round(look.ms, 1),
        "dice": [_die(die, table.roller, bare=verdict is None) for die in look.dice],
    }
    if table.opening and verdict is not None:
        whose = dict(verdict.opening)
        line["opening"] = {seat.value: whose.get(seat) for seat in PictureSeat}
    return line


def _die(die: DieSeen, roller: PictureSeat, *, bare: bool) -> dict[str, Any]:
    middle = die.center_mm
    return {
        "value": die.value,
        "center_px": [round(float(part), 2) for part in die.center_px],
        "center_mm": None if middle is None else [round(float(part), 2) for part in middle],
        "bbox_px": [int(part) for part in die.bbox_px],
        "guess": die.guess,
        "flat": die.flat,
        "zone": None if bare else zone(Half(die.half.value), roller),
        "support": None if die.support is None else die.support.value,
        "confidence": round(float(die.confidence), 3),
    }


def as_json(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)


def in_words(record: dict[str, Any]) -> str:
    """The same for a person."""
    image = record["image"]
    if "error" in record:
        return f"{image}: {record['error']}"
    if record["status"] is None:
        read = ", ".join(str(die["value"] or "?") for die in record["dice"]) or "no dice"
        return f"{image}: {read}"
    values = dashed(record["values"])
    told = " ".join(part for part in (record["status"].replace("_", " "), values) if part)
    return f"{image}: {told}" + (f": {record['reason']}" if record["reason"] else "")
