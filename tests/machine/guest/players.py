"""Both players of a table, through the screens' socket: `players.py SOCKET WHAT`.

`state`: what the table shows. `roll`: ready, dice entered, whatever lets play go on, until a press of
a clock button is what is missing. `resume`: both agree to go on. `where KIND`: where on a panel of
1280x720 a key of the lower half is, in pixels from the upper left. The last line told is JSON.
"""

import json
import sys
import time
from pathlib import Path

from kiosk.catalogue.languages import load
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
from kiosk.screen.state import Link, LinkState
from kiosk.screen.view import languages_of, view
from kiosk.wire.snapshot import Snapshot

NOW = Instant(0)  # the link stamps what it sends
PATIENCE_S = 60.0
PANEL = (1280.0, 720.0)
PRESSED = {Phase.PRESS_TO_START, Phase.MOVING}
BUTTONS = {Side.WHITE: "right", Side.BLACK: "left"}


def newest(link: ScreenLink, than: int = -1) -> Snapshot:
    """Raises SystemExit when the table shows nothing."""
    shown = link.newer(than, PATIENCE_S)
    if shown is None:
        raise SystemExit(f"the table shows nothing after row {than}")
    return shown


def told(shown: Snapshot) -> dict[str, object]:
    """What the machine test wants to know of it."""
    sides = shown.sides
    presses = shown.game.presses or shown.game.on_turn if shown.game else None
    return {
        "seq": shown.seq,
        "at_ns": shown.at_ns,
        "phase": shown.phase.value,
        "running": shown.running and shown.running.value,
        "stop": shown.stop and shown.stop.reason.value,
        "halted": shown.halted,
        "lost": list(shown.lost_devices),
        "presses": BUTTONS[presses] if presses and shown.phase in PRESSED else None,
        "reserve_ns": {str(side.value): sides.of(side).reserve_ns for side in SIDES} if sides else {},
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
        link.newer(shown.seq, 1.0)
    raise SystemExit(f"play stands still: {json.dumps(told(newest(link)))}")


def where(shown: Snapshot, kind: str) -> tuple[int, int]:
    """Centre of the lower half's key for `kind`, as it is drawn on a panel of 1280x720."""
    there = load()
    seen = view(shown, time.monotonic_ns(), Link(LinkState.UP, 0), languages_of(shown, there), there)
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


def main() -> None:
    """As the command line says."""
    link = ScreenLink(Path(sys.argv[1]))
    what = sys.argv[2]
    shown = newest(link)
    if what == "roll":
        shown = roll(link)
    elif what == "resume":
        for side in SIDES:
            link.tap(ResumeTapped(NOW, side))
        shown = link.newer(shown.seq, 5.0) or newest(link)
    elif what == "where":
        print(json.dumps(where(shown, sys.argv[3])))
        return
    print(json.dumps(told(shown)))


main()
