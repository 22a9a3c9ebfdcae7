"""A press that did not count is answered on its half: a flash, and a word of why."""

import pytest
from kits.languages_kit import load
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import UP, moving, press_refused, questioned, stopped, to_roll
from kits.view_kit import half

from kiosk.rules.units import SECOND_NS, SIDES, BySide, Side
from kiosk.screen.theme import THEMES, Mood
from kiosk.screen.view import HalfView, view
from kiosk.wire.snapshot import Snapshot


def at(shown: Snapshot, side: Side, later_s: float) -> HalfView:
    found = view(shown, shown.at_ns + round(later_s * SECOND_NS), UP).half(side)
    assert found is not None
    return found


PRESSED = [
    (questioned, BLACK, "No press yet: settle the roll first"),
    (to_roll, BLACK, "No press yet: roll or enter it first"),
    (to_roll, WHITE, "No press: it is not your turn"),
    (moving, BLACK, "No press: it is not your turn"),
    (lambda: stopped(moving()), WHITE, "Your press did not count: the clocks are stopped"),
    (lambda: Table().open(), WHITE, "Your press did not count: not at this moment"),
]


@pytest.mark.parametrize(("make", "side", "words"), PRESSED)
def test_it_flashes_and_says_why(make: object, side: Side, words: str) -> None:
    shown = press_refused(make(), side)  # type: ignore[operator]
    assert at(shown, side, 0).mood is at(shown, side, 0.79).mood is Mood.REFUSED
    assert at(shown, side, 0).notes == (words,)
    assert at(shown, side, 0.8).mood is not Mood.REFUSED
    assert at(shown, side, 5.9).notes == (words,)
    assert at(shown, side, 6).notes != (words,)


def test_the_other_half_stays_as_it_was() -> None:
    table = questioned()
    before = half(table, WHITE)
    after = at(press_refused(table, BLACK), WHITE, 0)
    assert (after.mood, after.notes, after.prompt) == (before.mood, before.notes, before.prompt)


def test_what_is_asked_and_its_keys_stay() -> None:
    table = questioned()
    before = half(table, BLACK)
    after = at(press_refused(table, BLACK), BLACK, 0)
    assert (after.prompt, after.controls) == (before.prompt, before.controls)


def test_the_view_says_when_flash_and_words_end() -> None:
    shown = press_refused(questioned(), BLACK)
    for later_s, ends_s in ((0, 0.8), (0.8, 6.0)):
        now_ns = shown.at_ns + round(later_s * SECOND_NS)
        assert view(shown, now_ns, UP).changes_at == shown.at_ns + round(ends_s * SECOND_NS)


def test_no_other_mood_looks_like_it() -> None:
    for theme in THEMES.values():
        grounds = [theme.moods[mood].ground for mood in Mood if mood is not Mood.REFUSED]
        assert theme.moods[Mood.REFUSED].ground not in grounds


def test_each_half_is_answered_in_its_language() -> None:
    there = load()
    english = at(press_refused(questioned(), BLACK), BLACK, 0).notes
    for tag in ("da", "de", "fr", "it", "ja", "nb"):
        shown = press_refused(questioned(), BLACK)
        both = BySide(there[tag], there[tag])
        found = view(shown, shown.at_ns, UP, both, there).half(BLACK)
        assert found is not None
        assert found.notes != english
        assert len(found.notes) == len(SIDES) - 1
