"""Who may stay and who makes room, told the time."""

import pytest

from kiosk.director.http.connections import ConnectionLimits, Connections, ConnectionState

LAN = "192.168.1."


def held(**changed: float) -> Connections[str]:
    return Connections(ConnectionLimits(**changed))  # type: ignore[arg-type]


def test_headers_and_bodies_have_a_time_in_all_and_answers_have_none() -> None:
    some = held(head_s=5, body_s=10)
    for name in ("head", "body", "idle", "answer"):
        assert some.open(name, f"{LAN}{name}", 100.0) is None
    some.set_state("body", ConnectionState.BODY, 101.0)
    some.set_state("idle", ConnectionState.IDLE, 101.0)
    some.set_state("answer", ConnectionState.ANSWER, 101.0)
    some.set_state("head", ConnectionState.HEAD, 104.0)  # one more byte of the same headers
    some.set_state("body", ConnectionState.BODY, 110.0)
    assert list(some.pop_overdue(104.9)) == []
    assert list(some.pop_overdue(105.0)) == [("head", "its headers are not whole after 5 s")]
    assert list(some.pop_overdue(110.9)) == []
    assert list(some.pop_overdue(111.0)) == [("body", "its body is not whole after 10 s")]
    assert list(some.pop_overdue(1e9)) == []
    assert len(some) == 2


def test_each_request_of_a_connection_has_its_own_time() -> None:
    some = held(head_s=5)
    some.open("a", f"{LAN}1", 0.0)
    for second in range(0, 60, 3):
        some.set_state("a", ConnectionState.ANSWER, second + 1.0)
        some.set_state("a", ConnectionState.IDLE, second + 2.0)
        some.set_state("a", ConnectionState.HEAD, second + 2.5)
        assert list(some.pop_overdue(second + 3.0)) == []
    assert [name for name, _why in some.pop_overdue(64.6)] == ["a"]


def test_who_takes_nothing_of_what_it_is_sent_is_let_go() -> None:
    some = held(stalled_s=20)
    for name in ("stalls", "slow"):
        some.open(name, f"{LAN}1", 0.0)
        some.set_state(name, ConnectionState.ANSWER, 0.0)
        some.note_stalled(name, 1.0)
    some.note_reading("slow")
    some.note_stalled("slow", 15.0)
    some.note_stalled("slow", 30.0)
    assert list(some.pop_overdue(21.0)) == [("stalls", "it took nothing for 20 s")]
    assert [name for name, _why in some.pop_overdue(35.0)] == ["slow"]
    assert len(some) == 0


def test_a_full_house_lets_go_of_who_owes_us_most_and_longest() -> None:
    """Half a request first, then who only might ask again; who waits for an answer never."""
    some = held(in_all=6, at_address=9)
    some.open("head", f"{LAN}1", 0.0)
    for second, (name, doing) in enumerate(
        [
            ("stream", ConnectionState.ANSWER),
            ("poll", ConnectionState.ANSWER),
            ("idle", ConnectionState.IDLE),
            ("body", ConnectionState.BODY),
            ("new head", ConnectionState.HEAD),
        ]
    ):
        some.open(name, f"{LAN}1", second)
        some.set_state(name, doing, second)
    for wanted in ("head", "new head", "body", "idle"):
        after = f"after {wanted}"
        assert some.open(after, f"{LAN}2", 9.0) == wanted
        some.set_state(after, ConnectionState.ANSWER, 9.0)
    assert some.open("one too many", f"{LAN}3", 10.0) == "one too many"
    assert len(some) == 6


def test_an_address_that_has_its_share_takes_from_itself_alone() -> None:
    some = held(in_all=99, at_address=3)
    some.open("other", f"{LAN}2", 0.0)
    for number in range(3):
        assert some.open(f"loris {number}", f"{LAN}1", 1.0) is None
    assert some.open("loris 3", f"{LAN}1", 2.0) == "loris 0"
    for name in ("loris 1", "loris 2", "loris 3"):
        some.set_state(name, ConnectionState.ANSWER, 3.0)
    assert some.open("loris 4", f"{LAN}1", 4.0) == "loris 4"
    assert some.open("another", f"{LAN}2", 5.0) is None
    some.close("loris 1")
    assert some.open("loris 5", f"{LAN}1", 6.0) is None


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1"])
def test_this_machine_speaks_for_as_many_as_there_is_room_for(address: str) -> None:
    some = held(in_all=5, at_address=1)
    assert [some.open(f"{number}", address, 0.0) for number in range(6)] == [None] * 5 + ["0"]


def test_what_is_gone_is_not_counted_and_told_twice_is_the_same() -> None:
    some = held(in_all=1, at_address=1)
    some.open("a", f"{LAN}1", 0.0)
    some.close("a")
    some.close("a")
    some.set_state("a", ConnectionState.BODY, 1.0)
    some.note_stalled("a", 1.0)
    assert len(some) == 0
    assert some.open("b", f"{LAN}1", 2.0) is None
    assert [name for name, _why in some.pop_overdue(1e9)] == ["b"]
