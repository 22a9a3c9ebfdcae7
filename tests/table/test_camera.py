"""What the camera's worker makes of what its process saw: facts, pictures, scenes, close-ups."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import commands as c
from kits.camera_kit import FLAT, READING, THROWN, Times, beats

from kiosk.rules import roll, table
from kiosk.rules.units import Instant
from kiosk.table import pictures
from kiosk.table.camera import roll_facts, scene_at_rest
from kiosk.table.camera_child import (
    CLOSE_UP_PX,
    PoseScene,
    ScenePosed,
    SeenDice,
    SeenEmpty,
    blind_reason,
    close_up_of,
    crop_around,
    seen_dice,
)
from kiosk.table.errors import ControlRefused
from kiosk.wire import codec
from vision import reading
from vision.scene import DiePath, Scene
from vision.tracker import AtRest, CameraNudged

# --- what it saw -------------------------------------------------------------------------------


def test_a_roll_is_posted_at_its_last_frame_and_names_a_picture_already_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync = pictures.os.fsync

    def noted(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").readlink().name)
        fsync(handle)

    monkeypatch.setattr(pictures.os, "fsync", noted)
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture")])
    there: list[bool] = []
    post = times.post

    def posted(command: c.Command) -> None:
        name = command.facts.picture  # type: ignore[attr-defined]
        kept = tmp_path / "pictures" / f"{name}.jpg"
        there.append(kept.read_bytes() == b"a picture" and name == codec.sha256(b"a picture"))
        there.append(synced[-2:] == [f"{name}.part", "pictures"])
        post(command)

    times.post = posted
    (command,) = times.run().commands
    assert there == [True, True]
    assert command == c.RollRead(Instant(222), roll_facts(READING, codec.sha256(b"a picture")))


def test_a_roll_whose_picture_cant_be_kept_counts_without_one(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("no folder")
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture")]).run()
    assert times.commands == [c.RollRead(Instant(222), roll_facts(READING, None))]


def test_the_dice_close_up_is_there_before_the_roll_is_posted(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture", b"its dice")])
    name = codec.sha256(b"a picture")
    there: list[bool] = []
    post = times.post

    def posted(command: c.Command) -> None:
        kept = tmp_path / "pictures" / f"{name}.dice.jpg"
        there.append(kept.exists() and kept.read_bytes() == b"its dice")
        post(command)

    times.post = posted
    (command,) = times.run().commands
    assert there == [True]
    assert command == c.RollRead(Instant(222), roll_facts(READING, name))


def test_a_close_up_that_cant_be_kept_costs_the_roll_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(target: Path, content: bytes) -> None:
        if target.name.endswith(".dice.jpg"):
            raise OSError(28, f"No space left for {len(content)} bytes")
        target.write_bytes(content)

    monkeypatch.setattr(pictures, "_write", full)
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture", b"its dice")]).run()
    assert times.commands == [
        c.RollRead(Instant(222), roll_facts(READING, codec.sha256(b"a picture")))
    ]


def test_an_empty_board_is_posted_when_it_was_seen(tmp_path: Path) -> None:
    assert Times(tmp_path, [*beats(1), SeenEmpty(77)]).run().commands == [c.DiceLifted(Instant(77))]


maybe_value = st.none() | st.integers(1, 6)
place = st.floats(-500, 3000)
seen = st.builds(
    reading.DieSeen,
    value=maybe_value,
    guess=maybe_value,
    half=st.sampled_from(get_args(reading.Zone)),
    flat=st.none() | st.booleans(),
    support=st.none() | st.sampled_from(reading.Support),
    confidence=st.floats(0, 1),
    center_px=st.tuples(place, place),
    center_mm=st.none() | st.tuples(place, place),
    bbox_px=st.just((1, 2, 3, 4)),
)
readings = st.builds(
    reading.Reading,
    dice=st.lists(seen, max_size=5).map(tuple),
    first_at_ns=st.integers(0, 10**15),
    last_at_ns=st.integers(0, 10**15),
    frame_seqs=st.just((1, 2, 3)),
    rolled=st.booleans(),
)


@given(readings, st.none() | st.just("f" * 64))
def test_facts_say_what_the_reader_said(read: reading.Reading, picture: str | None) -> None:
    facts = roll_facts(read, picture)
    assert (facts.rolled, facts.picture) == (read.rolled, picture)
    assert (facts.first_frame_at, facts.last_frame_at) == (read.first_at_ns, read.last_at_ns)
    assert len(facts.dice) == len(read.dice)
    for fact, die in zip(facts.dice, read.dice, strict=True):
        assert (fact.value, fact.guess, fact.flat) == (die.value, die.guess, die.flat)
        assert fact.half is table.Half(die.half)
        assert fact.support == (None if die.support is None else die.support.value)
        assert fact.confidence == pytest.approx(die.confidence, abs=0.000501)
        if die.center_mm is None:
            assert fact.center_mm is None
        else:
            assert fact.center_mm == pytest.approx(die.center_mm, abs=0.0501)
    command = c.RollRead(facts.last_frame_at, facts)
    assert codec.decode_command("RollRead", codec.encode(command)) == command


def test_reader_and_rules_name_the_same_halves() -> None:
    assert set(get_args(reading.Zone)) == {half.value for half in table.Half}
    assert roll.DieFact.__dataclass_fields__.keys() <= reading.DieSeen.__dataclass_fields__.keys()


# --- scenes ------------------------------------------------------------------------------------


def pose(times: Times) -> None:
    """As the control socket does it; the camera's answer is in the script."""
    times.worker._posed.clear()
    times.worker._scene = PoseScene(1, THROWN)


def test_a_scene_at_rest_is_where_its_dice_came_to_lie() -> None:
    rested = scene_at_rest(PoseScene(3, THROWN))
    assert rested == PoseScene(3, Scene(dice=(DiePath.resting(FLAT),)))
    assert rested.scene.dice[0].pose_at(0.0) == FLAT


def test_a_camera_started_again_sees_dice_lie_that_the_last_one_saw_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, ScenePosed(1), None], beats(1)).run()
    assert times.lives[1].sent == [scene_at_rest(PoseScene(1, THROWN))]


def test_a_scene_no_camera_has_shown_yet_is_still_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, None], beats(1)).run()
    assert times.lives[1].sent == [PoseScene(1, THROWN)]


class Shown(threading.Event):
    """What the camera says while somebody waits for its scene, and whether that is enough."""

    def __init__(self, times: Times, *says: int) -> None:
        super().__init__()
        self._times = times
        self.says = says
        self.scene = 0
        self.enough: list[bool] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.scene += 1
        assert self._times.lives[0].sent[-1] == PoseScene(self.scene, THROWN)
        for number in self.says:
            self._times.worker._note_posed(ScenePosed(number))
            self.enough.append(self.is_set())
        return self.is_set()


def posing(folder: Path, *says: int) -> tuple[Times, Shown]:
    times = Times(folder, [*beats(1)])
    shown = Shown(times, *says)
    times.worker._pipe, times.worker._posed = times.lives[0], shown
    return times, shown


def test_posing_waits_until_the_camera_has_shown_this_very_scene(tmp_path: Path) -> None:
    times, shown = posing(tmp_path, 0, 1)
    times.worker.pose(THROWN)
    shown.says = (1, 2)
    times.worker.pose(THROWN)
    assert shown.enough == [False, True, False, True]


def test_a_scene_the_camera_never_showed_is_said(tmp_path: Path) -> None:
    times, shown = posing(tmp_path, 0)
    with pytest.raises(ControlRefused, match="scene 1 was not shown within 30 s"):
        times.worker.pose(THROWN)
    assert shown.enough == [False]


def test_a_recording_shows_no_scenes(tmp_path: Path) -> None:
    times = Times(tmp_path, beats(1), kind="folder")
    with pytest.raises(ControlRefused, match="plays a recording"):
        times.worker.pose(THROWN)


# --- close-ups -----------------------------------------------------------------------------------

WIDE, HIGH = 1200, 700
BOARD = np.dstack(
    [
        np.broadcast_to(np.arange(WIDE) % 251, (HIGH, WIDE)),
        np.broadcast_to(np.arange(WIDE) // 251, (HIGH, WIDE)),
        np.broadcast_to(np.arange(HIGH)[:, None] % 251, (HIGH, WIDE)),
    ]
).astype(np.uint8)
"""A picture whose every pixel says where it is (up to the row's multiple of 251)."""

dice_boxes = st.lists(
    st.tuples(
        st.integers(0, WIDE - 60), st.integers(0, HIGH - 60), st.integers(8, 60), st.integers(8, 60)
    ),
    min_size=1,
    max_size=4,
)


@given(dice_boxes)
def test_a_close_up_shows_every_die_about_as_wide_as_a_screen(boxes: list[Any]) -> None:
    part = crop_around(BOARD, boxes)
    high, wide = part.shape[:2]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    top, bottom = min(box[1] for box in boxes), max(box[1] + box[3] for box in boxes)
    assert wide >= CLOSE_UP_PX
    assert wide <= max(CLOSE_UP_PX, WIDE)
    if wide > CLOSE_UP_PX:  # not enlarged: its pixels still say where they are
        x0 = int(part[0, 0, 0]) + 251 * int(part[0, 0, 1])
        assert x0 <= left
        assert right <= x0 + wide
        rows = {int(row) for row in part[:, 0, 2]}
        assert {y % 251 for y in range(top, bottom)} <= rows
    if high < HIGH and wide < WIDE:
        assert wide / high == pytest.approx(1.6, abs=0.05)


def test_the_dice_lie_in_the_middle_of_a_close_up_with_room_around_them() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    boxes = [(400, 300, 40, 40), (700, 320, 40, 40)]
    for x, y, wide, high in boxes:
        picture[y : y + high, x : x + wide] = 255
    part = crop_around(picture, boxes)
    rows, columns = np.nonzero(part[:, :, 0])
    left, right = int(columns.min()), part.shape[1] - 1 - int(columns.max())
    top, bottom = int(rows.min()), part.shape[0] - 1 - int(rows.max())
    assert left == pytest.approx(right, abs=2)
    assert top == pytest.approx(bottom, abs=2)
    assert min(left, top) >= 40
    assert max(left, right) <= 80


def test_dice_far_apart_are_shown_each_by_itself_left_to_right() -> None:
    """In one part of the whole board nobody could see how a die leans."""
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[100:130, 1000:1030] = 100
    picture[500:530, 100:130] = 200
    part = close_up_of(picture, [(1000, 100, 30, 30), (100, 500, 30, 30)])
    high, wide = part.shape[:2]
    assert wide / high == pytest.approx(1.6, abs=0.05)
    left, right = part[:, : wide // 2, 0], part[:, wide // 2 + wide // 60 :, 0]
    assert (left.max(), right.max()) == (200, 100)
    assert np.count_nonzero(left == 200) / left.size > 0.08
    near = close_up_of(picture, [(1000, 100, 30, 30), (1100, 100, 30, 30)])
    assert np.array_equal(near, crop_around(picture, [(1000, 100, 30, 30), (1100, 100, 30, 30)]))


def test_a_single_small_die_is_enlarged() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[100:120, 200:220] = 255
    part = crop_around(picture, [(200, 100, 20, 20)])
    assert part.shape == (250, CLOSE_UP_PX, 3)
    assert 0.05 < np.count_nonzero(part > 127) / part.size < 0.25


def test_dice_have_a_close_up_and_an_empty_board_has_none() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    with_dice = seen_dice(AtRest(READING, picture))
    without = seen_dice(AtRest(replace(READING, dice=()), picture))
    assert with_dice.close_up is not None
    assert cv2.imdecode(np.frombuffer(with_dice.close_up, np.uint8), 1).shape[1] == CLOSE_UP_PX
    assert cv2.imdecode(np.frombuffer(with_dice.picture, np.uint8), 1).shape == (HIGH, WIDE, 3)
    assert without.close_up is None


def test_the_board_the_reader_was_given_is_sent_unless_it_is_the_last_one_sent() -> None:
    picture, board = np.zeros((HIGH, WIDE, 3), np.uint8), np.full((HIGH, WIDE, 3), 9, np.uint8)
    same = seen_dice(AtRest(READING, picture, board), board=board)
    other = seen_dice(AtRest(READING, picture, board), board=picture)
    none = seen_dice(AtRest(READING, picture), board=board)
    assert (same.same_board, same.before) == (True, None)
    assert (none.same_board, none.before) == (False, None)
    assert not other.same_board
    assert other.before is not None
    assert abs(cv2.imdecode(np.frombuffer(other.before, np.uint8), 1).mean() - 9) < 2


def test_a_moved_camera_is_told_once_and_as_long_as_it_is_lost() -> None:
    found = CameraNudged(5, 12.0, None)
    assert "12 pixels" in (blind_reason([found], lost=False) or "")
    assert blind_reason([], lost=False) is None
    assert "markers" in (blind_reason([], lost=True) or "")
