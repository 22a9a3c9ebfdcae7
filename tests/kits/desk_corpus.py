"""Matches in which somebody is late, or says that something went wrong on the board."""

from collections.abc import Iterator
from dataclasses import replace

from kiosk.rules.match import Match, Phase
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.rulebook import IllegalMoveCost, MoveWindow
from kiosk.rules.units import MINUTE_NS
from kits import commands as c
from kits.rules_kit import BLACK, LONDON, NO_CLOCK, NORWAY, WHITE, Table


def desk_matches() -> Iterator[Match]:
    yield from _late()
    yield from _challenged()
    yield from _result_disputed()


def _late() -> Iterator[Match]:
    for book in (NORWAY, LONDON):
        for minutes in (1, 31):
            table = Table().open(book=book)
            table.ok(table.order(c.LatenessOrdered, BLACK, minutes * MINUTE_NS, None))
            yield table.match


def _challenged() -> Iterator[Match]:
    """White's first move is challenged: with and without clock, stopped by the director."""
    for book in (NORWAY, NO_CLOCK, LONDON, MICHIGAN):
        table = Table().open(book=book).start().turn()
        table.ok(c.IllegalMoveTapped(table.at, BLACK))
        yield table.match
        table.ok(table.order(c.IllegalMoveRuled, True))
        yield table.match
    table = Table().open(book=MICHIGAN).start().turn()
    table.ok(c.IllegalMoveTapped(table.at, BLACK))
    yield table.press(BLACK).match


def _result_disputed() -> Iterator[Match]:
    """Black, who lost, says that the result is wrong, its score or its winner."""
    for book, wrong in ((NORWAY, Wrong.SCORE), (LONDON, Wrong.WINNER)):
        table = Table().open(points=1, book=book).start().win(WHITE)
        table.ok(c.ResultDisputed(table.at, BLACK, wrong))
        yield table.match


MICHIGAN = replace(
    NORWAY,
    illegal_move=replace(NORWAY.illegal_move, window=MoveWindow.DIE_LIFTED),
    stop=replace(NORWAY.stop, illegal_move_cost=IllegalMoveCost.CLAIMANT_RUNS),
)
"""Norway's book with the clock cost of michigan-2002 §3.5."""


DESK_NOT_HERE: dict[type[c.Command], set[Phase]] = {
    c.IllegalMoveTapped: {Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING},
    c.UndoTapped: {Phase.CHALLENGED},
    c.UndoOrdered: {Phase.CHALLENGED},
    c.ResultPosted: {Phase.CHALLENGED},
    c.ConcessionWithdrawn: {Phase.CHALLENGED},
    c.IllegalMovePointedOut: {Phase.CONFIRMING, Phase.DOUBLED, Phase.MOVING},
}
