"""What stands on both halves of a running screen, as whoever sits there sees it: its words and its
keys by the table's newest picture, and the glass by the X server's.
"""

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kiosk.catalogue.languages import Languages
from kiosk.demo.links import ScreenLink
from kiosk.demo.screen_process import ScreenFingers
from kiosk.journal import Row, read
from kiosk.rules.units import Side
from kiosk.screen.arrangement import Pane, mm_px, panes
from kiosk.screen.controls import Pad, keep_pad
from kiosk.screen.items import Box, Fill, Item, KeyCap, TextMark
from kiosk.screen.scene import scene
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.theme import Colour
from kiosk.screen.view import HalfView, languages_of, view
from kiosk.wire.snapshot import Action, Snapshot
from kits.languages_kit import load
from kits.touch_table_kit import TouchScreen, TouchTable
from kits.x_server_kit import LOOK_S, Pixels, XServer, until

NEAR = 12
"""Colours nearer than this are the same."""

UP = LinkStatus(LinkState.UP, 0)

Mark = TypeVar("Mark", bound=Item)


class Onlookers:
    """Who sits there knows the table's picture, and what stands open in its half."""

    def __init__(
        self,
        server: XServer,
        screen: TouchScreen,
        fingers: ScreenFingers,
        table: TouchTable,
        eyes: ScreenLink,
    ) -> None:
        self._server, self._screen, self._fingers = server, screen, fingers
        self._table, self._eyes = table, eyes
        self._languages: Languages = load()
        self._pads: dict[Side, Pad | None] = dict.fromkeys(Side)
        self.shown = until(lambda: self._eyes.newer_snapshot(0, LOOK_S), "a picture of the table")
        assert screen.pid is not None
        left, top, wide, high = server.window(screen.pid)
        assert (wide, high) == (screen.panel.wide, screen.panel.high)
        self.corner = left, top
        self.look()

    def look(self) -> Snapshot:
        """The newest picture, which is on the glass."""
        newer = self._eyes.newer_snapshot(self.shown.seq, 0.0)
        self.shown = newer or self.shown
        self._fingers.wait(self.shown.seq)
        for side in Side:
            half = self.half(side)
            self._pads[side] = keep_pad(half.controls, half.occasion, self._pads[side])
        return self.shown

    def half(self, side: Side) -> HalfView:
        there = self._languages
        languages = languages_of(self.shown, there)
        half = view(self.shown, time.monotonic_ns(), UP, languages, there).half(side)
        assert half is not None
        return half

    def shows(self, side: Side, kind: str, /, **way: Any) -> Action | None:
        """The action of a key of this half, however deep it lies."""
        self.look()
        return next(
            (
                control.action
                for control in self.half(side).controls
                if control.action.kind == kind and _goes(control.action, way)
            ),
            None,
        )

    def offers(self, side: Side, kind: str, /) -> bool:
        """Whether this half has a key of this kind, somewhere."""
        return self.shows(side, kind) is not None

    def prompt(self, side: Side) -> str:
        """What this half asks, without the marks that keep names apart."""
        self.look()
        return plain(self.half(side).prompt)

    def reads(self, side: Side, words: str) -> bool:
        """Whether these words stand among the texts of its half."""
        texts = (text for mark in self.drawn(side, TextMark) for text in mark.texts)
        return any(words in plain(text) for text in texts)

    def is_filled(self, side: Side, name: str) -> bool:
        """Whether the rectangle of this name is on the glass in its colour."""
        (fill,) = (each for each in self.drawn(side, Fill) if each.name == name)
        return self._coloured(self.glass()[self._window(side, fill.box)], fill.face) > 0.2

    def notes(self, side: Side) -> str:
        self.look()
        half = self.half(side)
        return plain(" | ".join((half.contested, *half.quiet, *half.notes)))

    def caps(self, side: Side) -> dict[str, Box]:
        """The keys that stand in this half, by their words, and where."""
        self.look()
        drawn = self._drawn(side)[1]
        return {plain(cap.key.label): cap.box for cap in drawn if isinstance(cap, KeyCap)}

    def drawn(self, side: Side, kind: type[Mark]) -> list[Mark]:
        """The marks of this kind that stand in this half."""
        self.look()
        return [item for item in self._drawn(side)[1] if isinstance(item, kind)]

    def rows(self) -> list[Row]:
        return list(read(self._table.journal))

    def glass(self) -> Pixels:
        """The window as the X server shows it, in one piece."""

        def still() -> Pixels | None:
            once, again = self._seen(), self._seen()
            return again if np.array_equal(once, again) else None

        return until(still, "two pictures that are the same")

    def _seen(self) -> Pixels:
        left, top = self.corner
        wide, high = self._screen.panel.wide, self._screen.panel.high
        return self._server.pixels()[top : top + high, left : left + wide]

    def _drawn(self, side: Side) -> tuple[Callable[[float, float], tuple[float, float]], Any]:
        """Where a half's points are on the glass, and the marks of that half."""
        pane = self._pane(side)
        items = scene(
            self.half(side),
            self._pads[side],
            (pane.box.w, pane.box.h),
            mm_px(self._screen.panel.glass),
            dimmed=False,
            found=self._table.has_picture,
        )
        return pane.on_glass, items

    def _coloured(self, pixels: Pixels, colour: Colour) -> float:
        """Which part of them has this colour."""
        near = np.abs(pixels - np.array(colour[2::-1]) * 255) < NEAR
        return float(np.all(near, axis=2).mean())

    def _pane(self, side: Side) -> Pane:
        both = panes(self._screen.panel.glass, self._screen.panel.arrangement)
        shown = view(self.shown, time.monotonic_ns(), UP)
        return both.near if shown.bottom.side is side else both.far

    def _window(self, side: Side, box: Box) -> tuple[slice, slice]:
        """Where a box of a half is in the picture of the window."""
        place, panel = self._pane(side).on_glass, self._screen.panel
        corners = [
            panel.on_window(*place(x, y)) for x in (box.x, box.right) for y in (box.y, box.top)
        ]
        (x0, *_, x1), (y0, *_, y1) = (sorted(each) for each in zip(*corners, strict=True))
        return np.s_[max(y0, 0) : y1, max(x0, 0) : x1]


def plain(words: str) -> str:
    return re.sub("[\u2066-\u2069]", "", words)


def _goes(action: Action, way: dict[str, Any]) -> bool:
    choice = way.get("choice")
    rest = {name: value for name, value in way.items() if name != "choice"}
    if choice is not None and action.choices != (str(choice),):
        return False
    return all(getattr(action, name) == value for name, value in rest.items())
