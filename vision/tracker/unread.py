"""Thrown dice that could not be read, reported as dice without a face: the players are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vision.calibration import Calibration
from vision.reader.die_shape import die_at
from vision.reading import DieSeen
from vision.tracker import thresholds as at
from vision.tracker.change import Blob, Change, is_loose, near
from vision.tracker.ground import Ground


def find_unread(
    seen: Change,
    stayed_dice: tuple[DieSeen, ...],
    new_dice: tuple[DieSeen, ...],
    ground: Ground,
    calibration: Calibration,
    is_there: Callable[[DieSeen], bool],
) -> tuple[DieSeen, ...]:
    """Things since the last rest that look like a die without a face, apart from `stayed_dice` and
    `new_dice`; where nothing `is_there`, a die left a hole."""
    like = [
        _faceless(blob, ground.scale, calibration)
        for blob in seen.blobs
        if _like_a_die(blob, ground)
        and not any(
            near(blob, die.bbox_px, ground.scale, at.BESIDE_DIE)
            for die in (*stayed_dice, *new_dice)
        )
    ]
    return tuple(die for die in like if is_there(die))


def find_joined(
    seen: Change, ground: Ground, calibration: Calibration, is_there: Callable[[DieSeen], bool]
) -> tuple[DieSeen, ...]:
    """Two dice without a face where something came onto the field that may be two side by side:
    of several such things the largest."""
    things = [
        blob
        for blob in seen.blobs
        if is_loose(blob, ground, at.JOINED)
        and 2 * blob.on_field > blob.area
        and is_there(_faceless(blob, ground.scale, calibration))
    ]
    if not things:
        return ()
    largest = max(things, key=lambda blob: blob.area)
    return tuple(_die_there(place, ground.scale, calibration) for place in _halves(largest))


def _halves(blob: Blob) -> Iterator[tuple[float, float]]:
    """The middles of the halves of a thing, parted across its longer side."""
    (x, y), (_left, _top, wide, high) = blob.middle, blob.box
    across, down = (wide / 4, 0.0) if wide >= high else (0.0, high / 4)
    yield x - across, y - down
    yield x + across, y + down


def _like_a_die(blob: Blob, ground: Ground) -> bool:
    """Whether it is square, as large as a die with its shadow, and on the field."""
    _x, _y, wide, high = blob.box
    most_px2 = ground.dice_px2(at.FACELESS_MOST)
    sized = at.FACELESS_LEAST * ground.die_px2 < blob.area < most_px2
    square = max(wide, high) < at.FACELESS_LONG * min(wide, high)
    full = blob.area > at.FACELESS_FULL * wide * high
    return sized and square and full and 2 * blob.on_field > blob.area and not blob.edge


def _faceless(blob: Blob, scale: float, calibration: Calibration) -> DieSeen:
    return _die_there(blob.middle, scale, calibration)


def _die_there(place: tuple[float, float], scale: float, calibration: Calibration) -> DieSeen:
    die_mm = calibration.board.usual_die_mm
    x, y = place
    return die_at(calibration, *calibration.field_point((x / scale, y / scale), die_mm), die_mm)
