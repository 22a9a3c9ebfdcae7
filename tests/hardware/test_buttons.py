"""First edge wins; nothing inside the lock-out counts; nothing outside it is lost."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import ClockButtons, FirstEdge, Press
from hardware.errors import HardwareError, PinUnusable, StrayClock

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


def presses_of(train: list[Edge], lockout_ns: int = LOCKOUT_NS) -> list[int]:
    edges = FirstEdge(lockout_ns)
    return [at_ns for at_ns, down in train if edges.edge(at_ns=at_ns, down=down)]


@given(edge_trains())
def test_no_two_presses_within_the_lockout(train: list[Edge]) -> None:
    presses = presses_of(train)
    assert all(later - earlier >= LOCKOUT_NS for earlier, later in pairwise(presses))


@given(edge_trains())
def test_a_press_after_a_quiet_lockout_is_never_lost(train: list[Edge]) -> None:
    presses = presses_of(train)
    for index, (at_ns, down) in enumerate(train):
        quiet_before = index == 0 or at_ns - train[index - 1][0] >= LOCKOUT_NS
        if down and quiet_before:
            assert at_ns in presses


@given(edge_trains())
def test_every_ignored_press_edge_has_its_reason_within_the_lockout(train: list[Edge]) -> None:
    presses = presses_of(train)
    for at_ns, down in train:
        if down and at_ns not in presses:
            reasons = [
                t for t, d in train if at_ns - LOCKOUT_NS < t < at_ns and (not d or t in presses)
            ]
            assert reasons


@given(edge_trains())
def test_only_falling_edges_are_presses_and_keep_their_own_stamp(train: list[Edge]) -> None:
    assert set(presses_of(train)) <= {at_ns for at_ns, down in train if down}


@given(
    hold_ns=st.integers(12, 100).map(lambda ms: ms * MS),
    press_bounce_ns=st.lists(st.integers(1, MS), max_size=6),
    release_bounce_ns=st.lists(st.integers(1, MS), max_size=6),
)
def test_one_finger_is_one_press_at_its_first_edge(
    hold_ns: int, press_bounce_ns: list[int], release_bounce_ns: list[int]
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
    assert presses_of(train) == [MS]


def test_a_lost_release_cannot_block_the_next_press() -> None:
    assert presses_of([(0, True), (500 * MS, True)]) == [0, 500 * MS]


def test_a_tap_shorter_than_the_lockout_is_one_press_though_its_release_bounces_after_it() -> None:
    taps = [(0, True), (29 * MS, False), (31 * MS, True), (32 * MS, False)]
    assert presses_of(taps) == [0]


def test_an_ignored_press_does_not_prolong_the_lockout() -> None:
    assert presses_of([(0, True), (20 * MS, True), (40 * MS, True)]) == [0, 40 * MS]


def test_the_lockout_ends_exactly_when_it_has_passed() -> None:
    assert presses_of([(0, True), (LOCKOUT_NS - 1, True)]) == [0]
    assert presses_of([(0, True), (LOCKOUT_NS, True)]) == [0, LOCKOUT_NS]


def test_a_negative_lockout_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        FirstEdge(-1)


def test_a_press_carries_the_drivers_stamp_not_the_delivery_time(
    factory: Any, pins: dict[str, int]
) -> None:
    presses: list[Press] = []
    late_ns = 7 * MS
    with ClockButtons(pins, presses.append, factory, clock_ns=lambda: factory.now_ns + late_ns):
        factory.edge("left", down=True, at_ns=5_000_123_456_789)
    assert presses == [Press(5_000_123_456_789, "left", 1)]


def test_a_bouncing_button_on_a_pin_is_one_press(factory: Any, pins: dict[str, int]) -> None:
    presses: list[Press] = []
    start = factory.now_ns
    with ClockButtons(pins, presses.append, factory, clock_ns=factory.clock_ns):
        for step in range(9):
            factory.edge("right", down=step % 2 == 0, at_ns=start + step * MS)
    assert [(press.name, press.at_ns) for press in presses] == [("right", start)]


def test_each_button_has_its_own_lockout_and_stamps_order_both(
    factory: Any, pins: dict[str, int]
) -> None:
    presses: list[Press] = []
    start = factory.now_ns
    with ClockButtons(pins, presses.append, factory, clock_ns=factory.clock_ns):
        factory.edge("right", down=True, at_ns=start + 2)
        factory.edge("left", down=True, at_ns=start + 1)  # earlier on the pin, delivered later
    assert [press.name for press in presses] == ["right", "left"]
    assert [press.sequence for press in presses] == [1, 2]
    assert [press.name for press in sorted(presses)] == ["left", "right"]


def test_a_button_held_at_the_start_is_not_a_press(factory: Any, pins: dict[str, int]) -> None:
    presses: list[Press] = []
    with ClockButtons(pins, presses.append, factory, clock_ns=factory.clock_ns) as buttons:
        factory.edge("left", down=True, at_ns=factory.now_ns + MS)
        assert buttons.held == {"left"}
    presses.clear()

    class StuckPin(type(factory.pin("GPIO17"))):
        def _get_state(self) -> bool:
            return False

    stuck = type(factory)()
    stuck.pin_class = StuckPin
    with ClockButtons(pins, presses.append, stuck, clock_ns=stuck.clock_ns) as buttons:
        assert buttons.held == {"left", "right"}
    assert presses == []


def test_no_press_after_close_and_the_pins_are_free_again(
    factory: Any, pins: dict[str, int]
) -> None:
    presses: list[Press] = []
    with ClockButtons(pins, presses.append, factory, clock_ns=factory.clock_ns):
        pass
    factory.edge("left", down=True, at_ns=factory.now_ns + MS)
    assert presses == []
    ClockButtons(pins, presses.append, factory, clock_ns=factory.clock_ns).close()


def test_a_pin_that_is_taken_names_the_button_and_the_pin(
    factory: Any, pins: dict[str, int]
) -> None:
    with (
        ClockButtons(pins, lambda _: None, factory, clock_ns=factory.clock_ns),
        pytest.raises(PinUnusable, match=r"button clock.*27"),
    ):
        ClockButtons({"clock": 27}, lambda _: None, factory, clock_ns=factory.clock_ns)


def test_a_pin_the_board_lacks_is_refused_and_the_others_are_given_back(factory: Any) -> None:
    with pytest.raises(PinUnusable, match="99"):
        ClockButtons({"left": 17, "right": 99}, lambda _: None, factory, clock_ns=factory.clock_ns)
    ClockButtons({"left": 17}, lambda _: None, factory, clock_ns=factory.clock_ns).close()


@pytest.mark.parametrize("off_ns", [51 * MS, -51 * MS])
def test_a_factory_on_another_epoch_is_refused_at_the_start(
    factory: Any, pins: dict[str, int], off_ns: int
) -> None:
    with pytest.raises(StrayClock, match="off the monotonic clock"):
        ClockButtons(pins, lambda _: None, factory, clock_ns=lambda: factory.now_ns + off_ns)


@pytest.mark.parametrize("off_ns", [51 * MS, -11_000 * MS])
def test_an_edge_on_another_epoch_is_a_fault_and_not_a_press(
    factory: Any, pins: dict[str, int], off_ns: int
) -> None:
    presses: list[Press] = []
    faults: list[HardwareError] = []
    now_ns = factory.now_ns
    with ClockButtons(
        pins, presses.append, factory, on_fault=faults.append, clock_ns=lambda: now_ns
    ):
        factory.edge("left", down=True, at_ns=now_ns + off_ns)
    assert presses == []
    assert isinstance(faults[0], StrayClock)


def test_a_stray_edge_nobody_listens_for_is_raised(factory: Any, pins: dict[str, int]) -> None:
    now_ns = factory.now_ns
    with (
        ClockButtons(pins, lambda _: None, factory, clock_ns=lambda: now_ns),
        pytest.raises(StrayClock),
    ):
        factory.edge("left", down=True, at_ns=now_ns + 1_000 * MS)
