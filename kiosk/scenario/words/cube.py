"""The cube: doubled, taken, passed; claims about the cube on the board; doubles undone."""

from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.cube.by_hand import BoardDoubleTapped
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import PLAYERS, ScenarioField, ScenarioWord, StepInput

EACH = PLAYERS[:2]


def doubles(play: ScenarioRun, step: StepInput) -> None:
    """Offers the cube at twice its level; in the other's turn that is a double too early. The table
    refuses a double it knows to be barred: if made on the board nevertheless, it is claimed, with
    its answer, by `tells of double`.
    """
    side, game = step.by_side, play.match.game
    if game is None or game.on_turn is not side.other:
        play.do(DoubleTapped(play.at, side))
        return
    full = DoubleGesture.FULL_FORM
    play.do(BoardDoubleTapped(play.at, side, side, full, None, None))


def claims_double(play: ScenarioRun, step: StepInput) -> None:
    """Claims that a double was made on the board instead of at the table: by whom, how, to what."""
    play.do(
        BoardDoubleTapped(
            play.at,
            step.by_side,
            step.get("doubler", step.by_side),
            step.get("gesture", DoubleGesture.FULL_FORM),
            step.get("shows"),
            step.get("answer"),
        )
    )


WORDS = (
    ScenarioWord("doubles", EACH, doubles, sends=(DoubleTapped, BoardDoubleTapped)),
    ScenarioWord(
        "tells of double",
        EACH,
        claims_double,
        (
            ScenarioField("doubler", Side, "who doubled", "itself"),
            ScenarioField("gesture", DoubleGesture, "how", '"full_form"'),
            ScenarioField("shows", int, "what the cube was turned to", "not known"),
            ScenarioField("answer", CubeAnswer, "how it was answered there", "not yet"),
        ),
        (BoardDoubleTapped,),
    ),
)
