"""The clock press, the flag, and play stopped and resumed."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.clock import read
from kiosk.rules.dice import patience_over
from kiosk.rules.ending import end_match_by_flag
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import BySide, Side


def presser(match: Match) -> Side | None:
    """Whose press the clock waits for; None when no press is due.

    Without a clock the button ends a turn only while no camera can see the dice lifted.
    """
    game = match.game
    if game is None:
        return None
    if not match.clocked:
        blind = "camera" in match.lost_devices and match.phase is Phase.MOVING
        return game.on_turn if blind else None
    match match.phase:
        case Phase.PRESS_TO_START:
            return game.presses
        case Phase.MOVING:
            return game.on_turn
        case Phase.DOUBLED | Phase.TO_ROLL if game.on_turn is not None:
            gives = game.on_turn if match.phase is Phase.DOUBLED else game.on_turn.other
            return gives if match.clock.running is gives else None
        case _:
            return None


def against_press(match: Match, command: c.ClockPressed) -> Against:
    """A doubler or taker presses only while its own clock still runs."""
    due = presser(match)
    if due is None:
        return (Reason.NOT_NOW if match.clocked else Reason.NO_CLOCK,)
    return NOTHING if due is command.side else (Reason.NOT_YOUR_TURN,)


def press(story: Story, command: c.ClockPressed) -> None:
    """One press: it ends a turn, or hands the clock over for an answer or a roll."""
    side = command.side
    if story.match.phase is Phase.MOVING:
        now = read(story.match.clock, command.at)
        story.tell(e.TurnEnded(side, now.used, now.reserve))
    else:
        story.stop_clock(command.at)
    story.start_clock(side.other, command.at)


# --- time used up ------------------------------------------------------------------------------


def against_deadline(match: Match, command: c.DeadlineReached) -> Against:
    """The flag itself is told before any command at or after its instant; see `decide`."""
    side = match.clock.running
    flagged = side is not None and match.clock.flagged.of(side) is not None
    held = match.held is not None and command.at >= match.held.until
    return NOTHING if flagged or held else (Reason.NOTHING_DUE,)


def deadline_reached(story: Story, command: c.DeadlineReached) -> None:
    """Beyond the flag nothing: under norway §4.3(iii) only a declaration ends the match."""
    if story.match.held is not None and command.at >= story.match.held.until:
        patience_over(story)


def against_expiry(match: Match, command: c.ExpiryDeclared) -> Against:
    flagged = match.clock.flagged
    if flagged.white is None and flagged.black is None:
        return (Reason.NO_FLAG,)
    both = flagged.white is not None and flagged.black is not None
    to_director = match.book is not None and match.book.expiry.both_flags_to_director
    if both and to_director and command.by is not None:
        return (Reason.BOTH_FLAGS,)
    return NOTHING


def declare_expiry(story: Story, command: c.ExpiryDeclared) -> None:
    """The side whose flag fell loses the match; with both down, the one that fell first."""
    loser = story.match.clock.first_flag
    if loser is None:
        raise AssertionError("a flag without a side")
    end_match_by_flag(story, loser, command.at)


# --- stopped and resumed -----------------------------------------------------------------------


def against_call(match: Match, _command: c.DirectorCallTapped) -> Against:
    return (Reason.ALREADY_DONE,) if match.director_called is not None else NOTHING


def call_director(story: Story, command: c.DirectorCallTapped) -> None:
    """A call stops play (norway §4.3(ii)(c))."""
    story.tell(e.DirectorCalled(command.side))
    resumes = story.stop_clock(command.at)
    if story.match.stop is None:
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, resumes, ()))


def against_resuming(match: Match, command: c.ResumeTapped) -> Against:
    if match.stop is None:
        return (Reason.CLOCK_RUNNING,)
    given = command.side is not None and match.stop.agreed.of(command.side)
    return (Reason.ALREADY_DONE,) if given else NOTHING


def resume(story: Story, command: c.ResumeTapped) -> None:
    story.tell(e.ResumeAgreed(command.side))
    stop = story.match.stop
    if stop is None:
        raise AssertionError("play is not stopped")
    if command.side is None or stop.agreed == BySide(True, True):
        story.tell(e.PlayResumed(stop.resumes, command.at))
