"""The real widgets: every pixel where it belongs, and every touch."""

import time
from dataclasses import replace
from types import SimpleNamespace

import cv2
import msgspec
import numpy as np
import pytest
from kits import commands as c
from kits.glass_kit import Bench, marks, panes
from kits.rules_kit import BLACK, WHITE, Table
from kits.screen_kit import STATES, moving, order, seen, to_roll, turned
from kivy.base import EventLoop
from kivy.core.text import Label
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.shape import ShapeRect

from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, SIDES, Side
from kiosk.screen import glass, lettering, shapes
from kiosk.screen.controls import EnterNumbers, Give, KeySheet, Open, Pick, Shut
from kiosk.screen.hands import Finger
from kiosk.screen.items import Align, TextMark
from kiosk.screen.state import LinkState, LinkStatus, TapRefusal
from kiosk.wire.snapshot import Action

ROUNDING_NS = 1_000_000
"""Kivy keeps a touch's instant as float seconds of wall time."""

DOUBLE, READY = Give(Action("DoubleTapped")), Give(Action("ReadyTapped"))

ROLL = EnterNumbers(Action("RollEntered", dice=2))


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
    bench.show(None, link=LinkStatus(LinkState.LOOKING, 0))
    assert (bench.pixels() != third).mean() > 0.2


def test_a_turned_half_turns_nothing_that_is_drawn_after_it(bench: Bench) -> None:
    bench.show(seen(moving()))
    with bench.glass.canvas.after:
        Color(1, 0, 0, 1)
        Rectangle(pos=(0, 0), size=(20, 20))
    picture = bench.pixels()
    assert near(picture[710, 10], (0, 0, 255))
    assert not near(picture[10, 1270], (0, 0, 255))


def test_a_lost_table_dims_the_last_picture(bench: Bench) -> None:
    bench.show(seen(moving()))
    live = bench.pixels()
    bench.show(seen(moving()), link=LinkStatus(LinkState.LOST, 0))
    assert bench.pixels()[700, 5:].mean() < 0.5 * live[700, 5:].mean()


def test_the_frozen_picture_is_shown_close_up_else_whole_else_not(bench: Bench) -> None:
    snapshot = seen(STATES["confirming"]())
    bench.show(snapshot)
    assert "picture" not in marks(bench.glass.near)
    whole, close = (bench.folder / f"{'f' * 64}{end}" for end in (".jpg", ".dice.jpg"))
    for path, colour in ((whole, (0, 0, 250)), (close, (0, 250, 0))):
        cv2.imwrite(str(path), np.full((200, 320, 3), colour, np.uint8))
        bench.show(seen(moving()))
        bench.show(snapshot)
        for pane in panes(bench):
            box = marks(pane)["picture"].box
            x, y = pane.place.on_glass(*box.centre)
            assert near(bench.pixels()[int(720 - y), int(x)], colour)
            assert box.h >= 0.9 * 22 * 720 / 88  # mm of the panel


def test_a_close_up_that_came_later_is_shown_with_the_next_change(bench: Bench) -> None:
    """The camera may read one picture twice, and find the dice the second time only."""
    whole, close = (bench.folder / f"{'f' * 64}{end}" for end in (".jpg", ".dice.jpg"))
    shown = (("confirming", whole, (0, 0, 250)), ("one has confirmed", close, (0, 250, 0)))
    for state, path, colour in shown:
        cv2.imwrite(str(path), np.full((200, 320, 3), colour, np.uint8))
        bench.show(seen(STATES[state]()))
        for pane in panes(bench):
            x, y = pane.place.on_glass(*marks(pane)["picture"].box.centre)
            assert near(bench.pixels()[int(720 - y), int(x)], colour)


def test_a_broken_picture_does_no_harm(bench: Bench) -> None:
    (bench.folder / f"{'f' * 64}.jpg").write_bytes(b"no picture at all")
    bench.show(seen(STATES["confirming"]()))
    assert bench.pixels().any()


def near(pixel: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() < 30)


@pytest.mark.parametrize("side", SIDES)
def test_a_die_shows_its_value_in_pips(bench: Bench, side: Side) -> None:
    bench.show(seen(STATES["confirming"]()))
    bench.tap(side, ROLL)
    picture, pane = bench.pixels(), bench.pane(side)
    for value in range(1, 7):
        cap = bench.key(side, Pick(value))
        (x, y), reach = pane.place.on_glass(*cap.box.centre), 0.3 * cap.box.h
        top, left = round(720 - y - reach), round(x - reach)
        die = picture[top : top + round(2 * reach), left : left + round(2 * reach)]
        face, pips = (np.array(colour[2::-1]) * 255 for colour in (cap.paint.ink, cap.paint.face))
        dark = (np.abs(die - face).sum(2) > np.abs(die - pips).sum(2)).astype(np.uint8)
        count, _labels = cv2.connectedComponents(dark)
        assert count - 1 == value
        assert np.mean(dark != dark[::-1, ::-1]) < 0.1


def test_the_bar_walks_from_edge_to_edge(bench: Bench) -> None:
    snapshot = seen(moving())
    start_ns = -(-snapshot.at_ns // (4 * SECOND_NS)) * 4 * SECOND_NS - snapshot.at_ns
    bench.show(snapshot, start_ns)
    ground, ink = (233, 180, 86), (0, 0, 0)
    edge = bench.pixels()[363]
    assert near(edge[3], ink)
    assert near(edge[1276], ground)
    bench.show(snapshot, start_ns + 15 * SECOND_NS // 4)
    edge = bench.pixels()[363]
    assert near(edge[3], ground)
    assert near(edge[1276], ink)


def test_a_key_that_is_pressed_is_shaded_within_its_own_shape(bench: Bench) -> None:
    bench.show(seen(between()))
    cap = bench.key(WHITE, READY)
    before = bench.pixels().astype(int)
    EventLoop.post_dispatch_input("begin", bench.finger(WHITE, cap.box))
    changed = np.abs(bench.pixels().astype(int) - before).sum(2) > 6
    inside, corner = 0.5 * cap.round_px, 0.25 * cap.round_px
    for way, shaded in ((inside, True), (corner, False)):
        for x in (cap.box.x + way, cap.box.right - way):
            for y in (cap.box.y + way, cap.box.top - way):
                assert changed[int(720 - y), int(x)] == shaded


def test_a_key_that_gave_stays_shaded_until_the_table_answers_or_a_moment_has_gone(
    bench: Bench,
) -> None:
    bench.show(seen(between()))
    cap = bench.key(WHITE, READY)
    plain = bench.pixels()
    finger = bench.finger(WHITE, cap.box)
    EventLoop.post_dispatch_input("begin", finger)
    shaded = bench.pixels()
    assert (shaded != plain).any()
    EventLoop.post_dispatch_input("end", finger)
    assert len(bench.given) == 1
    bench.pane(WHITE)._later.cancel()  # that moment is not over
    assert (bench.pixels() == shaded).all()
    bench.show(seen(between()))
    assert (bench.pixels() == plain).all()


def test_what_gave_nothing_is_not_shaded_any_more(bench: Bench) -> None:
    bench.show(seen(between()))
    plain = bench.pixels()
    finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
    EventLoop.post_dispatch_input("begin", finger)
    finger.move({"x": 0.5, "y": 0.5})
    EventLoop.post_dispatch_input("end", finger)
    assert bench.given == []
    assert (bench.pixels() == plain).all()


@pytest.mark.parametrize("state", ["confirming", "between games", "taken", "vacant"])
def test_what_is_not_filtered_is_the_same_picture(
    bench: Bench, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn() -> np.ndarray:
        for lettered in (lettering.fit_text, lettering.figures):
            lettered.cache_clear()
        bench.show(None)
        bench.show(seen(STATES[state]()))
        return bench.pixels()

    white = Rectangle().texture
    white.mag_filter = white.min_filter = "linear"
    monkeypatch.setattr(lettering, "_without_filter", lambda texture: texture)
    filtered = drawn()
    monkeypatch.undo()
    shapes.paint_plain_unfiltered()
    assert (drawn() == filtered).all()


@pytest.mark.parametrize(("wide", "high"), [(480, 300), (300, 480)])
def test_a_picture_is_as_large_as_its_box_lets_it_be_and_whole(
    bench: Bench, wide: int, high: int
) -> None:
    red = (0, 0, 250)
    cv2.imwrite(str(bench.folder / f"{'f' * 64}.jpg"), np.full((high, wide, 3), red, np.uint8))
    bench.show(seen(STATES["confirming"]()))
    box = marks(bench.glass.near)["picture"].box
    shown = np.argwhere((np.abs(bench.pixels()[360:].astype(int) - red) < 30).all(2))
    (top, left), (foot, right) = shown.min(0), shown.max(0) + 1
    scale = min(box.w / wide, box.h / high)
    assert (right - left, foot - top) == pytest.approx((wide * scale, high * scale), abs=2)
    assert box.x - 1 <= left < right <= box.right + 1


def test_a_shorter_name_goes_before_smaller_type() -> None:
    from kiosk.screen.lettering import fit_text  # noqa: PLC0415 - it needs the window

    names = ("Magnus Lindqvist", "M. Lindqvist", "Lindqvist")
    for name in names:
        wide, _high = Label(font_size=20, font_name="Roboto").get_extents(name)
        shown = fit_text(names, (wide + 1, 40), 20, 10, False, Align.LEFT, 1)
        alone = fit_text((name,), (wide + 1, 40), 20, 20, False, Align.LEFT, 1)
        assert (shown.whole, alone.whole) == (True, True)
        assert shown.texture.pixels == alone.texture.pixels


def test_words_too_long_are_cut_at_the_least_size_and_keep_to_their_box() -> None:
    from kiosk.screen.lettering import fit_text  # noqa: PLC0415 - it needs the window

    cut = fit_text(("so many words " * 9,), (200, 40), 30, 20, False, Align.LEFT, 1)
    small = fit_text(("so many words…",), (200, 40), 20, 20, False, Align.LEFT, 1)
    assert (cut.whole, small.whole) == (False, True)
    assert cut.size == small.size
    assert cut.size[0] == 200


# --- touches -------------------------------------------------------------------------------------


def test_a_finger_touches_the_very_point_it_is_put_on(bench: Bench) -> None:
    touched: list[tuple[float, float]] = []
    bench.glass.bind(on_touch_down=lambda _glass, touch: touched.append(touch.pos))
    points = [(0.0, 0.0), (640.0, 300.0), (1279.0, 719.0)]
    for point in points:
        Finger(*point).tap()
    assert touched == [pytest.approx(point) for point in points]


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


def test_a_touch_is_never_stamped_more_than_a_second_ago(bench: Bench) -> None:
    """Somebody may set the machine's wall clock meanwhile."""
    bench.show(seen(between()))
    for ago_s in (3600.0, -3600.0):
        bench.given.clear()
        bench.pane(WHITE).gave = None
        finger = bench.finger(WHITE, bench.key(WHITE, READY).box)
        EventLoop.post_dispatch_input("begin", finger)
        before = time.monotonic_ns()
        finger.time_end = time.time() - ago_s
        EventLoop.post_dispatch_input("end", finger)
        ((_who, _gift, at_ns),) = bench.given
        assert before - SECOND_NS <= at_ns <= time.monotonic_ns()


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
    bench.tap(WHITE, Open(KeySheet.WIN))
    labels = [{cap.key.label for cap in bench.pane(side).caps()} for side in SIDES]
    assert {"Single", "Gammon", "Backgammon", "Director", "Back"} == labels[0]
    assert "I give up" in labels[1]
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


def test_when_the_director_says_something_the_drawer_shuts(bench: Bench) -> None:
    """A message is not to be read behind a sheet."""
    table = moving()
    bench.show(seen(table))
    bench.tap(WHITE, Open(KeySheet.MORE))
    table.ok(order(c.MessageOrdered, table, "Last round", why=""))
    bench.show(seen(table))
    assert bench.pane(WHITE).pad is None
    bench.tap(WHITE, Open(KeySheet.MORE))
    table.ok(c.MessageTapped(table.at, BLACK))
    bench.show(seen(table))
    assert bench.pane(WHITE).pad is not None


def test_a_finger_that_leaves_its_key_or_its_half_does_nothing(bench: Bench) -> None:
    bench.show(seen(between()))
    starts = bench.key(WHITE, READY).box
    ends = [(640.0, 250.0), bench.pane(BLACK).place.on_glass(*bench.key(BLACK, READY).box.centre)]
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


@pytest.mark.parametrize(
    ("aside_px", "longer_s", "wide_mm", "given"),
    [(0, 0, 9, 1), (40, 0, 9, 1), (90, 0, 9, 0), (0, 2.5, 9, 0), (0, 0, 25, 0)],
    ids=["a finger", "that trembles", "wipes", "lies", "a palm"],
)
def test_a_sleeve_on_a_key_does_nothing(
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    aside_px: float,
    longer_s: float,
    wide_mm: float,
    given: int,
) -> None:
    bench.show(seen(between()))
    now = [10**12]
    clock = SimpleNamespace(monotonic_ns=lambda: now[0], time=time.time)
    monkeypatch.setattr("kiosk.screen.glass.time", clock)
    box = bench.key(WHITE, READY).box
    finger = bench.finger(WHITE, replace(box, x=box.x - aside_px / 2))
    finger.profile.append("shape")
    finger.shape = ShapeRect()
    finger.shape.width = wide_mm * 720 / 88 / 1280
    EventLoop.post_dispatch_input("begin", finger)
    now[0] += round(longer_s * SECOND_NS)
    x, y = finger.x + aside_px, finger.y
    finger.move({"x": x / (Window.width - 1), "y": y / (Window.height - 1)})
    finger.update_time_end()
    EventLoop.post_dispatch_input("end", finger)
    assert len(bench.given) == given


@pytest.mark.parametrize(("beside", "given"), [(2, 1), (3, 0)])
def test_a_fourth_finger_makes_a_palm_which_does_nothing(
    bench: Bench, beside: int, given: int
) -> None:
    bench.show(seen(between()))
    fingers = [bench.finger(WHITE, bench.key(WHITE, READY).box)]
    fingers += [Finger(600 + 20 * n, 200) for n in range(beside)]
    for finger in fingers:
        EventLoop.post_dispatch_input("begin", finger)
    for finger in fingers:
        EventLoop.post_dispatch_input("end", finger)
    assert len(bench.given) == given
    bench.tap(WHITE, READY)
    assert len(bench.given) == given + 1


def test_both_sides_may_tap_at_the_same_time_but_one_side_only_one_key(bench: Bench) -> None:
    bench.show(seen(between()))
    pair = [bench.finger(side, bench.key(side, READY).box) for side in SIDES]
    second = bench.finger(WHITE, bench.key(WHITE, Open(KeySheet.MORE)).box)
    for finger in (*pair, second):
        EventLoop.post_dispatch_input("begin", finger)
    for finger in (second, *pair):
        EventLoop.post_dispatch_input("end", finger)
    assert [(side, gift) for side, gift, _at in bench.given] == [(WHITE, READY), (BLACK, READY)]
    assert bench.pane(WHITE).pad is None


def test_a_second_tap_at_once_gives_nothing_more(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“Agree”, tapped twice, is no signature under the result that appears beneath the finger."""
    now = [10**12]
    monkeypatch.setattr(
        glass, "time", SimpleNamespace(monotonic_ns=lambda: now[0], time=lambda: 0.0)
    )
    table = Table().open(points=1).start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    bench.show(seen(table))
    agree, right = (Give(Action(kind)) for kind in ("WinAgreed", "ResultConfirmed"))
    finger = bench.finger(BLACK, bench.key(BLACK, agree).box)
    finger.tap()
    table.ok(c.WinAgreed(table.at, BLACK))
    bench.show(seen(table))
    assert bench.key(BLACK, right).box.holds(*bench.pane(BLACK).place.upright(*finger.pos))
    for pause_ns, signed in ((200_000_000, False), (390_000_000, False), (20_000_000, True)):
        now[0] += pause_ns
        bench.finger(BLACK, bench.key(BLACK, right).box).tap()
        assert (right in [gift for _side, gift, _at in bench.given]) is signed


def test_a_second_tap_at_once_gives_nothing_from_the_sheet_that_opened(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [10**12]
    monkeypatch.setattr(
        glass, "time", SimpleNamespace(monotonic_ns=lambda: now[0], time=lambda: 0.0)
    )
    bench.show(seen(to_roll()))
    bench.tap(WHITE, Open(KeySheet.MORE))
    cube = bench.key(WHITE, Open(KeySheet.CUBE)).box
    now[0] += SECOND_NS
    bench.finger(WHITE, cube).tap()
    assert any(cap.box.holds(*cube.centre) for cap in bench.pane(WHITE).caps())
    bench.finger(WHITE, cube).tap()
    assert bench.given == []
    now[0] += SECOND_NS
    bench.finger(WHITE, cube).tap()
    assert len(bench.given) == 1


def test_the_other_hand_is_no_bounce(bench: Bench) -> None:
    table = Table().open()
    bench.show(seen(table))
    for side in SIDES:
        bench.finger(side, bench.key(side, READY).box).tap()
    assert [side for side, _gift, _at in bench.given] == list(SIDES)


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
                assert (pane.key_at(*pane.place.on_glass(x, y)) is not None) == held


def test_a_dimmed_glass_takes_no_tap(bench: Bench) -> None:
    bench.show(seen(between()))
    box = bench.key(WHITE, READY).box
    bench.show(seen(between()), link=LinkStatus(LinkState.SILENT, 0))
    bench.finger(WHITE, box).tap()
    assert bench.given == []


def test_a_refusal_is_seen_in_the_half_that_tapped(bench: Bench) -> None:
    snapshot = seen(to_roll())
    at = snapshot.at_ns
    refusals = (TapRefusal(WHITE, (Reason.CLOCK_STOPPED,), at, at + SECOND_NS),)
    bench.show(snapshot, link=LinkStatus(LinkState.UP, 0, "", refusals))
    note = marks(bench.glass.near)["note"]
    assert isinstance(note, TextMark)
    assert "the clocks are stopped" in note.texts[0]
    assert "note" not in marks(bench.glass.far)


def test_only_what_changed_is_painted_anew(bench: Bench) -> None:
    bench.show(seen(moving()))
    before = {id(piece.item) for piece in bench.glass.near.pieces}
    bench.show(seen(moving()), SECOND_NS // 4)
    after = {
        piece.item.name
        for piece in bench.glass.near.pieces
        if piece.item and id(piece.item) not in before
    }
    assert after == {"bar"}
