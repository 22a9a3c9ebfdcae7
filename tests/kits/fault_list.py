"""Every fault that is done to a running table, what is told of it, and how it is mended."""

import os
import resource
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from kiosk.demo.errors import TableProcessGone
from kiosk.journal import Row
from kiosk.rules.devices import DeviceLost, Restarted
from kiosk.rules.fact import Refused
from kiosk.rules.play import ClockStarted
from kiosk.rules.turn import TurnEnded
from kiosk.rules.units import Instant
from kits.fault_hall import Hall, until

Act = Callable[[Hall], None]
Check = Callable[[list[Row], list[Row]], None]
"""Holds the rows written before the fault, and those until play went on after it, to a promise."""


def unchecked(_before: list[Row], _since: list[Row]) -> None:
    """What is read is all there is to it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`begin` does it, `end` mends it; `players` and `director` begin what each then reads.

    An empty one: nothing is wrong for them. `timeline` begins why the journal has it, if nobody
    need see it for long; `log` is in a line of the table's own. `on_disk`: it takes a disk of the
    table's own.
    """

    name: str
    begin: Act
    end: Act
    players: str = ""
    director: str = ""
    timeline: str = ""
    log: str = ""
    check: Check = unchecked
    on_disk: bool = False


def act(what: str, **fields: object) -> Act:
    return lambda hall: hall.act(what, **fields)


def nothing(_hall: Hall) -> None:
    """It mends itself."""


def in_turn(*acts: Act) -> Act:
    def done(hall: Hall) -> None:
        for each in acts:
            each(hall)

    return done


# --- camera and baffle box -----------------------------------------------------------------------


def camera(fault: str) -> Act:
    return act("camera", fault=fault)


def tower(name: str) -> Act:
    return act("tower", act=name)


JAM = in_turn(
    act("tower", act="drop", count=2), act("tower", act="come_out", count=1), tower("jam")
)
"""One of two dice stays inside."""


def refused_in_words(_before: list[Row], since: list[Row]) -> None:
    assert ["speaks version 2 and we speak 1" in why for why in lost("tower", since)] == [True]


def never_lost(device: str) -> Check:
    def check(_before: list[Row], since: list[Row]) -> None:
        assert lost(device, since) == []

    return check


def lost(device: str, rows: Sequence[Row]) -> list[str]:
    """Why, each time."""
    events = [row.event() for row in rows]
    return [each.why for each in events if isinstance(each, DeviceLost) and each.device == device]


# --- buttons -------------------------------------------------------------------------------------


def button(name: str, what: str) -> Act:
    return act("button", button=name, act=what)


def bounce(hall: Hall) -> None:
    """A press that is due."""
    due, _other = hall.press_due()
    since = hall.last_seq()
    hall.act("button", button=due, act="bounce")
    until(lambda: hall.presses(since), "a press")


def at_once(*, due_first: bool) -> Act:
    """Both buttons go down, and stay down until both presses are decided."""

    def begin(hall: Hall) -> None:
        due, other = hall.press_due()
        since = hall.last_seq()
        for name in (due, other) if due_first else (other, due):
            hall.act("button", button=name, act="down")
        until(lambda: hall.presses(since) == 2, "two presses")

    return begin


BOTH_UP = in_turn(button("left", "up"), button("right", "up"))


def refused_presses(count: int) -> Check:
    """So many; every other press has ended a turn."""

    def check(_before: list[Row], since: list[Row]) -> None:
        told = [row.event() for row in since if row.by == "buttons"]
        assert sum(isinstance(event, Refused) for event in told) == count
        assert not any(isinstance(event, DeviceLost) for event in told)
        assert any(isinstance(event, TurnEnded) for event in told)

    return check


# --- the table's process and its screen ----------------------------------------------------------


def sent(number: signal.Signals) -> Act:
    return lambda hall: os.kill(hall.pid(), number)


def let_thread_die(hall: Hall) -> None:
    with suppress(TableProcessGone):  # it may end before it has answered
        hall.act("die", when="thread")


START_AGAIN = in_turn(sent(signal.SIGTERM), Hall.again)


def kill_screen(hall: Hall) -> None:
    """The only one, while a press is due."""
    hall.press_due()
    show_screen(hall)
    hall.look_away()
    pid = hall.house.screen.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def press_without_screen(hall: Hall) -> None:
    """It is dead; nobody sees the table."""
    assert hall.house.screen.wait() == -signal.SIGKILL
    since = hall.last_seq()
    hall.act("press", button=hall.due()[0])
    until(lambda: hall.presses(since), "a press without a screen")


def show_screen(hall: Hall) -> None:
    """Start it; it draws what the journal says."""
    fingers = hall.house.screen.start()
    fingers.wait(hall.last_seq())
    fingers.close()


def table_ran_on(before: list[Row], since: list[Row]) -> None:
    assert not any(isinstance(row.event(), Restarted) for row in since)
    refused_presses(0)(before, since)


# --- the machine ---------------------------------------------------------------------------------


def step_clock(step_s: int) -> Act:
    """While a player's clock runs; the turn is played to its end, and one more."""

    def begin(hall: Hall) -> None:
        hall.press_due()
        hall.act("wall_clock", stepped_s=step_s)
        hall.play()

    return begin


def charged_for_no_step(step_s: int) -> Check:
    """Rows show the step and the way back; each turn is charged from edge to edge."""

    def check(before: list[Row], since: list[Row]) -> None:
        jumps_s = [later - one for one, later in pairwise(map(_wall_ahead_s, since))]
        assert [round(each / 60) * 60 for each in jumps_s if abs(each) > 60] == [step_s, -step_s]
        turns = [each for each in _turns(before + since) if each[0] > before[-1].seq]
        assert len(turns) >= 2
        assert [used for _seq, used, _held in turns] == [held for _seq, _used, held in turns]
        assert lost("director", since) == []

    return check


def _wall_ahead_s(row: Row) -> float:
    """How far a row's wall time is ahead of its monotonic time."""
    return datetime.fromisoformat(row.wall_utc).timestamp() - row.at_ns / 1e9


def _turns(rows: Sequence[Row]) -> list[tuple[int, int, int]]:
    """Of each turn the row of its end, what it was charged, and how long its clock ran by the
    stamps of both presses, ns.
    """
    turns, started = [], Instant(0)
    for row in rows:
        match row.event():
            case ClockStarted(at=at):
                started = at
            case TurnEnded(used=used):
                turns.append((row.seq, used, row.at_ns - started))
    return turns


def power(*, low: bool) -> Act:
    return act("power", low=low)


def seen_on_the_screen(hall: Hall) -> None:
    until(lambda: hall.ailments() == ("power.low",), "the code on the screen's own sheet")


# --- the disk ------------------------------------------------------------------------------------


SOMETHING_TO_WRITE = camera("black")


def fill_disk(hall: Hall) -> None:
    """Where the table has no disk of its own, no file of its grows from now on."""
    if hall.disk is not None:
        hall.disk.fill()
    else:
        log = hall.house.table.journal.with_name("journal.db-wal").stat().st_size
        resource.prlimit(hall.pid(), resource.RLIMIT_FSIZE, (log, log))


def make_room(hall: Hall) -> None:
    if hall.disk is not None:
        hall.disk.make_room()


def spoil_disk(hall: Hall) -> None:
    assert hall.disk is not None
    hall.disk.spoil()


def mend_disk(hall: Hall) -> None:
    """The table is stopped meanwhile."""
    assert hall.disk is not None
    os.kill(hall.pid(), signal.SIGTERM)
    hall.house.table.wait()
    hall.disk.mend()
    hall.again()


# --- all of them ---------------------------------------------------------------------------------

NOT_WORKING = "Not working: camera. Enter rolls by touch"
CAMERA_LOST = "Camera lost: dice are entered by touch"
NO_BOX = "Not working: baffle box"
BOX_LOST = "Baffle box lost: the camera sees the dice alone"
STOPPED = "The table stopped itself: "
HALTED = "The table has halted: "
HOUR_S = 3600

FAULTS = (
    Fault("camera frozen", camera("frozen"), nothing, NOT_WORKING, CAMERA_LOST),
    Fault("camera black", camera("black"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera unplugged", camera("unplugged"), camera("none"), NOT_WORKING, CAMERA_LOST),
    Fault("camera pushed", camera("moved"), nothing, timeline="the camera or the board moved by"),
    Fault(
        "clock button stuck",
        button("left", "down"),
        button("left", "up"),
        "Not working: a clock button",
        "Left clock button stuck: pressed on the screen",
    ),
    Fault("clock button bounces: one press counts", bounce, nothing, check=refused_presses(0)),
    Fault(
        "both buttons at once, the due one first: one press counts",
        at_once(due_first=True),
        BOTH_UP,
        check=refused_presses(1),
    ),
    Fault(
        "both buttons at once, the due one last: one press counts",
        at_once(due_first=False),
        BOTH_UP,
        check=refused_presses(1),
    ),
    Fault("baffle box unplugged", tower("unplug"), tower("plug"), NO_BOX, BOX_LOST),
    Fault("baffle box hangs", tower("hang"), tower("go_on"), NO_BOX, BOX_LOST),
    Fault("baffle box starts anew", tower("reboot"), nothing, check=never_lost("tower")),
    Fault("garbage on its line", tower("garbage"), nothing, check=never_lost("tower")),
    Fault("half a line", tower("half"), nothing, check=never_lost("tower")),
    Fault(
        "its firmware is newer than ours: refused, and the timeline says why",
        tower("flash_newer"),
        tower("flash"),
        NO_BOX,
        BOX_LOST,
        check=refused_in_words,
    ),
    Fault(
        "die jammed in it",
        JAM,
        act("tower", act="come_out", count=1),
        "Not working: baffle box (a die is jammed in it)",
        "A die is jammed in the baffle box",
    ),
    Fault(
        "its lid open",
        tower("open"),
        tower("close"),
        "Not working: baffle box (its lid is open)",
        "The baffle box is open",
    ),
    Fault(
        "its beam blocked",
        tower("stick"),
        tower("free"),
        "Not working: baffle box (it can't count)",
        "The baffle box can't count: the camera sees the dice alone",
    ),
    Fault(
        "voltage too low for a moment: told until the machine starts anew",
        in_turn(power(low=True), power(low=False)),
        START_AGAIN,
        director="The table's machine: power.was-low",
    ),
    Fault(
        "voltage too low",
        power(low=True),
        in_turn(seen_on_the_screen, power(low=False)),
        director="The table's machine: power.low",
    ),
    Fault(
        "wall clock stepped an hour on: nobody is charged for it",
        step_clock(HOUR_S),
        act("wall_clock", stepped_s=-HOUR_S),
        check=charged_for_no_step(HOUR_S),
    ),
    Fault(
        "wall clock stepped an hour back: nobody is charged for it",
        step_clock(-HOUR_S),
        act("wall_clock", stepped_s=HOUR_S),
        check=charged_for_no_step(-HOUR_S),
    ),
    Fault(
        "screen killed: buttons, dice and clocks go on",
        kill_screen,
        in_turn(press_without_screen, show_screen),
        director="No players' screen",
        check=table_ran_on,
    ),
    Fault(
        "table hangs",
        sent(signal.SIGSTOP),
        sent(signal.SIGCONT),
        "The table does not answer",
        "STALE",
    ),
    Fault(
        "a thread of the table dies",
        let_thread_die,
        Hall.again,
        "Table lost; trying again",
        "STALE",
    ),
    Fault("table killed", sent(signal.SIGKILL), Hall.again, "Table lost; trying again", "STALE"),
    Fault(
        "disk full",
        in_turn(fill_disk, SOMETHING_TO_WRITE),
        in_turn(make_room, START_AGAIN),
        STOPPED,
        HALTED,
    ),
    Fault(
        "disk read-only after an error",
        in_turn(spoil_disk, SOMETHING_TO_WRITE),
        mend_disk,
        STOPPED,
        HALTED,
        on_disk=True,
    ),
)
