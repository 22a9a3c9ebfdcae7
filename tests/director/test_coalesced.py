"""What happens again and again is noted in few rows, and none of it is lost from the count."""

from kiosk.director.http.coalesced import AGAIN_NS, HOUR_NS, MOST_AN_HOUR, RepeatCounter


def test_one_thing_is_noted_once_a_minute_with_how_often_it_happened() -> None:
    noted: RepeatCounter[str] = RepeatCounter()
    assert [noted.count("a", second) for second in range(5)] == [1, 0, 0, 0, 0]
    assert noted.count("b", 5) == 1
    assert noted.count("a", AGAIN_NS - 1) == 0
    assert noted.count("a", AGAIN_NS) == 6
    assert noted.count("a", 2 * AGAIN_NS) == 1


def test_many_things_are_noted_in_so_many_rows_an_hour() -> None:
    noted: RepeatCounter[int] = RepeatCounter()
    times = [noted.count(thing, thing) for thing in range(MOST_AN_HOUR + 50)]
    assert times == [1] * MOST_AN_HOUR + [0] * 50
    assert noted.count(MOST_AN_HOUR, HOUR_NS - 1) == 0
    assert noted.count(MOST_AN_HOUR, HOUR_NS) == 3
