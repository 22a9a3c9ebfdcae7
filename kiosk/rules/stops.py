"""Both clocks stopped, and play resumed."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules import late
from kiosk.rules.match import Match
from kiosk.rules.proposal import ProposalCause
from kiosk.rules.reasons import DIRECTORS_STOPS, Reason, StopReason
from kiosk.rules.rulebook import CockedClock, FallenDie, RuleBook, StopFor, UnlistedStop
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import BySide, promised


def against_stop(match: Match, command: c.ClockStopTapped) -> Against:
    book = promised(match.book)
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if match.stop is not None or match.clock.running is None:
        return (Reason.ALREADY_DONE,)
    if command.purpose is StopFor.INVALID_ROLL and book.stop.on_cocked_roll is CockedClock.NEVER:
        return (Reason.CLOCK_RUNS_ON,)
    allowed = _listed(book, command) or book.stop.unlisted is UnlistedStop.NOTED
    return NOTHING if allowed else (Reason.STOP_NOT_LISTED,)


def _listed(book: RuleBook, command: c.ClockStopTapped) -> bool:
    near = command.purpose is StopFor.FALLEN_DIE and command.on_table
    counts = not near or book.stop.fallen_die is FallenDie.OFF_BOARD
    return command.purpose in book.stop.reasons and counts


def stop(story: Story, command: c.ClockStopTapped) -> None:
    """For the book's reasons; for others, if at all, the stop is noted for the director."""
    listed, reason = _listed(story.book, command), StopReason.PLAYER_STOPPED
    cites = (story.book.cite("stop.reasons" if listed else "stop.unlisted"),)
    if command.purpose is StopFor.DIRECTOR:
        story.tell(e.DirectorCalled(command.side))
        reason = StopReason.DIRECTOR_CALLED
    resumes = story.stop_clock(command.at)
    told = e.PlayStopped(reason, resumes, cites, None, None, command.side, command.purpose, listed)
    story.tell(told)


def against_call(match: Match, _command: c.DirectorCallTapped) -> Against:
    return (Reason.ALREADY_DONE,) if match.director_called is not None else NOTHING


def call_director(story: Story, command: c.DirectorCallTapped) -> None:
    """A call stops play (norway §4.3(ii)(c))."""
    story.tell(e.DirectorCalled(command.side))
    resumes = story.stop_clock(command.at)
    if story.match.stop is None:
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))


def against_resuming(match: Match, command: c.ResumeTapped) -> Against:
    if match.stop is None:
        return (Reason.CLOCK_RUNNING,)
    if match.stop.reason in DIRECTORS_STOPS:
        return (Reason.DIRECTOR_STOPPED,)
    due = [each.proposal.cause for each in match.proposals.pending]
    if match.stop.reason is StopReason.TIME_USED_UP and ProposalCause.TIME_USED_UP in due:
        return (Reason.PROPOSAL_WAITS,)
    return (Reason.ALREADY_DONE,) if match.stop.agreed.of(command.side) else NOTHING


def resume(story: Story, command: c.ResumeTapped) -> None:
    late.arrive(story, command.side, command.at)
    story.tell(e.ResumeAgreed(command.side, None, None))
    if promised(story.match.stop).agreed == BySide(True, True):
        story.resume(command.at)
