"""Devices that come and go: the first loss at once, the rest as few rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits import commands as c

from kiosk.rules.command import Command
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.table.device import LONGEST_WHY, DeviceDebouncer, DeviceMonitor
from kiosk.table.inbox import PostedCommand

Told = tuple[str, str, float]


class Line:
    """A device's words, and what the table hears of them, by a clock in hand (seconds)."""

    def __init__(self, *lost: str) -> None:
        self.now_s = 1000.0
        self.told: list[Told] = []
        self.steady = DeviceDebouncer(
            self._hear, frozenset(lost), lambda: round(self.now_s * SECOND_NS)
        )

    def _hear(self, posted: PostedCommand) -> None:
        command = posted.command
        if isinstance(command, c.DeviceFailed):
            self.told.append((command.device, command.why, self.now_s))
        elif isinstance(command, c.DeviceRecovered):
            assert command.at == round(self.now_s * SECOND_NS)
            self.told.append((command.device, "back", self.now_s))
        else:
            self.told.append(("", type(command).__name__, self.now_s))

    def fails(self, device: str = "camera", why: str = "gone") -> None:
        self.steady.post(PostedCommand(c.DeviceFailed(Instant(1), device, why), device))

    def answers(self, device: str = "camera") -> None:
        self.steady.post(PostedCommand(c.DeviceRecovered(Instant(1), device), device))

    def later(self, seconds: float) -> None:
        """The time passes; the table looks four times a second."""
        for _look in range(round(seconds * 4)):
            self.now_s += 0.25
            self.steady.tick()

    @property
    def words(self) -> list[str]:
        return [why for _device, why, _at in self.told]


def test_what_is_lost_is_told_at_once_and_what_is_back_once_it_is_steady() -> None:
    line = Line()
    line.fails()
    assert line.told == [("camera", "gone", 1000.0)]
    line.later(10)
    line.answers()
    line.later(2.75)
    assert line.words == ["gone"]
    line.later(0.25)
    assert line.told[1:] == [("camera", "back", 1013.0)]
    line.later(100)
    assert len(line.told) == 2


def test_what_is_lost_again_before_it_was_steady_was_never_back() -> None:
    line = Line()
    for _time in range(50):
        line.fails()
        line.later(1)
        line.answers()
        line.later(2)
    assert line.words == ["gone"]
    line.later(1)
    assert line.words == ["gone", "back"]


def test_it_has_to_be_steady_longer_each_time_it_is_lost_again_soon() -> None:
    line = Line()
    steady = []
    for _time in range(4):
        line.fails()
        line.answers()
        began = line.now_s
        while line.words[-1] != "back":
            line.later(0.25)
        steady.append(line.now_s - began)
        line.later(1)
    assert steady == [3.0, 10.0, 30.0, 30.0]
    line.later(60)
    line.fails()
    line.answers()
    line.later(3)
    assert line.words[-1] == "back"


def test_a_trouble_that_is_over_is_over_at_once_the_first_time() -> None:
    """A die that comes out of a cleared jam is read before three seconds are gone."""
    line = Line()
    line.fails("tower_jam", "jammed")
    line.answers("tower_jam")
    assert line.words == ["jammed", "back"]
    line.fails("tower_jam", "jammed")
    line.answers("tower_jam")
    assert line.words == ["jammed", "back", "jammed"]
    line.later(3)
    assert line.words == ["jammed", "back", "jammed", "back"]


def test_what_the_journal_calls_lost_is_told_back_and_not_lost_again() -> None:
    line = Line("tower")
    line.fails("tower")
    assert line.told == []
    line.answers("tower")
    line.later(3)
    assert line.words == ["back"]
    line.answers("tower")
    line.later(9)
    assert line.words == ["back"]


def test_another_reason_is_told_but_no_more_than_once_a_minute() -> None:
    """The director lost from sight, then found and not taking what it is sent."""
    line = Line()
    line.fails("director", "no receipt for 3 s")
    line.later(70)
    line.answers("director")
    line.fails("director", "the journal was put back")
    assert line.words == ["no receipt for 3 s", "back", "the journal was put back"]
    for _time in range(20):
        line.answers("director")
        line.fails("director", "no receipt for 3 s")
        line.later(2)
    assert len(line.told) == 3
    line.later(60)
    line.answers("director")
    line.fails("director", "the journal was put back")
    assert len(line.told) == 3
    line.answers("director")
    line.fails("director", "no receipt for 3 s")
    assert len(line.told) == 5


def test_devices_do_not_hold_one_another_up_and_all_else_passes() -> None:
    line = Line()
    line.fails("camera")
    line.fails("tower")
    line.answers("tower")
    line.steady.post(PostedCommand(c.DiceLifted(Instant(1)), "camera"))
    line.later(3)
    assert [(device, why) for device, why, _at in line.told] == [
        ("camera", "gone"),
        ("tower", "gone"),
        ("", "DiceLifted"),
        ("tower", "back"),
    ]


@given(
    st.sampled_from(["camera", "director", "tower_lid"]),
    st.lists(
        st.tuples(st.booleans(), st.sampled_from(["a", "b"]), st.integers(1, 80)), max_size=90
    ),
)
def test_however_a_device_flaps_it_writes_a_few_rows_a_minute_and_is_right_in_the_end(
    device: str, words: list[tuple[bool, str, int]]
) -> None:
    line, failing = Line(), False
    for fails, why, quarters in words:
        if fails:
            line.fails(device, why)
            failing = True
        elif failing:
            line.answers(device)
            failing = False
        if failing:
            assert line.words[-1] != "back"
        line.later(quarters / 4)
    line.later(60)
    assert (line.words[-1:] not in ([], ["back"])) is failing
    told_s = [at for _device, _why, at in line.told]
    for at in told_s:
        assert sum(at <= other < at + 60 for other in told_s) <= 9


def test_a_reason_is_cut_to_what_a_row_may_hold() -> None:
    told: list[Command] = []
    DeviceMonitor("camera", told.append, lost=False).fails("x" * 5000)
    (failed,) = told
    assert isinstance(failed, c.DeviceFailed)
    assert len(failed.why) == LONGEST_WHY


@pytest.mark.parametrize("device", ["camera", "tower", "buttons", "director"])
def test_a_plug_that_is_loose_for_an_hour_fills_no_journal(device: str) -> None:
    line = Line()
    for _half_minute in range(120):
        line.fails(device)
        line.later(4)
        line.answers(device)
        line.later(26)
    assert len(line.told) <= 10
