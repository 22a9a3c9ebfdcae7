"""The clock press, and the shell's alarm."""

from kiosk.rules import breaks, late
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.clock import settled
from kiosk.rules.cube import early_double_counts
from kiosk.rules.dice import count_early_roll, patience_over
from kiosk.rules.match import Match, Phase
from kiosk.rules.moves import against_early_press
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import PressWithoutRoll
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES, Nanos, Side, promised


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
    early = against_early_press(match, command)
    return early if command.side in due else (Reason.NOT_YOUR_TURN,)


def press(story: Story, command: c.ClockPressed) -> None:
    """One press: it ends a turn, or hands the clock over for an answer or a roll."""
    side, at, before = command.side, command.at, story.match
    unrolled = ends_unrolled(before)
    ended = before.phase is Phase.MOVING or unrolled
    if ended and story.game.on_turn is side:
        cites = _ended_unrolled(story, side) if unrolled else ()
        ran = story.match.clock.running is side
        if not ran:
            story.press_clock(at)
        now = settled(story.match.clock, story.match.pace, at)
        story.tell(e.TurnEnded(side, now.used if ran else Nanos(0), now.reserve, cites))
        early_double_counts(story)
    else:
        story.press_clock(at)
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
    known = (late.deadline(match), breaks.deadline(match))
    missing = any(due is not None and command.at >= due for due in known)
    return NOTHING if flagged or held or missing else (Reason.NOTHING_DUE,)


def deadline_reached(story: Story, command: c.DeadlineReached) -> None:
    """What follows from a flag is told with the flag itself."""
    held = story.match.held
    if held is not None and command.at >= held.until:
        patience_over(story, held)
    breaks.overrun(story, command.at)
    late.count(story, command.at)
