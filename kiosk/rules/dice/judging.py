"""The judgement of one look at dice: a roll that counts, a void roll, or a question to both."""

from dataclasses import dataclass

from kiosk.rules.decision import Decision
from kiosk.rules.device_names import DeviceName
from kiosk.rules.dice.consent import ask_consent
from kiosk.rules.dice.facts import RollQuestioned, RollRefused, RollStated, base_phase
from kiosk.rules.dice.left import area_used, end_by_right_roll
from kiosk.rules.dice.settled import (
    accept_roll,
    both_open,
    due_now,
    in_order,
    on_turn,
    open_question,
)
from kiosk.rules.match import Match, Phase
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
from kiosk.rules.units import SIDES, Side


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """The dice of one look that were just thrown, each with the half where it must lie.

    `side` is None when both sides threw one die each; then the dice are in the order White, Black.
    """

    side: Side | None
    dice: tuple[DieFact, ...]
    areas: tuple[tuple[Half, str], ...]
    doubts: tuple[Reason, ...] = ()


def _doubts_of_box(match: Match) -> tuple[Reason, ...]:
    """The faults that the baffle box reports now."""
    troubles = {DeviceName.TOWER_JAM: Reason.BOX_JAMMED, DeviceName.TOWER_LID: Reason.BOX_OPEN}
    reported = match.lost_devices if match.counts_dice else frozenset[str]()
    return tuple(reason for name, reason in troubles.items() if name in reported)


def judge_look(
    decision: Decision,
    facts: RollFacts,
    tower: TowerCount | None,
    beside: tuple[Reason, ...] | None = None,
) -> None:
    """Judge one look. `beside`: doubts about dice thrown before this turn, else None."""
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


def ask_beside(decision: Decision, facts: RollFacts) -> None:
    """Ask the players what was rolled, regardless of the reading; an existing statement is kept."""
    question, due = open_question(decision.match), due_now(decision.match)
    side = due[0] if len(set(due)) == 1 else None
    decision.emit(RollQuestioned(side, len(due), (Reason.ONLY_LOGGED,), None, facts, ()))
    if question is None or question.reasons != (Reason.ENTERED_BY_TOUCH,):
        return
    for side_asked in SIDES:
        stated = question.said.of_side(side_asked)
        if stated is not None:
            decision.emit(RollStated(side_asked, stated.values))


def _throw(decision: Decision, facts: RollFacts, *, early: bool) -> ThrownDice:
    match, dice = decision.match, facts.dice
    if base_phase(match) is Phase.TO_ROLL:
        side = on_turn(match)
        area, unsure = area_used(match, side, dice)
        lay_there = any(die.lay_before for die in dice) or (_lay_there(match) and not early)
        lay = (Reason.DICE_NOT_ROLLED,) if lay_there else ()
        return ThrownDice(side, dice, (area, area), (*lay, *unsure))
    white, black = (
        area_of(decision.book, decision.setup, side) for side in (Side.WHITE, Side.BLACK)
    )
    if both_open(match):
        return ThrownDice(None, _white_first(dice, white[0]), (white, black))
    if decision.game.opening.white is None:
        return ThrownDice(Side.WHITE, dice, (white,))
    others = thrown_since(match, dice)
    moved = match.dice_down and len(others) == len(dice) and not early
    doubts = (Reason.DIE_WAS_MOVED,) if moved else ()
    return ThrownDice(Side.BLACK, others, (black,), doubts)


def _lay_there(match: Match) -> bool:
    """Whether the camera saw these dice lie there, and would have seen them lifted."""
    return match.dice_down and not match.dicing.unwatched


def thrown_since(match: Match, dice: tuple[DieFact, ...]) -> tuple[DieFact, ...]:
    """The dice without White's opening die, if that still lies there unmoved."""
    game = match.game
    first = game.opening.white if game and base_phase(match) is Phase.OPENING else None
    where = first.center_mm if first and match.dice_down else None
    if first is None or where is None:
        return dice
    return tuple(die for die in dice if not lies_where(die, first.value, where))


def _white_first(dice: tuple[DieFact, ...], white_half: Half) -> tuple[DieFact, ...]:
    """Opening dice in the order White, Black, distinguished by the half each must lie in."""
    if len(dice) == 2 and dice[0].half is not white_half and dice[1].half is white_half:
        return (dice[1], dice[0])
    return dice
