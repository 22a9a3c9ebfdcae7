"""The conversation, on times and lines made by hand, and over a line that loses half of them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import (
    EventsLost,
    TowerProtocolError,
    TowerStranger,
    TowerTimeout,
    TowerVersionError,
)
from hardware.tower.firmware.tower_protocol import (
    FIRMWARE,
    LONGEST_LINE,
    TICKS_PERIOD,
    VERSION,
    LineReader,
    Tower,
    encode,
)
from hardware.tower.roll import TowerReport
from hardware.tower.session import (
    DRIFT_PPM,
    TickClock,
    TowerSession,
    TowerState,
    TowerStatus,
)
from hardware.tower.trouble import SelfTest, TowerTrouble, TroubleKind

MS = 1_000_000
S = 1_000 * MS
BOOT = 99
T0 = 7_000 * S  # our clock when the tower's tick is 0
ASK_AGAIN_NS = 250 * MS
NUMBER = "E660583883724A32"
SILENCE_NS = 3 * S
QUIET_NS = 1_500 * MS
"""After its last beam event (hardware/FIRST_RUN.md)."""


def said(session: TowerSession) -> list[tuple[str, int, list[str]]]:
    return LineReader().feed(session.outgoing())


def hello(
    at_ms: int = 0, first: int = 1, following: int = 1, boot: int = BOOT, cause: str = "power"
) -> bytes:
    about = (FIRMWARE, NUMBER, "jam,lamp,lid,selftest", cause)
    return encode("hello", first, boot, at_ms, following, VERSION, *about)


def nameless() -> bytes:
    """The hello of a tower without a serial number and without a self-test."""
    return encode("hello", 1, BOOT, 0, 1, VERSION, FIRMWARE, "-", "-", "power")


def alive(at_ms: int, first: int, following: int, boot: int = BOOT, standing: str = "-") -> bytes:
    return encode("alive", first, boot, at_ms, following, standing)


def ready_session(first: int = 1) -> TowerSession:
    session = TowerSession("/dev/tower")
    session.opened(T0)
    session.receive(hello(0, first, first), T0)
    assert session.news() == [TowerState(TowerStatus.READY)]
    session.outgoing()
    return session


def test_the_handshake_is_asked_for_again_until_it_is_answered() -> None:
    session = TowerSession("/dev/tower")
    session.opened(T0)
    assert said(session) == [("hello?", 0, [str(VERSION)])]
    session.poll(T0 + ASK_AGAIN_NS - 1)
    assert said(session) == []
    session.poll(T0 + ASK_AGAIN_NS)
    assert said(session) == [("hello?", 0, [str(VERSION)])]
    session.receive(hello(), T0 + S)
    assert session.ready
    session.outgoing()
    session.poll(T0 + 2 * S)
    assert said(session) == []


def test_another_version_is_refused_with_both_numbers() -> None:
    session = TowerSession("/dev/tower")
    session.opened(T0)
    with pytest.raises(TowerVersionError, match=f"version {VERSION + 1} and we speak {VERSION}"):
        session.receive(encode("hello", 1, BOOT, 0, 1, VERSION + 1), T0)
    assert not session.ready


def test_three_seconds_of_silence_are_a_lost_tower() -> None:
    session = ready_session()
    session.poll(T0 + SILENCE_NS)
    session.receive(alive(3000, 1, 1), T0 + SILENCE_NS)
    session.poll(T0 + 2 * SILENCE_NS)
    with pytest.raises(TowerTimeout, match=r"/dev/tower.*3\.1 s"):
        session.poll(T0 + 2 * SILENCE_NS + 100 * MS)


def test_half_lines_and_noise_are_silence() -> None:
    session = ready_session()
    session.receive(alive(3000, 1, 1)[:-3] + b"\nnoise\n", T0 + SILENCE_NS)
    with pytest.raises(TowerTimeout):
        session.poll(T0 + SILENCE_NS + 1)


def test_noise_on_the_line_is_named_as_the_cause() -> None:
    """After a whole line it is counted anew; silence without any noise stays silence."""
    session = ready_session()
    session.receive(b"\xff\x00x\n" * 4 + alive(3000, 1, 1), T0 + SILENCE_NS)
    session.receive(b"\xfe\x81\n" * 2 + alive(3000, 1, 1)[2:], T0 + SILENCE_NS + S)
    with pytest.raises(TowerTimeout, match=r"sent 3 broken lines .* for 3\.1 s, so there is noise"):
        session.poll(T0 + 2 * SILENCE_NS + 100 * MS)
    session = ready_session()
    session.receive(b"\xff\x00x\n" + alive(3000, 1, 1), T0 + SILENCE_NS)
    with pytest.raises(TowerTimeout, match=r"silent for 3\.1 s: check its power and firmware"):
        session.poll(T0 + 2 * SILENCE_NS + 100 * MS)


def test_a_port_that_only_ever_sends_noise_is_another_device() -> None:
    session = TowerSession("/dev/gps")
    session.opened(T0)
    session.receive(b"$GPGGA,1234\r\n" * 3, T0 + S)
    with pytest.raises(TowerProtocolError, match=r"/dev/gps sent 3 lines"):
        session.poll(T0 + SILENCE_NS + 1)


def test_events_before_the_handshake_are_left_for_later() -> None:
    session = TowerSession("/dev/tower")
    session.opened(T0)
    session.outgoing()
    session.receive(encode("drop", 1, BOOT, 5, 2), T0 + S)
    assert said(session) == [("hello?", 0, [str(VERSION)])]
    session.receive(hello(10, 1, 2) + encode("drop", 1, BOOT, 5, 2), T0 + S)
    assert ("ack", 1, [str(BOOT)]) in said(session)


def test_a_repeated_event_is_acknowledged_again_and_counted_once() -> None:
    session = ready_session()
    for _ in range(3):
        session.receive(encode("drop", 1, BOOT, 5, 2), T0 + 5 * MS)
        assert said(session) == [("ack", 1, [str(BOOT)])]
    session.receive(encode("out", 2, BOOT, 9, 2), T0 + 9 * MS)
    assert session.news() == [TowerReport(2, 2, T0 + 5 * MS, T0 + 9 * MS)]


def test_an_event_after_a_gap_waits_for_the_one_before_it() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 5, 2), T0 + 5 * MS)
    session.outgoing()
    session.receive(encode("out", 3, BOOT, 9, 1), T0 + 10 * MS)
    assert said(session) == []
    session.poll(T0 + SILENCE_NS)  # well past the quiet time, but event 2 is known to be missing
    assert session.news() == []
    session.receive(encode("out", 2, BOOT, 7, 1) + encode("out", 3, BOOT, 9, 1), T0 + SILENCE_NS)
    assert session.news() == [TowerReport(2, 2, T0 + 5 * MS, T0 + 9 * MS)]


def test_a_die_that_stays_inside_is_reported_on_time_without_a_heartbeat() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 0, 2), T0)
    session.poll(T0 + QUIET_NS - 1)
    assert session.news() == []
    session.poll(T0 + QUIET_NS)
    assert session.news() == [TowerReport(2, 0, T0, T0)]


def test_a_roll_is_not_closed_while_the_tower_has_more_to_tell() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 0, 2), T0)
    session.receive(alive(1000, 2, 3), T0 + S)  # event 2 exists and has not arrived
    session.poll(T0 + QUIET_NS)
    assert session.news() == []
    session.receive(encode("out", 2, BOOT, 600, 2), T0 + 2 * S)
    assert session.news() == [TowerReport(2, 2, T0, T0 + 600 * MS)]


def test_a_roll_interrupted_by_a_lost_port_is_whole_after_the_reconnection() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 0, 2), T0)
    session.closed()
    session.opened(T0 + 4 * S)
    session.poll(T0 + 4 * S)
    session.receive(hello(4000, 2, 3), T0 + 4 * S)
    session.poll(T0 + 4 * S)
    session.receive(encode("out", 2, BOOT, 700, 2), T0 + 4 * S)
    assert session.news() == [
        TowerState(TowerStatus.READY),
        TowerReport(2, 2, T0, T0 + 700 * MS),
    ]


def test_a_tower_that_lost_power_mid_roll_leaves_a_mismatch() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 0, 2), T0)
    session.receive(alive(20, 1, 1, boot=BOOT + 1), T0 + S)
    session.receive(hello(30, 1, 1, boot=BOOT + 1), T0 + S)
    session.poll(T0 + QUIET_NS)
    reset, report = session.news()
    assert isinstance(reset, TowerTrouble)
    assert (reset.kind, reset.over, "(power)" in reset.why) == (TroubleKind.RESET, True, True)
    assert report == TowerReport(2, 0, T0, T0)


@pytest.mark.parametrize("boot", [BOOT, BOOT + 1])
def test_event_numbers_start_anew_after_a_power_on_even_with_the_same_boot_number(
    boot: int,
) -> None:
    session = ready_session(first=40)
    session.closed()
    session.opened(T0 + S)
    session.receive(hello(0, 1, 1, boot=boot), T0 + S)
    session.receive(encode("drop", 1, boot, 5, 2), T0 + 2 * S)
    session.receive(encode("out", 2, boot, 9, 2), T0 + 2 * S)
    assert session.news()[-1] == TowerReport(2, 2, T0 + S + 5 * MS, T0 + S + 9 * MS)


def test_an_event_of_an_unknown_power_on_is_never_acknowledged() -> None:
    session = ready_session(first=40)
    session.receive(encode("drop", 1, BOOT + 1, 5, 2), T0 + S)
    assert said(session) == [("hello?", 0, [str(VERSION)])]


def test_events_the_tower_forgot_are_said_aloud() -> None:
    session = ready_session()
    session.receive(alive(1000, 4, 6), T0 + S)
    (state,) = session.news()
    assert state.status is TowerStatus.READY
    assert isinstance(state.error, EventsLost)
    assert "3 beam events" in str(state.error)


def test_the_lamp_is_said_on_change_at_each_heartbeat_and_after_reconnection() -> None:
    session = ready_session()
    session.lamp(on=True)
    session.lamp(on=True)
    assert said(session) == [("lamp", 0, ["on"])]
    session.receive(alive(1000, 1, 1), T0 + S)
    assert said(session) == [("lamp", 0, ["on"])]
    session.closed()
    session.opened(T0 + 2 * S)
    session.outgoing()
    session.receive(hello(2000), T0 + 2 * S)
    assert said(session) == [("lamp", 0, ["on"])]


@given(st.lists(st.integers(0, 300 * MS), min_size=1, max_size=40), st.integers(0, 1 << 29))
def test_the_tick_clock_is_late_by_no_more_than_the_fastest_heartbeat(
    delays_ns: list[int], first_tick: int
) -> None:
    clock = TickClock(first_tick, T0 + delays_ns[0])
    for beat, delay_ns in enumerate(delays_ns):
        tick_ms = (first_tick + beat * 1000) % TICKS_PERIOD
        clock.heartbeat(tick_ms, T0 + beat * S + delay_ns)
        late_ns = clock.at_ns(tick_ms) - (T0 + beat * S)
        allowance_ns = beat * 1000 * DRIFT_PPM
        assert 0 <= late_ns <= min(delays_ns[: beat + 1]) + allowance_ns


def test_a_late_heartbeat_moves_the_clock_by_the_drift_of_two_crystals_of_100_ppm() -> None:
    clock = TickClock(0, T0)
    clock.heartbeat(10_000, T0 + 15 * S)
    assert clock.at_ns(10_000) == T0 + 10 * S + 2 * MS


@given(st.integers(-100, 100), st.integers(0, 20 * MS))
def test_the_tick_clock_follows_a_crystal_that_runs_off(ppm: int, delay_ns: int) -> None:
    clock = TickClock(0, T0 + delay_ns)
    for beat in range(1, 3600):
        true_ns = T0 + beat * S + beat * 1000 * ppm
        clock.heartbeat(beat * 1000, true_ns + delay_ns)
        assert abs(clock.at_ns(beat * 1000) - true_ns - delay_ns) <= MS


# --- what is wrong with a tower that answers ---------------------------------------------------


def troubles(session: TowerSession) -> list[tuple[TroubleKind, int, int, bool]]:
    told = [item for item in session.news() if isinstance(item, TowerTrouble)]
    return [(item.kind, item.since_ns - T0, item.at_ns - T0, item.over) for item in told]


@pytest.mark.parametrize(
    ("kind", "begins", "ends"),
    [
        (TroubleKind.JAM, ("jam", 2), ("jam", 0)),
        (TroubleKind.LID_OPEN, ("lid", "open"), ("lid", "closed")),
        (TroubleKind.DROP_BEAM_STUCK, ("stuck", "drop", 0), ("free", "drop")),
        (TroubleKind.OUT_BEAM_STUCK, ("stuck", "out", 0), ("free", "out")),
    ],
)
def test_a_trouble_stands_from_its_own_time_until_its_end_and_each_is_told_once(
    kind: TroubleKind, begins: tuple[Any, ...], ends: tuple[Any, ...]
) -> None:
    session = ready_session()
    for _ in range(2):
        session.receive(encode(begins[0], 1, BOOT, 500, *begins[1:]), T0 + S)
        assert said(session) == [("ack", 1, [str(BOOT)])]
    session.receive(encode(ends[0], 2, BOOT, 900, *ends[1:]), T0 + S)
    assert troubles(session) == [
        (kind, 500 * MS, 500 * MS, False),
        (kind, 500 * MS, 900 * MS, True),
    ]


def test_a_beam_is_stuck_since_it_broke_not_since_the_tower_was_sure() -> None:
    session = ready_session()
    session.receive(encode("stuck", 1, BOOT, 2500, "drop", 2000), T0 + 3 * S)
    assert troubles(session) == [
        (TroubleKind.DROP_BEAM_STUCK, 500 * MS, 2500 * MS, False),
    ]


def test_edges_the_tower_could_not_keep_are_told_and_over() -> None:
    session = ready_session()
    session.receive(encode("lost", 1, BOOT, 500, 17), T0 + S)
    (trouble,) = session.news()
    assert isinstance(trouble, TowerTrouble)
    assert (trouble.kind, trouble.over) == (TroubleKind.EDGES_LOST, True)
    assert "lost 17 changes" in trouble.why


def test_a_table_that_comes_late_learns_from_the_heartbeat_what_stands() -> None:
    session = ready_session(first=40)
    session.receive(alive(1000, 40, 40, standing="lid,stuck-out"), T0 + S)
    assert troubles(session) == [
        (TroubleKind.LID_OPEN, S, S, False),
        (TroubleKind.OUT_BEAM_STUCK, S, S, False),
    ]
    session.receive(alive(2000, 40, 40, standing="stuck-out"), T0 + 2 * S)
    assert troubles(session) == [(TroubleKind.LID_OPEN, S, 2 * S, True)]


def test_a_heartbeat_that_overtakes_an_event_decides_nothing() -> None:
    session = ready_session()
    session.receive(alive(1000, 1, 2, standing="lid"), T0 + S)
    assert troubles(session) == []
    session.receive(encode("lid", 1, BOOT, 500, "open"), T0 + 2 * S)
    assert troubles(session) == [(TroubleKind.LID_OPEN, 500 * MS, 500 * MS, False)]


def test_a_new_start_ends_the_troubles_of_the_one_before() -> None:
    session = ready_session()
    session.receive(encode("lid", 1, BOOT, 500, "open"), T0 + S)
    session.receive(hello(10, 1, 1, boot=BOOT + 1, cause="watchdog"), T0 + 2 * S)
    assert troubles(session) == [
        (TroubleKind.LID_OPEN, 500 * MS, 500 * MS, False),
        (TroubleKind.LID_OPEN, 500 * MS, 2 * S, True),
        (TroubleKind.RESET, 2 * S, 2 * S, True),
    ]


@pytest.mark.parametrize(
    ("cause", "told"), [("power", []), ("watchdog", ["watchdog"]), ("exception:E:x", ["exception"])]
)
def test_a_tower_back_on_its_port_says_why_it_started_unless_it_was_the_power(
    cause: str, told: list[str]
) -> None:
    session = ready_session()
    session.closed()
    session.opened(T0 + S)
    session.news()
    session.receive(hello(0, boot=BOOT + 1, cause=cause), T0 + S)
    session.receive(hello(9, boot=BOOT + 1, cause=cause), T0 + S)
    resets = [item for item in session.news() if isinstance(item, TowerTrouble)]
    assert [reset.kind for reset in resets] == [TroubleKind.RESET] * len(told)
    assert all(word in reset.why for word, reset in zip(told, resets, strict=True))


def test_only_the_tower_that_was_looked_for_is_taken() -> None:
    session = TowerSession("serial:ABC")
    session.opened(T0, name="/dev/ttyACM7", serial_number="ABC")
    with pytest.raises(TowerStranger, match=rf"/dev/ttyACM7 has serial number {NUMBER}, not ABC"):
        session.receive(hello(), T0)
    assert not session.ready
    assert session.news() == []
    session.opened(T0, name="/dev/ttyACM8", serial_number="ABC")
    with pytest.raises(TowerStranger, match="serial number none"):
        session.receive(nameless(), T0)
    session.opened(T0, serial_number=NUMBER)
    session.receive(hello(), T0)
    assert session.ready


def test_a_stranger_leaves_the_roll_in_hand_alone() -> None:
    session = ready_session()
    session.receive(encode("drop", 1, BOOT, 0, 2), T0)
    session.closed()
    session.opened(T0 + S, serial_number="ABC")
    with pytest.raises(TowerStranger):
        session.receive(hello(0, 1, 1, boot=7), T0 + S)
    session.opened(T0 + 2 * S, serial_number=NUMBER)
    session.receive(hello(2000, 2, 3) + encode("out", 2, BOOT, 700, 2), T0 + 2 * S)
    assert session.news()[-1] == TowerReport(2, 2, T0, T0 + 700 * MS)


def test_the_first_greeting_may_be_waited_for_less_long() -> None:
    session = TowerSession("/dev/tower")
    session.opened(T0, patience_ns=700 * MS)
    session.poll(T0 + 700 * MS)
    with pytest.raises(TowerTimeout):
        session.poll(T0 + 701 * MS)
    session.opened(T0, patience_ns=700 * MS)
    session.receive(hello(), T0)
    session.poll(T0 + SILENCE_NS)


# --- the self-test -----------------------------------------------------------------------------


def test_a_self_test_is_asked_for_again_and_answered_once() -> None:
    session = ready_session()
    session.self_test(T0)
    assert said(session) == [("selftest?", 1, [str(BOOT)])]
    session.poll(T0 + S - 1)
    assert said(session) == []
    session.poll(T0 + S)
    assert said(session) == [("selftest?", 1, [str(BOOT)])]
    session.receive(encode("selftest", 7, BOOT, 900, "drop=ok"), T0 + S)
    assert session.news() == []
    answer = encode("selftest", 1, BOOT, 900, "drop=ok", "out=dark", "lamp=blinked")
    session.receive(answer + answer, T0 + S)
    (result,) = session.news()
    assert result == SelfTest({"drop": "ok", "out": "dark", "lamp": "blinked"})
    assert isinstance(result, SelfTest)
    assert not result.passed
    session.poll(T0 + 2 * S)
    assert said(session) == []


@pytest.mark.parametrize("result", ["dark", "blind", "busy", "open"])
def test_a_self_test_passes_when_nothing_is_wrong(result: str) -> None:
    assert SelfTest({"drop": "ok", "out": "lit", "lamp": "blinked", "lid": "closed"}).passed
    assert not SelfTest({"drop": "ok", "out": result}).passed
    assert not SelfTest({}, "no tower").passed


def test_a_self_test_that_cannot_be_says_why() -> None:
    session = TowerSession("/dev/tower")
    session.self_test(T0)
    session.opened(T0)
    session.receive(nameless(), T0)
    session.self_test(T0)
    session.receive(hello(boot=BOOT + 1), T0)
    session.self_test(T0)
    session.poll(T0 + 4 * S - 1 - S)
    session.receive(alive(3999, 1, 1, boot=BOOT + 1), T0 + 4 * S)
    session.poll(T0 + 4 * S)
    session.self_test(T0 + 5 * S)
    session.closed()
    tests = [item for item in session.news() if isinstance(item, SelfTest)]
    for test, why in zip(
        tests, ["not answer: plug", "no self-test", "self-test in 4 s", "went away"], strict=True
    ):
        assert why in str(test.why)
        assert test.results == {}


class _Bench:
    """The firmware's logic and the session, joined by a line that may lose or damage chunks."""

    def __init__(self) -> None:
        self.now_ns = T0
        self.tower = Tower(BOOT, 0)
        self.session = TowerSession("/dev/tower")
        self.session.opened(self.now_ns)
        self.news: list[TowerReport | TowerState] = []

    def step(self, *, heard: bool = True, answered: bool = True, damage: int | None = None) -> None:
        self.now_ns += 20 * MS
        lines = self.tower.outgoing(self.now_ms)
        if damage is not None and lines:
            where = damage % len(lines)
            lines = lines[:where] + bytes([lines[where] ^ 0x04]) + lines[where + 1 :]
        self.session.receive(lines if heard else b"", self.now_ns)
        self.session.poll(self.now_ns)
        out = self.session.outgoing()
        self.tower.receive(out if answered else b"", self.now_ms)
        self.news += self.session.news()

    @property
    def now_ms(self) -> int:
        return (self.now_ns - T0) // MS


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([None, None, None, "drop", "out"]),
            st.booleans(),
            st.booleans(),
            st.one_of(st.none(), st.integers(0, 5 * LONGEST_LINE)),
        ),
        max_size=90,
    )
)
def test_over_a_bad_line_every_die_is_reported_once_with_its_own_time(steps: list[Any]) -> None:
    bench = _Bench()
    passed: list[tuple[str, int]] = []
    for beam, heard, answered, damage in steps:
        if beam is not None and len(passed) < 32:
            bench.tower.passed(beam, 1, bench.now_ms)
            passed.append((beam, bench.now_ns))
        bench.step(heard=heard, answered=answered, damage=damage)
    for _ in range(200):
        bench.step()
    reports = [item for item in bench.news if isinstance(item, TowerReport)]
    assert sum(report.dropped for report in reports) == sum(beam == "drop" for beam, _ in passed)
    assert sum(report.came_out for report in reports) == sum(beam == "out" for beam, _ in passed)
    assert [item for item in bench.news if not isinstance(item, TowerReport)] == [
        TowerState(TowerStatus.READY)
    ]
    if passed:
        latest_hello_ns = (len(steps) + 30) * 20 * MS  # the offset cannot be worse than its delay
        assert 0 <= reports[0].first_at_ns - passed[0][1] <= latest_hello_ns
