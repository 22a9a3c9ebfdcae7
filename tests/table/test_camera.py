"""The camera's worker: heartbeats, lives and deaths of its child, facts, pictures, scenes."""

import itertools
import math
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.rules import commands as c
from kiosk.rules import roll, table
from kiosk.rules.units import Instant
from kiosk.table import pictures
from kiosk.table.camera import (
    FROZEN_S,
    RETRY_S,
    START_S,
    CameraWorker,
    Pulse,
    at_rest,
    facts_of,
)
from kiosk.table.camera_child import (
    CLOSE_UP_PX,
    Beat,
    Gone,
    Posed,
    PoseScene,
    Seen,
    SeenDice,
    SeenEmpty,
    around,
    seen_of,
)
from kiosk.table.errors import ControlRefused
from kiosk.wire import codec
from vision import reading
from vision.scene import DiePath, DiePose, Scene
from vision.tracker import AtRest

FLAT = DiePose(100.0, 90.0, -7.0, (1.0, 0.0, 0.0, 0.0))
THROWN = Scene(
    dice=(DiePath(((0.0, DiePose(0.0, 0.0, -90.0, (0.0, 1.0, 0.0, 0.0))), (900.0, FLAT))),)
)
DIE = reading.DieSeen(
    value=5,
    guess=5,
    half=reading.Half.PICTURE_LEFT,
    flat=True,
    support=reading.Support.SURFACE,
    confidence=0.91,
    center_px=(300.0, 200.0),
    center_mm=(101.24, 88.88),
    bbox_px=(290, 190, 20, 20),
)
READING = reading.Reading((DIE,), 111, 222, (7, 8, 9), True)

Sign = Seen | float | Callable[[Any], object] | None
"""What a child says, how many seconds it is silent, what happens meanwhile, None when it dies."""


class Life:
    """One child: says its script and then dies. Silence moves the test's clock, not the test."""

    pid = 4711

    def __init__(self, times: "Times", script: Iterable[Sign]) -> None:
        self._times = times
        self._script = deque(script)
        self.sent: list[PoseScene] = []
        self.killed = False
        self.joined = False
        self.closed = False

    def poll(self, timeout: float) -> bool:
        while self._script and callable(self._script[0]):
            self._script.popleft()(self._times)
        if not self._script or not isinstance(self._script[0], float):
            return True
        silent = min(timeout, self._script[0])
        self._times.now_s += silent
        self._script[0] -= silent
        if self._script[0] <= 1e-9:
            self._script.popleft()
        return False

    def recv(self) -> Seen:
        said = self._script.popleft() if self._script else None
        if said is None:
            raise EOFError
        return said  # type: ignore[return-value]

    def send(self, scene: PoseScene) -> None:
        self.sent.append(scene)

    def kill(self) -> None:
        self.killed = True

    def join(self, timeout: float) -> None:
        assert self.killed
        assert math.isfinite(timeout)
        self.joined = True

    def close(self) -> None:
        self.closed = True


class Times:
    """Clock in the test's hand, and the lives of the child one after the other."""

    def __init__(
        self,
        folder: Path,
        *scripts: Iterable[Sign],
        lost: bool = False,
        kind: str = "simulated",
        retry_s: tuple[float, ...] = (0.0,),
    ) -> None:
        self.now_s = 1000.0
        self.born_s: list[float] = []
        self.posted: list[tuple[c.Command, float]] = []
        self.lives = [Life(self, script) for script in scripts]
        self._next = iter(self.lives)
        section: Any = SimpleNamespace(kind=kind)
        self.worker = CameraWorker(
            section,
            mixer=None,
            pictures=folder / "pictures",
            post=lambda command: self.posted.append((command, self.now_s)),
            lost=lost,
            spawn=self._spawn,
            clock=lambda: self.now_s,
            retry_s=retry_s,
        )

    def _spawn(self) -> tuple[Life, Life]:
        life = next(self._next)
        self.born_s.append(self.now_s)
        if life is self.lives[-1]:
            life._script.append(lambda times: times.worker._stopping.set())
            life._script.append(0.1)
        return life, life

    def run(self) -> "Times":
        """Live all lives; the worker is told to stop when the last one has said its words."""
        self.worker._run()
        return self

    @property
    def commands(self) -> list[c.Command]:
        return [command for command, _ in self.posted]

    def kinds(self) -> list[str]:
        return [type(command).__name__ for command in self.commands]


def beats(count: int) -> list[Sign]:
    return list(itertools.chain.from_iterable((Beat(seq, None), 0.5) for seq in range(count)))


# --- the pulse ---------------------------------------------------------------------------------


def test_a_camera_is_frozen_once_no_frame_came_for_three_seconds() -> None:
    pulse = Pulse(100.0)
    pulse.beat(110.0)
    assert pulse.frozen(110.0 + FROZEN_S) is None
    assert pulse.frozen(110.0 + FROZEN_S + 0.01) == "no frame for 3 s"
    pulse.beat(114.0)
    assert pulse.frozen(116.9) is None


def test_a_camera_may_take_longer_to_its_first_frame() -> None:
    pulse = Pulse(100.0)
    assert pulse.frozen(100.0 + START_S) is None
    assert pulse.frozen(100.0 + START_S + 0.01) == "no frame for 20 s"


def test_a_frozen_child_is_killed_and_reported_within_about_three_seconds(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(4), 60.0], beats(2)).run()
    frozen, alive = times.lives
    failed, back = times.commands
    assert (failed.device, failed.why) == ("camera", "no frame for 3 s")  # type: ignore[attr-defined]
    assert back == c.DeviceRecovered(back.at, "camera")
    since_last_beat = times.posted[0][1] - (1000.0 + 3 * 0.5)
    assert FROZEN_S < since_last_beat < FROZEN_S + 0.5
    assert (frozen.killed, frozen.joined, frozen.closed) == (True, True, True)
    assert (alive.killed, alive.joined, alive.closed) == (True, True, True)


def test_a_child_that_poses_but_sees_no_frame_is_frozen_too(tmp_path: Path) -> None:
    def passes(times: Times) -> None:
        times.now_s += 0.1

    posing: list[Sign] = [passes, Posed(1)] * 60
    times = Times(tmp_path, [*beats(1), *posing], beats(1)).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == "no frame for 3 s"  # type: ignore[attr-defined]


def test_a_beat_that_waited_in_the_pipe_counts(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(2), SeenEmpty(5), *beats(2)])
    post = times.worker._post

    def slow(command: c.Command) -> None:
        times.now_s += 10.0
        post(command)

    times.worker._post = slow
    assert times.run().kinds() == ["DiceLifted"]


@pytest.mark.parametrize(
    ("end", "why"),
    [([None], "its process ended"), ([Gone("No camera at port 0.")], "No camera at port 0.")],
)
def test_a_child_that_ends_is_reported_once_and_started_again(
    tmp_path: Path, end: list[Sign], why: str
) -> None:
    times = Times(tmp_path, [*beats(1), *end], end, end, beats(1)).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == why  # type: ignore[attr-defined]
    assert all(life.joined for life in times.lives)


def test_a_camera_that_sees_frames_but_no_board_is_lost_until_it_does(tmp_path: Path) -> None:
    blind = Beat(1, "Only markers 0 of 0-3 were found")
    times = Times(tmp_path, [blind, 0.5, blind, 0.5, *beats(2)]).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == blind.blind  # type: ignore[attr-defined]


def test_a_camera_lost_before_a_restart_comes_back_with_its_first_frame(tmp_path: Path) -> None:
    assert Times(tmp_path, beats(3), lost=True).run().kinds() == ["DeviceRecovered"]


def test_a_camera_lost_before_a_restart_is_not_lost_again(tmp_path: Path) -> None:
    times = Times(tmp_path, [None], beats(1), lost=True).run()
    assert times.kinds() == ["DeviceRecovered"]


def test_pauses_between_lives_grow_while_no_frame_comes(tmp_path: Path) -> None:
    times = Times(tmp_path, [None], [None], [None], [None], beats(1))
    waited: list[float] = []
    times.worker._retry_s = (1.0, 2.0, 5.0)
    times.worker._stopping = Recorder(waited.append)
    times.run()
    assert waited == [2.0, 5.0, 5.0, 5.0]


class Recorder(threading.Event):
    """An event nobody waits for: the waiting is told."""

    def __init__(self, waits: Callable[[float], object]) -> None:
        super().__init__()
        self._waits = waits

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self._waits(timeout)
        return self.is_set()


@pytest.mark.parametrize("beating", [1, 40], ids=["soon", "after 20 s"])
def test_a_frozen_camera_runs_again_within_ten_seconds_however_slowly_it_dies(
    tmp_path: Path, beating: int
) -> None:
    """From its last frame to the next process, in the pauses of a real table."""
    times = Times(tmp_path, [*beats(beating), 60.0], beats(1), retry_s=RETRY_S)

    def slowly(timeout: float) -> None:
        times.now_s += timeout

    times.worker._stopping = Recorder(slowly)
    times.lives[0].join = slowly  # type: ignore[method-assign]
    times.run()
    last_frame_s = 1000.0 + 0.5 * (beating - 1)
    assert times.lives[0].killed
    assert times.born_s[1] - last_frame_s <= 10.0
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]


def test_a_camera_that_hangs_while_it_starts_is_killed_and_started_again(tmp_path: Path) -> None:
    times = Times(tmp_path, [60.0], beats(1)).run()
    assert times.lives[0].killed
    assert START_S < times.born_s[1] - times.born_s[0] < START_S + 1
    assert times.commands[0].why == "no frame for 20 s"  # type: ignore[attr-defined]


def test_players_may_enter_dice_from_the_freeze_to_the_first_frame(tmp_path: Path) -> None:
    """The rules core is told in that order, so it takes RollEntered in between and only then."""
    entered: list[bool] = []

    def roll(times: Times) -> None:
        entered.append("DeviceFailed" in times.kinds() and "DeviceRecovered" not in times.kinds())

    Times(tmp_path, [*beats(2), 60.0], [5.0, roll, *beats(1), roll]).run()
    assert entered == [True, False]


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
    post = times.worker._post

    def posted(command: c.Command) -> None:
        name = command.facts.picture  # type: ignore[attr-defined]
        kept = tmp_path / "pictures" / f"{name}.jpg"
        there.append(kept.read_bytes() == b"a picture" and name == codec.sha256(b"a picture"))
        there.append(synced[-2:] == [f"{name}.part", "pictures"])
        post(command)

    times.worker._post = posted
    (command,) = times.run().commands
    assert there == [True, True]
    assert command == c.RollRead(Instant(222), facts_of(READING, codec.sha256(b"a picture")))


def test_a_roll_whose_picture_cant_be_kept_counts_without_one(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("no folder")
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture")]).run()
    assert times.commands == [c.RollRead(Instant(222), facts_of(READING, None))]


def test_the_dice_close_up_is_there_before_the_roll_is_posted(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), SeenDice(READING, b"a picture", b"its dice")])
    name = codec.sha256(b"a picture")
    there: list[bool] = []
    post = times.worker._post

    def posted(command: c.Command) -> None:
        kept = tmp_path / "pictures" / f"{name}.dice.jpg"
        there.append(kept.exists() and kept.read_bytes() == b"its dice")
        post(command)

    times.worker._post = posted
    (command,) = times.run().commands
    assert there == [True]
    assert command == c.RollRead(Instant(222), facts_of(READING, name))


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
        c.RollRead(Instant(222), facts_of(READING, codec.sha256(b"a picture")))
    ]


def test_an_empty_board_is_posted_when_it_was_seen(tmp_path: Path) -> None:
    assert Times(tmp_path, [*beats(1), SeenEmpty(77)]).run().commands == [c.DiceLifted(Instant(77))]


maybe_value = st.none() | st.integers(1, 6)
place = st.floats(-500, 3000)
seen = st.builds(
    reading.DieSeen,
    value=maybe_value,
    guess=maybe_value,
    half=st.sampled_from(reading.Half),
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
    facts = facts_of(read, picture)
    assert (facts.rolled, facts.picture) == (read.rolled, picture)
    assert (facts.first_frame_at, facts.last_frame_at) == (read.first_at_ns, read.last_at_ns)
    assert len(facts.dice) == len(read.dice)
    for fact, die in zip(facts.dice, read.dice, strict=True):
        assert (fact.value, fact.guess, fact.flat) == (die.value, die.guess, die.flat)
        assert fact.half is table.Half(die.half.value)
        assert fact.support == (None if die.support is None else die.support.value)
        assert fact.confidence == pytest.approx(die.confidence, abs=0.000501)
        if die.center_mm is None:
            assert fact.center_mm is None
        else:
            assert fact.center_mm == pytest.approx(die.center_mm, abs=0.0501)
    command = c.RollRead(facts.last_frame_at, facts)
    assert codec.decode_command("RollRead", codec.encode(command)) == command


def test_reader_and_rules_name_the_same_halves() -> None:
    assert {half.value for half in reading.Half} == {half.value for half in table.Half}
    assert roll.DieFact.__dataclass_fields__.keys() <= reading.DieSeen.__dataclass_fields__.keys()


# --- scenes ------------------------------------------------------------------------------------


def pose(times: Times) -> None:
    """As the control socket does it; the camera's answer is in the script."""
    times.worker._posed.clear()
    times.worker._scene = PoseScene(1, THROWN)


def test_a_scene_at_rest_is_where_its_dice_came_to_lie() -> None:
    rested = at_rest(PoseScene(3, THROWN))
    assert rested == PoseScene(3, Scene(dice=(DiePath.resting(FLAT),)))
    assert rested.scene.dice[0].pose_at(0.0) == FLAT


def test_a_camera_started_again_sees_dice_lie_that_the_last_one_saw_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, Posed(1), None], beats(1)).run()
    assert times.lives[1].sent == [at_rest(PoseScene(1, THROWN))]


def test_a_scene_no_camera_has_shown_yet_is_still_thrown(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1), pose, None], beats(1)).run()
    assert times.lives[1].sent == [PoseScene(1, THROWN)]


def test_posing_waits_until_the_camera_has_taken_the_scene(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(1)])
    life = times.lives[0]
    times.worker._pipe = life
    shown = threading.Thread(target=times.worker.pose, args=(THROWN,))
    shown.start()
    while not life.sent:
        assert shown.is_alive()
    assert life.sent == [PoseScene(1, THROWN)]
    assert shown.is_alive()
    times.worker._note_posed(Posed(0))
    assert shown.is_alive()
    times.worker._note_posed(Posed(1))
    shown.join(30)
    assert not shown.is_alive()


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
    part = around(BOARD, boxes)
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
    part = around(picture, boxes)
    rows, columns = np.nonzero(part[:, :, 0])
    left, right = int(columns.min()), part.shape[1] - 1 - int(columns.max())
    top, bottom = int(rows.min()), part.shape[0] - 1 - int(rows.max())
    assert left == pytest.approx(right, abs=2)
    assert top == pytest.approx(bottom, abs=2)
    assert min(left, top) >= 40
    assert max(left, right) <= 80


def test_a_single_small_die_is_enlarged() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    picture[100:120, 200:220] = 255
    part = around(picture, [(200, 100, 20, 20)])
    assert part.shape == (250, CLOSE_UP_PX, 3)
    assert 0.05 < np.count_nonzero(part > 127) / part.size < 0.25


def test_dice_have_a_close_up_and_an_empty_board_has_none() -> None:
    picture = np.zeros((HIGH, WIDE, 3), np.uint8)
    with_dice = seen_of(AtRest(READING, picture))
    without = seen_of(AtRest(replace(READING, dice=()), picture))
    assert with_dice.close_up is not None
    assert cv2.imdecode(np.frombuffer(with_dice.close_up, np.uint8), 1).shape[1] == CLOSE_UP_PX
    assert cv2.imdecode(np.frombuffer(with_dice.picture, np.uint8), 1).shape == (HIGH, WIDE, 3)
    assert without.close_up is None
