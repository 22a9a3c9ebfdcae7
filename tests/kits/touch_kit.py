"""Two players at a running table who have nothing but their eyes and fingers: what the X server
shows, and its pointer, moved by xdotool.

A finger goes where a key is drawn, which follows from the table's picture alone; what came of it is
the table's own answer. A picture of every step is kept.
"""

import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk.catalogue.languages import Languages, load
from kiosk.demo.child import under
from kiosk.demo.console import Console
from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import ScreenGone, TableGone
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.process import Process
from kiosk.demo.screen_process import ScreenFingers
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import DEVICE_KEY, ReportsTo
from kiosk.journal import Row, read
from kiosk.rules.fact import Refused
from kiosk.rules.units import Side
from kiosk.screen.arrangement import Arrangement, mm_px, panes
from kiosk.screen.controls import Give, Pad, Tap, kept, tapped, taps_to
from kiosk.screen.items import Bar, Box, Digits, Fill, Item, KeyCap, Text
from kiosk.screen.scene import scene
from kiosk.screen.state import Link, LinkState
from kiosk.screen.view import HalfView, languages_of, view
from kiosk.wire.snapshot import Action, Snapshot

T = TypeVar("T")
Pixels = NDArray[np.uint8]

WITHIN_S = 30.0
"""Far more than anything takes; only a broken promise waits so long."""

LOOK_S = 0.02
BEFORE_S, DOWN_S = 0.65, 0.06
"""How long a finger is over a key before it comes down, and how long it lies there."""

FRAMES = 3
"""After so many turns of the screen's loop what came of a finger is drawn."""

MARGIN = (72, 40)
"""The X server's screen is so much larger than the window, which SDL puts in its middle."""

UP = Link(LinkState.UP, 0)


def until(seen: Callable[[], T | None], what: str | Callable[[], str]) -> T:
    """What is `seen` once it is there to be seen."""
    late = time.monotonic() + WITHIN_S
    while (found := seen()) is None:
        assert time.monotonic() < late, f"never {what if isinstance(what, str) else what()}"
        time.sleep(LOOK_S)
    return found


# --- the X server --------------------------------------------------------------------------------


class XServer:
    """Xvfb, which keeps its screen in a file (X Window Dump, version 7)."""

    def __init__(self, folder: Path, wide: int, high: int) -> None:
        self._file = folder / "Xvfb_screen0"
        reads, writes = os.pipe()
        command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{wide}x{high}x24"]
        command += ["-fbdir", str(folder), "-nolisten", "tcp", "-noreset"]
        with (folder / "xvfb.log").open("wb") as log:
            self._process = subprocess.Popen(
                under(os.getpid(), command), pass_fds=[writes], stdout=log, stderr=log
            )
        os.close(writes)
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        assert number, f"no X server: {(folder / 'xvfb.log').read_text()}"
        self.display = f":{number}"

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def pixels(self) -> Pixels:
        """All that the X server shows now: rows from the top, blue green red."""
        dump = self._file.read_bytes()
        head = np.frombuffer(dump[:100], dtype=">u4").astype(int)
        size, wide, high, bits, line, colours = (int(head[at]) for at in (0, 4, 5, 11, 12, 19))
        assert bits == 32
        start = size + colours * 12
        rows = np.frombuffer(dump[start : start + line * high], dtype=np.uint8)
        return rows.reshape(high, line // 4, 4)[:, :wide, :3].copy()

    def window(self, pid: int) -> tuple[int, int, int, int]:
        """Where the one window of a process is: left, top, width, height."""

        def found() -> tuple[int, int, int, int] | None:
            asked = self.xdotool("search", "--onlyvisible", "--pid", str(pid), check=False)
            if not asked.split():
                return None
            told = self.xdotool("getwindowgeometry", "--shell", asked.split()[-1])
            at = {name: int(value) for name, value in re.findall(r"(\w+)=(-?\d+)", told)}
            return at["X"], at["Y"], at["WIDTH"], at["HEIGHT"]

        return until(found, "a window of the screen")

    def tap(self, x: int, y: int) -> None:
        self.xdotool(
            *("mousemove", str(x), str(y), "sleep", str(BEFORE_S), "mousedown", "1"),
            *("sleep", str(DOWN_S), "mouseup", "1"),
        )

    def xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=os.environ | {"DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=check,
        )
        return done.stdout


# --- the panel -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Panel:
    """How a screen is started, and where a point of the glass is on the X server's screen."""

    wide: int = 1280
    high: int = 720
    arrangement: Arrangement = Arrangement.FACING
    rotate: int = 0
    theme: str = "dark"

    @property
    def options(self) -> list[str]:
        return [
            *("--size", f"{self.wide}x{self.high}", "--layout", self.arrangement.value),
            *("--rotate", str(self.rotate), "--theme", self.theme),
        ]

    @property
    def glass(self) -> tuple[float, float]:
        """Its size as who looks at it has it."""
        turned = self.rotate in (90, 270)
        return (self.high, self.wide) if turned else (self.wide, self.high)

    def on_window(self, x: float, y: float) -> tuple[int, int]:
        """A point of the glass, y up, from the window's upper left corner, y down."""
        wide, high = self.wide, self.high
        right, up = {
            0: (x, y),
            90: (wide - y, x),
            180: (wide - x, high - y),
            270: (y, high - x),
        }[self.rotate]
        return round(right), round(high - up)

    def upright(self, window: Pixels) -> Pixels:
        """The picture of the window as who looks at the glass sees it."""
        return np.ascontiguousarray(np.rot90(window, -self.rotate // 90))


class TouchScreen(Process):
    """`kiosk screen` in a window of the X server."""

    def __init__(self, folder: Path, sockets: Sockets, server: XServer, panel: Panel) -> None:
        super().__init__("screen", folder, ScreenGone)
        self._sockets, self._server, self.panel = sockets, server, panel

    def start(self) -> ScreenFingers:
        control = self._sockets.screen_control
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("DISPLAY", self._server.display)
            for other in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
                environment.delenv(other, raising=False)
            self.begin("--socket", self._sockets.table, "--control", control, *self.panel.options)
        return self.up(lambda: ScreenFingers(control))


# --- the table -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """What is played. `rules` are the event's own values, `mixer` the box's half."""

    rulebook: str
    points: int
    rules: dict[str, Any] = field(default_factory=dict)
    mixer: str = ""
    white: str = "Ada"
    black: str = "Bo"

    def config(self, sockets: Sockets, director: ReportsTo) -> str:
        """A simulated table without a camera: rolls are given by touch."""
        said = {"match_id": "m-1", "points": self.points, "rulebook": self.rulebook}
        said |= {"white": self.white, "black": self.black}
        said |= {f"rules.{where}": value for where, value in self.rules.items()}
        match = "\n".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()
        )
        mixer = f'mixer = "{self.mixer}"\n' if self.mixer else ""
        return f"""
[table]
number = 1
event_id = "demo"
socket = "{sockets.table}"
[match]
{match}
[seats]
white = {{ picture = "bottom", home = "picture_right", clock = "right", checkers = "white" }}
black = {{ picture = "top", home = "picture_right", clock = "left", checkers = "black" }}
{mixer}[devices]
kind = "simulated"
[devices.buttons]
left_pin = 17
right_pin = 27
[devices.control]
socket = "{sockets.table_control}"
{director.section()}"""


BUTTONS = {Side.WHITE: "right", Side.BLACK: "left"}


class TouchTable(Process):
    """`kiosk table` on these settings."""

    def __init__(self, folder: Path, sockets: Sockets, config: str) -> None:
        super().__init__("table", folder, TableGone)
        self.journal = folder / "journal.db"
        self._sockets = sockets
        self._config = folder / "table.toml"
        self._config.write_text(config, encoding="utf-8")

    def start(self) -> tuple[ScreenLink, ControlLink]:
        self.begin("--config", self._config, "--journal", self.journal)
        control = self.up(lambda: ControlLink(self._sockets.table_control))
        return self.up(lambda: ScreenLink(self._sockets.table)), control


# --- the players ---------------------------------------------------------------------------------


@dataclass
class Step:
    """One thing a person did: so many taps of a finger, and what both halves said after it."""

    who: str
    what: str
    taps: int
    said: str


class Players:
    """Both players, and the director. Who taps knows the table's picture, and what stands open in
    its half.
    """

    def __init__(
        self,
        server: XServer,
        screen: TouchScreen,
        fingers: ScreenFingers,
        table: TouchTable,
        links: tuple[ScreenLink, ControlLink],
        console: Console,
        album: Path,
    ) -> None:
        self._server, self._screen, self._fingers = server, screen, fingers
        self._table, self._console, self._album = table, console, album
        self._eyes, self._hands = links
        self._languages: Languages = load()
        self._pads: dict[Side, Pad | None] = dict.fromkeys(Side)
        self.steps: list[Step] = []
        self.shown = until(lambda: self._eyes.newer(0, LOOK_S), "a picture of the table")
        assert screen.pid is not None
        left, top, wide, high = server.window(screen.pid)
        assert (wide, high) == (screen.panel.wide, screen.panel.high)
        self.corner = left, top
        self.look()
        self._note("table", "the match is laid out", 0)

    # what they see

    def look(self) -> Snapshot:
        """The newest picture, which is on the glass."""
        newer = self._eyes.newer(self.shown.seq, 0.0)
        self.shown = newer or self.shown
        self._fingers.wait(self.shown.seq)
        for side in Side:
            half = self.half(side)
            self._pads[side] = kept(half.controls, half.occasion, self._pads[side])
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

    def rows(self) -> list[Row]:
        return list(read(self._table.journal))

    def glass(self) -> Pixels:
        """The window as the X server shows it, in one piece."""
        left, top = self.corner
        wide, high = self._screen.panel.wide, self._screen.panel.high

        def still() -> Pixels | None:
            once, again = self._server.pixels(), self._server.pixels()
            return again if np.array_equal(once, again) else None

        return until(still, "two pictures that are the same")[top : top + high, left : left + wide]

    # what they do

    def tap(self, side: Side, kind: str, /, *values: int, **way: Any) -> list[Row]:
        """A side does something by its keys; the rows that it led to."""
        if values and kind == "RollEntered":
            way.setdefault("dice", len(values))
        action = until(
            lambda: self.shows(side, kind, **way),
            lambda: f"{kind} {way} in {side}'s half, only {self.steps[-1].said}; see {self._album}",
        )
        taps = taps_to(self.half(side).controls, Give(action, values or None), self._pads[side])
        assert taps is not None
        before = self.shown.seq
        what = " ".join(map(str, (kind, *values, *way.values())))
        for count, each in enumerate(taps, 1):
            gives = self._touch(side, each)
            assert gives is (count == len(taps)), f"tap {count} of {taps}"
            if not gives:
                self._note(side, f"{what}: {count} of {len(taps)}", 1)
        told = self._told(side.value, before)
        self._note(side, what, len(taps))
        return told

    def press(self, side: Side) -> list[Row]:
        before = self.look().seq
        self._hands.do("press", button=BUTTONS[side])
        told = self._told("buttons", before)
        self._note(side, "presses its clock", 0)
        return told

    def order(self, kind: str, **fields: Any) -> list[Row]:
        """The director gives an order by the console."""
        before = self.look().seq
        form = {"kind": kind, "match_id": self.shown.match_id, **fields}
        said, _ = self._console.give({"journal_id": self._journal_id(), **form})
        assert said["status"] == "accepted", said
        told = self._told("director:Dag", before)
        self._note("director", f"{kind} {fields}", 0)
        return told

    def _touch(self, side: Side, tap: Tap) -> bool:
        """A finger on the middle of a key; whether that asked the table for something."""
        half, pad = self.half(side), self._pads[side]
        place, items = self._drawn(side)
        box = next(item.box for item in items if isinstance(item, KeyCap) and item.key.tap == tap)
        window = self._screen.panel.on_window(*place(*box.centre))
        before = self.glass()
        self._server.tap(*(at + edge for at, edge in zip(window, self.corner, strict=True)))
        after, gift = tapped(half.controls, half.occasion, pad, tap)
        self._pads[side] = kept(half.controls, half.occasion, after)
        for _frame in range(FRAMES):
            self._fingers.shown()
        if gift is None:
            changed = [item for item in self._drawn(side)[1] if item not in items]
            until(
                lambda: self._differs(side, changed, box, before),
                lambda: f"on the glass: {changed}",
            )
        return gift is not None

    def _drawn(self, side: Side) -> tuple[Callable[[float, float], tuple[float, float]], Any]:
        """Where a half's points are on the glass, and the marks of that half."""
        glass, arrangement = self._screen.panel.glass, self._screen.panel.arrangement
        both, half = panes(glass, arrangement), self.half(side)
        shown = view(self.shown, time.monotonic_ns(), UP)
        pane = both.near if shown.bottom.side is side else both.far
        items = scene(
            half,
            self._pads[side],
            (pane.box.w, pane.box.h),
            mm_px(glass),
            dimmed=False,
            found=lambda _sha256: False,
        )
        return pane.on_glass, items

    def _differs(self, side: Side, changed: list[Item], but: Box, before: Pixels) -> bool | None:
        """What stands anew, but for the key under the finger and figures that run, is drawn."""
        place, panel = self._drawn(side)[0], self._screen.panel
        now = self.glass()
        looked = 0
        for item in changed:
            box = item.box
            if isinstance(item, Digits | Bar | Fill) or _meet(box, but):
                continue
            corners = [
                panel.on_window(*place(x, y)) for x in (box.x, box.right) for y in (box.y, box.top)
            ]
            (x0, *_, x1), (y0, *_, y1) = (sorted(each) for each in zip(*corners, strict=True))
            here = np.s_[max(y0, 0) : y1, max(x0, 0) : x1]
            looked += 1
            if not np.array_equal(now[here], before[here]):
                return True
        return None if looked else True

    def _told(self, by: str, before: int) -> list[Row]:
        """The rows that somebody's act led to, once they are drawn; it was not refused."""

        def told() -> list[Row] | None:
            newer = self._eyes.newer(self.shown.seq, 1.0)
            self.shown = newer or self.shown
            rows = [row for row in self.rows() if row.seq > before]
            first = next((row for row in rows if row.by == by), None)
            if first is None:
                return None
            mine = [row for row in rows if row.command_id == first.command_id]
            return mine if self.shown.seq >= mine[-1].seq else None

        rows = until(told, f"a row by {by}")
        assert not any(isinstance(row.event(), Refused) for row in rows), rows
        self.look()
        return rows

    def _journal_id(self) -> str:
        return self.rows()[0].journal_id

    # what is kept of it

    def _note(self, who: str, what: str, taps: int) -> None:
        number = len(self.steps) + 1
        said = []
        for side in Side:
            half = self.half(side)
            _, items = self._drawn(side)
            keys = [item.key.label for item in items if isinstance(item, KeyCap)]
            asks = next(
                (i.texts[0] for i in items if isinstance(i, Text) and i.name == "prompt"), ""
            )
            beside = " | ".join((*half.quiet, *half.notes))
            said.append(f"    {side}: {asks or half.prompt}  [{beside}]  {keys}")
        self.steps.append(Step(who, what, taps, "\n".join(said)))
        picture = self._screen.panel.upright(self.glass())
        name = re.sub(r"[^\w]+", "-", f"{number:03} {who} {what}")[:80]
        cv2.imwrite(str(self._album / f"{name}.png"), picture)
        with (self._album / "steps.txt").open("a", encoding="utf-8") as file:
            file.write(f"{number:03} {who} {what} ({taps})\n{self.steps[-1].said}\n")


def _meet(one: Box, other: Box) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.top and other.y < one.top


def _goes(action: Action, way: dict[str, Any]) -> bool:
    choice = way.get("choice")
    rest = {name: value for name, value in way.items() if name != "choice"}
    if choice is not None and action.choices != (str(choice),):
        return False
    return all(getattr(action, name) == value for name, value in rest.items())


def _ended(process: Process) -> None:
    code = process.stop()
    assert code in (None, 0), f"the {process.name} ended with {code}: {process.log}"


@contextmanager
def seated(folder: Path, match: Match, panel: Panel = Panel()) -> Iterator[Players]:
    """Two players before a running table: director, table and screen are processes."""
    album = folder / "pictures"
    album.mkdir(parents=True)
    with ExitStack() as stack:
        sockets = stack.enter_context(Sockets(folder))
        across, down = MARGIN
        server = XServer(folder, panel.wide + across, panel.high + down)
        stack.callback(server.close)
        director = DirectorProcess(folder, folder / DEVICE_KEY)
        stack.callback(_ended, director)
        url = director.start()
        reports = ReportsTo(url, director.key, director.certificate)
        table = TouchTable(folder, sockets, match.config(sockets, reports))
        stack.callback(_ended, table)
        links = table.start()
        for link in links:
            stack.callback(link.close)
        screen = TouchScreen(folder, sockets, server, panel)
        stack.callback(_ended, screen)
        fingers = screen.start()
        stack.callback(fingers.close)
        console = director.join("Dag")
        yield Players(server, screen, fingers, table, links, console, album)
