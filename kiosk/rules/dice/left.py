"""Rolling on the left half: by the opponent's permission, or because the home board is crowded."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import LeftAllowed, LeftEnded
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, area_of
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.table import Half, SetUp
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import SIDES, Side, require


@dataclass(frozen=True, slots=True)
class LeftGranted(Command):
    """A side permits the other to roll on its left half."""

    side: Side


@dataclass(frozen=True, slots=True)
class LeftWithdrawn(Command):
    """A side withdraws its permission."""

    side: Side


@dataclass(frozen=True, slots=True)
class HomeCrowded(Command):
    """The side on turn claims that its home board is crowded: it rolls on its left half."""

    side: Side


Area = tuple[Half, str]
"""A half of the picture, and the section by which a roll must lie there."""


def left_half(setup: SetUp, side: Side) -> Half:
    return setup.seats.of_side(side.other).right_half


def area_used(match: Match, side: Side, dice: tuple[DieFact, ...]) -> tuple[Area, Against]:
    """The half where this side's roll must lie, and the doubts about it.

    A side that may roll left has the half in which all its dice lie: a roll on both sides of the
    bar never counts.
    """
    book, setup = require(match.book), require(match.setup)
    on_left = bool(dice) and all(die.half is left_half(setup, side) for die in dice)
    if setup.mixer is not None or not on_left:
        return area_of(book, setup, side), NOTHING
    left = left_half(setup, side), book.cite("roll.left")
    if match.dicing.left.of_side(side):
        return left, NOTHING
    if book.roll.left is LeftRoll.WHEN_CROWDED:
        return left, (Reason.HOME_CROWDED_UNSURE,)
    return area_of(book, setup, side), NOTHING


def end_by_right_roll(decision: Decision, side: Side, dice: tuple[DieFact, ...]) -> None:
    """End the permission: a side that rolls on the right half again rolls there from now on."""
    book, right = decision.book, decision.setup.seats.of_side(side).right_half
    if not decision.match.dicing.left.of_side(side) or any(die.half is not right for die in dice):
        return
    if book.roll.left is not LeftRoll.WITH_PERMISSION or _ends(decision, PermissionEnd.RIGHT_ROLL):
        _end_left(decision, side, PermissionEnd.RIGHT_ROLL)


def end_with_game(decision: Decision) -> None:
    """End with the game: a permission expires with it, and a crowded board is gone."""
    book = decision.book
    if book.roll.left is LeftRoll.WITH_PERMISSION and not _ends(decision, PermissionEnd.GAME_OVER):
        return
    for side in SIDES:
        if decision.match.dicing.left.of_side(side):
            _end_left(decision, side, PermissionEnd.GAME_OVER)


def _ends(decision: Decision, why: PermissionEnd) -> bool:
    return why in (decision.book.roll.left_permission_ends or ())


def _end_left(decision: Decision, side: Side, why: PermissionEnd) -> None:
    key = "roll.left_permission_ends" if decision.book.roll.left_permission_ends else "roll.left"
    decision.emit(LeftEnded(side, why, (decision.book.cite(key),)))


# --- claimed by players ------------------------------------------------------------------------


def refuse_granting(match: Match, command: LeftGranted) -> Against:
    return _refuse_left(match, LeftRoll.WITH_PERMISSION, command.side.other)


def grant_left(decision: Decision, command: LeftGranted) -> None:
    allow_left(decision, command.side.other)


def refuse_crowded(match: Match, command: HomeCrowded) -> Against:
    whose = require(match.game).on_turn
    turn = NOTHING if whose is command.side else (Reason.NOT_YOUR_TURN,)
    return (*turn, *_refuse_left(match, LeftRoll.WHEN_CROWDED, command.side))


def claim_crowded(decision: Decision, command: HomeCrowded) -> None:
    allow_left(decision, command.side)


def refuse_withdrawing(match: Match, command: LeftWithdrawn) -> Against:
    book = require(match.book)
    if PermissionEnd.WITHDRAWN not in (book.roll.left_permission_ends or ()):
        return (Reason.LEFT_BARRED,)
    given = match.dicing.left.of_side(command.side.other)
    return NOTHING if given else (Reason.ALREADY_DONE,)


def withdraw_left(decision: Decision, command: LeftWithdrawn) -> None:
    _end_left(decision, command.side.other, PermissionEnd.WITHDRAWN)


def _refuse_left(match: Match, by: LeftRoll, side: Side) -> Against:
    book, setup = require(match.book), require(match.setup)
    if book.roll.left is not by:
        return (Reason.LEFT_BARRED,)
    if setup.mixer is not None:
        return (Reason.MIXER_IN_USE,)
    return (Reason.ALREADY_DONE,) if match.dicing.left.of_side(side) else NOTHING


def allow_left(decision: Decision, side: Side) -> None:
    left = decision.book.roll.left
    decision.emit(LeftAllowed(side, left, (decision.book.cite("roll.left"),)))


ACTS = (
    Act(
        LeftGranted,
        IN_GAME,
        refuse_granting,
        grant_left,
        while_called=False,
        tap=plain_tap(LeftGranted),
    ),
    Act(
        LeftWithdrawn,
        IN_GAME,
        refuse_withdrawing,
        withdraw_left,
        while_called=False,
        tap=plain_tap(LeftWithdrawn),
    ),
    Act(
        HomeCrowded,
        (Phase.TO_ROLL,),
        refuse_crowded,
        claim_crowded,
        while_called=False,
        tap=plain_tap(HomeCrowded),
    ),
)
