"""Matches in which the cube, an offer, the score or the result waits for a word."""

import tomllib
from dataclasses import replace
from typing import Any

from kiosk.rules.match import Match, Phase
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.outcome import ScoreRecord
from kiosk.rules.rulebook import ClockSystem, DoubleGesture, Part, RuleBook, read, resolve
from kiosk.rules.units import BySide, Side, require
from kits import commands as c
from kits.rules_kit import BLACK, ROOT, WHITE, Table


def base(name: str, **settings: int) -> RuleBook:
    """A base of the five books, with an event's times for the clock."""
    return resolve(_part(name), None, {f"clock.{key}": value for key, value in settings.items()})


def with_overlay(overlay: str, **settings: Any) -> RuleBook:
    """The club's rules played with an overlay's clock."""
    clock = {f"clock.{key}": value for key, value in settings.items()}
    return resolve(_part("london-club"), _part(overlay), clock)


def _part(name: str) -> Part:
    file = ROOT / f"config/rulebooks/{name}.toml"
    return read(tomllib.loads(file.read_text("utf-8")), file.name)


NORWAY = base("norway")
ITALIAN = base("italian-international", reserve_s_per_point=180, delay_s=12)
LONDON = base("london-club").with_clock(ClockSystem.NONE, "club")
UNIFIED = with_overlay("unified-2001")
MICHIGAN = with_overlay("michigan-2002", timetable_min=[[10] * 15] * 15)
NO_CLOCK = ITALIAN.with_clock(ClockSystem.NONE, "event")


def board_double(
    table: Table,
    by: Side,
    doubler: Side,
    *,
    gesture: DoubleGesture = DoubleGesture.FULL_FORM,
    shown: int | None = None,
    answer: CubeAnswer | None = None,
) -> c.BoardDoubleTapped:
    return c.BoardDoubleTapped(table.at, by, doubler, gesture, shown, answer)


def offer(
    table: Table,
    side: Side,
    winner: Side,
    level: int = 1,
    *,
    no_contact: bool = True,
    certain: bool | None = None,
) -> c.OfferTapped:
    """Unless told, a concession says that it is certain where the book wants that."""
    if certain is None:
        certain = winner is not side and require(table.match.book).offer.certain
    return c.OfferTapped(table.at, side, winner, level, no_contact, certain)


def taken_on_board(table: Table, doubler: Side) -> Table:
    """Doubler doubled on the board and the other took, as both say."""
    table.ok(board_double(table, doubler, doubler, answer=CubeAnswer.TAKE))
    table.ok(c.BoardDoubleAgreed(table.at, doubler.other))
    return table


def crawford(points: int = 7, book: RuleBook = NORWAY, score: tuple[int, int] = (6, 3)) -> Table:
    """White needs one point; Black is to roll in the Crawford game."""
    return Table().open(points, book).set_score(*score).start().turn()


NOT_ROLLED = {Phase.OPENING, Phase.PRESS_TO_START}
NOT_GIVEN_UP = {Phase.PRESS_TO_START, Phase.CONFIRMING, Phase.CLAIMED, Phase.OFFERED}
CUBE_NOT_HERE: dict[type[c.Command], set[Phase]] = {
    c.ExtraDoubleTapped: set(Phase),
    c.SettlementTapped: set(Phase),
    c.UndoTapped: NOT_ROLLED | {Phase.DOUBLED, Phase.CONFIRMING},
    c.UndoOrdered: NOT_ROLLED | {Phase.DOUBLED, Phase.CONFIRMING},
    c.ResultPosted: NOT_GIVEN_UP,
    c.ConcessionWithdrawn: NOT_GIVEN_UP | {Phase.MATCH_OVER},
}
"""Where every match of the corpus has its reason against a command that is listed there."""


def copied(table: Table) -> Table:
    return Table(table.match, table.now)


def cube_matches() -> list[Match]:
    seen: list[Match] = []
    for book in (NORWAY, replace(NORWAY, profile="n")):
        seen += _crawford(book)
    return [*seen, *_told(), *_offered(), *_conceded()]


def _crawford(book: RuleBook) -> list[Match]:
    """The Crawford game with a cube at 2: in every phase, between games, after the match."""
    turned = taken_on_board(crawford(book=book), BLACK)
    seen = [turned.match]
    rolled = copied(turned).roll()
    seen.append(rolled.match)
    claimed = copied(rolled)
    claimed.ok(c.WinDeclared(claimed.at, BLACK, 1))
    seen.append(claimed.match)
    claimed.ok(c.WinAgreed(claimed.at, WHITE))
    seen.append(claimed.match)
    offered = copied(turned)
    offered.ok(offer(offered, WHITE, BLACK))
    seen.append(offered.match)
    again = taken_on_board(copied(turned).turn(), WHITE)
    seen.append(again.match)
    over = copied(rolled).win(BLACK, 2)
    return [*seen, over.match]


def _told() -> list[Match]:
    table = Table().open(7).start().turn()
    early = Table().open(7).start()
    table.ok(board_double(table, WHITE, BLACK))
    early.ok(board_double(early, WHITE, BLACK))
    noticed = Table().open(7).start().turn()
    for record in ScoreRecord:
        noticed.ok(c.RecordShown(noticed.at, WHITE, record, BySide(1, 0)))
    return [table.match, early.match, noticed.match]


def _offered() -> list[Match]:
    table = Table().open(5).start().turn()
    table.ok(offer(table, WHITE, BLACK))
    return [table.match]


def _conceded() -> list[Match]:
    """A match given up by mistake, in every phase of a game."""
    table = Table().open(5, NO_CLOCK)
    way = [table.match]
    for step in (table.ready, lambda: table.opening(5, 6), table.turn, table.double, table.take):
        step()
        way.append(table.match)
    table.ok(c.GameEndOrdered(table.at, "m1", "director:Kari", "said so", BLACK, 2))
    way.append(table.match)
    return [*(_gave_up(match, table) for match in way), *way]


def _gave_up(match: Match, table: Table) -> Match:
    branch = Table(match, table.now)
    branch.ok(c.MatchConceded(branch.at, WHITE))
    return branch.match
