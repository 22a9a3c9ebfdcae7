"""`kiosk read`: the dice in pictures, one line each, judged by the rules core."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiosk.dice.answer import DiceAnswer, bare_answer, board_answer
from kiosk.dice.explain import draw_explanation, drawing_paths, save
from kiosk.dice.judged import RollerSetting, dashed_values, zone
from kiosk.rules.table import Half, PictureSeat
from vision.calibration.partial_calibration import read_given
from vision.errors import NetMissing, VisionError
from vision.picture_file import PictureUnreadable, read_picture
from vision.reading import DieSeen


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """What to read and how. images: names as given; calibration, before, explain: files or None;
    bare: without a board, die_px then the side of a die if known.
    """

    images: tuple[str, ...]
    table: RollerSetting = RollerSetting()
    calibration: Path | None = None
    before: Path | None = None
    bare: bool = False
    die_px: float | None = None
    explain: Path | None = None


def records(asked: ReadRequest) -> Iterator[dict[str, Any]]:
    """A JSON object per picture, in order.

    Raises CalibrationFileInvalid, PictureUnreadable or OSError if something that all pictures share
    cannot be used, ExplainFailed if no explaining picture can be written; a picture that cannot be
    read gives an object with `error`. PictureUnreadable at the end if none could be opened.
    """
    given = None
    if asked.calibration is not None:
        given = read_given(asked.calibration.read_text(errors="replace"))
    before = None if asked.before is None else read_picture(asked.before)
    paths = [Path(name) for name in asked.images]
    outs = [None] * len(paths) if asked.explain is None else drawing_paths(asked.explain, paths)
    opened = 0
    for name, path, out in zip(asked.images, paths, outs, strict=True):
        try:
            picture = read_picture(path)
            opened += 1
            if asked.bare:
                answer = bare_answer(picture, asked.die_px)
            else:
                answer = board_answer(picture, given, before, asked.table)
        except OSError as error:
            yield {"image": name, "error": f"{path}: {error.strerror}."}
        except NetMissing:
            raise  # no other picture will fare better
        except VisionError as error:
            yield {"image": name, "error": str(error)}
        else:
            if out is not None:
                save(draw_explanation(answer), out)
            yield record(name, answer, asked.table)
    if not opened:
        raise PictureUnreadable(
            f"none of {len(paths)} pictures could be opened: name JPEG or PNG files"
        )


def record(name: str, answer: DiceAnswer, table: RollerSetting) -> dict[str, Any]:
    verdict = answer.verdict
    line: dict[str, Any] = {
        "image": name,
        "status": None if verdict is None else verdict.status.value,
        "values": None if verdict is None or verdict.values is None else list(verdict.values),
        "reason": answer.reason,
        "ms": round(answer.ms, 1),
        "dice": [_die(die, table.roller, bare=verdict is None) for die in answer.dice],
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
        "flat_by": None if die.flat_by is None else die.flat_by.value,
        "zone": None if bare else zone(Half(die.half), roller),
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
    values = dashed_values(record["values"])
    words = " ".join(part for part in (record["status"].replace("_", " "), values) if part)
    return f"{image}: {words}" + (f": {record['reason']}" if record["reason"] else "")
