"""The firmware's memory: what happened is kept until acknowledged, commands are obeyed."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.tower.firmware.tower_protocol import (
    FIRMWARE,
    HELD_EVENTS,
    TICKS_PERIOD,
    VERSION,
    Tower,
    encode,
    ticks_diff,
)
from hardware.tower.protocol import Alive, DicePassed, LidMoved, SelfTested, TowerHello, TowerLines

BOOT = 4242
ALIVE_MS = 1_000
RESEND_MS = 200


def said(tower: Tower, now_ms: int) -> list[object]:
    return list(TowerLines().feed(tower.outgoing(now_ms)))


def hello(at_ms: int) -> TowerHello:
    return TowerHello(
        BOOT,
        at_ms,
        first=1,
        next_number=1,
        version=VERSION,
        firmware=FIRMWARE,
        serial_number="E66",
        parts=frozenset({"jam", "lamp"}),
        cause="exception:OSError:-no",
    )


def quiet_tower(now_ms: int = 0) -> Tower:
    tower = Tower(BOOT, now_ms)
    tower.outgoing(now_ms)
    return tower


@given(st.integers(0, TICKS_PERIOD - 1), st.integers(-(1 << 28), 1 << 28))
def test_ticks_differ_by_what_passed_even_over_the_wrap(tick: int, passed: int) -> None:
    assert ticks_diff((tick + passed) % TICKS_PERIOD, tick) == passed


def test_the_tower_introduces_itself_at_power_on_and_when_asked() -> None:
    tower = Tower(BOOT, 50, "E66", ("jam", "lamp"), "exception:OSError: no")
    assert said(tower, 50) == [hello(50)]
    tower.receive(b"garbage\n" + encode("hello?", 0, VERSION), 70)
    assert said(tower, 70) == [hello(70), Alive(BOOT, 70, 1, 1, frozenset())]


def test_an_event_goes_out_at_once_and_again_until_acknowledged() -> None:
    tower = quiet_tower()
    tower.passed("drop", 1, 100)
    event = DicePassed(BOOT, 100, number=1, beam="drop", count=1)
    assert said(tower, 100) == [event]
    assert said(tower, 100 + RESEND_MS - 1) == []
    assert said(tower, 100 + RESEND_MS) == [event]
    tower.receive(encode("ack", 1, BOOT), 310)
    assert said(tower, 900) == []


def test_an_acknowledgement_covers_all_up_to_its_number_and_no_more() -> None:
    tower = quiet_tower()
    for _ in range(3):
        tower.passed("drop", 1, 10)
    tower.outgoing(10)
    tower.receive(encode("ack", 2, BOOT), 20)
    assert [event.number for event in said(tower, 10 + RESEND_MS)] == [3]


def test_an_acknowledgement_of_an_earlier_power_on_is_not_ours() -> None:
    tower = quiet_tower()
    tower.passed("out", 1, 10)
    tower.outgoing(10)
    tower.receive(encode("ack", 1, BOOT + 1), 20)
    assert [event.number for event in said(tower, 10 + RESEND_MS)] == [1]


def test_the_heartbeat_comes_every_second_over_the_wrap() -> None:
    start = TICKS_PERIOD - ALIVE_MS // 2
    tower = quiet_tower(start)
    beats = [now for now in range(0, 5 * ALIVE_MS, 10) if said(tower, (start + now) % TICKS_PERIOD)]
    assert beats == [1 * ALIVE_MS, 2 * ALIVE_MS, 3 * ALIVE_MS, 4 * ALIVE_MS]


def test_what_nobody_fetches_is_bounded_and_the_loss_can_be_seen() -> None:
    tower = quiet_tower()
    for _ in range(HELD_EVENTS + 5):
        tower.passed("drop", 1, 10)
        tower.outgoing(10)
    (*events, alive) = said(tower, ALIVE_MS)
    assert [event.number for event in events] == list(range(6, HELD_EVENTS + 6))
    assert alive == Alive(BOOT, ALIVE_MS, 6, HELD_EVENTS + 6, frozenset())


def test_the_lamp_obeys_the_table() -> None:
    tower = quiet_tower()
    assert not tower.lamp
    tower.receive(encode("lamp", 0, "on"), 1)
    assert tower.lamp
    tower.receive(encode("lamp", 0, "off"), 2)
    assert not tower.lamp


def test_an_event_keeps_the_time_when_it_happened() -> None:
    tower = quiet_tower()
    tower.emit("lid", 20, 100, "open")
    assert said(tower, 100) == [LidMoved(BOOT, 20, number=1, is_open=True)]


def test_an_event_from_before_the_wrap_has_a_tick_of_the_language() -> None:
    tower = quiet_tower()
    tower.emit("drop", -3, 2, 1)
    assert said(tower, 2) == [DicePassed(BOOT, TICKS_PERIOD - 3, number=1, beam="drop", count=1)]


def test_the_heartbeat_says_what_stands() -> None:
    tower = quiet_tower()
    tower.set_troubles(("lid", "stuck-out"))
    assert said(tower, ALIVE_MS) == [Alive(BOOT, ALIVE_MS, 1, 1, frozenset({"lid", "stuck-out"}))]
    tower.set_troubles(())
    assert said(tower, 2 * ALIVE_MS) == [Alive(BOOT, 2 * ALIVE_MS, 1, 1, frozenset())]


def test_a_self_test_is_asked_of_this_power_on_and_answered_once() -> None:
    tower = quiet_tower()
    tower.receive(encode("selftest?", 4, BOOT + 1), 5)
    assert tower.asked_self_test is None
    tower.receive(encode("selftest?", 5, BOOT), 5)
    assert tower.asked_self_test == 5
    for _ in range(2):
        tower.answer_self_test(("drop=ok", "lamp=blinked"), 9)
    assert said(tower, 9) == [SelfTested(BOOT, 9, 5, (("drop", "ok"), ("lamp", "blinked")))]
