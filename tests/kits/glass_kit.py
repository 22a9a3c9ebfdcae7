"""The real glass in a window off screen, drawn and touched by a test."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from kivy.base import EventLoop
from kivy.core.window import Window
from numpy.typing import NDArray

from kiosk.catalogue.languages import ENGLISH_ONLY, Languages
from kiosk.catalogue.text import ENGLISH, Language
from kiosk.rules.units import BySide, Side
from kiosk.screen.arrangement import Arrangement
from kiosk.screen.controls import Give, Tap
from kiosk.screen.glass import DrawnMark, GlassWidget, HalfPane
from kiosk.screen.hands import HOLD_S, Finger
from kiosk.screen.items import Box, Item, KeyCap
from kiosk.screen.set_up import ScreenSetUp, SetUpChange
from kiosk.screen.state import LinkStatus
from kiosk.screen.view import view
from kiosk.wire.snapshot import Snapshot
from kits.screen_kit import JOINS, UP, joining


@dataclass
class Bench:
    """One glass in the one window there is. `given` is what its taps led to, `changed` what the
    director's did to the screen behind `pin`. Both halves are said in `language`.
    """

    folder: Path
    language: Language = ENGLISH
    there: Languages = field(default_factory=lambda: ENGLISH_ONLY)
    pin: str = ""
    given: list[tuple[Side, Give, int]] = field(default_factory=list)
    changed: list[SetUpChange] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.glass = GlassWidget(
            lambda *gift: self.given.append(gift), pin=self.pin, change=self.changed.append
        )
        EventLoop.ensure_window()
        Window.add_widget(self.glass)

    def close(self) -> None:
        Window.remove_widget(self.glass)

    def resize(self, size: tuple[int, int], arrangement: Arrangement = Arrangement.FACING) -> None:
        self.glass.arrangement = arrangement
        Window.size = size
        self.frame()
        self.glass.refresh()
        assert (Window.width, Window.height) == size

    def frame(self) -> None:
        for _ in range(3):
            EventLoop.idle()

    def show(self, snapshot: Snapshot | None, later_ns: int = 0, link: LinkStatus = UP) -> None:
        at = snapshot.at_ns if snapshot else 0
        languages = BySide(self.language, self.language)
        set_up = ScreenSetUp() if self.pin else None
        shown = view(snapshot, at + later_ns, link, languages, self.there, set_up)
        self.glass.show(shown, self.folder)

    def pane(self, side: Side) -> HalfPane:
        pane = self.glass.pane(side)
        assert pane is not None
        return pane

    def key(self, side: Side, tap: Tap) -> KeyCap:
        return next(cap for cap in self.pane(side).caps() if cap.key.tap == tap)

    def finger(self, side: Side, box: Box) -> Finger:
        """A finger over the middle of a box of that side's half."""
        return Finger(*self.pane(side).place.on_glass(*box.centre))

    def tap(self, side: Side, *taps: Tap) -> None:
        """By a hand that takes its time."""
        for tap in taps:
            self.pane(side).gave = None
            held_s = HOLD_S if self.pane(side).holds else 0.0
            self.finger(side, self.key(side, tap).box).tap(held_s)

    def pixels(self) -> NDArray[np.uint8]:
        """What is drawn: rows from the top, blue green red."""
        self.frame()
        path = self.folder / "shot.png"
        self.picture(path)
        return np.asarray(cv2.imread(str(path)), dtype=np.uint8)

    def picture(self, path: Path) -> None:
        """What is drawn, as a PNG."""
        self.glass.export_to_png(str(path))


def on_glass(pane: HalfPane, piece: DrawnMark) -> Box:
    """Where a piece stands in the window."""
    assert piece.item is not None
    box = piece.item.box
    x0, y0 = pane.to_window(box.x, box.y, initial=False)
    x1, y1 = pane.to_window(box.right, box.top, initial=False)
    return Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))


def panes(bench: Bench) -> tuple[HalfPane, HalfPane]:
    return bench.glass.near, bench.glass.far


def marks(pane: HalfPane) -> dict[str, Item]:
    return {piece.item.name: piece.item for piece in pane.pieces if piece.item}


def opened(bench: Bench, name: str) -> None:
    """The table on its way to an event, by the name of a state of JOINS."""
    shown, typing = JOINS[name]
    page = bench.glass.joining
    if typing is None:
        page.typing = None
    else:
        page.open(time.monotonic_ns(), typing)
    bench.show(joining(shown))
