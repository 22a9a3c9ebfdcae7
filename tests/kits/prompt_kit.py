"""What a half of a table is about, and what it says."""

from kiosk.catalogue.text import Language, format_text
from kiosk.rules.units import Instant, Side
from kiosk.screen.prompt import rows
from kiosk.screen.seen import Perspective, Screen
from kiosk.wire.snapshot import Snapshot


def screen(snapshot: Snapshot, side: Side, at: Instant) -> Screen:
    return rows(Perspective(snapshot, side, at))[0].screen


def prompt(snapshot: Snapshot, side: Side, at: Instant, language: Language) -> str:
    seen = Perspective(snapshot, side, at)
    return format_text(rows(seen)[0].sentence(seen), language)
