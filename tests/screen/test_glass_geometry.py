"""The real widgets: everything on the glass and whole, at every size."""

import cv2
import numpy as np
import pytest
from kits.glass_checks import SHORT_SIDE_MM, faults
from kits.glass_kit import Bench, marks, panes
from kits.languages_kit import load
from kits.screen_kit import (
    LONGEST_NAME,
    PANELS,
    SIZES,
    STATES,
    TWENTY_LETTERS,
    moving,
    named,
    pads,
    seen,
    to_roll,
)

from kiosk.catalogue.key import KeySheet
from kiosk.catalogue.languages.files import Translation
from kiosk.rules.table import PictureSeat
from kiosk.rules.units import SECOND_NS
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.asking import asking
from kiosk.screen.controls import Cell, EnterNumbers, Open, Pads, Shut, Tone, apply_tap, row
from kiosk.screen.glass import HalfPane
from kiosk.screen.items import Icon, Item, KeyCap, Sign, TextMark
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.theme import THEMES, Mood, Theme, contrast
from kiosk.screen.view import HalfView
from kiosk.wire.snapshot import Action, Snapshot

TURNING = (Open(KeySheet.SECOND_PICTURE), Open(KeySheet.THIRD_PICTURE))
FIRST_LINE = 5
"""Keys of a sheet that stand above the row's place."""

PEOPLE = ("Magnus Lindqvist", "Mochizuki Masayuki")


def people(snapshot: Snapshot) -> Snapshot:
    return named(snapshot, *PEOPLE) if snapshot.sides else snapshot


LANGUAGES = load()
WHOLE = [
    tag
    for tag, language in LANGUAGES.items()
    if not isinstance(language, Translation) or language.every_text
]
"""English, and those whose files should have every text: all of them must fit."""

LEAST = (800, 480)
LOW = (720, 1280)
UPRIGHT = (480, 800)
BY_DAY = {(LOW, "en"), (UPRIGHT, "en"), *((LEAST, tag) for tag in ("en", "it", "nb"))}
DRAWN = [
    pytest.param(
        size,
        arrangement,
        tag,
        marks=[] if (size, tag) in BY_DAY else [pytest.mark.night],
        id=f"{size[0]}x{size[1]}-{arrangement}-{tag}",
    )
    for tag in WHOLE
    for size, arrangement in PANELS
]
"""By day the panels with the least room; of the languages beside English the least of all."""


def spoken(bench: Bench, tag: str) -> None:
    bench.language, bench.there = LANGUAGES[tag], LANGUAGES


# --- geometry ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "arrangement", "tag"), DRAWN)
@pytest.mark.parametrize("with_picture", [True, False])
def test_everything_is_on_the_glass_and_whole_in_every_state(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement, with_picture: bool, tag: str
) -> None:
    spoken(bench, tag)
    if with_picture:
        cv2.imwrite(str(bench.folder / f"{'f' * 64}.jpg"), np.full((300, 480, 3), 90, np.uint8))
    bench.resize(size, arrangement)
    for state, make in STATES.items():
        snapshot = people(seen(make()))
        for later_ns in (0, 3 * SECOND_NS):
            bench.show(snapshot, later_ns)
            assert faults(bench, size) == [], state


@pytest.mark.parametrize(("size", "arrangement", "tag"), DRAWN)
def test_all_that_can_stand_open_is_on_the_glass_and_whole(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement, tag: str
) -> None:
    """Each sheet and pad once, as different ones come; and back the way it opened."""
    spoken(bench, tag)
    bench.resize(size, arrangement)
    drawn: set[tuple[str, ...]] = set()
    for state, make in STATES.items():
        bench.show(people(seen(make())))
        pane = bench.glass.near
        assert pane.half is not None
        for pad in pads(pane.half) if pane.half.side else ():
            keys = row(pane.half.controls, pad, pane.half.language)
            said = (asking(pane.half, pad), *(key.label for key in keys))
            if said not in drawn:
                drawn.add(said)
                pane.pad = pad
                pane.refresh()
                assert faults(bench, size) == [], f"{state}, {pad} open"
        pane.pad = None
    assert len(drawn) > 40


@pytest.mark.parametrize(("size", "arrangement"), PANELS, ids=str)
def test_where_a_finger_opened_something_there_is_nothing_but_the_way_back(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    """Hands shake: a second tap in the same place gives and opens nothing. On a sheet of more
    keys than its first line holds, a second one at once does not (test_glass.py); nor does it to
    the key of the next picture (test_guide.py), which keeps its place.
    """
    bench.resize(size, arrangement)
    for state, make in STATES.items():
        bench.show(seen(make()))
        pane = bench.glass.near
        half = pane.half
        assert half is not None
        for pad in (None, *pads(half)) if half.side else ():
            pane.pad = pad
            pane.refresh()
            for cap in pane.caps():
                opens = isinstance(cap.key.tap, Open | EnterNumbers) and cap.key.tap not in TURNING
                if opens and getattr(cap.key.tap, "action", None) not in dice_entries(half):
                    pane.pad = apply_tap(half.controls, half.occasion, pad, cap.key.tap)[0]
                    pane.refresh()
                    under = pane.key_at(*pane.place.on_glass(*cap.box.centre))
                    cells = [each for each in pane.caps() if isinstance(each.key.at, Cell)]
                    full = len(cells) > FIRST_LINE
                    assert under is None or full or under.tap == Shut(), (state, cap.key, under)
            pane.pad = None


def dice_entries(half: HalfView) -> set[Action]:
    """A second tap there is one die of a roll, which Back takes away."""
    return {each.action for each in half.controls if each.entry and each.entry.pad is Pads.DICE}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", [LinkState.LOST, LinkState.SILENT, LinkState.REFUSED])
@pytest.mark.parametrize(
    "tag",
    [
        pytest.param(tag, marks=[] if (LEAST, tag) in BY_DAY else [pytest.mark.night])
        for tag in WHOLE
    ],
)
def test_trouble_is_told_whole_too(
    bench: Bench, size: tuple[int, int], state: LinkState, tag: str
) -> None:
    spoken(bench, tag)
    bench.resize(size)
    why = "table-kiosk 9.1.2 speaks protocol 9, this end knows 1: update this end"
    for snapshot in (None, people(seen(to_roll()))):
        bench.show(snapshot, link=LinkStatus(state, 0, why if state is LinkState.REFUSED else ""))
        assert faults(bench, size) == [], str(state)
        assert not [cap for pane in panes(bench) for cap in pane.caps()]


class Wordy:
    """A language that says everything three times over."""

    name = "Wordy"

    def gettext(self, message: str) -> str:
        return " ".join([message] * 3)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


def test_a_language_whose_words_are_too_long_is_found(bench: Bench) -> None:
    bench.resize((800, 480))
    bench.language = Wordy()
    bench.show(people(seen(STATES["end of the game offered"]())))
    assert any("key_" in fault for fault in faults(bench, (800, 480)))


@pytest.mark.parametrize(("size", "arrangement"), PANELS, ids=str)
def test_figures_and_keys_are_as_large_as_eyes_and_fingers_need(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    """22 mm and 12 mm of a 7-inch panel; less while a low half shows the director's words, and when
    no clock runs.
    """
    bench.resize(size, arrangement)
    mm = min(size) / SHORT_SIDE_MM
    figures, keys = [], []
    for make in STATES.values():
        bench.show(seen(make()))
        both = [marks(pane) for pane in panes(bench)]
        for items in both:
            runs = any("bar" in each for each in both) and "message" not in items
            figures += [items["reserve"].box.h] if runs and "reserve" in items else []
            keys += [item.box.h for item in items.values() if isinstance(item, KeyCap)]
    assert len(figures) > 40
    assert len(keys) > 300
    assert min(figures) >= 22 * mm - 0.5
    assert min(keys) >= 12 * mm - 0.5


@pytest.mark.parametrize(
    ("size", "arrangement"),
    [
        pytest.param(
            size,
            arrangement,
            marks=[] if size in (LEAST, UPRIGHT) else [pytest.mark.night],
            id=f"{size[0]}x{size[1]}-{arrangement}",
        )
        for size, arrangement in PANELS
    ],
)
def test_names_of_twenty_letters_and_the_score_stand_whole_in_every_state(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement
) -> None:
    """The score beside the names, or with the length where they have no room."""
    cv2.imwrite(str(bench.folder / f"{'f' * 64}.jpg"), np.full((300, 480, 3), 90, np.uint8))
    bench.resize(size, arrangement)
    assert {len(name) for name in TWENTY_LETTERS} == {20}
    for state, make in STATES.items():
        snapshot = seen(make())
        if snapshot.sides is None:
            continue
        bench.show(named(snapshot, *TWENTY_LETTERS))
        assert faults(bench, size) == [], state
        for pane in panes(bench):
            assert pane.half is not None
            assert pane.half.guide or scored(pane, marks(pane)), (state, pane.half)


def test_a_name_that_is_cut_is_a_fault(bench: Bench) -> None:
    for size, arrangement in PANELS:
        bench.resize(size, arrangement)
        bench.show(named(seen(moving()), "W" * 60, "Bo"))
        assert any("own_name is cut" in fault for fault in faults(bench, size))


def scored(pane: HalfPane, items: dict[str, Item]) -> bool:
    """Both scores are read somewhere; not beside the director's words."""
    assert pane.half is not None
    if "message" in items or {"own_score", "other_score"} <= items.keys() or "score" in items:
        return True
    length = items["length"]
    return isinstance(length, TextMark) and "–" in length.texts[0]


def test_a_name_too_long_for_any_screen_is_cut_and_nothing_else_is_harmed(bench: Bench) -> None:
    for size in SIZES:
        bench.resize(size)
        bench.show(named(seen(to_roll()), LONGEST_NAME, LONGEST_NAME))
        for pane in panes(bench):
            cut = {piece.item.name for piece in pane.pieces if piece.cut and piece.item}
            assert cut <= {"own_name", "other_name", "prompt"}


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)], ids=str)
def test_beside_the_board_each_reads_the_half_on_his_own_side(
    bench: Bench, size: tuple[int, int]
) -> None:
    """Who looks to the picture's right has its top on his left; upright, the first is above."""
    for arrangement, first in (
        (Arrangement.BESIDE_RIGHT, PictureSeat.TOP),
        (Arrangement.BESIDE_LEFT, PictureSeat.BOTTOM),
    ):
        bench.resize(size, arrangement)
        bench.show(seen(moving()))
        places = {
            PictureSeat.BOTTOM: bench.glass.near.place,
            PictureSeat.TOP: bench.glass.far.place,
        }
        assert not any(place.turned for place in places.values())
        one = places.pop(first).box
        (other,) = (place.box for place in places.values())
        before = one.x < other.x if size[0] > size[1] else one.y > other.y
        assert before, arrangement


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_figures_words_and_keys_are_of_high_contrast(theme: Theme) -> None:
    for mood, paint in theme.moods.items():
        assert contrast(paint.ink, paint.ground) >= 7
        assert contrast(paint.soft, paint.ground) >= 7
        for tone in Tone:
            key = theme.key(tone, mood)
            ground = key.face if key.face[3] else paint.ground
            assert contrast(key.ink, ground) >= 7


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_whose_turn_it_is_is_seen_without_colour(theme: Theme) -> None:
    """The two grounds differ in lightness as words from their ground do."""
    grounds = [theme.moods[mood].ground for mood in (Mood.RUNNING, Mood.RESTING)]
    assert contrast(*grounds) >= 7


def test_no_state_is_told_by_colour_alone(bench: Bench) -> None:
    bench.show(seen(moving()))
    assert "bar" in marks(bench.glass.near)
    assert "bar" not in marks(bench.glass.far)
    bench.show(seen(STATES["director called"]()))
    assert sign(bench.glass.near) is sign(bench.glass.far) is Sign.PAUSE
    bench.show(seen(STATES["flag fallen"]()))
    assert sign(bench.glass.far) is Sign.FLAG
    assert "flag_words" in marks(bench.glass.far)


def sign(pane: HalfPane) -> Sign:
    return next(item.sign for item in marks(pane).values() if isinstance(item, Icon))
