"""Rolls read by the camera and counted by the baffle box; dice lifted."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import early_double_counts
from kiosk.rules.decision import Decision
from kiosk.rules.device_names import DeviceName
from kiosk.rules.dice.consent import ask_consent, void_roll
from kiosk.rules.dice.early import begin_in_wait, early_dice, early_doubts, note_early
from kiosk.rules.dice.facts import (
    DicePickedUp,
    DicePutAway,
    RollHeld,
    RollQuestioned,
    RollRefused,
    RollStated,
    TowerCounted,
    base_phase,
)
from kiosk.rules.dice.left import area_used, end_by_right_roll
from kiosk.rules.dice.settled import (
    accept_roll,
    both_open,
    due_now,
    in_order,
    on_turn,
    open_question,
    refuse_put_off,
)
from kiosk.rules.match import Held, Match, Phase
from kiosk.rules.phases import OPENED, ROLLING
from kiosk.rules.play import TurnEnded
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import (
    DieFact,
    RollFacts,
    TowerCount,
    area_of,
    doubts_of_throw,
    judge,
    lies_where,
)
from kiosk.rules.table import Half
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class TowerReported(Command):
    """The baffle box counted dice dropped in and dice that came out."""

    dropped: int
    came_out: int


@dataclass(frozen=True, slots=True)
class RollRead(Command):
    """The camera saw dice come to rest.

    `shadow`: what it read is kept and decides nothing; the players say what was rolled.
    """

    facts: RollFacts
    shadow: bool = False


@dataclass(frozen=True, slots=True)
class DiceLifted(Command):
    """The camera saw the dice leave the board."""


TOWER_PATIENCE_NS = 2 * SECOND_NS
"""How long a reading waits for the baffle box's count, which ends 1.5 s after its last die."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one look that were just thrown, each with where it must lie.

    `side` is None when both sides threw one die each; then the dice stand White, Black.
    """

    side: Side | None
    dice: tuple[DieFact, ...]
    areas: tuple[tuple[Half, str], ...]
    doubts: tuple[Reason, ...] = ()


def refuse_tower(match: Match, command: TowerReported) -> Against:
    counted = command.dropped >= 0 and command.came_out >= 0
    return refuse_put_off(match) if counted else (Reason.BAD_VALUE,)


def tower_reported(decision: Decision, command: TowerReported) -> None:
    decision.emit(TowerCounted(command.dropped, command.came_out))
    if decision.match.held is not None:
        _judge(decision, decision.match.held.facts, decision.match.tower)


def refuse_lifting(match: Match, _command: DiceLifted) -> Against:
    lying = match.dice_down or match.held is not None
    return NOTHING if lying else (Reason.ALREADY_DONE,)


def lift_dice(decision: Decision, _command: DiceLifted) -> None:
    """The dice left the board; without a clock that ends the turn of a side that has moved.

    While play is put off they are packed up, and nothing follows.
    """
    if refuse_put_off(decision.match):
        decision.emit(DicePutAway())
        return
    decision.emit(DicePickedUp())
    match = decision.match
    moving = match.phase is Phase.MOVING and match.hearing.dispute is None
    if moving and not match.clocked:
        end_turn_by_dice(decision)


def end_turn_by_dice(decision: Decision, key: str = "turn.without_clock") -> None:
    match, cites = decision.match, (decision.book.cite(key),)
    decision.emit(TurnEnded(on_turn(match), Nanos(0), match.clock.reserve, cites))
    early_double_counts(decision)
    count_early_roll(decision, match)


def count_early_roll(decision: Decision, before: Match) -> None:
    """Dice thrown before this turn began are its roll; `before` is the match before it began."""
    early = before.dicing.early
    if early is not None:
        _judge(decision, early.facts, before.tower, early_doubts(before))


def refuse_reading(match: Match, command: RollRead) -> Against:
    """Dice not lifted and thrown again are still the last roll; an open question comes first.

    Without a clock, dice seen rolling while a side moves mean that its turn had ended; a camera
    that only logs ends none.
    """
    put_off = refuse_put_off(match)
    if put_off:
        return put_off
    lying = match.dice_down or match.held is not None
    if lying and not command.facts.rolled:
        return (Reason.DICE_NOT_ROLLED,)
    question = open_question(match)
    counted = question is not None and question.counted is not None
    if match.phase is Phase.CONFIRMING and (match.dice_down or counted):
        return (Reason.NOT_NOW,)
    if match.phase is Phase.MOVING and command.shadow:
        return (Reason.NOT_NOW,)
    if match.phase is Phase.MOVING and match.clocked:
        early = early_dice(match, command.facts, command.at)
        return (Reason.NOT_NOW,) if early is None else NOTHING
    one_of_two = len(command.facts.dice) == 1 and both_open(match)
    return (Reason.ONE_DIE_SO_FAR,) if one_of_two else NOTHING


def read_roll(decision: Decision, command: RollRead) -> None:
    """Judge the dice, once the baffle box has said what it counted, if it counts."""
    match, facts = decision.match, command.facts
    if command.shadow:
        _ask_beside(decision, facts)
        return
    early = early_dice(match, facts, command.at) if match.phase is Phase.MOVING else None
    if early is not None:
        note_early(decision, early, facts)
        return
    if match.phase is Phase.MOVING:
        end_turn_by_dice(decision)
    elif match.dicing.closed_out and not match.clocked:
        end_turn_by_dice(decision, "turn.closed_out")  # who can't move does not roll: the other did
    if base_phase(decision.match) not in {Phase.OPENING, Phase.TO_ROLL}:
        return  # the new turn began with a double or a roll made before it
    begin_in_wait(decision, command.at)
    if decision.match.dicing.consents is not None:
        void_roll(decision, facts)
    elif match.counts_dice and decision.match.tower is None:
        until = Instant(command.at + TOWER_PATIENCE_NS)
        decision.emit(RollHeld(facts, until))
    else:
        _judge(decision, facts, decision.match.tower)


def _ask_beside(decision: Decision, facts: RollFacts) -> None:
    """The players say what was rolled, whatever was read; who has said it already is heard."""
    question, due = open_question(decision.match), due_now(decision.match)
    side = due[0] if len(set(due)) == 1 else None
    decision.emit(RollQuestioned(side, len(due), (Reason.ONLY_LOGGED,), None, facts, ()))
    if question is None or question.reasons != (Reason.ENTERED_BY_TOUCH,):
        return
    for sayer in SIDES:
        said = question.said.of(sayer)
        if said is not None:
            decision.emit(RollStated(sayer, said.values))


def _doubts_of_box(match: Match) -> tuple[Reason, ...]:
    """What the baffle box says is wrong with it now."""
    troubles = {DeviceName.TOWER_JAM: Reason.BOX_JAMMED, DeviceName.TOWER_LID: Reason.BOX_OPEN}
    told = match.lost_devices if match.counts_dice else frozenset[str]()
    return tuple(reason for name, reason in troubles.items() if name in told)


def _judge(
    decision: Decision,
    facts: RollFacts,
    tower: TowerCount | None,
    beside: tuple[Reason, ...] | None = None,
) -> None:
    """`beside`: doubts about dice thrown before this turn; None: they were thrown in it."""
    match = decision.match
    throw = _throw(decision, facts, early=beside is not None)
    count, watching = len(throw.areas), match.counts_dice
    verdict = judge(decision.book, throw.areas, throw.dice)
    thrown = doubts_of_throw(facts, tower, watching=watching, thrown=count)
    doubts = (*(beside or ()), *throw.doubts, *verdict.unsure, *thrown, *_doubts_of_box(match))
    if throw.side is not None and base_phase(match) is Phase.TO_ROLL:
        end_by_right_roll(decision, throw.side, throw.dice)
    if verdict.invalid:
        refused = RollRefused(throw.side, verdict.invalid, facts, verdict.cites, verdict.dice)
        decision.emit(refused)
        if throw.side is not None:
            ask_consent(decision, throw.side)
    elif doubts or verdict.values is None:
        guess = in_order(match, verdict.guess)
        decision.emit(RollQuestioned(throw.side, count, doubts, guess, facts, verdict.cites))
    else:
        centers = tuple(die.center_mm for die in throw.dice)
        cites = tuple(dict.fromkeys(cite for _half, cite in throw.areas))
        accept_roll(decision, throw.side, verdict.values, facts, centers, cites)


def patience_over(decision: Decision, held: Held) -> None:
    """The baffle box said nothing in time; the dice are judged without it, and questioned."""
    _judge(decision, held.facts, None)


def _throw(decision: Decision, facts: RollFacts, *, early: bool) -> Throw:
    match, dice = decision.match, facts.dice
    if base_phase(match) is Phase.TO_ROLL:
        side = on_turn(match)
        area, unsure = area_used(match, side, dice)
        lay = (Reason.DICE_NOT_ROLLED,) if match.dice_down and not early else ()
        return Throw(side, dice, (area, area), (*lay, *unsure))
    white, black = (
        area_of(decision.book, decision.setup, side) for side in (Side.WHITE, Side.BLACK)
    )
    if both_open(match):
        return Throw(None, _white_first(dice, white[0]), (white, black))
    if decision.game.opening.white is None:
        return Throw(Side.WHITE, dice, (white,))
    others = thrown_since(match, dice)
    moved = match.dice_down and len(others) == len(dice)
    doubts = (Reason.DIE_WAS_MOVED,) if moved else ()
    return Throw(Side.BLACK, others, (black,), doubts)


def thrown_since(match: Match, dice: tuple[DieFact, ...]) -> tuple[DieFact, ...]:
    """The dice but for White's opening die, where that lies there still, and unmoved."""
    game = match.game
    first = game.opening.white if game and base_phase(match) is Phase.OPENING else None
    where = first.center_mm if first and match.dice_down else None
    if first is None or where is None:
        return dice
    return tuple(die for die in dice if not lies_where(die, first.value, where))


def _white_first(dice: tuple[DieFact, ...], white_half: Half) -> tuple[DieFact, ...]:
    """Opening dice in the order White, Black, told apart by the half each must lie in."""
    if len(dice) == 2 and dice[0].half is not white_half and dice[1].half is white_half:
        return (dice[1], dice[0])
    return dice


ACTS = (
    Act(TowerReported, ROLLING | {Phase.MOVING}, refuse_tower, tower_reported, while_disputed=True),
    Act(RollRead, ROLLING | {Phase.MOVING}, refuse_reading, read_roll),
    Act(DiceLifted, OPENED, refuse_lifting, lift_dice, while_disputed=True),
)
