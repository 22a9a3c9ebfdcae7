"""Matches in which something was said of the dice."""

from collections.abc import Iterator
from dataclasses import replace

from kiosk.rules.match import Match
from kiosk.rules.rulebook import FirstPick
from kits import commands as c
from kits.rules_kit import (
    BLACK,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    open_match,
    setup,
)


def dice_matches() -> Iterator[Match]:
    yield from _between_games()
    yield from _permitted()
    yield from _by_london_club()
    yield from _cocked()
    yield from _picked_up_early()
    yield from _rolled_early()
    yield from _disputed()
    table = Table().open(book=NORWAY).start().turn()
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    yield table.match


def _between_games() -> Iterator[Match]:
    table = Table()
    table.ok(open_match(table.now, 5, NORWAY))
    table.ok(c.SetUpTable(table.at, setup()))
    table.ok(c.MixDemanded(table.at, WHITE))
    yield table.match
    book = NORWAY.with_value("dice.pick_at_start", FirstPick.ROLL_OR_AGREEMENT)
    agreed = Table().open(5, book)
    agreed.ok(c.MixDemanded(agreed.at, WHITE))
    yield agreed.match


def _disputed() -> Iterator[Match]:
    """A roll that counts is said to be another: the opening's, and one of a turn, contested too."""
    for book in (NORWAY, NO_CLOCK):
        table = Table().open(book=book).start()
        table.ok(c.RollDisputeTapped(table.at, BLACK, (6, 6)))
        yield table.match
        table = Table().open(book=book).start().turn().roll()
        table.ok(c.RollDisputeTapped(table.at, WHITE, None))
        yield table.match
        table.ok(c.RollDisputeDenied(table.at, BLACK))
        yield table.match


def _permitted() -> Iterator[Match]:
    """Both sides may roll left, wherever a game of theirs has come to."""
    table = Table().open(book=NORWAY).ready()
    for side in (WHITE, BLACK):
        table.ok(c.LeftGranted(table.at, side))
    yield table.match
    table.throw(die(3, RIGHT), die(5, LEFT))
    yield table.match
    table.press(WHITE)
    yield table.match
    asked = Table(table.turn().match, table.now)
    yield table.match
    asked.throw(die(3, RIGHT, flat=None), die(5, RIGHT))
    yield asked.match
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    yield table.match
    table.ok(c.WinDisputed(table.at, BLACK))
    table.double()
    yield table.match


def _by_london_club() -> Iterator[Match]:
    table = Table().open(book=LONDON).start()
    yield table.match
    table.ok(c.OneDieLiftedClaimed(table.at, BLACK))
    yield table.match
    table.turn()
    table.ok(c.HomeCrowded(table.at, BLACK))
    yield table.match


def _cocked() -> Iterator[Match]:
    table = Table().open(book=NORWAY).ready()
    table.throw(die(5, RIGHT, flat=False), die(3, LEFT))
    yield table.match
    for book in (NORWAY, ITALIAN):
        table = Table().open(book=book).start().turn().lift()
        table.throw(die(5, LEFT, flat=False), die(3, LEFT))
        yield table.match


def _picked_up_early() -> Iterator[Match]:
    """White claims it; Black is asked through the whole of its turn."""
    table = Table().open(book=NORWAY).start()
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    yield table.match
    agreed = Table(table.match, table.now)
    agreed.ok(c.DiceClaimAgreed(agreed.at, BLACK))
    yield agreed.match
    yield agreed.press(WHITE).match
    table.press(WHITE)
    yield table.match
    doubled = Table(table.match, table.now).double()
    yield doubled.match
    asked = Table(table.lift().match, table.now)
    asked.throw(die(3, LEFT, flat=None), die(5, LEFT))
    yield asked.match
    yield table.roll().match


def _rolled_early() -> Iterator[Match]:
    table = Table().open(book=NORWAY).start().lift()
    table.throw(die(4, LEFT), die(2, LEFT))
    yield table.match
    table = Table().open(book=NO_CLOCK).start()
    table.throw(die(6, RIGHT), die(5, RIGHT), die(4, LEFT), die(2, LEFT))
    yield table.match
    look = facts(die(4, LEFT), die(2, LEFT))
    table = Table().open(book=NORWAY, mixer=LEFT, tower=True).start().lift()
    table.ok(c.TowerReported(table.at, 2, 2))
    table.ok(c.RollRead(table.at, replace(look, picture=None)))
    yield table.match
