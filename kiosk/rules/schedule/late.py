"""Lateness: counted by the book, proposed to the director, who alone awards a penalty."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.match.schedule import Late
from kiosk.rules.phases import BETWEEN, PLAYING
from kiosk.rules.play import run_clock, stop_clock
from kiosk.rules.proposals import Proposed, propose
from kiosk.rules.reasons import DIRECTORS_STOPS, Reason
from kiosk.rules.rulebook import FirstPoint, ForfeitOf, LateForfeit, LateSanction, LateWithClock
from kiosk.rules.schedule.facts import LateMatchClaimed, LatenessBegan, LatenessCounted, SidePresent
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import MINUTE_NS, SIDES, Instant, Nanos, Side, require


@dataclass(frozen=True, slots=True)
class LatenessOrdered(Order):
    """Report a side missing; the match should have started `late_by` ago.

    `grant_min` replaces the book's grace: the delay the director granted. None: the grace.
    """

    side: Side
    late_by: Nanos
    grant_min: int | None


@dataclass(frozen=True, slots=True)
class PresentTapped(Command):
    """A side that was late, or on a break, is at the table."""

    side: Side


@dataclass(frozen=True, slots=True)
class LateClaimTapped(Command):
    """A side claims the match, because the other is too late or came too late."""

    side: Side


LONGEST_MIN = 24 * 60
"""Most minutes of lateness, or of a granted delay, accepted as intended."""


SANCTION = ("late.sanction",)


POINTS = ("late.point_every_min", "late.first_point")


FORFEIT = ("late.forfeit", "late.forfeit_of")


CLOCK = ("late.with_clock",)


def refuse_lateness(match: Match, command: LatenessOrdered) -> Against:
    longest = require(match.book).late.longest_grant_min or LONGEST_MIN
    fits = 0 <= command.late_by <= LONGEST_MIN * MINUTE_NS
    if not fits or not 0 <= (command.grant_min or 0) <= longest:
        return (Reason.BAD_VALUE,)
    return NOTHING if _may_be_noted(match, command.side) else (Reason.ALREADY_DONE,)


def _may_be_noted(match: Match, side: Side) -> bool:
    """Whether it is not missing, or only awaited and may be granted a delay."""
    late = match.schedule.late.of_side(side)
    return (late is not None and late.awaited) or not match.schedule.missing(side)


def order_lateness(decision: Decision, command: LatenessOrdered) -> None:
    """Count lateness from the start and the grace, or from the end of the granted delay."""
    granted = command.grant_min is not None
    wait = command.grant_min if granted else decision.book.late.grace_min
    since = Instant(command.at - command.late_by + require(wait) * MINUTE_NS)
    key = "late.longest_grant_min" if granted else "late.grace_min"
    begin_lateness(decision, command.side, ProposalCause.LATE, since, key, command)
    count_lateness(decision, command.at)


def begin_lateness(
    decision: Decision,
    side: Side,
    cause: ProposalCause,
    since: Instant,
    key: str,
    order: Order | None = None,
) -> None:
    match, half_of = decision.match, None
    if costs_points(match):
        opponent = decision.book.late.forfeit_of is ForfeitOf.OPPONENTS_NEED
        half_of = match.away.of_side(side.other) if opponent else match.length
    by, why = (order.by, order.why) if order else (None, None)
    decision.emit(LatenessBegan(side, cause, since, half_of, by, why, (decision.book.cite(key),)))


def costs_points(match: Match) -> bool:
    points = require(match.book).late.sanction is LateSanction.PENALTY_POINTS
    return points and match.length is not None and not clock_instead(match)


def clock_instead(match: Match) -> bool:
    """Whether the late side's time runs in place of points (italian-international L26)."""
    starts = require(match.book).late.with_clock is LateWithClock.LATE_CLOCK_STARTED
    return match.clocked and starts


# --- counted as time passes ----------------------------------------------------------------------


def lateness_deadline(match: Match) -> Instant | None:
    """When lateness next has a consequence."""
    between = match.phase is Phase.BETWEEN_GAMES and match.stop is None
    if not between and not _counts_in_game(match):
        return None
    due = [
        _next_step_at(match, late)
        for late in _missing(match)
        if between or late.half_of is not None
    ]
    return min((at for at in due if at is not None), default=None)


def _counts_in_game(match: Match) -> bool:
    """Whether lateness counts in a game that waits for a side which overran the director's leave
    (norway §2.2(iii), (iv)); a stop that only the director ends suspends lateness, as between
    games.
    """
    waits = match.phase in IN_GAME and match.stop is not None
    return waits and require(match.stop).reason not in DIRECTORS_STOPS


def _missing(match: Match) -> tuple[Late, ...]:
    both = (match.schedule.late.white, match.schedule.late.black)
    return tuple(late for late in both if late is not None)


def _next_step_at(match: Match, late: Late) -> Instant | None:
    if late.half_of is None:
        return None if late.counted else late.since
    return None if late.lost else Instant(_first(match, late) + late.points * _every(match))


def _first(match: Match, late: Late) -> Instant:
    """When the first point falls."""
    at_once = require(match.book).late.first_point is FirstPoint.AT_ONCE
    return late.since if at_once else Instant(late.since + _every(match))


def _every(match: Match) -> Nanos:
    return Nanos(require(require(match.book).late.point_every_min) * MINUTE_NS)


def count_lateness(decision: Decision, at: Instant, arrives: Side | None = None) -> None:
    """Emit the lateness due at `at`.

    While play is stopped no clock starts for it except that of the arriving side, to be charged; in
    a game no clock starts for it, nor may the match be claimed.
    """
    held = decision.match.stop is not None and clock_instead(decision.match)
    in_game = decision.match.phase is not Phase.BETWEEN_GAMES
    for side in SIDES:
        late = decision.match.schedule.late.of_side(side)
        due = _next_step_at(decision.match, late) if late else None
        if late is None or due is None or due > at or (held and side is not arrives):
            continue
        if late.half_of is None:
            if not in_game:
                _reckon(decision, side, late)
        else:
            _points(decision, side, late, late.half_of, at)


def _reckon(decision: Decision, side: Side, late: Late) -> None:
    """Without points: the late side's clock runs, or the other side may claim the match."""
    instead = clock_instead(decision.match)
    cites = decision.cites(*(CLOCK if instead else SANCTION))
    decision.emit(LatenessCounted(side, 0, 0, None, False, cites))
    both_called = late.called and decision.match.schedule.missing(side.other)
    if not both_called:  # neither side waits at the table yet
        _run_late_clock(decision, side, late.since)


def _run_late_clock(decision: Decision, side: Side, at: Instant) -> None:
    """Run it from `at`, or since the last game: what was played meanwhile is no lateness."""
    match = decision.match
    if clock_instead(match) and match.clock.running is None:
        played = match.schedule.played_until
        run_clock(decision, side, at if played is None else max(at, played), match.pace.first)


def _points(decision: Decision, side: Side, late: Late, half_of: int, at: Instant) -> None:
    match, rules = decision.match, decision.book.late
    points = (at - _first(match, late)) // _every(match) + 1
    waits = late.number is not None and match.proposals.find(late.number) is not None
    number = require(late.number) if waits else match.proposals.made + 1
    settled = late.settled if waits else late.points
    counted = points
    if rules.forfeit_of is ForfeitOf.MATCH_LENGTH:
        counted = points - settled + points_before(match, side, number)
    lost = 2 * counted > half_of or (
        2 * counted == half_of and rules.forfeit is LateForfeit.HALF_OR_MORE
    )
    cites = decision.cites(*(POINTS + (FORFEIT if lost else ())))
    decision.emit(LatenessCounted(side, points, settled, number, lost, cites))
    kind = ProposalKind.MATCH_LOST if lost else ProposalKind.PENALTY_POINTS
    more = None if lost else points - settled
    decision.emit(Proposed(number, Proposal(kind, late.cause, side, cites, points=more)))


def points_before(match: Match, side: Side, number: int) -> int:
    """Points for lateness awarded in this match, or proposed under another number.

    Norway §2.2(iv) counts a side's awarded points against the match length. Where half of the
    opponent's need counts (italian-international L24), awarded points have lowered that need.
    """
    waiting = sum(
        each.proposal.points or 0
        for each in match.proposals.pending
        if each.number != number and each.proposal.side is side and each.proposal.for_lateness
    )
    return match.schedule.awarded.of_side(side) + waiting


# --- present, or claimed -------------------------------------------------------------------------


def refuse_present(match: Match, command: PresentTapped) -> Against:
    return NOTHING if match.schedule.missing(command.side) else (Reason.ALREADY_DONE,)


def claim_presence(decision: Decision, command: PresentTapped) -> None:
    arrive(decision, command.side, command.at)


def arrive(decision: Decision, side: Side, at: Instant) -> None:
    """Note that a missing side has arrived; points for its lateness stay proposed."""
    if not decision.match.schedule.missing(side):
        return
    if decision.match.phase is Phase.BETWEEN_GAMES or decision.match.stop is not None:
        count_lateness(decision, at, side)
    late = decision.match.schedule.late.of_side(side)
    late_by = Nanos(max(0, at - late.since)) if late else Nanos(0)
    decision.emit(SidePresent(side, late_by))
    if late is not None and clock_instead(decision.match):
        _stop_late_clock(decision, side, late, at)
    other = decision.match.schedule.late.of_side(side.other)
    between = decision.match.phase is Phase.BETWEEN_GAMES and decision.match.stop is None
    if other is not None and other.counted and between:
        _run_late_clock(decision, side.other, at if other.called else other.since)


def _stop_late_clock(decision: Decision, side: Side, late: Late, at: Instant) -> None:
    """Charge the late side's clock, even if the other's ran because both were missing
    (italian-international L26); not if both were only called, and neither waited.
    """
    clock = decision.match.clock
    if clock.running is side:
        stop_clock(decision, at)
    elif clock.running is side.other and late.counted and not late.called:
        stop_clock(decision, at)
        rest = decision.match.clock.delay_left
        _run_late_clock(decision, side, late.since)
        stop_clock(decision, at)
        run_clock(decision, side.other, at, rest)


def refuse_late_claim(match: Match, command: LateClaimTapped) -> Against:
    """The other side must be later than the grace; whether it has arrived by now does not matter:
    london-club TR4 covers a player who arrives that late, and sets no time for the claim.
    """
    other, late = command.side.other, match.schedule.late.of_side(command.side.other)
    if require(match.book).late.sanction is not LateSanction.OPPONENT_MAY_CLAIM:
        return (Reason.NOT_IN_BOOK,)
    still = late is not None and late.cause is ProposalCause.LATE and command.at > late.since
    if not still and not match.schedule.is_late_roll.of_side(other):
        return (Reason.NOT_LATE_ENOUGH,)
    claimed = match.proposals.has(ProposalKind.MATCH_LOST, other)
    return (Reason.ALREADY_DONE,) if claimed else NOTHING


def claim_match(decision: Decision, command: LateClaimTapped) -> None:
    cites, late = decision.cites(*SANCTION), command.side.other
    decision.emit(LateMatchClaimed(command.side, cites))
    lost = Proposal(ProposalKind.MATCH_LOST, ProposalCause.LATE, late, cites)
    propose(decision, lost)


ACTS = (
    Act(LatenessOrdered, BETWEEN, refuse_lateness, order_lateness),
    Act(
        PresentTapped,
        PLAYING,
        refuse_present,
        claim_presence,
        tap=plain_tap(PresentTapped),
        while_disputed=True,
    ),
    Act(
        LateClaimTapped,
        PLAYING,
        refuse_late_claim,
        claim_match,
        while_called=False,
        tap=plain_tap(LateClaimTapped),
    ),
)
