"""Commands about lateness, breaks, moves and disputes: plausible ones and others."""

from dataclasses import replace
from typing import Any

from kiosk.rules.match import EMPTY
from kiosk.rules.match.rulings import Conduct, Effect, Wrong
from kiosk.rules.rulebook import MoveAccuser
from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.rules.units import MINUTE_NS, SIDES, Instant, Nanos
from kits import commands as c
from kits.rules_kit import NORWAY, TEAMS, WHITE, Table


def desk_told(kind: type[c.Command], at: Instant) -> list[c.Command]:
    """What sides say."""
    fields: dict[type[c.Command], list[tuple[Any, ...]]] = {
        c.BreakTapped: [(n,) for n in (0, 1, 2, 9)],
        c.ResultDisputed: [(wrong,) for wrong in Wrong],
    }
    return [kind(at, side, *each) for each in fields.get(kind, []) for side in SIDES]


DESK_ORDERED: dict[type[c.Command], list[tuple[Any, ...]]] = {
    c.IllegalMovePointedOut: [(accuser,) for accuser in MoveAccuser],
    c.IllegalMoveRuled: [(True,), (False,)],
    c.DisputeRuled: [
        (favours, effect, values)
        for favours in (None, *SIDES)
        for effect in Effect
        for values in (None, (4,), (5, 2))
    ],
    c.PanelNamed: [(n, sits) for n in (0, 2, 3) for sits in (True, False)],
    c.AppealRuled: [(True,), (False,)],
    c.ObserverNamed: [("Ola", True), ("Ola", False), ("", False)],
    c.CameraRefused: [(side,) for side in SIDES],
    c.ConductNoted: [(conduct, side) for conduct in Conduct for side in (None, *SIDES)],
    c.LatenessOrdered: [
        (side, minutes * MINUTE_NS, grant)
        for side in SIDES
        for minutes in (-1, 0, 26, 2000)
        for grant in (None, 0, 60, 2000)
    ],
    c.BreakOrdered: [(side, n) for side in SIDES for n in (0, 15, 999)],
    c.BreakReturned: [(side,) for side in SIDES],
    c.AdjournOrdered: [()],
    c.MatchAssigned: [
        (opens, "e1", 1, None, form, TEAMS, book, "h", Nanos(minutes * MINUTE_NS))
        for opens, form, book, minutes in (
            ("m9", MatchFormat(FormatKind.POINTS, 5), NORWAY, 5),
            ("m9", MatchFormat(FormatKind.POINTS, None), NORWAY, 0),
            ("m9", MatchFormat(FormatKind.POINTS, 0), NORWAY, 5),
            ("m9", MatchFormat(FormatKind.POINTS, 5), replace(NORWAY, sources=()), 5),
            ("m9", MatchFormat(FormatKind.POINTS, 5), NORWAY, -1),
        )
    ],
    c.MatchWithdrawn: [()],
    c.HandOverOrdered: [("j1", 3, "0" * 64, "j2")],
    c.TakeOverOrdered: [
        ("j1", 3, "0" * 64, "j2", state)
        for state in (
            Table().open(7).start().match,
            EMPTY,
            Table().open(1).start().win(WHITE).match,
        )
    ],
}
