"""Lives and deaths of the camera's process, told by its frames; dice by touch meanwhile."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from kits import commands as c
from kits.camera_kit import Recorder, Sign, Times, beats
from kits.table_kit import Table, load_norway

from kiosk.rules.match import Phase
from kiosk.rules.units import Side
from kiosk.table import camera
from kiosk.table.camera import RETRY_S, FramePulse
from kiosk.table.camera_child import CameraBeat, CameraGone, ScenePosed, Seen, SeenEmpty

# --- the pulse ---------------------------------------------------------------------------------


def test_a_camera_is_frozen_once_no_frame_came_for_three_seconds() -> None:
    pulse = FramePulse(100.0)
    pulse.beat(110.0)
    assert pulse.frozen(110.0 + 3.0) is None
    assert pulse.frozen(110.0 + 3.0 + 0.01) == "no frame for 3 s"
    pulse.beat(114.0)
    assert pulse.frozen(116.9) is None


def test_a_camera_may_take_longer_to_its_first_frame() -> None:
    pulse = FramePulse(100.0)
    assert pulse.frozen(100.0 + 20.0) is None
    assert pulse.frozen(100.0 + 20.0 + 0.01) == "no frame for 20 s"


def test_a_frozen_child_is_killed_and_reported_within_about_three_seconds(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(4), 60.0], beats(2)).run()
    frozen, alive = times.lives
    failed, back = times.commands
    assert (failed.device, failed.why) == ("camera", "no frame for 3 s")  # type: ignore[attr-defined]
    assert back == c.DeviceRecovered(back.at, "camera")
    since_last_beat = times.posted[0][1] - (1000.0 + 3 * 0.5)
    assert 3.0 < since_last_beat < 3.0 + 0.5
    assert (frozen.killed, frozen.joined, frozen.closed) == (True, True, True)
    assert (alive.killed, alive.joined, alive.closed) == (True, True, True)


def test_a_child_that_poses_but_sees_no_frame_is_frozen_too(tmp_path: Path) -> None:
    def passes(times: Times) -> None:
        times.now_s += 0.1

    posing: list[Sign] = [passes, ScenePosed(1)] * 60
    times = Times(tmp_path, [*beats(1), *posing], beats(1)).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == "no frame for 3 s"  # type: ignore[attr-defined]


def test_a_beat_that_waited_in_the_pipe_counts(tmp_path: Path) -> None:
    times = Times(tmp_path, [*beats(2), SeenEmpty(5), *beats(2)])
    post = times.post

    def slow(command: c.Command) -> None:
        times.now_s += 10.0
        post(command)

    times.post = slow
    assert times.run().kinds() == ["DiceLifted"]


@pytest.mark.parametrize(
    ("end", "why"),
    [([None], "its process ended"), ([CameraGone("No camera at port 0.")], "No camera at port 0.")],
)
def test_a_child_that_ends_is_reported_once_and_started_again(
    tmp_path: Path, end: list[Sign], why: str
) -> None:
    times = Times(tmp_path, [*beats(1), *end], end, end, beats(1)).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == why  # type: ignore[attr-defined]
    assert all(life.joined for life in times.lives)


def test_a_camera_that_sees_frames_but_no_board_is_lost_until_it_does(tmp_path: Path) -> None:
    blind = CameraBeat(1, "Only markers 0 of 0-3 were found")
    times = Times(tmp_path, [blind, 0.5, blind, 0.5, *beats(2)]).run()
    assert times.kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == blind.blind  # type: ignore[attr-defined]


def test_a_camera_lost_before_a_restart_comes_back_with_its_first_frame(tmp_path: Path) -> None:
    assert Times(tmp_path, beats(3), lost=True).run().kinds() == ["DeviceRecovered"]


def test_a_camera_lost_before_a_restart_is_not_lost_again(tmp_path: Path) -> None:
    times = Times(tmp_path, [None], beats(1), lost=True).run()
    assert times.kinds() == ["DeviceRecovered"]


def test_pauses_between_lives_grow_while_no_frame_comes(tmp_path: Path) -> None:
    lives = [None], [None], [None], [None], beats(1)
    times = Times(tmp_path, *lives, retry_s=(1.0, 2.0, 5.0))
    waited: list[float] = []
    times.worker._stopping = Recorder(waited.append)
    times.run()
    assert waited == [2.0, 5.0, 5.0, 5.0]


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
    assert 20.0 < times.born_s[1] - times.born_s[0] < 20.0 + 1
    assert times.commands[0].why == "no frame for 20 s"  # type: ignore[attr-defined]


def test_players_enter_dice_by_touch_from_the_freeze_to_the_first_frame(
    tmp_path: Path, table: Table
) -> None:
    """Through the real loop and rules: the camera freezes in White's turn, Black rolls."""
    white, black = Side
    table.open(load_norway())
    for side in Side:
        table.do(c.ReadyTapped(table.now, side), side.value)
    for side in Side:
        table.do(c.RollEntered(table.now, side, (5, 2)), side.value)
    table.do(c.ClockPressed(table.now, black), "buttons")
    seen: list[tuple[frozenset[str], Phase, Side | None]] = []

    def look(_times: Times) -> None:
        match = table.loop.match
        assert match.game is not None
        seen.append((match.lost_devices, match.phase, match.game.on_turn))

    def blacks_turn(times: Times) -> None:
        table.do(c.ClockPressed(table.now, white), "buttons")
        look(times)
        for side in (black, white):
            table.do(c.RollEntered(table.now, side, (6, 4)), side.value)
        look(times)

    times = Times(tmp_path, [*beats(2), look, 60.0], [5.0, blacks_turn, *beats(1), look])
    times.post = lambda command: table.do(command, "camera")
    times.run()
    lost = frozenset({"camera"})
    assert seen == [
        (frozenset(), Phase.MOVING, white),
        (lost, Phase.TO_ROLL, black),
        (lost, Phase.MOVING, black),
        (frozenset(), Phase.MOVING, black),
    ]
    table.do(c.ClockPressed(table.now, black), "buttons")
    assert table.loop.match.game is not None
    assert table.loop.match.game.on_turn is white


def test_a_child_that_stops_within_a_message_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pipe says that something came, and never gives it."""
    waited: list[float] = []

    class Late(threading.Timer):
        """As if the time were over at once."""

        def __init__(self, seconds: float, killing: Callable[[], None]) -> None:
            waited.append(seconds)
            super().__init__(0.01, killing)

    monkeypatch.setattr(camera.threading, "Timer", Late)
    times = Times(tmp_path, beats(1), beats(1))
    stuck = times.lives[0]
    killed = threading.Event()
    recv = stuck.recv

    def half_said() -> Seen:
        if stuck.script:
            return recv()
        killed.wait()
        raise EOFError

    monkeypatch.setattr(stuck, "recv", half_said)
    monkeypatch.setattr(stuck, "kill", lambda: (setattr(stuck, "killed", True), killed.set()))
    assert times.run().kinds() == ["DeviceFailed", "DeviceRecovered"]
    assert times.commands[0].why == "its process ended"  # type: ignore[attr-defined]
    assert set(waited) == {3.0}


def test_a_process_that_cannot_be_started_is_tried_again(tmp_path: Path) -> None:
    times = Times(tmp_path, beats(1))
    spawn = times.spawn
    failures = iter([OSError(12, "Cannot allocate memory")])

    def short_of_memory() -> object:
        for failure in failures:
            raise failure
        return spawn()

    times.spawn = short_of_memory  # type: ignore[assignment]
    failed, back = times.run().commands
    assert "Cannot allocate memory" in failed.why  # type: ignore[attr-defined]
    assert isinstance(back, c.DeviceRecovered)
