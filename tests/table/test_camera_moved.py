"""A camera that is pushed in mid-game: found again, told, and the game goes on as it stood."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from kits import commands as c
from kits.camera_kit import Times, beats
from kits.process_kit import clear_of_wood, rig
from kits.table_kit import Table, load_norway
from numpy.typing import NDArray

from kiosk.rules.match import Match
from kiosk.rules.units import Side
from kiosk.table import camera_child
from kiosk.table.camera_child import CameraBeat, Seen, SeenDice, SeenEmpty
from kiosk.table.camera_source import board_plan
from kiosk.table.settings import BoardSection, LensSection
from vision.errors import CameraStalled
from vision.frame import Frame, small_of
from vision.scene import DiePath, Renderer, Scene
from vision.sources.source import Started

PERIOD_NS = 50_000_000
Picture = NDArray[np.uint8]


class Film(Started):
    """A camera with these pictures, twenty a second; then it falls silent."""

    def __init__(self, pictures: list[Picture]) -> None:
        self._pictures = pictures
        self._seq = -1

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def next_frame(self, timeout_s: float) -> Frame:
        self._seq += 1
        if self._seq >= len(self._pictures):
            raise CameraStalled(f"No frame within {timeout_s:g} s")
        main = self._pictures[self._seq]
        return Frame(self._seq, 7_000 + self._seq * PERIOD_NS, main, small_of(main))


def watched(pictures: list[Picture]) -> list[Seen]:
    """All that the camera's process says of these pictures."""
    drawn = rig()
    board, lens = drawn.board, drawn.camera
    section = BoardSection(
        size_mm=board.size_mm,
        rim_height_mm=board.rim_height_mm,
        picture_left_mm=board.halves["picture_left"],
        picture_right_mm=board.halves["picture_right"],
        bar_mm=board.bar,
        marker_mm=board.marker_mm,
        marker_inset_mm=board.marker_inset_mm,
        checker_mm=board.checker_diameter_mm,
        die_mm=drawn.style.die_mm,
    )
    k1, k2, p1, p2, k3 = (float(value) for value in lens.dist.ravel()[:5])
    measured = LensSection(
        float(lens.K[0, 0]),
        float(lens.K[1, 1]),
        float(lens.K[0, 2]),
        float(lens.K[1, 2]),
        (k1, k2, p1, p2, k3),
    )
    said: list[Seen] = []
    with pytest.raises(CameraStalled):
        camera_child.watch(Film(pictures), board_plan(section, measured), said.append)
    return said


def pushed(picture: Picture, part: float = 1.0) -> Picture:
    """The camera turned a little about its own axis, and tipped aside; or a part of the way."""
    high, wide = picture.shape[:2]
    warp = cv2.getRotationMatrix2D((wide / 2, high / 2), 0.6 * part, 1.0)
    warp[:, 2] += (11.0 * part, -7.0 * part)
    moved = cv2.warpAffine(picture, warp, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def lying(values: tuple[int, ...]) -> tuple[DiePath, ...]:
    return tuple(DiePath.resting(path.rest) for path in clear_of_wood(values))


@pytest.fixture(scope="module")
def game() -> tuple[list[Seen], tuple[DiePath, ...], tuple[DiePath, ...]]:
    """A roll, a push while its dice lie, their lift, another roll."""
    one, other = lying((5, 3)), lying((6, 4))
    renderer = Renderer(rig())
    rng = np.random.default_rng(4)

    def shown(dice: tuple[DiePath, ...], count: int) -> list[Picture]:
        return [renderer.frame(Scene(dice=dice), 0, rng) for _ in range(count)]

    steady = [*shown((), 12), *shown(one, 14)]
    after = [*shown(one, 40), *shown((), 14), *shown(other, 14)]
    return watched([*steady, *map(pushed, after)]), one, other


def values_of(seen: SeenDice) -> list[int | None]:
    return sorted(die.guess or 0 for die in seen.reading.dice)


def test_the_push_is_told_and_makes_neither_a_roll_nor_a_lift(
    game: tuple[list[Seen], tuple[DiePath, ...], tuple[DiePath, ...]],
) -> None:
    said, _one, _other = game
    told = [seen for seen in said if not isinstance(seen, CameraBeat) or seen.blind is not None]
    assert [type(seen) for seen in told] == [SeenEmpty, SeenDice, CameraBeat, SeenEmpty, SeenDice]
    first, moved, second = told[1], told[2], told[4]
    assert isinstance(first, SeenDice)
    assert isinstance(second, SeenDice)
    assert isinstance(moved, CameraBeat)
    assert values_of(first) == [3, 5]
    assert values_of(second) == [4, 6]
    assert "found again" in str(moved.blind)
    later = said[said.index(moved) + 1]
    assert isinstance(later, CameraBeat)
    assert later.blind is None, "it sees again at once"


def test_after_the_push_dice_are_still_placed_by_the_board(
    game: tuple[list[Seen], tuple[DiePath, ...], tuple[DiePath, ...]],
) -> None:
    said, one, other = game
    rolls = [seen for seen in said if isinstance(seen, SeenDice)]
    for seen, dice in zip(rolls, (one, other), strict=True):
        for path in dice:
            place = path.rest.x_mm, path.rest.y_mm
            near = min(math.dist(place, die.center_mm or (0, 0)) for die in seen.reading.dice)
            assert near < 4.0
    poses = [seen.kept for seen in rolls]
    assert poses[0] is not None
    assert poses[1] is not None
    assert poses[0].calibration != poses[1].calibration, "what is kept holds for its own picture"


def test_a_camera_that_sinks_slowly_is_found_again_too() -> None:
    """Too slow to be seen as motion: the board is asked for its place now and then."""
    dice = lying((6, 4))
    renderer = Renderer(rig())
    rng = np.random.default_rng(4)
    empty = [renderer.frame(Scene(), 0, rng) for _ in range(12)]
    sinking = [pushed(picture, k / 900) for k, picture in enumerate(empty * 30)]
    later = [pushed(renderer.frame(Scene(dice=dice), 0, rng), 359 / 900) for _ in range(14)]
    said = watched([*empty, *sinking, *later])
    told = [seen for seen in said if isinstance(seen, CameraBeat) and seen.blind is not None]
    assert told
    assert all("found again" in str(beat.blind) for beat in told)
    (roll,) = [seen for seen in said if isinstance(seen, SeenDice)]
    for path in dice:
        place = path.rest.x_mm, path.rest.y_mm
        assert min(math.dist(place, die.center_mm or (0, 0)) for die in roll.reading.dice) < 3.0


def test_the_game_stands_as_it_stood(tmp_path: Path, table: Table) -> None:
    """Through the real loop and rules: pushed while White is moving."""
    table.open(load_norway())
    for side in Side:
        table.do(c.ReadyTapped(table.now, side), side.value)
    for side in Side:
        table.do(c.RollEntered(table.now, side, (5, 2)), side.value)
    before = table.loop.match
    seen: list[Match] = []
    moved = CameraBeat(3, "the camera or the board moved by 13 pixels; found again")

    def look(_times: Times) -> None:
        seen.append(table.loop.match)

    times = Times(tmp_path, [*beats(2), moved, 0.1, look, *beats(1), 0.1, look])
    times.post = lambda command: table.do(command, "camera")
    times.run()
    lost, again = seen
    assert (before.lost_devices, lost.lost_devices) == (frozenset(), frozenset({"camera"}))
    assert again.lost_devices == frozenset()
    for match in seen:
        assert (match.phase, match.game, match.score) == (before.phase, before.game, before.score)
