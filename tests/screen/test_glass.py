"""The real widgets: everything on the glass at every size, and every touch where it belongs."""

import time
from itertools import combinations

import cv2
import msgspec
import numpy as np
import pytest
from glass_kit import Bench, placed
from kivy.base import EventLoop
from kivy.core.window import Window
from rules_kit import BLACK, WHITE
from screen_kit import LONGEST_NAME, SIZES, STATES, moving, named, pads, seen, to_roll, turned

from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, SIDES
from kiosk.screen.asking import asking
from kiosk.screen.controls import (
    Drawer,
    Enter,
    Give,
    Open,
    Pads,
    Pick,
    Shut,
    Tone,
    row,
    tapped,
)
from kiosk.screen.glass import MOST_TOUCHES, HalfPane
from kiosk.screen.hands import Finger
from kiosk.screen.items import Bar, Box, Digits, Fill, Icon, Item, KeyCap, Sign, Text
from kiosk.screen.layout import BEZEL_MM, FIGURES_MM, GAP_MM, KEY_MM, SHORT_SIDE_MM
from kiosk.screen.state import Link, LinkState, Refusal
from kiosk.screen.theme import MOODS, contrast, key_paint
from kiosk.screen.view import Half
from kiosk.wire.snapshot import Action, Snapshot

ROUNDING_NS = 1_000_000
"""Kivy keeps a touch's instant as float seconds of wall time."""

PEOPLE = ("Magnus Lindqvist", "Mochizuki Masayuki")
DOUBLE, READY = Give(Action("DoubleTapped")), Give(Action("ReadyTapped"))
ROLL = Enter(Action("RollEntered", dice=2))


def people(snapshot: Snapshot) -> Snapshot:
    return named(snapshot, *PEOPLE) if snapshot.sides else snapshot


@pytest.fixture
def photographed(bench: Bench) -> Bench:
    """The roll's picture is there."""
    cv2.imwrite(str(bench.folder / f"{'f' * 64}.dice.jpg"), np.full((300, 480, 3), 90, np.uint8))
    return bench


# --- geometry ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("with_picture", [True, False])
def test_everything_is_on_the_glass_and_whole_in_every_state(
    bench: Bench, size: tuple[int, int], with_picture: bool
) -> None:
    if with_picture:
        cv2.imwrite(str(bench.folder / f"{'f' * 64}.jpg"), np.full((300, 480, 3), 90, np.uint8))
    bench.resize(size)
    for state, make in STATES.items():
        snapshot = people(seen(make()))
        for later_ns in (0, 3 * SECOND_NS):
            bench.show(snapshot, later_ns)
            check_geometry(bench, size, state)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_that_can_stand_open_is_on_the_glass_and_whole(
    bench: Bench, size: tuple[int, int]
) -> None:
    """Each sheet and pad once, as different ones come; and back the way it opened."""
    bench.resize(size)
    drawn: set[tuple[str, ...]] = set()
    for state, make in STATES.items():
        bench.show(people(seen(make())))
        pane = bench.glass.near
        assert pane.half is not None
        for pad in pads(pane.half) if pane.half.side else ():
            said = (asking(pane.half, pad), *(key.label for key in row(pane.half.controls, pad)))
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


def dice_entries(half: Half) -> set[Action]:
    """A second tap there is one die of a roll, which Back takes away."""
    return {each.action for each in half.controls if each.entry and each.entry.pad is Pads.DICE}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("state", [LinkState.LOST, LinkState.SILENT, LinkState.REFUSED])
def test_trouble_is_told_whole_too(bench: Bench, size: tuple[int, int], state: LinkState) -> None:
    bench.resize(size)
    why = "table-kiosk 9.1.2 speaks protocol 9, this end knows 1: update this end"
    for snapshot in (None, people(seen(to_roll()))):
        bench.show(snapshot, link=Link(state, 0, why if state is LinkState.REFUSED else ""))
        check_geometry(bench, size, str(state))
        assert not [cap for pane in panes(bench) for cap in pane.caps()]


def panes(bench: Bench) -> tuple[HalfPane, HalfPane]:
    return bench.glass.near, bench.glass.far


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
    for make in STATES.values():
        bench.show(seen(make()))
        for pane in panes(bench):
            for piece in bench.pieces(pane):
                if isinstance(piece.item, Digits) and piece.item.name == "reserve":
                    assert piece.item.box.h >= figures_px
                if isinstance(piece.item, KeyCap):
                    assert piece.item.box.h >= key_px


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


def marks(bench: Bench, pane: HalfPane) -> dict[str, Item]:
    return {piece.item.name: piece.item for piece in bench.pieces(pane) if piece.item}


def sign(bench: Bench, pane: HalfPane) -> Sign:
    return next(item.sign for item in marks(bench, pane).values() if isinstance(item, Icon))


# --- pixels --------------------------------------------------------------------------------------


def test_the_far_half_is_the_near_one_turned_about(bench: Bench) -> None:
    """Drawn for the other side in the other seat, the picture is the same upside down."""
    snapshot = seen(to_roll())
    bench.show(snapshot)
    picture = bench.pixels()
    bench.show(turned(snapshot))
    about = bench.pixels()[::-1, ::-1]
    high = Window.height // 2
    upper, lower = slice(0, high - 2), slice(high + 2, None)
    for part in (upper, lower):
        difference = np.abs(picture[part].astype(int) - about[part].astype(int))
        assert (difference > 40).mean() < 0.02


def test_the_picture_is_drawn_and_changes_with_the_table(bench: Bench) -> None:
    bench.show(seen(moving()))
    first = bench.pixels()
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 20
    ground = first[715, 640]
    assert tuple(ground) == (233, 180, 86)  # White's half is filled, blue green red
    assert tuple(first[5, 640]) == (27, 22, 18)
    bench.show(seen(moving()), 3 * SECOND_NS)
    second = bench.pixels()
    assert (first != second).any()
    bench.show(seen(to_roll()))
    third = bench.pixels()
    assert tuple(third[715, 640]) == (27, 22, 18)
    assert tuple(third[5, 640]) == (233, 180, 86)
    bench.show(None, link=Link(LinkState.LOOKING, 0))
    assert (bench.pixels() != third).mean() > 0.2


def test_a_lost_table_dims_the_last_picture(bench: Bench) -> None:
    bench.show(seen(moving()))
    live = bench.pixels()
    bench.show(seen(moving()), link=Link(LinkState.LOST, 0))
    assert bench.pixels()[700, 5:].mean() < 0.5 * live[700, 5:].mean()


def test_the_frozen_picture_is_shown_close_up_else_whole_else_not(bench: Bench) -> None:
    snapshot = seen(STATES["confirming"]())
    bench.show(snapshot)
    assert "picture" not in marks(bench, bench.glass.near)
    whole, close = (bench.folder / f"{'f' * 64}{end}" for end in (".jpg", ".dice.jpg"))
    for path, colour in ((whole, (0, 0, 250)), (close, (0, 250, 0))):
        cv2.imwrite(str(path), np.full((200, 320, 3), colour, np.uint8))
        bench.show(seen(moving()))
        bench.show(snapshot)
        for pane in panes(bench):
            box = marks(bench, pane)["picture"].box
            x, y = pane.upright(*box.centre)
            assert near(bench.pixels()[int(720 - y), int(x)], colour)
            assert box.h >= 0.9 * FIGURES_MM * 720 / SHORT_SIDE_MM


def test_a_close_up_that_came_later_is_shown_with_the_next_change(bench: Bench) -> None:
    """The camera may read one picture twice, and find the dice the second time only."""
    whole, close = (bench.folder / f"{'f' * 64}{end}" for end in (".jpg", ".dice.jpg"))
    shown = (("confirming", whole, (0, 0, 250)), ("one has confirmed", close, (0, 250, 0)))
    for state, path, colour in shown:
        cv2.imwrite(str(path), np.full((200, 320, 3), colour, np.uint8))
        bench.show(seen(STATES[state]()))
        for pane in panes(bench):
            x, y = pane.upright(*marks(bench, pane)["picture"].box.centre)
            assert near(bench.pixels()[int(720 - y), int(x)], colour)


def test_a_broken_picture_does_no_harm(bench: Bench) -> None:
    (bench.folder / f"{'f' * 64}.jpg").write_bytes(b"no picture at all")
    bench.show(seen(STATES["confirming"]()))
    assert bench.pixels().any()


def near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() < 30)


# --- touches -------------------------------------------------------------------------------------


def test_a_tap_carries_the_side_of_its_half_and_the_instant_of_the_touch(bench: Bench) -> None:
    for shown in (seen(between()), turned(seen(between()))):
        for side in SIDES:
            bench.show(shown)
            bench.given.clear()
            before = time.monotonic_ns()
            bench.tap(side, READY)
            ((who, gift, at_ns),) = bench.given
            assert (who, gift) == (side, READY)
            assert before - ROUNDING_NS <= at_ns <= time.monotonic_ns()


def between():  # type: ignore[no-untyped-def]
    return STATES["between games"]()


def test_the_instant_is_the_fingers_not_the_frames(bench: Bench) -> None:
    """A touch may wait for the loop; its stamp does not."""
    bench.show(seen(between()))
    finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
    EventLoop.post_dispatch_input("begin", finger)
    before = time.monotonic_ns()
    finger.time_end = time.time() - 0.2
    EventLoop.post_dispatch_input("end", finger)
    after, waited_ns = time.monotonic_ns(), 200_000_000
    at_ns = bench.given[0][2] + waited_ns
    assert before - ROUNDING_NS <= at_ns <= after + ROUNDING_NS


def test_two_dice_tapped_are_sent_and_nothing_before(bench: Bench) -> None:
    bench.show(seen(to_roll()))
    bench.tap(BLACK, ROLL, Pick(6))
    assert bench.given == []
    bench.tap(BLACK, Pick(5))
    assert [gift for _side, gift, _at in bench.given] == [
        Give(Action("RollEntered", dice=2), (6, 5))
    ]
    assert bench.pane(BLACK).pad is None


def test_a_drawer_opens_in_its_own_half_only(bench: Bench) -> None:
    bench.show(seen(to_roll()))
    bench.tap(WHITE, Open(Drawer.WIN))
    labels = [{cap.key.label for cap in bench.pane(side).caps()} for side in SIDES]
    assert {"Single", "Gammon", "Backgammon", "Back"} == labels[0]
    assert "I have won" in labels[1]
    bench.tap(WHITE, Shut())
    assert bench.given == []


def test_when_the_game_moves_on_the_drawer_shuts(bench: Bench) -> None:
    table = to_roll()
    bench.show(seen(table))
    bench.tap(BLACK, ROLL, Pick(6))
    bench.show(seen(table), 5 * SECOND_NS)
    assert bench.pane(BLACK).pad is not None
    bench.show(seen(table.roll(2, 1)))
    assert bench.pane(BLACK).pad is None


def test_a_finger_that_leaves_its_key_or_its_half_does_nothing(bench: Bench) -> None:
    bench.show(seen(between()))
    starts = bench.key(WHITE, READY).box
    ends = [(640.0, 250.0), bench.pane(BLACK).upright(*bench.key(BLACK, READY).box.centre)]
    for x, y in ends:
        finger = bench.finger(WHITE, starts)
        EventLoop.post_dispatch_input("begin", finger)
        finger.move({"x": x / (Window.width - 1), "y": y / (Window.height - 1)})
        EventLoop.post_dispatch_input("end", finger)
    assert bench.given == []


def test_a_finger_down_while_the_game_moves_on_does_nothing(bench: Bench) -> None:
    """Yes to one question must not become yes to the next."""
    table = STATES["confirming"]()
    first = seen(table)
    again = seen(STATES["confirming"]())
    assert first.question is not None
    other = msgspec.structs.replace(
        again, question=msgspec.structs.replace(first.question, picture="e" * 64)
    )
    bench.show(first)
    finger = bench.finger(BLACK, bench.key(BLACK, Give(Action("RollConfirmed"))).box)
    EventLoop.post_dispatch_input("begin", finger)
    bench.show(other)
    EventLoop.post_dispatch_input("end", finger)
    assert bench.given == []


def test_a_palm_does_nothing_and_neither_do_its_fingers(bench: Bench) -> None:
    bench.show(seen(between()))
    fingers = [bench.finger(WHITE, bench.key(WHITE, READY).box)]
    fingers += [Finger(600 + 20 * n, 200) for n in range(MOST_TOUCHES)]
    for finger in fingers:
        EventLoop.post_dispatch_input("begin", finger)
    for finger in fingers:
        EventLoop.post_dispatch_input("end", finger)
    assert bench.given == []
    bench.tap(WHITE, READY)
    assert len(bench.given) == 1


def test_both_sides_may_tap_at_the_same_time_but_one_side_only_one_key(bench: Bench) -> None:
    bench.show(seen(between()))
    pair = [bench.finger(side, bench.key(side, READY).box) for side in SIDES]
    second = bench.finger(WHITE, bench.key(WHITE, Open(Drawer.MORE)).box)
    for finger in (*pair, second):
        EventLoop.post_dispatch_input("begin", finger)
    for finger in (second, *pair):
        EventLoop.post_dispatch_input("end", finger)
    assert [(side, gift) for side, gift, _at in bench.given] == [(WHITE, READY), (BLACK, READY)]
    assert bench.pane(WHITE).pad is None


@pytest.mark.parametrize("button", ["right", "scrollup"])
def test_only_a_finger_or_the_left_button_taps(bench: Bench, button: str) -> None:
    bench.show(seen(between()))
    finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
    finger.button = button
    finger.tap()
    assert bench.given == []
    finger.button = "left"
    finger.tap()
    assert len(bench.given) == 1


def test_between_the_keys_there_is_nothing_to_tap(bench: Bench) -> None:
    bench.show(seen(to_roll()))
    for pane in panes(bench):
        caps = [cap.box for cap in pane.caps()]
        for x in range(0, 1280, 16):
            for y in range(0, 360, 16):
                held = any(box.holds(x, y) for box in caps)
                assert (pane.key_at(*pane.upright(x, y)) is not None) == held


def test_a_dimmed_glass_takes_no_tap(bench: Bench) -> None:
    bench.show(seen(between()))
    box = bench.key(WHITE, READY).box
    bench.show(seen(between()), link=Link(LinkState.SILENT, 0))
    bench.finger(WHITE, box).tap()
    assert bench.given == []


def test_a_refusal_is_seen_in_the_half_that_tapped(bench: Bench) -> None:
    snapshot = seen(to_roll())
    refusals = (Refusal(WHITE, (Reason.CLOCK_STOPPED,), snapshot.at_ns),)
    bench.show(snapshot, link=Link(LinkState.UP, 0, "", refusals))
    note = marks(bench, bench.glass.near)["note"]
    assert isinstance(note, Text)
    assert "the clocks are stopped" in note.texts[0]
    assert "note" not in marks(bench, bench.glass.far)


def test_only_what_changed_is_painted_anew(bench: Bench) -> None:
    bench.show(seen(moving()))
    before = {id(piece.item) for piece in bench.pieces(bench.glass.near)}
    bench.show(seen(moving()), SECOND_NS // 4)
    after = {
        piece.item.name
        for piece in bench.pieces(bench.glass.near)
        if piece.item and id(piece.item) not in before
    }
    assert after == {"bar"}
