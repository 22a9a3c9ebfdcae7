"""Rolls read by the camera and counted by the baffle box; dice lifted."""

from collections import Counter
from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.dice.consent import void_roll
from kiosk.rules.dice.early import begin_in_wait, early_dice, note_early
from kiosk.rules.dice.facts import DicePickedUp, DicePutAway, RollHeld, TowerCounted, base_phase
from kiosk.rules.dice.judging import ask_beside, judge_look
from kiosk.rules.dice.meanwhile import (
    after_press,
    end_turn_by_dice,
    give_back_turn,
    is_late_roll,
    judge_lifted,
    later_throw,
    refuse_later_throw,
    settle_by_lift,
)
from kiosk.rules.dice.settled import both_open, on_turn, refuse_put_off
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Held, Match, Phase
from kiosk.rules.phases import OPENED, ROLLING
from kiosk.rules.play import start_clock
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import SECOND_NS, Instant


@dataclass(frozen=True, slots=True)
class TowerReported(Command):
    """The baffle box counted dice dropped in and dice that came out."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class RollRead(Command):
    """The camera saw dice come to rest.

    `shadow`: the reading is kept but decides nothing; the players enter the roll.
    """

    facts: RollFacts
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Command):
    """The camera saw the dice leave the board."""


TOWER_PATIENCE_NS = 2 * SECOND_NS
"""How long a reading waits for the baffle box's count, which ends 1.5 s after its last die."""


def refuse_tower(match: Match, command: TowerReported) -> Against:
    counted = command.dropped >= 0 and command.came_out >= 0
    if not counted:
        return (Reason.BAD_VALUE,)
    return refuse_put_off(match) if match.held is None else NOTHING


def tower_reported(decision: Decision, command: TowerReported) -> None:
    decision.emit(TowerCounted(command.dropped, command.came_out))
    held = decision.match.held
    if held is not None:
        judge_look(decision, held.facts, decision.match.tower, _after_press(decision, held))


def refuse_lifting(match: Match, _command: DiceLifted) -> Against:
    lying = match.dice_down or match.held is not None
    return NOTHING if lying else (Reason.ALREADY_DONE,)


def lift_dice(decision: Decision, _command: DiceLifted) -> None:
    """Handle dice that left the board; without a clock that ends the turn of a side that has moved.

    While play is put off they are packed up, and nothing follows.
    """
    match = decision.match
    if refuse_put_off(match):
        decision.emit(DicePutAway())
        return
    if match.stop is None and match.hearing.dispute is None:
        judge_lifted(decision)
        settle_by_lift(decision)
    decision.emit(DicePickedUp())
    match = decision.match
    moving = match.phase is Phase.MOVING and match.hearing.dispute is None
    if moving and not match.clocked:
        end_turn_by_dice(decision)


def refuse_reading(match: Match, command: RollRead) -> Against:
    """Dice that were not lifted and thrown again are still the last roll; an open question comes
    first. While the camera was away they may have been: then those that did not lie there are asked
    about.

    Without a clock, dice seen rolling while a side moves mean that its turn had ended; a camera
    that only logs ends none.
    """
    put_off = refuse_put_off(match) if match.tower is None else NOTHING
    if put_off:
        return put_off
    lying = match.held is not None or (match.dice_down and _may_lie_still(match, command.facts))
    laid = not command.facts.rolled
    if lying and laid:
        return (Reason.DICE_NOT_ROLLED,)
    if match.phase is Phase.CONFIRMING:
        return refuse_later_throw(match, command.facts, laid=laid)
    if match.phase is Phase.MOVING and (command.shadow or laid):
        return (Reason.NOT_NOW,)
    if match.phase is Phase.MOVING and match.clocked:
        early = early_dice(match, command.facts, command.at)
        waits = match.dicing.meanwhile is not None
        return (Reason.NOT_NOW,) if early is None or waits else NOTHING
    one_of_two = len(command.facts.dice) == 1 and both_open(match)
    return (Reason.ONE_DIE_SO_FAR,) if one_of_two else NOTHING


def _may_lie_still(match: Match, facts: RollFacts) -> bool:
    """Whether the dice cannot have been lifted unseen, or show the same values as read."""
    lay = _last_values(match)
    shown = Counter(die.value or die.guess for die in facts.dice)
    read = Counter(value for value in lay if value is not None)
    same = len(facts.dice) == len(lay) and all(shown[value] >= n for value, n in read.items())
    return not match.dicing.unwatched or same


def _last_values(match: Match) -> tuple[int | None, ...]:
    """The values of the dice that lay there last: a roll that did not count, an opening die, or the
    last roll; `None` for one that could not be read.
    """
    game = match.game
    if game is None:
        return ()
    if game.refused_for and game.refused is not None:
        return tuple(die.value for die in game.refused.dice)
    if base_phase(match) is Phase.OPENING:
        return tuple(die.value for die in (game.opening.white, game.opening.black) if die)
    return game.roll or ()


def is_thrown_in_vain(event: Event, match: Match) -> bool:
    """Whether dice were thrown that `match` refused because play is put off."""
    thrown = isinstance(event, Refused) and event.command == RollRead.__name__
    return thrown and bool(refuse_put_off(match))


def read_roll(decision: Decision, command: RollRead) -> None:
    """Judge the dice, once the baffle box has reported its count, if it counts."""
    if not command.shadow and is_late_roll(decision.match, command.facts, command.at):
        pressed_at = give_back_turn(decision)
        _judge_or_keep(decision, command)
        if decision.match.phase is not Phase.MOVING:
            start_clock(decision, on_turn(decision.match), pressed_at)
        return
    _judge_or_keep(decision, command)


def _judge_or_keep(decision: Decision, command: RollRead) -> None:
    match, facts = decision.match, command.facts
    later = later_throw(match, facts, command.at, shadow=command.shadow)
    if later is not None:
        decision.emit(later)
        return
    if command.shadow:
        ask_beside(decision, facts)
        return
    early = early_dice(match, facts, command.at) if match.phase is Phase.MOVING else None
    if early is not None:
        note_early(decision, early, facts)
        return
    if match.phase is Phase.MOVING:
        end_turn_by_dice(decision)
    elif match.dicing.closed_out and not match.clocked:
        end_turn_by_dice(decision, "turn.closed_out")  # the closed-out side does not roll
    if base_phase(decision.match) not in {Phase.OPENING, Phase.TO_ROLL}:
        return  # the new turn began with a double or a roll made before it
    begin_in_wait(decision, command.at)
    if decision.match.dicing.consents is not None:
        void_roll(decision, facts)
    elif match.counts_dice and decision.match.tower is None:
        until = Instant(command.at + TOWER_PATIENCE_NS)
        decision.emit(RollHeld(facts, until))
    else:
        judge_look(decision, facts, decision.match.tower, after_press(match, command.at))


def patience_over(decision: Decision, held: Held) -> None:
    """The baffle box did not report in time; judge the dice without it, and ask about them."""
    judge_look(decision, held.facts, None, _after_press(decision, held))


def _after_press(decision: Decision, held: Held) -> Against | None:
    """The doubt about dice that waited for the box, as of when they were seen."""
    return after_press(decision.match, Instant(held.until - TOWER_PATIENCE_NS))


ACTS = (
    Act(TowerReported, ROLLING | {Phase.MOVING}, refuse_tower, tower_reported, while_disputed=True),
    Act(RollRead, ROLLING | {Phase.MOVING}, refuse_reading, read_roll),
    Act(DiceLifted, OPENED, refuse_lifting, lift_dice, while_disputed=True),
)
