"""The cube: doubled, taken, passed; what is told of it on the board; doubles undone."""

from kiosk.rules.cube.acts import DoubleTapped
from kiosk.rules.cube.by_hand import BoardDoubleTapped
from kiosk.rules.match.doubling import CubeAnswer
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side
from kiosk.scenario.play import Play
from kiosk.scenario.word import PLAYERS, Field, Said, Word

EACH = PLAYERS[:2]


def doubles(play: Play, said: Said) -> None:
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


def claims_double(play: Play, said: Said) -> None:
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
    Word("doubles", EACH, doubles, sends=(DoubleTapped, BoardDoubleTapped)),
    Word(
        "tells of double",
        EACH,
        claims_double,
        (
            Field("doubler", Side, "who doubled", "itself"),
            Field("gesture", DoubleGesture, "how", '"full_form"'),
            Field("shows", int, "what the cube was turned to", "nobody says"),
            Field("answer", CubeAnswer, "how it was answered there", "not yet"),
        ),
        (BoardDoubleTapped,),
    ),
)
