"""The real widgets: everything on the glass and whole, at every size."""

from itertools import combinations

import cv2
import numpy as np
import pytest
from kits.glass_kit import Bench, marks, panes, placed
from kits.screen_kit import LONGEST_NAME, SIZES, STATES, moving, named, pads, seen, to_roll

from kiosk.catalogue.languages import load
from kiosk.catalogue.languages.files import Translation
from kiosk.rules.units import SECOND_NS
from kiosk.screen.asking import asking
from kiosk.screen.controls import Enter, Open, Pads, Shut, Tone, row, tapped
from kiosk.screen.glass import HalfPane
from kiosk.screen.items import Bar, Box, Digits, Fill, Icon, Item, KeyCap, Sign
from kiosk.screen.state import Link, LinkState
from kiosk.screen.theme import MOODS, contrast, key_paint
from kiosk.screen.view import HalfView
from kiosk.wire.snapshot import Action, Snapshot

SHORT_SIDE_MM = 88.0
BEZEL_MM = 4.0
KEY_MM = 12.0
GAP_MM = 8.0
"""The panel's short side; what eyes and fingers need of it."""

PEOPLE = ("Magnus Lindqvist", "Mochizuki Masayuki")


def people(snapshot: Snapshot) -> Snapshot:
    return named(snapshot, *PEOPLE) if snapshot.sides else snapshot


LANGUAGES = load()
COMPLETE = [
    tag
    for tag, language in LANGUAGES.items()
    if not isinstance(language, Translation) or language.complete
]
"""English, and those whose files say that nothing is missing: all of them must fit."""


def spoken(bench: Bench, tag: str) -> None:
    bench.language, bench.there = LANGUAGES[tag], LANGUAGES


# --- geometry ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("with_picture", [True, False])
def test_everything_is_on_the_glass_and_whole_in_every_state(
    bench: Bench, size: tuple[int, int], with_picture: bool, tag: str
) -> None:
    spoken(bench, tag)
    if with_picture:
        cv2.imwrite(str(bench.folder / f"{'f' * 64}.jpg"), np.full((300, 480, 3), 90, np.uint8))
    bench.resize(size)
    for state, make in STATES.items():
        snapshot = people(seen(make()))
        for later_ns in (0, 3 * SECOND_NS):
            bench.show(snapshot, later_ns)
            check_geometry(bench, size, state)


@pytest.mark.parametrize("tag", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_can_stand_open_is_on_the_glass_and_whole(
    bench: Bench, size: tuple[int, int], tag: str
) -> None:
    """Each sheet and pad once, as different ones come; and back the way it opened."""
    spoken(bench, tag)
    bench.resize(size)
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
                check_geometry(bench, size, f"{state}, {pad} open")
        pane.pad = None
    assert len(drawn) > 40


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_where_a_finger_opened_something_there_is_nothing_but_the_way_back(
    bench: Bench, size: tuple[int, int]
) -> None:
    """Hands shake: a second tap in the same place gives nothing and opens nothing."""
    bench.resize(size)
    for state, make in STATES.items():
        bench.show(seen(make()))
        pane = bench.glass.near
        half = pane.half
        assert half is not None
        for pad in (None, *pads(half)) if half.side else ():
            pane.pad = pad
            pane.refresh()
            for cap in pane.caps():
                opens = isinstance(cap.key.tap, Open | Enter)
                if opens and getattr(cap.key.tap, "action", None) not in dice_entries(half):
                    pane.pad = tapped(half.controls, half.occasion, pad, cap.key.tap)[0]
                    pane.refresh()
                    under = pane.key_at(*pane.upright(*cap.box.centre))
                    assert under is None or under.tap == Shut(), (state, cap.key, under)
            pane.pad = None


def dice_entries(half: HalfView) -> set[Action]:
    """A second tap there is one die of a roll, which Back takes away."""
    return {each.action for each in half.controls if each.entry and each.entry.pad is Pads.DICE}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", [LinkState.LOST, LinkState.SILENT, LinkState.REFUSED])
@pytest.mark.parametrize("tag", COMPLETE)
def test_trouble_is_told_whole_too(
    bench: Bench, size: tuple[int, int], state: LinkState, tag: str
) -> None:
    spoken(bench, tag)
    bench.resize(size)
    why = "table-kiosk 9.1.2 speaks protocol 9, this end knows 1: update this end"
    for snapshot in (None, people(seen(to_roll()))):
        bench.show(snapshot, link=Link(state, 0, why if state is LinkState.REFUSED else ""))
        check_geometry(bench, size, str(state))
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
    with pytest.raises(AssertionError, match="key_"):
        check_geometry(bench, (800, 480), "wordy")


def check_geometry(bench: Bench, size: tuple[int, int], state: str) -> None:
    mm = min(size) / SHORT_SIDE_MM
    bezel = BEZEL_MM * mm - 0.5
    for pane, low in zip(panes(bench), (0.0, size[1] / 2), strict=True):
        keys = []
        for piece in bench.pieces(pane):
            item, box = piece.item, placed(pane, piece)
            assert item is not None
            where = f"{state}: {item}"
            assert not piece.cut, where
            assert low - 0.5 <= box.y, where
            assert box.top <= low + size[1] / 2 + 0.5, where
            if isinstance(item, Fill | Bar):
                continue
            outer = box.y if pane is bench.glass.near else size[1] - box.top
            assert outer >= bezel, where
            assert box.x >= bezel, where
            assert box.right <= size[0] - bezel, where
            if isinstance(item, KeyCap):
                keys.append(box)
                assert min(box.w, box.h) >= KEY_MM * mm - 0.5, where
        for one, other in combinations(keys, 2):
            assert apart(one, other) >= GAP_MM * mm - 0.5, state
        check_apart(bench, pane, state)


def check_apart(bench: Bench, pane: HalfPane, state: str) -> None:
    """No mark lies on another, but for grounds and veils."""
    marks = [
        piece.item
        for piece in bench.pieces(pane)
        if piece.item is not None and not isinstance(piece.item, Fill | Bar)
    ]
    veiled = any(piece.item and piece.item.name == "veil" for piece in bench.pieces(pane))
    for one, other in combinations(marks, 2):
        if not veiled:
            assert not overlap(one.box, other.box), f"{state}: {one.name} on {other.name}"


def apart(one: Box, other: Box) -> float:
    return max(one.x - other.right, other.x - one.right, one.y - other.top, other.y - one.top)


def overlap(one: Box, other: Box) -> bool:
    return apart(one, other) < -0.5


@pytest.mark.parametrize(
    ("size", "figures_px", "key_px"), [((1280, 720), 180, 98), ((800, 480), 116, 62)], ids=str
)
def test_figures_and_keys_are_as_large_as_eyes_and_fingers_need(
    bench: Bench, size: tuple[int, int], figures_px: int, key_px: int
) -> None:
    """22 mm and 12 mm: on the Touch Display 2 at 8.2 px/mm, on the first panel at 5.2."""
    bench.resize(size)
    figures, keys = [], []
    for make in STATES.values():
        bench.show(seen(make()))
        for pane in panes(bench):
            items = marks(bench, pane).values()
            figures += [item.box.h for item in items if is_reserve(item)]
            keys += [item.box.h for item in items if isinstance(item, KeyCap)]
    assert len(figures) > 80
    assert len(keys) > 300
    assert min(figures) >= figures_px
    assert min(keys) >= key_px


def is_reserve(item: Item) -> bool:
    return isinstance(item, Digits) and item.name == "reserve"


def test_a_name_too_long_for_any_screen_is_cut_and_nothing_else_is_harmed(bench: Bench) -> None:
    for size in SIZES:
        bench.resize(size)
        bench.show(named(seen(to_roll()), LONGEST_NAME, LONGEST_NAME))
        for pane in panes(bench):
            cut = {piece.item.name for piece in bench.pieces(pane) if piece.cut and piece.item}
            assert cut <= {"own_name", "other_name", "prompt"}


def test_figures_are_of_high_contrast_and_keys_legible() -> None:
    for mood, paint in MOODS.items():
        assert contrast(paint.ink, paint.ground) >= 7
        assert contrast(paint.soft, paint.ground) >= 4.5
        for tone in Tone:
            face = key_paint(tone, mood).face
            ground = face if face[3] else paint.ground
            assert contrast(key_paint(tone, mood).ink, ground) >= 7


def test_no_state_is_told_by_colour_alone(bench: Bench) -> None:
    bench.show(seen(moving()))
    assert "bar" in marks(bench, bench.glass.near)
    assert "bar" not in marks(bench, bench.glass.far)
    bench.show(seen(STATES["director called"]()))
    assert sign(bench, bench.glass.near) is sign(bench, bench.glass.far) is Sign.PAUSE
    bench.show(seen(STATES["flag fallen"]()))
    assert sign(bench, bench.glass.far) is Sign.FLAG
    assert "flag_words" in marks(bench, bench.glass.far)


def sign(bench: Bench, pane: HalfPane) -> Sign:
    return next(item.sign for item in marks(bench, pane).values() if isinstance(item, Icon))
