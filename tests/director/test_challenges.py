"""What a head is to echo: made just now, the same for all, and never driven out by a flood."""

from itertools import count

from kiosk.director.tables.challenges import FRESH_NS, RENEWED_NS, Challenges

START_NS = 10**12


def challenges() -> Challenges:
    numbers = count(1)
    return Challenges(lambda: f"c-{next(numbers)}")


def test_a_challenge_is_fresh_for_two_and_a_half_seconds() -> None:
    made = challenges()
    one = made.newest(START_NS)
    assert made.is_fresh(one, START_NS)
    assert made.is_fresh(one, START_NS + FRESH_NS - 1)
    assert not made.is_fresh(one, START_NS + FRESH_NS)


def test_nothing_else_is_fresh() -> None:
    made, another = challenges(), Challenges(lambda: "of another director, or before a restart")
    made.newest(START_NS)
    for echo in ("", "c-2", another.newest(START_NS)):
        assert not made.is_fresh(echo, START_NS)


def test_it_is_renewed_so_that_what_is_given_is_fresh_for_long() -> None:
    made = challenges()
    assert made.newest(START_NS) == made.newest(START_NS + RENEWED_NS - 1) == "c-1"
    assert made.newest(START_NS + RENEWED_NS) == "c-2"
    assert made.is_fresh("c-1", START_NS + RENEWED_NS)


def test_a_flood_of_requests_drives_none_out_and_fills_nothing() -> None:
    made = challenges()
    one = made.newest(START_NS)
    for later_ns in range(0, FRESH_NS, FRESH_NS // 5_000):
        made.newest(START_NS + later_ns)
        assert made.is_fresh(one, START_NS + later_ns)
    for later_ns in range(FRESH_NS, 100 * FRESH_NS, RENEWED_NS // 2):
        made.newest(START_NS + later_ns)
    assert len(made._made) <= FRESH_NS // RENEWED_NS + 1
