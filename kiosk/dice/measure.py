"""How the reader does on dice pictures with truth: `python -m kiosk.dice.measure`.

Scenes lie as picture and truth side by side (conventions: the README of the pictures). Pictures
with an even number are for tuning, those with an odd one for the report.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.dice.figures import ON_THINGS, Shot, summary
from kiosk.dice.judged import Table, forced, judged, told
from kiosk.dice.labelled import labelled_shots
from kiosk.dice.photos import photo_lines
from kiosk.rules.table import PictureSeat
from vision.calibration import Board, Calibration, Rect
from vision.calibration_estimate import estimate
from vision.calibration_given import read_given
from vision.errors import VisionError
from vision.reader import see
from vision.reading import DieSeen

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("hires", ".", "low_tilt", "on_die")
PARTS = ("tune", "report", "all")
CROP_SIDES, CROP_PX = 4.0, 360
SAME_DIE_SIDES = 1.0
"""A die found within a side of a true one is that one."""


def whole_calibration(truth: dict[str, Any]) -> Calibration:
    """Everything the truth knows of board and camera; the dice's size stays unknown."""
    camera, board = truth["camera"], truth["board"]
    rects = board["rects_mm"]
    half = "image" if "image_left" in rects else "picture"
    marker = truth["markers"][0]
    plan = Board(
        size_mm=tuple(board["size_mm"]),
        rim_height_mm=board["rim_height_mm"],
        picture_left=Rect(*rects[f"{half}_left"]),
        picture_right=Rect(*rects[f"{half}_right"]),
        bar=Rect(*rects["bar"]),
        marker_mm=marker["size_mm"],
        marker_inset_mm=min(x for m in truth["markers"] for xy in m["corners_mm"] for x in xy),
        checker_mm=board["checker_diameter_mm"],
    )
    matrix = {name: np.array(camera[name], np.float64) for name in ("K", "dist", "R", "t_mm")}
    return Calibration(**matrix, board=plan, width=camera["width"], height=camera["height"])


def calibration_file(truth: dict[str, Any]) -> str:
    """The truth's camera and board as the calibration file that `kiosk read` takes."""
    camera, board = truth["camera"], truth["board"]
    return json.dumps(
        {key: camera[key] for key in ("K", "dist", "R", "t_mm")}
        | {key: board[key] for key in ("size_mm", "rim_height_mm")}
        | {"bar_mm": board["rects_mm"]["bar"]}
    )


def of_part(number: int, part: str) -> bool:
    return part == "all" or (number % 2 == 0) == (part == "tune")


def shots(folder: Path, part: str, calibration: str, every: int = 1) -> Iterator[Shot]:
    truths = [path for path in folder.glob("[0-9]*.json") if of_part(int(path.stem), part)]
    for path in sorted(truths)[::every]:
        yield shot(path, calibration)


def shot(path: Path, calibration: str) -> Shot:
    """Read one scene as `kiosk read` would."""
    truth = json.loads(path.read_text())
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    table = Table(PictureSeat(truth["roller"]))
    whole = whole_calibration(truth) if calibration == "whole" else None
    given = read_given(calibration_file(truth)) if calibration == "file" else None
    start = time.perf_counter()
    try:
        world = whole if whole is not None else estimate(image, given)
        seen = see(image, world)
        verdict = judged(seen, table)
        said, values, dice = verdict.status.value, verdict.values, seen.dice
        why = "; ".join(reason.value for reason in verdict.why)
    except VisionError as error:
        said, values, why, dice = "error", None, str(error), ()
    ms = 1000 * (time.perf_counter() - start)
    true_values = truth["values"]
    return Shot(
        file=str(path.relative_to(DATA / "scenes").with_suffix("")),
        truth=truth["roll_status"],
        true_values=None if true_values is None else tuple(true_values),
        said=said,
        values=values,
        why=why,
        ms=ms,
        miss_mm=tuple(_misses(truth["dice"], dice)),
        found=" ".join(map(told, dice)),
        forced=forced(dice),
        confidence=min((die.confidence for die in dice), default=0.0),
        **_setting(truth),
    )


def _setting(truth: dict[str, Any]) -> dict[str, Any]:
    dice = truth["dice"]
    return {
        "style": truth["board"]["style"],
        "light": truth["light"],
        "colour": dice[0]["colour"] if dice else "none",
        "kind": truth["sub"] or truth["kind"],
        "die_px": min((_side_px(die) for die in dice), default=0.0),
        "tilt_deg": max((die["tilt_deg"] for die in dice), default=0.0),
        "carried": any(die["support"] in ON_THINGS for die in dice),
    }


def _side_px(die: dict[str, Any]) -> float:
    corners = np.array(die["top_face_px"], np.float64)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _misses(true_dice: list[dict[str, Any]], dice: tuple[DieSeen, ...]) -> Iterator[float]:
    """How far dice that were found lie from their true places, mm."""
    for true in true_dice:
        for die in dice:
            apart = np.subtract(die.center_px, true["center_px"])
            if np.hypot(*apart) < SAME_DIE_SIDES * _side_px(true) and die.center_mm is not None:
                yield float(np.hypot(*np.subtract(die.center_mm, true["center_mm"])))
                break


def keep_crops(one: Shot, out: Path) -> None:
    """The true dice of a roll, enlarged, side by side, in a PNG named after what went wrong."""
    truth = json.loads((DATA / "scenes" / f"{one.file}.json").read_text())
    image = cv2.imread(str(DATA / "scenes" / f"{one.file}.jpg"))
    assert image is not None
    tiles = []
    for die in truth["dice"]:
        side = CROP_SIDES * _side_px(die)
        x, y = die["center_px"]
        warp = np.array([[1.0, 0.0, side / 2 - x], [0.0, 1.0, side / 2 - y]]) * CROP_PX / side
        tiles.append(cv2.warpAffine(image, warp, (CROP_PX, CROP_PX), flags=cv2.INTER_CUBIC))
    if tiles:
        out.mkdir(parents=True, exist_ok=True)
        name = f"{one.truth}_said_{one.said}_{one.file.replace('/', '_')}.png"
        cv2.imwrite(str(out / name), np.hstack(tiles))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--part", choices=PARTS, default="tune")
    parser.add_argument("--calibration", choices=("whole", "file", "none"), default="whole")
    parser.add_argument("--photos", action="store_true", help="real photographs, and no scenes")
    parser.add_argument(
        "--labels", action="append", type=Path, metavar="DIR", help="reviewed rolls, and no scenes"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture")
    parser.add_argument("--list", action="store_true", help="every valid roll not accepted, too")
    parser.add_argument("--crops", type=Path, metavar="DIR", help="the dice of every roll missed")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write every roll here")
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="below scenes/, or photo sets")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    options = _options(arguments)
    cv2.setNumThreads(1)
    if options.photos:
        names = None if options.folders is FOLDERS else options.folders
        for line in photo_lines(DATA / "photos", options.part, names, options.every):
            _say(line)
        return
    if options.labels is not None:
        for folder in options.labels:
            _labelled(folder, whole=options.calibration == "whole")
        return
    everything: list[Shot] = []
    for name in options.folders:
        place = DATA / "scenes" / name
        some = list(shots(place, options.part, options.calibration, options.every))
        everything += some
        _say(
            f"== {name}: {len(some)} rolls, {options.part} part, calibration {options.calibration}"
        )
        for line in summary(some):
            _say(line)
        for one in some:
            if one.wrong or (options.list and one.truth == "valid" and one.said != "valid"):
                _say(_failure(one))
            if options.crops is not None and (one.wrong or one.said != one.truth):
                keep_crops(one, options.crops)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(one) for one in everything], indent=1))


def _labelled(folder: Path, *, whole: bool) -> None:
    """Rolls of a real table, by what a person said of them; `whole`: as calibrated then."""
    shots, left_out = labelled_shots(folder, whole=whole)
    _say(f"== {folder}: {len(shots)} reviewed rolls, {left_out} left out")
    for line in summary(shots):
        _say(line)
    for one in shots:
        if one.wrong:
            _say(_failure(one))


def _failure(one: Shot) -> str:
    mark = "WRONG" if one.wrong else "asked"
    return (
        f"{mark} {one.file} {one.truth}/{one.kind} {one.true_values} {one.style} {one.colour} "
        f"{one.light} {one.die_px:.0f} px: said {one.said} {one.values or ''} {one.why} {one.found}"
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
