"""Kinds of the acts that answer a half's question, or withdraw one its side asked itself."""

from collections.abc import Mapping
from types import ModuleType

from kiosk.catalogue import (
    cube,
    dice,
    dice_claims,
    ending,
    moves,
    offers,
    press_back,
    reopening,
    schedule,
)
from kiosk.catalogue.start import READY
from kiosk.rules.command import Command
from kiosk.rules.cube.acts import PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import BoardAnswerTapped
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.entering import RollConfirmed, RollEntered
from kiosk.rules.disputes.acts import ResultDisputed
from kiosk.rules.guide import GuideTapped
from kiosk.rules.match import Phase
from kiosk.rules.result import ResultConfirmed, ResultReported
from kiosk.rules.schedule.late import LateClaimTapped, PresentTapped
from kiosk.rules.stops import ResumeTapped
from kiosk.screen.seen import Screen

Kinds = frozenset[str]


def _kinds(*acts: type[Command]) -> Kinds:
    return frozenset(act.__name__ for act in acts)


def _answers_in(subject: ModuleType) -> Kinds:
    """Kinds the catalogue marks as answers to the other side."""
    return _kinds(*(key.act for key in subject.KEYS if key.answers))


NOBODY_LEFT = _answers_in(schedule)
REOPEN = _answers_in(reopening)
HERE = _kinds(PresentTapped, READY.act, ResumeTapped)
"""A side that is ready or goes on is at the table."""
OTHER_AWAY = _kinds(READY.act, ResumeTapped, LateClaimTapped)
GUIDE = _kinds(GuideTapped)
GO_ON = _kinds(ResumeTapped)
PRESS_BACK = _answers_in(press_back)
CUBE = _kinds(TakeTapped, PassTapped, BoardAnswerTapped)
BOARD_DOUBLE = _answers_in(cube) - CUBE
DICE = _answers_in(dice_claims) | _kinds(RerollConsented)
ROLL = (_answers_in(dice) - DICE) | _kinds(RollConfirmed, RollEntered)
WIN = _answers_in(ending)
OFFER = _answers_in(offers)
MOVE = _answers_in(moves)
RESULT = _kinds(ResultConfirmed, ResultDisputed, ResultReported)
"""Reporting a result confirms it."""

ANSWERS: Mapping[Screen, Kinds] = {
    Screen.DIRECTORS_STOP: _kinds(PresentTapped),
    Screen.OWN_UNUSED_BREAK: NOBODY_LEFT,
    Screen.UNUSED_BREAK: NOBODY_LEFT,
    Screen.OWN_REOPENING: REOPEN,
    Screen.REOPENING: REOPEN,
    **dict.fromkeys(
        (Screen.OWN_BREAK_OVER, Screen.OWN_BREAK, Screen.OWN_CALL, Screen.OWN_LATENESS), HERE
    ),
    **dict.fromkeys(
        (Screen.OTHER_BREAK_OVER, Screen.OTHER_BREAK, Screen.OTHER_CALL, Screen.OTHER_LATENESS),
        OTHER_AWAY,
    ),
    **dict.fromkeys(
        (
            *(Screen.DIRECTOR_COMES, Screen.RESTARTED, Screen.SET_UP_WRONG, Screen.PLAYED_ON),
            *(Screen.CLOCK_BROUGHT_IN, Screen.BOTH_GO_ON),
            *(Screen.CLOCKS_STOPPED, Screen.BREAK, Screen.STOPPED),
        ),
        GO_ON,
    ),
    Screen.OWN_PRESS_BACK: PRESS_BACK,
    Screen.PRESS_BACK: PRESS_BACK,
    Screen.OWN_BOARD_DOUBLE: BOARD_DOUBLE,
    Screen.BOARD_DOUBLE: BOARD_DOUBLE,
    Screen.OWN_DICE_CLAIM: DICE,
    Screen.DICE_CLAIM: DICE,
    **dict.fromkeys(
        (
            *(Screen.ROLL_DISPUTED, Screen.OWN_ROLL_DISPUTE, Screen.ROLL_CONTESTED),
            *(Screen.ROLLS_CLAIMED, Screen.ROLL_CLAIMED, Screen.OTHER_CLAIMS_ROLL),
            *(Screen.ROLL_PROPOSED, Screen.ROLL_ASKED),
        ),
        ROLL,
    ),
    Screen.DOUBLED: CUBE,
    Screen.OWN_CLAIM: WIN,
    Screen.CLAIM: WIN,
    Screen.OWN_OFFER: OFFER,
    Screen.OFFER: OFFER,
    **dict.fromkeys(
        (
            *(Screen.EXPLAIN_AND_PRESS, Screen.OTHER_EXPLAINS),
            *(Screen.OTHER_MOVE_CHALLENGED, Screen.MOVE_CHALLENGED),
        ),
        MOVE,
    ),
    Screen.GUIDE: GUIDE,
    Screen.SCORE_CHECK: _kinds(READY.act),
    Screen.RESULT_TO_CONFIRM: RESULT,
    Screen.RESULT_TO_REPORT: RESULT,
}
"""The answers of each screen that asks. A half has the answer keys of the shown row only."""

ASKING = frozenset(
    {Phase.CONFIRMING, Phase.DOUBLED, Phase.CLAIMED, Phase.OFFERED, Phase.CHALLENGED}
)
"""Phases in which the game itself waits for an answer."""

YIELDS = frozenset(
    {
        *(Screen.OWN_UNUSED_BREAK, Screen.UNUSED_BREAK, Screen.OWN_BOARD_DOUBLE),
        *(Screen.BOARD_DOUBLE, Screen.OWN_DICE_CLAIM, Screen.DICE_CLAIM),
    }
)
"""Questions beside the game, which wait while the game itself asks."""
