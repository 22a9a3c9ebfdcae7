"""Cards in every state a console can show, made by hand."""

from typing import Any

import msgspec

from kiosk.catalogue.matter import DirectorNeed
from kiosk.catalogue.text import Language
from kiosk.director.tables.cards import Banner, CardMessage, TableCard
from kiosk.rules.match import Phase
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.wire.snapshot import CubeView
from kits.console_kit import card, card_side, wait

WHITE, BLACK = Side

READ_BY_WHITE = CardMessage("Hurry", "Director Kari", BySide(True, False))
FIELDS: dict[str, dict[str, Any]] = {
    "table": {"table": None},
    "event_id": {"event_id": "club-night"},
    "length": {"length": None},
    "profile": {"profile": "Another book"},
    "phase": {"phase": Phase.MATCH_OVER},
    "doing": {"doing": "Black is to roll"},
    "sides": {"sides": None},
    "game": {"game": 2},
    "crawford": {"crawford": True},
    "cube": {"cube": CubeView(4, WHITE, True, None)},
    "roll": {"roll": "4-1"},
    "banners": {"banners": (Banner("stop", "Stopped: a side claims the game", wait=False),)},
    "halted": {"halted": "disk is full"},
    "screens": {"screens": 0},
    "stale": {"stale": True},
    "seen_utc": {"stale": True, "seen_utc": "2026-05-09T14:00:00.000Z"},
    "seq": {"seq": 41},
    "winner": {"winner": BLACK},
    "clocked": {"clocked": False},
}
SIDE_FIELDS: dict[str, Any] = {
    "name": "Kari",
    "score": 3,
    "reserve_ns": 7 * SECOND_NS,
    "delay_shown_ns": 5 * SECOND_NS,
    "flagged": True,
    "on_turn": False,
    "running": False,
}
"""Each field of a card and of its sides, changed."""

WAITS = tuple(
    wait(
        f"{need.name}",
        need,
        "5 penalty points against White, because it is late after a break " * 2,
        cites=("norway §2.2(iv)", "italian-international L24"),
        orders=("dispute", "accept", "decline", "start", "observer"),
        fill={"number": 1},
    )
    for need in (
        DirectorNeed.CALLED,
        DirectorNeed.DECISION,
        DirectorNeed.FLAG,
        DirectorNeed.ABSENT,
        DirectorNeed.WISH,
        DirectorNeed.RESULT,
    )
)
"""One of every gravity."""

LOOKS = ("call", "decide", "flag", "alarm", "absent", "stop", "lost", "note")


def banner(look: str, *, wait: bool = False) -> Banner:
    return Banner(look, f"What a {look} says, in so many words", wait)


def states() -> list[TableCard]:
    """Tables in every state at once, with every look of a banner."""
    flagged = BySide(card_side("Ada", flagged=True, reserve_ns=0, running=True), card_side("Bo"))
    shown = {look: (banner(look),) for look in LOOKS}
    return [
        card(1),
        card(2, called=WHITE, need=32, waits=WAITS, banners=tuple(map(banner, LOOKS))),
        card(3, sides=flagged, need=2, banners=shown["flag"]),
        card(4, stop="Director Kari: a dispute", need=8, banners=shown["stop"]),
        card(5, halted="disk is full", need=128, banners=shown["alarm"]),
        card(6, alarms=("Two different rows 7 were signed.",), need=64, banners=shown["alarm"]),
        card(7, lost_devices=("camera", "tower"), screens=0, need=1, banners=shown["lost"] * 3),
        card(8, stale=True, need=16),
        card(9, message=READ_BY_WHITE, behind=3, banners=shown["note"] * 2),
        card(10, winner=BLACK, phase=Phase.MATCH_OVER, doing="Black won the match"),
        card(11, cube=CubeView(2, BLACK, True, 4), phase=Phase.DOUBLED),
        card(12, sides=None, match_id=None, length=None, game=None, phase=Phase.VACANT),
    ]


def changed() -> dict[str, TableCard]:
    """The quiet table with one field changed, by the field's name."""
    quiet = card(1)
    assert quiet.sides is not None
    made = {name: msgspec.structs.replace(quiet, **change) for name, change in FIELDS.items()}
    for name, value in SIDE_FIELDS.items():
        white = msgspec.structs.replace(quiet.sides.white, **{name: value})
        made[name] = msgspec.structs.replace(quiet, sides=BySide(white, quiet.sides.black))
    return made


def spoken(shown: TableCard, language: Language) -> TableCard:
    """What the service says on a card, in another language."""

    def say(words: str) -> str:
        return language.gettext(words)

    return msgspec.structs.replace(
        shown,
        doing=say(shown.doing),
        stop=say(shown.stop) if shown.stop is not None else None,
        banners=tuple(msgspec.structs.replace(each, text=say(each.text)) for each in shown.banners),
        waits=tuple(msgspec.structs.replace(each, text=say(each.text)) for each in shown.waits),
    )
