"""The whole glass: two halves, each upright for its side, and all touches on it."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Rotate, Translate
from kivy.uix.widget import Widget

from kiosk.catalogue.key import Tone
from kiosk.rules.match.aid import Aid
from kiosk.rules.units import SECOND_NS, Side, require
from kiosk.screen import shapes
from kiosk.screen.arrangement import Arrangement, Pane, Panes, mm_px, panes
from kiosk.screen.controls import (
    JOIN,
    SET_UP,
    Give,
    Open,
    Pad,
    PressKey,
    ScreenKey,
    Tap,
    apply_tap,
    keep_pad,
)
from kiosk.screen.items import (
    BarMark,
    Box,
    CubeMark,
    DieMark,
    Digits,
    Fill,
    Icon,
    Item,
    KeyCap,
    PictureMark,
    QrMark,
    TextMark,
)
from kiosk.screen.join_page import JoinPage
from kiosk.screen.join_scene import join_scene
from kiosk.screen.joining import Page
from kiosk.screen.patches import overlap, patches
from kiosk.screen.roll_pictures import RollPictures
from kiosk.screen.scene import scene
from kiosk.screen.set_up import IDLE_NS, SHEET, Gate, SetUpChange, check_pin
from kiosk.screen.surface import Surface
from kiosk.screen.theme import DARK, Theme
from kiosk.screen.view import HalfView, ScreenView
from kiosk.wire.joining import EventJoin, JoinLeft

MOST_TOUCHES = 3
"""More at once are a palm; none of them counts."""

LONGEST_TAP_NS = 2 * SECOND_NS
"""A longer touch is a sleeve or a resting hand."""

HOLD_NS = SECOND_NS // 2
"""Shortest hold of a key, for sides that hold keys (hands that shake)."""

LONGEST_HOLD_NS = 10 * SECOND_NS
HELD_SLIDE_MM = 16.0

SLIDE_MM = 8.0
"""A touch that moves farther is a wipe."""

PALM_MM = 20.0
"""A wider touch is a palm, on panels that report its width."""

BOUNCE_NS = 600_000_000
BOUNCE_MM = 12.0
"""A touch this soon and this near after a tap that gave or opened something is ignored: another key
may be there by then.
"""

ANSWER_S = 0.1
"""Longest time a tapped key stays shaded while the table has not answered."""

Giver = Callable[[Side, Give, int], None]
"""Takes a tap: its side, what it gives, and the touch's instant in monotonic ns."""


class DrawnMark:
    """One mark on the canvas. `cut`: its words did not fit; `reach`: the box of all it paints."""

    def __init__(self) -> None:
        self.item: Item | None = None
        self.cut = False
        self.canvas = Canvas()
        self.reach = Box(0, 0, 0, 0)
        self._painted: tuple[Item, bool, Path | None] | None = None

    def show(self, item: Item, pictures: RollPictures, *, pressed: bool) -> bool:
        """Paint the mark if it changed; return whether it did."""
        file = pictures.file(item.sha256) if isinstance(item, PictureMark) else None
        if (item, pressed, file) == self._painted:
            return False
        self.item, self._painted = item, (item, pressed, file)
        self.canvas.clear()
        with self.canvas:
            self.cut = _paint_mark(item, file, pressed)
        self.reach = shapes.reach(item.box, self.canvas)
        return True


def _paint_mark(item: Item, file: Path | None, pressed: bool) -> bool:
    """Paint a mark, a picture from `file`; return whether its words were cut."""
    match item:
        case TextMark():
            return shapes.text(item)
        case KeyCap():
            return shapes.key(item, pressed=pressed)
        case Fill():
            shapes.fill(item)
        case Digits():
            shapes.digits(item)
        case DieMark():
            shapes.die(item.box, item.value, item.face, item.pips)
        case CubeMark():
            shapes.cube(item)
        case PictureMark():
            shapes.picture(item, file)
        case QrMark():
            shapes.code(item)
        case BarMark():
            shapes.bar(item)
        case Icon():
            shapes.icon(item)
    return False


class HalfPane(Widget):
    """One half. Marks are placed in its own upright coordinates, from the origin."""

    def __init__(self, place: Pane, mm: float, theme: Theme) -> None:
        super().__init__()
        self.place, self.mm, self.theme = place, mm, theme
        self.half: HalfView | None = None
        self.page: Page | None = None
        """The join page, shown over the whole glass in place of the half."""
        self.hidden = False
        self.pad: Pad | None = None
        self.pressed: Tap | None = None
        self.gave: tuple[float, float, int] | None = None
        """Place and monotonic ns of the last tap that gave something or opened a sheet."""
        self.held_enough = False
        """The pressed key has been held long enough to count, for sides that hold keys."""
        self._dimmed = False
        self._pictures = RollPictures()
        self._pieces: dict[str, DrawnMark] = {}
        self._soon = Clock.create_trigger(lambda _dt: self.refresh(), -1)
        self._later = Clock.create_trigger(lambda _dt: self.refresh(), ANSWER_S)
        with self.canvas:
            PushMatrix()
            self._shift = Translate(0, 0, 0)
            self._turn = Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
            self._surface = Surface()
            PopMatrix()

    def show(self, half: HalfView, pictures: RollPictures, *, dimmed: bool) -> None:
        self.half, self._dimmed, self._pictures = half, dimmed, pictures
        self.pad = keep_pad(half.controls, half.occasion, self.pad)
        self.refresh()

    def refresh_soon(self, *, answered: bool = False) -> None:
        """Redraw with the next frame; with `answered`, together with the table's answer, at most
        ANSWER_S later.
        """
        (self._later if answered else self._soon)()

    def refresh(self) -> None:
        """Redraw what changed; marks are painted in their order."""
        self._soon.cancel()
        self._later.cancel()
        if self.half is None:
            return
        box = self.place.box
        whole = Box(0, 0, box.w, box.h)
        changed = [whole] if self._stand(whole) else []
        items = self._marks(self.half, (box.w, box.h))
        before, names = self._pieces, [item.name for item in items]
        self._pieces = {name: before.get(name) or DrawnMark() for name in names}
        stayed = [name for name in before if name in self._pieces]
        if stayed != [name for name in names if name in before]:
            changed.append(whole)  # their order changed
        changed += [each.reach for name, each in before.items() if name not in self._pieces]
        for item in items:
            piece = self._pieces[item.name]
            reached = piece.reach
            pressed = isinstance(item, KeyCap) and item.key.tap == self.pressed
            shown = self._recolour_held(item) if pressed and isinstance(item, KeyCap) else item
            if piece.show(shown, self._pictures, pressed=pressed):
                changed += [reached, piece.reach]
        self._repaint(patches(changed, whole))

    def _repaint(self, boxes: Sequence[Box]) -> None:
        """Repaint these patches, each with all marks that reach into it."""
        if boxes and self._pieces:
            self._surface.paint(
                (box, tuple(each.canvas for each in self.pieces if overlap(each.reach, box)))
                for box in boxes
            )

    def _stand(self, whole: Box) -> bool:
        """Place, turn and size the surface for the half; return whether its size changed.

        Kivy redraws on every assignment, even of the same value.
        """
        at, angle = self.place.on_glass(0, 0), 180 if self.place.turned else 0
        if (self._shift.xy, self._turn.angle) != (at, angle):
            self._shift.xy, self._turn.angle = at, angle
        size = (int(whole.w), int(whole.h))
        if self._surface.size == size:
            return False
        self._surface.resize(size)
        return True

    def _marks(self, half: HalfView, size: tuple[float, float]) -> tuple[Item, ...]:
        if self.hidden:
            return ()
        if self.page is not None:
            return join_scene(self.page, size, self.mm, self.theme)
        return scene(
            half,
            self.pad,
            size,
            self.mm,
            dimmed=self._dimmed,
            found=lambda sha256: self._pictures.file(sha256) is not None,
            theme=self.theme,
        )

    @property
    def holds(self) -> bool:
        """True if its side holds keys instead of tapping them."""
        return self.page is None and self.half is not None and Aid.HOLD in self.half.aids

    def let_go(self) -> None:
        """Release the pressed key."""
        self.pressed, self.held_enough = None, False

    def _recolour_held(self, cap: KeyCap) -> KeyCap:
        """Recolour a key that has been held long enough, so that the player lets go."""
        if not self.held_enough or self.half is None:
            return cap
        tone = Tone.PLAIN if cap.key.tone is Tone.NEXT else Tone.NEXT
        return replace(cap, paint=self.theme.key(tone, self.half.mood))

    @property
    def pieces(self) -> tuple[DrawnMark, ...]:
        """The drawn marks, from back to front."""
        return tuple(self._pieces.values())

    def caps(self) -> list[KeyCap]:
        """The drawn keys."""
        return [each.item for each in self.pieces if isinstance(each.item, KeyCap)]

    def key_at(self, x: float, y: float) -> ScreenKey | None:
        """The key under a point of the window."""
        at = self.place.upright(x, y)
        return next((cap.key for cap in self.caps() if cap.box.holds(*at)), None)

    def bounce_left_ns(self, x: float, y: float, now_ns: int) -> int:
        """Ns for which a touch at this point still counts as a bounce of the last tap."""
        if self.gave is None:
            return 0
        before_x, before_y, since_ns = self.gave
        near = math.hypot(x - before_x, y - before_y) < BOUNCE_MM * self.mm
        return max(BOUNCE_NS - (now_ns - since_ns), 0) if near else 0

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        del relative
        return self.place.on_glass(x, y)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        del relative
        return self.place.upright(x, y)


@dataclass(frozen=True, slots=True)
class _HeldFinger:
    """A finger down on a key."""

    pane: HalfPane
    key: ScreenKey
    occasion: tuple[object, ...]
    since_ns: int
    """Instant of the touch down, monotonic."""
    holds: bool

    def stands(self, x: float, y: float) -> bool:
        """True if the same key, with the same meaning, is still under the finger.

        For sides that hold keys it is enough that the key is shown and no other is under the
        finger.
        """
        half = self.pane.half
        same = half is not None and half.occasion == self.occasion
        under = self.pane.key_at(x, y)
        there = self.holds and under is None and self.key in (cap.key for cap in self.pane.caps())
        return same and (under == self.key or there)

    def lasted(self, at_ns: int) -> bool:
        """True if a touch that ends at this instant is neither too short nor too long."""
        shortest, longest = (HOLD_NS, LONGEST_HOLD_NS) if self.holds else (0, LONGEST_TAP_NS)
        return shortest <= max(at_ns - self.since_ns, 0) <= longest


class GlassWidget(Widget):
    """The window's root.

    `give` takes each tap that counts, `join` the join page's requests to the table; `speak` asks
    for the next language.
    """

    def __init__(
        self,
        give: Giver,
        arrangement: Arrangement = Arrangement.FACING,
        theme: Theme = DARK,
        pin: str = "",
        change: Callable[[SetUpChange], None] = lambda _change: None,
        join: Callable[[EventJoin | JoinLeft], None] = lambda _request: None,
        speak: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self._give, self._change = give, change
        self.joining = JoinPage(join, speak)
        self._gate, self._set_up_ns = Gate(pin), 0
        self.arrangement = arrangement
        self.view: ScreenView | None = None
        self._pictures = RollPictures()
        window = (float(Window.width), float(Window.height))
        placed, mm = panes(window, arrangement), mm_px(window)
        self.near, self.far = HalfPane(placed.near, mm, theme), HalfPane(placed.far, mm, theme)
        self._down: dict[int, _HeldFinger] = {}
        self._touching: set[int] = set()
        self._palm = False
        for pane in (self.near, self.far):
            self.add_widget(pane)
        with self.canvas.after:
            Color(0, 0, 0, 1)
            self._middle = Rectangle()
            self._veil = Color(0, 0, 0, 0)
            self._veiled = Rectangle()
        Window.bind(on_resize=self._resized)  # a bound method, which Kivy holds weakly

    def show(self, view: ScreenView, pictures: Path | None) -> None:
        """Draw a view, redrawing only what changed. `pictures`: the folder of roll pictures."""
        self.view = view
        if self._pictures.folder != pictures:
            self._pictures = RollPictures(pictures)
        if time.monotonic_ns() - self._set_up_ns > IDLE_NS:
            self._shut_set_up()
        self._turn_page(view)
        self.near.show(view.bottom, self._pictures, dimmed=view.dimmed)
        self.far.show(view.top, self._pictures, dimmed=view.dimmed)
        self._rule()

    def _resized(self, *_size: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Redraw after a change of the window's size or the arrangement."""
        self._place()
        for pane in (self.near, self.far):
            pane.refresh()
        self._rule()

    def _place(self) -> None:
        placed, mm = self._placed()
        for pane, place in ((self.near, placed.near), (self.far, placed.far)):
            pane.place, pane.mm = place, mm

    def _turn_page(self, view: ScreenView) -> None:
        """Show or hide the join page."""
        self.near.page = self.joining.current_page(view, time.monotonic_ns())
        self.far.hidden = self.near.page is not None
        self._place()

    def stand(self, arrangement: Arrangement, theme: Theme, veil: float) -> None:
        """Set layout and colours; `veil` is the opacity of black over all."""
        self.arrangement, self._veil.a = arrangement, veil
        self.near.theme = self.far.theme = theme
        self.refresh()

    def pane(self, side: Side) -> HalfPane | None:
        """The half of a side; None if it has none."""
        panes = (self.near, self.far)
        return next((pane for pane in panes if pane.half and pane.half.side is side), None)

    def _placed(self) -> tuple[Panes, float]:
        window = (float(Window.width), float(Window.height))
        if self.near.page is not None:
            nothing = Box(0, 0, 0, 0)
            near, far = Pane(Box(0, 0, *window), turned=False), Pane(nothing, turned=False)
            return Panes(near, far, nothing), mm_px(window)
        return panes(window, self.arrangement), mm_px(window)

    def _rule(self) -> None:
        """Draw the line between the halves."""
        self._veiled.size = Window.size if self._veil.a else (0, 0)
        line = self._placed()[0].middle
        self._middle.pos, self._middle.size = (line.x, line.y), (line.w, line.h)

    # --- touches ---------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if touch.button not in (None, "left"):
            return True  # a mouse's wheel turns by touches, too
        self._touching.add(touch.uid)
        if len(self._touching) > MOST_TOUCHES:
            self._palm = True
            self._release()
        if not self._palm:
            near = self.near.place.box.holds(touch.x, touch.y)
            pane = self.near if near else self.far
            key = pane.key_at(touch.x, touch.y)
            free = all(held.pane is not pane for held in self._down.values())
            now_ns = time.monotonic_ns()
            bounces = pane.bounce_left_ns(touch.x, touch.y, now_ns) > 0
            if key is not None and pane.half is not None and free and not bounces:
                since_ns = _instant_ns(touch.time_start)
                self._down[touch.uid] = _HeldFinger(
                    pane, key, pane.half.occasion, since_ns, pane.holds
                )
                pane.pressed = key.tap
                pane.refresh_soon()
                if pane.holds:
                    Clock.schedule_once(self.ripen, HOLD_NS / SECOND_NS)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A tap counts if the finger leaves the key it came down on, and the key did not change."""
        self._touching.discard(touch.uid)
        held = self._down.pop(touch.uid, None)
        if not self._touching:
            self._palm = False
        if held is not None:
            pane, pad = held.pane, held.pane.pad
            pane.let_go()
            lasted, gave = held.lasted(_instant_ns(touch.time_end)), False
            if lasted and held.stands(touch.x, touch.y) and _is_finger(touch, held):
                gave = self._tap(pane, held.key.tap, touch)
            if gave and pane.pad == pad:
                pane.refresh_soon(answered=True)
            else:
                pane.refresh()
        return True

    def ripen(self, _dt: float = 0.0) -> None:
        """Mark the keys that have been held long enough."""
        now_ns = time.monotonic_ns()
        for held in self._down.values():
            if held.holds and held.lasted(now_ns):
                held.pane.held_enough = True
                held.pane.refresh()

    def on_touch_move(self, _touch: Any) -> bool:
        return True

    def _release(self) -> None:
        for held in self._down.values():
            held.pane.let_go()
            held.pane.refresh()
        self._down.clear()

    def _tap(self, pane: HalfPane, tap: Tap, touch: Any) -> bool:
        """Do what a tap means; return whether the table was asked and will answer."""
        half, at_ns = pane.half, _instant_ns(touch.time_end)
        if self._tap_page(pane, tap, touch):
            return False
        if half is None or half.side is None:
            return False
        pad, gift = apply_tap(half.controls, half.occasion, pane.pad, tap)
        self._gate, pad = check_pin(self._gate, pad, at_ns)
        self._set_up_ns = at_ns
        pane.pad = keep_pad(half.controls, half.occasion, pad)
        if isinstance(tap, Open) or (gift is not None and gift.action.kind != SET_UP):
            pane.gave = touch.x, touch.y, time.monotonic_ns()
        if gift is None:
            return False
        if gift.action.kind == SET_UP:
            self._change(SetUpChange(require(gift.action.choice)))
            return False
        self._give(half.side, gift, at_ns)
        return True

    def _tap_page(self, pane: HalfPane, tap: Tap, touch: Any) -> bool:
        """Handle a key of the join page, or the one that opens it; return whether it was one."""
        now_ns = time.monotonic_ns()
        if isinstance(tap, Give) and tap.action.kind == JOIN:
            pane.gave, pane.pad = (touch.x, touch.y, now_ns), None
            self.joining.open(now_ns)
        elif isinstance(tap, PressKey) and self.view is not None:
            self.joining.press(tap.name, self.view, now_ns)
        else:
            return False
        if self.view is not None:
            self._turn_page(self.view)
            self.refresh()
        return True

    def _shut_set_up(self) -> None:
        for pane in (self.near, self.far):
            if pane.pad is not None and pane.pad.path[-1:] == SHEET[-1:]:
                pane.pad = None


def _is_finger(touch: Any, held: _HeldFinger) -> bool:
    """True if the touch stayed in one place and was narrow enough for a finger."""
    mm, slide = held.pane.mm, HELD_SLIDE_MM if held.holds else SLIDE_MM
    if math.hypot(touch.x - touch.ox, touch.y - touch.oy) > slide * mm:
        return False
    if "shape" not in touch.profile:
        return True
    wide = max(touch.shape.width * Window.width, touch.shape.height * Window.height)
    return bool(wide <= PALM_MM * mm)


def _instant_ns(stamp_s: float) -> int:
    """Convert a touch's stamp to monotonic ns, at most 1 s ago; Kivy stamps by the wall clock."""
    ago_s = time.time() - stamp_s if stamp_s > 0 else 0.0
    return time.monotonic_ns() - round(min(max(ago_s, 0.0), 1.0) * SECOND_NS)
