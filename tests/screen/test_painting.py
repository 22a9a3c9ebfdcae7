"""What is painted anew is enough: the glass looks as if all of it were painted."""

import random
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.glass_kit import Bench, opened, panes
from kits.screen_kit import JOINS, STATES, UP, aided, moving, seen
from kivy.base import EventLoop
from kivy.graphics import Fbo

from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SECOND_NS
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.controls import Open
from kiosk.screen.glass import DrawnMark
from kiosk.screen.items import Box, Fill, TextMark
from kiosk.screen.patches import overlap, patches
from kiosk.screen.shapes import SOFT_PX
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.theme import DARK, LIGHT
from kiosk.wire.snapshot import Snapshot

BLACK, RED, BLUE = (0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
WHOLE = Box(0, 0, 200, 100)
LENGTHS = st.floats(0, 120, allow_nan=False)
BOXES = st.builds(Box, st.floats(-20, 220), st.floats(-20, 120), LENGTHS, LENGTHS)


@given(st.lists(BOXES, max_size=12))
def test_patches_hold_all_that_changed_and_no_pixel_twice(changed: list[Box]) -> None:
    painted = np.zeros((100, 200), int)
    for part in patches(changed, WHOLE):
        assert all(float(side).is_integer() for side in (part.x, part.y, part.w, part.h))
        assert 0 <= part.x < part.right <= 200
        assert 0 <= part.y < part.top <= 100
        painted[int(part.y) : int(part.top), int(part.x) : int(part.right)] += 1
    assert painted.max() <= 1
    pixels = [Box(x, y, 1, 1) for x in range(0, 200, 7) for y in range(0, 100, 7)]
    for each in pixels:
        if any(box.w and box.h and overlap(box, each) for box in changed):
            assert painted[int(each.y), int(each.x)] == 1


def test_what_is_small_is_painted_alone_and_what_is_large_with_all() -> None:
    small, far = Box(10, 10, 5, 5), Box(150, 80, 5, 5)
    assert set(patches([small, far], WHOLE)) == {small, far}
    assert patches([], WHOLE) == ()
    assert patches([small, Box(0, 0, 190, 90)], WHOLE) == (WHOLE,)


def painted(bench: Bench) -> list[bytes]:
    """What the two halves have on their surfaces after a frame."""
    EventLoop.idle()
    return [pane._surface._fbo.pixels for pane in panes(bench)]


def whole(bench: Bench) -> list[bytes]:
    """The same, with all painted anew."""
    for pane in panes(bench):
        pane._surface.resize((1, 1))
        pane.refresh()
    return painted(bench)


def walk(rng: random.Random) -> Iterator[tuple[str, Snapshot | None, LinkStatus]]:
    """Every state once in some order, some with aids, some as the table goes away."""
    names = [*STATES]
    rng.shuffle(names)
    for name in names:
        snapshot = seen(STATES[name]())
        if rng.random() < 0.3:
            snapshot = aided(snapshot, *rng.sample([*Aid], 2))
        yield name, snapshot, UP
        if rng.random() < 0.15:
            yield f"{name}, lost", snapshot, LinkStatus(LinkState.LOST, snapshot.at_ns)
        if rng.random() < 0.05:
            yield "no table", None, LinkStatus(LinkState.LOOKING, 0)


@pytest.mark.parametrize(
    ("size", "arrangement", "seed"),
    [
        ((1280, 720), Arrangement.FACING, 1),
        ((801, 480), Arrangement.BESIDE_LEFT, 2),
        ((1080, 1921), Arrangement.BESIDE_RIGHT, 3),
    ],
)
def test_a_glass_that_went_from_state_to_state_looks_as_if_it_were_painted_whole(
    bench: Bench, size: tuple[int, int], arrangement: Arrangement, seed: int
) -> None:
    """With pictures, sheets, colours and times that change between, and frames that are drawn of
    some changes only.
    """
    for end, colour in ((".jpg", (0, 0, 250)), (".dice.jpg", (0, 250, 0))):
        picture = np.full((200, 320, 3), colour, np.uint8)
        cv2.imwrite(str(bench.folder / f"{'f' * 64}{end}"), picture)
    bench.resize(size, arrangement)
    rng = random.Random(seed)
    for name, snapshot, link in walk(rng):
        if rng.random() < 0.1:
            bench.glass.stand(arrangement, rng.choice([DARK, LIGHT]), 0.0)
        bench.show(snapshot, rng.randrange(200) * SECOND_NS, link)
        if rng.random() < 0.3:
            EventLoop.idle()
        for pane in panes(bench):
            sheets = [cap for cap in pane.caps() if isinstance(cap.key.tap, Open)]
            if sheets and pane.half is not None and pane.half.side is not None:
                bench.tap(pane.half.side, rng.choice(sheets).key.tap)
        before = painted(bench)
        assert before == whole(bench), name
        covered = [np.frombuffer(pixels, np.uint8)[3::4].min() > 128 for pixels in before]
        assert all(covered), "a pixel that nothing covers"


def test_a_page_over_the_glass_and_back_leaves_nothing_behind(bench: Bench) -> None:
    for name in JOINS:
        bench.show(seen(moving()))
        EventLoop.idle()
        opened(bench, name)
        before = painted(bench)
        assert before == whole(bench), name
        bench.glass.joining.typing = None
        bench.show(seen(moving()))
        before = painted(bench)
        assert before == whole(bench), name


def test_letters_that_reach_out_of_a_low_box_are_part_of_their_mark(bench: Bench) -> None:
    del bench  # its window is needed
    piece = DrawnMark()
    box = Box(20, 40, 120, 24)
    piece.show(TextMark("low", box, ("\u01fagj|",), (1, 1, 1, 1), 24, 24), None, pressed=False)
    surface = Fbo(size=(160, 100), push_viewport=True)
    surface.add(piece.canvas)
    surface.draw()
    inked = np.frombuffer(surface.pixels, np.uint8).reshape(100, 160, 4)[..., 0].nonzero()
    low, high = inked[0].min(), inked[0].max() + 1
    assert low < box.y - SOFT_PX or high > box.top + SOFT_PX
    assert piece.reach.y <= low
    assert piece.reach.top >= high


def test_marks_that_change_places_lie_over_each_other_as_they_are_painted_now(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show(seen(moving()))
    near = bench.glass.near
    box = near.place.box
    black, red, blue = (
        Fill(name, Box(at, at, box.w - 2 * at, box.h - 2 * at), ink, ink)
        for name, at, ink in (("ground", 0, BLACK), ("a", 20, RED), ("b", 30, BLUE))
    )
    for order in ((black, red, blue), (black, blue, red)):
        monkeypatch.setattr(near, "_marks", lambda *_, order=order: order)
        near.refresh()
        before = painted(bench)
        assert before == whole(bench)
