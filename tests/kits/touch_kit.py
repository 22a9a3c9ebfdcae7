"""Two players at a running table who have nothing but their eyes and fingers: what the X server
shows, and its pointer.

A finger goes where a key is drawn, which follows from the table's picture alone; what came of it is
the table's own answer. A picture of every step is kept.
"""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kiosk.demo.console import Console
from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.links import ControlLink, ScreenLink
from kiosk.demo.process import Process
from kiosk.demo.screen_process import ScreenFingers
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import DEVICE_KEY, ReportsTo
from kiosk.journal import Row
from kiosk.rules.fact import Refused
from kiosk.rules.units import Side
from kiosk.screen.controls import Give, Spot, Tap, apply_tap, keep_pad, taps_to
from kiosk.screen.items import BarMark, Box, Digits, Fill, Item, KeyCap, TextMark
from kiosk.screen.seen import unreached
from kiosk.screen.theme import THEMES, Mood
from kits import shown_camera
from kits.onlooker_kit import Onlookers, plain
from kits.touch_table_kit import BUTTONS, Match, TouchScreen, TouchTable
from kits.x_server_kit import LOOK_S, Panel, Pixels, XServer, until

FRAMES = 3
"""After so many turns of the screen's loop what came of a finger is drawn."""

MARGIN = (72, 40)
"""The X server's screen is so much larger than the window, which SDL puts in its middle."""

WIDE = Panel()


@dataclass
class Step:
    """One thing a person did: so many taps of a finger, and what both halves said after it."""

    who: str
    what: str
    taps: int
    said: str


class Players(Onlookers):
    """Both players, and the director."""

    def __init__(
        self,
        server: XServer,
        screen: TouchScreen,
        fingers: ScreenFingers,
        table: TouchTable,
        links: tuple[ScreenLink, ControlLink],
        director: DirectorProcess,
        album: Path,
    ) -> None:
        eyes, self._hands = links
        super().__init__(server, screen, fingers, table, eyes)
        self._director, self._album = director, album
        self._console: Console = director.join("Dag")
        self._lying = False
        self.steps: list[Step] = []
        self.places: dict[str, set[Spot]] = {}
        """Where each key of a row has stood, by its words."""
        self._note("table", "the match is laid out", 0)

    # what they do

    def tap(self, side: Side, kind: str, /, *values: int, **way: Any) -> list[Row]:
        """A side does something by its keys; the rows that it led to."""
        if values and kind == "RollEntered":
            way.setdefault("dice", len(values))
        action = until(
            lambda: self.shows(side, kind, **way),
            lambda: f"{kind} {way} in {side}'s half, only {self.steps[-1].said}; see {self._album}",
        )
        taps = self._taps_to(side, Give(action, values or None))
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

    def _taps_to(self, side: Side, gift: Give) -> tuple[Tap, ...]:
        """One on the key as it stands, or those that lead to it."""
        if any(cap.key.tap == gift for cap in self.drawn(side, KeyCap)):
            return (gift,)
        taps = taps_to(self.half(side).controls, gift, self._pads[side])
        assert taps is not None
        return taps

    def press(self, side: Side, *, counts: bool = True) -> list[Row]:
        """It presses its clock, which is refused where it does not count."""
        before = self.look().seq
        self._hands.do("press", button=BUTTONS[side])
        rows = self._told("buttons", before, refused=not counts)
        self._note(side, "presses its clock" if counts else "presses in vain", 0)
        return rows

    def press_and_flash(self, side: Side) -> list[Row]:
        """It presses in vain, and its half is filled with the colour of that for a moment."""
        before, pane = self.look().seq, self._pane(side)
        colour = THEMES[self._screen.panel.theme].moods[Mood.REFUSED].ground
        here = self._window(side, Box(0, 0, pane.box.w, pane.box.h))

        def flashes() -> bool | None:
            return self._coloured(self._seen()[here], colour) > 0.3 or None

        self._hands.do("press", button=BUTTONS[side])
        until(flashes, f"a flash on {side}'s half")
        rows = self._told("buttons", before, refused=True)
        self._note(side, "presses in vain", 0)
        return rows

    def press_then_throw(self, side: Side, *values: int) -> None:
        """It presses too early, and at once its dice come to rest."""
        before = self.look().seq
        self._hands.do("press", button=BUTTONS[side])
        until(lambda: len(self.rows()) > before or None, "the press in the journal")
        self.throws(side, *values)

    def throws(
        self, side: Side, *values: int, sure: bool = True, flat: bool = True, counts: bool = True
    ) -> list[Row]:
        """Its dice come to rest where the book has it throw them, and the camera sees them; `sure`:
        it can read them, `flat`: none is cocked. Refused where they do not count.
        """
        lie = True if flat and sure else None if flat else False
        shown = {"dice": values, "half": self._thrown_in(side), "flat": lie}
        self._lying = True
        return self._sees(f"{side} throws {values}", counts=counts, **shown)

    def lifts(self) -> list[Row]:
        """The dice leave the board, and the camera sees it."""
        self._lying = False
        return self._sees("the dice are lifted", counts=True)

    def clears(self) -> None:
        """What lies there since the last roll is lifted."""
        if self._lying:
            self.lifts()

    def _sees(self, what: str, *, counts: bool, **shown: Any) -> list[Row]:
        before = self.look().seq
        shown_camera.show(self._table.camera, **shown)
        rows = self._told("camera", before, refused=not counts)
        self._note("camera", what, 0)
        return rows

    def _thrown_in(self, side: Side) -> str:
        seats = self.shown.sides
        assert seats is not None
        seat = seats.of_side(side).seat
        assert seat is not None
        return (self.shown.mixer or seat.right_half).value

    def restart_table(self) -> None:
        """The table's program ends and starts again; the screen finds it by itself."""
        before = self.look().seq
        self.close()
        assert self._table.stop() == 0
        self._eyes, self._hands = self._table.start()
        self.shown = until(lambda: self._eyes.newer(before, LOOK_S), "the table after its restart")
        self.look()
        self._note("table", "starts again", 0)

    def lose_director(self) -> None:
        """The director's service ends; the table notices."""
        self._director.stop()
        self._until_lost("the director is gone", lost=True)

    def find_director(self) -> None:
        self._director.start()
        self._until_lost("the director is back", lost=False)

    def _until_lost(self, what: str, *, lost: bool) -> None:
        until(lambda: unreached(self.look()) is lost or None, what)
        self._note("director", what, 0)

    def close(self) -> None:
        self._eyes.close()
        self._hands.close()

    def order(self, kind: str, **fields: Any) -> list[Row]:
        """The director gives an order by the console."""
        before = self.look().seq
        form = {"kind": kind, "match_id": self.shown.match_id, **fields}
        said, _ = self._console.give({"journal_id": self._journal_id(), **form})
        assert said["status"] == "accepted", said
        told = self._told("director:Dag", before)
        self._note("director", f"{kind} {fields}", 0)
        return told

    def touch(self, side: Side, tap: Tap) -> None:
        """A finger on one key, which asks the table for nothing."""
        assert not self._touch(side, tap)
        self._note(side, str(tap), 1)

    def _touch(self, side: Side, tap: Tap) -> bool:
        """A finger on the middle of a key; whether that asked the table for something."""
        half, pad = self.half(side), self._pads[side]
        place, items = self._drawn(side)
        box = next(item.box for item in items if isinstance(item, KeyCap) and item.key.tap == tap)
        window = self._screen.panel.on_window(*place(*box.centre))
        before = self.glass()
        self._server.tap(*(at + edge for at, edge in zip(window, self.corner, strict=True)))
        after, gift = apply_tap(half.controls, half.occasion, pad, tap)
        self._pads[side] = keep_pad(half.controls, half.occasion, after)
        for _frame in range(FRAMES):
            self._fingers.shown()
        if gift is None:
            changed = [item for item in self._drawn(side)[1] if item not in items]
            until(
                lambda: self._differs(side, changed, box, before),
                lambda: f"on the glass: {changed}",
            )
        return gift is not None

    def _differs(self, side: Side, changed: list[Item], but: Box, before: Pixels) -> bool | None:
        """What stands anew, but for the key under the finger and figures that run, is drawn."""
        now = self.glass()
        looked = 0
        for item in changed:
            box = item.box
            if isinstance(item, Digits | BarMark | Fill) or _meet(box, but):
                continue
            here = self._window(side, box)
            looked += 1
            if not np.array_equal(now[here], before[here]):
                return True
        return None if looked else True

    def _told(self, by: str, before: int, *, refused: bool = False) -> list[Row]:
        """The rows that somebody's act led to, once they are drawn; it was `refused` or not."""

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
        assert any(isinstance(row.event(), Refused) for row in rows) is refused, rows
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
            self._note_places(side, items)
            asks = next(
                (i.texts[0] for i in items if isinstance(i, TextMark) and i.name == "prompt"), ""
            )
            beside = " | ".join((*half.quiet, *half.notes))
            said.append(f"    {side}: {asks or half.prompt}  [{beside}]  {keys}")
        self.steps.append(Step(who, what, taps, "\n".join(said)))
        picture = self._screen.panel.upright(self.glass())
        name = re.sub(r"[^\w]+", "-", f"{number:03} {who} {what}")[:80]
        cv2.imwrite(str(self._album / f"{name}.png"), picture)
        with (self._album / "steps.txt").open("a", encoding="utf-8") as file:
            file.write(f"{number:03} {who} {what} ({taps})\n{self.steps[-1].said}\n")

    def _note_places(self, side: Side, items: list[Item]) -> None:
        """Where the keys of its row stand, while nothing is open; all yeses are one key."""
        if self._pads[side] is not None:
            return
        for cap in items:
            if isinstance(cap, KeyCap):
                first, _, more = plain(cap.key.label).partition(", ")
                label = first if more else plain(cap.key.label)
                self.places.setdefault(label, set()).add(cap.key.at)


def _meet(one: Box, other: Box) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.top and other.y < one.top


def _ended(process: Process) -> None:
    code = process.stop()
    assert code in (None, 0), f"the {process.name} ended with {code}: {process.log}"


@contextmanager
def seated(folder: Path, match: Match, panel: Panel = WIDE) -> Iterator[Players]:
    """Two players before a running table: director, table and screen are processes."""
    album = folder / "pictures"
    album.mkdir(parents=True)
    with ExitStack() as stack:
        sockets = stack.enter_context(Sockets(folder))
        across, down = MARGIN
        server = XServer(folder, panel.wide + across, panel.high + down)
        stack.callback(server.close)
        director = DirectorProcess(folder, folder / DEVICE_KEY, guide=match.guide)
        stack.callback(_ended, director)
        url = director.start()
        reports = ReportsTo(url, director.key, director.certificate)
        table = TouchTable(folder, sockets, match.config(sockets, reports))
        stack.callback(_ended, table)
        links = table.start()
        screen = TouchScreen(folder, sockets, server, panel)
        stack.callback(_ended, screen)
        fingers = screen.start()
        stack.callback(fingers.close)
        players = Players(server, screen, fingers, table, links, director, album)
        stack.callback(players.close)
        yield players
