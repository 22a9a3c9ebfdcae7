"""The cube: doubled, taken, passed; what is told of it on the board; doubles undone."""

from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.cube.by_hand import BoardDoubleTapped
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.word import PLAYERS, ScenarioField, ScenarioWord, StepInput

EACH = PLAYERS[:2]


def doubles(play: ScenarioRun, said: StepInput) -> None:
    """Offers the cube at twice its level; in the other's turn that is a double too early. The table
    refuses a double it knows to be barred: one made on the board all the same is told, with its
    answer, by `tells of double`.
    """
    side, game = said.by_side, play.match.game
    if game is None or game.on_turn is not side.other:
        play.do(DoubleTapped(play.at, side))
        return
    full = DoubleGesture.FULL_FORM
    play.do(BoardDoubleTapped(play.at, side, side, full, None, None))


def claims_double(play: ScenarioRun, said: StepInput) -> None:
    """Says that a double was made on the board instead of at the table: by whom, how, to what."""
    play.do(
        BoardDoubleTapped(
            play.at,
            said.by_side,
            said.get("doubler", said.by_side),
            said.get("gesture", DoubleGesture.FULL_FORM),
            said.get("shows"),
            said.get("answer"),
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
            ScenarioField("shows", int, "what the cube was turned to", "nobody says"),
            ScenarioField("answer", CubeAnswer, "how it was answered there", "not yet"),
        ),
        (BoardDoubleTapped,),
    ),
)
