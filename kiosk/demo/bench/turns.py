"""Turns that a benchmark plays on a table's loop, as two people who enter their rolls."""

import time

from kiosk.rules.command import Command
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.match import Phase
from kiosk.rules.start import OpenMatch, ReadyTapped, SetUpTable
from kiosk.rules.table import (
    ClockButton,
    DicePairs,
    FormatKind,
    Half,
    MatchFormat,
    Member,
    PictureSeat,
    Seat,
    SetUp,
    Team,
)
from kiosk.rules.turn import ClockPressed
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.table.inbox import PostedCommand
from kiosk.table.loop import Loop
from kiosk.table.settings import load_book
from kiosk.wire.codec import canonical_json, sha256


def enter_roll(loop: Loop) -> None:
    """Play a turn: the thrower enters the roll, the other agrees; the opening roll stands."""
    if loop.match.phase is Phase.TO_ROLL:
        roller = on_turn(loop)
        for side in (roller, roller.other):
            loop.take(PostedCommand(RollEntered(read_clock(), side, (2, 1)), side.value))


def open_match(loop: Loop) -> None:
    """A match to three points, its first roll played; Black has started the clock."""
    book = load_book("norway", "book")
    seats = BySide(
        Seat(PictureSeat.BOTTOM, Half.PICTURE_RIGHT, ClockButton.RIGHT, "white"),
        Seat(PictureSeat.TOP, Half.PICTURE_RIGHT, ClockButton.LEFT, "black"),
    )
    teams = BySide(*(Team(side.value, side.value, (Member(side.value, "A"),)) for side in SIDES))
    points = MatchFormat(FormatKind.POINTS, 3)
    digest = sha256(canonical_json(book))
    commands: list[Command] = [
        OpenMatch(read_clock(), "bench", "bench", 1, None, points, teams, book, digest),
        SetUpTable(read_clock(), SetUp(seats, None, False, DicePairs.SHARED_PAIR)),
        *(ReadyTapped(read_clock(), side) for side in SIDES),
        *(RollEntered(read_clock(), side, (6, 1)) for side in SIDES),
        ClockPressed(read_clock(), Side.BLACK),
    ]
    for command in commands:
        loop.take(PostedCommand(command, "table"))


def on_turn(loop: Loop) -> Side:
    """Whose turn it is."""
    if loop.match.game is None or loop.match.game.on_turn is None:
        raise AssertionError(f"nobody on turn in {loop.match.phase}")
    return loop.match.game.on_turn


def read_clock() -> Instant:
    """Read this machine's monotonic clock."""
    return Instant(time.monotonic_ns())
