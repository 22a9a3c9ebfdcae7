"""Requests of a driver to a running screen: touches on its keys, and what is drawn."""

import queue
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent

from kiosk.rules.units import Side
from kiosk.screen.controls import Give, Tap, taps_to
from kiosk.screen.errors import ScreenError, TapRefused
from kiosk.screen.glass import HalfPane
from kiosk.screen.window import ANSWER_S, ScreenWindow
from kiosk.wire.control import Acts, Reply, Request
from kiosk.wire.messages import ClientAnswer
from kiosk.wire.snapshot import Action

LONGEST_WAIT_S = 60.0

HOLD_S = 0.75
"""How long a driver holds a key, for sides that hold keys. At most 1 s: an older touch stamp is
clipped.
"""


class Finger(MotionEvent):
    """A touch at a point of the window, reported in parts of its width and height as by a panel."""

    def __init__(self, x: float, y: float) -> None:
        at = {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}
        super().__init__("driver", 1, at, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: Mapping[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def tap(self, held_s: float = 0.0) -> None:
        """Dispatch a touch that began `held_s` ago and ends now."""
        self.time_start = time.time() - held_s
        EventLoop.post_dispatch_input("begin", self)
        self.update_time_end()
        EventLoop.post_dispatch_input("end", self)


@dataclass(frozen=True, slots=True)
class Wanted:
    side: Side
    give: Give


class ScreenHands:
    """Acts the players' fingers. Requests come on the driver's thread; touches run on Kivy's."""

    def __init__(self, window: ScreenWindow) -> None:
        self._window = window
        self.acts: Acts = {
            "tap": self._tap,
            "key": self._key,
            "shown": self._shown,
            "wait": self._wait,
            "shot": self._shot,
            "drawn": self._drawn,
        }

    def _tap(self, request: Request) -> Reply:
        wanted = _parse_tap(request)
        answers: queue.SimpleQueue[ClientAnswer | None] = queue.SimpleQueue()
        self._window.on_loop(lambda: self._touch(wanted, answers))
        try:
            answer = answers.get(timeout=ANSWER_S)
        except queue.Empty:
            raise ScreenError(f"the table did not answer in {ANSWER_S:g} s") from None
        if answer is None:
            raise ScreenError("the table went away before it answered")
        return {"refused": [str(reason) for reason in answer.refused], "seqs": list(answer.seqs)}

    def _touch(self, wanted: Wanted, answers: "queue.SimpleQueue[ClientAnswer | None]") -> None:
        """Do the whole sequence of touches. Raises TapRefused before the first one."""
        pane = self._window.glass.pane(wanted.side)
        if pane is None or pane.half is None:
            raise TapRefused(f"{wanted.side} has no half: no match is shown")
        taps = taps_to(pane.half.controls, wanted.give, pane.pad)
        if taps is None:
            shown = (
                ", ".join(_format_action(each.action) for each in pane.half.controls) or "nothing"
            )
            raise TapRefused(
                f"{wanted.side}'s half does not show {_format_action(wanted.give.action)}; "
                f"it shows {shown}"
            )
        self._window.answered = answers.put
        try:
            for tap in taps:
                pane.gave = None  # a driver's touches do not bounce
                _centre_of(pane, tap).tap(held_s=HOLD_S if pane.holds else 0.0)
        finally:
            self._window.answered = lambda _answer: None

    def _key(self, request: Request) -> Reply:
        """Touch the first key with this label."""
        label = request.get("label")
        self._window.on_loop(lambda: self._touch_key(label))
        return {}

    def _touch_key(self, label: object) -> None:
        """Touch the first key with this label, on Kivy's thread. Raises TapRefused."""
        glass = self._window.glass
        found = [(pane, cap) for pane in (glass.near, glass.far) for cap in pane.caps()]
        for pane, cap in found:
            if cap.key.label == label:
                pane.gave = None
                touch = Finger(*pane.place.on_glass(*cap.box.centre))
                touch.tap(held_s=HOLD_S if pane.holds else 0.0)
                return
        shown = ", ".join(cap.key.label for _pane, cap in found) or "nothing"
        raise TapRefused(f"no key says {label!r}; there are {shown}")

    def _shown(self, _request: Request) -> Reply:
        return self._window.on_loop(self._now_shown)

    def _now_shown(self) -> Reply:
        view = self._window.view
        if view is None:
            raise ScreenError("nothing is drawn yet")
        halves = [half for half in (view.bottom, view.top) if half.side is not None]
        controls = {
            str(half.side): [msgspec.to_builtins(each.action) for each in half.controls]
            for half in halves
        }
        page = self._window.glass.near.page
        seen = {} if page is None else {"page": {"prompt": page.prompt, "digits": page.digits}}
        return {"seq": view.seq, "phase": view.phase, "controls": controls, **seen}

    def _wait(self, request: Request) -> Reply:
        seq, timeout_s = request.get("seq"), request.get("timeout_s")
        if not isinstance(seq, int) or not isinstance(timeout_s, int | float):
            raise TapRefused(f"seq is {seq!r}, timeout_s is {timeout_s!r}; both are numbers")
        frames, drawn = self._window.frames, self._window.drawn
        with drawn:
            came = drawn.wait_for(
                lambda: bool(frames) and frames[-1][0] >= seq,
                min(max(0.0, timeout_s), LONGEST_WAIT_S),
            )
            last = frames[-1][0] if frames else None
        if not came:
            raise ScreenError(f"row {seq} was not drawn in {timeout_s:g} s; row {last} is")
        return {"seq": last}

    def _shot(self, request: Request) -> Reply:
        path = Path(str(request.get("path")))
        if path.suffix != ".png" or not path.parent.is_dir():
            raise TapRefused(f"path is {str(path)!r}; a .png in a folder that is there")
        glass = self._window.glass
        self._window.on_loop(lambda: glass.export_to_png(str(path)))
        return {}

    def _drawn(self, _request: Request) -> Reply:
        with self._window.drawn:
            return {"drawn": [list(frame) for frame in self._window.frames]}


def _centre_of(pane: HalfPane, tap: Tap) -> Finger:
    cap = next((cap for cap in pane.caps() if cap.key.tap == tap), None)
    if cap is None:
        raise ScreenError(f"no key for {tap} is drawn; report this")
    return Finger(*pane.place.on_glass(*cap.box.centre))


def _format_action(action: Action) -> str:
    parts = (action.kind, action.level, action.dice, action.side, *action.choices)
    return " ".join(str(part) for part in parts if part is not None)


def _parse_tap(request: Request) -> Wanted:
    """Parse a tap request. Raises TapRefused if it is malformed."""
    try:
        side = Side(str(request.get("side")))
        action: Action = msgspec.convert(request.get("action"), Action)
        values: tuple[int, ...] | None = msgspec.convert(
            request.get("values"), tuple[int, ...] | None
        )
    except (ValueError, msgspec.ValidationError) as error:
        raise TapRefused(f"no tap is described ({error}): {dict(request)!r:.200}") from error
    if len(action.choices) > 1:
        raise TapRefused(f"choices are {action.choices}; one of them is tapped")
    dice = action.dice
    wrong = dice is not None and not (
        len(values or ()) == dice and all(1 <= value <= 6 for value in values or ())
    )
    if wrong:
        raise TapRefused(
            f"values are {request.get('values')!r}; {dice} of 1 to 6 go with the action"
        )
    return Wanted(side, Give(action, values or None))
