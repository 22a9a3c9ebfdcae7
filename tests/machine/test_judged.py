"""What the machine test makes of presses, pictures and messages; the machine itself is not run."""

import pytest

from machine.emulator import MachineError, answer, message
from machine.judged import devices, presses_wrong, properties
from machine.picture import look
from machine.results import Outcome, Result, as_json, as_markdown, merged, read

MS = 1_000_000
PRESSED = [
    {"button": "left", "before_ns": 100 * MS, "longest_gap_ns": 2 * MS},
    {"button": "right", "before_ns": 400 * MS, "longest_gap_ns": 2 * MS},
]


def came(*stamps_ms: float, names: tuple[str, ...] = ("left", "right")) -> list[dict[str, object]]:
    return [{"button": n, "at_ns": round(at * MS)} for n, at in zip(names, stamps_ms, strict=True)]


def ppm(wide: int, high: int, pixels: bytes) -> bytes:
    return b"P6\n%d %d\n255\n" % (wide, high) + pixels


def test_presses_that_came_once_each_in_time_are_right_in_whatever_order() -> None:
    assert presses_wrong(PRESSED, came(101, 402)) == ""
    assert presses_wrong(PRESSED, came(402, 101, names=("right", "left"))) == ""


@pytest.mark.parametrize(
    ("got", "why"),
    [
        (came(101, 402, 404, names=("left", "right", "right")), "2 presses gave 3"),
        (came(101, names=("left",)), "2 presses gave 1"),
        (came(101, 402, names=("right", "left")), "left was pressed, right is stamped there"),
        (came(99, 402), "left is stamped -1.0 ms after its edge"),
        (came(101, 900), "right is stamped 500.0 ms after its edge"),
    ],
)
def test_what_is_wrong_with_presses_is_named(got: list[dict[str, object]], why: str) -> None:
    assert presses_wrong(PRESSED, got) == why


def test_a_bounce_as_slow_as_two_presses_judges_nobody() -> None:
    slow = [PRESSED[0] | {"longest_gap_ns": 31 * MS}, PRESSED[1]]
    assert "too slowly 1 times" in presses_wrong(
        slow, came(101, 131, 402, names=("left", "left", "right"))
    )


def test_only_the_named_device_is_told_after_the_row() -> None:
    rows = [
        {"seq": 4, "kind": "DeviceLost", "body": {"device": "tower"}},
        {"seq": 5, "kind": "DeviceLost", "body": {"device": "camera"}},
        {"seq": 6, "kind": "TurnEnded", "body": {}},
        {"seq": 7, "kind": "DeviceBack", "body": {"device": "tower"}},
    ]
    assert devices(rows, "tower") == ["DeviceLost", "DeviceBack"]
    assert devices(rows, "tower", since=4) == ["DeviceBack"]


def test_systemd_properties_keep_what_stands_after_the_first_sign() -> None:
    assert properties("MainPID=7\nEnvironment=A=b\n\n") == {"MainPID": "7", "Environment": "A=b"}


def test_a_picture_with_a_few_letters_on_black_is_black_and_a_drawn_one_is_not() -> None:
    console = bytearray(200 * 100 * 3)
    console[:60] = b"\xaa" * 60
    assert look(ppm(200, 100, bytes(console))).is_black
    drawn = bytes(range(256)) * 235
    seen = look(ppm(200, 100, drawn[:60000]))
    assert not seen.is_black
    assert (seen.width, seen.height) == (200, 100)


@pytest.mark.parametrize("bad", [b"", b"P5\n1 1\n255\n0", ppm(200, 100, b"short")])
def test_what_is_no_picture_is_refused(bad: bytes) -> None:
    with pytest.raises(ValueError, match="PPM"):
        look(bad)


def test_qemus_answers_events_and_refusals_are_told_apart() -> None:
    assert answer(message(b'{"return": {"a": 1}}')) == {"a": 1}
    assert answer(message(b'{"event": "SHUTDOWN"}')) is None
    with pytest.raises(MachineError, match="no such file"):
        answer(message(b'{"error": {"class": "GenericError", "desc": "no such file"}}'))
    with pytest.raises(MachineError, match="no message"):
        message(b"garbage")


def test_results_are_told_in_a_table() -> None:
    results = [
        Result("power cut", Outcome.OK, "all | rows\nverified", 31.4, "2026-01-02"),
        Result("disk full", Outcome.FAILED, "it went on", 2.0, "2026-01-02"),
    ]
    text = as_markdown("6.12", results, ("power cut", "disk full", "later"))
    assert "1 of 3 steps are good" in text
    assert "| power cut | ok | 2026-01-02 | 31 | all \\| rows verified |" in text
    assert "| later | not run yet |" in text


def test_a_step_tried_again_takes_the_place_of_its_last_result() -> None:
    old = [Result(step, Outcome.FAILED, "no", 1.0, "2026-01-02") for step in ("b", "a", "gone")]
    new = Result("a", Outcome.OK, "yes", 1.0, "2026-01-03")
    assert merged(read(as_json(old)), [new], ("a", "b")) == [new, old[0]]
