"""The firmware's pure part: counting dice at a beam, keeping events until acknowledged."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.tower.firmware.tower_protocol import (
    HELD_EVENTS,
    SAME_DIE_MS,
    TICKS_PERIOD,
    VERSION,
    Beam,
    Tower,
    encode,
    ticks_diff,
)
from hardware.tower.protocol import Alive, Hello, Passed, TowerLines

BOOT = 4242
ALIVE_MS = 1_000
RESEND_MS = 200


def said(tower: Tower, now_ms: int) -> list[object]:
    return list(TowerLines().feed(tower.outgoing(now_ms)))


def quiet_tower(now_ms: int = 0) -> Tower:
    tower = Tower(BOOT, now_ms)
    tower.outgoing(now_ms)
    return tower


def dice_seen(breaks: list[tuple[int, int]], step_ms: int = 1) -> int:
    """Dice counted while the beam is broken in the half-open spans of `breaks`."""
    beam = Beam()
    end = max(stop for _, stop in breaks) + 1
    looks = range(0, end, step_ms)
    return sum(beam.sense(any(a <= now < b for a, b in breaks), now) for now in looks)


@given(st.integers(0, TICKS_PERIOD - 1), st.integers(-(1 << 28), 1 << 28))
def test_ticks_differ_by_what_passed_even_over_the_wrap(tick: int, passed: int) -> None:
    assert ticks_diff((tick + passed) % TICKS_PERIOD, tick) == passed


def test_one_break_is_one_die() -> None:
    assert dice_seen([(5, 25)]) == 1


def test_a_die_left_in_the_beam_is_one_die_however_seldom_we_look() -> None:
    assert dice_seen([(5, 5_000)], step_ms=SAME_DIE_MS * 3) == 1


def test_the_gaps_of_a_tumbling_die_are_not_more_dice() -> None:
    gap = SAME_DIE_MS - 1
    assert dice_seen([(5, 10), (10 + gap, 20), (20 + gap, 30)]) == 1


def test_dice_apart_are_counted_apart() -> None:
    assert dice_seen([(5, 10), (10 + SAME_DIE_MS, 30), (200, 210)]) == 3


def test_the_tower_introduces_itself_at_power_on_and_when_asked() -> None:
    tower = Tower(BOOT, 50)
    assert said(tower, 50) == [Hello(BOOT, 50, first=1, next_number=1, version=VERSION)]
    tower.receive(b"garbage\n" + encode("hello?", 0, VERSION), 70)
    assert said(tower, 70) == [Hello(BOOT, 70, first=1, next_number=1, version=VERSION)]


def test_an_event_goes_out_at_once_and_again_until_acknowledged() -> None:
    tower = quiet_tower()
    tower.passed("drop", 1, 100)
    event = Passed(BOOT, 100, number=1, beam="drop", count=1)
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
    assert alive == Alive(BOOT, ALIVE_MS, first=6, next_number=HELD_EVENTS + 6)


def test_the_lamp_obeys_the_table() -> None:
    tower = quiet_tower()
    assert not tower.lamp
    tower.receive(encode("lamp", 0, "on"), 1)
    assert tower.lamp
    tower.receive(encode("lamp", 0, "off"), 2)
    assert not tower.lamp
