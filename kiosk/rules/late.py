"""Lateness: counted by the book, proposed to the director, who alone awards anything for it."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import DIRECTORS_STOPS, Reason
from kiosk.rules.rulebook import FirstPoint, ForfeitOf, LateForfeit, LateSanction, LateWithClock
from kiosk.rules.schedule import Late
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import MINUTE_NS, SIDES, Instant, Nanos, Side, promised

LONGEST_MIN = 24 * 60
"""Minutes of lateness, or of a delay granted, that the table takes for meant."""

SANCTION = ("late.sanction",)
POINTS = ("late.point_every_min", "late.first_point")
FORFEIT = ("late.forfeit", "late.forfeit_of")
CLOCK = ("late.with_clock",)


def against_lateness(match: Match, command: c.LatenessOrdered) -> Against:
    longest = promised(match.book).late.longest_grant_min or LONGEST_MIN
    fits = 0 <= command.late_by <= LONGEST_MIN * MINUTE_NS
    if not fits or not 0 <= (command.grant_min or 0) <= longest:
        return (Reason.BAD_VALUE,)
    return (Reason.ALREADY_DONE,) if match.schedule.missing(command.side) else NOTHING


def order_lateness(story: Story, command: c.LatenessOrdered) -> None:
    """Lateness counts from the start and the grace, or from the end of the delay granted."""
    granted = command.grant_min is not None
    wait = command.grant_min if granted else story.book.late.grace_min
    since = Instant(command.at - command.late_by + promised(wait) * MINUTE_NS)
    key = "late.longest_grant_min" if granted else "late.grace_min"
    begin(story, command.side, ProposalCause.LATE, since, key, command)
    count(story, command.at)


def begin(
    story: Story,
    side: Side,
    cause: ProposalCause,
    since: Instant,
    key: str,
    order: c.Order | None = None,
) -> None:
    match, half_of = story.match, None
    if costs_points(match):
        opponent = story.book.late.forfeit_of is ForfeitOf.OPPONENTS_NEED
        half_of = match.away.of(side.other) if opponent else match.length
    by, why = (order.by, order.why) if order else (None, None)
    story.tell(e.LatenessBegan(side, cause, since, half_of, by, why, (story.book.cite(key),)))


def costs_points(match: Match) -> bool:
    points = promised(match.book).late.sanction is LateSanction.PENALTY_POINTS
    return points and match.length is not None and not clock_instead(match)


def clock_instead(match: Match) -> bool:
    """The late side's time runs, and there are no points (italian-international L26)."""
    starts = promised(match.book).late.with_clock is LateWithClock.LATE_CLOCK_STARTED
    return match.clocked and starts


# --- counted as time passes ----------------------------------------------------------------------


def deadline(match: Match) -> Instant | None:
    """When lateness next costs something."""
    between = match.phase is Phase.BETWEEN_GAMES and match.stop is None
    if not between and not _counts_in_game(match):
        return None
    due = [_next(match, late) for late in _missing(match) if between or late.half_of is not None]
    return min((at for at in due if at is not None), default=None)


def _counts_in_game(match: Match) -> bool:
    """A game waits for who overran the director's leave (norway §2.2(iii), (iv)); a stop that only
    the director ends holds lateness, as it does between games.
    """
    waits = match.phase in IN_GAME and match.stop is not None
    return waits and promised(match.stop).reason not in DIRECTORS_STOPS


def _missing(match: Match) -> tuple[Late, ...]:
    both = (match.schedule.late.white, match.schedule.late.black)
    return tuple(late for late in both if late is not None)


def _next(match: Match, late: Late) -> Instant | None:
    if late.half_of is None:
        return None if late.counted else late.since
    return None if late.lost else Instant(_first(match, late) + late.points * _every(match))


def _first(match: Match, late: Late) -> Instant:
    """When the first point falls."""
    at_once = promised(match.book).late.first_point is FirstPoint.AT_ONCE
    return late.since if at_once else Instant(late.since + _every(match))


def _every(match: Match) -> Nanos:
    return Nanos(promised(promised(match.book).late.point_every_min) * MINUTE_NS)


def count(story: Story, at: Instant, arrives: Side | None = None) -> None:
    """Tell what lateness has come to at `at`.

    While play is stopped no clock starts for it but that of the side which arrives, to be charged;
    in a game no clock starts for it, nor may the match be claimed.
    """
    held = story.match.stop is not None and clock_instead(story.match)
    in_game = story.match.phase is not Phase.BETWEEN_GAMES
    for side in SIDES:
        late = story.match.schedule.late.of(side)
        due = _next(story.match, late) if late else None
        if late is None or due is None or due > at or (held and side is not arrives):
            continue
        if late.half_of is None:
            if not in_game:
                _reckon(story, side, late)
        else:
            _points(story, side, late, late.half_of, at)


def _reckon(story: Story, side: Side, late: Late) -> None:
    """No points: the late side's clock runs, or the other side may claim the match."""
    instead = clock_instead(story.match)
    cites = _cites(story, CLOCK if instead else SANCTION)
    story.tell(e.LatenessCounted(side, 0, 0, None, False, cites))
    if instead and story.match.clock.running is None:
        story.start_clock(side, late.since)


def _points(story: Story, side: Side, late: Late, half_of: int, at: Instant) -> None:
    match, rules = story.match, story.book.late
    points = (at - _first(match, late)) // _every(match) + 1
    waits = late.number is not None and match.proposals.find(late.number) is not None
    number = promised(late.number) if waits else match.proposals.made + 1
    settled = late.settled if waits else late.points
    counted = points
    if rules.forfeit_of is ForfeitOf.MATCH_LENGTH:
        counted = points - settled + points_before(match, side, number)
    lost = 2 * counted > half_of or (
        2 * counted == half_of and rules.forfeit is LateForfeit.HALF_OR_MORE
    )
    cites = _cites(story, POINTS + (FORFEIT if lost else ()))
    story.tell(e.LatenessCounted(side, points, settled, number, lost, cites))
    kind = ProposalKind.MATCH_LOST if lost else ProposalKind.PENALTY_POINTS
    more = None if lost else points - settled
    story.tell(e.Proposed(number, Proposal(kind, late.cause, side, cites, points=more)))


def points_before(match: Match, side: Side, number: int) -> int:
    """Points for lateness awarded in this match, or proposed under another number.

    Norway §2.2(iv) counts what a side was awarded against the match length. Where half of the
    opponent's need counts (italian-international L24), points awarded have lowered that need.
    """
    waiting = sum(
        each.proposal.points or 0
        for each in match.proposals.pending
        if each.number != number and each.proposal.side is side and each.proposal.for_lateness
    )
    return match.schedule.awarded.of(side) + waiting


def _cites(story: Story, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(story.book.cite(key) for key in keys))


# --- present, or claimed -------------------------------------------------------------------------


def against_present(match: Match, command: c.PresentTapped) -> Against:
    return NOTHING if match.schedule.missing(command.side) else (Reason.ALREADY_DONE,)


def present(story: Story, command: c.PresentTapped) -> None:
    arrive(story, command.side, command.at)


def arrive(story: Story, side: Side, at: Instant) -> None:
    """A side that was missing is there; what its lateness has come to stays proposed."""
    if not story.match.schedule.missing(side):
        return
    if story.match.phase is Phase.BETWEEN_GAMES or story.match.stop is not None:
        count(story, at, side)
    late = story.match.schedule.late.of(side)
    late_by = Nanos(max(0, at - late.since)) if late else Nanos(0)
    story.tell(e.SidePresent(side, late_by))
    if late is not None and clock_instead(story.match) and story.match.clock.running is side:
        story.stop_clock(at)


def against_claim(match: Match, command: c.LateClaimTapped) -> Against:
    """Later than the grace, not just as late, and whether the other has come by now or not:
    london-club TR4 speaks of who arrives so late, and sets no time to claim it in.
    """
    other, late = command.side.other, match.schedule.late.of(command.side.other)
    if promised(match.book).late.sanction is not LateSanction.OPPONENT_MAY_CLAIM:
        return (Reason.NOT_IN_BOOK,)
    still = late is not None and late.cause is ProposalCause.LATE and command.at > late.since
    if not still and not match.schedule.came_late.of(other):
        return (Reason.NOT_LATE_ENOUGH,)
    claimed = match.proposals.has(ProposalKind.MATCH_LOST, other)
    return (Reason.ALREADY_DONE,) if claimed else NOTHING


def claim(story: Story, command: c.LateClaimTapped) -> None:
    cites, late = _cites(story, SANCTION), command.side.other
    story.tell(e.LateMatchClaimed(command.side, cites))
    lost = Proposal(ProposalKind.MATCH_LOST, ProposalCause.LATE, late, cites)
    story.tell(e.Proposed(story.match.proposals.made + 1, lost))
