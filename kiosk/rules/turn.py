"""The clock press, the flag, and play stopped and resumed."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.clock import last_sure, read
from kiosk.rules.cube import early_double_counts
from kiosk.rules.dice import count_early_roll, patience_over
from kiosk.rules.ending import end_match
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import PressWithoutRoll
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES, BySide, Nanos, Side, promised


def pressers(match: Match) -> frozenset[Side]:
    """Whose press counts now.

    The side on turn ends its turn; a side whose clock still runs though the other is to act (it
    doubled or took and forgot its press) hands the clock over. Without a clock the button ends a
    turn only while no camera will see the dice lifted: it is lost, never saw this roll, the dice
    are off the board already, or the other side's lie beside them. A side that can't move whatever
    it rolls ends its turn unrolled; another one where the book makes that an illegal move.
    """
    game, running = promised(match.game), match.clock.running
    if game.on_turn is None:
        return frozenset()
    if match.phase is Phase.PRESS_TO_START:
        return frozenset(side for side in SIDES if side is game.presses)
    unrolled = ends_unrolled(match)
    due = {game.on_turn} if match.phase is Phase.MOVING or unrolled else set()
    if not match.clocked:
        seen = match.dice_down and game.roll_picture and "camera" not in match.lost_devices
        blind = not seen or unrolled or match.dicing.early is not None
        return frozenset(due) if blind else frozenset()
    if game.restarts is not None and running is None:
        due.add(game.restarts)
    acts = game.on_turn.other if match.phase is Phase.DOUBLED else game.on_turn
    return frozenset(due | {running} if running is acts.other else due)


def ends_unrolled(match: Match) -> bool:
    """The side on turn can end its turn although it has not rolled."""
    if match.phase is not Phase.TO_ROLL or match.held is not None:
        return False
    illegal = promised(match.book).turn.press_without_roll is PressWithoutRoll.ILLEGAL_MOVE
    own = match.clocked and match.clock.running is promised(match.game).on_turn
    return match.dicing.closed_out or (illegal and own)


def against_press(match: Match, command: c.ClockPressed) -> Against:
    due = pressers(match)
    if not due:
        return (Reason.NOT_NOW if match.clocked else Reason.NO_CLOCK,)
    return NOTHING if command.side in due else (Reason.NOT_YOUR_TURN,)


def press(story: Story, command: c.ClockPressed) -> None:
    """One press: it ends a turn, or hands the clock over for an answer or a roll."""
    side, at, before = command.side, command.at, story.match
    unrolled = ends_unrolled(before)
    ended = before.phase is Phase.MOVING or unrolled
    if ended and story.game.on_turn is side:
        cites = _ended_unrolled(story, side) if unrolled else ()
        ran = story.match.clock.running is side
        if not ran:
            story.stop_clock(at)
        now = read(story.match.clock, at)
        story.tell(e.TurnEnded(side, now.used if ran else Nanos(0), now.reserve, cites))
        early_double_counts(story)
    else:
        story.stop_clock(at)
    story.start_clock(side.other, at)
    if ended:
        count_early_roll(story, before)


def _ended_unrolled(story: Story, side: Side) -> tuple[str, ...]:
    """Italian-international L138: unless the side is closed out, it counts as an illegal move."""
    if story.match.dicing.closed_out:
        return (story.book.cite("turn.closed_out"),)
    cites = (story.book.cite("turn.press_without_roll"),)
    story.tell(e.PressedUnrolled(side, cites))
    return cites


# --- time used up ------------------------------------------------------------------------------


def against_deadline(match: Match, command: c.DeadlineReached) -> Against:
    """The flag itself is told before any command at or after its instant; see `decide`."""
    side = match.clock.running
    flagged = side is not None and match.clock.flagged.of(side) is not None
    held = match.held is not None and command.at >= match.held.until
    return NOTHING if flagged or held else (Reason.NOTHING_DUE,)


def deadline_reached(story: Story, command: c.DeadlineReached) -> None:
    """Beyond the flag nothing: under norway §4.3(iii) only a declaration ends the match."""
    held = story.match.held
    if held is not None and command.at >= held.until:
        patience_over(story, held)


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
    """The side whose flag fell loses the match (norway §4.3(iii)); of two, the first to fall."""
    clock, cites = story.match.clock, (story.book.cite("expiry.consequence"),)
    loser, running = promised(clock.first_flag), clock.running
    at = command.at if running is None else last_sure(clock, running, command.at)
    end_match(story, loser.other, EndCause.FLAG, at, cites)


# --- stopped and resumed -----------------------------------------------------------------------


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
    if match.stop.reason is StopReason.DIRECTOR_ORDERED:
        return (Reason.DIRECTOR_STOPPED,)
    return (Reason.ALREADY_DONE,) if match.stop.agreed.of(command.side) else NOTHING


def resume(story: Story, command: c.ResumeTapped) -> None:
    story.tell(e.ResumeAgreed(command.side, None, None))
    stop = promised(story.match.stop)
    if stop.agreed == BySide(True, True):
        story.tell(e.PlayResumed(stop.resumes, story.not_before(command.at)))
