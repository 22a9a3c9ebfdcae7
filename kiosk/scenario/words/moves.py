"""Errors on the board: an illegal move, a die lifted, a wrong set-up."""

from kiosk.rules.moves.acts import (
    DieLiftedTapped,
    IllegalMoveAgreed,
    IllegalMoveDenied,
    IllegalMovePointedOut,
    IllegalMoveRuled,
    IllegalMoveTapped,
    SetUpErrorTapped,
)
from kiosk.scenario.word import PLAYERS
from kiosk.scenario.words.spoken import ordered, spoken

EACH = PLAYERS[:2]

WORDS = (
    spoken(
        "says move was illegal",
        IllegalMoveTapped,
        "Says that the last move was illegal and has it corrected.",
        EACH,
    ),
    ordered(
        "points out illegal move",
        IllegalMovePointedOut,
        "Somebody else than the players points the last move out as illegal.",
        accuser="who",
    ),
    spoken("agrees about move", IllegalMoveAgreed, "Agrees, and moves again.", EACH),
    spoken(
        "denies illegal move",
        IllegalMoveDenied,
        "Who moved: denies it, the director rules. Who said it: takes it back.",
        EACH,
    ),
    ordered(
        "rules on move", IllegalMoveRuled, "Rules whether the move was illegal.", illegal="it was"
    ),
    spoken(
        "says die was lifted",
        DieLiftedTapped,
        "Says that the side on turn has picked up a die since the last move.",
        EACH,
    ),
    spoken(
        "says set-up is wrong",
        SetUpErrorTapped,
        "Says that the checkers were set up wrong; both resume once they are put right.",
        EACH,
    ),
)
