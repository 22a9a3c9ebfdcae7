"""Corrections of a roll that counts though the dice show something else: claimed, agreed or
contested.

The reader is not perfect and people mistype. Until the turn ends both sides together, or the
director, correct its roll; later the director corrects the record.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import (
    OpeningDieRolled,
    OpeningDieRuled,
    PastRollCorrected,
    RollCorrected,
    RollDisputed,
    RollRuled,
    RollStated,
    RollUpheld,
    RollVoided,
    base_phase,
)
from kiosk.rules.dice.settled import due_now, open_question, settle_opening
from kiosk.rules.dice.unsettled import TurnReturned
from kiosk.rules.match import Match, Phase, Question, Statement
from kiosk.rules.match.outcome import Matter
from kiosk.rules.phases import OPENED, ROLLING
from kiosk.rules.play import resume_play, start_clock, stop_clock
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.roll import high_first
from kiosk.rules.stops import refer
from kiosk.rules.tap import Tap, TapOption, Try, plain_tap
from kiosk.rules.units import Instant, Side, require


@dataclass(frozen=True, slots=True)
class RollDisputeTapped(Command):
    """A side claims that the dice show other values than those that count; None: that the roll does
    not count.

    White's value comes first for an opening without mixer.
    """

    side: Side
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class RollDisputeDenied(Command):
    """A side holds on to the roll that counts; or the claimant withdraws its claim."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollOrdered(Order):
    """Rule what the roll of this turn is; `values` None: it is rolled again."""

    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class PastRollOrdered(Order):
    """The director corrects, in the record alone, the roll of an earlier turn in a journal row."""

    values: tuple[int, ...]
    corrects_seq: int


Roll = tuple[Side | None, tuple[int, ...]]
"""The side that rolled, and the values; side None: both opening dice, White's value first."""


def counting_roll(match: Match) -> Roll | None:
    """The roll that counts until this turn ends; None if none does yet."""
    game, question = match.game, open_question(match)
    if game is None or (question is not None and question.counted is None):
        return None
    if question is not None:
        return question.side, require(question.counted)
    white, black = game.opening.white, game.opening.black
    if match.phase is Phase.OPENING:
        return (Side.WHITE, (white.value,)) if white is not None and black is None else None
    if match.phase not in {Phase.PRESS_TO_START, Phase.MOVING}:
        return None
    if game.moves.rolls == 1 and game.moves.last is None and white and black:
        return None, (white.value, black.value)
    return (game.on_turn, game.roll) if game.on_turn and game.roll else None


def contestable_roll(match: Match, side: Side) -> Roll | None:
    """The roll that `side` may contest: the one that counts, or the other's last one if that side
    settled it alone, until the own roll.
    """
    game, alone = match.game, match.dicing.alone
    if match.phase is not Phase.TO_ROLL:
        return counting_roll(match)
    if game is None or game.roll is None or alone is not side.other or game.on_turn is not side:
        return None
    last = game.moves.last
    begun = game.moves.rolls < 2 or last is None or last.thrown or last.doubled
    return None if begun else (alone, game.roll)


# --- stated by a side -----------------------------------------------------------------------------


def refuse_disputing(match: Match, command: RollDisputeTapped) -> Against:
    counts, values, stop = contestable_roll(match, command.side), command.values, match.stop
    if counts is None or match.held is not None:
        return (Reason.NOT_NOW,)
    if stop is not None and stop.reason is StopReason.DIRECTOR_CALLED:
        return (Reason.CLOCK_STOPPED,)  # objections go to the director in person
    side, was = counts
    if values is not None and not _are_dice(values, len(was)):
        return (Reason.BAD_VALUE,)
    return (Reason.ALREADY_DONE,) if _ordered(side, values) == was else NOTHING


def dispute_roll(decision: Decision, command: RollDisputeTapped) -> None:
    side, was = require(contestable_roll(decision.match, command.side))
    decision.emit(RollDisputed(command.side, side, was))
    decision.emit(RollStated(command.side, _ordered(side, command.values)))


def refuse_denying(match: Match, command: RollDisputeDenied) -> Against:
    question = _disputed(match)
    if question is None:
        return (Reason.NOT_NOW,)
    held = question.said.of_side(command.side) == Statement(question.counted)
    return (Reason.ALREADY_DONE,) if held else NOTHING


def deny_roll(decision: Decision, command: RollDisputeDenied) -> None:
    counted = require(_disputed(decision.match)).counted
    state_disputed(decision, command.side, counted, command.at)


def _disputed(match: Match) -> Question | None:
    question = open_question(match)
    return question if question is not None and question.counted is not None else None


def roll_contested(match: Match) -> bool:
    """Whether both hold on to their statements about a roll that counts: the director rules."""
    question = _disputed(match)
    return question is not None and None not in {question.said.white, question.said.black}


def state_disputed(
    decision: Decision, side: Side, values: tuple[int, ...] | None, at: Instant
) -> None:
    """State what the dice show. Withdrawing an unanswered claim ends the dispute alone."""
    question = require(_disputed(decision.match))
    decision.emit(RollStated(side, values))
    if values == question.counted and question.said.of_side(side.other) is None:
        _uphold(decision, at)
    else:
        _settle_statements(decision, at)


def _settle_statements(decision: Decision, at: Instant) -> None:
    """After both statements: settle the roll if they agree, else refer it to the director."""
    question = require(_disputed(decision.match))
    stated = question.said
    if stated.white is None or stated.black is None:
        return
    if stated.white == stated.black:
        _settle(decision, stated.white.values, at, None, None)
        _go_on(decision, at)
    elif decision.match.director_called is None:
        asks = Side.WHITE if stated.black.values == question.counted else Side.BLACK
        refer(decision, Matter.ROLL, asks, at, "dispute.table_frozen")


def _uphold(decision: Decision, at: Instant) -> None:
    decision.emit(RollUpheld(require(require(_disputed(decision.match)).counted)))
    _go_on(decision, at)


def _go_on(decision: Decision, at: Instant) -> None:
    """End the stop for which the director was called."""
    stop = decision.match.stop
    if stop is not None and stop.reason is StopReason.DIRECTOR_CALLED:
        resume_play(decision, at)


def _settle(
    decision: Decision,
    values: tuple[int, ...] | None,
    at: Instant,
    by: str | None,
    why: str | None,
) -> None:
    """Make `values` the roll that counts. Another winner of the opening begins again."""
    side, was = require(counting_roll(decision.match))
    over = base_phase(decision.match) is Phase.TO_ROLL
    if values == was:
        decision.emit(RollUpheld(was))
    elif values is None:
        _void(decision, side, was, at, by, why)
    elif side is None and _starts(values) is not _starts(was):
        _void(decision, side, was, at, by, why)
        _open(decision, zip(Side, values, strict=True), by, why)
    else:
        decision.emit(RollCorrected(side, was, values, by, why))
    if over and side is not None and values != was:
        _return_turn(decision, side, at)


def _return_turn(decision: Decision, side: Side, at: Instant) -> None:
    """Replay a finished turn whose roll did not count."""
    stop_clock(decision, at)
    decision.emit(TurnReturned(side, decision.game.roll is not None, decision.match.clock.reserve))
    if decision.match.stop is None:
        start_clock(decision, side, at)


def _void(
    decision: Decision,
    side: Side | None,
    was: tuple[int, ...],
    at: Instant,
    by: str | None,
    why: str | None,
) -> None:
    if side is None:
        stop_clock(decision, at)
    decision.emit(RollVoided(side, was, by, why))


def _open(
    decision: Decision, dice: Iterable[tuple[Side, int]], by: str | None, why: str | None
) -> None:
    """Emit the opening dice as they count now."""
    for side, value in dice:
        if by is None:
            decision.emit(OpeningDieRolled(side, value, None, None, ()))
        else:
            decision.emit(OpeningDieRuled(side, value, None, None, (), by, why or ""))
    settle_opening(decision)


def _starts(values: tuple[int, ...]) -> Side | None:
    white, black = values
    if white == black:
        return None
    return Side.WHITE if white > black else Side.BLACK


def _ordered(side: Side | None, values: tuple[int, ...] | None) -> tuple[int, ...] | None:
    return values if values is None or side is None else high_first(values)


def _are_dice(values: tuple[int, ...], count: int) -> bool:
    return len(values) == count and all(1 <= value <= 6 for value in values)


# --- ordered by the director ---------------------------------------------------------------------


def refuse_ordering(match: Match, command: RollOrdered) -> Against:
    return refuse_ruling_on_roll(match, command.values)


def refuse_ruling_on_roll(match: Match, values: tuple[int, ...] | None) -> Against:
    """Only a roll that counts, is asked about, did not count or is due can be ruled on."""
    counts, question = counting_roll(match), open_question(match)
    if counts is None and base_phase(match) not in {Phase.OPENING, Phase.TO_ROLL}:
        return (Reason.NOT_NOW,)
    if values is None:
        thrown = counts or question or require(match.game).refused_for
        return NOTHING if thrown else (Reason.ALREADY_DONE,)
    asked = question.thrown if question else len(due_now(match))
    count = asked if counts is None else len(counts[1])
    return NOTHING if _are_dice(values, count) else (Reason.BAD_VALUE,)


def order_roll(decision: Decision, command: RollOrdered) -> None:
    """Rule on the roll. If the sides had stated different values, this ends the stop for it."""
    contested = roll_contested(decision.match)
    rule_on_roll(decision, command.values, command)
    if contested:
        _go_on(decision, command.at)


def rule_on_roll(decision: Decision, values: tuple[int, ...] | None, order: Order) -> None:
    """Make the roll count as `values`, or have it rolled again, as the director rules."""
    match = decision.match
    counts, question, by, why = counting_roll(match), open_question(match), order.by, order.why
    if counts is not None:
        _settle(decision, _ordered(counts[0], values), order.at, by, why)
        return
    due = due_now(match)
    if values is None:
        side = question.side if question else due[0] if len(set(due)) == 1 else None
        decision.emit(RollVoided(side, None, by, why))
    elif base_phase(match) is Phase.TO_ROLL:
        decision.emit(RollRuled(due[0], high_first(values), False, None, (), by, why))
    else:
        _open(decision, zip(due, values, strict=True), by, why)


def refuse_ordering_past(_match: Match, command: PastRollOrdered) -> Against:
    good = _are_dice(command.values, len(command.values)) and len(command.values) in {1, 2}
    return NOTHING if good and command.corrects_seq > 0 else (Reason.BAD_VALUE,)


def order_past_roll(decision: Decision, command: PastRollOrdered) -> None:
    corrected = (command.corrects_seq, high_first(command.values))
    decision.emit(PastRollCorrected(*corrected, command.by, command.why))


def _others(match: Match, side: Side) -> Iterator[Try]:
    counts = contestable_roll(match, side)
    if counts is None:
        return
    yield TapOption(dice=0), ()
    for each in ((1,), (2,)) if len(counts[1]) == 1 else ((1, 1), (2, 1)):
        yield TapOption(dice=len(each)), each


OTHER_ROLL = Tap(_others, lambda a, side, v, at: RollDisputeTapped(at, side, v if a.dice else None))

COUNTED = frozenset({Phase.OPENING, Phase.PRESS_TO_START, Phase.MOVING})

ACTS = (
    Act(
        RollDisputeTapped, COUNTED | {Phase.TO_ROLL}, refuse_disputing, dispute_roll, tap=OTHER_ROLL
    ),
    Act(
        RollDisputeDenied,
        (Phase.CONFIRMING,),
        refuse_denying,
        deny_roll,
        tap=plain_tap(RollDisputeDenied),
    ),
    Act(RollOrdered, COUNTED | ROLLING, refuse_ordering, order_roll),
    Act(PastRollOrdered, OPENED, refuse_ordering_past, order_past_roll),
)
