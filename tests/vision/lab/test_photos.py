"""Which die a label of a photograph means."""

from __future__ import annotations

from vision.lab.photos import Label, Tally, paired
from vision.reading import DieSeen


def die(value: int | None, guess: int, x: float, y: float) -> DieSeen:
    return DieSeen(value, guess, "off", None, None, 0.5, (x, y), None, (0, 0, 1, 1))


def test_where_boxes_overlap_the_nearest_die_is_meant() -> None:
    labels = [Label(6, 100, 100, 40, 40), Label(5, 122, 100, 40, 40)]
    dice = [die(5, 5, 121, 100), die(6, 6, 99, 100)]
    assert {label.value: one.value for label, one in paired(labels, dice)} == {6: 6, 5: 5}


def test_a_tally_tells_right_wrong_asked_missed_and_strays() -> None:
    tally = Tally()
    labels = [Label(v, 100.0 * v, 50, 40, 40) for v in range(1, 5)]
    dice = [
        die(1, 1, 101, 50),
        die(3, 3, 201, 50),
        die(None, 3, 301, 50),
        die(2, 2, 700, 50),
        die(None, 2, 800, 50),
    ]
    tally.add("picture", labels, dice)
    assert (tally.labels, tally.found, tally.forced) == (4, 3, 2)
    assert (tally.answered, len(tally.wrong), tally.stray, tally.doubted) == (2, 1, 1, 1)
    assert tally.whole == 0
