"""Every state in which somebody waits for somebody beside the play itself, from the rules core."""

from collections.abc import Callable
from typing import Any

from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.outcome import ContestGround, ScoreRecord
from kiosk.rules.match.rulings import Wrong
from kiosk.rules.rulebook import ClockAsker, DoubleGesture, RuleBook, StopFor
from kiosk.rules.table import FormatKind, MatchFormat
from kiosk.rules.units import BySide, Instant, Nanos, Side
from kits import commands as c
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    ITALIAN,
    LEFT,
    LONDON,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    TEAMS,
    UNIFIED,
    WHITE,
    Table,
    die,
    ns,
    setup,
)

MINUTE = 60


def moving(**options: Any) -> Table:
    """White moves 6-5."""
    return Table().open(**options).start()


def to_roll(**options: Any) -> Table:
    """Black is to roll."""
    return moving(**options).wait(20).end_turn().lift()


def after(table: Table, *kinds: Callable[[Instant], c.Command]) -> Table:
    """Commands one after the other; none is refused."""
    for kind in kinds:
        table.ok(kind(table.at))
    return table


def tap(kind: type[c.Command], side: Side, *fields: Any) -> Callable[[Instant], c.Command]:
    return lambda at: kind(at, side, *fields)  # type: ignore[call-arg]


def ordered(table: Table, kind: type[c.Order], *fields: Any) -> Table:
    table.ok(table.order(kind, *fields))
    return table


def offered(book: RuleBook, winner: Side, level: int, *, certain: bool = False) -> Table:
    """White, whose turn is over, offers that `winner` wins."""
    table = to_roll(book=book)
    return after(table, tap(c.OfferTapped, WHITE, winner, level, True, certain))


def challenged(book: RuleBook) -> Table:
    return after(to_roll(book=book), tap(c.IllegalMoveTapped, BLACK))


def told(book: RuleBook, doubler: Side, answer: CubeAnswer | None = None) -> Table:
    fields = (doubler, DoubleGesture.FULL_FORM, None, answer)
    return after(to_roll(book=book), tap(c.BoardDoubleTapped, WHITE, *fields))


def own_double() -> Table:
    """Black tells that it doubled and that White passed."""
    fields = (BLACK, DoubleGesture.FULL_FORM, None, CubeAnswer.PASS)
    return after(to_roll(book=LONDON), tap(c.BoardDoubleTapped, BLACK, *fields))


def cocked() -> Table:
    """Under the Italian book White consents before Black rolls its cocked dice again."""
    table = to_roll(book=ITALIAN)
    table.throw(die(4, LEFT), die(3, LEFT, flat=False))
    return table


def one_die() -> Table:
    return after(moving(book=LONDON), tap(c.OneDieLiftedClaimed, BLACK))


def early_pickup() -> Table:
    return after(moving(), tap(c.EarlyPickupClaimed, WHITE))


def closed_out(**options: Any) -> Table:
    return after(to_roll(**options), tap(c.ClosedOutDeclared, BLACK))


def crowded() -> Table:
    return after(to_roll(book=LONDON), tap(c.HomeCrowded, BLACK))


def between(**options: Any) -> Table:
    return Table().open(**options)


def mixed(book: RuleBook) -> Table:
    return after(between(book=book), tap(c.MixDemanded, WHITE))


def late(book: RuleBook, minutes: int = 2) -> Table:
    late_by = Nanos(ns(minutes * MINUTE))
    return ordered(between(book=book), c.LatenessOrdered, WHITE, late_by, None)


def called_here() -> Table:
    """Both are called to the table; Black is there."""
    table = Table()
    table.ok(
        c.MatchAssigned(
            *(table.at, None, DIRECTOR, "main, round 1", "m1", "e1", 3, None),
            *(MatchFormat(FormatKind.POINTS, 7), TEAMS, NORWAY, "h", Nanos(ns(5 * MINUTE))),
        )
    )
    table.ok(c.SetUpTable(table.at, setup()))
    table.ok(c.PresentTapped(table.at, BLACK))
    return table


def late_points() -> Table:
    """White is so late that the table proposes penalty points."""
    return late(ITALIAN, 60)


def on_break() -> Table:
    return after(between(), tap(c.BreakTapped, BLACK, 1))


def overrun() -> Table:
    table = on_break().wait(16 * MINUTE)
    table.do(c.DeadlineReached(table.at))
    return table


def left_in_game() -> Table:
    return ordered(to_roll(), c.BreakOrdered, BLACK, 5)


def penalised() -> Table:
    """Time used up under a book of penalty points: the director answers first."""
    table = to_roll(book=UNIFIED).wait(7200)
    table.do(c.DeadlineReached(table.at))
    return table


def questioned_score() -> Table:
    table = between()
    shown = tap(c.RecordShown, WHITE, ScoreRecord.SHEET, BySide(3, 1))
    other = tap(c.RecordShown, BLACK, ScoreRecord.SHEET, BySide(2, 1))
    return after(table, shown, other, tap(c.ScoreQuestioned, BLACK))


def wrong_length() -> Table:
    return after(to_roll(), tap(c.LengthNoticed, WHITE, 9))


def disputed() -> Table:
    return after(to_roll(), tap(c.DisputeTapped, WHITE))


def over(book: RuleBook) -> Table:
    return Table().open(points=1, book=book).start().win(WHITE)


def conceded() -> Table:
    return after(to_roll(book=ITALIAN), tap(c.MatchConceded, WHITE))


def contested_offer() -> Table:
    table = offered(MICHIGAN, WHITE, 2, certain=True)
    return after(table, tap(c.OfferContested, BLACK, ContestGround.NOT_CERTAIN))


def brought_in() -> Table:
    """The director has brought in a clock in the middle of a game."""
    rest = (NORWAY, "h" * 64, ClockAsker.DIRECTOR, True, True)
    return ordered(to_roll(book=NO_CLOCK), c.ClockOrdered, *rest)


def settled() -> Table:
    """What the director had stopped play for is settled."""
    return ordered(ordered(to_roll(), c.StopOrdered), c.StartOrdered)


def stopped_for() -> Table:
    return after(to_roll(), tap(c.ClockStopTapped, BLACK, StopFor.FALLEN_DIE))


def doubled(book: RuleBook = LONDON) -> Table:
    """Black has just doubled."""
    return after(to_roll(book=book), tap(c.DoubleTapped, BLACK))


def passed(book: RuleBook = LONDON) -> Table:
    """White has just passed, and the game is over."""
    return after(doubled(book), tap(c.PassTapped, WHITE))


def reopening_asked() -> Table:
    return after(passed().wait(30), tap(c.ReopenTapped, WHITE))


WAITING: dict[str, Callable[[], Table]] = {
    "game given up": lambda: offered(UNIFIED, BLACK, 2),
    "game given up for sure": lambda: offered(UNIFIED, BLACK, 2, certain=True),
    "game claimed": lambda: offered(MICHIGAN, WHITE, 2),
    "game claimed for sure": lambda: offered(MICHIGAN, WHITE, 2, certain=True),
    "claim contested": contested_offer,
    "offer rejected": lambda: after(offered(UNIFIED, BLACK, 1), tap(c.OfferRejected, BLACK)),
    "claimant tells": lambda: challenged(MICHIGAN),
    "claimant has told": lambda: after(challenged(MICHIGAN), tap(c.ClockPressed, BLACK)),
    "move denied": lambda: after(challenged(UNIFIED), tap(c.IllegalMoveDenied, WHITE)),
    "move again": lambda: after(challenged(UNIFIED), tap(c.IllegalMoveAgreed, WHITE)),
    "double told": lambda: told(LONDON, BLACK),
    "taken double told": lambda: told(LONDON, BLACK, CubeAnswer.TAKE),
    "own passed double told": own_double,
    "double denied": lambda: after(told(LONDON, BLACK), tap(c.BoardDoubleContested, BLACK)),
    "press wanted back": lambda: after(to_roll(), tap(c.PressBackTapped, WHITE)),
    "consent": cocked,
    "one die lifted": one_die,
    "dice taken early": early_pickup,
    "dice contested": lambda: after(early_pickup(), tap(c.DiceContested, BLACK)),
    "closed out": closed_out,
    "closed out, no clock": lambda: closed_out(book=NO_CLOCK),
    "home crowded": crowded,
    "left allowed": lambda: after(to_roll(), tap(c.LeftGranted, WHITE)),
    "mixed": lambda: mixed(BRONSTEIN),
    "picks known": lambda: after(mixed(BRONSTEIN), tap(c.FirstPickTapped, BLACK)),
    "called": called_here,
    "late": lambda: late(LONDON),
    "late, to be claimed": lambda: late(LONDON, 40).wait(1),
    "late, points proposed": late_points,
    "break": on_break,
    "break overrun": overrun,
    "leave in a game": left_in_game,
    "time used up, points proposed": penalised,
    "score proposed": questioned_score,
    "length proposed": wrong_length,
    "set-up error": lambda: after(to_roll(), tap(c.SetUpErrorTapped, WHITE)),
    "clock brought in": brought_in,
    "to go on": settled,
    "disputed": disputed,
    "stopped for a die": stopped_for,
    "box wished": lambda: after(to_roll(), tap(c.MixerWishTapped, WHITE, RIGHT)),
    "match given up": conceded,
    "result confirmed by one": lambda: after(over(BRONSTEIN), tap(c.ResultConfirmed, WHITE)),
    "result confirmed": lambda: after(
        over(BRONSTEIN), tap(c.ResultConfirmed, WHITE), tap(c.ResultConfirmed, BLACK)
    ),
    "result reported": lambda: after(
        over(BRONSTEIN),
        tap(c.ResultConfirmed, WHITE),
        tap(c.ResultConfirmed, BLACK),
        tap(c.ResultReported, WHITE),
    ),
    "result disputed": lambda: after(
        over(BRONSTEIN), tap(c.ResultConfirmed, BLACK), tap(c.ResultDisputed, BLACK, Wrong.SCORE)
    ),
    "director called after the match": lambda: after(
        over(BRONSTEIN), tap(c.DirectorCallTapped, BLACK)
    ),
    "doubled, to be taken back": doubled,
    "double taken back": lambda: after(doubled(), tap(c.TakeBackTapped, BLACK)),
    "passed, to be taken back": passed,
    "pass taken back": lambda: after(passed(), tap(c.TakeBackTapped, WHITE)),
    "game to be played on": reopening_asked,
    "game played on": lambda: after(reopening_asked(), tap(c.ReopenAgreed, BLACK)).wait(30),
    "nobody left": lambda: after(on_break(), tap(c.NobodyLeftTapped, BLACK)),
    "Italian, between games": lambda: moving(book=ITALIAN).win(WHITE, 2),
    "Italian, to roll": lambda: to_roll(book=BRONSTEIN),
    "London, to roll": lambda: to_roll(book=LONDON),
    "unified, moving": lambda: moving(book=UNIFIED),
    "Michigan, to roll": lambda: to_roll(book=MICHIGAN),
}
