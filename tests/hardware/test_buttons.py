"""First edge wins; nothing inside the lock-out counts; a spike is none, and none is lost."""

import threading
from itertools import pairwise
from queue import Queue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import EDGES_KEPT, SETTLE_NS, STUCK_NS, ButtonPress, ClockButtons, FirstEdge
from hardware.errors import EdgesLost, HardwareError, PinUnusable, StrayClock

MS = 1_000_000
LOCKOUT_NS = 30 * MS
Edge = tuple[int, bool]  # at_ns, down


@st.composite
def edge_trains(draw: st.DrawFn) -> list[Edge]:
    """Edges in time order. Levels need not alternate: the kernel may lose an edge."""
    gap_ms = st.sampled_from([0, 1, 2, 5, 10, 15, 20, 29, 30, 31, 45, 60, 90])
    gaps_ms = draw(st.lists(gap_ms, max_size=60))
    train, at_ns = [], 1_000 * MS
    for gap in gaps_ms:
        at_ns += gap * MS + draw(st.integers(1, 4))
        train.append((at_ns, draw(st.booleans())))
    return train


def presses_of(train: list[Edge], lockout_ns: int = LOCKOUT_NS, *, looks: bool = True) -> list[int]:
    """The level is looked at when it is due, or never: a machine too busy to look in time."""
    edges, presses = FirstEdge(lockout_ns), []
    for index, (at_ns, down) in enumerate(train):
        presses.append(edges.take_edge(at_ns=at_ns, down=down))
        due_ns = edges.check_at_ns
        later = index + 1 == len(train) or train[index + 1][0] >= (due_ns or 0)
        if looks and due_ns is not None and later:
            presses.append(edges.check_level(down=down))
    return [press for press in presses if press is not None]


def shut_from(train: list[Edge]) -> list[int]:
    """The press edges after which the contact stayed shut for long enough."""
    pairs = pairwise([*train, (1 << 62, False)])
    return [at_ns for (at_ns, down), (end_ns, _) in pairs if down and end_ns - at_ns >= SETTLE_NS]


@given(edge_trains())
def test_no_two_presses_within_the_lockout(train: list[Edge]) -> None:
    presses = presses_of(train)
    assert all(later - earlier >= LOCKOUT_NS for earlier, later in pairwise(presses))


@given(edge_trains())
def test_a_press_after_a_quiet_lockout_is_never_lost(train: list[Edge]) -> None:
    presses = presses_of(train)
    for at_ns in shut_from(train):
        before = [t for t, _down in train if t < at_ns]
        if not before or at_ns - before[-1] >= LOCKOUT_NS:
            assert at_ns in presses


@given(edge_trains())
def test_every_ignored_press_has_its_reason_within_the_lockout(train: list[Edge]) -> None:
    presses = presses_of(train)
    for at_ns in shut_from(train):
        if at_ns not in presses:
            assert any(
                at_ns - LOCKOUT_NS < t < at_ns and (not down or t in presses) for t, down in train
            )


@given(edge_trains())
def test_a_press_is_a_first_edge_after_which_the_contact_was_shut(train: list[Edge]) -> None:
    shut = shut_from(train)
    for press in presses_of(train):
        assert (press, True) in train
        assert any(press <= at_ns < press + LOCKOUT_NS for at_ns in shut)


@given(
    hold_ns=st.integers(12, 100).map(lambda ms: ms * MS),
    press_bounce_ns=st.lists(st.integers(1, MS), max_size=6),
    release_bounce_ns=st.lists(st.integers(1, MS), max_size=6),
    looks=st.booleans(),
)
def test_one_finger_is_one_press_at_its_first_edge(
    hold_ns: int, press_bounce_ns: list[int], release_bounce_ns: list[int], looks: bool
) -> None:
    train, at_ns = [(MS, True)], MS
    for gap in press_bounce_ns:
        train += [(at_ns + gap, False), (at_ns + 2 * gap, True)]
        at_ns += 2 * gap
    at_ns = at_ns + hold_ns
    train.append((at_ns, False))
    for gap in release_bounce_ns:
        train += [(at_ns + gap, True), (at_ns + 2 * gap, False)]
        at_ns += 2 * gap
    assert presses_of(train, looks=looks) == [MS]


def test_a_spike_is_no_press_and_does_not_hide_the_one_after_it() -> None:
    spike = [(0, True), (SETTLE_NS - 1, False)]
    assert presses_of(spike) == []
    assert presses_of([*spike, (31 * MS, True)]) == [31 * MS]
    assert presses_of([*spike, (LOCKOUT_NS, True)]) == [LOCKOUT_NS]


def test_a_bounce_that_settles_late_keeps_the_first_stamp() -> None:
    late = [(0, True), (MS, False), (29 * MS, True)]
    assert presses_of(late) == [0]
    assert presses_of([*late, (31 * MS, False)], looks=False) == [0]


def test_a_release_stamped_in_time_is_believed_though_nobody_looked() -> None:
    assert presses_of([(0, True), (SETTLE_NS, False)], looks=False) == [0]


def test_an_open_contact_at_the_look_does_not_lose_a_press_whose_release_comes_late() -> None:
    edges = FirstEdge(LOCKOUT_NS)
    assert edges.take_edge(at_ns=0, down=True) is None
    assert edges.check_level(down=False) is None
    assert edges.take_edge(at_ns=60 * MS, down=False) == 0


def test_a_lost_release_cannot_block_the_next_press() -> None:
    assert presses_of([(0, True), (500 * MS, True)]) == [0, 500 * MS]


def test_a_tap_shorter_than_the_lockout_is_one_press_though_its_release_bounces_after_it() -> None:
    taps = [(0, True), (29 * MS, False), (31 * MS, True), (34 * MS, False)]
    assert presses_of(taps) == [0]


def test_an_ignored_press_does_not_prolong_the_lockout() -> None:
    assert presses_of([(0, True), (20 * MS, True), (40 * MS, True)]) == [0, 40 * MS]


def test_the_lockout_ends_exactly_when_it_has_passed() -> None:
    assert presses_of([(0, True), (LOCKOUT_NS - 1, True)]) == [0]
    assert presses_of([(0, True), (LOCKOUT_NS, True)]) == [0, LOCKOUT_NS]


def test_a_negative_lockout_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        FirstEdge(-1)


# --- on pins --------------------------------------------------------------------------------------


class Wired:
    """Buttons on the test's pins and clock, and what they told."""

    def __init__(self, factory: Any, pins: dict[str, int], late_ns: int = 0) -> None:
        self.factory = factory
        self.presses: list[ButtonPress] = []
        self.faults: list[HardwareError] = []
        self.stuck: dict[str, bool] = {}
        self.buttons = ClockButtons(
            pins,
            self.presses.append,
            factory,
            on_fault=self.faults.append,
            on_stuck=self.stuck.__setitem__,
            clock_ns=lambda: factory.now_ns + late_ns,
        )

    def edge(self, name: str, *, down: bool, at_ns: int) -> None:
        self.factory.edge(name, down=down, at_ns=at_ns)
        self.buttons.step()

    def wait(self, ns: int) -> None:
        self.factory.now_ns += ns
        self.buttons.step()


@pytest.fixture
def wired(factory: Any, pins: dict[str, int]) -> Any:
    made = Wired(factory, pins)
    yield made
    made.buttons.close()


def test_a_press_carries_the_drivers_stamp_not_the_delivery_time(
    factory: Any, pins: dict[str, int]
) -> None:
    wired = Wired(factory, pins, late_ns=7 * MS)
    wired.edge("left", down=True, at_ns=5_000_123_456_789)
    assert wired.presses == [ButtonPress(5_000_123_456_789, "left", 1)]


def test_a_press_is_told_once_the_level_was_looked_at(wired: Wired) -> None:
    start = wired.factory.now_ns
    wired.edge("left", down=True, at_ns=start)
    wired.wait(SETTLE_NS - 1)
    assert wired.presses == []
    wired.wait(1)
    assert wired.presses == [ButtonPress(start, "left", 1)]


def test_a_spike_on_a_pin_is_no_press(wired: Wired) -> None:
    start = wired.factory.now_ns
    wired.edge("left", down=True, at_ns=start)
    wired.edge("left", down=False, at_ns=start + MS)
    wired.wait(100 * MS)
    assert wired.presses == []


def test_a_bouncing_button_on_a_pin_is_one_press(wired: Wired) -> None:
    start = wired.factory.now_ns
    for step in range(9):
        wired.edge("right", down=step % 2 == 0, at_ns=start + step * MS)
    wired.wait(SETTLE_NS)
    assert wired.presses == [ButtonPress(start, "right", 1)]


def test_presses_come_in_the_order_of_their_edges(wired: Wired) -> None:
    """Left was first and bounces; right was sure before it."""
    start = wired.factory.now_ns
    wired.edge("right", down=True, at_ns=start + 2)
    wired.edge("left", down=True, at_ns=start + 1)  # earlier on the pin, delivered later
    wired.edge("left", down=False, at_ns=start + MS)
    wired.edge("left", down=True, at_ns=start + MS + 1)
    wired.wait(SETTLE_NS - MS + 1)  # right is sure by now, left is not
    assert wired.presses == []
    wired.wait(MS)
    assert wired.presses == [ButtonPress(start + 1, "left", 1), ButtonPress(start + 2, "right", 2)]


def test_a_button_held_at_the_start_is_not_a_press(factory: Any) -> None:
    class StuckPin(type(factory.pin("GPIO17"))):  # type: ignore[misc]
        def _get_state(self) -> bool:
            return False

    held = type(factory)()
    held.pin_class = StuckPin
    stuck = Wired(held, {"left": 17, "right": 27})
    assert stuck.buttons.held == {"left", "right"}
    stuck.wait(STUCK_NS - 1)
    assert (stuck.presses, stuck.stuck) == ([], {})
    stuck.wait(1)
    assert (stuck.presses, stuck.stuck) == ([], {"left": True, "right": True})


def test_a_button_that_stays_down_is_stuck_until_it_comes_up(wired: Wired) -> None:
    start = wired.factory.now_ns
    wired.edge("left", down=True, at_ns=start)
    wired.wait(STUCK_NS - 1)
    assert wired.stuck == {"right": False}
    wired.wait(1)
    wired.wait(STUCK_NS)
    assert wired.stuck == {"left": True, "right": False}
    wired.edge("left", down=False, at_ns=wired.factory.now_ns + 1)
    assert wired.stuck == {"left": False, "right": False}
    assert [press.at_ns for press in wired.presses] == [start]


def test_a_release_the_kernel_lost_is_no_stuck_button(wired: Wired) -> None:
    wired.edge("left", down=True, at_ns=wired.factory.now_ns)
    wired.factory.pin("GPIO17")._state = True
    wired.wait(STUCK_NS)
    assert wired.stuck == {"left": False, "right": False}


def test_more_edges_than_are_kept_are_a_fault(wired: Wired) -> None:
    start = wired.factory.now_ns
    for step in range(EDGES_KEPT + 1):
        wired.factory.edge("left", down=step % 2 == 0, at_ns=start + step)
    wired.buttons.step()
    wired.buttons.step()
    (fault,) = wired.faults
    assert isinstance(fault, EdgesLost)


def test_edges_are_decided_on_a_thread_of_its_own(factory: Any, pins: dict[str, int]) -> None:
    told: Queue[tuple[str, str]] = Queue()
    buttons = ClockButtons(
        pins,
        lambda press: told.put((press.name, threading.current_thread().name)),
        factory,
        on_fault=lambda error: told.put((str(error), "")),
        clock_ns=lambda: factory.now_ns + SETTLE_NS,
    )
    with buttons:
        buttons.start()
        factory.edge("left", down=True, at_ns=factory.now_ns)
        assert told.get(timeout=10.0) == ("left", "buttons")


def test_no_press_after_close_and_the_pins_are_free_again(
    factory: Any, pins: dict[str, int]
) -> None:
    wired = Wired(factory, pins)
    wired.buttons.close()
    wired.edge("left", down=True, at_ns=factory.now_ns + MS)
    wired.wait(SETTLE_NS)
    assert wired.presses == []
    Wired(factory, pins).buttons.close()


@pytest.mark.usefixtures("wired")
def test_a_pin_that_is_taken_names_the_button_and_the_pin(factory: Any) -> None:
    with pytest.raises(PinUnusable, match=r"button clock.*27"):
        Wired(factory, {"clock": 27})


def test_a_pin_the_board_lacks_is_refused_and_the_others_are_given_back(factory: Any) -> None:
    with pytest.raises(PinUnusable, match="99"):
        Wired(factory, {"left": 17, "right": 99})
    Wired(factory, {"left": 17}).buttons.close()


@pytest.mark.parametrize("off_ns", [51 * MS, -51 * MS])
def test_a_factory_on_another_epoch_is_refused_at_the_start(
    factory: Any, pins: dict[str, int], off_ns: int
) -> None:
    with pytest.raises(StrayClock, match="off the monotonic clock"):
        Wired(factory, pins, late_ns=off_ns)


@pytest.mark.parametrize("off_ns", [51 * MS, -11_000 * MS])
def test_an_edge_on_another_epoch_is_a_fault_and_not_a_press(wired: Wired, off_ns: int) -> None:
    now_ns = wired.factory.now_ns
    wired.factory.edge("left", down=True, at_ns=now_ns + off_ns)
    wired.factory.now_ns = now_ns
    wired.wait(0)
    assert wired.presses == []
    (fault,) = wired.faults
    assert isinstance(fault, StrayClock)
