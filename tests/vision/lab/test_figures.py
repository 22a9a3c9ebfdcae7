"""Figures a release is judged by: their counts by hand."""

from __future__ import annotations

from dataclasses import replace

from vision.lab.figures import Shot, of_all, summary

VALID = Shot(
    file="a/1",
    truth="valid",
    true_values=(5, 3),
    answer="valid",
    values=(5, 3),
    why="",
    ms=20.0,
    style="felt",
    light="lamp",
    colour="red",
    kind="throw",
    die_px=29.0,
    tilt_deg=0.0,
    carried=False,
    miss_mm=(0.5, 1.5),
    found="",
)
LEANING = replace(
    VALID, file="a/2", truth="cocked", true_values=None, answer="cocked", values=None, tilt_deg=30.0
)


def test_wrong_is_an_accept_that_should_not_be() -> None:
    assert not VALID.wrong
    assert replace(VALID, values=(5, 4)).wrong
    assert replace(LEANING, answer="valid", values=(5, 3)).wrong
    assert not replace(VALID, answer="unsure", values=None).wrong
    assert not replace(VALID, answer="cocked", values=None).wrong


def test_low_tilts_are_counted_apart() -> None:
    low = replace(LEANING, tilt_deg=5.5, answer="valid", values=(2, 1))
    assert low.wrong
    assert not low.clearly_cocked
    assert replace(low, carried=True).clearly_cocked
    told = "\n".join(summary([VALID, LEANING, low]))
    assert "wrong accepts, all but tilts under 8° and slides under 3 px: 0/2" in told
    assert "tilted 5-6°: {'ACCEPTED': 1}" in told
    leans = replace(low, carried=True, answer="unsure", tilt_deg=4.2)
    told = "\n".join(summary([VALID, leans]))
    assert "wrong accepts, all but tilts under 8° and slides under 3 px: 0/2" in told
    assert "tilted 4-5°: {'unsure': 1}" in told


def test_short_slides_are_counted_apart() -> None:
    moving = replace(
        VALID, truth="in_motion", true_values=None, answer="in_motion", values=None, slid_px=6.0
    )
    short = replace(moving, answer="valid", values=(2, 1), slid_px=2.4)
    assert short.wrong
    assert short.slight
    assert not moving.slight
    assert not replace(short, tilt_deg=20.0).slight, "it tumbles"
    told = "\n".join(summary([VALID, moving, short]))
    assert "slides under 3 px: 0/2" in told
    assert "slid 2-3 px: {'ACCEPTED': 1}" in told
    told = "\n".join(summary([VALID, replace(short, slid_px=3.1)]))
    assert "slides under 3 px: 1/2" in told


def test_the_summary_counts_by_hand() -> None:
    shots = [
        VALID,
        replace(VALID, answer="unsure", values=None, style="cork"),
        replace(VALID, values=(6, 6), style="cork"),
        replace(VALID, answer="cocked", values=None),
        LEANING,
        replace(LEANING, answer="unsure"),
    ]
    told = "\n".join(summary(shots))
    assert "wrong accepts, all but tilts under 8° and slides under 3 px: 1/6" in told
    assert "valid rolls accepted: 1/4 25.0 %" in told
    assert "called otherwise: {'cocked': 1}" in told
    assert "called cocked: 1/2 50.0 %" in told
    assert "cocked calls that are true: 1/2 50.0 %" in told
    assert "by style: cork 0/2 WRONG 1, felt 1/2" in told


def test_of_all_rolls_none_is_left_out() -> None:
    low = replace(LEANING, tilt_deg=5.5, answer="valid", values=(2, 1))
    short = replace(VALID, truth="in_motion", true_values=None, slid_px=2.4)
    large = replace(VALID, picture="2304x1296")
    asked = replace(large, answer="unsure", values=None, why="a value")
    told = list(of_all([low, short, large, asked, LEANING]))
    assert told[0].startswith("wrong accepts: 2/5")
    assert told[1].startswith("  among those accepted: 2/3")
    assert told[2:4] == ["valid rolls accepted: 1/2 50.0 %", "  by picture: 2304x1296 1/2"]
    assert told[4:6] == [
        "cocked rolls called cocked: 1/2 50.0 %",
        "moving ones accepted: 1/1 100.0 %",
    ]
    assert told[6:] == ["  valid, unsure: 1, a value", "  cocked, valid: 1, no cause"]


def test_what_is_asked_is_counted_by_its_cause() -> None:
    asked = replace(VALID, answer="unsure", values=None, why="a value")
    shots = [VALID, asked, replace(asked, why="flat"), asked, replace(LEANING, answer="unsure")]
    told = list(summary(shots))
    first = told.index("  valid, unsure: 2, a value")
    assert told[first + 1 : first + 3] == [
        "  valid, unsure: 1, flat",
        "  cocked, unsure: 1, no cause",
    ]


def test_times_are_told_by_the_size_of_the_picture() -> None:
    large = replace(VALID, picture="2304x1296", ms=50.0)
    told = list(summary([replace(VALID, picture="1536x864"), large, replace(large, ms=70.0)]))
    assert "ms, 1536x864: 20 median, 20 p99" in told
    assert "ms, 2304x1296: 60 median, 70 p99" in told
