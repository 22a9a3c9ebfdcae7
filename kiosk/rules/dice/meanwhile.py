"""What people do while a roll is not settled: lift it, press after it, throw over it.

A roll both saw and its roller agreed to is settled as the dice are lifted. Dice thrown after a
press, or on the other side's half, are never the roller's; they wait until the roll is settled and
its turn over. No book covers a table that asks: this is a convention.
"""

from kiosk.rules.act import NOTHING, Against
from kiosk.rules.cube.acts import early_double_counts
from kiosk.rules.decision import Decision
from kiosk.rules.dice.early import early_dice, early_doubts, second_pair
from kiosk.rules.dice.facts import DicePickedUp, base_phase
from kiosk.rules.dice.judging import ask_beside, judge_look
from kiosk.rules.dice.settled import accept_roll, both_open, on_turn, open_question
from kiosk.rules.dice.unsettled import (
    PressKept,
    RollSettledAlone,
    ThrownMeanwhile,
    TurnReturned,
)
from kiosk.rules.match import Match, Phase, Statement
from kiosk.rules.match.dicing import MeanwhileThrow
from kiosk.rules.play import TurnEnded, stop_clock
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import LeftRoll
from kiosk.rules.units import SECOND_NS, Instant, Nanos, Side, require

PRESS_COUNTS_NS = Nanos(2 * SECOND_NS)
"""A press made at most this long before its roll is accepted counts once it is."""

# --- a roll that is lifted -----------------------------------------------------------------------


def settle_by_lift(decision: Decision) -> None:
    """Settle a roll that is lifted now, if its roller has agreed to the table's proposal.

    The other side may contest it until its own roll, unless it has contested it already.
    """
    match = decision.match
    question = open_question(match)
    if question is None or question.counted is not None or match.dicing.meanwhile is not None:
        return
    side, proposal = question.side, question.proposal
    claimed = Reason.UNEVEN_SURFACE in question.reasons
    if side is None or proposal is None or claimed or not match.dice_down:
        return
    agreed = question.said.of_side(side) == Statement(proposal)
    if agreed and question.said.of_side(side.other) is None:
        accept_roll(decision, side, proposal, None, (None,) * len(proposal), ())
        decision.emit(RollSettledAlone(side, proposal))


def judge_lifted(decision: Decision) -> None:
    """Judge dice lifted before the box has counted them, if their roller has pressed."""
    held, on_turn_now = decision.match.held, decision.game.on_turn if decision.match.game else None
    if held is not None and on_turn_now is not None and _has_pressed(decision.match, on_turn_now):
        judge_look(decision, held.facts, decision.match.tower)


def was_lifted(match: Match) -> bool:
    """Whether the dice asked about were seen, and have left the board."""
    question = open_question(match)
    seen = question is not None and Reason.ENTERED_BY_TOUCH not in question.reasons
    return seen and not match.dice_down


def go_on_settled(decision: Decision, later: MeanwhileThrow | None, *, lifted: bool) -> None:
    """Go on once both sides have settled a roll: lifted dice stay lifted, and dice thrown meanwhile
    count now unless a turn has to end first.
    """
    if lifted:
        decision.emit(DicePickedUp())
    if decision.match.phase is Phase.MOVING:
        _finish_lifted_turn(decision)
        return
    if later is None or later.pressed or decision.match.phase not in {Phase.OPENING, Phase.TO_ROLL}:
        return
    due = decision.match.game.on_turn if decision.match.game else None
    if later.side is None or later.side is due:
        _count_later(decision, later)


def _finish_lifted_turn(decision: Decision) -> None:
    """End a turn without a clock: its dice were lifted, and others were thrown."""
    match = decision.match
    if match.phase is Phase.MOVING and not match.clocked and match.dicing.meanwhile is not None:
        end_turn_by_dice(decision)


# --- the end of a turn ---------------------------------------------------------------------------


def end_turn_by_dice(decision: Decision, key: str = "turn.without_clock") -> None:
    match, cites = decision.match, (decision.book.cite(key),)
    decision.emit(TurnEnded(on_turn(match), Nanos(0), match.clock.reserve, cites))
    early_double_counts(decision)
    count_early_roll(decision, match)


def count_early_roll(decision: Decision, before: Match) -> None:
    """Count dice thrown before this turn as its roll; `before` is the match before it."""
    early, later = before.dicing.early, before.dicing.meanwhile
    if early is not None:
        judge_look(decision, early.facts, before.tower, early_doubts(before))
        return
    due = on_turn(decision.match) if decision.match.phase is Phase.TO_ROLL else None
    if later is not None and due is not None and later.side in {None, due}:
        _count_later(decision, later)


def _count_later(decision: Decision, later: MeanwhileThrow) -> None:
    """Count the later dice; ask if their thrower, or the end of the turn, is uncertain."""
    if later.shadow:
        ask_beside(decision, later.facts)
        return
    over = later.pressed or not decision.match.clocked
    doubts = NOTHING if over and later.side is not None else (Reason.THROWN_MEANWHILE,)
    judge_look(decision, later.facts, later.tower, doubts)


# --- dice that are thrown ------------------------------------------------------------------------


def refuse_later_throw(match: Match, facts: RollFacts, *, laid: bool) -> Against:
    """While a roll is asked about, accept only dice beside it, or after it was lifted."""
    question = require(open_question(match))
    if question.counted is not None:
        return (Reason.NOT_NOW,)  # play waits until both agree on the roll
    beside = _second_pair(match, facts) is not None
    if laid or match.dicing.meanwhile is not None or (match.dice_down and not beside):
        return (Reason.NOT_NOW,)
    one_of_two = len(facts.dice) == 1 and both_open(match)
    return (Reason.ONE_DIE_SO_FAR,) if one_of_two else NOTHING


def later_throw(
    match: Match, facts: RollFacts, at: Instant, *, shadow: bool
) -> ThrownMeanwhile | None:
    """Dice that are not, or may not be, the roll which is due or asked about; None: they are."""
    if match.phase is Phase.CONFIRMING:
        return _thrown_while_asked(match, facts, shadow=shadow)
    roller = match.game.on_turn if match.game else None
    if roller is None or not _has_pressed(match, roller):
        return None
    own = early_dice(match, facts, at) if match.phase is Phase.MOVING and match.clocked else None
    if own is not None:
        return ThrownMeanwhile(roller.other, _facts_of(facts, own), pressed=True, shadow=shadow)
    others = match.phase is Phase.TO_ROLL and _thrower(match, roller, facts.dice) is roller.other
    return ThrownMeanwhile(roller.other, facts, pressed=True, shadow=shadow) if others else None


def _thrown_while_asked(match: Match, facts: RollFacts, *, shadow: bool) -> ThrownMeanwhile | None:
    """The throw beside a roll that is asked about; None if the roller threw again on its own half.
    The sides settle whose any other dice are together with the roll.
    """
    question = require(open_question(match))
    pair, roller = _second_pair(match, facts), question.side
    if roller is None or base_phase(match) is Phase.OPENING:
        again = roller is None or shadow
        return None if again else ThrownMeanwhile(None, facts, pressed=False, shadow=shadow)
    if pair is not None:
        facts = _facts_of(facts, pair)
    whose, pressed = _thrower(match, roller, facts.dice), _has_pressed(match, roller)
    if not pressed and (whose is roller or (shadow and whose is None)):
        return None
    others = whose is roller.other or (pressed and whose is None)
    return ThrownMeanwhile(roller.other if others else None, facts, pressed, shadow)


def is_late_roll(match: Match, facts: RollFacts, at: Instant) -> bool:
    """Whether these dice are the roll of the side that has just ended its turn without one: it
    pressed before the camera had seen them at rest (italian-international L138 counts such a
    press).
    """
    side, clock = match.game.on_turn if match.game else None, match.clock
    ended = side.other if side is not None and match.dicing.unrolled is side.other else None
    if ended is None or match.phase is not Phase.TO_ROLL or clock.running is not side:
        return False
    whose = _thrower(match, ended, facts.dice)
    lay = whose is None and facts.first_frame_at < clock.since
    soon = at <= clock.since + PRESS_COUNTS_NS and match.held is None
    return facts.rolled and soon and (lay or whose is ended)


def give_back_turn(decision: Decision) -> Instant:
    """Restore the turn that was ended without a roll; returns when it was pressed."""
    side, pressed_at = on_turn(decision.match).other, decision.match.clock.since
    stop_clock(decision, pressed_at)
    decision.emit(TurnReturned(side, rolled=False, reserve=decision.match.clock.reserve))
    decision.emit(PressKept(side, pressed_at))
    return pressed_at


def after_press(match: Match, at: Instant) -> Against | None:
    """A doubt about dice thrown long after their roller's press, where no half shows whose they
    are; None if there is none.
    """
    pressed, roller = match.dicing.pressed, match.game.on_turn if match.game else None
    if match.phase is not Phase.TO_ROLL or pressed is None or pressed.side is not roller:
        return None
    soon = pressed.at is not None and at <= pressed.at + PRESS_COUNTS_NS
    mixed = require(match.setup).mixer is not None
    return (Reason.THROWN_AFTER_PRESS,) if mixed and not soon else None


def _has_pressed(match: Match, roller: Side) -> bool:
    pressed = match.dicing.pressed
    return pressed is not None and pressed.side is roller


def _thrower(match: Match, roller: Side, dice: tuple[DieFact, ...]) -> Side | None:
    """The thrower of these dice by the half they lie in; None: either side may have thrown them."""
    setup, halves = require(match.setup), {die.half for die in dice}
    if setup.mixer is not None:
        return None
    for side in (roller, roller.other):
        if halves == {setup.seats.of_side(side).right_half} and not _may_roll_left(
            match, side.other
        ):
            return side
    return None


def _may_roll_left(match: Match, side: Side) -> bool:
    crowded = require(match.book).roll.left is LeftRoll.WHEN_CROWDED
    return crowded or match.dicing.left.of_side(side)


def _second_pair(match: Match, facts: RollFacts) -> tuple[DieFact, ...] | None:
    question = open_question(match)
    roller = question.side if question else None
    asked = roller is not None and base_phase(match) is not Phase.OPENING
    return second_pair(match, facts, roller.other) if roller is not None and asked else None


def _facts_of(facts: RollFacts, dice: tuple[DieFact, ...]) -> RollFacts:
    return RollFacts(dice, facts.rolled, facts.first_frame_at, facts.last_frame_at, facts.picture)
