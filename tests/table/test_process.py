"""`kiosk table` as a process: a turn through every real device path, and what kills it."""

import hashlib
import os
import resource
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits import events as e
from kits.private_kit import odd_modes
from kits.process_kit import (
    WITHIN_S,
    Control,
    Screen,
    TableProcess,
    camera_config,
    clear_of_wood,
    gone,
    one_line,
)
from kits.table_kit import CONFIG

from kiosk.rules.match import Phase
from kiosk.rules.reasons import StopReason
from kiosk.rules.units import Instant, Side
from kiosk.table.camera_child import NICENESS
from kiosk.wire.messages import PROTOCOL, Goodbye, Hello
from kiosk.wire.row import Row
from kiosk.wire.snapshot import Snapshot, StopView
from vision.scene import Scene

WHITE, BLACK = Side

OPENING, VALUES = (5, 2), (6, 3)
EVENINGS = 3


def now() -> Instant:
    return Instant(time.monotonic_ns())


def press(control: Control, screen: Screen, button: str, then: Phase) -> Snapshot:
    assert control.do("press", button=button) == {"ok": True}
    return screen.until(lambda shown: shown.phase is then)


def throw(control: Control, screen: Screen, *values: int) -> bool:
    """Dice through the baffle box, flat onto the half beside it; the players see what it asks.

    False where they had to enter the roll."""
    control.do("tower", act="drop", count=len(values))
    control.do("tower", act="come_out", count=len(values))
    control.pose(Scene(dice=clear_of_wood(values)))
    asked = screen.until(lambda shown: shown.dice_down).phase is Phase.CONFIRMING
    if asked:
        for side in Side:
            screen.tap(c.RollEntered(now(), side, values))
    return not asked


def camera(control: Control) -> int:
    """Its process, once it is started."""
    late = time.monotonic() + WITHIN_S
    while (pid := control.do("processes")["processes"]["camera"]) is None:
        assert time.monotonic() < late, "no camera is started"
    return int(pid)


def lift(control: Control, screen: Screen) -> None:
    control.pose(Scene())
    screen.until(lambda shown: not shown.dice_down)


@dataclass
class Evening:
    """What happened, for the tests to look at."""

    folder: Path
    hello: Any = None
    thrown: list[Row] = field(default_factory=list)
    """The rows up to the turn's end by a press."""
    after_freeze: list[Row] = field(default_factory=list)
    lost: Snapshot | None = None
    cameras: list[int] = field(default_factory=list)
    cameras_gone: list[bool] = field(default_factory=list)
    niceness: int = 0
    """The camera's."""
    before_kill: Snapshot | None = None
    restarted: Snapshot | None = None
    resumed: Snapshot | None = None
    exits: list[int] = field(default_factory=list)
    first_errors: str = ""
    errors: str = ""
    rows: list[Row] = field(default_factory=list)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A busy machine may lose its simulated camera during a throw, as a busy table may: the players
    enter that roll then, and another evening is played."""
    for _ in range(EVENINGS):
        folder = tmp_path_factory.mktemp("table")
        table = TableProcess(folder, CONFIG + camera_config())
        told = Evening(folder)
        try:
            if _first_half(table.start(), told):
                _second_half(table.start(), told)
                return told
        finally:
            table.end()
    raise AssertionError(f"the camera read no roll in {EVENINGS} evenings")


def _first_half(table: TableProcess, told: Evening) -> bool:
    """A turn; then the camera freezes; then the table is killed. False: the camera read no roll."""
    screen, control = table.screen(), table.control()
    told.hello = screen.hello
    control.pose(Scene())
    screen.until(lambda _: any(row.by == "camera" for row in table.rows()))
    for side in Side:
        assert screen.tap(c.ReadyTapped(now(), side)).refused == ()
    for value in OPENING:
        throw(control, screen, value)
        lift(control, screen)
    press(control, screen, "left", Phase.MOVING)
    press(control, screen, "right", Phase.TO_ROLL)
    if not throw(control, screen, *VALUES):
        return False
    screen.until(lambda shown: shown.phase is Phase.MOVING)
    press(control, screen, "left", Phase.TO_ROLL)
    told.thrown = table.rows()

    told.cameras.append(camera(control))
    told.niceness = os.getpriority(os.PRIO_PROCESS, told.cameras[0])
    os.kill(told.cameras[0], signal.SIGSTOP)
    told.lost = screen.until(lambda shown: "camera" in shown.lost_devices)
    told.cameras_gone.append(gone(told.cameras[0]))
    screen.until(lambda shown: "camera" not in shown.lost_devices)
    told.cameras.append(camera(control))

    told.before_kill = screen.newest
    control.do("die", when="now")
    told.exits.append(table.wait())
    told.first_errors = table.errors
    told.after_freeze = table.rows()
    told.cameras_gone.append(gone(told.cameras[1]))
    return True


def _second_half(table: TableProcess, told: Evening) -> None:
    """The same journal again; both agree to go on; an orderly end."""
    screen, control = table.screen(), table.control()
    told.restarted = screen.until(lambda shown: shown.stop is not None)
    for side in Side:
        screen.tap(c.ResumeTapped(now(), side))
    told.resumed = screen.until(lambda shown: shown.stop is None)
    told.cameras.append(camera(control))
    told.exits.append(table.stop(signal.SIGTERM))
    told.cameras_gone.append(gone(told.cameras[2]))
    told.errors, told.rows = table.errors, table.rows()


def one(rows: list[Row], kind: type[e.Event]) -> Any:
    (found,) = (row.event() for row in rows if row.kind == kind.__name__)
    return found


def test_the_table_says_hello_with_its_journal(evening: Evening) -> None:
    assert evening.hello.protocol == PROTOCOL
    assert evening.hello.journal_id == evening.rows[0].journal_id
    assert evening.hello.pictures == str((evening.folder / "pictures").resolve())


def test_a_thrown_roll_comes_through_camera_and_tower_into_the_journal(evening: Evening) -> None:
    accepted = one(evening.thrown, e.RollAccepted)
    assert (accepted.side, accepted.values, accepted.by_touch) == (BLACK, VALUES, False)
    assert [row.event() for row in evening.thrown if row.kind == "TowerCounted"] == [
        e.TowerCounted(1, 1),
        e.TowerCounted(1, 1),
        e.TowerCounted(2, 2),
    ]
    opening = [row.event() for row in evening.thrown if row.kind == "OpeningDieRolled"]
    assert tuple(die.value for die in opening) == OPENING  # type: ignore[attr-defined]
    assert sorted(die.value for die in accepted.facts.dice) == sorted(VALUES)


def test_all_it_keeps_is_its_owners_alone(evening: Evening) -> None:
    there = {path.name for path in (evening.folder / "pictures").iterdir()}
    assert len(there) > 1
    assert odd_modes(evening.folder, "table.toml", "tmp") == {}


def test_the_rolls_picture_is_kept_under_its_own_hash(evening: Evening) -> None:
    name = one(evening.thrown, e.RollAccepted).facts.picture
    picture = (evening.folder / "pictures" / f"{name}.jpg").read_bytes()
    assert hashlib.sha256(picture).hexdigest() == name
    assert picture.startswith(b"\xff\xd8")


def test_a_press_ends_the_turn_and_is_stamped_by_the_pin(evening: Evening) -> None:
    ended = [row for row in evening.thrown if row.kind == "TurnEnded"]
    assert [row.event().side for row in ended] == [WHITE, BLACK]  # type: ignore[attr-defined]
    assert {row.by for row in ended} == {"buttons"}
    started = [row for row in evening.thrown if row.kind == "ClockStarted"]
    assert [row.at_ns for row in ended] == [row.event().at for row in started[1:]]  # type: ignore[attr-defined]


def test_a_reading_comes_after_a_press_and_the_screen(evening: Evening) -> None:
    assert evening.niceness == os.getpriority(os.PRIO_PROCESS, 0) + NICENESS


def test_a_frozen_camera_is_killed_reported_and_started_again(evening: Evening) -> None:
    assert one(evening.after_freeze, e.DeviceLost) == e.DeviceLost("camera", "no frame for 3 s")
    assert one(evening.after_freeze, e.DeviceBack) == e.DeviceBack("camera")
    assert evening.cameras_gone[0]
    assert evening.cameras[1] != evening.cameras[0]


def test_dice_that_lay_there_are_not_thrown_again_for_the_new_camera(evening: Evening) -> None:
    rolls = [row.kind for row in evening.rows if row.kind.startswith("Roll")]
    assert rolls.count("RollAccepted") == 1


def test_a_killed_table_goes_on_where_the_journal_stands(evening: Evening) -> None:
    assert evening.exits[0] == -signal.SIGKILL
    before, after = evening.before_kill, evening.restarted
    assert before is not None
    assert after is not None
    assert after.stop == StopView(StopReason.RESTARTED, None, None)
    assert (after.phase, after.match_id) == (before.phase, before.match_id)
    assert after.running is None
    assert after.game is not None
    assert before.game is not None
    assert after.game.on_turn is before.game.on_turn is WHITE
    restored = one(evening.rows, e.ClockRestored)
    assert restored.side is WHITE
    kinds = [row.kind for row in evening.rows]
    assert kinds.index("Restarted") == len(evening.after_freeze)
    assert kinds.count("MatchOpened") == 1


def test_both_agree_and_the_clock_goes_on(evening: Evening) -> None:
    assert evening.resumed is not None
    assert evening.resumed.running is WHITE


def test_the_camera_dies_with_its_table_however_that_ends(evening: Evening) -> None:
    assert evening.cameras_gone == [True, True, True]


def test_who_runs_it_is_told_that_it_is_up_and_which_device_is_lost_and_back(
    evening: Evening,
) -> None:
    up = f"kiosk.table.run: table 1 is up: journal {evening.folder / 'table.journal'}, "
    assert evening.first_errors.count(up) == evening.errors.count(up) == 1
    lines = [each for each in evening.first_errors.splitlines() if "table.loop: camera" in each]
    lost, back = lines
    assert lost.startswith("kiosk.table.loop: camera lost: ")
    assert back == "kiosk.table.loop: camera is back"


def test_told_to_stop_it_ends_in_order(evening: Evening) -> None:
    assert evening.exits[1] == 0
    assert "Traceback" not in evening.errors
    assert "DeviceLost" not in {row.kind for row in evening.rows[len(evening.after_freeze) :]}
    assert not (evening.folder / "table.sock").exists()
    assert not (evening.folder / "control.sock").exists()


# --- tables without a camera, which start at once ----------------------------------------------


def test_killed_between_commit_and_show_the_tap_is_kept_and_decided_once(
    plain: TableProcess,
) -> None:
    screen, control = plain.start().screen(), plain.control()
    screen.until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    control.do("die", when="between_commit_and_show", after=1)
    tap = c.ReadyTapped(now(), WHITE)
    with pytest.raises(AssertionError, match="hung up"):
        screen.tap(tap, "tap-1")
    assert screen.newest is not None
    assert screen.newest.sides is not None
    assert not screen.newest.sides.white.ready
    assert plain.wait() == -signal.SIGKILL
    kept = plain.rows()
    assert kept[-1].kind == "ReadyGiven"

    screen = plain.start().screen()
    answer = screen.tap(tap, "tap-1")
    assert (answer.seqs, answer.refused) == ((kept[-1].seq,), ())
    assert plain.kinds().count("ReadyGiven") == 1
    assert plain.stop() == 0


def test_a_full_disk_halts_the_table_and_the_next_start_says_so_first(
    plain: TableProcess,
) -> None:
    screen = plain.start().screen()
    screen.until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    kept = plain.rows()
    log = plain.journal.with_name("table.journal-wal").stat().st_size
    resource.prlimit(plain.process.pid, resource.RLIMIT_FSIZE, (log, log))
    screen.say_only(c.ReadyTapped(now(), WHITE))
    halted = screen.until(lambda shown: shown.halted is not None)
    assert halted.seq == len(kept)
    assert halted.sides is not None
    assert not halted.sides.white.ready
    assert plain.stop() == 1
    last = plain.errors.splitlines()[-1]
    assert last.startswith("kiosk: ")
    assert "call the director" in last

    note = plain.journal.with_name("table.journal.halted")
    assert note.exists()
    plain.start().screen().until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    rows = plain.rows()
    assert [row.kind for row in rows[len(kept) :]][:2] == ["Halted", "Restarted"]
    assert rows[: len(kept)] == kept
    assert rows[len(kept)].event() == e.Halted(halted.halted or "")
    assert plain.stop() == 0
    assert not note.exists()


def test_a_second_table_on_the_same_journal_is_refused(
    plain: TableProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plain.start().screen().until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    kept = plain.rows()
    second = TableProcess(tmp_path_factory.mktemp("second"))
    second.journal = plain.journal
    assert second.start().wait() == 2
    assert f"process {plain.process.pid}" in one_line(second)
    assert plain.rows() == kept
    assert plain.stop() == 0


def test_a_second_table_on_the_same_socket_is_refused(plain: TableProcess) -> None:
    screen = plain.start().screen()
    second = TableProcess(plain.folder)
    second.journal = plain.folder / "other.journal"
    assert second.start().wait() == 2
    assert "table.sock belongs to a process that is running" in one_line(second)
    screen.until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    plain.screen()
    assert plain.stop() == 0


def test_a_newer_screen_is_refused_in_words(plain: TableProcess) -> None:
    screen = plain.start().screen()
    screen.say(Hello(PROTOCOL + 1, "newer screen", None))
    while isinstance(message := screen.next(), Snapshot):
        pass
    assert isinstance(message, Goodbye)
    assert "newer screen" in message.why
    assert screen.next() is None
    assert plain.stop() == 0


def test_interrupted_from_the_keyboard_it_ends_in_order_too(plain: TableProcess) -> None:
    plain.start().screen()
    assert plain.stop(signal.SIGINT) == 0
    assert "Traceback" not in plain.errors
