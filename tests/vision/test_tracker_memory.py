"""What the board looked like, as it is kept: without dice, in other light, as far as it reaches."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from kits.painted import AT, BOARD, HIGH, POSE, ROLL, SIDE, WIDE, Film, lay, read
from kits.renewed_kit import likeness, viewed

from vision.calibration import Calibration
from vision.reading import DieSeen
from vision.tracker import AtRest
from vision.tracker.die_persistence import PatchState
from vision.tracker.ground import ground_of
from vision.tracker.light import switched
from vision.tracker.memory import Memory


def lit(image: np.ndarray, times: float) -> np.ndarray:
    return np.asarray(np.clip(np.rint(image * times), 0, 255), np.uint8)


def test_where_dice_lay_from_the_start_nobody_knows_the_board_without_them() -> None:
    """Nor once a hand moved them a little: the picture before shows them beside."""
    memory = Memory(POSE, lay(ROLL), viewed(lay(ROLL)))
    memory.keep(lay(ROLL), viewed(lay(ROLL)), read(lay(ROLL), POSE, None), bare=True)
    assert memory.bare is None
    beside = lay({(x + SIDE + 4, y): value for (x, y), value in ROLL.items()})
    memory.keep(beside, viewed(beside), read(beside, POSE, None), bare=True)
    assert memory.bare is None or read(memory.bare, POSE, None) == ()


@pytest.mark.parametrize(("value", "known"), [(None, True), (4, False)])
def test_what_looked_like_a_die_from_the_start_is_part_of_the_board_a_throw_is_read_against(
    value: int | None, *, known: bool
) -> None:
    """A gleam on a checker: read alone, the next picture would show another one elsewhere."""
    befores: list[np.ndarray | None] = []

    def with_gleam(
        image: np.ndarray, calibration: Calibration, before: np.ndarray | None
    ) -> tuple[DieSeen, ...]:
        befores.append(before)
        (one,) = read(lay({(200.0, 200.0): 4}), calibration, None)
        gleam = (replace(one, value=value),) if before is None else ()
        return (*gleam, *read(image, calibration, before))

    film = Film(reader=with_gleam)
    assert all(before is None for before in befores)
    seen = film.roll(ROLL)
    assert (befores[-1] is not None) is known
    (rest,) = [event for event in seen if isinstance(event, AtRest)]
    assert sorted(die.value or 0 for die in rest.reading.dice) == [2, 5]


def test_the_board_without_dice_is_without_their_shadows() -> None:
    shadowed = BOARD.copy()
    for x, y in ROLL:
        rows, columns = (
            slice(int(at) + off - 12, int(at) + off + 20) for at, off in ((y, AT[1]), (x, AT[0]))
        )
        shadowed[rows, columns] = lit(shadowed[rows, columns], 0.5)
    memory, now = Memory(POSE, BOARD, viewed(BOARD)), lay(ROLL, shadowed)
    memory.keep(now, viewed(now), read(now, POSE, None), bare=True)
    assert memory.bare is not None
    assert likeness(memory.bare, BOARD) == 0


def pips(image: np.ndarray) -> np.ndarray:
    out = image.copy()
    for x, y in ROLL:
        for dx, dy in ((-4, -4), (4, 4), (0, 0)):
            cv2.circle(out, (int(x) + AT[0] + dx, int(y) + AT[1] + dy), 2, (230, 230, 230), -1)
    return out


@pytest.mark.parametrize("times", [0.5, 0.7, 1.4])
def test_a_die_on_which_sun_or_shade_fell_lies_there(times: float) -> None:
    memory, thrown = Memory(POSE, BOARD, viewed(BOARD)), pips(lay(ROLL))
    dice = read(lay(ROLL), POSE, None)
    memory.keep(thrown, viewed(thrown), dice, bare=True)
    memory.with_dice = thrown
    for die in dice:
        assert memory.patch(die, lit(thrown, times)) is PatchState.DIE
        assert memory.patch(die, lit(BOARD, times)) is not PatchState.DIE


def test_a_board_reaches_as_far_as_the_top_of_its_frame_is_seen() -> None:
    """It is nearer to the camera than the field."""
    near_mm = -POSE.camera_mm[2] - POSE.board.rim_height_mm
    left_mm = POSE.t_mm[0]
    edge_px = POSE.K[0, 2] + left_mm * POSE.K[0, 0] / near_mm
    columns = np.flatnonzero(ground_of(POSE, BOARD[..., 0]).board.any(axis=0))
    assert columns[0] == pytest.approx(edge_px, abs=1.0)


def test_a_lamp_may_light_a_corner_of_a_dark_room_far_more_than_the_rest() -> None:
    across, down = np.meshgrid(np.arange(WIDE), np.arange(HIGH))
    apart_px = np.hypot(across - 300, down - 200)
    spot = 1.25 + 25 * np.exp(-((apart_px / 90) ** 2))
    dark = lit(BOARD, 0.08)
    lamp = np.asarray(np.clip(dark * spot[..., None], 0, 255), np.uint8)
    assert switched(viewed(lamp), viewed(dark), ground_of(POSE, viewed(BOARD)))
