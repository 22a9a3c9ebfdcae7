"""Rolls stated by the sides: confirmed, entered by touch, or tilted by the board alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.dice.correcting import state_disputed
from kiosk.rules.dice.early import begin_in_wait
from kiosk.rules.dice.facts import RollQuestioned, RollRefused, RollStated, base_phase
from kiosk.rules.dice.meanwhile import go_on_settled, was_lifted
from kiosk.rules.dice.settled import (
    accept_roll,
    due_now,
    in_order,
    open_question,
    refuse_put_off,
)
from kiosk.rules.match import Match, Phase, Statement
from kiosk.rules.phases import ROLLING
from kiosk.rules.reasons import Reason
from kiosk.rules.tap import Tap, TapOption, Try, Values, plain_tap
from kiosk.rules.units import SIDES, BySide, Instant, Side, require


@dataclass(frozen=True, slots=True)
class RollConfirmed(Command):
    """A side agrees with the roll the table proposes."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollEntered(Command):
    """A side enters what was rolled; None: the roll does not count."""

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RollAgreed(Command):
    """A side agrees with the other's statement. It names the values, so that it never agrees to
    others that arrived meanwhile. None: the roll does not count.
    """

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class UnevenSurfaceClaimed(Command):
    """A side claims that only the board tilts the dice that did not count; they show `values`."""

    side: Side
    values: tuple[int, ...]


NOT_COUNTED = "not_counted"
"""The choice that agrees to a roll that does not count."""


def refuse_confirming(match: Match, command: RollConfirmed) -> Against:
    question = open_question(match)
    if question is None or question.proposal is None:
        return (Reason.NOT_NOW,)
    return _refuse_repeated_statement(match, command.side, question.proposal)


def confirm_roll(decision: Decision, command: RollConfirmed) -> None:
    question = open_question(decision.match)
    _state_roll(decision, command.side, question.proposal if question else None, command.at)


def refuse_entering(match: Match, command: RollEntered) -> Against:
    """The side that threw enters first: no side can enter a roll of the other's that was not made.

    Of an opening through a baffle box White enters its die, or either side enters both.
    """
    question, values = open_question(match), command.values
    if values is None:
        known = question is not None
    else:
        count = question.thrown if question else len(_entered(match, values))
        known = len(values) == count and all(1 <= value <= 6 for value in values)
    if not known:
        return (Reason.BAD_VALUE,)
    if question is None and refuse_put_off(match):
        return refuse_put_off(match)
    if question is None and values and command.side not in _entered(match, values):
        return (Reason.NOT_YOUR_TURN,)
    return _refuse_repeated_statement(match, command.side, in_order(match, values))


def _entered(match: Match, values: tuple[int, ...]) -> tuple[Side, ...]:
    """The side that threw each of the dice entered before any question."""
    both = len(values) == 2 and base_phase(match) is Phase.OPENING
    neither = require(match.game).opening == BySide(None, None)
    return SIDES if both and neither else due_now(match)


def enter_roll(decision: Decision, command: RollEntered) -> None:
    begin_in_wait(decision, command.at)
    values = command.values
    if open_question(decision.match) is None and values is not None:
        due = _entered(decision.match, values)
        side = due[0] if len(set(due)) == 1 else None
        why = (Reason.ENTERED_BY_TOUCH,)
        decision.emit(RollQuestioned(side, len(due), why, None, None, ()))
    _state_roll(decision, command.side, in_order(decision.match, values), command.at)


def refuse_agreeing(match: Match, command: RollAgreed) -> Against:
    question = open_question(match)
    theirs = question.said.of_side(command.side.other) if question else None
    counted = question.counted if question else None
    holds_on = counted is not None and command.values == counted
    return (Reason.NOT_NOW,) if theirs != Statement(command.values) or holds_on else NOTHING


def agree_to_roll(decision: Decision, command: RollAgreed) -> None:
    _state_roll(decision, command.side, command.values, command.at)


def refuse_uneven(match: Match, command: UnevenSurfaceClaimed) -> Against:
    """Allowed only for dice that did not count because they are tilted, and still lie there."""
    reasons: list[Reason] = []
    if not require(match.book).roll.uneven_surface_ok:
        reasons.append(Reason.TILTED_IS_COCKED)
    if not match.dice_down or require(match.game).refused_for != (Reason.COCKED,):
        reasons.append(Reason.NOT_NOW)
    values = command.values
    if len(values) != len(due_now(match)) or not all(1 <= value <= 6 for value in values):
        reasons.append(Reason.BAD_VALUE)
    return tuple(reasons)


def claim_uneven(decision: Decision, command: UnevenSurfaceClaimed) -> None:
    """Dice tilted by the board alone count, as one side states and both agree (Norway §4.1(iv))."""
    due, cites = due_now(decision.match), (decision.book.cite("roll.uneven_surface_ok"),)
    side = due[0] if len(set(due)) == 1 else None
    values = in_order(decision.match, command.values)
    why = (Reason.UNEVEN_SURFACE,)
    decision.emit(RollQuestioned(side, len(due), why, values, None, cites))
    _state_roll(decision, command.side, values, command.at)


def _refuse_repeated_statement(match: Match, side: Side, values: tuple[int, ...] | None) -> Against:
    question = open_question(match)
    repeated = question is not None and question.said.of_side(side) == Statement(values)
    return (Reason.ALREADY_DONE,) if repeated else NOTHING


def _state_roll(
    decision: Decision, side: Side, values: tuple[int, ...] | None, at: Instant
) -> None:
    question = open_question(decision.match)
    if question is not None and question.counted is not None:
        state_disputed(decision, side, values, at)
        return
    decision.emit(RollStated(side, values))
    question = open_question(decision.match)
    if question is None or question.said.white != question.said.black:
        return
    later, lifted = decision.match.dicing.meanwhile, was_lifted(decision.match)
    if values is None:
        why = (Reason.PLAYERS_CALL_INVALID,)
        decision.emit(RollRefused(question.side, why, None, ()))
    else:
        accept_roll(decision, question.side, values, None, (None,) * len(values), ())
    go_on_settled(decision, later, lifted=lifted)


def _entries(_match: Match, _side: Side) -> Iterator[Try]:
    """None, or one or two dice."""
    yield TapOption(dice=0), ()
    for values in ((1,), (2,), (1, 1), (2, 1)):
        yield TapOption(dice=len(values)), values


def _tilted(_match: Match, _side: Side) -> Iterator[Try]:
    for values in ((1,), (2, 1)):
        yield TapOption(dice=len(values)), values


def _agreements(match: Match, side: Side) -> Iterator[Try]:
    """Agreement with the other side's statement, except for the table's own proposal."""
    question = open_question(match)
    theirs = question.said.of_side(side.other) if question else None
    if question is None or theirs is None:
        return
    if theirs.values is None:
        yield TapOption(choice=NOT_COUNTED), ()
    elif theirs.values != question.proposal:
        yield TapOption(choice="-".join(map(str, theirs.values))), ()


def _agreed(way: TapOption, side: Side, _values: Values, at: Instant) -> RollAgreed:
    named = tuple(int(value) for value in way.choice.split("-") if value.isdigit())
    values = None if way.choice == NOT_COUNTED else named
    return RollAgreed(at, side, values)


AGREED = Tap(_agreements, _agreed)
ROLL_ENTERED = Tap(_entries, lambda a, side, v, at: RollEntered(at, side, v if a.dice else None))
UNEVEN = Tap(_tilted, lambda _, side, v, at: UnevenSurfaceClaimed(at, side, v))

ACTS = (
    Act(
        RollConfirmed,
        (Phase.CONFIRMING,),
        refuse_confirming,
        confirm_roll,
        tap=plain_tap(RollConfirmed),
    ),
    Act(RollEntered, ROLLING, refuse_entering, enter_roll, tap=ROLL_ENTERED),
    Act(RollAgreed, (Phase.CONFIRMING,), refuse_agreeing, agree_to_roll, tap=AGREED),
    Act(
        UnevenSurfaceClaimed,
        (Phase.OPENING, Phase.TO_ROLL),
        refuse_uneven,
        claim_uneven,
        while_called=False,
        tap=UNEVEN,
    ),
)
