"""What makes a half easier to use, on the real glass: larger, from right to left, held, spoken."""

import time
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest
from kits.glass_checks import SHORT_SIDE_MM, faults
from kits.glass_kit import Bench, marks, panes
from kits.languages_kit import load
from kits.rules_kit import BLACK, WHITE
from kits.screen_kit import PANELS, STATES, aided, moving, named, pads, seen, to_roll
from kivy.base import EventLoop
from kivy.core.window import Window

from kiosk.catalogue.key import Corner, KeySheet, Tone
from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SECOND_NS, SIDES
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.asking import asking
from kiosk.screen.controls import EnterNumbers, Give, Open, Pick, Shut, apply_tap, row
from kiosk.screen.glass import HalfPane
from kiosk.screen.items import Digits, KeyCap, TextMark
from kiosk.screen.names import short_names
from kiosk.wire.snapshot import Action, Snapshot

READY = Give(Action("ReadyTapped"))
PEOPLE = ("Magnus Lindqvist", "Mochizuki Masayuki")
LEAST = (800, 480)
BY_DAY = (*LEAST, Arrangement.FACING, "en")
"""The panel with the least room."""
SETS = ((Aid.BIG_TYPE,), (Aid.LEFT_HANDED,), (Aid.BIG_TYPE, Aid.LEFT_HANDED))
DRAWN = [
    pytest.param(
        size,
        arrangement,
        aids,
        tag,
        marks=[] if (*size, arrangement, tag) == BY_DAY else [pytest.mark.night],
        id=f"{size[0]}x{size[1]}-{arrangement}-{tag}-{'-'.join(aids)}",
    )
    for tag in ("en", "it", "nb")
    for aids in SETS
    for size, arrangement in PANELS
    if tag == "en" or size == LEAST
]


def state(name: str, *aids: Aid) -> Snapshot:
    shown = seen(STATES[name]())
    return aided(named(shown, *PEOPLE) if shown.sides else shown, *aids)


# --- geometry ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "arrangement", "aids", "tag"), DRAWN)
def test_everything_is_on_the_glass_and_whole(
    bench: Bench,
    size: tuple[int, int],
    arrangement: Arrangement,
    aids: tuple[Aid, ...],
    tag: str,
) -> None:
    """Every state, and each sheet and pad once."""
    bench.resize(size, arrangement)
    bench.there = load()
    bench.language = bench.there[tag]
    drawn: set[tuple[str, ...]] = set()
    for name in STATES:
        for later_ns in (0, 3 * SECOND_NS):
            bench.show(state(name, *aids), later_ns)
            assert faults(bench, size) == [], name
        pane = bench.glass.near
        for pad in pads(pane.half) if pane.half and pane.half.side else ():
            keys = row(pane.half.controls, pad, bench.language)
            said = (asking(pane.half, pad), *(key.label for key in keys))
            if said not in drawn:
                drawn.add(said)
                pane.pad = pad
                pane.refresh()
                assert faults(bench, size) == [], f"{name}, {pad} open"
        pane.pad = None
    assert len(drawn) > 40


# --- big type ------------------------------------------------------------------------------------


def test_in_big_type_nothing_is_smaller_and_what_has_room_is_larger(bench: Bench) -> None:
    """By the height of a letter, over prompts and keys of every state."""
    bench.resize(LEAST)
    prompts, keys = [], []
    for name in STATES:
        bench.show(state(name))
        before = [heights(pane) for pane in panes(bench)]
        bench.show(state(name, Aid.BIG_TYPE))
        after = [heights(pane) for pane in panes(bench)]
        for one, other in zip(before, after, strict=True):
            assert one.keys() == other.keys()
            larger = {said: other[said] / one[said] for said in one}
            prompts += [larger.pop("prompt")] if "prompt" in larger else []
            keys += [times for said, times in larger.items() if said != "Director"]
    assert min(prompts) >= 1
    assert min(keys) >= 1
    assert sorted(prompts)[len(prompts) // 2] >= 1.3
    assert sorted(keys)[len(keys) // 2] >= 1.2


def heights(pane: HalfPane) -> dict[str, int]:
    """The letters of the prompt and of each key with words, an em in pixels."""
    from kiosk.screen.lettering import fit_text  # noqa: PLC0415 - it needs the window
    from kiosk.screen.shapes import words_of  # noqa: PLC0415

    found = {}
    for item in marks(pane).values():
        if isinstance(item, KeyCap) and item.key.die is None:
            name, words = item.key.label, words_of(item)
        elif isinstance(item, TextMark) and item.name == "prompt" and pane.half and pane.half.side:
            name, words = "prompt", item
        else:
            continue
        size = (int(words.box.w), int(words.box.h))
        em, least = int(words.em_px), int(words.least_px)
        found[name] = fit_text(
            words.texts, size, em, least, words.bold, words.align, words.lines
        ).px
    return found


def unnamed(texts: Sequence[str], pane: HalfPane) -> list[str]:
    """Without the players' names, which are longer where none stands beside the score."""
    found = list(texts)
    for each in (pane.half.own, pane.half.other) if pane.half else ():
        for form in short_names(each.name) if each else ():
            found = [words.replace(form, "") for words in found]
    return found


def test_in_big_type_the_reserve_is_as_large_and_what_is_wrong_is_said(bench: Bench) -> None:
    bench.resize(LEAST)
    mm = min(LEAST) / SHORT_SIDE_MM
    figures = 0
    for name in STATES:
        bench.show(state(name))
        notes = [marks(pane).get("note") for pane in panes(bench)]
        bench.show(state(name, Aid.BIG_TYPE))
        for pane, note in zip(panes(bench), notes, strict=True):
            drawn = marks(pane)
            if isinstance(note, TextMark):
                shown = drawn["note"]
                assert isinstance(shown, TextMark)
                assert unnamed(shown.texts, pane) == unnamed(note.texts, pane)
            if isinstance(drawn.get("reserve"), Digits):
                assert drawn["reserve"].box.h >= 22 * mm - 0.5
                figures += 1
    assert figures > 100


# --- the left hand -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [LEAST, (720, 1280)], ids=str)
def test_for_the_left_hand_keys_stand_from_right_to_left_and_nothing_else_moves(
    bench: Bench, size: tuple[int, int]
) -> None:
    bench.resize(size)
    for name in STATES:
        bench.show(state(name))
        before = [marks(pane) for pane in panes(bench)]
        bench.show(state(name, Aid.LEFT_HANDED))
        for pane, one in zip(panes(bench), before, strict=True):
            other = marks(pane)
            assert one.keys() == other.keys()
            for mark, item in one.items():
                number = isinstance(item, KeyCap) and isinstance(item.key.tap, Pick)
                if isinstance(item, KeyCap) and item.key.at is Corner.STOP:
                    assert other[mark].box == item.box  # in the last roll's place
                elif isinstance(item, KeyCap) and not number:
                    mirrored = pane.place.box.w - item.box.right
                    assert other[mark].box.x == pytest.approx(mirrored), (name, mark)
                elif not isinstance(item, KeyCap):
                    assert other[mark] == item


def test_for_the_left_hand_director_and_more_are_always_at_the_other_end(bench: Bench) -> None:
    bench.resize(LEAST)
    places = set()
    for name in STATES:
        bench.show(state(name, Aid.LEFT_HANDED))
        half = bench.glass.near.half
        assert half is not None
        for pad in (None, *pads(half)) if half.side else ():
            bench.glass.near.pad = pad
            bench.glass.near.refresh()
            corners = {cap.key.at: cap.box for cap in bench.glass.near.caps()}
            places |= {(at, box) for at, box in corners.items() if isinstance(at, Corner)}
        bench.glass.near.pad = None
    assert len(places) == len(Corner)
    (more,) = (box for at, box in places if at is Corner.MORE)
    (director,) = (box for at, box in places if at is Corner.DIRECTOR)
    assert more.x < director.x < LEAST[0] / 3


def test_for_the_left_hand_numbers_are_read_from_left_to_right_still(bench: Bench) -> None:
    bench.show(aided(seen(to_roll()), Aid.LEFT_HANDED))
    bench.tap(BLACK, EnterNumbers(Action("RollEntered", dice=2)))
    dice = sorted(
        (cap.box.x, cap.key.die) for cap in bench.pane(BLACK).caps() if cap.key.die is not None
    )
    assert [value for _x, value in dice] == [1, 2, 3, 4, 5, 6]
    bench.tap(BLACK, Pick(6), Pick(5))
    assert bench.given[0][1] == Give(Action("RollEntered", dice=2), (6, 5))


def test_for_the_left_hand_the_same_lies_where_a_finger_opened_it(bench: Bench) -> None:
    bench.resize(LEAST)
    for name in STATES:
        found = []
        for aids in ((), (Aid.LEFT_HANDED,)):
            bench.show(state(name, *aids))
            found.append(under_openers(bench.glass.near))
        assert found[0] == found[1], name


def under_openers(pane: HalfPane) -> dict[tuple[object, ...], object]:
    """What lies under the middle of each key that opens a sheet, once that is open; not under the
    one above the row, where a second touch at once counts for nothing (test_from_afar.py).
    """
    half, found = pane.half, {}
    assert half is not None
    for pad in (None, *pads(half)) if half.side else ():
        pane.pad = pad
        pane.refresh()
        for cap in pane.caps():
            if isinstance(cap.key.tap, Open) and cap.key.at is not Corner.STOP:
                pane.pad = apply_tap(half.controls, half.occasion, pad, cap.key.tap)[0]
                pane.refresh()
                found[pad, cap.key.tap] = pane.key_at(*pane.place.on_glass(*cap.box.centre))
    pane.pad = None
    return found


def test_a_player_who_takes_an_aid_by_touch_gets_it(bench: Bench) -> None:
    table = moving()
    bench.show(seen(table))
    wanted = Give(Action("AidTapped", choices=("left_handed_on",)))
    bench.tap(WHITE, Open(KeySheet.MORE), Open(KeySheet.LANGUAGE), Open(KeySheet.AIDS), wanted)
    assert [gift for _side, gift, _at in bench.given] == [wanted]


# --- held keys -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("for_s", "aside_mm", "aids", "given"),
    [
        (0.4, 0, (Aid.HOLD,), 0),
        (0.6, 0, (Aid.HOLD,), 1),
        (9.0, 0, (Aid.HOLD,), 1),
        (11.0, 0, (Aid.HOLD,), 0),
        (0.6, 15, (Aid.HOLD,), 1),
        (0.6, 17, (Aid.HOLD,), 0),
        (0.4, 0, (), 1),
        (2.5, 0, (), 0),
        (0.4, 15, (), 0),
    ],
)
def test_a_key_is_held_half_a_second_to_ten(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    for_s: float,
    aside_mm: float,
    aids: tuple[Aid, ...],
    given: int,
) -> None:
    bench.show(aided(seen(STATES["between games"]()), *aids))
    now = Watch(monkeypatch)
    box = bench.key(WHITE, READY).box
    finger = bench.finger(WHITE, box)
    finger.time_start = now.time()
    EventLoop.post_dispatch_input("begin", finger)
    now.pass_s(for_s)
    x, y = finger.x, finger.y + aside_mm * 720 / SHORT_SIDE_MM  # up, off the key, on no other
    finger.move({"x": x / (Window.width - 1), "y": y / (Window.height - 1)})
    finger.time_end = now.time()
    EventLoop.post_dispatch_input("end", finger)
    assert len(bench.given) == given


class Watch:
    """The glass's clocks, which stand still unless a test moves them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._wall_s, self._now_ns = 1_000.0, 500 * SECOND_NS
        clock = SimpleNamespace(monotonic_ns=lambda: self._now_ns, time=self.time)
        monkeypatch.setattr("kiosk.screen.glass.time", clock)

    def time(self) -> float:
        return self._wall_s

    def pass_s(self, seconds: float) -> None:
        self._wall_s += seconds
        self._now_ns += round(seconds * SECOND_NS)


def test_a_touch_that_waited_for_the_loop_is_as_long_as_the_finger_was_down(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(aided(seen(STATES["between games"]()), Aid.HOLD))
    now = Watch(monkeypatch)
    finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
    finger.time_start, finger.time_end = now.time() - 0.7, now.time() - 0.1
    EventLoop.post_dispatch_input("begin", finger)
    EventLoop.post_dispatch_input("end", finger)
    assert len(bench.given) == 1


def test_a_finger_that_wandered_to_another_key_does_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(aided(seen(to_roll()), Aid.HOLD))
    now = Watch(monkeypatch)
    boxes = sorted((cap.box for cap in bench.pane(BLACK).caps()), key=lambda box: box.x)
    one, other = boxes[-2:]
    finger = bench.finger(BLACK, one)
    EventLoop.post_dispatch_input("begin", finger)
    now.pass_s(0.7)
    x, y = bench.pane(BLACK).place.on_glass(other.x + 3, other.y + 3)
    finger.move({"x": x / (Window.width - 1), "y": y / (Window.height - 1)})
    EventLoop.post_dispatch_input("end", finger)
    assert bench.given == []
    assert bench.pane(BLACK).pad is None


def test_a_key_held_long_enough_looks_so_until_it_is_let_go(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(aided(seen(to_roll()), Aid.HOLD))
    now = Watch(monkeypatch)
    tap = Open(KeySheet.MORE)
    pane = bench.pane(BLACK)
    theme, mood = pane.theme, pane.half.mood if pane.half else None
    assert mood is not None
    before = bench.key(BLACK, tap).paint
    finger = bench.finger(BLACK, bench.key(BLACK, tap).box)
    finger.time_start = now.time()
    EventLoop.post_dispatch_input("begin", finger)
    now.pass_s(0.4)
    bench.glass.ripen()
    assert bench.key(BLACK, tap).paint == before
    now.pass_s(0.2)
    bench.glass.ripen()
    assert bench.key(BLACK, tap).paint == theme.key(Tone.NEXT, mood) != before
    finger.time_end = now.time()
    EventLoop.post_dispatch_input("end", finger)
    assert pane.pad is not None
    assert bench.key(BLACK, Shut()).paint == before


def test_the_next_key_looks_different_too_when_it_was_held(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(aided(seen(STATES["between games"]()), Aid.HOLD))
    now = Watch(monkeypatch)
    before = bench.pixels().astype(int)
    finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
    finger.time_start = now.time()
    EventLoop.post_dispatch_input("begin", finger)
    now.pass_s(0.6)
    bench.glass.ripen()
    x, y = bench.pane(WHITE).place.on_glass(bench.key(WHITE, READY).box.x + 8, 60.0)
    changed = np.abs(bench.pixels().astype(int) - before)[int(720 - y), int(x)]
    assert changed.max() > 100


def test_each_side_taps_in_its_own_way(bench: Bench) -> None:
    shown = seen(STATES["between games"]())
    assert shown.sides is not None
    bench.show(aided(shown, Aid.HOLD))
    for side in SIDES:
        bench.finger(side, bench.key(side, READY).box).tap()
    assert bench.given == []
    bench.tap(WHITE, READY)
    assert [(side, gift) for side, gift, _at in bench.given] == [(WHITE, READY)]
    assert time.monotonic_ns() - bench.given[0][2] < SECOND_NS
