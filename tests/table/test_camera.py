"""The camera's worker: heartbeats, lives and deaths of its child, facts, pictures."""

import threading
from pathlib import Path

import pytest
from camera_kit import READING, Sign, Times, beats
from hypothesis import given
from hypothesis import strategies as st

from kiosk.rules import commands as c
from kiosk.rules import roll, table
from kiosk.rules.units import Instant
from kiosk.table import pictures
from kiosk.table.camera import FROZEN_S, START_S, Pulse, facts_of
from kiosk.table.camera_child import (
    Beat,
    Gone,
    Posed,
    SeenDice,
    SeenEmpty,
)
from kiosk.wire import codec
from vision import reading

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
    times.worker._stopping = Recorder(waited)
    times.run()
    assert waited == [2.0, 5.0, 5.0, 5.0]


class Recorder(threading.Event):
    """An event nobody waits for."""

    def __init__(self, waited: list[float]) -> None:
        super().__init__()
        self._waited = waited

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self._waited.append(timeout)
        return self.is_set()


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
