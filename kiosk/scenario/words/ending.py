"""The end of a game: claimed, agreed, disputed."""

from kiosk.rules.ending import WinAgreed, WinDeclared
from kiosk.rules.match import Phase
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.values import NAMES, Result
from kiosk.scenario.word import PLAYERS, ScenarioField, ScenarioWord, StepInput
from kiosk.scenario.words.dice import ROLLS
from kiosk.scenario.words.turn import PLAYS_TURN

EACH = PLAYERS[:2]


def wins(play: ScenarioRun, step: StepInput) -> None:
    """The game is played to its end: the side on turn plays on until this side bears off its last
    checker and claims the win, and the other agrees.
    """
    side = step.by_side
    if play.on_turn is not side:
        PLAYS_TURN.run(play, StepInput(NAMES[side.other], side.other, {}))
    if play.match.phase is Phase.TO_ROLL:
        ROLLS.run(play, StepInput(step.by, side, {"values": (6, 5)}))
    play.do(WinDeclared(play.at, side, step.get("result", 1)))
    play.do(WinAgreed(play.at, side.other))


WORDS = (
    ScenarioWord(
        "wins",
        EACH,
        wins,
        (ScenarioField("result", Result, "what is won", '"single"'),),
        (WinDeclared, WinAgreed, *PLAYS_TURN.sends),
    ),
)
