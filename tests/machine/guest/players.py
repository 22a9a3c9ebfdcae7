"""Both players of a table, through the screens' socket, at 127.0.0.1 port 7000: a line each way.

`state`: what the table shows. `roll`: ready, dice entered, whatever lets play go on, until a press
of a clock button is what is missing. `resume`: both agree to go on. `where KIND`: where on a panel
of 1280x720 a key of the lower half is, in pixels from the upper left. `press BUTTON BOUNCES`: a
finger on a clock button; `due BOUNCES`: `roll`, then a press of the button that is due. The answer
is JSON; {"error"} says what went wrong. One process, as Python takes long to start on an emulated
processor.
"""

import json
import socketserver
import time
from pathlib import Path

import pins

from kiosk.catalogue.languages import load
from kiosk.demo.errors import DemoError
from kiosk.demo.links import ScreenLink
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.match import Phase
from kiosk.rules.start import ReadyTapped
from kiosk.rules.stops import ResumeTapped
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen.arrangement import Arrangement, mm_px, panes
from kiosk.screen.controls import Give, taps_to
from kiosk.screen.items import KeyCap
from kiosk.screen.scene import scene
from kiosk.screen.state import LinkState, LinkStatus
from kiosk.screen.view import languages_of, view
from kiosk.wire.snapshot import Snapshot

NOW = Instant(0)  # the link stamps what it sends
SOCKET = Path("/run/kiosk/table.sock")
PORT = 7000
PATIENCE_S = 60.0
PANEL = (1280.0, 720.0)
PRESSED = {Phase.PRESS_TO_START, Phase.MOVING}
BUTTONS = {Side.WHITE: "right", Side.BLACK: "left"}


def newest(link: ScreenLink, than: int = -1) -> Snapshot:
    """Raises SystemExit when the table shows nothing."""
    shown = link.newer_snapshot(than, PATIENCE_S)
    if shown is None:
        raise SystemExit(f"the table shows nothing after row {than}")
    return shown


def told(shown: Snapshot) -> dict[str, object]:
    """What the machine test wants to know of it."""
    sides = shown.sides
    game = shown.game
    begins = game is not None and shown.phase is Phase.PRESS_TO_START
    presses = (game.presses if begins else game.on_turn) if game else None
    return {
        "seq": shown.seq,
        "at_ns": shown.at_ns,
        "phase": shown.phase.value,
        "running": shown.running and shown.running.value,
        "stop": shown.stop and shown.stop.reason.value,
        "halted": shown.halted,
        "lost": list(shown.lost_devices),
        "presses": BUTTONS[presses] if presses and shown.phase in PRESSED else None,
        "reserve_ns": {str(side.value): sides.of_side(side).reserve_ns for side in SIDES}
        if sides
        else {},
    }


def roll(link: ScreenLink) -> Snapshot:
    """Play on until a button is to be pressed."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        shown = newest(link)
        if shown.stop is not None:
            for side in SIDES:
                link.tap(ResumeTapped(NOW, side))
        elif shown.phase in PRESSED:
            return shown
        elif shown.game is None:
            for side in SIDES:
                link.tap(ReadyTapped(NOW, side))
        else:
            first = shown.game.on_turn or Side.WHITE
            for side in (first, first.other):
                link.tap(RollEntered(NOW, side, (6, 5)))
        link.newer_snapshot(shown.seq, 1.0)
    raise SystemExit(f"play stands still: {json.dumps(told(newest(link)))}")


def where(shown: Snapshot, kind: str) -> tuple[int, int]:
    """Centre of the lower half's key for `kind`, as it is drawn on a panel of 1280x720."""
    there = load()
    seen = view(
        shown, time.monotonic_ns(), LinkStatus(LinkState.UP, 0), languages_of(shown, there), there
    )
    half, pane = seen.bottom, panes(PANEL, Arrangement.FACING).near
    control = next((each for each in half.controls if each.action.kind == kind), None)
    if control is None:
        raise SystemExit(f"no key {kind}; there are {[each.action.kind for each in half.controls]}")
    taps = taps_to(half.controls, Give(control.action, None), None)
    size = (pane.box.w, pane.box.h)
    items = scene(half, None, size, mm_px(PANEL), dimmed=False, found=lambda _sha256: False)
    box = next(item.box for item in items if isinstance(item, KeyCap) and item.key.tap == taps[0])
    x, y = pane.on_glass(*box.centre)
    return round(x), round(PANEL[1] - y)


def answer(what: str, words: list[str]) -> object:
    """What came of one line. Raises SystemExit and TableGone."""
    if what == "press":
        return pins.press(words[0], int(words[1]))
    link = ScreenLink(SOCKET)
    try:
        shown = newest(link)
        if what == "roll":
            shown = roll(link)
        elif what == "due":
            return pins.press(str(told(roll(link))["presses"]), int(words[0]))
        elif what == "resume":
            for side in SIDES:
                link.tap(ResumeTapped(NOW, side))
            shown = link.newer_snapshot(shown.seq, 5.0) or newest(link)
        elif what == "where":
            return where(shown, words[0])
        return told(shown)
    finally:
        link.close()


class Asked(socketserver.StreamRequestHandler):
    """One line."""

    def handle(self) -> None:
        what, *words = self.rfile.readline().decode().split()
        try:
            told = answer(what, words)
        except (SystemExit, DemoError) as error:
            told = {"error": str(error)}
        self.wfile.write(json.dumps(told).encode() + b"\n")


class Server(socketserver.TCPServer):
    allow_reuse_address = True


with Server(("127.0.0.1", PORT), Asked) as server:
    server.serve_forever()
