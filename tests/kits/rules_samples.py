"""Commands of every kind, plausible and not."""

from dataclasses import replace
from typing import Any, get_type_hints

from kiosk.rules.match.aid import Aid
from kiosk.rules.match.call import CallAbout
from kiosk.rules.rulebook import ClockAsker, StopFor
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, BySide, Instant, Nanos
from kits import commands as c
from kits.cube_samples import ORDERED, told
from kits.desk_samples import DESK_ORDERED, desk_told
from kits.dice_samples import DICE_ORDERED, dice_told
from kits.rules_kit import (
    DIRECTOR,
    LEFT,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    die,
    facts,
    ns,
    open_match,
    setup,
)

AIDED: list[tuple[Any, ...]] = [
    (side, aid, on) for side in SIDES for aid in Aid for on in (True, False)
]
TAGS = ("nb", "pt-BR", "", "no language", "n" * 36)


def samples(kind: type[c.Command], at: Instant) -> list[c.Command]:
    """Commands of one kind, plausible and not."""
    sides = [kind(at, side) for side in SIDES] if _takes_side_only(kind) else []
    good = (die(5, RIGHT), die(3, LEFT))
    looks = [
        facts(*dice, rolled=rolled)
        for rolled in (True, False)
        for dice in (
            good,
            good[:1],
            (die(5, RIGHT), die(5, RIGHT)),
            (die(5, LEFT), die(2, LEFT)),
            (die(None, LEFT), die(2, LEFT, flat=None)),
            (die(1, Half.OFF), die(2, Half.BAR), die(3, LEFT, flat=False)),
            (),
        )
    ]
    rolls = [None, (), (3,), (5, 3), (0, 9), (6, 6), (1, 2, 3)]
    one_off = {
        c.AssignTable: [c.AssignTable(at, 4, "e2")],
        c.OpenMatch: [
            open_match(at, points, book)
            for points in (None, 0, 1, 7)
            for book in (NORWAY, NO_CLOCK)
        ],
        c.SetUpTable: [
            c.SetUpTable(at, setup()),
            c.SetUpTable(at, setup(LEFT, tower=True)),
            c.SetUpTable(at, replace(setup(), mixer=Half.OFF)),
        ],
        c.TowerReported: [c.TowerReported(at, a, b) for a, b in ((2, 2), (1, 1), (-1, 2))],
        c.RollRead: [c.RollRead(at, look, shadow) for look in looks for shadow in (False, True)],
        c.DiceLifted: [c.DiceLifted(at)],
        c.RollEntered: [c.RollEntered(at, side, roll) for side in SIDES for roll in rolls],
        c.RollAgreed: [c.RollAgreed(at, side, roll) for side in SIDES for roll in rolls],
        c.AidTapped: [c.AidTapped(at, *each) for each in AIDED],
        c.GuideTapped: [c.GuideTapped(at, side, n) for side in SIDES for n in (1, 3, 0, 4)],
        c.LanguageTapped: [c.LanguageTapped(at, side, tag) for side in SIDES for tag in TAGS],
        c.DeadlineReached: [c.DeadlineReached(at)],
        c.WinDeclared: [c.WinDeclared(at, side, n) for side in SIDES for n in (0, 1, 2, 3, 4)],
        c.DirectorCallTapped: [
            c.DirectorCallTapped(at, side, about)
            for side in SIDES
            for about in (None, CallAbout.CUBE, CallAbout.STATED)
        ],
        c.ClockStopTapped: [
            c.ClockStopTapped(at, side, purpose, on_table)
            for side in SIDES
            for purpose in (StopFor.DIRECTOR, StopFor.FALLEN_DIE, StopFor.EARLY_PICKUP)
            for on_table in (False, True)
        ],
        c.ExpiryDeclared: [c.ExpiryDeclared(at, by) for by in (*SIDES, None)],
        c.DeviceFailed: [c.DeviceFailed(at, name, "w") for name in ("camera", "tower", "")],
        c.DeviceRecovered: [c.DeviceRecovered(at, name) for name in ("camera", "tower", "")],
        c.TableRestarted: [
            c.TableRestarted(at, mark, why)
            for mark in (None, at, Instant(0))
            for why in (None, "w")
        ],
    }
    return [
        *sides,
        *one_off.get(kind, []),
        *told(kind, at),
        *dice_told(kind, at),
        *desk_told(kind, at),
        *orders(kind, at),
    ]


def orders(kind: type[c.Command], at: Instant) -> list[c.Command]:
    """The director's orders of one kind, plausible and not, for this match and for others."""
    scores = [BySide(0, 0), BySide(-1, 2), BySide(6, 0), BySide(9, 1), BySide(99, 99)]
    own: dict[type[c.Command], list[tuple[Any, ...]]] = {
        c.StopOrdered: [()],
        c.StartOrdered: [()],
        c.ComingOrdered: [()],
        c.CallAnswered: [()],
        c.MessageOrdered: [("Ten minutes left",), ("",), ("x" * 201,)],
        c.AidOrdered: AIDED,
        c.GuideOrdered: [(side,) for side in SIDES],
        c.LanguageOrdered: [(side, tag) for side in SIDES for tag in TAGS],
        c.PenaltyOrdered: [(side, n, None) for side in SIDES for n in (1, 0, -1, 99, 100)],
        c.ForfeitOrdered: [
            (side, out, section)
            for side in SIDES
            for out in (False, True)
            for section in ("§4.5", " ")
        ],
        c.ScoreOrdered: [(score, None, None) for score in scores],
        c.ClockOrdered: [
            (book, "h", asked_by, at_once, at_once)
            for book in (NORWAY, NO_CLOCK)
            for asked_by in (ClockAsker.DIRECTOR, ClockAsker.PARTICIPANT)
            for at_once in (True, False)
        ],
        c.TimeOrdered: [
            (side, Nanos(ns(seconds)), mode, restores)
            for side in SIDES
            for seconds in (0, 30, -1)
            for mode in c.TimeMode
            for restores in (True, False)
        ],
        c.ClockReplaced: [(BySide(Nanos(ns(n)), Nanos(ns(60))),) for n in (0, 300, -1)],
        c.ExpiryRuled: [(first, gin) for first in (*SIDES, None) for gin in (*SIDES, None)],
        c.ProposalAccepted: [(1,), (2,), (1, 0), (1, 2)],
        c.ProposalDeclined: [(1,), (2,)],
        c.ProfileOrdered: [(book, "h") for book in (NORWAY, NO_CLOCK, replace(NORWAY, sources=()))],
        **ORDERED,
        **DICE_ORDERED,
        **DESK_ORDERED,
    }
    return [
        kind(at, match_id, DIRECTOR, "a reason", *fields)
        for fields in own.get(kind, [])
        for match_id in ("m1", None, "m2")
    ]


def _takes_side_only(kind: type[c.Command]) -> bool:
    return set(get_type_hints(kind)) == {"at", "side"}
