"""How often a password may be tried: told the time, it says how long to wait."""

from kiosk.director.people.attempts import FREE, HOUR_NS, MOST_AN_HOUR, MOST_BY_STRANGERS, Attempts
from kiosk.rules.units import SECOND_NS


def test_a_wait_doubles_up_to_a_minute_and_ends() -> None:
    attempts, now_ns, waits = Attempts(), 0, []
    for _ in range(FREE + 8):
        waits.append(attempts.wait_s("kari", "a", now_ns))
        now_ns += waits[-1] * SECOND_NS
        assert attempts.wait_s("kari", "a", now_ns) == 0
        attempts.tries("kari", "a", now_ns)
    assert waits == [0] * FREE + [1, 2, 4, 8, 16, 32, 60, 60]
    assert attempts.wait_s("kari", "b", now_ns) == 0
    assert attempts.wait_s("ola", "a", now_ns) == 0


def test_what_was_right_is_not_counted() -> None:
    attempts = Attempts()
    for now_ns in range(1000):
        assert attempts.wait_s("kari", "a", now_ns) == 0
        attempts.tries("kari", "a", now_ns)
        attempts.was_right("kari", "a")


def test_one_address_that_tries_many_names_waits_too() -> None:
    attempts = Attempts()
    tried = next(n for n in range(1000) if attempts.wait_s(f"{n}", "a", n) or _tries(attempts, n))
    assert tried == 30


def _tries(attempts: Attempts, number: int) -> None:
    attempts.tries(f"{number}", "a", number)


def test_a_name_has_a_hundred_an_hour_and_strangers_do_not_use_them_up() -> None:
    attempts = Attempts()
    attempts.tries("kari", "home", 0)
    attempts.was_right("kari", "home")

    def until_shut(addresses: str) -> int:
        for count in range(1000):
            address = f"{addresses}{count}" if addresses != "home" else "home"
            if attempts.wait_s("kari", address, count) > 60:
                return count
            attempts.tries("kari", address, count)
        raise AssertionError("never")

    assert until_shut("10.0.0.") == MOST_BY_STRANGERS
    assert attempts.wait_s("kari", "home", 1000) == 0
    most = 0
    now_ns = 1000
    while (wait_s := attempts.wait_s("kari", "home", now_ns)) <= 60:
        now_ns += wait_s * SECOND_NS
        attempts.tries("kari", "home", now_ns)
        most += 1
    assert MOST_BY_STRANGERS + most == MOST_AN_HOUR
    assert attempts.wait_s("kari", "10.0.0.1", now_ns + HOUR_NS) == 0


def test_what_is_remembered_is_bounded() -> None:
    attempts = Attempts()
    for number in range(6000):
        attempts.tries(f"name {number}", f"address {number}", number)
    assert len(attempts._tries) == 5000
