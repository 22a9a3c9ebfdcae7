"""A first-time player is led through a turn: three pictures before the match, skipped by a tap."""

import pytest
from kits import commands as c
from kits.controls_kit import half
from kits.glass_checks import faults
from kits.glass_kit import Bench, marks, panes
from kits.prompt_kit import screen
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import (
    LONGEST_NAME,
    PANELS,
    STATES,
    TWENTY_LETTERS,
    aided,
    guided,
    messaged,
    named,
    seen,
)
from kits.waiting_kit import called_here

from kiosk.catalogue.key import Corner, KeySheet, Tone
from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SIDES, Side
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.controls import Column, Give, Open, Pad, Shut, Tap, row, taps_to
from kiosk.screen.items import DieMark, Icon, Sign, TextMark
from kiosk.screen.seen import Screen
from kiosk.wire.snapshot import Action, Snapshot

NEXT = (Open(KeySheet.SECOND_PICTURE), Open(KeySheet.THIRD_PICTURE))
READY = Give(Action("ReadyTapped"))
WORDS = ("Roll, move, press", "Double before you roll", "More: claim, stop, director")


def leaving(picture: int) -> Give:
    return Give(Action("GuideTapped", choices=(str(picture),)))


def led() -> Table:
    return STATES["led through a turn"]()


def keys(bench: Bench, side: Side) -> dict[str, Tap]:
    return {cap.key.label: cap.key.tap for cap in bench.pane(side).caps()}


def words(bench: Bench, side: Side) -> str:
    prompt = marks(bench.pane(side))["prompt"]
    assert isinstance(prompt, TextMark)
    return prompt.texts[0]


def signs(bench: Bench, side: Side) -> set[Sign]:
    return {item.sign for item in marks(bench.pane(side)).values() if isinstance(item, Icon)}


@pytest.mark.parametrize("side", SIDES)
def test_three_pictures_one_after_the_other_and_then_ready(bench: Bench, side: Side) -> None:
    table = led()
    bench.show(seen(table))
    for number, asked in enumerate(WORDS, 1):
        assert words(bench, side) == asked
        assert words(bench, side.other) == WORDS[0]
        shown = keys(bench, side)
        assert "Ready" not in shown
        if number < 3:
            assert shown["Skip"] == leaving(number)
            assert shown["Next picture"] == NEXT[number - 1]
            bench.tap(side, NEXT[number - 1])
    assert keys(bench, side)["Done"] == leaving(3)
    bench.tap(side, leaving(3))
    assert [(who, gift) for who, gift, _at in bench.given] == [(side, leaving(3))]
    table.ok(c.GuideTapped(table.at, side, 3))
    bench.show(seen(table))
    assert words(bench, side) == "Score right? Tap Ready"
    assert keys(bench, side)["Ready"] == READY
    assert words(bench, side.other) == WORDS[0]


@pytest.mark.parametrize("before", [0, 1])
def test_one_tap_skips_them_from_any_picture(bench: Bench, before: int) -> None:
    bench.show(seen(led()))
    bench.tap(WHITE, *NEXT[:before], leaving(before + 1))
    assert [gift for _side, gift, _at in bench.given] == [leaving(before + 1)]


def test_back_leads_to_the_picture_before(bench: Bench) -> None:
    bench.show(seen(led()))
    bench.tap(WHITE, *NEXT, Shut())
    assert words(bench, WHITE) == WORDS[1]
    bench.tap(WHITE, Shut())
    assert words(bench, WHITE) == WORDS[0]
    assert bench.given == []


def test_a_finger_that_bounces_turns_one_picture(bench: Bench) -> None:
    bench.show(seen(led()))
    finger = bench.finger(WHITE, bench.key(WHITE, NEXT[0]).box)
    finger.tap()
    bench.finger(WHITE, bench.key(WHITE, NEXT[1]).box).tap()
    assert words(bench, WHITE) == WORDS[1]


def test_keys_to_hold_are_held_here_too(bench: Bench) -> None:
    bench.show(aided(seen(led()), Aid.HOLD))
    bench.finger(WHITE, bench.key(WHITE, NEXT[0]).box).tap()
    assert words(bench, WHITE) == WORDS[0]
    bench.tap(WHITE, NEXT[0])
    assert words(bench, WHITE) == WORDS[1]


def test_the_picture_stays_while_the_other_side_gets_ready(bench: Bench) -> None:
    table = led()
    bench.show(seen(table))
    bench.tap(BLACK, NEXT[0])
    table.ok(c.ReadyTapped(table.at, WHITE))
    bench.show(seen(table))
    assert words(bench, BLACK) == WORDS[1]
    assert "Skip" in keys(bench, BLACK)
    table.ok(c.GuideTapped(table.at, BLACK, 2))
    table.ok(c.ReadyTapped(table.at, BLACK))
    assert table.match.game is not None


def test_what_is_drawn_is_what_is_done(bench: Bench) -> None:
    bench.show(seen(led()))
    drawn = marks(bench.pane(WHITE))
    assert {item.value for item in drawn.values() if isinstance(item, DieMark)} == {5, 3}
    assert signs(bench, WHITE) == {Sign.CHECKER, Sign.BUTTON, Sign.NEXT}
    bench.tap(WHITE, NEXT[0])
    assert {"cube", "die_0", "die_1"} <= marks(bench.pane(WHITE)).keys()
    bench.tap(WHITE, NEXT[1])
    texts = [i.texts[0] for i in marks(bench.pane(WHITE)).values() if isinstance(i, TextMark)]
    assert {"More", "Something is wrong", "Stop clocks", "Director"} <= set(texts)


def test_without_a_clock_no_picture_speaks_of_one(bench: Bench) -> None:
    bench.show(seen(STATES["led through a turn, no clock"]()))
    assert words(bench, WHITE) == "Roll, move, lift the dice"
    assert signs(bench, WHITE) == {Sign.CHECKER, Sign.LIFT, Sign.NEXT}
    bench.tap(WHITE, *NEXT)
    assert words(bench, WHITE) == "More: claim, director"
    texts = [i.texts[0] for i in marks(bench.pane(WHITE)).values() if isinstance(i, TextMark)]
    assert "Stop clocks" not in texts


# --- never in the way ----------------------------------------------------------------------------


def test_who_is_called_is_here_first(bench: Bench) -> None:
    table = guided(called_here())
    bench.show(seen(table))
    assert screen(seen(table), WHITE, table.at) is Screen.OWN_CALL
    shown = keys(bench, WHITE)
    assert "I am here" in shown
    assert not {"Skip", "Ready", "Also asked"} & shown.keys()
    assert words(bench, BLACK) == WORDS[0]
    assert not {"Ready", "Also asked"} & keys(bench, BLACK).keys()
    table.ok(c.PresentTapped(table.at, WHITE))
    bench.show(seen(table))
    assert words(bench, WHITE) == WORDS[0]


def test_ready_is_two_taps_away_meanwhile(bench: Bench) -> None:
    bench.show(seen(led()))
    pane = bench.pane(WHITE)
    assert pane.half is not None
    assert taps_to(pane.half.controls, READY, pane.pad) == (Open(KeySheet.MORE), READY)
    bench.tap(WHITE, Open(KeySheet.MORE), READY)
    assert [gift for _side, gift, _at in bench.given] == [READY]


@pytest.mark.parametrize("trouble", ["message", "director called", "stopped"])
def test_what_the_director_wants_comes_first(bench: Bench, trouble: str) -> None:
    table = led()
    if trouble == "message":
        messaged(table)
    elif trouble == "stopped":
        table.ok(table.order(c.StopOrdered))
    else:
        table.ok(c.DirectorCallTapped(table.at, BLACK))
    bench.show(seen(table))
    for side in SIDES:
        shown = keys(bench, side)
        assert not {"Skip", "Next picture"} & shown.keys()
        assert WORDS[0] not in [
            item.texts[0] for item in marks(bench.pane(side)).values() if isinstance(item, TextMark)
        ]


def test_a_message_is_read_and_the_pictures_go_on(bench: Bench) -> None:
    table = messaged(led())
    for side in SIDES:
        table.ok(c.MessageTapped(table.at, side))
    bench.show(seen(table))
    assert words(bench, WHITE) == WORDS[0]


def test_a_side_that_is_not_led_has_its_half_as_ever(bench: Bench) -> None:
    table = Table().open()
    table.ok(table.order(c.GuideOrdered, WHITE))
    bench.show(seen(table))
    assert words(bench, WHITE) == WORDS[0]
    assert words(bench, BLACK) == "Score right? Tap Ready"
    assert keys(bench, BLACK)["Ready"] == READY


def test_its_keys_stand_where_they_stood_on_the_picture_before() -> None:
    one = half(seen(led()), WHITE)
    places = []
    for path in ((), (KeySheet.SECOND_PICTURE,), (KeySheet.SECOND_PICTURE, KeySheet.THIRD_PICTURE)):
        shown = row(one.controls, Pad(path, one.occasion) if path else None)
        places.append({key.label: key.at for key in shown})
        (following,) = (key for key in shown if key.tone is Tone.NEXT)
        assert following.at == Column(2, 5)
    assert places[0]["Skip"] == places[1]["Skip"] == Column(3, 5)
    assert places[0]["More"] is places[1]["Back"] is places[2]["Back"] is Corner.MORE
    assert all(each["Director"] is Corner.DIRECTOR for each in places)


# --- whole on every panel ------------------------------------------------------------------------

AIDS = ((), (Aid.BIG_TYPE,), (Aid.BIG_TYPE, Aid.LEFT_HANDED))


@pytest.mark.parametrize(("size", "arrangement"), PANELS, ids=str)
def test_each_picture_is_on_the_glass_and_whole(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    bench.resize(size, arrangement)
    people = (("שרה בן־דוד", "محمد عبد الله"), TWENTY_LETTERS, (LONGEST_NAME, LONGEST_NAME))
    for aids in AIDS:
        for names in people if not aids else people[-1:]:
            shown = aided(named(seen(led()), *names), *aids)
            assert wrong(bench, shown, size) == [], (names, aids)


def wrong(bench: Bench, shown: Snapshot, size: tuple[int, int]) -> list[str]:
    """What is wrong with any of the pictures, in both halves."""
    bench.show(shown)
    found = faults(bench, size)
    for number in (1, 2):
        for pane in panes(bench):
            assert pane.half is not None
            path = (KeySheet.SECOND_PICTURE, KeySheet.THIRD_PICTURE)[:number]
            pane.pad = Pad(path, pane.half.occasion)
            pane.refresh()
        found += faults(bench, size)
    for pane in panes(bench):
        pane.pad = None
    return found


def test_a_picture_stands_on_the_glass_as_long_as_it_is_looked_at(bench: Bench) -> None:
    """No time shuts it."""
    bench.show(seen(led()))
    bench.tap(WHITE, NEXT[0])
    bench.show(seen(led()), later_ns=3_600 * 10**9)
    assert words(bench, WHITE) == WORDS[1]
