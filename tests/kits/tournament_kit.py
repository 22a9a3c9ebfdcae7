"""An event to be played in tests: entries, a format, acts by one director."""

from dataclasses import dataclass, field
from typing import Any

from kiosk.tournament.act import Command, Event, Objection, Refused
from kiosk.tournament.decide import decide, evolve
from kiosk.tournament.draws import DrawDivision, PublishDraw
from kiosk.tournament.entries import Enter
from kiosk.tournament.knock_out import BracketShape, Feed, Shape
from kiosk.tournament.setting_up import MakeDivision, OpenEvent, SetTables
from kiosk.tournament.tournament import (
    NONE,
    Division,
    Entry,
    Format,
    Key,
    Player,
    Round,
    Tournament,
)

PROGRESSIVE = Format(
    "Knock-out, progressive consolation, last chance",
    Shape(
        (
            BracketShape("main"),
            BracketShape("consolation", (Feed("main", 1, -1),)),
            BracketShape("last-chance", (Feed("consolation", 1, 2),)),
        )
    ),
    (
        Round("main", 11, "norway", first=0),
        Round("main", 7, "norway"),
        Round("consolation", 5, "norway"),
        Round("last-chance", 3, "norway"),
    ),
)


def entry(number: int, name: str = "") -> Entry:
    named = name or f"Player {number}"
    return Entry(f"e{number}", named, (Player(f"p{number}", named),))


@dataclass
class Desk:
    """A director's desk: what is done is kept, a minute after what was done before."""

    tournament: Tournament = NONE
    kept: list[Event] = field(default_factory=list)
    at_ms: int = 1_700_000_000_000

    def does(self, act: type[Command], **what: Any) -> tuple[Event, ...]:
        """The events; they have happened."""
        self.at_ms += 60_000
        events = decide(self.tournament, act(at_ms=self.at_ms, by="Kari", **what))
        for event in events:
            self.tournament = evolve(self.tournament, event)
        self.kept += events
        return events

    def refused(self, act: type[Command], **what: Any) -> set[tuple[str, str]]:
        """Every reason, and what it is about; nothing has changed."""
        before = self.tournament
        (event,) = self.does(act, **what)
        assert isinstance(event, Refused), event
        assert self.tournament is before
        return {_words(each) for each in event.against}

    def division(self, name: str = "main") -> Division:
        return self.tournament.divisions[name]


def _words(objection: Objection) -> tuple[str, str]:
    return objection.reason.value, objection.about


def key(pairing_id: str, division_id: str = "main") -> Key:
    return Key(division_id, pairing_id)


def opened(entries: int = 8, tables: int = 4, form: Format = PROGRESSIVE) -> Desk:
    """An event with a division of so many entries, not drawn."""
    desk = Desk()
    desk.does(OpenEvent, event_id="malmo-2026", name="Malmö Open")
    desk.does(SetTables, tables=tuple(range(1, tables + 1)))
    desk.does(MakeDivision, division_id="main", name="Championship", format=form, precedence=1)
    if entries:
        who = tuple(entry(number) for number in range(1, entries + 1))
        desk.does(Enter, division_id="main", entries=who)
    return desk


def drawn(entries: int = 8, tables: int = 4, late: int = 0, form: Format = PROGRESSIVE) -> Desk:
    """The same, drawn as they are numbered, late places at the end, and published."""
    desk = opened(entries, tables, form)
    order = (*desk.division().entries, *range(1, late + 1))
    desk.does(DrawDivision, division_id="main", order=order)
    desk.does(PublishDraw, division_id="main")
    return desk
