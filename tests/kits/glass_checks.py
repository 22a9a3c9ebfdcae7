"""What is wrong with a drawn screen, as far as a machine can tell: sizes, gaps, edges, contrast."""

from collections.abc import Iterator
from itertools import combinations

from kiosk.screen.glass import HalfPane
from kiosk.screen.items import BarMark, Box, Digits, Fill, Item, KeyCap, TextMark
from kiosk.screen.theme import contrast
from kits.glass_kit import Bench, marks, on_glass, panes

SHORT_SIDE_MM = 88.0
BEZEL_MM = 4.0
KEY_MM = 12.0
GAP_MM = 4.0
"""The panel's short side; what eyes and fingers need of it."""
CONTRAST = 7.0


def faults(bench: Bench, size: tuple[int, int]) -> list[str]:
    """One sentence for each; both halves are looked at."""
    mm = min(size) / SHORT_SIDE_MM
    return [
        fault
        for pane in panes(bench)
        if not pane.hidden
        for fault in (
            *_of_marks(pane, size, mm),
            *_of_keys(pane, mm),
            *_of_neighbours(pane),
            *_of_words(pane),
        )
    ]


def _of_marks(pane: HalfPane, size: tuple[int, int], mm: float) -> Iterator[str]:
    bezel = BEZEL_MM * mm - 0.5
    for piece in pane.pieces:
        item, box = piece.item, on_glass(pane, piece)
        assert item is not None
        if piece.cut:
            yield f"{item.name} is cut: {_words(item)}"
        if not inside(box, pane.place.box):
            yield f"{item.name} is outside its half: {box}"
        if isinstance(item, Fill | BarMark):
            continue
        near = box.x < bezel or box.right > size[0] - bezel
        if isinstance(item, KeyCap):
            near = near or box.y < bezel or box.top > size[1] - bezel
        if near:
            yield f"{item.name} is within {BEZEL_MM} mm of the bezel: {box}"


def _of_keys(pane: HalfPane, mm: float) -> Iterator[str]:
    keys = [item for item in marks(pane).values() if isinstance(item, KeyCap)]
    for key in keys:
        if min(key.box.w, key.box.h) < KEY_MM * mm - 0.5:
            yield f"{key.key.label} is a key of {key.box.w / mm:.1f} x {key.box.h / mm:.1f} mm"
    for one, other in combinations(keys, 2):
        if apart(one.box, other.box) < GAP_MM * mm - 0.5:
            gap = apart(one.box, other.box) / mm
            yield f"{one.key.label} and {other.key.label} are {gap:.1f} mm apart"


def _of_neighbours(pane: HalfPane) -> Iterator[str]:
    """No mark lies on another, but for grounds and veils."""
    drawn = marks(pane)
    if "veil" in drawn:
        return
    seen = [item for item in drawn.values() if not isinstance(item, Fill | BarMark)]
    for one, other in combinations(seen, 2):
        if apart(one.box, other.box) < -0.5:
            yield f"{one.name} lies on {other.name}"


def _of_words(pane: HalfPane) -> Iterator[str]:
    drawn = marks(pane)
    if "veil" in drawn:
        return
    grounds = [item for item in drawn.values() if isinstance(item, Fill)]
    for item in drawn.values():
        behind = [each.face for each in grounds if inside(item.box, each.box)]
        if isinstance(item, TextMark | Digits) and contrast(item.ink, behind[-1]) < CONTRAST:
            yield f"{item.name} is faint: {_words(item)}"


def _words(item: Item) -> str:
    match item:
        case TextMark(texts=texts):
            return texts[0]
        case KeyCap(key=key):
            return key.label
        case _:
            return ""


def inside(box: Box, room: Box) -> bool:
    across = room.x - 0.5 <= box.x and box.right <= room.right + 0.5
    return across and room.y - 0.5 <= box.y and box.top <= room.top + 0.5


def apart(one: Box, other: Box) -> float:
    return max(one.x - other.right, other.x - one.right, one.y - other.top, other.y - one.top)
