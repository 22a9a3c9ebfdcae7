"""How often a password may be tried: told the time, it says how long to wait."""

import pytest

from kiosk.director.people.attempts import (
    FREE,
    FREE_AT_ADDRESS,
    HOUR_NS,
    MOST_AN_HOUR,
    MOST_BY_BROWSER,
    MOST_BY_STRANGERS,
    MOST_COUNTED,
    Attempts,
    SignInSource,
)
from kiosk.rules.units import SECOND_NS

HOME = SignInSource("home", own="browser")
"""The owner's browser, known by its cookie."""


def attempts() -> Attempts:
    """Those of a director where Kari and Ola have accounts."""
    return Attempts({"kari", "ola"}.__contains__)


def guesses(counted: Attempts, name: str, caller: SignInSource, start_ns: int) -> int:
    """How many wrong passwords may be tried within an hour by who waits as he must."""
    count, now_ns = 0, start_ns
    while (wait_ns := counted.wait_s(name, caller, now_ns) * SECOND_NS) + now_ns < (
        start_ns + HOUR_NS
    ):
        now_ns += wait_ns
        counted.count_try(name, caller, now_ns)
        count += 1
    return count


@pytest.mark.parametrize("name", ["kari", "nobody"])
@pytest.mark.parametrize("caller", [SignInSource("a"), HOME])
def test_a_wait_doubles_up_to_a_minute_and_ends(name: str, caller: SignInSource) -> None:
    counted, now_ns, waits = attempts(), 0, []
    for _ in range(FREE + 8):
        waits.append(counted.wait_s(name, caller, now_ns))
        now_ns += waits[-1] * SECOND_NS
        assert counted.wait_s(name, caller, now_ns) == 0
        counted.count_try(name, caller, now_ns)
    assert waits == [0] * FREE + [1, 2, 4, 8, 16, 32, 60, 60]
    assert counted.wait_s(name, SignInSource("b"), now_ns) == 0
    assert counted.wait_s("ola", SignInSource("a"), now_ns) == 0


@pytest.mark.parametrize("caller", [SignInSource("a"), HOME])
def test_what_was_right_is_not_counted(caller: SignInSource) -> None:
    counted = attempts()
    for now_ns in range(1000):
        assert counted.wait_s("kari", caller, now_ns) == 0
        counted.count_try("kari", caller, now_ns)
        counted.count_right("kari", caller)


def test_one_address_that_tries_many_names_waits_too() -> None:
    counted, tried = attempts(), 0
    while counted.wait_s(f"{tried}", SignInSource("a"), tried) == 0:
        counted.count_try(f"{tried}", SignInSource("a"), tried)
        tried += 1
    assert tried == FREE_AT_ADDRESS


def test_strangers_have_their_share_of_a_names_hour_whatever_they_try_beside_it() -> None:
    """From a thousand addresses; and what is refused under other names frees no guess."""
    counted = attempts()
    for number in range(MOST_BY_STRANGERS):
        assert counted.wait_s("kari", SignInSource(f"address {number}"), number) == 0
        counted.count_try("kari", SignInSource(f"address {number}"), number)
    for number in range(3 * MOST_COUNTED):
        address = SignInSource(f"other {number % 1000}")
        if counted.wait_s(f"name {number}", address, number) == 0:
            counted.count_try(f"name {number}", address, number)
    assert counted.wait_s("kari", SignInSource("new"), 1000) == 3600
    assert counted.wait_s("kari", SignInSource("new"), HOUR_NS) == 0


def test_names_beyond_all_counts_make_no_account_wait() -> None:
    """They share what is left to them, and wait for each other."""
    counted = attempts()
    for number in range(2 * MOST_COUNTED):
        counted.count_try(f"name {number}", SignInSource(f"address {number % 5000}"), number)
    assert counted.wait_s("another name", SignInSource("10.0.0.7"), 10**6) > 60
    assert counted.wait_s("ola", SignInSource("10.0.0.7"), 10**6) == 0


def test_a_known_browser_has_a_share_of_its_own_and_both_together_are_a_hundred_an_hour() -> None:
    counted = attempts()
    for number in range(MOST_BY_STRANGERS):
        counted.count_try("kari", SignInSource(f"10.0.0.{number}"), 0)
    assert counted.wait_s("kari", SignInSource("home"), 0) == 3600
    assert counted.wait_s("kari", HOME, 0) == 0
    assert guesses(counted, "kari", HOME, 0) == MOST_BY_BROWSER
    assert MOST_BY_STRANGERS + MOST_BY_BROWSER == MOST_AN_HOUR
    assert counted.wait_s("kari", SignInSource("home", own="another browser"), 0) == 0


def test_what_a_browser_tries_locks_no_stranger_out_and_no_other_name() -> None:
    counted = attempts()
    assert guesses(counted, "kari", HOME, 0) == MOST_BY_BROWSER
    assert counted.wait_s("kari", SignInSource("home"), HOUR_NS - 1) == 0
    assert counted.wait_s("ola", HOME, HOUR_NS - 1) == 0


def test_a_try_that_was_never_compared_is_taken_back() -> None:
    counted = attempts()
    for _ in range(MOST_AN_HOUR):
        assert counted.wait_s("kari", SignInSource("a"), 0) == 0
        counted.count_try("kari", SignInSource("a"), 0)
        counted.take_back("kari", SignInSource("a"))


@pytest.mark.parametrize(
    ("one", "other"),
    [("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"), ("::ffff:10.0.0.7", "10.0.0.7")],
)
def test_the_addresses_of_one_machine_count_as_one(one: str, other: str) -> None:
    counted = attempts()
    for _ in range(FREE):
        counted.count_try("kari", SignInSource(one), 0)
    assert counted.wait_s("kari", SignInSource(other), 0) == 1
    assert counted.wait_s("kari", SignInSource("2001:db8:1:3::1"), 0) == 0


def test_what_is_remembered_is_bounded_and_forgotten_after_an_hour() -> None:
    counted = attempts()
    for number in range(MOST_COUNTED + 5000):
        counted.count_try(f"name {number}", SignInSource(f"address {number}"), number)
    kept = (counted._unknown, counted._addresses)
    assert all(len(each) <= MOST_COUNTED + 256 for each in kept)
    assert counted.wait_s("name 0", SignInSource("address 0"), 10**6) == 0
    for _ in range(FREE - 1):
        counted.count_try("name 0", SignInSource("address 0"), 10**6)
    assert (
        counted.wait_s("name 0", SignInSource("address 0"), 10**6) == 1
    )  # the flood made it forget none
    counted.count_try("name", SignInSource("address"), HOUR_NS + 10**6)
    assert [len(each) for each in kept] == [1, 1]
