"""Facts about the cube, in words."""

from collections.abc import Mapping

from kiosk.rules.cube.facts import (
    BoardDoubleDenied,
    BoardDoubleTold,
    CubeLevelCorrected,
    CubePutRight,
    CubeQuestioned,
    CubeSet,
    DeadCubeTurned,
    Doubled,
    DoubledEarly,
    DoublesUndone,
    GameRescored,
    Passed,
    Taken,
)
from kiosk.rules.length import MatchResumed
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.match.outcome import Matter
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.stops import Referred
from kiosk.wire.phrases import clause, points, side, who
from kiosk.wire.words.said import said

GESTURES: Mapping[DoubleGesture, str] = {
    DoubleGesture.FULL_FORM: "in full form",
    DoubleGesture.WORD_OR_ACT: "by word or act",
    DoubleGesture.INTENT: "by showing the intent",
}

MATTERS: Mapping[Matter, str] = {
    Matter.BOARD_DOUBLE: "whether there was a double",
    Matter.WORD_AND_ACT: "which holds of a word and an act that contradict each other",
    Matter.CUBE: "where the cube lies and what it shows",
    Matter.DROPPED_DOUBLE: "what becomes of a passed double that was not allowed",
    Matter.FROZEN_DOUBLE: "what becomes of a double not answered before the cube was frozen",
    Matter.OFFER: "whether the outcome offered is certain",
    Matter.SETTLEMENT: "to record what the players agreed on",
    Matter.ILLEGAL_MOVE: "whether the last move was illegal",
    Matter.SCORE: "which score is right",
}


@said.register
def _(event: Doubled) -> str:
    return f"{side(event.side)} doubles to {event.level}."


@said.register
def _(event: Taken) -> str:
    return f"{side(event.side)} takes; the cube is at {event.level}."


@said.register
def _(event: Passed) -> str:
    return f"{side(event.side)} passes the double to {event.level}."


@said.register
def _(event: BoardDoubleTold) -> str:
    answered = {None: "", CubeAnswer.TAKE: ", taken", CubeAnswer.PASS: ", passed"}
    shown = f" to {event.shown}" if event.shown else ""
    doubler = "it" if event.by is event.doubler else side(event.doubler)
    return (
        f"{side(event.by)} says that {doubler} doubled on the board{shown} "
        f"({GESTURES[event.gesture]}{answered[event.answer]})."
    )


@said.register
def _(event: BoardDoubleDenied) -> str:
    return f"{side(event.side)} says that there was no such double."


@said.register
def _(event: DoubledEarly) -> str:
    return f"{side(event.side)} doubled before the turn was over; the turn is finished first."


@said.register
def _(event: CubeLevelCorrected) -> str:
    return f"{side(event.side)} showed {event.shown}; the cube is put right to {event.level}."


@said.register
def _(event: DeadCubeTurned) -> str:
    return f"{side(event.side)} turned a dead cube; it lay at {event.was.level}."


@said.register
def _(event: CubePutRight) -> str:
    return (
        f"{side(event.side)} notices that the centred cube shows {event.shown}; it counts as 1 and "
        "is put right."
    )


@said.register
def _(event: CubeQuestioned) -> str:
    where = f"on {side(event.owner)}'s side" if event.owner else "in the centre"
    presumed = "presumed right as it lies" if event.presumed else "to be verified"
    return (
        f"{side(event.side)} says that the cube lies at {event.level} {where}, not at "
        f"{event.recorded.level}; it is {presumed}."
    )


@said.register
def _(event: CubeSet) -> str:
    where = f"with {side(event.cube.owner)}" if event.cube.owner else "in the centre"
    return (
        f"{who(event.by)} puts the cube at {event.cube.level} {where}, because {clause(event.why)}."
    )


@said.register
def _(event: DoublesUndone) -> str:
    where = f"with {side(event.cube.owner)}" if event.cube.owner else "in the centre"
    return f"{_asked(event)} that were not allowed; the cube is at {event.cube.level} {where}."


@said.register
def _(event: GameRescored) -> str:
    what = f", correcting row {event.corrects_seq}" if event.corrects_seq else ""
    return (
        f"{_asked(event)} that were not allowed; game {event.game} brings {side(event.winner)} "
        f"{event.points} points: {points(event.score)}{what}."
    )


@said.register
def _(event: MatchResumed) -> str:
    return f"The match goes on at {points(event.score)}."


@said.register
def _(event: Referred) -> str:
    return f"{side(event.side)} puts it to the director {MATTERS[event.matter]}."


def _asked(event: DoublesUndone | GameRescored) -> str:
    if event.by is not None:
        return f"{who(event.by)} undoes the doubles, because {clause(event.why)},"
    return f"{side(event.side)} points out doubles"
