"""The kinds of the acts that answer what a half asks, or take back what its side asked itself."""

from collections.abc import Mapping

from kiosk.rules.command import Command
from kiosk.rules.cube.acts import PassTapped, TakeTapped
from kiosk.rules.cube.by_hand import (
    BoardAnswerTapped,
    BoardDoubleAgreed,
    BoardDoubleContested,
)
from kiosk.rules.dice.consent import RerollConsented
from kiosk.rules.dice.correcting import RollDisputeDenied
from kiosk.rules.dice.entering import RollAgreed, RollConfirmed, RollEntered
from kiosk.rules.dice_claims import DiceClaimAgreed, DiceContested
from kiosk.rules.disputes.acts import ResultDisputed
from kiosk.rules.ending import WinAgreed, WinDisputed
from kiosk.rules.match import Phase
from kiosk.rules.moves.acts import IllegalMoveAgreed, IllegalMoveDenied
from kiosk.rules.offers import OfferAccepted, OfferContested, OfferRejected
from kiosk.rules.reopening import ReopenAgreed, ReopenDenied
from kiosk.rules.result import ResultConfirmed, ResultReported
from kiosk.rules.schedule.breaks import NobodyLeftAgreed, NobodyLeftDenied
from kiosk.rules.schedule.late import LateClaimTapped, PresentTapped
from kiosk.rules.start import ReadyTapped
from kiosk.rules.stops import ResumeTapped
from kiosk.screen.seen import Screen

Kinds = frozenset[str]


def _kinds(*acts: type[Command]) -> Kinds:
    return frozenset(act.__name__ for act in acts)


NOBODY_LEFT = _kinds(NobodyLeftAgreed, NobodyLeftDenied)
REOPEN = _kinds(ReopenAgreed, ReopenDenied)
HERE = _kinds(PresentTapped, ReadyTapped, ResumeTapped)
"""Who says that it is ready, or goes on, is at the table."""
OTHER_AWAY = _kinds(ReadyTapped, ResumeTapped, LateClaimTapped)
GO_ON = _kinds(ResumeTapped)
BOARD_DOUBLE = _kinds(BoardDoubleAgreed, BoardDoubleContested)
DICE = _kinds(DiceClaimAgreed, RerollConsented, DiceContested)
ROLL = _kinds(RollConfirmed, RollEntered, RollAgreed, RollDisputeDenied)
CUBE = _kinds(TakeTapped, PassTapped, BoardAnswerTapped)
WIN = _kinds(WinAgreed, WinDisputed)
OFFER = _kinds(OfferAccepted, OfferRejected, OfferContested)
MOVE = _kinds(IllegalMoveAgreed, IllegalMoveDenied)
RESULT = _kinds(ResultConfirmed, ResultDisputed, ResultReported)
"""Who reports a result says that it is right."""

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
            *(Screen.CLOCKS_STOPPED, Screen.BREAK, Screen.STOPPED),
        ),
        GO_ON,
    ),
    Screen.OWN_BOARD_DOUBLE: BOARD_DOUBLE,
    Screen.BOARD_DOUBLE: BOARD_DOUBLE,
    Screen.OWN_DICE_CLAIM: DICE,
    Screen.DICE_CLAIM: DICE,
    **dict.fromkeys(
        (
            *(Screen.ROLL_DISPUTED, Screen.OWN_ROLL_DISPUTE, Screen.ROLL_CONTESTED),
            *(Screen.ROLLS_SAID, Screen.ROLL_SAID, Screen.OTHER_SAYS_ROLL),
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
            *(Screen.TELL_AND_PRESS, Screen.OTHER_TELLS),
            *(Screen.OTHER_MOVE_CHALLENGED, Screen.MOVE_CHALLENGED),
        ),
        MOVE,
    ),
    Screen.SCORE_CHECK: _kinds(ReadyTapped),
    Screen.RESULT_TO_CONFIRM: RESULT,
    Screen.RESULT_TO_REPORT: RESULT,
}
"""What answers each screen that asks. Whose row is shown has these keys, and no other row's."""

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
"""What is asked beside the game, and waits while the game itself asks."""
