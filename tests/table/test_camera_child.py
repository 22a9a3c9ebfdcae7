"""The camera's process from inside: its beat counts frames, and what it says when it sees none."""

from dataclasses import replace

import numpy as np
import pytest
from kits.process_kit import rig
from numpy.typing import NDArray

from kiosk.table import camera_child
from kiosk.table.camera_child import CameraBeat, Seen, SeenDice, SeenEmpty
from kiosk.table.camera_source import board_plan
from kiosk.table.settings import BoardSection
from vision.calibration.partial_calibration import Given
from vision.errors import CameraStalled
from vision.frame import Frame, small_of
from vision.scene import Renderer, Scene
from vision.sources.source import Started
from vision.tracker import Event, Tracker

PERIOD_NS = 125_000_000

Picture = NDArray[np.uint8]


class Film(Started):
    """A camera with these pictures, eight a second; then it falls silent."""

    def __init__(self, *pictures: Picture) -> None:
        self._pictures = list(pictures)
        self._seq = -1

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def next_frame(self, timeout_s: float) -> Frame:
        if not self._pictures:
            raise CameraStalled(f"No frame within {timeout_s:g} s")
        self._seq += 1
        main = self._pictures.pop(0)
        return Frame(self._seq, 7_000 + self._seq * PERIOD_NS, main, small_of(main))


@pytest.fixture(scope="module")
def board() -> Picture:
    return Renderer(rig()).clean(Scene(), 0)


def watched(*pictures: Picture, given: Given | None = None) -> list[Seen]:
    """All the process says until its camera falls silent."""
    drawn = rig().board
    section = BoardSection(
        size_mm=drawn.size_mm,
        rim_height_mm=drawn.rim_height_mm,
        picture_left_mm=drawn.halves["picture_left"],
        picture_right_mm=drawn.halves["picture_right"],
        bar_mm=drawn.bar,
        marker_mm=drawn.marker_mm,
        marker_inset_mm=drawn.marker_inset_mm,
        checker_mm=drawn.checker_diameter_mm,
    )
    said: list[Seen] = []
    with pytest.raises(CameraStalled):
        camera_child.watch(Film(*pictures), board_plan(section, None), said.append, given)
    return said


def test_it_beats_twice_a_second_of_frames(board: Picture) -> None:
    said = watched(*[board] * 17)
    assert [seen for seen in said if isinstance(seen, CameraBeat)] == [
        CameraBeat(seq, None) for seq in (0, 4, 8, 12, 16)
    ]
    assert not any(isinstance(seen, SeenDice) for seen in said)
    assert any(isinstance(seen, SeenEmpty) for seen in said)


def test_memory_goes_back_once_an_empty_board_is_told_and_at_no_other_time(
    board: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[str] = []
    monkeypatch.setattr(camera_child, "give_back_now", lambda: given_back.append("now"))
    said = watched(*[board] * 17)
    assert len(given_back) == len([seen for seen in said if isinstance(seen, SeenEmpty)]) == 1


def test_it_says_why_it_sees_no_board_and_at_once_that_it_does(board: Picture) -> None:
    bare = without(board, 0, 1, 2, 3)
    beats = [seen for seen in watched(*[bare] * 6, *[board] * 6) if isinstance(seen, CameraBeat)]
    assert [(beat.seq, beat.blind is None) for beat in beats] == [
        (0, False),
        (4, False),
        (6, True),
        (10, True),
    ]
    assert "marker" in str(beats[0].blind)


def test_a_black_picture_is_told_and_is_no_change_of_the_board(board: Picture) -> None:
    """A hand over the lens, or the lights of the room: nothing moved when it is light again."""
    black = np.zeros_like(board)
    said = watched(*[board] * 20, *[black] * 9, *[board] * 20)
    beats = [seen.blind for seen in said if isinstance(seen, CameraBeat)]
    assert beats[0] is None
    assert any("the picture is black" in str(blind) for blind in beats)
    assert beats[-1] is None
    assert len([seen for seen in said if isinstance(seen, SeenEmpty)]) == 1


def test_a_picture_black_from_the_start_is_told_as_black(board: Picture) -> None:
    assert "the picture is black" in str(blind_first(watched(np.zeros_like(board))))


def test_a_reader_that_hangs_stops_the_beat(
    board: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The beat comes from behind camera and reader: no thread of its own keeps it going."""

    class Hung(Tracker):
        def feed(self, frame: Frame) -> tuple[Event, ...]:
            if frame.seq == 6:
                raise CameraStalled("in a test a hang must end somewhere")
            return super().feed(frame)

    monkeypatch.setattr(camera_child, "Tracker", Hung)
    beats = [seen for seen in watched(*[board] * 17) if isinstance(seen, CameraBeat)]
    assert [beat.seq for beat in beats] == [0, 4]


# --- too few markers -----------------------------------------------------------------------------


def without(board: Picture, *markers: int) -> Picture:
    """The board with a hand over each of these markers."""
    picture, plan = board.copy(), rig().board
    for marker in markers:
        corners = rig().camera.project(
            np.array([(*corner, -plan.rim_height_mm) for corner in marker_mm(marker)])
        )
        low, high = corners.min(axis=0) - 8, corners.max(axis=0) + 8
        picture[int(low[1]) : int(high[1]), int(low[0]) : int(high[0])] = (80, 110, 160)
    return picture


def marker_mm(marker: int) -> list[tuple[float, float]]:
    plan = rig().board
    inset, side = plan.marker_inset_mm, plan.marker_mm
    x = plan.size_mm[0] - inset - side if marker in (1, 2) else inset
    y = plan.size_mm[1] - inset - side if marker in (2, 3) else inset
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


def truth(*, marked: bool = True, moved_mm: float = 0.0) -> Given:
    camera = rig().camera
    t_mm = np.asarray(camera.t_mm, np.float64) + np.array([moved_mm, 0.0, 0.0])
    size = (camera.width, camera.height)
    return Given(
        camera.K, camera.dist, camera.R, t_mm, picture_px=size, lens_told=False, marked=marked
    )


def blind_first(said: list[Seen]) -> str | None:
    return next(seen.blind for seen in said if isinstance(seen, CameraBeat))


def test_a_calibration_tells_where_the_board_lies_while_a_marker_fits_it(board: Picture) -> None:
    covered = without(board, 0, 2)
    assert "Only markers 1, 3" in str(blind_first(watched(covered)))
    assert blind_first(watched(covered, given=truth())) is None


def test_a_marker_elsewhere_speaks_against_the_calibration(board: Picture) -> None:
    why = blind_first(watched(without(board, 0, 2), given=truth(moved_mm=40.0)))
    assert "from where the calibration has it" in str(why)


def test_without_any_marker_only_tapped_corners_are_believed(board: Picture) -> None:
    covered = without(board, 0, 1, 2, 3)
    assert "No markers of 0-3" in str(blind_first(watched(covered, given=truth())))
    assert blind_first(watched(covered, given=truth(marked=False))) is None


def test_a_calibration_of_another_size_is_not_used(board: Picture) -> None:
    other = replace(truth(), picture_px=(640, 480))
    why = blind_first(watched(without(board, 0, 2), given=other))
    assert "pictures of another size" in str(why)
