"""Breaks by the book or by the director's leave, their overrun, and adjournment."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import late
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.proposal import ProposalCause
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import BreakOverrun, BreakWhen, SeriesBreaks
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import MINUTE_NS, SIDES, Instant, Side, promised

MOST_MINUTES = 240


def allowed(match: Match) -> int:
    """Breaks of each side in this match."""
    rules = promised(match.book).breaks
    long = match.length is not None and match.length >= rules.long_from_points
    return rules.per_side_long if long else rules.per_side


def against_break(match: Match, command: c.BreakTapped) -> Against:
    rules, schedule, reasons = promised(match.book).breaks, match.schedule, list[Reason]()
    if command.breaks < 1:
        reasons.append(Reason.BAD_VALUE)
    if match.phase in IN_GAME and rules.when is BreakWhen.BETWEEN_GAMES:
        reasons.append(Reason.BETWEEN_GAMES_ONLY)
    if rules.in_series is SeriesBreaks.BETWEEN_MATCHES and _inside_series(match):
        reasons.append(Reason.BETWEEN_MATCHES_ONLY)
    if not rules.pooling and (command.breaks > 1 or schedule.pause is not None):
        reasons.append(Reason.NO_POOLING)
    if schedule.breaks.of(command.side) + command.breaks > allowed(match):
        reasons.append(Reason.NO_BREAK_LEFT)
    if schedule.late.of(command.side) is not None:
        reasons.append(Reason.LATE_ALREADY)
    return tuple(reasons)


def _inside_series(match: Match) -> bool:
    """In a series, and not between two of its matches."""
    series = promised(match.opened).series
    between = series is not None and series.number > 1 and match.games_played == 0
    return series is not None and not (between and match.phase is Phase.BETWEEN_GAMES)


def take(story: Story, command: c.BreakTapped) -> None:
    """A break follows the one under way, if any (norway §2.2(ii))."""
    pause = story.match.schedule.pause
    start = pause.until if pause else command.at
    until = Instant(start + command.breaks * story.book.breaks.minutes * MINUTE_NS)
    keys = ("breaks.per_side", "breaks.minutes", "breaks.when")
    cites = tuple(dict.fromkeys(story.book.cite(key) for key in keys))
    resumes = story.stop_clock(command.at)
    reserve = story.match.clock.reserve
    story.tell(e.BreakBegan(command.side, command.breaks, until, reserve, None, None, cites))
    _stop_play(story, resumes)


def against_leave(_match: Match, command: c.BreakOrdered) -> Against:
    return NOTHING if 1 <= command.minutes <= MOST_MINUTES else (Reason.BAD_VALUE,)


def order_leave(story: Story, command: c.BreakOrdered) -> None:
    """The director may replace what the book says of breaks (norway §2.2(iii))."""
    until = Instant(command.at + command.minutes * MINUTE_NS)
    resumes = story.stop_clock(command.at)
    reserve = story.match.clock.reserve
    story.tell(e.BreakBegan(command.side, 0, until, reserve, command.by, command.why, ()))
    _stop_play(story, resumes)


def _stop_play(story: Story, resumes: Side | None) -> None:
    if story.match.phase in IN_GAME and story.match.stop is None:
        story.tell(e.PlayStopped(StopReason.BREAK, resumes, (), None, None))


# --- over ----------------------------------------------------------------------------------------


def deadline(match: Match) -> Instant | None:
    """When the break under way is overrun: right after its end."""
    pause = match.schedule.pause
    playing = match.phase in IN_GAME or match.phase is Phase.BETWEEN_GAMES
    return Instant(pause.until + 1) if pause and playing and not pause.overrun else None


def overrun(story: Story, at: Instant) -> None:
    """Who is not back by the end of the break is late, or the director sets the penalty."""
    pause = story.match.schedule.pause
    if pause is None or pause.overrun or at <= pause.until:
        return
    cites = (story.book.cite("breaks.overrun"),)
    as_lateness = story.book.breaks.overrun is BreakOverrun.AS_LATENESS
    for side in SIDES:
        if pause.away.of(side):
            story.tell(e.BreakOverran(side, cites))
            if as_lateness:
                cause = ProposalCause.BREAK_OVERRUN
                late.begin(story, side, cause, pause.until, "breaks.overrun")


# --- adjourned -----------------------------------------------------------------------------------


def against_adjourning(match: Match, _command: c.AdjournOrdered) -> Against:
    adjourned = match.stop is not None and match.stop.reason is StopReason.ADJOURNED
    return (Reason.ALREADY_DONE,) if adjourned else NOTHING


def adjourn(story: Story, command: c.AdjournOrdered) -> None:
    """The clocks stay as they are until the director starts play again."""
    stop = story.match.stop
    resumes = story.stop_clock(command.at) if stop is None else stop.resumes
    story.tell(e.MatchAdjourned(story.match.clock.reserve, command.by, command.why))
    story.tell(e.PlayStopped(StopReason.ADJOURNED, resumes, (), command.by, command.why))
