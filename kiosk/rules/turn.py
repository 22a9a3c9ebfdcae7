"""The clock press that ends a turn, and the shell's alarm."""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.clock import stop_by_press
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import early_double_counts
from kiosk.rules.decision import Decision
from kiosk.rules.dice.acts import patience_over
from kiosk.rules.dice.facts import OpeningWon, RollAccepted, RollUpheld
from kiosk.rules.dice.meanwhile import PRESS_COUNTS_NS, count_early_roll
from kiosk.rules.dice.unsettled import PressKept
from kiosk.rules.fact import Event, Fact, in_dicing
from kiosk.rules.match import Match, Phase
from kiosk.rules.moves.acts import hand_back, refuse_early_press, refuse_handing_back
from kiosk.rules.phases import CHALLENGED, PLAYING, PRESSING
from kiosk.rules.play import TurnEnded, press_clock, start_clock
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import PressWithoutRoll
from kiosk.rules.schedule.breaks import break_deadline, overrun_break
from kiosk.rules.schedule.late import count_lateness, lateness_deadline
from kiosk.rules.tap import Tap, TapOption, Try
from kiosk.rules.units import SIDES, Instant, Nanos, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockPressed(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class DeadlineReached(Command):
    """The shell's alarm for the instant given by `deadline`."""


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PressedUnrolled(Event):
    """`side` ended its turn without a roll, which counts as an illegal move."""

    side: Side
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def pressers(match: Match) -> frozenset[Side]:
    """The sides whose press counts now.

    The side on turn ends its turn; a side whose clock still runs though the other is to act (it
    doubled or took and forgot its press) hands the clock over. Without a clock the button ends a
    turn only if no camera will see the dice lifted: the camera is lost, never saw this roll, the
    dice are off the board already, or the other side's lie beside them. A side that can't move with
    any roll ends its turn unrolled; so does another one where the book makes that an illegal move.
    """
    game, running = require(match.game), match.clock.running
    if game.on_turn is None:
        return frozenset()
    if match.phase is Phase.PRESS_TO_START:
        return frozenset(side for side in SIDES if side is game.presses)
    unrolled = ends_unrolled(match)
    due = {game.on_turn} if match.phase is Phase.MOVING or unrolled else set()
    if not match.clocked:
        seen = match.dice_down and game.roll_picture and match.sees_dice
        blind = not seen or unrolled or match.dicing.early is not None
        return frozenset(due) if blind else frozenset()
    if game.restarts is not None and running is None:
        due.add(game.restarts)
    acts = game.on_turn.other if match.phase is Phase.DOUBLED else game.on_turn
    return frozenset(due | {running} if running is acts.other else due)


def ends_unrolled(match: Match) -> bool:
    """Whether the side on turn can end its turn without having rolled.

    Not while it owes a press: it may press late for its double when the other has already taken, or
    for its take when the other has rolled and moved.
    """
    if match.phase is not Phase.TO_ROLL or match.held is not None:
        return False
    illegal = require(match.book).turn.press_without_roll is PressWithoutRoll.ILLEGAL_MOVE
    game = require(match.game)
    own = match.clocked and match.clock.running is game.on_turn
    owes = game.owes_press.of_side(require(game.on_turn))
    return match.dicing.closed_out or (illegal and own and not owes)


def refuse_press(match: Match, command: ClockPressed) -> Against:
    due = pressers(match)
    if not due:
        if not match.clocked:
            return (Reason.NO_CLOCK,)
        return (Reason.ROLL_IN_DOUBT if _in_doubt(match, command.side) else Reason.NOT_NOW,)
    early = refuse_early_press(match, command.side, command.at)
    return early if command.side in due else (Reason.NOT_YOUR_TURN,)


def _in_doubt(match: Match, side: Side) -> bool:
    """Whether the side's roll was seen and is not settled yet."""
    game = require(match.game)
    asked = game.question is not None and game.question.counted is None
    return game.on_turn is side and (asked or match.held is not None)


def keep_press(decision: Decision, command: ClockPressed) -> None:
    """Keep a refused press that comes while its side's roll is not settled."""
    match, side = decision.match, command.side
    if match.game is None or match.stop is not None or match.hearing.dispute is not None:
        return
    roller, question = match.game.on_turn, match.game.question
    if match.phase is Phase.TO_ROLL:
        waits = match.clocked and roller is side and not match.game.owes_press.of_side(side)
    elif match.phase is Phase.CONFIRMING:
        whose = question.side if question is not None else None
        waits = roller is side is (whose or side) or (roller is None and match.clocked)
    else:
        waits = match.phase is Phase.OPENING and match.clocked
    if waits:
        decision.emit(PressKept(side, command.at))


_ACCEPT = RollAccepted | OpeningWon | RollUpheld


def count_kept_press(decision: Decision, at: Instant) -> None:
    """Count a press made at most two seconds before its roll was accepted.

    It is stamped with the later of the press and the dice coming to rest.
    """
    dicing = decision.match.dicing
    kept, thrown = dicing.pressed, dicing.thrown_at
    accepted = any(isinstance(event, _ACCEPT) for event in decision.events)
    if kept is None or kept.at is None or not accepted or at > kept.at + PRESS_COUNTS_NS:
        return
    if decision.match.stop is not None or decision.match.hearing.dispute is not None:
        return
    if not kept.seen and at == kept.at <= (thrown or kept.at):
        return  # nothing was thrown by then
    command = ClockPressed(max(kept.at, min(thrown or kept.at, at)), kept.side)
    if decision.match.phase in PRESSING and not refuse_press(decision.match, command):
        press(decision, command)


def refuse_challenged_press(match: Match, command: ClockPressed) -> Against:
    return refuse_handing_back(match, command.side)


def press_challenged(decision: Decision, command: ClockPressed) -> None:
    hand_back(decision, command.at)


def press(decision: Decision, command: ClockPressed) -> None:
    """Apply one press: it ends a turn, or hands the clock over for an answer or a roll."""
    side, at, before = command.side, command.at, decision.match
    unrolled = ends_unrolled(before)
    ended = before.phase is Phase.MOVING or unrolled
    if ended and decision.game.on_turn is side:
        cites = _ended_unrolled(decision, side) if unrolled else ()
        ran = decision.match.clock.running is side
        if not ran:
            press_clock(decision, at)
        now = stop_by_press(decision.match.clock, decision.match.pace, at)
        decision.emit(TurnEnded(side, now.used if ran else Nanos(0), now.reserve, cites))
        early_double_counts(decision)
    else:
        press_clock(decision, at)
    start_clock(decision, side.other, at)
    if ended:
        count_early_roll(decision, before)


def _ended_unrolled(decision: Decision, side: Side) -> tuple[str, ...]:
    """Count it as an illegal move, unless the side is closed out (Italian-international L138)."""
    if decision.match.dicing.closed_out:
        return (decision.book.cite("turn.closed_out"),)
    cites = (decision.book.cite("turn.press_without_roll"),)
    decision.emit(PressedUnrolled(side, cites))
    return cites


# --- time used up ------------------------------------------------------------------------------


def refuse_deadline(match: Match, command: DeadlineReached) -> Against:
    """The flag itself is emitted before any command at or after its instant; see `decide`."""
    side = match.clock.running
    flagged = side is not None and match.clock.flagged.of_side(side) is not None
    held = match.held is not None and command.at >= match.held.until
    known = (lateness_deadline(match), break_deadline(match))
    missing = any(due is not None and command.at >= due for due in known)
    return NOTHING if flagged or held or missing else (Reason.NOTHING_DUE,)


def reach_deadline(decision: Decision, command: DeadlineReached) -> None:
    """The consequences of a flag are emitted with the flag itself."""
    held = decision.match.held
    if held is not None and command.at >= held.until:
        patience_over(decision, held)
    overrun_break(decision, command.at)
    count_lateness(decision, command.at)


# --- state changes --------------------------------------------------------------------------------


def apply_pressed_unrolled(match: Match, event: PressedUnrolled) -> Match:
    return in_dicing(match, unrolled=event.side)


# --- taps -----------------------------------------------------------------------------------------


def _ways(match: Match, side: Side) -> Iterator[Try]:
    """By its button; also by touch while the button does not work."""
    yield TapOption(), ()
    if match.button_fails(side):
        yield TapOption(choice="touch"), ()


PRESS = Tap(_ways, lambda _way, side, _values, at: ClockPressed(at, side), button=True)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        ClockPressed,
        CHALLENGED,
        refuse_challenged_press,
        press_challenged,
        while_stopped=False,
        tap=PRESS,
    ),
    Act(
        ClockPressed,
        PRESSING,
        refuse_press,
        press,
        while_stopped=False,
        tap=PRESS,
    ),
    Act(DeadlineReached, PLAYING, refuse_deadline, reach_deadline, while_disputed=True),
)


FACTS = (Fact(PressedUnrolled, apply_pressed_unrolled),)
