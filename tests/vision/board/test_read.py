"""Whole pictures read: what lies on points and bar, and what cannot be seen."""

import math

import cv2
import numpy as np
import pytest
from kits.rigs import renderer_of, rig_of

from vision.board import SIGNED_COUNTS, CheckerPositions, learn_colours, read_positions
from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.scene import CheckerAt, Rig, Scene, lay_out, opening, truth
from vision.view import Picture

SEED = 764
POSITION = {
    **{0: (0, 2), 3: (1, 1), 4: (0, 5), 6: (1, 4), 11: (0, 3)},
    **{12: (1, 5), 15: (0, 1), 17: (1, 2), 18: (0, 4), 23: (1, 3)},
}


def world_of(rig: Rig) -> Calibration:
    return calibration_of(truth(rig, Scene(), 0.0))


def picture_of(rig: Rig, checkers: tuple[CheckerAt, ...]) -> Picture:
    return renderer_of(rig).frame(Scene(checkers), 0.0, np.random.default_rng(rig.seed))


def seen_in(rig: Rig, picture: Picture) -> CheckerPositions:
    colours = learn_colours([picture_of(rig, opening(rig.board))], world_of(rig))
    return read_positions(picture, world_of(rig), colours)


def lighter(rig: Rig) -> int:
    """The player with the lighter checkers."""
    first, second = (sum(colour) for colour in rig.style.checkers)
    return 0 if first > second else 1


def signed(rig: Rig, points: dict[int, tuple[int, int]]) -> list[int]:
    counts = [0] * 24
    for point, (player, count) in points.items():
        counts[point] = count if player == lighter(rig) else -count
    return counts


@pytest.mark.parametrize("size", [(1280, 720), (2304, 1296)])
def test_a_position_is_read(size: tuple[int, int]) -> None:
    rig = rig_of(SEED, *size)
    seen = seen_in(rig, picture_of(rig, lay_out(rig.board, POSITION, bar=(1, 0))))
    assert [cell.likeliest for cell in seen.points] == signed(rig, POSITION)
    own = 1 if lighter(rig) == 0 else -1
    assert [cell.likeliest for cell in seen.bar] == [0, own], "player 0's bar is the near half"


def test_shares_of_a_place_are_those_of_all_counts() -> None:
    rig = rig_of(SEED)
    seen = seen_in(rig, picture_of(rig, opening(rig.board)))
    for cell in (*seen.points, *seen.bar):
        assert cell.logs is not None
        assert len(cell.logs) == len(SIGNED_COUNTS)
        assert math.fsum(map(math.exp, cell.logs)) == pytest.approx(1.0, abs=0.5)
    assert all(cell.logs is None for cell in seen.trays)


def test_what_lies_under_a_sheet_is_hidden_and_the_rest_is_read() -> None:
    rig = rig_of(SEED)
    world = world_of(rig)
    picture = picture_of(rig, lay_out(rig.board, POSITION))
    left, top, right, bottom = rig.board.halves["picture_left"]
    sheet = np.array(
        [
            (left - 20, top - 20, -40.0),
            (right, top - 20, -40.0),
            (right, (top + bottom) / 2, -40.0),
            (left - 20, (top + bottom) / 2, -40.0),
        ]
    )
    outline = np.rint(world.project(sheet)).astype(np.int32)
    cv2.fillConvexPoly(picture, outline, (120, 170, 215), cv2.LINE_AA)
    seen = seen_in(rig, picture)
    counts = [cell.likeliest for cell in seen.points]
    assert counts[:6] == [None] * 6
    assert counts[6:] == signed(rig, POSITION)[6:]


def test_pictures_of_a_colour_nobody_has_are_still_read_place_by_place() -> None:
    """A bare board: no checkers, whatever the two colours were."""
    rig = rig_of(SEED)
    seen = seen_in(rig, picture_of(rig, ()))
    assert [cell.likeliest for cell in (*seen.points, *seen.bar)] == [0] * 26
