"""The left half: rolled on by the opponent's permission, or because the home board is crowded."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, area_of
from kiosk.rules.rulebook import LeftRoll, PermissionEnd
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import SIDES, Side, promised

Area = tuple[Half, str]
"""A half of the picture, and the section that says a roll must lie there."""


def left_half(setup: SetUp, side: Side) -> Half:
    return setup.seats.of(side.other).right_half


def area_used(match: Match, side: Side, dice: tuple[DieFact, ...]) -> tuple[Area, Against]:
    """Where this side's roll must lie, and what is in doubt about it.

    A side that may roll left has the half in which all its dice lie: a roll on both sides of the
    bar never counts.
    """
    book, setup = promised(match.book), promised(match.setup)
    on_left = bool(dice) and all(die.half is left_half(setup, side) for die in dice)
    if setup.mixer is not None or not on_left:
        return area_of(book, setup, side), NOTHING
    left = left_half(setup, side), book.cite("roll.left")
    if match.dicing.left.of(side):
        return left, NOTHING
    if book.roll.left is LeftRoll.WHEN_CROWDED:
        return left, (Reason.HOME_CROWDED_UNSURE,)
    return area_of(book, setup, side), NOTHING


def end_by_right_roll(story: Story, side: Side, dice: tuple[DieFact, ...]) -> None:
    """Who rolls on the right half again rolls there from now on."""
    book, right = story.book, story.setup.seats.of(side).right_half
    if not story.match.dicing.left.of(side) or any(die.half is not right for die in dice):
        return
    if book.roll.left is not LeftRoll.WITH_PERMISSION or _ends(story, PermissionEnd.RIGHT_ROLL):
        _end(story, side, PermissionEnd.RIGHT_ROLL)


def end_with_game(story: Story) -> None:
    """A permission ends with its game, and a crowded board does so anyway."""
    book = story.book
    if book.roll.left is LeftRoll.WITH_PERMISSION and not _ends(story, PermissionEnd.GAME_OVER):
        return
    for side in SIDES:
        if story.match.dicing.left.of(side):
            _end(story, side, PermissionEnd.GAME_OVER)


def _ends(story: Story, why: PermissionEnd) -> bool:
    return why in (story.book.roll.left_permission_ends or ())


def _end(story: Story, side: Side, why: PermissionEnd) -> None:
    key = "roll.left_permission_ends" if story.book.roll.left_permission_ends else "roll.left"
    story.tell(e.LeftEnded(side, why, (story.book.cite(key),)))


# --- said by the players -----------------------------------------------------------------------


def against_granting(match: Match, command: c.LeftGranted) -> Against:
    return _against_left(match, LeftRoll.WITH_PERMISSION, command.side.other)


def grant(story: Story, command: c.LeftGranted) -> None:
    _allow(story, command.side.other)


def against_crowded(match: Match, command: c.HomeCrowded) -> Against:
    whose = promised(match.game).on_turn
    turn = NOTHING if whose is command.side else (Reason.NOT_YOUR_TURN,)
    return (*turn, *_against_left(match, LeftRoll.WHEN_CROWDED, command.side))


def crowded(story: Story, command: c.HomeCrowded) -> None:
    _allow(story, command.side)


def against_withdrawing(match: Match, command: c.LeftWithdrawn) -> Against:
    book = promised(match.book)
    if PermissionEnd.WITHDRAWN not in (book.roll.left_permission_ends or ()):
        return (Reason.LEFT_BARRED,)
    given = match.dicing.left.of(command.side.other)
    return NOTHING if given else (Reason.ALREADY_DONE,)


def withdraw(story: Story, command: c.LeftWithdrawn) -> None:
    _end(story, command.side.other, PermissionEnd.WITHDRAWN)


def _against_left(match: Match, by: LeftRoll, side: Side) -> Against:
    book, setup = promised(match.book), promised(match.setup)
    if book.roll.left is not by:
        return (Reason.LEFT_BARRED,)
    if setup.mixer is not None:
        return (Reason.MIXER_IN_USE,)
    return (Reason.ALREADY_DONE,) if match.dicing.left.of(side) else NOTHING


def _allow(story: Story, side: Side) -> None:
    left = story.book.roll.left
    story.tell(e.LeftAllowed(side, left, (story.book.cite("roll.left"),)))
