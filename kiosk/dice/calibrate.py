"""`kiosk calibrate`: where the board lies before the camera, and whether its dice can be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kiosk.dice.errors import DiceMisused
from vision.calibration import Calibration, CalibrationError, Floats
from vision.calibration.check import MarkerFit, die_px, marker_fit, strayed_mm
from vision.calibration.clicked import from_clicks, missed_px
from vision.calibration.corner_clicks import OUTER, counted
from vision.calibration.estimate import estimate, refuse_another_size
from vision.calibration.markers import find_markers
from vision.calibration.partial_calibration import HALVES, Given, read_given
from vision.calibration.pose import Known, calibrate
from vision.errors import CameraEnded, CannotAdjust
from vision.flicker import flicker
from vision.focus_exposure import Settled, settle
from vision.frame import Frame, small_of
from vision.light import Fault, faults, measured, unreadable
from vision.picture_file import PictureUnreadable, read_picture
from vision.sources import PATIENCE_S, FrameSource, recording
from vision.sources.setting import setting_keys
from vision.view import Picture

PrintLine = Callable[[str], None]

FRAMES = 24
"""Frames of a camera or film that are checked for flicker."""
LOOKED_AT = 3
"""Pictures whose light is measured; a fault in most of them counts."""
FRAME_S = 60.0
GOOD_DIE_PX = 25.0
MISCLICKED_MM = 15.0
"""Larger than the error of a finger on a corner."""


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """What to calibrate from. images: files as given, else source: a folder or video to play, else
    camera: a source with what its configuration knows. corners: as clicked, (4, 2), (8, 2) or (12,
    2) px, NaN where one is hidden; given: a file of known values; mains: of the lamps' current, Hz;
    None: to be measured.
    """

    images: tuple[str, ...] = ()
    source: Path | None = None
    camera: tuple[FrameSource, Known] | None = None
    corners: Floats | None = None
    given: Path | None = None
    mains: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CalibratedBoard:
    """A calibrated board. fit: `None` where no marker was seen. notes: sentences on what was not
    done, and why. die_mm: the size of die that die_px, least and most, refers to. sized: the
    board's size was given, not assumed to be the usual one; lens_given: so was its lens. corners:
    those that were clicked; planned: the edges of the field were given or clicked, not detected.
    """

    picture: Picture
    world: Calibration
    fit: MarkerFit | None
    faults: tuple[Fault, ...]
    die_mm: float
    die_px: tuple[float, float]
    sized: bool
    lens_given: bool
    corners: Floats | None
    planned: bool
    settled: Settled | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _SeenPictures:
    """pictures: for finding the board and judging the light; smalls: grey, from one camera, in
    order, for changes from frame to frame.
    """

    pictures: Sequence[Picture]
    smalls: Sequence[Picture]
    settled: Settled | None = None
    notes: tuple[str, ...] = ()


def first_picture(asked: CalibrationRequest, print_line: PrintLine = lambda _line: None) -> Picture:
    """The picture to click the corners in: the first one, of a camera that was focused and exposed.

    Raises as `found`, except CalibrationError.
    """
    return _take_pictures(asked, print_line).pictures[0]


def calibrate_board(
    asked: CalibrationRequest, print_line: PrintLine = lambda _line: None
) -> CalibratedBoard:
    """Calibrate. Raises CalibrationError, DiceMisused, PictureUnreadable and other VisionErrors of
    cameras and recordings.
    """
    given = Given()
    if asked.given is not None:
        given = read_given(asked.given.read_text(errors="replace"))
    given = replace(given, R=None, t_mm=None)  # the pose is the unknown
    known = None if asked.camera is None else asked.camera[1]
    if known is not None:
        given = _with_plan(known, given)
        known = replace(known, K=given.K, dist=given.dist)
    seen = _take_pictures(asked, print_line)
    world, picture = _posed(seen.pictures, given, known, asked.corners)
    die_mm = (world if known is None else known).board.usual_die_mm
    sizes_px = die_px(world, die_mm)  # a picture too small shows no marker well
    markers = find_markers(picture)
    if asked.corners is not None:
        _refuse_misclicked(world, markers, asked.corners)
    planned = known is not None and asked.corners is None
    field = asked.corners is not None and counted(asked.corners)[1] > 0
    return CalibratedBoard(
        picture,
        world,
        marker_fit(world, markers, planned=planned),
        _faults(seen, world),
        die_mm,
        sizes_px,
        given.size_mm is not None and given.size_told,
        given.K is not None,
        asked.corners,
        field or given.halves_mm is not None,
        seen.settled,
        seen.notes,
    )


def _with_plan(known: Known, given: Given) -> Given:
    """The known values with the configuration's plan, and its lens where the file has none."""
    plan = known.board
    return replace(
        given,
        K=known.K if given.K is None else given.K,
        dist=known.dist if given.dist is None else given.dist,
        size_mm=plan.size_mm,
        size_told=True,
        rim_height_mm=plan.rim_height_mm,
        bar_mm=plan.bar,
        halves_mm=(plan.picture_left, plan.picture_right),
    )


def _take_pictures(asked: CalibrationRequest, print_line: PrintLine) -> _SeenPictures:
    if asked.camera is not None:
        return _watched(asked.camera[0], asked.mains, print_line)
    if asked.source is not None:
        return _played(asked.source)
    pictures = [read_picture(Path(name)) for name in asked.images]
    if not pictures:
        raise DiceMisused("name pictures, or --source or --config; there is nothing to look at")
    for name, picture in zip(asked.images, pictures, strict=True):
        if picture.shape != pictures[0].shape:
            raise PictureUnreadable(
                f"{name} is {picture.shape[1]} x {picture.shape[0]} pixels and {asked.images[0]} "
                f"{pictures[0].shape[1]} x {pictures[0].shape[0]}; name pictures of one camera."
            )
    smalls = [small_of(picture) for picture in pictures]
    few = () if len(pictures) > 1 else ("One picture cannot show whether the light flickers.",)
    return _SeenPictures(pictures, smalls, notes=few)


def _played(path: Path) -> _SeenPictures:
    with recording(path) as source:
        frames = list(_frames(source, PATIENCE_S))
    return _SeenPictures(*_split(frames))


def _watched(source: FrameSource, mains: int | None, print_line: PrintLine) -> _SeenPictures:
    """Take pictures of a camera, after focus and exposure if it can be set."""
    settled: Settled | None = None
    notes: tuple[str, ...] = ()
    with source:
        try:
            settled = settle(source, mains, print_line)
        except CannotAdjust as error:
            notes = (str(error),)
        frames = list(_frames(source, FRAME_S))
    pictures, smalls = _split(frames)
    return _SeenPictures(pictures, smalls, settled, notes)


def _frames(source: FrameSource, patience_s: float) -> Iterator[Frame]:
    for _ in range(FRAMES):
        try:
            yield source.next_frame(patience_s)
        except CameraEnded:
            return


def _split(frames: Sequence[Frame]) -> tuple[list[Picture], list[Picture]]:
    """Some whole pictures, spread over the time; all small ones."""
    some = frames[:: max(1, len(frames) // LOOKED_AT)][:LOOKED_AT]
    return [frame.main for frame in some], [frame.small for frame in frames]


def _posed(
    pictures: Sequence[Picture], given: Given, known: Known | None, corners: Floats | None
) -> tuple[Calibration, Picture]:
    """The first picture that shows where the board lies: a hand may hide it in others."""
    why: CalibrationError | None = None
    for picture in pictures:
        try:
            if corners is not None:
                return from_clicks(corners, picture, given), picture
            if known is not None:
                refuse_another_size(given, picture)
                return calibrate(picture, known=known), picture
            return estimate(picture, given), picture
        except CalibrationError as error:
            why = why or error
    hint = unreadable(pictures[0])
    raise CalibrationError(f"{why} {hint}" if hint else str(why))


def _refuse_misclicked(world: Calibration, markers: Mapping[int, Floats], corners: Floats) -> None:
    """Raises CalibrationError where markers lie elsewhere than the clicked corners imply.

    Their distance from the frame's edge shows nothing if the frame was not clicked.
    """
    frame, _ = counted(corners)
    wide, high = world.board.size_mm
    for marker, corners_px in markers.items():
        at = world.field_points(corners_px, world.board.rim_height_mm).mean(axis=0)
        right, below = marker in {1, 2}, marker in {2, 3}
        if (at[0] > wide / 2, at[1] > high / 2) != (right, below):
            x, y = corners_px.mean(axis=0)
            raise CalibrationError(
                f"Marker {marker} lies at {x:.0f},{y:.0f}, at another corner of the board than "
                "the clicked corners have it; click clockwise from the one at marker 0."
            )
    strayed = strayed_mm(world, markers) if frame == OUTER else 0.0
    if strayed > MISCLICKED_MM:
        raise CalibrationError(
            f"The markers lie {strayed:.0f} mm from where the clicked corners have them; click the "
            "board's outer corners again, clockwise from the one at marker 0, or cover markers "
            "that slipped."
        )


def _faults(seen: _SeenPictures, world: Calibration) -> tuple[Fault, ...]:
    """Faults of the light in most of the pictures, and from frame to frame."""
    some = seen.pictures[:LOOKED_AT]
    found_faults = [faults(measured(picture, world), world.board.checker_mm) for picture in some]
    often = [
        fault
        for fault in (fault for each in found_faults for fault in each)
        if 2 * sum(fault.trouble in {f.trouble for f in each} for each in found_faults)
        > len(found_faults)
    ]
    once = {fault.trouble: fault for fault in reversed(often)}
    flickers = flicker(seen.smalls)
    return (*reversed(once.values()), *(() if flickers is None else (flickers,)))


def calibration_file(result: CalibratedBoard) -> str:
    """The content of a `--calibration` file, and the camera's settings."""
    world, settled = result.world, result.settled
    bar = world.board.bar
    plain: dict[str, Any] = {
        "K": world.K.tolist(),
        "dist": world.dist.tolist(),
        "R": world.R.tolist(),
        "t_mm": world.t_mm.tolist(),
        "size_mm": list(world.board.size_mm),
        "rim_height_mm": world.board.rim_height_mm,
        "bar_mm": [bar.left, bar.top, bar.right, bar.bottom],
        "width": world.width,
        "height": world.height,
        "size_told": result.sized,
        "lens_told": result.lens_given,
        "markers": _marked(result),
    }
    if result.planned:
        halves = world.board.picture_left, world.board.picture_right
        plain |= {
            key: [half.left, half.top, half.right, half.bottom]
            for key, half in zip(HALVES, halves, strict=True)
        }
    if settled is not None:
        plain |= setting_keys(settled.setting)
    return json.dumps(plain, indent=1) + "\n"


def _marked(result: CalibratedBoard) -> list[int]:
    """The markers by which the board was found; none where its corners were clicked."""
    return [] if result.fit is None or result.corners is not None else sorted(result.fit.seen)


def as_json(result: CalibratedBoard) -> str:
    """One object: the calibration file's keys, the fit, and the faults."""
    missed, corners = result.fit, result.corners
    clicked_px = None if corners is None else round(missed_px(result.world, corners), 3)
    plain = json.loads(calibration_file(result)) | {
        "residual_px": None if missed is None else round(missed.rms_px, 3),
        "clicked_px": clicked_px,
        "px_per_mm": round(result.world.px_per_mm, 3),
        "die_px": [round(px, 1) for px in result.die_px],
        "faults": [
            {"what": f.trouble.value, "figure": round(f.figure, 3), "limit": round(f.limit, 3)}
            for f in result.faults
        ],
        "notes": list(result.notes),
    }
    return json.dumps(plain, ensure_ascii=False)


def in_words(result: CalibratedBoard) -> list[str]:
    """Lines for a person: the result, the faults, what to do."""
    world = result.world
    width, height = world.board.size_mm
    least, most = (round(px) for px in result.die_px)
    wide = f"{least}" if least == most else f"{least} to {most}"
    size = f"{width:.0f} x {height:.0f} mm with its rim"
    taken = f"The board is taken for {size}"
    if result.corners is not None and not counted(result.corners)[0]:
        taken = f"Its scale is that of a board {height:.0f} mm high with its rim"
    taken += ", as boards usually are; size_mm in a --calibration is more exact."
    lines = [
        *_fit_in_words(result),
        f"The board is {size}." if result.sized else taken,
        *_field_in_words(result),
        f"It has {world.px_per_mm:.2f} pixels a mm; the camera is "
        f"{-world.camera_mm[2] / 10:.0f} cm above the field.",
        f"A die of {result.die_mm:g} mm is {wide} pixels wide."
        + (
            f" That is small, {GOOD_DIE_PX:.0f} are good: more rolls will be asked about."
            if least < GOOD_DIE_PX
            else ""
        ),
    ]
    if result.settled is not None:
        lines += settled_in_words(result.settled)
    lines += list(result.notes)
    lines += [fault.words for fault in result.faults] or ["Nothing is wrong with the light."]
    return lines


def _fit_in_words(result: CalibratedBoard) -> list[str]:
    lines = []
    if result.corners is not None:
        frame, field = counted(result.corners)
        clicked = [f"{n} of {of}" for n, of in ((frame, "the frame"), (field, "the field")) if n]
        missed_mm = missed_px(result.world, result.corners) / result.world.px_per_mm
        lines = [
            f"The board lies where its corners were clicked, {' and '.join(clicked)}; they fit to "
            f"{missed_mm:.1f} mm."
        ]
    if result.fit is None:
        return [*lines, "No marker is seen."]
    ids = ", ".join(str(i) for i in sorted(result.fit.seen))
    return [*lines, f"Markers {ids} fit the board to {result.fit.rms_px:.2f} pixels."]


def _field_in_words(result: CalibratedBoard) -> list[str]:
    """The edges of the field, of a board whose halves a ruler can check."""
    if not result.planned:
        return []
    board = result.world.board
    left, right, bar = board.picture_left, board.picture_right, board.bar
    return [
        f"The halves are {left.right - left.left:.0f} and {right.right - right.left:.0f} mm wide "
        f"and {left.bottom - left.top:.0f} high, the bar {bar.right - bar.left:.0f}."
    ]


def settled_in_words(settled: Settled) -> list[str]:
    """The lines that report what the camera was set to."""
    s = settled.setting
    lens = "" if s.focus_dioptres is None else f", focus_dioptres = {s.focus_dioptres:g}"
    red_blue = ", ".join(f"{gain:g}" for gain in s.colour_gains or ())
    colour = f", colour_gains = [{red_blue}]" if settled.balanced else ""
    lines = [
        f"Set: exposure_us = {s.exposure_us}, analogue_gain = {s.gain:g}{lens}{colour}; "
        f"white is at level {settled.white:.0f}."
    ]
    if settled.mains_hz is not None:
        lines.append(f"Exposed for whole pulses of lamps on {settled.mains_hz} Hz.")
    if settled.too_bright:
        lines.append("It cannot be set darker without flicker; dim the lamps.")
    if settled.too_dark:
        lines.append("It cannot be set brighter; put on more light.")
    return lines
