"""The baffle box and the camera must agree, or the table asks; a device may fail."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, RIGHT, WHITE, Table, die, facts, ns

from kiosk.rules.decide import deadline
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import TowerCount
from kiosk.rules.table import ClockButton


def to_roll() -> Table:
    """Black is to roll through the baffle box, the dice off the board."""
    return Table().open(mixer=LEFT, tower=True).start().turn().lift()


def read(table: Table, *values: int) -> c.RollRead:
    return c.RollRead(table.at, facts(*(die(value, LEFT) for value in values)))


def test_a_count_that_agrees_lets_the_roll_count() -> None:
    table = to_roll()
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(read(table, 5, 3))
    assert table.told(e.RollAccepted).values == (5, 3)


@pytest.mark.parametrize(
    ("dropped", "came_out", "why"),
    [
        (2, 1, Reason.DIE_IN_BOX),
        (2, 0, Reason.DIE_IN_BOX),
        (1, 2, Reason.DIE_PAST_BOX),
        (1, 1, Reason.DIE_PAST_BOX),
        (0, 2, Reason.DIE_PAST_BOX),
        (3, 3, Reason.MORE_IN_BOX),
        (2, 3, Reason.MORE_IN_BOX),
        (3, 2, Reason.MORE_IN_BOX),
    ],
)
def test_a_count_that_differs_is_asked_about_and_how_it_differs(
    dropped: int, came_out: int, why: Reason
) -> None:
    table = to_roll()
    table.ok(c.TowerReported(table.at, dropped, came_out))
    assert table.match.tower == TowerCount(dropped, came_out)
    table.ok(read(table, 5, 3))
    asked = table.told(e.RollQuestioned)
    assert (asked.reasons, asked.proposal) == ((why,), (5, 3))
    assert table.phase is Phase.CONFIRMING


@pytest.mark.parametrize(("dropped", "came_out"), [(-1, 2), (2, -1)])
def test_there_is_no_such_count(dropped: int, came_out: int) -> None:
    table = to_roll()
    command = c.TowerReported(table.at, dropped, came_out)
    assert table.refused(command) == (Reason.BAD_VALUE,)


def test_a_count_serves_one_roll_only() -> None:
    table = to_roll()
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(read(table, 5, 3))
    table.press(BLACK).lift()
    table.ok(read(table, 6, 4))
    assert table.match.held is not None
    assert table.phase is Phase.TO_ROLL


def test_an_opening_die_is_counted_alone() -> None:
    table = Table().open(mixer=LEFT, tower=True).ready()
    table.ok(c.TowerReported(table.at, 1, 1))
    table.ok(read(table, 5))
    assert table.told(e.OpeningDieRolled).side is WHITE
    table.lift()
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(read(table, 3))
    assert table.told(e.RollQuestioned).reasons == (Reason.MORE_IN_BOX,)


@pytest.mark.parametrize(
    ("device", "why"), [("tower_jam", Reason.BOX_JAMMED), ("tower_lid", Reason.BOX_OPEN)]
)
def test_a_roll_through_a_box_with_a_trouble_is_asked_about(device: str, why: Reason) -> None:
    table = to_roll()
    table.ok(c.DeviceFailed(table.at, device, "told by the box"))
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(read(table, 5, 3))
    assert table.told(e.RollQuestioned).reasons == (why,)


def test_a_trouble_that_is_over_is_asked_about_no_more() -> None:
    table = to_roll()
    table.ok(c.DeviceFailed(table.at, "tower_jam", "told by the box"))
    table.ok(c.DeviceRecovered(table.at, "tower_jam"))
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(read(table, 5, 3))
    assert table.told(e.RollAccepted).values == (5, 3)


def test_a_box_that_cant_count_is_not_waited_for() -> None:
    table = to_roll()
    table.ok(c.DeviceFailed(table.at, "tower_beam", "the top beam is blocked"))
    table.ok(read(table, 5, 3))
    assert table.told(e.RollAccepted).values == (5, 3)


# --- dice that were read before they were counted ----------------------------------------------


def held() -> Table:
    table = to_roll()
    table.ok(read(table, 5, 3))
    return table


def test_a_reading_waits_for_the_count() -> None:
    table = held()
    assert table.told(e.RollHeld).until == table.now + ns(2)
    assert table.phase is Phase.TO_ROLL
    table.wait(1)
    table.ok(c.TowerReported(table.at, 2, 2))
    assert table.told(e.RollAccepted).values == (5, 3)
    assert table.match.held is None


def test_patience_ends_in_a_question() -> None:
    table = held()
    due = deadline(table.match)
    assert due == table.now + ns(2)
    table.wait(1)
    assert table.refused(c.DeadlineReached(table.at)) == (Reason.NOTHING_DUE,)
    table.ok(c.DeadlineReached(due))
    assert table.told(e.RollQuestioned).reasons == (Reason.TOWER_SILENT,)
    assert deadline(table.match) != due


def test_the_flag_may_be_due_before_patience_ends() -> None:
    table = Table().open(1, mixer=LEFT, tower=True).start().turn().lift().wait(131)
    table.ok(read(table, 5, 3))
    flag = deadline(table.match)
    assert flag == table.now + ns(1)
    table.ok(c.DeadlineReached(flag))
    assert table.told(e.FlagReached).side is BLACK
    assert table.match.held is not None
    assert deadline(table.match) == table.now + ns(2)


def test_dice_lifted_meanwhile_are_forgotten() -> None:
    table = held()
    table.ok(c.DiceLifted(table.at))
    assert table.match.held is None
    table.ok(c.TowerReported(table.at, 2, 2))
    assert table.phase is Phase.TO_ROLL
    table.ok(read(table, 6, 1))
    assert table.told(e.RollAccepted).values == (6, 1)


def test_another_look_at_waiting_dice_tells_nothing_new() -> None:
    table = held()
    look = c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT), rolled=False))
    assert table.refused(look) == (Reason.DICE_NOT_ROLLED,)


def test_a_roll_entered_meanwhile_is_a_question_to_both() -> None:
    table = held().enter(5, 3)
    assert table.match.held is None
    assert table.told(e.RollAccepted).by_touch


def test_a_restart_forgets_dice_that_waited() -> None:
    table = held()
    table.ok(c.TableRestarted(table.at, None, None))
    assert table.match.held is None
    assert deadline(table.match) is None


# --- devices that fail -------------------------------------------------------------------------


def test_a_lost_baffle_box_is_not_waited_for() -> None:
    table = to_roll()
    table.ok(c.DeviceFailed(table.at, "tower", "no answer for 3 s"))
    table.ok(read(table, 5, 3))
    assert table.told(e.RollAccepted).values == (5, 3)
    table.press(BLACK)
    table.ok(c.DeviceRecovered(table.at, "tower"))
    table.lift().ok(read(table, 5, 3))
    assert table.match.held is not None


def test_a_device_fails_and_recovers_once() -> None:
    table = to_roll()
    failed = c.DeviceFailed(table.at, "camera", "unplugged")
    back = c.DeviceRecovered(table.at, "camera")
    assert table.refused(back) == (Reason.ALREADY_DONE,)
    table.ok(failed)
    assert table.told(e.DeviceLost) == e.DeviceLost("camera", "unplugged")
    assert table.refused(failed) == (Reason.ALREADY_DONE,)
    table.ok(back)
    assert table.match.lost_devices == frozenset()


def test_a_device_lost_before_the_match_is_lost_in_it() -> None:
    table = Table(EMPTY)
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    table.open()
    assert table.match.lost_devices == {"camera"}


def test_a_whole_game_by_touch_without_camera_and_baffle_box() -> None:
    table = Table().open(1, mixer=RIGHT, tower=True)
    for device in ("camera", "tower"):
        table.ok(c.DeviceFailed(table.at, device, "unplugged"))
    table.ready().enter(2).enter(6)
    table.press(WHITE)
    for values in ((6, 5), (1, 1), (4, 2)):
        table.press(table.on_turn).enter(*values)
    table.win(table.on_turn)
    assert table.phase is Phase.MATCH_OVER


@pytest.mark.parametrize(
    ("device", "fail"),
    [
        (DeviceName.BUTTONS, {ClockButton.LEFT, ClockButton.RIGHT}),
        (DeviceName.LEFT_BUTTON, {ClockButton.LEFT}),
        (DeviceName.RIGHT_BUTTON, {ClockButton.RIGHT}),
        (DeviceName.CAMERA, set()),
    ],
)
def test_a_stuck_button_is_the_one_that_its_side_presses(
    device: DeviceName, fail: set[ClockButton]
) -> None:
    table = Table().open()
    table.ok(c.DeviceFailed(table.at, device, "stuck"))
    assert table.match.setup is not None
    failing = {side for side in (WHITE, BLACK) if table.match.button_fails(side)}
    assert failing == {table.match.setup.side_at(button) for button in fail}
